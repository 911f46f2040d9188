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

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.contact_compiled import contact_kernel, inner_contact_kernel
from fliegende3d.flight.kernels import (
    AXIS_LENGTH,
    AXIS_WIDTH,
    COLUMNS,
    LENGTH,
    NORMAL,
    POSITION,
    STEP,
    TABLE_X,
    TABLE_Y,
    TOUCH_TABLE,
    VELOCITY_HALF,
    WIDTH,
    fit_rigid,
    note_touch,
)
from fliegende3d.flight.kernels import START as START_POSITION
from fliegende3d.flight.outline import MARGIN, NODES_X, NODES_Y
from fliegende3d.flight.plates import (
    ABOVE,
    AWAKE,
    BELOW,
    CARD,
    CLIMB_CARD,
    CLIMB_CARPET,
    COSINE,
    COVERED,
    DYNAMIC,
    FELL,
    FORCE_X,
    FORCE_Y,
    GONE,
    GRAVITY,
    HALF_X,
    HALF_Y,
    INERTIA,
    INVERSE_INERTIA,
    INVERSE_MASS,
    KIND,
    LIFT,
    LIP,
    MASS,
    MET,
    ON,
    PASSES,
    PATCHES,
    PUSH,
    PUSHED,
    RAMP,
    REACH,
    REPAIR_SPEED,
    SHAPE,
    SHAPED,
    SHEET_THICKNESS,
    SIDE,
    SINE,
    SLIP,
    SPIN,
    START_VX,
    STATIC_SPEED,
    TABLE,
    THICKNESS,
    TORQUE,
    UNDER,
    UNDER_COUNT,
    VX,
    VY,
    YAW,
    ZONE,
    X,
    Y,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bytes = NDArray[np.int8]

# Columns of `hold`, one row a vertex: normal impulse on the lower face, friction impulses on the lower and the upper
# face, normal impulse on the upper face [N s], height of the support [m], impulse that lifts it up a lip [N s], impulse
# taken from it before the step [N s], how deep it is inside the outline of the plate at hand [m].
PRESSED, LOWER_X, LOWER_Y, UPPER_X, UPPER_Y, LOADED, SUPPORT, CLIMBING, BRAKED, INSIDE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
HOLD_COLUMNS = 10

# Columns of `pushes`: plate, place, normal of its edge (the sheet is pushed along it), depth [m], impulse [N s].
PUSHED_PLATE, AT_X, AT_Y, AT_Z, TO_X, TO_Y, DEPTH, IMPULSE = 0, 1, 2, 3, 4, 5, 6, 7
PUSH_COLUMNS = 8

# Columns of `meetings` of two plates side by side: plates, place, normal (towards the first), depth, impulse.
FIRST, SECOND, MEET_X, MEET_Y, MEET_TO_X, MEET_TO_Y, MEET_DEPTH, MEET_IMPULSE = 0, 1, 2, 3, 4, 5, 6, 7
MEETING_COLUMNS = 8
MOST_CORNERS = 8  # of two plates; as many rows at the end of `meetings` are kept for a single pair

NOTHING = -1e3  # m; height of a support that is not there
UNKNOWN = -2e3  # m; height of the support while the sheet is far from all plates
NOT_THERE = -3  # a patch of the rectangle that the real outline leaves out, while what is below it is looked for
FREE, ON_TABLE = -2, -1  # what is below a vertex or a patch, if it is no plate
CLEARLY_ABOVE = 3e-3  # m above what the plate lies on: no lip reaches there
AHEAD = 2.0  # steps; so long before it reaches an edge that it can climb, a vertex is lifted up the ramp
DEEP = 12e-3  # m inside the outline: farther than a vertex gets within a step without having been above
FLAT_ENOUGH = 0.8  # cosine of the tilt up to which a plate's corner is looked for in the sheet's plane
SLACK = 1e-4  # m of a push's overlap that are left alone
LANDING_SLACK = 0.02  # m/s, gentler approaches are left to the contact itself
CREEP_SPEED = 0.02  # m/s; slower sheets climb no lip
CONVERGED = 1e-5  # m/s; passes that change less are enough
PARTING_ROUNDS = 2
TINY = 1e-30
KICKS = 12  # kicks of the sheet by pushes and by friction; then what `corner_in_sheet` found
ROOM = KICKS + 4
UNDER_SHARE = 1.5  # a plate leans on the sheet beneath it with this times the covered share of its weight


@inner_contact_kernel
def local_place(plates: Floats, k: int, x: float, y: float) -> tuple[float, float]:
    """A place in the axes of plate k."""
    a, b = x - plates[k, X], y - plates[k, Y]
    return plates[k, COSINE] * a + plates[k, SINE] * b, plates[k, COSINE] * b - plates[k, SINE] * a


@inner_contact_kernel
def patch_place(plates: Floats, k: int, p: int) -> tuple[float, float]:
    """The middle of pressure patch p (3 x 4 over the plate)."""
    a = plates[k, HALF_X] * (2.0 / 3.0) * (p % 3 - 1)
    b = plates[k, HALF_Y] * (0.5 * (p // 3) - 0.75)
    return (
        plates[k, X] + plates[k, COSINE] * a - plates[k, SINE] * b,
        plates[k, Y] + plates[k, SINE] * a + plates[k, COSINE] * b,
    )


@inner_contact_kernel
def nearest_patch(plates: Floats, k: int, x: float, y: float) -> int:
    """The pressure patch of plate k at a place."""
    a, b = local_place(plates, k, x, y)
    column = min(max(int((a / plates[k, HALF_X] + 1.0) * 1.5), 0), 2)
    row = min(max(int((b / plates[k, HALF_Y] + 1.0) * 2.0), 0), 3)
    return column + 3 * row


@inner_contact_kernel
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


@contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@contact_kernel
def relate(plates: Floats, related: Bytes, meetings: Floats) -> None:
    """Mark which plates lie over one another: `related`, shape (plates, plates)."""
    pair = meetings.shape[0] - MOST_CORNERS
    for a in range(plates.shape[0]):
        for b in range(a):
            over = overlap(plates, a, b, meetings, pair) >= 0
            related[a, b] = related[b, a] = 1 if over else 0


@inner_contact_kernel
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


@inner_contact_kernel
def box_reaches(plates: Floats, k: int, x: float, y: float, half_x: float, half_y: float, con: Floats) -> bool:
    """Whether an upright box (centre, half sides) comes as near to plate k as a ramp reaches."""
    a, b = local_place(plates, k, x, y)
    c, s = abs(plates[k, COSINE]), abs(plates[k, SINE])
    margin = con[RAMP]
    near_a = abs(a) < plates[k, HALF_X] + c * half_x + s * half_y + margin
    return bool(near_a and abs(b) < plates[k, HALF_Y] + s * half_x + c * half_y + margin)


@inner_contact_kernel
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


@inner_contact_kernel
def inwards(plates: Floats, k: int, edge: int, v: Floats, i: int) -> float:
    """How fast vertex i moves over an edge of a plate, towards its inside [m/s]."""
    along_x, along_y = plates[k, COSINE], plates[k, SINE]
    if edge > 1:
        along_x, along_y = -plates[k, SINE], plates[k, COSINE]
    outwards: float = along_x * (v[i, 0] - plates[k, VX]) + along_y * (v[i, 1] - plates[k, VY])
    return -outwards if edge % 2 == 0 else outwards


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
def keep_above_layers(x: Floats, hold: Floats) -> None:
    """Put vertices that were moved after the contact back onto what carries them; their velocities stay."""
    for i in range(x.shape[0]):
        x[i, 2] = max(x[i, 2], hold[i, SUPPORT])


@inner_contact_kernel
def plates_move(plates: Floats) -> bool:
    """Whether any plate is on its way."""
    moving = False
    for k in range(plates.shape[0]):
        if plates[k, AWAKE] != 0.0:
            moving = True
    return moving


@inner_contact_kernel
def touches_plate(x: Floats, plates: Floats, hold: Floats, lower: Integers, upper: Integers) -> bool:
    """Whether any plate takes part: one that moves, or one that the sheet lies on or under."""
    touching = plates_move(plates)
    for i in range(x.shape[0]):
        if upper[i] >= 0 or (lower[i] >= 0 and x[i, 2] < hold[i, SUPPORT]):
            touching = True
    return touching


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
def swirl(x: Floats, v: Floats, mass: Floats) -> float:
    """Angular momentum of the sheet about the vertical through the origin [kg m^2/s]."""
    total = 0.0
    for i in range(x.shape[0]):
        total += mass[i] * (x[i, 0] * v[i, 1] - x[i, 1] * v[i, 0])
    return total


@inner_contact_kernel
def keep_swirl(x: Floats, v: Floats, mass: Floats, wanted: float) -> None:
    """Give the sheet this angular momentum about the vertical through the origin by a rigid turn about its centre."""
    total = c0 = c1 = 0.0
    for i in range(x.shape[0]):
        total += mass[i]
        c0 += mass[i] * x[i, 0]
        c1 += mass[i] * x[i, 1]
    turn_back(x, v, mass, c0 / total, c1 / total, swirl(x, v, mass) - wanted)


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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


@inner_contact_kernel
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
        sheet: vectors of the vertices, see `kernels`.
        plates: shape (plates, `PLATE_COLUMNS`), see `plates`.
        orders: their indices from bottom to top, and room for those nearby, shape (2, plates).
        beneath, loads, drag: what each patch lies on, shape (plates, PATCHES); its resting load [N] and this step's
            normal impulse [N s], shape (2, plates, PATCHES), and friction impulse [N s], shape (plates, PATCHES, 2).
        related: shape (plates, plates): 1 where two plates lie over one another, so that they do not meet edge on.
        hold: shape (vertices, HOLD_COLUMNS), kept between steps.
        carriers: scratch, shape (2, vertices): what carries each vertex, and the lowest plate that lies on it.
        rigid, room: scratch, shapes (BODY_COUNT,) and (ROOM,).
        touch: output, touches of the table (row 0) and of plates within the step, see `kernels.note_touch`.

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
