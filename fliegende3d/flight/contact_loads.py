"""Loads down the stack by pressure patches, and whether friction holds the plates that were taken as fixed."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.contact_places import edge_inside, local_place, nearest_patch, patch_place, strike_plate
from fliegende3d.flight.contact_state import FREE, LOADED, NOT_THERE, ON_TABLE, PRESSED, TINY, UNDER_SHARE
from fliegende3d.flight.layout import STEP, TABLE_X, TABLE_Y
from fliegende3d.flight.plates import (
    AWAKE,
    BELOW,
    COVERED,
    DYNAMIC,
    FORCE_X,
    FORCE_Y,
    GONE,
    GRAVITY,
    INERTIA,
    KIND,
    LIFT,
    MASS,
    MET,
    PATCHES,
    REACH,
    SIDE,
    SPIN,
    START_VX,
    STATIC_SPEED,
    TABLE,
    TORQUE,
    UNDER_COUNT,
    VX,
    VY,
    X,
    Y,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def carry_loads(plates: Floats, order: Integers, beneath: Integers, resting: Floats, par: Floats, con: Floats) -> None:
    """What each patch rests on, and the resting load [N] it carries, passed down the stack.

    Args:
        beneath: output, shape (plates, PATCHES): a plate, `ON_TABLE` or `FREE`.
        resting: output, shape (plates, PATCHES).
    """
    count = order.shape[0]
    for k in range(count):
        plates[k, COVERED] = 0.0
    for o in range(count):
        k = order[o]
        for p in range(PATCHES):
            resting[k, p] = 0.0
            beneath[k, p] = FREE
            if plates[k, GONE] == 0.0:
                x, y = patch_place(plates, k, p)
                a, b = local_place(plates, k, x, y)
                deep, _ = edge_inside(plates, k, a, b)
                if deep <= 0.0:
                    beneath[k, p] = NOT_THERE
                elif abs(x) < par[TABLE_X] and abs(y) < par[TABLE_Y]:
                    beneath[k, p] = ON_TABLE
        if plates[k, GONE] != 0.0:
            continue
        for q in range(o):
            j = order[q]
            dx, dy = plates[j, X] - plates[k, X], plates[j, Y] - plates[k, Y]
            reach = plates[j, REACH] + plates[k, REACH]
            if plates[j, GONE] != 0.0 or dx * dx + dy * dy > reach * reach:
                continue
            for p in range(PATCHES):
                x, y = patch_place(plates, k, p)
                a, b = local_place(plates, j, x, y)
                deep, _ = edge_inside(plates, j, a, b)
                if deep > 0.0 and beneath[k, p] != NOT_THERE:
                    beneath[k, p] = j
        carried = 0
        for p in range(PATCHES):
            if beneath[k, p] == NOT_THERE:
                beneath[k, p] = FREE
        for p in range(PATCHES):
            if beneath[k, p] >= 0:
                plates[beneath[k, p], COVERED] = 1.0
            if beneath[k, p] != FREE:
                carried += 1
        for p in range(PATCHES):
            if beneath[k, p] != FREE:
                resting[k, p] = plates[k, MASS] * con[GRAVITY] / carried
    for back in range(count):
        k = order[count - 1 - back]
        for p in range(PATCHES):
            j = beneath[k, p]
            if j >= 0:
                x, y = patch_place(plates, k, p)
                resting[j, nearest_patch(plates, j, x, y)] += resting[k, p]


@inner_kernel
def share_loads(
    x: Floats,
    plates: Floats,
    order: Integers,
    beneath: Integers,
    resting: Floats,
    load: Floats,
    hold: Floats,
    lower: Integers,
    upper: Integers,
    par: Floats,
    con: Floats,
) -> None:
    """Which plates take part, and the normal impulse [N s] of every patch within this step."""
    h = par[STEP]
    n = x.shape[0]
    count = order.shape[0]
    for o in range(count):
        k = order[o]
        for p in range(PATCHES):
            j = beneath[k, p]
            if j >= 0 and (plates[j, AWAKE] != 0.0 or plates[j, MET] == 2.0):
                plates[k, MET] = 2.0
        if plates[k, AWAKE] != 0.0:
            plates[k, MET] = 2.0
        for d in range(3):
            plates[k, START_VX + d] = plates[k, VX + d]
        plates[k, LIFT] = 0.0
        if plates[k, SIDE] == BELOW:
            plates[k, LIFT] = min(1.0, UNDER_SHARE * plates[k, UNDER_COUNT] / n)
        plates[k, DYNAMIC] = 0.0
        for p in range(PATCHES):
            load[k, p] = resting[k, p] * h * (1.0 - plates[k, LIFT])
    for i in range(n):
        k = upper[i]
        if k >= 0:
            hold[i, LOADED] = plates[k, MASS] * con[GRAVITY] * h * plates[k, LIFT] / plates[k, UNDER_COUNT]
            hold[i, PRESSED] += hold[i, LOADED]
        k = lower[i]
        if k >= 0 and hold[i, PRESSED] > 0.0:
            load[k, nearest_patch(plates, k, x[i, 0], x[i, 1])] += hold[i, PRESSED]
    for back in range(count):
        k = order[count - 1 - back]
        if plates[k, MET] == 0.0:
            continue
        for p in range(PATCHES):
            j = beneath[k, p]
            if j < 0:
                continue
            extra = load[k, p] - resting[k, p] * h
            if extra != 0.0:
                px, py = patch_place(plates, k, p)
                load[j, nearest_patch(plates, j, px, py)] += extra
            if plates[j, MET] == 0.0:
                plates[j, MET] = 1.0
    for o in range(count):
        k = order[o]
        if plates[k, MET] != 2.0 or plates[k, GONE] != 0.0:
            continue
        turning = plates[k, REACH] * abs(plates[k, SPIN])
        slow = math.sqrt(plates[k, VX] * plates[k, VX] + plates[k, VY] * plates[k, VY]) + turning < con[STATIC_SPEED]
        for p in range(PATCHES):
            j = beneath[k, p]
            if j >= 0 and plates[j, DYNAMIC] != 0.0:
                slow = False
        if not slow:
            plates[k, DYNAMIC] = 1.0


@inner_kernel
def fixed_plates_hold(plates: Floats, order: Integers, beneath: Integers, load: Floats, friction: Floats) -> bool:
    """Whether friction can hold all plates that were taken as fixed; those that it cannot are set free.

    A plate holds if its reaction (F, T about its centre of pressure) lies in the ellipsoid
    (F / sum mu N)^2 + (T / sum mu N r)^2 <= 1; it then hands the reaction down to what it lies on.
    """
    count = order.shape[0]
    holds = True
    for back in range(count):
        k = order[count - 1 - back]
        if plates[k, DYNAMIC] != 0.0 or plates[k, GONE] != 0.0:
            continue
        fx = plates[k, FORCE_X] + plates[k, MASS] * plates[k, START_VX]
        fy = plates[k, FORCE_Y] + plates[k, MASS] * plates[k, START_VX + 1]
        torque = plates[k, TORQUE] + plates[k, INERTIA] * plates[k, START_VX + 2]
        if fx == 0.0 and fy == 0.0 and torque == 0.0:
            continue
        strength, cx, cy = TINY, 0.0, 0.0
        for p in range(PATCHES):
            j = beneath[k, p]
            if j == FREE:
                continue
            f = friction[int(plates[k, KIND]), TABLE if j < 0 else int(plates[j, KIND])] * load[k, p]
            gx, gy = patch_place(plates, k, p)
            strength += f
            cx += f * (gx - plates[k, X])
            cy += f * (gy - plates[k, Y])
        cx /= strength
        cy /= strength
        turning = TINY
        for p in range(PATCHES):
            j = beneath[k, p]
            if j == FREE:
                continue
            f = friction[int(plates[k, KIND]), TABLE if j < 0 else int(plates[j, KIND])] * load[k, p]
            gx, gy = patch_place(plates, k, p)
            gx -= plates[k, X] + cx
            gy -= plates[k, Y] + cy
            turning += f * math.sqrt(gx * gx + gy * gy)
        about = torque - (cx * fy - cy * fx)
        if (fx * fx + fy * fy) / (strength * strength) + about * about / (turning * turning) > 1.0:
            plates[k, DYNAMIC] = 1.0
            plates[k, MET] = 2.0
            holds = False
            continue
        for p in range(PATCHES):
            j = beneath[k, p]
            if j >= 0 and plates[j, DYNAMIC] == 0.0:
                f = friction[int(plates[k, KIND]), int(plates[j, KIND])] * load[k, p] / strength
                gx, gy = patch_place(plates, k, p)
                strike_plate(plates, j, gx, gy, f * fx, f * fy)
                plates[j, TORQUE] += f * about
    if not holds:
        for o in range(count):
            k = order[o]
            for p in range(PATCHES):
                j = beneath[k, p]
                if j >= 0 and plates[j, DYNAMIC] != 0.0:
                    plates[k, DYNAMIC] = 1.0
                    plates[k, MET] = 2.0
    return holds
