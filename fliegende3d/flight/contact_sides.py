"""On which side of each plate the sheet passes, what carries every vertex, and how it is put back onto that."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.contact_places import edge_inside, inwards, local_place, plates_move
from fliegende3d.flight.contact_state import (
    AHEAD,
    AT_X,
    AT_Y,
    AT_Z,
    BRAKED,
    CLEARLY_ABOVE,
    CLIMBING,
    DEEP,
    DEPTH,
    FLAT_ENOUGH,
    FREE,
    IMPULSE,
    INSIDE,
    LANDING_SLACK,
    NOTHING,
    ON_TABLE,
    PRESSED,
    PUSHED_PLATE,
    SUPPORT,
    TO_X,
    TO_Y,
)
from fliegende3d.flight.ground import note_touch
from fliegende3d.flight.layout import (
    AXIS_LENGTH,
    AXIS_WIDTH,
    LENGTH,
    NORMAL,
    STEP,
    TABLE_X,
    TABLE_Y,
    TOUCH_TABLE,
    WIDTH,
)
from fliegende3d.flight.plates import (
    ABOVE,
    BELOW,
    CARD,
    CLIMB_CARD,
    CLIMB_CARPET,
    COSINE,
    COVERED,
    GRAVITY,
    HALF_X,
    HALF_Y,
    KIND,
    LIP,
    MET,
    ON,
    PUSH,
    RAMP,
    SHAPED,
    SHEET_THICKNESS,
    SIDE,
    SINE,
    SLIP,
    THICKNESS,
    UNDER,
    UNDER_COUNT,
    X,
    Y,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@inner_kernel
def evidence(plates: Floats, k: int, rise: float, depth: float, lip: float, con: Floats) -> int:
    """On which side of the plate a place of the sheet comes in, by its height over what the plate lies on."""
    if rise > CLEARLY_ABOVE or depth > DEEP:
        return ABOVE
    climb = con[CLIMB_CARD] if plates[k, KIND] == CARD else con[CLIMB_CARPET]
    if rise > lip + plates[k, THICKNESS] - climb:
        return ABOVE
    if rise + con[SHEET_THICKNESS] < lip + con[SLIP]:
        return BELOW
    return PUSH


@inner_kernel
def corner_in_sheet(
    x: Floats, body: Floats, columns: int, rows: int, par: Floats, px: float, py: float, found: Floats
) -> bool:
    """Whether a plate's corner lies under the flat sheet: found = (depth, height of the sheet, direction of push x, y).

    The direction is against the outward normal of the sheet's nearest border.
    """
    gx, gy = body[AXIS_WIDTH], body[AXIS_WIDTH + 1]
    kx, ky = body[AXIS_LENGTH], body[AXIS_LENGTH + 1]
    determinant = gx * ky - gy * kx
    if abs(body[NORMAL + 2]) < FLAT_ENOUGH or abs(determinant) < 0.5:
        return False
    dx, dy = px - body[0], py - body[1]
    a, b = (dx * ky - dy * kx) / determinant, (gx * dy - gy * dx) / determinant
    in_x, in_y = 0.5 * par[WIDTH] - abs(a), 0.5 * par[LENGTH] - abs(b)
    if in_x <= 0.0 or in_y <= 0.0:
        return False
    i = min(int((a / par[WIDTH] + 0.5) * (columns - 1)), columns - 2)
    j = min(int((b / par[LENGTH] + 0.5) * (rows - 1)), rows - 2)
    q = j * columns + i
    found[0] = min(in_x, in_y)
    found[1] = 0.25 * (x[q, 2] + x[q + 1, 2] + x[q + columns, 2] + x[q + columns + 1, 2])
    if in_x < in_y:
        length = math.sqrt(gx * gx + gy * gy)
        sign = -1.0 if a > 0.0 else 1.0
        found[2], found[3] = sign * gx / length, sign * gy / length
    else:
        length = math.sqrt(kx * kx + ky * ky)
        sign = -1.0 if b > 0.0 else 1.0
        found[2], found[3] = sign * kx / length, sign * ky / length
    return True


@inner_kernel
def choose_sides(
    x: Floats,
    v: Floats,
    start: Floats,
    body: Floats,
    columns: int,
    rows: int,
    plates: Floats,
    near: Integers,
    count: int,
    hold: Floats,
    lower: Integers,
    upper: Integers,
    pushes: Floats,
    par: Floats,
    con: Floats,
    found: Floats,
) -> int:
    """Sides of the plates nearby, support height of every vertex and the list of pushes; returns how many pushes.

    Args:
        lower, upper: output, shape (vertices,): what carries a vertex, and the lowest plate that lies on it.
        found: scratch, shape (4,).
    """
    for i in range(x.shape[0]):
        over = abs(x[i, 0]) < par[TABLE_X] and abs(x[i, 1]) < par[TABLE_Y]
        was_over = abs(start[i, 0]) < par[TABLE_X] and abs(start[i, 1]) < par[TABLE_Y]
        on_top = over and (x[i, 2] >= 0.0 or start[i, 2] >= 0.0 or was_over)
        hold[i, SUPPORT] = 0.0 if on_top else NOTHING
        lower[i] = ON_TABLE if on_top else FREE
        upper[i] = -1
    h = par[STEP]
    push_count = 0
    for c in range(count):
        k = near[c]
        plates[k, MET] = 0.0
        plates[k, UNDER_COUNT] = 0.0
        undecided = plates[k, SIDE] == 0.0 or plates[k, SIDE] == PUSH
        inside = high = low = blunt = False
        for i in range(x.shape[0]):
            a, b = local_place(plates, k, x[i, 0], x[i, 1])
            deep, edge = edge_inside(plates, k, a, b)
            hold[i, INSIDE] = deep
            if deep <= -con[RAMP] or (deep <= 0.0 and deep + AHEAD * h * inwards(plates, k, edge, v, i) <= 0.0):
                continue
            rise = x[i, 2] - hold[i, SUPPORT]
            if deep <= 0.0 and rise > CLEARLY_ABOVE:
                continue
            inside = True
            if undecided:
                lip = plates[k, LIP + edge] if plates[k, COVERED] == 0.0 else 0.0
                side = BELOW if upper[i] >= 0 else evidence(plates, k, rise, deep, lip, con)
                if deep <= 0.0 and side != ABOVE:
                    continue
                high = high or side == ABOVE
                low = low or side == BELOW
                blunt = blunt or side == PUSH
        corners = 0
        if (undecided or not inside) and plates[k, SHAPED] == 0.0:
            for q in range(4):
                sx, sy = 1.0 if q % 2 == 1 else -1.0, 1.0 if q > 1 else -1.0
                px = (
                    plates[k, X] + plates[k, COSINE] * sx * plates[k, HALF_X] - plates[k, SINE] * sy * plates[k, HALF_Y]
                )
                py = (
                    plates[k, Y] + plates[k, SINE] * sx * plates[k, HALF_X] + plates[k, COSINE] * sy * plates[k, HALF_Y]
                )
                if not corner_in_sheet(x, body, columns, rows, par, px, py, found):
                    continue
                inside = True
                if not undecided:
                    continue
                edge_lip = max(plates[k, LIP + (0 if sx > 0.0 else 1)], plates[k, LIP + (2 if sy > 0.0 else 3)])
                lip = edge_lip if plates[k, COVERED] == 0.0 else 0.0
                side = evidence(plates, k, found[1], found[0], lip, con)
                high = high or side == ABOVE
                low = low or side == BELOW
                blunt = blunt or side == PUSH
                if side == PUSH and push_count < pushes.shape[0]:
                    pushes[push_count, PUSHED_PLATE] = k
                    pushes[push_count, AT_X], pushes[push_count, AT_Y], pushes[push_count, AT_Z] = px, py, found[1]
                    pushes[push_count, TO_X], pushes[push_count, TO_Y] = found[2], found[3]
                    pushes[push_count, DEPTH], pushes[push_count, IMPULSE] = found[0], 0.0
                    push_count += 1
                    corners += 1
        if undecided:
            plates[k, SIDE] = ABOVE if high else BELOW if low else PUSH if blunt else 0
        elif not inside:
            plates[k, SIDE] = 0.0
        side_now = int(plates[k, SIDE])
        if side_now != PUSH:
            push_count -= corners
        if side_now == 0:
            continue
        for i in range(x.shape[0]):
            if upper[i] >= 0:
                continue
            if side_now == ABOVE:
                if hold[i, INSIDE] > -con[RAMP] and lower[i] != FREE:
                    hold[i, SUPPORT] += plates[k, THICKNESS] * min(1.0, 1.0 + hold[i, INSIDE] / con[RAMP])
                    lower[i] = k
            elif hold[i, INSIDE] <= 0.0:
                continue
            elif side_now == BELOW:
                upper[i] = k
                plates[k, UNDER_COUNT] += 1.0
            elif push_count < pushes.shape[0]:
                a, b = local_place(plates, k, x[i, 0], x[i, 1])
                _, edge = edge_inside(plates, k, a, b)
                sign = 1.0 if edge % 2 == 0 else -1.0
                pushes[push_count, PUSHED_PLATE] = k
                for d in range(3):
                    pushes[push_count, AT_X + d] = x[i, d]
                pushes[push_count, TO_X] = sign * (plates[k, COSINE] if edge < 2 else -plates[k, SINE])
                pushes[push_count, TO_Y] = sign * (plates[k, SINE] if edge < 2 else plates[k, COSINE])
                pushes[push_count, DEPTH], pushes[push_count, IMPULSE] = hold[i, INSIDE], 0.0
                push_count += 1
    return push_count


@inner_kernel
def brake_over_layers(x: Floats, v: Floats, mass: Floats, hold: Floats, par: Floats) -> None:
    """Stop vertices at the support they would pass within this step, before inner forces act: no kinks at touchdown.

    The impulse taken is noted in `hold`; it counts as normal force for friction.
    """
    h = par[STEP]
    for i in range(x.shape[0]):
        hold[i, BRAKED] = 0.0
        if hold[i, SUPPORT] <= NOTHING:
            continue
        allowed = min((hold[i, SUPPORT] - x[i, 2]) / h, 0.0)
        if v[i, 2] < allowed - LANDING_SLACK:
            hold[i, BRAKED] = mass[i] * (allowed - v[i, 2])
            v[i, 2] = allowed


@inner_kernel
def keep_above_layers(x: Floats, hold: Floats) -> None:
    """Put vertices that were moved after the contact back onto what carries them; their velocities stay."""
    for i in range(x.shape[0]):
        x[i, 2] = max(x[i, 2], hold[i, SUPPORT])


@inner_kernel
def touches_plate(x: Floats, plates: Floats, hold: Floats, lower: Integers, upper: Integers) -> bool:
    """Whether any plate takes part: one that moves, or one that the sheet lies on or under."""
    touching = plates_move(plates)
    for i in range(x.shape[0]):
        if upper[i] >= 0 or (lower[i] >= 0 and x[i, 2] < hold[i, SUPPORT]):
            touching = True
    return touching


@inner_kernel
def press_down(
    x: Floats,
    v: Floats,
    start: Floats,
    mass: Floats,
    plates: Floats,
    hold: Floats,
    lower: Integers,
    upper: Integers,
    con: Floats,
    touch: Floats,
) -> None:
    """Put vertices back onto what carries them, without bounce, and note their normal impulses."""
    for i in range(x.shape[0]):
        for d in range(PRESSED, SUPPORT):
            hold[i, d] = 0.0
        hold[i, CLIMBING] = 0.0
        if upper[i] >= 0:
            plates[upper[i], MET] = 1.0
            note_touch(touch[1 + upper[i], UNDER], x[i, 0], x[i, 1], x[i, 2], 0.0)
        if x[i, 2] >= hold[i, SUPPORT]:
            continue
        k = lower[i]
        lift = hold[i, SUPPORT] - max(x[i, 2], start[i, 2])
        if k >= 0 and lift > 0.0:
            hold[i, CLIMBING] = mass[i] * con[GRAVITY] * lift
        x[i, 2] = hold[i, SUPPORT]
        if v[i, 2] < 0.0:
            hold[i, PRESSED] = -mass[i] * v[i, 2]
            v[i, 2] = 0.0
        hold[i, PRESSED] += hold[i, BRAKED]
        speed = hold[i, PRESSED] / mass[i]
        if k >= 0:
            plates[k, MET] = 1.0
            note_touch(touch[1 + k, ON], x[i, 0], x[i, 1], x[i, 2], speed)
        elif k == ON_TABLE:
            note_touch(touch[0, TOUCH_TABLE], x[i, 0], x[i, 1], x[i, 2], speed)
