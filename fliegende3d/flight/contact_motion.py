"""What impulses do to the sheet and to plates, keeping angular momentum to rounding."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.contact_state import (
    AT_X,
    AT_Y,
    AT_Z,
    DEPTH,
    LOWER_X,
    LOWER_Y,
    PUSHED_PLATE,
    SLACK,
    TO_X,
    TO_Y,
    UPPER_X,
    UPPER_Y,
)
from fliegende3d.flight.ground import note_touch
from fliegende3d.flight.layout import STEP, TABLE_X, TABLE_Y
from fliegende3d.flight.plates import (
    AWAKE,
    COSINE,
    DYNAMIC,
    FELL,
    GONE,
    MASS,
    REPAIR_SPEED,
    SIDE,
    SINE,
    SPIN,
    VX,
    VY,
    YAW,
    X,
    Y,
)

Floats = NDArray[np.float64]


@inner_kernel
def swirl(x: Floats, v: Floats, mass: Floats) -> float:
    """Angular momentum of the sheet about the vertical through the origin [kg m^2/s]."""
    total = 0.0
    for i in range(x.shape[0]):
        total += mass[i] * (x[i, 0] * v[i, 1] - x[i, 1] * v[i, 0])
    return total


@inner_kernel
def keep_swirl(x: Floats, v: Floats, mass: Floats, wanted: float) -> None:
    """Give the sheet this angular momentum about the vertical through the origin by a rigid turn about its centre."""
    total = c0 = c1 = 0.0
    for i in range(x.shape[0]):
        total += mass[i]
        c0 += mass[i] * x[i, 0]
        c1 += mass[i] * x[i, 1]
    turn_back(x, v, mass, c0 / total, c1 / total, swirl(x, v, mass) - wanted)


@inner_kernel
def turn_back(x: Floats, v: Floats, mass: Floats, c0: float, c1: float, spare: float) -> None:
    """Take angular momentum [kg m^2/s] about the vertical from the sheet by a rigid turn about its centre (c0, c1)."""
    polar = 0.0
    for i in range(x.shape[0]):
        r0, r1 = x[i, 0] - c0, x[i, 1] - c1
        polar += mass[i] * (r0 * r0 + r1 * r1)
    turn = -spare / polar
    for i in range(x.shape[0]):
        v[i, 0] -= turn * (x[i, 1] - c1)
        v[i, 1] += turn * (x[i, 0] - c0)


@inner_kernel
def apply_impulses(
    x: Floats,
    v: Floats,
    mass: Floats,
    hold: Floats,
    rigid: Floats,
    kick: Floats,
    pushing: bool,
    h: float,
) -> None:
    """Give the sheet its impulses; a rigid turn takes back the angular momentum that the moved positions would add."""
    spare = total = c0 = c1 = 0.0
    for i in range(x.shape[0]):
        r0, r1, r2 = x[i, 0] - rigid[0], x[i, 1] - rigid[1], x[i, 2] - rigid[2]
        dx = (hold[i, LOWER_X] + hold[i, UPPER_X]) / mass[i]
        dy = (hold[i, LOWER_Y] + hold[i, UPPER_Y]) / mass[i]
        dz = 0.0
        if pushing:
            dx += kick[0] + kick[4] * r2 - kick[5] * r1
            dy += kick[1] + kick[5] * r0 - kick[3] * r2
            dz = kick[3] * r1 - kick[4] * r0
        v[i, 0] += dx
        v[i, 1] += dy
        v[i, 2] += dz
        x[i, 0] += h * dx
        x[i, 1] += h * dy
        x[i, 2] += h * dz
        spare += mass[i] * h * (dx * v[i, 1] - dy * v[i, 0])
        total += mass[i]
        c0 += mass[i] * x[i, 0]
        c1 += mass[i] * x[i, 1]
    turn_back(x, v, mass, c0 / total, c1 / total, spare)


@inner_kernel
def move_plates(plates: Floats, par: Floats, touch: Floats) -> None:
    """Advance moving plates by a step; one whose centre passes the rim is gone."""
    h = par[STEP]
    for k in range(plates.shape[0]):
        if plates[k, DYNAMIC] == 0.0:
            plates[k, AWAKE] = 0.0
            continue
        plates[k, AWAKE] = 1.0
        plates[k, X] += h * plates[k, VX]
        plates[k, Y] += h * plates[k, VY]
        angle = h * plates[k, SPIN]
        plates[k, YAW] += angle
        sine, cosine = angle * (1.0 - angle * angle / 6.0), 1.0 - 0.5 * angle * angle
        a = plates[k, COSINE] * cosine - plates[k, SINE] * sine
        b = plates[k, SINE] * cosine + plates[k, COSINE] * sine
        length = math.sqrt(a * a + b * b)
        plates[k, COSINE], plates[k, SINE] = a / length, b / length
        if abs(plates[k, X]) >= par[TABLE_X] or abs(plates[k, Y]) >= par[TABLE_Y]:
            plates[k, GONE] = 1.0
            plates[k, AWAKE] = 0.0
            plates[k, SIDE] = 0.0
            speed = math.sqrt(plates[k, VX] * plates[k, VX] + plates[k, VY] * plates[k, VY])
            note_touch(touch[1 + k, FELL], plates[k, X], plates[k, Y], 0.0, speed)


@inner_kernel
def part_pushed(
    x: Floats,
    v: Floats,
    mass: Floats,
    plates: Floats,
    pushes: Floats,
    push_count: int,
    rigid: Floats,
    kick: Floats,
    total: float,
    par: Floats,
    con: Floats,
) -> None:
    """Take the overlap that pushes left from the positions only, shared by mass and no faster than `REPAIR_SPEED`."""
    h = par[STEP]
    for q in range(push_count):
        k = int(pushes[q, PUSHED_PLATE])
        r0, r1, r2 = pushes[q, AT_X] - rigid[0], pushes[q, AT_Y] - rigid[1], pushes[q, AT_Z] - rigid[2]
        px, py = pushes[q, AT_X] - plates[k, X], pushes[q, AT_Y] - plates[k, Y]
        ux = kick[0] + kick[4] * r2 - kick[5] * r1
        uy = kick[1] + kick[5] * r0 - kick[3] * r2
        if plates[k, DYNAMIC] != 0.0:
            ux -= plates[k, VX] - plates[k, SPIN] * py
            uy -= plates[k, VY] + plates[k, SPIN] * px
        pushes[q, DEPTH] -= h * (ux * pushes[q, TO_X] + uy * pushes[q, TO_Y])
    for k in range(plates.shape[0]):
        worst, deepest = -1, SLACK
        for q in range(push_count):
            if int(pushes[q, PUSHED_PLATE]) == k and pushes[q, DEPTH] > deepest:
                worst, deepest = q, pushes[q, DEPTH]
        if worst < 0:
            continue
        way = min(deepest - SLACK, con[REPAIR_SPEED] * h)
        share = total / (total + plates[k, MASS]) if plates[k, DYNAMIC] != 0.0 else 0.0
        plate_x, plate_y = -share * way * pushes[worst, TO_X], -share * way * pushes[worst, TO_Y]
        sheet_x, sheet_y = (1.0 - share) * way * pushes[worst, TO_X], (1.0 - share) * way * pushes[worst, TO_Y]
        plates[k, X] += plate_x
        plates[k, Y] += plate_y
        spare = plates[k, MASS] * (plate_x * plates[k, VY] - plate_y * plates[k, VX])
        c0 = c1 = 0.0
        for i in range(x.shape[0]):
            x[i, 0] += sheet_x
            x[i, 1] += sheet_y
            spare += mass[i] * (sheet_x * v[i, 1] - sheet_y * v[i, 0])
            c0 += mass[i] * x[i, 0]
            c1 += mass[i] * x[i, 1]
        turn_back(x, v, mass, c0 / total, c1 / total, spare)
