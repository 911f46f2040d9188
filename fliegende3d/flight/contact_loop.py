"""The loop of substeps of a flight over cards and carpets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.contact_compiled import contact_kernel, inner_contact_kernel
from fliegende3d.flight.contact_layers import (
    SUPPORT,
    UNKNOWN,
    brake_over_layers,
    contact_layers,
    keep_swirl,
    plates_move,
    swirl,
)
from fliegende3d.flight.kernels import (
    CONTACT_KINDS,
    CONTACT_ON,
    DAMPED,
    EVENTS_DONE,
    FRAME_STEPS,
    FRAMES_DONE,
    HARD_TOUCH,
    LONGEST_STEPS,
    PREDICTED,
    QUIET_TIME,
    REST_FRAMES,
    SETTLED,
    SHOCKED,
    START,
    START_TIME,
    STEP,
    STEPS_DONE,
    TORN,
    air_now,
    at_rest,
    brake_before_landing,
    contact_ground,
    damping_time,
    fit_rigid,
    follow_spin,
    hold_crumpled,
    inner_step,
    kick,
    mend,
    mend_in_flight,
    out_of_reach,
    record_frame,
    rest_distance,
)
from fliegende3d.flight.plates import PLATE_TOUCHES, X

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.uint32]
Bytes = NDArray[np.int8]

CONTACT_COLUMNS = 7


@inner_contact_kernel
def record_plates(plates: Floats, plate_frames: Floats, frame: int) -> None:
    """Store place and yaw of every plate at a playback frame."""
    for k in range(plates.shape[0]):
        for d in range(3):
            plate_frames[frame, k, d] = plates[k, X + d]


@inner_contact_kernel
def note_contact(contacts: Floats, count: Integers, time: float, kind: int, touched: Floats, plate: int) -> None:
    """Append a contact: time, kind, x, y, z, speed, plate (-1: table, rim or floor)."""
    if count[EVENTS_DONE] >= contacts.shape[0]:
        return
    row = count[EVENTS_DONE]
    contacts[row, 0], contacts[row, 1], contacts[row, 6] = time, kind, plate
    for d in range(4):
        contacts[row, 2 + d] = touched[d]
    count[EVENTS_DONE] = row + 1


@inner_contact_kernel
def note_contacts(
    touch: Floats,
    last_touch: Floats,
    touch_plate: Floats,
    last_plate_touch: Floats,
    contacts: Floats,
    count: Integers,
    time: float,
) -> None:
    """Turn touches into contacts; a kind, or a plate and kind, quiet for a while makes a new one.

    The last entry of `last_touch` is the time of anything else that shook the sheet: here plates.
    """
    for kind in range(CONTACT_KINDS):
        if touch[kind, 4] != 0.0:
            if time - last_touch[kind] > QUIET_TIME:
                note_contact(contacts, count, time, kind, touch[kind], -1)
            last_touch[kind] = time
    for k in range(touch_plate.shape[0]):
        for kind in range(PLATE_TOUCHES):
            if touch_plate[k, kind, 4] != 0.0:
                if time - last_plate_touch[k, kind] > QUIET_TIME:
                    note_contact(contacts, count, time, CONTACT_KINDS + kind, touch_plate[k, kind], k)
                last_plate_touch[k, kind] = time
                last_touch[CONTACT_KINDS] = time


@inner_contact_kernel
def struck_plate(touch_plate: Floats) -> bool:
    """Whether a plate was struck hard within the substep."""
    hard = False
    for k in range(touch_plate.shape[0]):
        for kind in range(PLATE_TOUCHES):
            if touch_plate[k, kind, 4] > 0.0 and touch_plate[k, kind, 3] > HARD_TOUCH:
                hard = True
    return hard


@contact_kernel
def land(
    x: Floats,
    v: Floats,
    scratch: Floats,
    work: Floats,
    landing: Floats,
    body: Floats,
    rot: Floats,
    spin: Floats,
    mass: Floats,
    inverse_mass: Floats,
    columns: int,
    rows: int,
    quads: Indices,
    face: Floats,
    edges: Indices,
    rest: Floats,
    border_edges: int,
    compliance: Floats,
    bending: Floats,
    tension_width: Floats,
    tension_length: Floats,
    column: Indices,
    used: Integers,
    stiffness: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    band: int,
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
    touch: Floats,
    last_touch: Floats,
    frames: Floats,
    motion: Floats,
    events: Floats,
    count: Integers,
    plates: Floats,
    order: Integers,
    near: Integers,
    beneath: Integers,
    resting: Floats,
    load: Floats,
    drag: Floats,
    related: Bytes,
    meetings: Floats,
    hold: Floats,
    braked: Floats,
    below: Integers,
    above: Integers,
    depth: Floats,
    pushes: Floats,
    sheet: Floats,
    given: Floats,
    found: Floats,
    friction: Floats,
    con: Floats,
    touch_plate: Floats,
    last_plate_touch: Floats,
    plate_frames: Floats,
    contacts: Floats,
    steps: int,
) -> None:
    """Fly on over plates by at most `steps` substeps, or to rest; call again to continue.

    The first arguments are those of `kernels.fly`, then come those of `contact_layers`.

    Args:
        last_plate_touch: time of the last touch of each plate by kind [s], shape (plates, PLATE_TOUCHES).
        plate_frames: output, shape (frames, plates, 3): x, y, yaw of every plate at every frame.
        contacts: output, shape (events, CONTACT_COLUMNS): time, kind, x, y, z, speed, plate.
    """
    h = par[STEP]
    frame_steps = int(par[FRAME_STEPS])
    limit = min(count[STEPS_DONE] + steps, int(par[LONGEST_STEPS]))
    while count[STEPS_DONE] < limit and count[SETTLED] == 0:
        step = count[STEPS_DONE]
        time = par[START_TIME] + h * step
        air_now(
            x,
            v,
            scratch,
            time,
            body,
            mass,
            columns,
            rows,
            quads,
            face,
            air,
            gusts,
            keys,
            lattice,
            shuffle,
            nodes,
            node_index,
            node_of,
            node_weight,
            par,
        )
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
        aloft = out_of_reach(body, par)
        delay = damping_time(h * step, last_touch, par)
        follow_spin(
            body,
            spin,
            delay,
            bending,
            tension_width,
            tension_length,
            column,
            used,
            mass,
            stiffness,
            band_matrix,
            lower,
            inverse_pivot,
            band,
            par,
        )
        if par[CONTACT_ON] != 0.0:
            for kind in range(CONTACT_KINDS):
                touch[kind, 4] = 0.0
            for k in range(plates.shape[0]):
                for kind in range(PLATE_TOUCHES):
                    touch_plate[k, kind, 4] = 0.0
            if hold[0, SUPPORT] != UNKNOWN:
                brake_over_layers(x, v, mass, hold, braked, par)
            else:
                for i in range(x.shape[0]):
                    braked[i] = 0.0
                brake_before_landing(x, v, mass, landing, body, par, touch)
        kick(v, scratch, inverse_mass, par)
        strain = inner_step(
            x,
            v,
            scratch[START],
            scratch[PREDICTED],
            work,
            scratch[DAMPED],
            body,
            rot,
            mass,
            inverse_mass,
            edges,
            rest,
            compliance,
            stiffness,
            column,
            used,
            lower,
            inverse_pivot,
            band,
            spin,
            par,
            step % 2 == 1,
        )
        touching = hit = layered = False
        if par[CONTACT_ON] != 0.0 and (not aloft or plates_move(plates)):
            layered = contact_layers(
                x,
                v,
                scratch[START],
                mass,
                body,
                columns,
                rows,
                plates,
                order,
                near,
                beneath,
                resting,
                load,
                drag,
                related,
                meetings,
                hold,
                braked,
                below,
                above,
                depth,
                pushes,
                sheet,
                given,
                found,
                friction,
                par,
                con,
                touch,
                touch_plate,
            )
            contact_ground(x, v, scratch[START], mass, edges, border_edges, par, touch)
            for kind in range(CONTACT_KINDS):
                if touch[kind, 4] > 0.0:
                    touching = True
                    hit = hit or touch[kind, 3] > HARD_TOUCH
            hit = hit or struck_plate(touch_plate)
            note_contacts(touch, last_touch, touch_plate, last_plate_touch, contacts, count, h * (step + 1))
        if strain >= SHOCKED:
            last_touch[CONTACT_KINDS] = h * (step + 1)
        if (touching or layered) and (hit or strain >= TORN):
            before = swirl(x, v, mass)
            mend(x, v, inverse_mass, edges, rest, par, step % 2 == 1)
            if layered:
                keep_swirl(x, v, mass, before)
        elif strain >= TORN:
            mend_in_flight(x, v, mass, inverse_mass, body, edges, rest, par, step % 2 == 1)
        if touching or layered:
            hold_crumpled(x, v, scratch[START], body, par)
        count[STEPS_DONE] = step + 1
    if count[SETTLED] == 0 and count[STEPS_DONE] >= int(par[LONGEST_STEPS]) and frames.shape[0] > count[FRAMES_DONE]:
        fit_rigid(x, v, mass, body)
        record_frame(x, body, frames, motion, count[FRAMES_DONE], h * count[STEPS_DONE])
        record_plates(plates, plate_frames, count[FRAMES_DONE])
        count[FRAMES_DONE] += 1
