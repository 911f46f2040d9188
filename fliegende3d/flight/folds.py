"""Folds: a sheet that comes to lie over itself keeps its layers apart by its thickness.

A flat or gently bent sheet cannot touch itself: layers are looked for only if the sheet is curled up or some face looks
away from the mean normal. Then pairs of faces whose boxes (swept over the substep, in the frame that turns with the
sheet) overlap are searched for vertices that pass or come near the other face, and for edges that pass or come near one
another (Bridson, Fedkiw and Anderson 2002, `Robust treatment of collisions, contact and friction for cloth animation`).
A vertex remembers on which side of a face it is for as long as it stays near, and an edge on which side of another, so
that neither pressure nor rounding lets them through.

Every contact is a sum of weighted vertices that has to keep a distance along a normal. Positions are corrected by
Jacobi passes, velocities lose their approach (no bounce) and Coulomb friction; both with equal and opposite shares, so
that linear momentum stays, and angular momentum is restored at the end. Jacobi passes depend on no order: mirrored
sheets fold to mirror images.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.ground import RIM_DEPTH
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import load, spread, total, where_positive
from fliegende3d.flight.layout import (
    AREA,
    COLUMNS,
    FACE_EXISTS,
    FITTED,
    FLOOR_Z,
    KEPT,
    LAYER_GAP,
    LENGTH,
    NEAR,
    SELF_FRICTION,
    STEP,
    TABLE_X,
    TABLE_Y,
    WIDTH,
)
from fliegende3d.flight.layout import NORMAL as NORMAL_AXIS
from fliegende3d.flight.rigid import fit_rigid, give_back, keep_momentum

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.uint32]
Stamps = NDArray[np.int32]

CORNERS = 5  # most vertices of a contact: one and the four of a face
# Columns of a contact's numbers: weights of its vertices, normal, distance to keep [m].
WEIGHT, NORMAL, DISTANCE = 0, 5, 8
CONTACT_NUMBERS = 9
CONTACTS_A_VERTEX = 8  # so many contacts there is room for
# Columns of a vertex's moves: change of position [m] and of velocity [m/s], contacts it takes part in, inverse mass for
# moves [1/kg] (none for what lies on the ground), height of what carries it [m].
MOVE, CHANGE, SHARES, YIELD, CARRIED = 0, 3, 6, 7, 8
MOVE_COLUMNS = 9

# The four sides of a face and its diagonals, by its corners.
EDGE_FIRST, EDGE_LAST = (0, 0, 2, 1, 0, 1), (1, 2, 3, 3, 3, 2)
SIDES, LINES = 4, 6
RELEASED = (
    1 << 29
)  # added to the stamp of a pair that is on the wrong side and let go, so that it can find its way back
CLEAR = 0.1  # of the layers' distance; nearer than this, lines without a memory have no side

CURLED = 0.7  # net area over whole area; a half cylinder has 0.64
APART = 2  # cells between a vertex and a face that may touch; nearer ones are kept apart by the stiffness
SLACK = 0.02  # of a cell, that a vertex may be outside a face and still be held by it
AROUND = 0.05  # of a cell, within which a vertex remembers its side
PARALLEL = 1e-3  # squared sine of the angle below which edges do not hold each other
FIRM = 0.25  # vertices that give way next to others on the ground go no farther than if all together gave way this much
REPAIR_SPEED = 0.1  # m/s; layers that are too near are parted no faster
ROUNDS = 6  # of search and repair
PASSES = 8
NEAR_ENOUGH = 2e-6  # m
TINY = 1e-30


@inner_kernel
def may_touch_itself(x: Floats, body: Floats, face: Floats, par: Floats) -> bool:
    """Whether the sheet is curled up, or some face looks away from its mean normal; needs the attitude."""
    if body[AREA] < CURLED * par[WIDTH] * par[LENGTH]:
        return True
    n, columns = x.shape[0], int(par[COLUMNS])
    n0, n1, n2 = body[NORMAL_AXIS], body[NORMAL_AXIS + 1], body[NORMAL_AXIS + 2]
    away = spread(0.0)
    for i in range(0, n - columns, LANES):
        j, k, m = i + 1, i + columns, i + columns + 1
        a0, b0 = load(x, m) - load(x, i), load(x, k) - load(x, j)
        a1, b1 = load(x, n + m) - load(x, n + i), load(x, n + k) - load(x, n + j)
        a2, b2 = load(x, 2 * n + m) - load(x, 2 * n + i), load(x, 2 * n + k) - load(x, 2 * n + j)
        towards = (a1 * b2 - a2 * b1) * n0 + (a2 * b0 - a0 * b2) * n1 + (a0 * b1 - a1 * b0) * n2
        exists = load(face, FACE_EXISTS * face.shape[1] + i)
        away = away + (exists - where_positive(towards, exists))
    return total(away) > 0.0


@inner_kernel
def overlapping(boxes: Floats, p: int, q: int) -> bool:
    """Whether two boxes (least and greatest x, y, z) overlap."""
    apart = False
    for d in range(3):
        apart = apart or boxes[p, d] > boxes[q, 3 + d] or boxes[q, d] > boxes[p, 3 + d]
    return not apart


@inner_kernel
def find_boxes(x: Floats, before: Floats, quads: Indices, boxes: Floats, cells: int, margin: float) -> None:
    """Boxes around each face over the substep, and behind them around each row of faces."""
    faces = quads.shape[0]
    for r in range(faces // cells):
        for d in range(3):
            boxes[faces + r, d], boxes[faces + r, 3 + d] = 1e9, -1e9
    for q in range(faces):
        row = faces + q // cells
        for d in range(3):
            low, high = 1e9, -1e9
            for e in range(4):
                i = quads[q, e]
                low, high = min(low, min(x[i, d], before[i, d])), max(high, max(x[i, d], before[i, d]))
            boxes[q, d], boxes[q, 3 + d] = low - margin, high + margin
            boxes[row, d], boxes[row, 3 + d] = min(boxes[row, d], low - margin), max(boxes[row, 3 + d], high + margin)


@inner_kernel
def place_over(y: Floats, i: int, quads: Indices, q: int) -> tuple[float, float, float, float, float, float]:
    """Where vertex i is over face q: along its width and length (0 to 1 inside), height [m], unit normal."""
    a, b, c, d = quads[q, 0], quads[q, 1], quads[q, 2], quads[q, 3]
    e0 = 0.5 * (y[b, 0] - y[a, 0] + y[d, 0] - y[c, 0])
    e1 = 0.5 * (y[b, 1] - y[a, 1] + y[d, 1] - y[c, 1])
    e2 = 0.5 * (y[b, 2] - y[a, 2] + y[d, 2] - y[c, 2])
    f0 = 0.5 * (y[c, 0] - y[a, 0] + y[d, 0] - y[b, 0])
    f1 = 0.5 * (y[c, 1] - y[a, 1] + y[d, 1] - y[b, 1])
    f2 = 0.5 * (y[c, 2] - y[a, 2] + y[d, 2] - y[b, 2])
    n0, n1, n2 = e1 * f2 - e2 * f1, e2 * f0 - e0 * f2, e0 * f1 - e1 * f0
    s = 1.0 / (math.sqrt(n0 * n0 + n1 * n1 + n2 * n2) + TINY)
    n0, n1, n2 = s * n0, s * n1, s * n2
    r0 = y[i, 0] - 0.25 * (y[a, 0] + y[b, 0] + y[c, 0] + y[d, 0])
    r1 = y[i, 1] - 0.25 * (y[a, 1] + y[b, 1] + y[c, 1] + y[d, 1])
    r2 = y[i, 2] - 0.25 * (y[a, 2] + y[b, 2] + y[c, 2] + y[d, 2])
    u = (r0 * e0 + r1 * e1 + r2 * e2) / (e0 * e0 + e1 * e1 + e2 * e2 + TINY)
    w = (r0 * f0 + r1 * f1 + r2 * f2) / (f0 * f0 + f1 * f1 + f2 * f2 + TINY)
    bulge = min(max(u, -0.5), 0.5) * min(max(w, -0.5), 0.5)  # of the saddle through four corners out of one plane
    g0 = y[a, 0] - y[b, 0] - y[c, 0] + y[d, 0]
    g1 = y[a, 1] - y[b, 1] - y[c, 1] + y[d, 1]
    g2 = y[a, 2] - y[b, 2] - y[c, 2] + y[d, 2]
    height = (r0 - bulge * g0) * n0 + (r1 - bulge * g1) * n1 + (r2 - bulge * g2) * n2
    return u + 0.5, w + 0.5, height, n0, n1, n2


@inner_kernel
def within(u: float, w: float, slack: float) -> bool:
    """Whether a place is inside a face, or outside it by no more than a share of its sides."""
    return bool(-slack <= u <= 1.0 + slack and -slack <= w <= 1.0 + slack)


@inner_kernel
def remembered_side(stamps: Stamps, i: int, q: int, cells: int, now: int) -> int:
    """The side of face q on which vertex i was seen a step ago, or that of the faces around if it is new to this one;
    positive: above, negative: below, 0: unknown.
    """
    if stamps[i, q] != 0 and now - 1 <= abs(stamps[i, q]) <= now:
        return int(stamps[i, q])
    faces = stamps.shape[1]
    side = 0
    for e in range(4):
        around = q + (e - 1 if e % 2 == 0 else (e - 2) * cells)
        if around < 0 or around >= faces or (e % 2 == 0 and around // cells != q // cells):
            continue
        seen = stamps[i, around]
        if seen != 0 and now - 1 <= abs(seen) <= now:
            side += 1 if seen > 0 else -1
    return side


@inner_kernel
def meet_face(
    x: Floats,
    before: Floats,
    i: int,
    quads: Indices,
    q: int,
    stamps: Stamps,
    now: int,
    corners: Integers,
    numbers: Floats,
    count: int,
    par: Floats,
) -> int:
    """Append a contact if vertex i passes face q within the step or comes too near to it; returns the new count."""
    u, w, height, n0, n1, n2 = place_over(x, i, quads, q)
    u_before, w_before, height_before, _, _, _ = place_over(before, i, quads, q)
    seen = stamps[i, q]
    close = abs(height) < par[NEAR] and within(u, w, AROUND)
    side_seen = (
        remembered_side(stamps, i, q, int(par[COLUMNS]) - 1, now) if close or height * height_before < 0.0 else 0
    )
    known = side_seen != 0
    if seen >= RELEASED + now - 1 and within(u, w, AROUND):
        stamps[i, q] = RELEASED + now
        return count
    positive = side_seen > 0 if known else height_before > 0.0
    passed = (height > 0.0) != positive
    if height * height_before < 0.0:
        moment = height_before / (height_before - height)
        u, w = u_before + moment * (u - u_before), w_before + moment * (w - w_before)
    if not (passed and within(u, w, SLACK)) and not close:
        return count
    stamps[i, q] = now if positive else -now
    side = 1.0 if positive else -1.0
    if side * height_before < -par[LAYER_GAP]:
        stamps[i, q] = RELEASED + now
        return count
    distance = min(par[LAYER_GAP], side * height_before + REPAIR_SPEED * par[STEP])
    if side * height >= distance or not within(u, w, SLACK) or count >= corners.shape[0]:
        return count
    u, w = min(max(u, 0.0), 1.0), min(max(w, 0.0), 1.0)
    corners[count, 0] = i
    numbers[count, WEIGHT] = 1.0
    for e in range(4):
        corners[count, 1 + e] = quads[q, e]
        numbers[count, WEIGHT + 1 + e] = -(u if e % 2 == 1 else 1.0 - u) * (w if e > 1 else 1.0 - w)
    numbers[count, NORMAL], numbers[count, NORMAL + 1], numbers[count, NORMAL + 2] = side * n0, side * n1, side * n2
    numbers[count, DISTANCE] = distance
    return count + 1


@inner_kernel
def place_across(y: Floats, i: int, j: int, k: int, m: int) -> tuple[float, float, float, float, float, float]:
    """Where edges i-j and k-m pass one another: places along them (0 to 1), distance along their common normal [m],
    the normal; a zero normal if they are parallel.
    """
    e0, e1, e2 = y[j, 0] - y[i, 0], y[j, 1] - y[i, 1], y[j, 2] - y[i, 2]
    f0, f1, f2 = y[m, 0] - y[k, 0], y[m, 1] - y[k, 1], y[m, 2] - y[k, 2]
    r0, r1, r2 = y[i, 0] - y[k, 0], y[i, 1] - y[k, 1], y[i, 2] - y[k, 2]
    ee, ff, ef = e0 * e0 + e1 * e1 + e2 * e2, f0 * f0 + f1 * f1 + f2 * f2, e0 * f0 + e1 * f1 + e2 * f2
    er, fr = e0 * r0 + e1 * r1 + e2 * r2, f0 * r0 + f1 * r1 + f2 * r2
    square = ee * ff - ef * ef
    if square <= PARALLEL * ee * ff:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    n0, n1, n2 = e1 * f2 - e2 * f1, e2 * f0 - e0 * f2, e0 * f1 - e1 * f0
    s = 1.0 / (math.sqrt(n0 * n0 + n1 * n1 + n2 * n2) + TINY)
    n0, n1, n2 = s * n0, s * n1, s * n2
    return (ef * fr - er * ff) / square, (ee * fr - ef * er) / square, r0 * n0 + r1 * n1 + r2 * n2, n0, n1, n2


@inner_kernel
def meet_edge(
    x: Floats,
    before: Floats,
    quads: Indices,
    p: int,
    e: int,
    q: int,
    g: int,
    stamps: Stamps,
    now: int,
    corners: Integers,
    numbers: Floats,
    count: int,
    par: Floats,
) -> int:
    """Append a contact if side or diagonal e of face p and g of face q pass within the step or come too near; returns
    the new count.
    """
    i, j = int(quads[p, EDGE_FIRST[e]]), int(quads[p, EDGE_LAST[e]])
    k, m = int(quads[q, EDGE_FIRST[g]]), int(quads[q, EDGE_LAST[g]])
    s, t, height, n0, n1, n2 = place_across(x, i, j, k, m)
    s_before, t_before, height_before, o0, o1, o2 = place_across(before, i, j, k, m)
    if o0 * n0 + o1 * n1 + o2 * n2 <= 0.0:
        return count
    first, second = 2 * i + e % 2, 2 * k + g % 2
    remembered = e < SIDES and g < SIDES
    seen = stamps[first, second] if remembered else 0
    known = seen != 0 and now - 1 <= abs(seen) <= now
    if not remembered and abs(height_before) < CLEAR * par[LAYER_GAP]:
        return count
    close = abs(height) < par[NEAR] and within(s, t, AROUND)
    if seen >= RELEASED + now - 1 and within(s, t, AROUND):
        stamps[first, second] = RELEASED + now
        return count
    positive = seen > 0 if known else height_before > 0.0
    passed = (height > 0.0) != positive
    if height * height_before < 0.0:
        moment = height_before / (height_before - height)
        s, t = s_before + moment * (s - s_before), t_before + moment * (t - t_before)
    if not (passed and within(s, t, 0.0)) and not close:
        return count
    if remembered:
        stamps[first, second] = now if positive else -now
    side = 1.0 if positive else -1.0
    if side * height_before < -par[LAYER_GAP]:
        stamps[first, second] = RELEASED + now
        return count
    distance = min(par[LAYER_GAP], side * height_before + REPAIR_SPEED * par[STEP])
    if side * height >= distance or not within(s, t, 0.0) or count >= corners.shape[0]:
        return count
    corners[count, 0], corners[count, 1], corners[count, 2], corners[count, 3], corners[count, 4] = i, j, k, m, m
    numbers[count, 0], numbers[count, 1], numbers[count, 2], numbers[count, 3] = 1.0 - s, s, t - 1.0, -t
    numbers[count, 4] = 0.0
    numbers[count, NORMAL], numbers[count, NORMAL + 1], numbers[count, NORMAL + 2] = side * n0, side * n1, side * n2
    numbers[count, DISTANCE] = distance
    return count + 1


@inner_kernel
def meet(
    x: Floats,
    before: Floats,
    quads: Indices,
    p: int,
    q: int,
    boxes: Floats,
    columns: int,
    stamps: Stamps,
    edge_stamps: Stamps,
    now: int,
    corners: Integers,
    numbers: Floats,
    count: int,
    par: Floats,
) -> int:
    """Contacts of the vertices and edges that belong to face p with face q and its edges; returns the new count.

    A vertex belongs to the face whose first corner it is, an edge to the face whose first corner it begins at; those at
    the far borders belong to the last faces.
    """
    cells, rows = columns - 1, x.shape[0] // columns
    p_column, p_row, q_column, q_row = p % cells, p // cells, q % cells, q // cells
    for e in range(4):
        i = int(quads[p, e])
        column, row = i % columns, i // columns
        if (column > p_column and column < columns - 1) or (row > p_row and row < rows - 1):
            continue
        across = max(max(q_column - column, column - q_column - 1), max(q_row - row, row - q_row - 1))
        inside = across >= APART
        for d in range(3):
            if min(x[i, d], before[i, d]) > boxes[q, 3 + d] or max(x[i, d], before[i, d]) < boxes[q, d]:
                inside = False
        if inside:
            count = meet_face(x, before, i, quads, q, stamps, now, corners, numbers, count, par)
    if p > q:
        return count
    for e in range(LINES):
        if (e == 2 and p_row < rows - 2) or (e == 3 and p_column < cells - 1):
            continue
        for g in range(LINES):
            if (g == 2 and q_row < rows - 2) or (g == 3 and q_column < cells - 1):
                continue
            count = meet_edge(x, before, quads, p, e, q, g, edge_stamps, now, corners, numbers, count, par)
    return count


@inner_kernel
def find_folds(
    x: Floats,
    before: Floats,
    quads: Indices,
    boxes: Floats,
    stamps: Stamps,
    edge_stamps: Stamps,
    now: int,
    corners: Integers,
    numbers: Floats,
    par: Floats,
) -> int:
    """List the places where the sheet touches itself within this step; returns how many.

    Args:
        before: positions at the beginning of the step, in the turned frame, shape (vertices, 3).
        boxes: scratch, shape (faces + rows, 6).
        stamps: for each vertex and face the last step in which they were near, negative if the vertex was below, shape
            (vertices, faces), int32; kept between steps.
        edge_stamps: the same for each pair of edges, shape (2 vertices, 2 vertices): the edge along the width from a
            vertex has twice its number, the one along the length one more.
        now: number of this step, from 1.
        corners, numbers: output, shapes (contacts, CORNERS) and (contacts, CONTACT_NUMBERS).
    """
    columns = int(par[COLUMNS])
    cells, faces = columns - 1, quads.shape[0]
    lines = faces // cells
    find_boxes(x, before, quads, boxes, cells, par[LAYER_GAP])
    count = 0
    for r in range(lines):
        for t in range(r, lines):
            if not overlapping(boxes, faces + r, faces + t):
                continue
            for p in range(r * cells, (r + 1) * cells):
                for q in range(t * cells, (t + 1) * cells):
                    if t - r < APART and abs(p % cells - q % cells) < APART:
                        continue
                    if (t == r and q <= p) or not overlapping(boxes, p, q):
                        continue
                    for turn in range(2):
                        one, other = (p, q) if turn == 0 else (q, p)
                        count = meet(
                            x, before, quads, one, other, boxes, columns, stamps, edge_stamps, now, corners, numbers,
                            count, par,
                        )  # fmt: skip
    return count


@inner_kernel
def part_layers(
    x: Floats,
    v: Floats,
    inverse_mass: Floats,
    corners: Integers,
    numbers: Floats,
    count: int,
    moves: Floats,
    par: Floats,
) -> float:
    """One Jacobi pass over the contacts; each takes the share that the busiest of its vertices can give it.

    Returns how much distance lacked most [m].
    """
    h = par[STEP]
    worst = 0.0
    for i in range(x.shape[0]):
        for d in range(SHARES):
            moves[i, d] = 0.0
    for c in range(count):
        n0, n1, n2 = numbers[c, NORMAL], numbers[c, NORMAL + 1], numbers[c, NORMAL + 2]
        gap = give = yielding = 0.0
        v0 = v1 = v2 = 0.0
        busiest = 1.0
        for e in range(CORNERS):
            i, weight = corners[c, e], numbers[c, WEIGHT + e]
            gap += weight * (n0 * x[i, 0] + n1 * x[i, 1] + n2 * max(x[i, 2], moves[i, CARRIED]))
            v0 += weight * v[i, 0]
            v1 += weight * v[i, 1]
            v2 += weight * v[i, 2]
            give += weight * weight * inverse_mass[i]
            yielding += weight * weight * moves[i, YIELD]
            busiest = max(busiest, moves[i, SHARES])
        lack = numbers[c, DISTANCE] - gap
        if lack <= 0.0:
            continue
        worst = max(worst, lack)
        approach = max(0.0, -(v0 * n0 + v1 * n1 + v2 * n2))
        v0, v1, v2 = v0 + approach * n0, v1 + approach * n1, v2 + approach * n2
        slip = math.sqrt(v0 * v0 + v1 * v1 + v2 * v2) + TINY
        rub = min(1.0, par[SELF_FRICTION] * approach / slip)
        move = lack / (max(yielding, FIRM * give) * busiest)
        change = 1.0 / (give * busiest)
        for e in range(CORNERS):
            i, weight = corners[c, e], numbers[c, WEIGHT + e]
            part = change * weight * inverse_mass[i]
            far = move * weight * moves[i, YIELD]
            r0, r1, r2 = -part * rub * v0, -part * rub * v1, -part * rub * v2
            moves[i, MOVE] += far * n0 + h * r0
            moves[i, MOVE + 1] += far * n1 + h * r1
            moves[i, MOVE + 2] += far * n2 + h * r2
            moves[i, CHANGE] += part * approach * n0 + r0
            moves[i, CHANGE + 1] += part * approach * n1 + r1
            moves[i, CHANGE + 2] += part * approach * n2 + r2
    for i in range(x.shape[0]):
        lowest = min(x[i, 2], moves[i, CARRIED])  # layers above press nothing into what carries it
        for d in range(3):
            x[i, d] += moves[i, MOVE + d]
            v[i, d] += moves[i, CHANGE + d]
        x[i, 2] = max(x[i, 2], lowest)
    return worst


@inner_kernel
def prepare_moves(
    x: Floats,
    inverse_mass: Floats,
    corners: Integers,
    numbers: Floats,
    count: int,
    moves: Floats,
    support: Floats,
    par: Floats,
) -> None:
    """How many contacts each vertex takes part in, what carries it, and whether it can give way."""
    for i in range(x.shape[0]):
        over = abs(x[i, 0]) < par[TABLE_X] and abs(x[i, 1]) < par[TABLE_Y] and x[i, 2] > -RIM_DEPTH
        ground = max(support[i], 0.0 if over else par[FLOOR_Z])
        moves[i, SHARES] = 0.0
        moves[i, CARRIED] = ground
        moves[i, YIELD] = 0.0 if x[i, 2] <= ground else inverse_mass[i]
    for c in range(count):
        for e in range(CORNERS):
            if numbers[c, WEIGHT + e] != 0.0:
                moves[corners[c, e], SHARES] += 1.0


@inner_kernel
def keep_folds_apart(
    x: Floats,
    v: Floats,
    before: Floats,
    mass: Floats,
    inverse_mass: Floats,
    body: Floats,
    quads: Indices,
    boxes: Floats,
    stamps: Stamps,
    edge_stamps: Stamps,
    now: int,
    corners: Integers,
    numbers: Floats,
    moves: Floats,
    support: Floats,
    par: Floats,
) -> int:
    """Find where the sheet touches itself and keep its layers apart; linear and angular momentum stay.

    Returns how many contacts there were.

    Args:
        support: heights of what carries the vertices [m], far below where nothing is known, shape (vertices,).
        moves: scratch, shape (vertices, MOVE_COLUMNS).
    """
    touching = 0
    for attempt in range(ROUNDS):
        count = find_folds(x, before, quads, boxes, stamps, edge_stamps, now, corners, numbers, par)
        if count == 0:
            break
        if attempt == 0:
            touching = count
            fit_rigid(x, v, mass, body)
            keep_momentum(body)
        prepare_moves(x, inverse_mass, corners, numbers, count, moves, support, par)
        for _ in range(PASSES):
            if part_layers(x, v, inverse_mass, corners, numbers, count, moves, par) < NEAR_ENOUGH:
                break
    if touching > 0:
        give_back(x, v, mass, body, body[KEPT:FITTED])
    return touching
