"""Places on plates: their own axes, pressure patches, depth inside an outline, and which plates are near the sheet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.outline import MARGIN, NODES_X, NODES_Y
from fliegende3d.flight.plates import (
    AWAKE,
    COSINE,
    DYNAMIC,
    FORCE_X,
    FORCE_Y,
    GONE,
    HALF_X,
    HALF_Y,
    INVERSE_INERTIA,
    INVERSE_MASS,
    RAMP,
    REACH,
    SHAPE,
    SHAPED,
    SIDE,
    SINE,
    SPIN,
    TORQUE,
    VX,
    VY,
    ZONE,
    X,
    Y,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@inner_kernel
def local_place(plates: Floats, k: int, x: float, y: float) -> tuple[float, float]:
    """A place in the axes of plate k."""
    a, b = x - plates[k, X], y - plates[k, Y]
    return plates[k, COSINE] * a + plates[k, SINE] * b, plates[k, COSINE] * b - plates[k, SINE] * a


@inner_kernel
def patch_place(plates: Floats, k: int, p: int) -> tuple[float, float]:
    """The middle of pressure patch p (3 x 4 over the plate)."""
    a = plates[k, HALF_X] * (2.0 / 3.0) * (p % 3 - 1)
    b = plates[k, HALF_Y] * (0.5 * (p // 3) - 0.75)
    return (
        plates[k, X] + plates[k, COSINE] * a - plates[k, SINE] * b,
        plates[k, Y] + plates[k, SINE] * a + plates[k, COSINE] * b,
    )


@inner_kernel
def nearest_patch(plates: Floats, k: int, x: float, y: float) -> int:
    """The pressure patch of plate k at a place."""
    a, b = local_place(plates, k, x, y)
    column = min(max(int((a / plates[k, HALF_X] + 1.0) * 1.5), 0), 2)
    row = min(max(int((b / plates[k, HALF_Y] + 1.0) * 2.0), 0), 3)
    return column + 3 * row


@inner_kernel
def edge_inside(plates: Floats, k: int, a: float, b: float) -> tuple[float, int]:
    """How deep a place (in the plate's axes) is inside the outline [m], and the nearest edge (+x, -x, +y, -y)."""
    in_x, in_y = plates[k, HALF_X] - abs(a), plates[k, HALF_Y] - abs(b)
    if plates[k, SHAPED] != 0.0 and min(in_x, in_y) > -MARGIN:
        u = (0.5 + 0.5 * a / (plates[k, HALF_X] + MARGIN)) * (NODES_X - 1)
        w = (0.5 + 0.5 * b / (plates[k, HALF_Y] + MARGIN)) * (NODES_Y - 1)
        i, j = min(int(u), NODES_X - 2), min(int(w), NODES_Y - 2)
        u, w = u - i, w - j
        at = SHAPE + j * NODES_X + i
        d00, d10 = plates[k, at], plates[k, at + 1]
        d01, d11 = plates[k, at + NODES_X], plates[k, at + NODES_X + 1]
        rise_x = ((1.0 - w) * (d10 - d00) + w * (d11 - d01)) / (plates[k, HALF_X] + MARGIN) * NODES_X
        rise_y = ((1.0 - u) * (d01 - d00) + u * (d11 - d10)) / (plates[k, HALF_Y] + MARGIN) * NODES_Y
        deep = (1.0 - w) * ((1.0 - u) * d00 + u * d10) + w * ((1.0 - u) * d01 + u * d11)
        if abs(rise_x) > abs(rise_y):
            return deep, 0 if rise_x < 0.0 else 1
        return deep, 2 if rise_y < 0.0 else 3
    if in_x < in_y:
        return in_x, 0 if a > 0.0 else 1
    return in_y, 2 if b > 0.0 else 3


@inner_kernel
def inwards(plates: Floats, k: int, edge: int, v: Floats, i: int) -> float:
    """How fast vertex i moves over an edge of a plate, towards its inside [m/s]."""
    along_x, along_y = plates[k, COSINE], plates[k, SINE]
    if edge > 1:
        along_x, along_y = -plates[k, SINE], plates[k, COSINE]
    outwards: float = along_x * (v[i, 0] - plates[k, VX]) + along_y * (v[i, 1] - plates[k, VY])
    return -outwards if edge % 2 == 0 else outwards


@inner_kernel
def box_reaches(plates: Floats, k: int, x: float, y: float, half_x: float, half_y: float, con: Floats) -> bool:
    """Whether an upright box (centre, half sides) comes as near to plate k as a ramp reaches."""
    a, b = local_place(plates, k, x, y)
    c, s = abs(plates[k, COSINE]), abs(plates[k, SINE])
    margin = con[RAMP]
    near_a = abs(a) < plates[k, HALF_X] + c * half_x + s * half_y + margin
    return bool(near_a and abs(b) < plates[k, HALF_Y] + s * half_x + c * half_y + margin)


@inner_kernel
def plates_nearby(x: Floats, plates: Floats, order: Integers, near: Integers, con: Floats) -> int:
    """Plates under the sheet's bounding box, bottom first; returns how many. The others forget on which side it was."""
    lowest = left = bottom = 1e9
    right = top = -1e9
    for i in range(x.shape[0]):
        lowest = min(lowest, x[i, 2])
        left, right = min(left, x[i, 0]), max(right, x[i, 0])
        bottom, top = min(bottom, x[i, 1]), max(top, x[i, 1])
    count = 0
    for o in range(order.shape[0]):
        k = order[o]
        r = plates[k, REACH]
        if (
            plates[k, GONE] == 0.0
            and lowest < con[ZONE]
            and left < plates[k, X] + r
            and right > plates[k, X] - r
            and bottom < plates[k, Y] + r
            and top > plates[k, Y] - r
            and box_reaches(
                plates, k, 0.5 * (left + right), 0.5 * (bottom + top), 0.5 * (right - left), 0.5 * (top - bottom), con
            )
        ):
            near[count] = k
            count += 1
        else:
            plates[k, SIDE] = 0.0
    return count


@inner_kernel
def plates_move(plates: Floats) -> bool:
    """Whether any plate is on its way."""
    moving = False
    for k in range(plates.shape[0]):
        if plates[k, AWAKE] != 0.0:
            moving = True
    return moving


@inner_kernel
def strike_plate(plates: Floats, k: int, x: float, y: float, jx: float, jy: float) -> None:
    """An impulse [N s] on plate k at a place; a fixed plate only collects the reaction."""
    a, b = x - plates[k, X], y - plates[k, Y]
    torque = a * jy - b * jx
    if plates[k, DYNAMIC] != 0.0:
        plates[k, VX] += plates[k, INVERSE_MASS] * jx
        plates[k, VY] += plates[k, INVERSE_MASS] * jy
        plates[k, SPIN] += plates[k, INVERSE_INERTIA] * torque
    plates[k, FORCE_X] += jx
    plates[k, FORCE_Y] += jy
    plates[k, TORQUE] += torque
