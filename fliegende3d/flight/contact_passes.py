"""One Gauss-Seidel pass each over pushes, over the friction of the sheet and over that of plates."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.contact_places import patch_place, strike_plate
from fliegende3d.flight.contact_state import (
    AT_X,
    AT_Y,
    AT_Z,
    CLIMBING,
    CREEP_SPEED,
    FREE,
    IMPULSE,
    LOADED,
    LOWER_X,
    LOWER_Y,
    PRESSED,
    PUSHED_PLATE,
    TO_X,
    TO_Y,
    UPPER_X,
    UPPER_Y,
)
from fliegende3d.flight.ground import note_touch
from fliegende3d.flight.plates import (
    DYNAMIC,
    INVERSE_INERTIA,
    INVERSE_MASS,
    KIND,
    PATCHES,
    PUSHED,
    SPIN,
    TABLE,
    VX,
    VY,
    X,
    Y,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@inner_kernel
def push_pass(
    plates: Floats, pushes: Floats, push_count: int, rigid: Floats, kick: Floats, total: float, touch: Floats
) -> float:
    """One pass over the pushes: sheet and plate must not come nearer; the sheet answers as a rigid body.

    Returns the largest change of speed, as all passes do.

    Args:
        rigid: centre, velocity, inverse inertia and spin of the sheet, laid out as `body` of a flight.
        kick: velocity and spin given to the sheet by pushes (0..5) and, as a body, by friction (6..11).
    """
    largest = 0.0
    for q in range(push_count):
        k = int(pushes[q, PUSHED_PLATE])
        nx, ny = pushes[q, TO_X], pushes[q, TO_Y]
        r0, r1, r2 = pushes[q, AT_X] - rigid[0], pushes[q, AT_Y] - rigid[1], pushes[q, AT_Z] - rigid[2]
        w0, w1 = rigid[15] + kick[3] + kick[9], rigid[16] + kick[4] + kick[10]
        w2 = rigid[17] + kick[5] + kick[11]
        ux = rigid[3] + kick[0] + kick[6] + w1 * r2 - w2 * r1
        uy = rigid[4] + kick[1] + kick[7] + w2 * r0 - w0 * r2
        px, py = pushes[q, AT_X] - plates[k, X], pushes[q, AT_Y] - plates[k, Y]
        speed = nx * (ux - plates[k, VX] + plates[k, SPIN] * py) + ny * (uy - plates[k, VY] - plates[k, SPIN] * px)
        a0, a1, a2 = -r2 * ny, r2 * nx, r0 * ny - r1 * nx
        b0 = rigid[9] * a0 + rigid[12] * a1 + rigid[13] * a2
        b1 = rigid[12] * a0 + rigid[10] * a1 + rigid[14] * a2
        b2 = rigid[13] * a0 + rigid[14] * a1 + rigid[11] * a2
        give = 1.0 / total + a0 * b0 + a1 * b1 + a2 * b2
        if plates[k, DYNAMIC] != 0.0:
            lever = px * ny - py * nx
            give += plates[k, INVERSE_MASS] + plates[k, INVERSE_INERTIA] * lever * lever
        impulse = max(0.0, pushes[q, IMPULSE] - speed / give)
        change = impulse - pushes[q, IMPULSE]
        pushes[q, IMPULSE] = impulse
        largest = max(largest, abs(change) * give)
        kick[0] += change * nx / total
        kick[1] += change * ny / total
        kick[3] += change * b0
        kick[4] += change * b1
        kick[5] += change * b2
        strike_plate(plates, k, pushes[q, AT_X], pushes[q, AT_Y], -change * nx, -change * ny)
        note_touch(touch[1 + k, PUSHED], pushes[q, AT_X], pushes[q, AT_Y], pushes[q, AT_Z], max(0.0, -speed))
    return largest


@inner_kernel
def vertex_pass(
    x: Floats,
    start: Floats,
    mass: Floats,
    plates: Floats,
    hold: Floats,
    lower: Integers,
    upper: Integers,
    rigid: Floats,
    kick: Floats,
    total: float,
    pushing: bool,
    friction: Floats,
    h: float,
) -> float:
    """One pass of friction on both faces of every vertex that is pressed."""
    largest = 0.0
    for i in range(x.shape[0]):
        if hold[i, PRESSED] <= 0.0:
            continue
        r0, r1, r2 = x[i, 0] - rigid[0], x[i, 1] - rigid[1], x[i, 2] - rigid[2]
        base_x = (x[i, 0] - start[i, 0]) / h + kick[0] + kick[4] * r2 - kick[5] * r1
        base_y = (x[i, 1] - start[i, 1]) / h + kick[1] + kick[5] * r0 - kick[3] * r2
        for face in range(2):
            k = lower[i] if face == 0 else upper[i]
            if face == 1 and k < 0:
                continue
            at = LOWER_X + 2 * face
            ux = base_x + (hold[i, LOWER_X] + hold[i, UPPER_X]) / mass[i]
            uy = base_y + (hold[i, LOWER_Y] + hold[i, UPPER_Y]) / mass[i]
            give = 1.0 / mass[i]
            kind = TABLE
            if k >= 0:
                px, py = x[i, 0] - plates[k, X], x[i, 1] - plates[k, Y]
                ux -= plates[k, VX] - plates[k, SPIN] * py
                uy -= plates[k, VY] + plates[k, SPIN] * px
                kind = int(plates[k, KIND])
                if plates[k, DYNAMIC] != 0.0:
                    give += plates[k, INVERSE_MASS] + plates[k, INVERSE_INERTIA] * (px * px + py * py)
            jx, jy = hold[i, at] - ux / give, hold[i, at + 1] - uy / give
            length = math.sqrt(jx * jx + jy * jy)
            limit = friction[1, kind] * (hold[i, PRESSED] if face == 0 else hold[i, LOADED])
            if face == 0 and hold[i, CLIMBING] > 0.0:
                limit += hold[i, CLIMBING] / (math.sqrt(ux * ux + uy * uy) + CREEP_SPEED)
            if length > limit:
                jx *= limit / length
                jy *= limit / length
            dx, dy = jx - hold[i, at], jy - hold[i, at + 1]
            hold[i, at], hold[i, at + 1] = jx, jy
            largest = max(largest, max(abs(dx), abs(dy)) * give)
            if k >= 0:
                strike_plate(plates, k, x[i, 0], x[i, 1], -dx, -dy)
            if pushing:
                a0, a1, a2 = -r2 * dy, r2 * dx, r0 * dy - r1 * dx
                kick[6] += dx / total
                kick[7] += dy / total
                kick[9] += rigid[9] * a0 + rigid[12] * a1 + rigid[13] * a2
                kick[10] += rigid[12] * a0 + rigid[10] * a1 + rigid[14] * a2
                kick[11] += rigid[13] * a0 + rigid[14] * a1 + rigid[11] * a2
    return largest


@inner_kernel
def plate_pass(
    plates: Floats, order: Integers, beneath: Integers, load: Floats, drag: Floats, friction: Floats
) -> float:
    """One pass of friction between moving plates and what they lie on, patch by patch, from the top down."""
    count = order.shape[0]
    largest = 0.0
    for back in range(count):
        k = order[count - 1 - back]
        if plates[k, DYNAMIC] == 0.0:
            continue
        for p in range(PATCHES):
            j = beneath[k, p]
            if j == FREE:
                continue
            gx, gy = patch_place(plates, k, p)
            px, py = gx - plates[k, X], gy - plates[k, Y]
            ux, uy = plates[k, VX] - plates[k, SPIN] * py, plates[k, VY] + plates[k, SPIN] * px
            give = plates[k, INVERSE_MASS] + plates[k, INVERSE_INERTIA] * (px * px + py * py)
            kind = TABLE
            if j >= 0:
                qx, qy = gx - plates[j, X], gy - plates[j, Y]
                ux -= plates[j, VX] - plates[j, SPIN] * qy
                uy -= plates[j, VY] + plates[j, SPIN] * qx
                kind = int(plates[j, KIND])
                if plates[j, DYNAMIC] != 0.0:
                    give += plates[j, INVERSE_MASS] + plates[j, INVERSE_INERTIA] * (qx * qx + qy * qy)
            jx, jy = drag[k, p, 0] - ux / give, drag[k, p, 1] - uy / give
            length = math.sqrt(jx * jx + jy * jy)
            limit = friction[int(plates[k, KIND]), kind] * load[k, p]
            if length > limit:
                jx *= limit / length
                jy *= limit / length
            dx, dy = jx - drag[k, p, 0], jy - drag[k, p, 1]
            drag[k, p, 0], drag[k, p, 1] = jx, jy
            largest = max(largest, max(abs(dx), abs(dy)) * give)
            strike_plate(plates, k, gx, gy, dx, dy)
            if j >= 0:
                strike_plate(plates, j, gx, gy, -dx, -dy)
    return largest
