"""Contact with table, rim and floor: no kinks at landing, and friction that sticks."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel
from fliegende3d.flight.layout import (
    AREA,
    CONTACT_ON,
    CRUMPLED,
    FLOOR_Z,
    FRICTION_FLOOR,
    FRICTION_TABLE,
    INVERSE_POLAR,
    KICK,
    KICK_SPIN,
    LENGTH,
    STEP,
    TABLE_X,
    TABLE_Y,
    TOTAL_MASS,
    TOUCH_FLOOR,
    TOUCH_RIM,
    TOUCH_TABLE,
    WIDTH,
)
from fliegende3d.flight.rigid import times_inverse_inertia

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]

LANDING_SLACK = 0.02  # m/s; gentler approaches need no braking before the inner forces act
LANDING_PASSES = 8
FASTEST_RIPPLE = 10.0  # m/s beyond the rigid motion, on the safe side
STRETCHED = 1.5  # share of its half diagonal that a sheet may reach from its centre, on the safe side
RIM_DEPTH = 0.02  # m; a vertex deeper inside the table than this came through its top, not round its rim
CREEP = 0.1  # m/s
HEAP_HEIGHT = 0.015  # m, of the centre of a heap above what it lies on


@inner_kernel
def slide(x: Floats, v: Floats, start: Floats, i: int, normal: int, limit: float, h: float) -> None:
    """Coulomb friction of vertex i on a plane across axis `normal`: take back the tangential step, at most `limit`
    [m] of it.
    """
    a, b = (normal + 1) % 3, (normal + 2) % 3
    ta, tb = x[i, a] - start[i, a], x[i, b] - start[i, b]
    length = math.sqrt(ta * ta + tb * tb)
    s = 1.0 if length <= limit else limit / length
    x[i, a] -= s * ta
    x[i, b] -= s * tb
    v[i, a] -= s * ta / h
    v[i, b] -= s * tb / h


@inner_kernel
def note_touch(row: Floats, a: float, b: float, c: float, speed: float) -> None:
    """Remember the fastest touch of one kind within the substep: row (x, y, z, speed, count)."""
    if row[4] == 0.0 or speed > row[3]:
        row[0], row[1], row[2], row[3] = a, b, c, speed
    row[4] += 1.0


@inner_kernel
def lever_of(body: Floats, x: Floats, i: int, axis: int) -> float:
    """Component `axis` of N x r: how far a spin about the sheet's normal moves vertex i along the axis."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    return float(body[24 + a] * (x[i, b] - body[b]) - body[24 + b] * (x[i, a] - body[a]))


@inner_kernel
def struck_speed(body: Floats, x: Floats, v: Floats, i: int, axis: int) -> float:
    """Velocity component of vertex i with the kicks given to the sheet so far."""
    return float(v[i, axis] + body[KICK + axis] + body[KICK_SPIN] * lever_of(body, x, i, axis))


@inner_kernel
def strike(body: Floats, x: Floats, v: Floats, mass: Floats, i: int, axis: int, wanted: float) -> float:
    """Inverse mass that vertex i shows along an axis, and the response to `wanted` N s there (none if zero).

    The part of the impulse along the sheet's normal N moves the vertex alone, for the sheet bends easily; the part in
    its plane moves the sheet as one body, for it hardly stretches:
    (N.e)^2/m + (1 - (N.e)^2)/M + (e.(N x r))^2/I_N.
    """
    along = body[24 + axis]
    lever = lever_of(body, x, i, axis)
    if wanted != 0.0:
        bend = wanted * along / mass[i]
        share = wanted / body[TOTAL_MASS]
        for d in range(3):
            v[i, d] += bend * body[24 + d]
            body[KICK + d] -= share * along * body[24 + d]
        body[KICK + axis] += share
        body[KICK_SPIN] += wanted * lever * body[INVERSE_POLAR]
    return float(
        along * along / mass[i] + (1.0 - along * along) / body[TOTAL_MASS] + lever * lever * body[INVERSE_POLAR]
    )


@inner_kernel
def out_of_reach(body: Floats, par: Floats) -> bool:
    """Whether the sheet is too high to touch anything within this step; needs a fit."""
    half = 0.5 * math.sqrt(par[WIDTH] * par[WIDTH] + par[LENGTH] * par[LENGTH])
    spin = math.sqrt(body[15] * body[15] + body[16] * body[16] + body[17] * body[17])
    speed = abs(body[5]) + 2.0 * half * spin + FASTEST_RIPPLE
    return bool(body[2] - STRETCHED * half - par[STEP] * speed > 0.0)


@inner_kernel
def find_landings(x: Floats, v: Floats, landing: Floats, par: Floats, touch: Floats) -> int:
    """Note every vertex that would pass table, rim or floor within this step; returns how many. See
    `brake_before_landing`.
    """
    h = par[STEP]
    lowest = 0.0
    for i in range(x.shape[0]):
        lowest = min(lowest, x[i, 2] + h * v[i, 2])
    if lowest == 0.0:
        return 0
    struck = 0
    for i in range(x.shape[0]):
        landing[i, 0] = 0.0
        over = abs(x[i, 0]) < par[TABLE_X] and abs(x[i, 1]) < par[TABLE_Y]
        on_top = over and x[i, 2] >= 0.0
        axis, sign, friction, kind = 2, 1.0, par[FRICTION_TABLE] if on_top else par[FRICTION_FLOOR], TOUCH_FLOOR
        if on_top:
            kind = TOUCH_TABLE
        allowed = min(((0.0 if on_top else par[FLOOR_Z]) - x[i, 2]) / h, 0.0)
        if v[i, 2] >= allowed - LANDING_SLACK:
            if over or x[i, 2] + h * v[i, 2] >= 0.0:
                continue
            if abs(x[i, 0] + h * v[i, 0]) >= par[TABLE_X] or abs(x[i, 1] + h * v[i, 1]) >= par[TABLE_Y]:
                continue
            axis = 0 if abs(x[i, 0]) >= par[TABLE_X] else 1
            sign = 1.0 if x[i, axis] > 0.0 else -1.0
            friction, kind = par[FRICTION_TABLE], TOUCH_RIM
            allowed = min((par[TABLE_X + axis] - sign * x[i, axis]) / h, 0.0)
            if sign * v[i, axis] >= allowed - LANDING_SLACK:
                continue
        landing[i, 0], landing[i, 1], landing[i, 2], landing[i, 3] = sign, axis, allowed, friction
        landing[i, 4] = landing[i, 5] = landing[i, 6] = 0.0
        note_touch(touch[kind], x[i, 0], x[i, 1], x[i, 2], -sign * v[i, axis])
        struck += 1
    return struck


@inner_kernel
def brake_before_landing(
    x: Floats, v: Floats, mass: Floats, landing: Floats, body: Floats, par: Floats, touch: Floats
) -> None:
    """Take the approach to table and floor out of the velocities before inner forces act: no kinks, no crushed edges.

    Impulses along the surface normal (no bounce) and Coulomb friction against it are found together by Gauss-Seidel
    passes with accumulated cones. Comes before gravity's kick, so that a resting sheet still presses on what carries
    it. Needs fit and attitude.

    Args:
        landing: scratch, shape (vertices, LANDING_COLUMNS): sign of the surface normal (0: not struck), its axis, least
            allowed speed along it, friction, impulse along it, two tangential impulses [N s].
        touch: output, see `note_touch`.
    """
    if out_of_reach(body, par):
        return
    if find_landings(x, v, landing, par, touch) == 0:
        return
    total = 0.0
    for i in range(x.shape[0]):
        total += mass[i]
    times_inverse_inertia(body, body[24], body[25], body[26])
    body[TOTAL_MASS] = total
    body[INVERSE_POLAR] = body[24] * body[18] + body[25] * body[19] + body[26] * body[20]
    body[KICK] = body[KICK + 1] = body[KICK + 2] = body[KICK_SPIN] = 0.0
    for _ in range(LANDING_PASSES):
        largest = 0.0
        for i in range(x.shape[0]):
            sign, axis = landing[i, 0], int(landing[i, 1])
            if sign == 0.0:
                continue
            give = strike(body, x, v, mass, i, axis, 0.0)
            lack = landing[i, 2] - sign * struck_speed(body, x, v, i, axis)
            impulse = max(0.0, landing[i, 4] + lack / give)
            change = impulse - landing[i, 4]
            landing[i, 4] = impulse
            strike(body, x, v, mass, i, axis, sign * change)
            largest = max(largest, abs(change) * give)
            a, b = (axis + 1) % 3, (axis + 2) % 3
            ja = landing[i, 5] - struck_speed(body, x, v, i, a) / strike(body, x, v, mass, i, a, 0.0)
            jb = landing[i, 6] - struck_speed(body, x, v, i, b) / strike(body, x, v, mass, i, b, 0.0)
            length, limit = math.sqrt(ja * ja + jb * jb), landing[i, 3] * impulse
            if length > limit:
                ja, jb = ja * limit / length, jb * limit / length
            strike(body, x, v, mass, i, a, ja - landing[i, 5])
            strike(body, x, v, mass, i, b, jb - landing[i, 6])
            landing[i, 5], landing[i, 6] = ja, jb
        if largest < LANDING_SLACK:
            break
    k0, k1, k2, turn_rate = body[KICK], body[KICK + 1], body[KICK + 2], body[KICK_SPIN]
    for i in range(x.shape[0]):
        r0, r1, r2 = x[i, 0] - body[0], x[i, 1] - body[1], x[i, 2] - body[2]
        v[i, 0] += k0 + turn_rate * (body[25] * r2 - body[26] * r1)
        v[i, 1] += k1 + turn_rate * (body[26] * r0 - body[24] * r2)
        v[i, 2] += k2 + turn_rate * (body[24] * r1 - body[25] * r0)


@inner_kernel
def press(
    x: Floats,
    v: Floats,
    start: Floats,
    mass: Floats,
    i: int,
    axis: int,
    place: float,
    friction: float,
    h: float,
    touched: Floats,
) -> None:
    """Put vertex i back onto the plane coordinate `axis` = `place`, without bounce, with Coulomb friction, and note it.

    The normal impulse comes from the velocity only: repairing a position makes neither friction nor bounce.
    """
    outwards = 1.0 if place >= x[i, axis] else -1.0
    x[i, axis] = place
    impulse = 0.0
    approach = -outwards * v[i, axis]
    if approach > 0.0:
        impulse = float(mass[i] * approach)
        v[i, axis] = 0.0
    slide(x, v, start, i, axis, friction * impulse / mass[i] * h, h)
    note_touch(touched, x[i, 0], x[i, 1], x[i, 2], impulse / mass[i])


@inner_kernel
def contact_ground(
    x: Floats,
    v: Floats,
    start: Floats,
    mass: Floats,
    edges: Indices,
    border_edges: int,
    par: Floats,
    touch: Floats,
) -> None:
    """Contact with the table (a solid block from its top to the floor) and the floor around it.

    Args:
        start: positions at the beginning of the substep.
        edges: mesh edges; the first `border_edges` of them run along rows and columns and are held against the rim.
        touch: output, shape (CONTACT_KINDS, 5), see `note_touch`.
    """
    h = par[STEP]
    lowest = 0.0
    over = False
    for i in range(x.shape[0]):
        lowest = min(lowest, x[i, 2])
        if abs(x[i, 0]) > par[TABLE_X] or abs(x[i, 1]) > par[TABLE_Y]:
            over = True
    if lowest >= 0.0:
        return
    for i in range(x.shape[0]):
        if x[i, 2] >= 0.0:
            continue
        rim = -1
        side_x, side_y = par[TABLE_X] - abs(x[i, 0]), par[TABLE_Y] - abs(x[i, 1])
        if side_x > 0.0 and side_y > 0.0:
            was_over = abs(start[i, 0]) <= par[TABLE_X] and abs(start[i, 1]) <= par[TABLE_Y]
            side = min(side_x, side_y)
            if start[i, 2] >= 0.0 or (was_over and -x[i, 2] <= side) or side > RIM_DEPTH:
                # `press` and `slide` written out: this is what every vertex of a lying carpet does
                x[i, 2] = 0.0
                approach = max(-v[i, 2], 0.0)
                v[i, 2] = max(v[i, 2], 0.0)
                ta, tb = x[i, 0] - start[i, 0], x[i, 1] - start[i, 1]
                square, limit = ta * ta + tb * tb, par[FRICTION_TABLE] * approach * h
                share = 1.0 if square <= limit * limit else limit / math.sqrt(square)
                x[i, 0] -= share * ta
                x[i, 1] -= share * tb
                share /= h
                v[i, 0] -= share * ta
                v[i, 1] -= share * tb
                if approach > touch[TOUCH_TABLE, 3] or touch[TOUCH_TABLE, 4] == 0.0:
                    note_touch(touch[TOUCH_TABLE], x[i, 0], x[i, 1], 0.0, approach)
                continue
            rim = 0 if side_x < side_y else 1
        for axis in range(3):
            if axis == rim:
                place = par[TABLE_X + axis] if x[i, axis] > 0.0 else -par[TABLE_X + axis]
                press(x, v, start, mass, i, axis, place, par[FRICTION_TABLE], h, touch[TOUCH_RIM])
            elif axis == 2 and x[i, 2] < par[FLOOR_Z]:
                press(x, v, start, mass, i, axis, par[FLOOR_Z], par[FRICTION_FLOOR], h, touch[TOUCH_FLOOR])
    if not over:
        return
    for e in range(border_edges):  # an edge of the mesh that bends over the rim rests on it where it crosses
        i, j = int(edges[e, 0]), int(edges[e, 1])
        i_over = abs(x[i, 0]) < par[TABLE_X] and abs(x[i, 1]) < par[TABLE_Y]
        j_over = abs(x[j, 0]) < par[TABLE_X] and abs(x[j, 1]) < par[TABLE_Y]
        if i_over == j_over:
            continue
        if j_over:
            i, j = j, i
        s = 1.0
        if abs(x[j, 0]) > par[TABLE_X]:
            edge = par[TABLE_X] if x[j, 0] > 0.0 else -par[TABLE_X]
            s = min(s, (edge - x[i, 0]) / (x[j, 0] - x[i, 0]))
        if abs(x[j, 1]) > par[TABLE_Y]:
            edge = par[TABLE_Y] if x[j, 1] > 0.0 else -par[TABLE_Y]
            s = min(s, (edge - x[i, 1]) / (x[j, 1] - x[i, 1]))
        z = (1.0 - s) * x[i, 2] + s * x[j, 2]
        if z >= 0.0 or x[i, 2] < -RIM_DEPTH:
            continue
        wi, wj = (1.0 - s) / mass[i], s / mass[j]
        weight = (1.0 - s) * wi + s * wj
        x[i, 2] -= z / weight * wi
        x[j, 2] -= z / weight * wj
        speed = (1.0 - s) * v[i, 2] + s * v[j, 2]
        if speed >= 0.0:
            continue
        impulse = -speed / weight
        v[i, 2] += impulse * wi
        v[j, 2] += impulse * wj
        t0 = (1.0 - s) * (x[i, 0] - start[i, 0]) + s * (x[j, 0] - start[j, 0])
        t1 = (1.0 - s) * (x[i, 1] - start[i, 1]) + s * (x[j, 1] - start[j, 1])
        length = math.sqrt(t0 * t0 + t1 * t1)
        limit = par[FRICTION_TABLE] * impulse * weight * h
        share = 1.0 if length <= limit else limit / length
        t0, t1 = share * t0 / weight, share * t1 / weight
        x[i, 0] -= t0 * wi
        x[i, 1] -= t1 * wi
        x[j, 0] -= t0 * wj
        x[j, 1] -= t1 * wj
        v[i, 0] -= t0 * wi / h
        v[i, 1] -= t1 * wi / h
        v[j, 0] -= t0 * wj / h
        v[j, 1] -= t1 * wj / h
        note_touch(touch[TOUCH_RIM], (1.0 - s) * x[i, 0] + s * x[j, 0], (1.0 - s) * x[i, 1] + s * x[j, 1], 0.0, -speed)


@inner_kernel
def keep_above_ground(x: Floats, v: Floats, par: Floats) -> None:
    """Lift vertices out of the table's top and the floor, without bounce or friction."""
    if par[CONTACT_ON] == 0.0:
        return
    for i in range(x.shape[0]):
        if x[i, 2] >= 0.0:
            continue
        over = abs(x[i, 0]) < par[TABLE_X] and abs(x[i, 1]) < par[TABLE_Y]
        ground = 0.0 if over and x[i, 2] > -RIM_DEPTH else par[FLOOR_Z]
        if x[i, 2] < ground:
            x[i, 2] = ground
            v[i, 2] = max(v[i, 2], 0.0)


@inner_kernel
def hold_crumpled(x: Floats, v: Floats, start: Floats, body: Floats, par: Floats) -> None:
    """A heap of folds does not creep: what moves slower than `CREEP` in it stays where it was.

    The folds of real cloth rub against each other; here they lie within each other, and the conflict of their lengths
    would push the heap along for ever. Needs a fit, and the attitude at the beginning of the substep.
    """
    over = abs(body[0]) < par[TABLE_X] and abs(body[1]) < par[TABLE_Y]
    height = body[2] - (0.0 if over and body[2] > -RIM_DEPTH else par[FLOOR_Z])
    if height > HEAP_HEIGHT or body[AREA] > CRUMPLED * par[WIDTH] * par[LENGTH]:
        return
    allowed = CREEP * par[STEP] * CREEP * par[STEP]
    for i in range(x.shape[0]):
        a, b, c = x[i, 0] - start[i, 0], x[i, 1] - start[i, 1], x[i, 2] - start[i, 2]
        if a * a + b * b + c * c < allowed:
            for d in range(3):
                x[i, d] = start[i, d]
                v[i, d] = 0.0
