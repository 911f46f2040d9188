"""The loop of substeps of a flight, over an empty table or over cards and carpets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.bending import follow_spin
from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.contact_layers import contact_layers
from fliegende3d.flight.contact_motion import keep_swirl, swirl
from fliegende3d.flight.contact_places import plates_move
from fliegende3d.flight.contact_sides import brake_over_layers, keep_above_layers
from fliegende3d.flight.contact_state import BRAKED, SUPPORT, UNKNOWN
from fliegende3d.flight.folds import keep_folds_apart, may_touch_itself
from fliegende3d.flight.ground import brake_before_landing, contact_ground, hold_crumpled, out_of_reach
from fliegende3d.flight.kernels import air_now, at_rest, damping_time, inner_step, kick, record_frame, rest_distance
from fliegende3d.flight.layout import (
    AREA,
    ASLEEP,
    CONTACT_KINDS,
    CONTACT_ON,
    CRUMPLED,
    EVENTS_DONE,
    FITTED,
    FRAME_STEPS,
    FRAMES_DONE,
    HARD_TOUCH,
    LENGTH,
    LONGEST_STEPS,
    POSITION,
    PREDICTED,
    QUIET_TIME,
    REST_FRAMES,
    SELF_CONTACT,
    SETTLED,
    SHAKEN,
    SHOCKED,
    SLEEP_DISTANCE,
    START,
    START_TIME,
    STEP,
    STEPS_DONE,
    TORN,
    VELOCITY_HALF,
    WIDTH,
    WIND_ON,
)
from fliegende3d.flight.plates import PLATE_TOUCHES, X
from fliegende3d.flight.rigid import fit_rigid
from fliegende3d.flight.stretching import mend, mend_in_flight

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.uint32]
Bytes = NDArray[np.int8]
Stamps = NDArray[np.int32]

# Columns of `contacts`: when, what kind of touch, where, how fast, and which plate (-1: table, rim or floor).
CONTACT_TIME, CONTACT_KIND, CONTACT_PLACE, CONTACT_SPEED, CONTACT_PLATE = 0, 1, 2, 5, 6
CONTACT_COLUMNS = 7

TOUCH_KINDS = max(CONTACT_KINDS + 1, PLATE_TOUCHES)  # columns of `touch`; the ground's last one is for other shocks
FOLDS_HELD = 4.0  # s; a heap that has not found its rest by then is no longer kept from sinking into itself
SLEEPY_FRAMES = 2  # of stillness, after which a flight waits for its rest without computing more substeps
TOUCH_NUMBERS = 5  # x, y, z, speed, count


@inner_kernel
def record_plates(plates: Floats, plate_frames: Floats, frame: int) -> None:
    """Store place and yaw of every plate at a playback frame."""
    for k in range(plates.shape[0]):
        for d in range(3):
            plate_frames[frame, k, d] = plates[k, X + d]


@inner_kernel
def forget_touches(touch: Floats) -> None:
    """Nothing has been touched in this substep so far."""
    for k in range(touch.shape[0]):
        for kind in range(TOUCH_KINDS):
            touch[k, kind, 4] = 0.0


@inner_kernel
def note_contacts(touch: Floats, last_touch: Floats, contacts: Floats, count: Integers, time: float) -> None:
    """Turn touches into contacts; a kind of touch of one thing that was quiet for a while makes a new one.

    Touches of plates shake the sheet.
    """
    for k in range(touch.shape[0]):
        for kind in range(TOUCH_KINDS):
            if touch[k, kind, 4] == 0.0:
                continue
            if time - last_touch[k, kind] > QUIET_TIME and count[EVENTS_DONE] < contacts.shape[0]:
                row = contacts[count[EVENTS_DONE]]
                row[CONTACT_TIME], row[CONTACT_KIND], row[CONTACT_PLATE] = time, kind, k - 1
                for d in range(4):
                    row[CONTACT_PLACE + d] = touch[k, kind, d]
                count[EVENTS_DONE] += 1
            last_touch[k, kind] = time
            if k > 0:
                last_touch[0, SHAKEN] = time


@inner_kernel
def struck_hard(touch: Floats) -> bool:
    """Whether anything was struck hard within the substep."""
    hard = False
    for k in range(touch.shape[0]):
        for kind in range(TOUCH_KINDS):
            if touch[k, kind, 4] > 0.0 and touch[k, kind, 3] > HARD_TOUCH:
                hard = True
    return hard


@inner_kernel
def touches_ground(touch: Floats) -> bool:
    """Whether the sheet touched table, rim or floor within the substep."""
    return bool(touch[0, 0, 4] + touch[0, 1, 4] + touch[0, 2, 4] > 0.0)


@inner_kernel
def lies_still(frames: Floats, plate_frames: Floats, frame: int, par: Floats) -> bool:
    """Whether nothing has moved for a while by more than rounding leaves: then, in still air, nothing ever will."""
    allowed = par[SLEEP_DISTANCE]
    if allowed == 0.0:
        return False
    return at_rest(frames, frame, SLEEPY_FRAMES, allowed) and at_rest(plate_frames, frame, SLEEPY_FRAMES, allowed)


@kernel
def fly(
    sheet: Floats,
    landing: Floats,
    body: Floats,
    spin: Floats,
    mass: Floats,
    inverse_mass: Floats,
    quads: Indices,
    face: Floats,
    edges: Indices,
    border_edges: int,
    bonds: Floats,
    bond_starts: Integers,
    squares: Floats,
    springs: Floats,
    column: Indices,
    used: Integers,
    boxes: Floats,
    stamps: Stamps,
    edge_stamps: Stamps,
    corners: Integers,
    numbers: Floats,
    moves: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    air: Floats,
    gusts: Floats,
    keys: Floats,
    lattice: Floats,
    shuffle: Integers,
    nodes: Floats,
    node_index: Integers,
    node_of: Integers,
    node_weight: Floats,
    par: Floats,
    plates: Floats,
    order: Integers,
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
    con: Floats,
    touch: Floats,
    last_touch: Floats,
    frames: Floats,
    motion: Floats,
    plate_frames: Floats,
    contacts: Floats,
    count: Integers,
    steps: int,
) -> None:
    """Fly on by at most `steps` substeps, or to rest; call again to continue. `count` says how far it got.

    Args:
        sheet: vectors of the vertices, shape (SHEET_ROWS, 3, vertices), see `layout`.
        boxes ... moves: see `folds`.
        plates ... con: see `contact_layers`.
        touch: scratch, shape (1 + plates, TOUCH_KINDS, TOUCH_NUMBERS): what was touched within a substep, the ground
            first, see `ground.note_touch`.
        last_touch: when each was last touched [s], shape (1 + plates, TOUCH_KINDS).
        frames, motion: output, see `kernels.record_frame`.
        plate_frames: output, shape (frames, plates, 3): x, y, yaw of every plate at every frame.
        contacts: output, shape (events, CONTACT_COLUMNS).
    """
    h = par[STEP]
    x, v, start = sheet[POSITION].T, sheet[VELOCITY_HALF].T, sheet[START].T
    grounds, ground_times = touch[0], last_touch[0]
    frame_steps = int(par[FRAME_STEPS])
    limit = min(count[STEPS_DONE] + steps, int(par[LONGEST_STEPS]))
    while count[STEPS_DONE] < limit and count[SETTLED] == 0:
        step = count[STEPS_DONE]
        backwards = step % 2 == 1
        time = par[START_TIME] + h * step
        if count[ASLEEP] == 0:
            air_now(
                sheet, time, body, mass, face, air, gusts, keys, lattice, shuffle, nodes, node_index, node_of,
                node_weight, par,
            )  # fmt: skip
        if step % frame_steps == 0 and frames.shape[0] > 0:
            frame = count[FRAMES_DONE]
            record_frame(x, body, frames, motion, frame, h * step)
            record_plates(plates, plate_frames, frame)
            count[FRAMES_DONE] = frame + 1
            back = int(par[REST_FRAMES])
            allowed = rest_distance(step, par)
            if at_rest(frames, frame, back, allowed) and at_rest(plate_frames, frame, back, allowed):
                count[SETTLED] = 1
                break
            spread = body[AREA] > CRUMPLED * par[WIDTH] * par[LENGTH]  # folds may yet give way
            if air[WIND_ON] == 0.0 and spread and lies_still(frames, plate_frames, frame, par):
                count[ASLEEP] = 1
        if count[ASLEEP] != 0:
            count[STEPS_DONE] = step + 1
            continue
        aloft = out_of_reach(body, par)
        delay = damping_time(h * step, ground_times, par)
        follow_spin(body, spin, delay, springs, column, used, mass, band_matrix, lower, inverse_pivot, par)
        if par[CONTACT_ON] != 0.0:
            forget_touches(touch)
            if hold[0, SUPPORT] != UNKNOWN:
                brake_over_layers(x, v, mass, hold, par)
            else:
                for i in range(x.shape[0]):
                    hold[i, BRAKED] = 0.0
                brake_before_landing(x, v, mass, landing, body, par, grounds)
        kick(sheet, mass, inverse_mass, body, par)
        strain = inner_step(
            sheet, body, mass, bonds, bond_starts, squares, lower, inverse_pivot, spin, par, backwards,
        )  # fmt: skip
        body[FITTED] = 1.0
        touching = hit = layered = False
        if par[CONTACT_ON] != 0.0 and (not aloft or plates_move(plates)):
            if plates.shape[0] > 0:
                layered = contact_layers(
                    sheet, mass, body, plates, order, beneath, loads, drag, related, meetings, hold, carriers, pushes,
                    rigid, room, friction, par, con, touch,
                )  # fmt: skip
            contact_ground(x, v, start, mass, edges, border_edges, par, grounds)
            touching, hit = touches_ground(touch), struck_hard(touch)
            note_contacts(touch, last_touch, contacts, count, h * (step + 1))
        if strain >= SHOCKED:
            ground_times[SHAKEN] = h * (step + 1)
        if (touching or layered) and (hit or strain >= TORN):
            before = swirl(x, v, mass)
            mend(x, v, bonds, bond_starts, squares, par, backwards)
            if layered:
                keep_swirl(x, v, mass, before)
        elif strain >= TORN:
            mend_in_flight(x, v, mass, body, bonds, bond_starts, squares, par, backwards)
            body[FITTED] = 0.0
        if touching or layered:
            body[FITTED] = 0.0
            hold_crumpled(x, v, start, body, par)
        if par[SELF_CONTACT] != 0.0 and h * step < FOLDS_HELD and may_touch_itself(x, body, face, par):
            folds = keep_folds_apart(
                x, v, sheet[PREDICTED].T, mass, inverse_mass, body, quads, boxes, stamps, edge_stamps, step + 1,
                corners, numbers, moves, hold[:, SUPPORT], par,
            )  # fmt: skip
            if folds > 0:
                body[FITTED] = 0.0
                ground_times[SHAKEN] = h * (step + 1)
        if layered:
            keep_above_layers(x, hold)
        count[STEPS_DONE] = step + 1
    if count[SETTLED] == 0 and count[STEPS_DONE] >= int(par[LONGEST_STEPS]) and frames.shape[0] > count[FRAMES_DONE]:
        fit_rigid(x, v, mass, body)
        record_frame(x, body, frames, motion, count[FRAMES_DONE], h * count[STEPS_DONE])
        record_plates(plates, plate_frames, count[FRAMES_DONE])
        count[FRAMES_DONE] += 1
