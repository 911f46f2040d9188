"""Plates of one layer that meet edge on: where, with what impulse, and how they are parted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.contact_places import edge_inside, local_place, strike_plate
from fliegende3d.flight.contact_state import (
    FIRST,
    MEET_DEPTH,
    MEET_IMPULSE,
    MEET_TO_X,
    MEET_TO_Y,
    MEET_X,
    MEET_Y,
    MEETING_COLUMNS,
    MOST_CORNERS,
    SECOND,
)
from fliegende3d.flight.outline import MARGIN, NODES_X, NODES_Y
from fliegende3d.flight.plates import (
    COSINE,
    DYNAMIC,
    GONE,
    HALF_X,
    HALF_Y,
    INVERSE_INERTIA,
    INVERSE_MASS,
    MASS,
    REACH,
    SHAPE,
    SHAPED,
    SINE,
    SPIN,
    VX,
    VY,
    X,
    Y,
)

Floats = NDArray[np.float64]
Bytes = NDArray[np.int8]


@inner_kernel
def outlines_overlap(plates: Floats, a: int, b: int, meetings: Floats, count: int) -> int:
    """Contact points of two plates of which at least one is no rectangle, the deepest first.

    They are corners of rectangles and nodes of outlines near their boundary. A node that is s inside its own outline
    and o inside the other one is near a place where one reaches s + o into the other.

    Returns:
        The new count of meetings, the same if the outlines are apart.
    """
    begun = count
    for q in range(2):
        k, other = (a, b) if q == 0 else (b, a)
        shaped = plates[k, SHAPED] != 0.0
        columns, rows = (NODES_X, NODES_Y) if shaped else (2, 2)
        margin = MARGIN if shaped else 0.0
        step_x = 2.0 * (plates[k, HALF_X] + margin) / (columns - 1)
        step_y = 2.0 * (plates[k, HALF_Y] + margin) / (rows - 1)
        for n in range(columns * rows):
            own = plates[k, SHAPE + n] if shaped else 0.0
            if own < 0.0 or own > max(step_x, step_y):
                continue
            u = step_x * (n % columns) - plates[k, HALF_X] - margin
            w = step_y * (n // columns) - plates[k, HALF_Y] - margin
            px = plates[k, X] + plates[k, COSINE] * u - plates[k, SINE] * w
            py = plates[k, Y] + plates[k, SINE] * u + plates[k, COSINE] * w
            la, lb = local_place(plates, other, px, py)
            deep, edge = edge_inside(plates, other, la, lb)
            deep += own
            if deep <= 0.0 or count - begun >= MOST_CORNERS or count >= meetings.shape[0]:
                continue
            sign = (1.0 if edge % 2 == 0 else -1.0) * (1.0 if q == 0 else -1.0)
            meetings[count, FIRST], meetings[count, SECOND] = a, b
            meetings[count, MEET_X], meetings[count, MEET_Y] = px, py
            meetings[count, MEET_TO_X] = sign * (plates[other, COSINE] if edge < 2 else -plates[other, SINE])
            meetings[count, MEET_TO_Y] = sign * (plates[other, SINE] if edge < 2 else plates[other, COSINE])
            meetings[count, MEET_DEPTH], meetings[count, MEET_IMPULSE] = deep, 0.0
            if deep > meetings[begun, MEET_DEPTH]:
                for column in range(MEETING_COLUMNS):
                    kept = meetings[begun, column]
                    meetings[begun, column] = meetings[count, column]
                    meetings[count, column] = kept
            count += 1
    return count


@inner_kernel
def overlap(plates: Floats, a: int, b: int, meetings: Floats, count: int) -> int:
    """Whether two plates overlap (separating axes, then their real outlines); contact points are the corners of one
    inside the other.

    Returns:
        The new count of meetings, or -1 if the plates are apart.
    """
    best = 1e9
    to_x = to_y = 0.0
    dx, dy = plates[a, X] - plates[b, X], plates[a, Y] - plates[b, Y]
    for e in range(4):
        k = a if e < 2 else b
        nx = plates[k, COSINE] if e % 2 == 0 else -plates[k, SINE]
        ny = plates[k, SINE] if e % 2 == 0 else plates[k, COSINE]
        reach = 0.0
        for q in range(2):
            j = a if q == 0 else b
            reach += plates[j, HALF_X] * abs(plates[j, COSINE] * nx + plates[j, SINE] * ny)
            reach += plates[j, HALF_Y] * abs(plates[j, COSINE] * ny - plates[j, SINE] * nx)
        apart = dx * nx + dy * ny
        depth = reach - abs(apart)
        if depth <= 0.0:
            return -1
        if depth < best:
            best = depth
            sign = 1.0 if apart > 0.0 else -1.0
            to_x, to_y = sign * nx, sign * ny
    if plates[a, SHAPED] != 0.0 or plates[b, SHAPED] != 0.0:
        more = outlines_overlap(plates, a, b, meetings, count)
        return more if more > count else -1
    for q in range(8):
        k, other = (a, b) if q < 4 else (b, a)
        u = plates[k, HALF_X] * (1.0 if q % 2 == 1 else -1.0)
        w = plates[k, HALF_Y] * (1.0 if q % 4 > 1 else -1.0)
        px = plates[k, X] + plates[k, COSINE] * u - plates[k, SINE] * w
        py = plates[k, Y] + plates[k, SINE] * u + plates[k, COSINE] * w
        la, lb = local_place(plates, other, px, py)
        if abs(la) < plates[other, HALF_X] and abs(lb) < plates[other, HALF_Y] and count < meetings.shape[0]:
            meetings[count, FIRST], meetings[count, SECOND] = a, b
            meetings[count, MEET_X], meetings[count, MEET_Y] = px, py
            meetings[count, MEET_TO_X], meetings[count, MEET_TO_Y] = to_x, to_y
            meetings[count, MEET_DEPTH], meetings[count, MEET_IMPULSE] = best, 0.0
            count += 1
    return count


@kernel
def relate(plates: Floats, related: Bytes, meetings: Floats) -> None:
    """Mark which plates lie over one another: `related`, shape (plates, plates)."""
    pair = meetings.shape[0] - MOST_CORNERS
    for a in range(plates.shape[0]):
        for b in range(a):
            over = overlap(plates, a, b, meetings, pair) >= 0
            related[a, b] = related[b, a] = 1 if over else 0


@inner_kernel
def find_meetings(plates: Floats, related: Bytes, meetings: Floats, h: float) -> int:
    """Plates of the same layer that will touch within this step; a gap that is left may still be closed."""
    count = 0
    k_count = plates.shape[0]
    for sign in (1.0, -1.0):
        for k in range(k_count):
            if plates[k, DYNAMIC] != 0.0:
                plates[k, X] += sign * h * plates[k, VX]
                plates[k, Y] += sign * h * plates[k, VY]
        if sign < 0.0:
            break
        for a in range(k_count):
            if plates[a, DYNAMIC] == 0.0:
                continue
            for b in range(k_count):
                if b == a or plates[b, GONE] != 0.0 or (plates[b, DYNAMIC] != 0.0 and b < a):
                    continue
                dx, dy = plates[a, X] - plates[b, X], plates[a, Y] - plates[b, Y]
                reach = plates[a, REACH] + plates[b, REACH]
                if dx * dx + dy * dy > reach * reach:
                    related[a, b] = related[b, a] = 0
                    continue
                more = overlap(plates, a, b, meetings, count)
                if more < 0:
                    related[a, b] = related[b, a] = 0
                elif related[a, b] == 0:
                    count = more
    for q in range(count):
        a, b = int(meetings[q, FIRST]), int(meetings[q, SECOND])
        meetings[q, MEET_DEPTH] += h * (
            meetings[q, MEET_TO_X] * (plates[a, VX] - plates[b, VX])
            + meetings[q, MEET_TO_Y] * (plates[a, VY] - plates[b, VY])
        )
    return count


@inner_kernel
def meeting_pass(plates: Floats, meetings: Floats, count: int, h: float) -> float:
    """One pass over plates that meet edge on: they may close the gap that is left and no more."""
    largest = 0.0
    for q in range(count):
        a, b = int(meetings[q, FIRST]), int(meetings[q, SECOND])
        nx, ny = meetings[q, MEET_TO_X], meetings[q, MEET_TO_Y]
        px, py = meetings[q, MEET_X] - plates[a, X], meetings[q, MEET_Y] - plates[a, Y]
        qx, qy = meetings[q, MEET_X] - plates[b, X], meetings[q, MEET_Y] - plates[b, Y]
        speed = nx * (plates[a, VX] - plates[a, SPIN] * py - plates[b, VX] + plates[b, SPIN] * qy)
        speed += ny * (plates[a, VY] + plates[a, SPIN] * px - plates[b, VY] - plates[b, SPIN] * qx)
        lever = px * ny - py * nx
        give = plates[a, INVERSE_MASS] + plates[a, INVERSE_INERTIA] * lever * lever
        lever = qx * ny - qy * nx
        if plates[b, DYNAMIC] != 0.0:
            give += plates[b, INVERSE_MASS] + plates[b, INVERSE_INERTIA] * lever * lever
        gap = max(0.0, -meetings[q, MEET_DEPTH]) / h
        impulse = max(0.0, meetings[q, MEET_IMPULSE] - (speed + gap) / give)
        change = impulse - meetings[q, MEET_IMPULSE]
        meetings[q, MEET_IMPULSE] = impulse
        largest = max(largest, abs(change) * give)
        strike_plate(plates, a, meetings[q, MEET_X], meetings[q, MEET_Y], change * nx, change * ny)
        strike_plate(plates, b, meetings[q, MEET_X], meetings[q, MEET_Y], -change * nx, -change * ny)
    return largest


@inner_kernel
def part_plates(plates: Floats, related: Bytes, meetings: Floats) -> None:
    """Part plates of one layer that overlap after they moved, by positions only, shared by mass."""
    pair = meetings.shape[0] - MOST_CORNERS
    for a in range(plates.shape[0]):
        if plates[a, DYNAMIC] == 0.0 or plates[a, GONE] != 0.0:
            continue
        for b in range(plates.shape[0]):
            if b == a or related[a, b] != 0 or plates[b, GONE] != 0.0 or (plates[b, DYNAMIC] != 0.0 and b < a):
                continue
            dx, dy = plates[a, X] - plates[b, X], plates[a, Y] - plates[b, Y]
            reach = plates[a, REACH] + plates[b, REACH]
            if dx * dx + dy * dy > reach * reach:
                continue
            if overlap(plates, a, b, meetings, pair) <= pair:
                continue
            way = meetings[pair, MEET_DEPTH]
            share = plates[a, MASS] / (plates[a, MASS] + plates[b, MASS]) if plates[b, DYNAMIC] != 0.0 else 0.0
            for k, part in ((a, 1.0 - share), (b, -share)):
                way_x, way_y = part * way * meetings[pair, MEET_TO_X], part * way * meetings[pair, MEET_TO_Y]
                plates[k, X] += way_x
                plates[k, Y] += way_y
                spare = plates[k, MASS] * (way_x * plates[k, VY] - way_y * plates[k, VX])
                plates[k, SPIN] -= spare * plates[k, INVERSE_INERTIA]
