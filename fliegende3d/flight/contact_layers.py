"""Layered contact: one thrown sheet over cards and settled carpets, which are rigid plates that slide on each other.

Plates lie in one order from bottom to top and never tilt. A sheet passes each plate on one side only: over it, under
it, or not at all, and then it pushes the plate along. The side is chosen where they first meet and kept until they
part. Which one it is depends on how high the sheet comes in and on the lip of the plate's edge.

Stages of a substep, after the sheet has moved by its own forces (see `contact_layers`):

1. Sides, support heights and the normal impulse of every vertex. The impulse comes from the velocity only; repairing a
   position makes neither friction nor bounce.
2. Loads: the plates' weight and the sheet's impulse go down the stack by pressure patches.
3. Friction and pushes by Gauss-Seidel passes with accumulated impulses. A push acts on the sheet as a rigid kick, for
   the sheet is stiff in its plane. Plates that hardly move are first tried as fixed; if their friction can hold the
   reaction, they do not move at all, so that nothing creeps.
4. Impulses are applied to velocities and positions; angular momentum that the change of positions would add is taken
   back by a rigid turn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.contact_loads import carry_loads, fixed_plates_hold, share_loads
from fliegende3d.flight.contact_meetings import find_meetings, meeting_pass, part_plates
from fliegende3d.flight.contact_motion import apply_impulses, move_plates, part_pushed
from fliegende3d.flight.contact_passes import plate_pass, push_pass, vertex_pass
from fliegende3d.flight.contact_places import plates_move, plates_nearby
from fliegende3d.flight.contact_sides import choose_sides, press_down, touches_plate
from fliegende3d.flight.contact_state import (
    CONVERGED,
    IMPULSE,
    KICKS,
    LOADED,
    LOWER_X,
    PARTING_ROUNDS,
    PUSHED_PLATE,
    SUPPORT,
    UNKNOWN,
)
from fliegende3d.flight.layout import COLUMNS, POSITION, STEP, VELOCITY_HALF
from fliegende3d.flight.layout import START as START_POSITION
from fliegende3d.flight.plates import DYNAMIC, FORCE_X, FORCE_Y, MET, PASSES, PATCHES, START_VX, TORQUE, VX
from fliegende3d.flight.rigid import fit_rigid

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bytes = NDArray[np.int8]


@inner_kernel
def contact_layers(
    sheet: Floats,
    mass: Floats,
    body: Floats,
    plates: Floats,
    orders: Integers,
    beneath: Integers,
    loads: Floats,
    drag: Floats,
    related: Bytes,
    meetings: Floats,
    hold: Floats,
    carriers: Integers,
    pushes: Floats,
    rigid: Floats,
    room: Floats,
    friction: Floats,
    par: Floats,
    con: Floats,
    touch: Floats,
) -> bool:
    """Contact with plates, and with the table as long as plates take part; otherwise nothing is done.

    Args:
        sheet: vectors of the vertices, see `layout`.
        plates: shape (plates, `PLATE_COLUMNS`), see `plates`.
        orders: their indices from bottom to top, and room for those nearby, shape (2, plates).
        beneath, loads, drag: what each patch lies on, shape (plates, PATCHES); its resting load [N] and this step's
            normal impulse [N s], shape (2, plates, PATCHES), and friction impulse [N s], shape (plates, PATCHES, 2).
        related: shape (plates, plates): 1 where two plates lie over one another, so that they do not meet edge on.
        hold: shape (vertices, HOLD_COLUMNS), kept between steps.
        carriers: scratch, shape (2, vertices): what carries each vertex, and the lowest plate that lies on it.
        rigid, room: scratch, shapes (BODY_COUNT,) and (ROOM,).
        touch: output, touches of the table (row 0) and of plates within the step, see `ground.note_touch`.

    Returns:
        Whether plates took part.
    """
    h = par[STEP]
    x, v, start = sheet[POSITION].T, sheet[VELOCITY_HALF].T, sheet[START_POSITION].T
    order, near, lower, upper = orders[0], orders[1], carriers[0], carriers[1]
    resting, load = loads[0], loads[1]
    kick, found = room[:KICKS], room[KICKS:]
    columns = int(par[COLUMNS])
    rows = x.shape[0] // columns
    moving = plates_move(plates)
    count = plates_nearby(x, plates, order, near, con)
    if count == 0 and not moving:
        for i in range(x.shape[0]):
            hold[i, SUPPORT] = UNKNOWN
        return False
    for k in range(plates.shape[0]):
        plates[k, MET] = 0.0
    push_count = choose_sides(
        x, v, start, body, columns, rows, plates, near, count, hold, lower, upper, pushes, par, con, found
    )
    if push_count == 0 and not touches_plate(x, plates, hold, lower, upper):
        return False
    press_down(x, v, start, mass, plates, hold, lower, upper, con, touch)
    for q in range(push_count):
        plates[int(pushes[q, PUSHED_PLATE]), MET] = 1.0
    if moving:
        carry_loads(plates, order, beneath, resting, par, con)
    share_loads(x, plates, order, beneath, resting, load, hold, lower, upper, par, con)
    fit_rigid(x, v, mass, rigid)
    total = 0.0
    for i in range(x.shape[0]):
        total += mass[i]
    pushing = push_count > 0
    meeting_count = 0
    for _ in range(plates.shape[0] + 1):
        for d in range(kick.shape[0]):
            kick[d] = 0.0
        for i in range(x.shape[0]):
            for d in range(LOWER_X, LOADED):
                hold[i, d] = 0.0
        for q in range(push_count):
            pushes[q, IMPULSE] = 0.0
        several = pushing
        for k in range(plates.shape[0]):
            plates[k, FORCE_X] = plates[k, FORCE_Y] = plates[k, TORQUE] = 0.0
            for d in range(3):
                plates[k, VX + d] = plates[k, START_VX + d] if plates[k, DYNAMIC] != 0.0 else 0.0
            if plates[k, DYNAMIC] != 0.0:
                several = True
            for p in range(PATCHES):
                drag[k, p, 0] = drag[k, p, 1] = 0.0
        for i in range(x.shape[0]):
            if upper[i] >= 0:
                several = True
        meeting_count = find_meetings(plates, related, meetings, h)
        for _ in range(int(con[PASSES]) if several else 1):
            change = push_pass(plates, pushes, push_count, rigid, kick, total, touch)
            change = max(
                change,
                vertex_pass(x, start, mass, plates, hold, lower, upper, rigid, kick, total, pushing, friction, h),
            )
            change = max(change, plate_pass(plates, order, beneath, load, drag, friction))
            change = max(change, meeting_pass(plates, meetings, meeting_count, h))
            if change < CONVERGED:
                break
        if fixed_plates_hold(plates, order, beneath, load, friction):
            break
    apply_impulses(x, v, mass, hold, rigid, kick, pushing, h)
    move_plates(plates, par, touch)
    part_pushed(x, v, mass, plates, pushes, push_count, rigid, kick, total, par, con)
    if meeting_count > 0:
        for _ in range(PARTING_ROUNDS):
            part_plates(plates, related, meetings)
    return True
