"""The compiled heart of a flight: rigid fit, air, bending, stretch, contact with table, rim and floor, the loop.

Kernels use + - * / and sqrt only, in a fixed order, on float64: the same throw gives the same bits in every process.
What is done for every vertex, face or edge is done for four at a time, see `lanes`.
All kernels that call each other live here, because numba's disk cache does not notice edits of callees elsewhere.
Arrays are passed flat; indices into parameter arrays are the named constants below.

One substep of length h (state: positions x at time t, velocities v at time t - h/2, as in a leapfrog scheme):

1. Air force f from x and the velocity extrapolated to the same moment, 3/2 v - 1/2 v_previous; v += h f/m + h g.
2. Fit the rigid motion (centre, velocity, angular momentum); turn the sheet rigidly by one step; the rest w of the
   velocity drifts in the turning frame. A plain prediction x + h v would lose a share (omega h)^2 of the spin every
   substep.
3. Bending: one implicit step of the quadratic energy 1/2 x'Kx with a prefactored banded LDL'. K holds the bending and
   the geometric stiffness of the spinning sheet (centrifugal tension). With x in the turned frame and
   t = damping time/h: (M + a h^2 K) dw = -h K (x + t h w), a = (1 + t)^2/4. t = 1 is backward Euler, t = 0 the
   trapezoidal rule; slow modes lose amplitude at the rate t h omega^2/2, stiff ones shrink by (1 - t)/(1 + t) a step.
   Solved for z = h dw + X/a, X = x + t h w, which needs no product with K: (M + a h^2 K) z = M X/a. The sheet is its
   own mirror image across both of its middle lines: the parts of it that are even or odd across each are four systems
   of a quarter of the size, solved side by side.
4. Stretch: one XPBD sweep (more when the sheet is torn at), in an order that is its own mirror image and turns round
   every substep.
5. Restore linear and angular momentum, which inner forces cannot change.
6. Contact with Coulomb friction on top (position and velocity corrections).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.lanes import (
    WIDTH as LANES,
)
from fliegende3d.flight.lanes import (
    Lanes,
    evens,
    first_mixed,
    lane,
    larger,
    last_mixed,
    load,
    load_every,
    odds,
    root,
    size,
    spread,
    store,
    store_every,
    total,
    where_positive,
)

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]
Integers = NDArray[np.int64]

# Parameters of a flight (index into `par`).
STEP, GRAVITY_X, GRAVITY_Y, GRAVITY_Z, DENSITY, NORMAL_DRAG = 0, 1, 2, 3, 4, 5
SLOPE_WIDTH, SLOPE_LENGTH, INVERSE_STALL, SKIN_FRICTION, PRESSURE_SHIFT, ROTATIONAL_LIFT = 6, 7, 8, 9, 10, 11
ROTATIONAL_DRAG, WIDTH, LENGTH, WEIGHT_WIDTH, WEIGHT_LENGTH = 12, 13, 14, 15, 16
TABLE_X, TABLE_Y, FLOOR_Z, FRICTION_TABLE, FRICTION_FLOOR, START_TIME = 18, 19, 20, 21, 22, 23
FRAME_STEPS, LONGEST_STEPS, REST_DISTANCE, REST_FRAMES, CONTACT_ON, SPIN_STIFFENING = 24, 25, 26, 27, 28, 29
DELAY_FLYING, DELAY_TOUCHING, TAUT_DIAGONALS, FOLDED, COLUMNS = 30, 31, 32, 33, 34
LAYER_GAP, NEAR, SELF_FRICTION, SELF_CONTACT = 35, 36, 37, 38
SLEEP_DISTANCE = 39
PARAMETER_COUNT = 40

# Rigid motion of the sheet and its attitude in the air (index into `body`).
CENTRE, VELOCITY, MOMENTUM, INVERSE_INERTIA, SPIN, SCRATCH, TURNED = 0, 3, 6, 9, 15, 18, 21
NORMAL, AXIS_WIDTH, AXIS_LENGTH = 24, 27, 30
KICK, KICK_SPIN, TOTAL_MASS, INVERSE_POLAR, AREA, TURNED_AXES = 33, 36, 37, 38, 39, 40
ROTATION, KEPT = 49, 58
FITTED = 64  # 1 if centre and inertia are those of the positions as they are
BODY_COUNT = 65

# Wind (index into `air`), see wind.py.
MEAN_X, MEAN_Y, PROFILE_HEIGHT, CALM_LAYER, OCTAVES, GUST_RATE, WIND_ON, CROSS_X, CROSS_Y, FLATTENING = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
)
OCTAVE_FIRST, OCTAVE_STRIDE, OCTAVE_AMPLITUDE, OCTAVE_INVERSE_SIZE, OCTAVE_RATE = 10, 3, 0, 1, 2
AIR_COUNT = 10 + 3 * 3

# What a sheet can touch beside cards and carpets: rows of the contact record (x, y, z, speed, count).
TOUCH_TABLE, TOUCH_RIM, TOUCH_FLOOR = 0, 1, 2
CONTACT_KINDS = 3
SHAKEN = 3  # one row more: whatever else shook the sheet

DELAY = 3  # index into `spin`, after the three squared spins

# Counters of a flight (index into `count`).
STEPS_DONE, FRAMES_DONE, EVENTS_DONE, SETTLED, ASLEEP = 0, 1, 2, 3, 4
COUNTER_COUNT = 5

# Rows of the table of faces, see `air_forces`: relative velocity, area vector, centre, area, force on each corner, and
# whether there is such a face. A face has the number of its first corner.
FACE_FORCE, FACE_EXISTS = 10, 13
FACE_ROWS = 14
FACE_SPARE = 8  # columns more than vertices in two rows of the mesh, read but not used

COLOURS = 8  # of edges: two along the width, two along the length, four of diagonals
BOND_NUMBERS = 3 * LANES  # of four edges: inverse masses of both ends and compliance; inverse mass of each end

# Rows of `sheet`, one vector per vertex each: all x, all y, all z. Kernels may read a little beyond the end of a row,
# so the last rows are scratch.
START, PREDICTED, FORCE, PREVIOUS_VELOCITY, WIND, EXTERNAL_FORCE, POSITION, VELOCITY_HALF = 0, 1, 2, 3, 4, 5, 6, 7
VELOCITY_NOW, WORK = 8, 9
SHEET_ROWS = 10

# Numerical guards.
TINY_SPEED = 1e-12  # m/s, keeps 0/0 out of the air law
TINY_AREA = 1e-30  # m^2
FLAT_LIMIT = 1e-9  # det(I)/trace(I)^3 below which a sheet crumpled to a line is treated as slightly thicker
SHOCKED = 0.1  # strain after which stiff ripples are damped hard for a while
TORN = 0.02  # strain above which a substep gets further stretch sweeps
FURTHER_SWEEPS = 3
MENDING_PASSES = 8
SOUND = 0.005  # strain below which an edge needs no mending
HARD_TOUCH = 0.1  # m/s; slower touches strain nothing
LANDING_SLACK = 0.02  # m/s; gentler approaches need no braking before the inner forces act
LANDING_PASSES = 8
FASTEST_RIPPLE = 10.0  # m/s beyond the rigid motion, on the safe side
STRETCHED = 1.5  # share of its half diagonal that a sheet may reach from its centre, on the safe side
LANDING_COLUMNS = 7
RIM_DEPTH = 0.02  # m; a vertex deeper inside the table than this came through its top, not round its rim
CREEP = 0.1  # m/s
HEAP_HEIGHT = 0.015  # m, of the centre of a heap above what it lies on
PATIENCE = 3.0  # s
PATIENT = 0.001  # m
QUIET_TIME = 0.05  # s without a touch before the next touch of the same kind is a new event
TOUCH_MEMORY = 0.1  # s after a touch in which stiff ripples are damped hard: shocks would ring on otherwise
STIFFENING_STEP = 0.05  # relative change of the squared spin that calls for a new factor of the stiffness
CRUMPLED = 0.6  # net area over whole area of a sheet that has lost its centrifugal tension; half-way up it has it all
STIFFENING_STEP_TOUCHING = 2.0  # the same on the ground, where friction slows the spin fast and nothing ripples
SLOW_SPIN = 25.0  # rad^2/s^2; slower spins stiffen nothing worth a new factor


@inner_kernel
def solve_banded(lower: Floats, inverse_pivot: Floats, y: Floats, count: int, band: int) -> None:
    """Solve (L D L') y = rhs in place for three right-hand sides (the columns of y)."""
    for j in range(count):
        s0 = s1 = s2 = 0.0
        for k in range(max(0, band - j), band):
            factor = lower[count + j, k]
            row = j - band + k
            s0 += factor * y[row, 0]
            s1 += factor * y[row, 1]
            s2 += factor * y[row, 2]
        y[j, 0] -= s0
        y[j, 1] -= s1
        y[j, 2] -= s2
    for back in range(count):
        j = count - 1 - back
        s0 = s1 = s2 = 0.0
        for k in range(min(band, back)):
            factor = lower[j, k]
            row = j + 1 + k
            s0 += factor * y[row, 0]
            s1 += factor * y[row, 1]
            s2 += factor * y[row, 2]
        pivot = inverse_pivot[j]
        y[j, 0] = y[j, 0] * pivot - s0
        y[j, 1] = y[j, 1] * pivot - s1
        y[j, 2] = y[j, 2] * pivot - s2


@inner_kernel
def factor_banded(matrix: Floats, lower: Floats, inverse_pivot: Floats, count: int, band: int) -> None:
    """Factor a symmetric banded matrix into L D L'.

    Args:
        matrix: lower band, shape (count, band + 1): matrix[i, k] = A[i, i - band + k]; overwritten by L.
        lower: output, shape (2 count, band): column j of L below the diagonal in row j, row j of L in row count + j.
        inverse_pivot: output, shape (count,): 1/D.
    """
    for i in range(count):
        first = max(0, i - band)
        for j in range(first, i):
            s = matrix[i, j - i + band]
            for k in range(max(first, j - band), j):
                s -= matrix[i, k - i + band] * matrix[j, k - j + band]
            matrix[i, j - i + band] = s  # L[i, j] D[j] for now
        pivot = matrix[i, band]
        for j in range(first, i):
            value = matrix[i, j - i + band]
            scaled = value * inverse_pivot[j]
            pivot -= value * scaled
            matrix[i, j - i + band] = scaled
        inverse_pivot[i] = 1.0 / pivot
    for i in range(count):
        for k in range(band):
            j = i - band + k
            lower[count + i, k] = matrix[i, k] if j >= 0 else 0.0
            column = i + 1 + k
            lower[i, k] = matrix[column, band - 1 - k] if column < count else 0.0


@inner_kernel
def times_inverse_inertia(body: Floats, a: float, b: float, c: float) -> None:
    """body[SCRATCH:SCRATCH+3] = I^-1 (a, b, c)."""
    body[18] = body[9] * a + body[12] * b + body[13] * c
    body[19] = body[12] * a + body[10] * b + body[14] * c
    body[20] = body[13] * a + body[14] * b + body[11] * c


@inner_kernel
def solve_lanes(lower: Floats, inverse_pivot: Floats, y: Floats, part: int, band: int) -> None:
    """Solve four systems of one shape side by side for three right-hand sides each.

    Args:
        lower, inverse_pivot: see `factor_lanes`.
        y: right-hand sides and then the answers: row by row, of each x, y, z, of each the four systems.
    """
    nothing = spread(0.0)
    for j in range(part):
        first = max(0, band - j)
        at, row, here = LANES * ((part + j) * band + first), 3 * LANES * (j - band + first), 3 * LANES * j
        s0 = s1 = s2 = nothing
        for _ in range(band - first):
            factor = load(lower, at)
            s0 = s0 + factor * load(y, row)
            s1 = s1 + factor * load(y, row + LANES)
            s2 = s2 + factor * load(y, row + 2 * LANES)
            at += LANES
            row += 3 * LANES
        store(y, here, load(y, here) - s0)
        store(y, here + LANES, load(y, here + LANES) - s1)
        store(y, here + 2 * LANES, load(y, here + 2 * LANES) - s2)
    for back in range(part):
        j = part - 1 - back
        at, row, here = LANES * j * band, 3 * LANES * (j + 1), 3 * LANES * j
        s0 = s1 = s2 = nothing
        for _ in range(min(band, back)):
            factor = load(lower, at)
            s0 = s0 + factor * load(y, row)
            s1 = s1 + factor * load(y, row + LANES)
            s2 = s2 + factor * load(y, row + 2 * LANES)
            at += LANES
            row += 3 * LANES
        pivot = load(inverse_pivot, LANES * j)
        store(y, here, load(y, here) * pivot - s0)
        store(y, here + LANES, load(y, here + LANES) * pivot - s1)
        store(y, here + 2 * LANES, load(y, here + 2 * LANES) * pivot - s2)


@inner_kernel
def factor_lanes(matrix: Floats, lower: Floats, inverse_pivot: Floats, part: int, band: int) -> None:
    """Factor four symmetric banded matrices into L D L' side by side; laid out as in `factor_banded`, each entry of
    all four next to each other.
    """
    wide = band + 1
    for i in range(part):
        first = max(0, i - band)
        for j in range(first, i):
            begin = max(first, j - band)
            at, other = LANES * (i * wide + begin - i + band), LANES * (j * wide + begin - j + band)
            place = LANES * (i * wide + j - i + band)
            s = load(matrix, place)
            for _ in range(j - begin):
                s = s - load(matrix, at) * load(matrix, other)
                at += LANES
                other += LANES
            store(matrix, place, s)  # L[i, j] D[j] for now
        pivot = load(matrix, LANES * (i * wide + band))
        for j in range(first, i):
            place = LANES * (i * wide + j - i + band)
            value = load(matrix, place)
            scaled = value * load(inverse_pivot, LANES * j)
            pivot = pivot - value * scaled
            store(matrix, place, scaled)
        store(inverse_pivot, LANES * i, 1.0 / pivot)
    nothing = spread(0.0)
    for i in range(part):
        for k in range(band):
            j, column = i - band + k, i + 1 + k
            row_entry = load(matrix, LANES * (i * wide + k)) if j >= 0 else nothing
            store(lower, LANES * ((part + i) * band + k), row_entry)
            entry = load(matrix, LANES * (column * wide + band - 1 - k)) if column < part else nothing
            store(lower, LANES * (i * band + k), entry)


@kernel
def fit_rigid(x: Floats, v: Floats, mass: Floats, body: Floats) -> None:
    """Mass-weighted centre, velocity, angular momentum, inverse inertia (xx yy zz xy xz yz) and spin of the sheet."""
    n = x.shape[0]
    nothing = spread(0.0)
    weight = c0 = c1 = c2 = nothing
    for i in range(0, n, LANES):
        m = load(mass, i)
        weight = weight + m
        c0 = c0 + m * load(x, i)
        c1 = c1 + m * load(x, n + i)
        c2 = c2 + m * load(x, 2 * n + i)
    q0, q1, q2 = total(c0) / total(weight), total(c1) / total(weight), total(c2) / total(weight)
    xx = yy = zz = xy = xz = yz = nothing
    p0 = p1 = p2 = l0 = l1 = l2 = nothing
    for i in range(0, n, LANES):
        m = load(mass, i)
        r0, r1, r2 = load(x, i) - q0, load(x, n + i) - q1, load(x, 2 * n + i) - q2
        m0, m1, m2 = m * r0, m * r1, m * r2
        xx = xx + m0 * r0
        yy = yy + m1 * r1
        zz = zz + m2 * r2
        xy = xy + m0 * r1
        xz = xz + m0 * r2
        yz = yz + m1 * r2
        u0, u1, u2 = load(v, i), load(v, n + i), load(v, 2 * n + i)
        p0 = p0 + m * u0
        p1 = p1 + m * u1
        p2 = p2 + m * u2
        l0 = l0 + (m1 * u2 - m2 * u1)
        l1 = l1 + (m2 * u0 - m0 * u2)
        l2 = l2 + (m0 * u1 - m1 * u0)
    body[CENTRE], body[CENTRE + 1], body[CENTRE + 2] = q0, q1, q2
    set_inertia(body, total(xx), total(yy), total(zz), total(xy), total(xz), total(yz))
    set_motion(body, total(weight), total(p0), total(p1), total(p2), total(l0), total(l1), total(l2))


@inner_kernel
def set_inertia(body: Floats, xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> None:
    """Inverse inertia from the second moments of the mass about the centre."""
    ix, iy, iz = yy + zz, xx + zz, xx + yy
    a, b, c = iy * iz - yz * yz, ix * iz - xz * xz, ix * iy - xy * xy
    d_xy, d_xz, d_yz = xz * yz + xy * iz, xy * yz + xz * iy, xy * xz + yz * ix  # off-diagonals of I are -xy, -xz, -yz
    det = ix * a - xy * d_xy - xz * d_xz
    trace = ix + iy + iz
    det = max(det, FLAT_LIMIT * trace * trace * trace)
    body[9], body[10], body[11] = a / det, b / det, c / det
    body[12], body[13], body[14] = d_xy / det, d_xz / det, d_yz / det


@inner_kernel
def set_motion(body: Floats, weight: float, p0: float, p1: float, p2: float, l0: float, l1: float, l2: float) -> None:
    """Velocity, angular momentum and spin from mass, momentum and angular momentum about the centre; needs inertia.

    The angular momentum may be of absolute velocities: about the centre of mass a common velocity carries none.
    """
    body[VELOCITY], body[VELOCITY + 1], body[VELOCITY + 2] = p0 / weight, p1 / weight, p2 / weight
    body[MOMENTUM], body[MOMENTUM + 1], body[MOMENTUM + 2] = l0, l1, l2
    times_inverse_inertia(body, l0, l1, l2)
    for d in range(3):
        body[SPIN + d] = body[SCRATCH + d]


@inner_kernel
def give_back(x: Floats, v: Floats, mass: Floats, body: Floats, kept: Floats) -> None:
    """Restore velocity and angular momentum of the sheet to those `kept` (as in body[VELOCITY:INVERSE_INERTIA]) by a
    rigid motion; inner forces cannot change them. Leaves a fit of the positions.
    """
    fit_rigid(x, v, mass, body)
    move_rigidly(x, v, body, kept)


@inner_kernel
def keep_momentum(body: Floats) -> None:
    """Put the fit's velocity and angular momentum aside in body[KEPT:FITTED], for `give_back`."""
    for d in range(6):
        body[KEPT + d] = body[VELOCITY + d]


@inner_kernel
def turn(a: float, b: float, c: float, rot: Floats) -> None:
    """Rotation by the vector (a, b, c): Cayley's map of the series of tan(angle/2), so without sine or cosine."""
    square = a * a + b * b + c * c
    s = 0.5 * (1.0 + square * (1.0 / 12.0 + square / 120.0))
    a *= s
    b *= s
    c *= s
    square = a * a + b * b + c * c
    s = 2.0 / (1.0 + square)
    rot[0], rot[1], rot[2] = 1.0 + s * (a * a - square), s * (a * b - c), s * (a * c + b)
    rot[3], rot[4], rot[5] = s * (a * b + c), 1.0 + s * (b * b - square), s * (b * c - a)
    rot[6], rot[7], rot[8] = s * (a * c - b), s * (b * c + a), 1.0 + s * (c * c - square)


@inner_kernel
def spin_after(body: Floats, rot: Floats) -> None:
    """body[TURNED] = R I^-1 R' L: the spin once the body has turned by R and kept its angular momentum."""
    l0, l1, l2 = body[6], body[7], body[8]
    a = rot[0] * l0 + rot[3] * l1 + rot[6] * l2
    b = rot[1] * l0 + rot[4] * l1 + rot[7] * l2
    c = rot[2] * l0 + rot[5] * l1 + rot[8] * l2
    times_inverse_inertia(body, a, b, c)
    for d in range(3):
        body[TURNED + d] = rot[3 * d] * body[18] + rot[3 * d + 1] * body[19] + rot[3 * d + 2] * body[20]


@inner_kernel
def add_area(x: Floats, a: int, b: int, body: Floats) -> None:
    """Add the cross product of two neighbouring border vertices, seen from the centre, to the normal in `body`."""
    a0, a1, a2 = x[a, 0] - body[0], x[a, 1] - body[1], x[a, 2] - body[2]
    b0, b1, b2 = x[b, 0] - body[0], x[b, 1] - body[1], x[b, 2] - body[2]
    body[24] += a1 * b2 - a2 * b1
    body[25] += a2 * b0 - a0 * b2
    body[26] += a0 * b1 - a1 * b0


@kernel
def attitude(x: Floats, columns: int, rows: int, body: Floats) -> None:
    """Mean normal (area vector of the border loop) and in-plane axes of the sheet (mean width direction); needs the
    centre.
    """
    top = (rows - 1) * columns
    g0 = g1 = g2 = 0.0
    body[24] = body[25] = body[26] = 0.0
    for j in range(rows):
        left, right = j * columns, j * columns + columns - 1
        g0 += x[right, 0] - x[left, 0]
        g1 += x[right, 1] - x[left, 1]
        g2 += x[right, 2] - x[left, 2]
        if j < rows - 1:
            add_area(x, right, right + columns, body)
            add_area(x, left + columns, left, body)
    for i in range(columns - 1):
        add_area(x, i, i + 1, body)
        add_area(x, top + i + 1, top + i, body)
    n0, n1, n2 = body[24], body[25], body[26]
    area = math.sqrt(n0 * n0 + n1 * n1 + n2 * n2)
    body[AREA] = 0.5 * area
    s = 1.0 / (area + TINY_AREA)
    n0, n1, n2 = n0 * s, n1 * s, n2 * s
    along = g0 * n0 + g1 * n1 + g2 * n2
    g0, g1, g2 = g0 - along * n0, g1 - along * n1, g2 - along * n2
    s = 1.0 / (math.sqrt(g0 * g0 + g1 * g1 + g2 * g2) + TINY_AREA)
    g0, g1, g2 = g0 * s, g1 * s, g2 * s
    body[24], body[25], body[26] = n0, n1, n2
    body[27], body[28], body[29] = g0, g1, g2
    body[30], body[31], body[32] = n1 * g2 - n2 * g1, n2 * g0 - n0 * g2, n0 * g1 - n1 * g0


@kernel
def blend_lattice(time: float, air: Floats, keys: Floats, lattice: Floats) -> None:
    """Let the eddies evolve: blend two consecutive key lattices so that the variance stays the same at every moment.

    Args:
        keys: gradient vectors of two potentials, shape (octaves, key_count, entries, 6); a closed loop in time.
        lattice: output, shape (octaves, entries, 6).
    """
    for octave in range(keys.shape[0]):
        phase = time * air[OCTAVE_FIRST + OCTAVE_STRIDE * octave + OCTAVE_RATE]
        whole = math.floor(phase)
        t = phase - whole
        key = int(whole) % keys.shape[1]
        following = (key + 1) % keys.shape[1]
        w = t * t * t * (t * (6.0 * t - 15.0) + 10.0)
        s = 1.0 / math.sqrt((1.0 - w) * (1.0 - w) + w * w)
        for e in range(keys.shape[2]):
            for d in range(6):
                lattice[octave, e, d] = s * ((1.0 - w) * keys[octave, key, e, d] + w * keys[octave, following, e, d])


@kernel
def sample_air(
    points: Floats, out: Floats, time: float, air: Floats, gusts: Floats, lattice: Floats, shuffle: Integers
) -> None:
    """Air velocity at points: (mean + gust) times the height profile, plus the curl of an evolving, advected noise
    potential.

    The potential has two components in planes parallel to the table (axial gauge), fades out over the calm layer and is
    differentiated analytically, so the eddies are free of divergence and vanish at the table (Bridson et al. 2007).
    """
    mask = shuffle.shape[0] - 1
    phase = time * air[GUST_RATE]
    whole = math.floor(phase)
    t = phase - whole
    now = int(whole) % gusts.shape[0]
    following = (now + 1) % gusts.shape[0]
    ux = air[MEAN_X] + (1.0 - t) * gusts[now, 0] + t * gusts[following, 0]
    uy = air[MEAN_Y] + (1.0 - t) * gusts[now, 1] + t * gusts[following, 1]
    for p in range(points.shape[0]):
        px, py, pz = points[p, 0], points[p, 1], points[p, 2]
        profile = 1.0
        if air[PROFILE_HEIGHT] > 0.0:
            profile = pz / (pz + air[PROFILE_HEIGHT]) if pz > 0.0 else 0.0
        wx, wy, wz = ux * profile, uy * profile, 0.0
        if pz > 0.0:
            fade, slope = 1.0, 0.0
            if pz < air[CALM_LAYER]:
                t = pz / air[CALM_LAYER]
                fade = t * t * t * (t * (6.0 * t - 15.0) + 10.0)
                slope = 30.0 * t * t * (t * (t - 2.0) + 1.0) / air[CALM_LAYER]
            for octave in range(int(air[OCTAVES])):
                first = OCTAVE_FIRST + OCTAVE_STRIDE * octave
                inverse = air[first + OCTAVE_INVERSE_SIZE]
                sx = (px - air[MEAN_X] * time) * inverse
                sy = (py - air[MEAN_Y] * time) * inverse
                sz = pz * inverse * air[FLATTENING]
                fx, fy, fz = math.floor(sx), math.floor(sy), math.floor(sz)
                cx, cy, cz = int(fx), int(fy), int(fz)
                tx, ty, tz = sx - fx, sy - fy, sz - fz
                qx, qy, qz = (
                    tx * tx * tx * (tx * (6.0 * tx - 15.0) + 10.0),
                    ty * ty * ty * (ty * (6.0 * ty - 15.0) + 10.0),
                    tz * tz * tz * (tz * (6.0 * tz - 15.0) + 10.0),
                )
                ex, ey, ez = (
                    30.0 * tx * tx * (tx * (tx - 2.0) + 1.0),
                    30.0 * ty * ty * (ty * (ty - 2.0) + 1.0),
                    30.0 * tz * tz * (tz * (tz - 2.0) + 1.0),
                )
                a = a_y = a_z = b = b_x = b_z = 0.0
                for corner in range(8):
                    ox, oy, oz = corner & 1, (corner >> 1) & 1, corner >> 2
                    entry = shuffle[(shuffle[(shuffle[(cx + ox) & mask] + cy + oy) & mask] + cz + oz) & mask]
                    dx, dy, dz = tx - ox, ty - oy, tz - oz
                    hx, hy, hz = qx if ox else 1.0 - qx, qy if oy else 1.0 - qy, qz if oz else 1.0 - qz
                    kx, ky, kz = ex if ox else -ex, ey if oy else -ey, ez if oz else -ez
                    weight = hx * hy * hz
                    g0, g1, g2 = lattice[octave, entry, 0], lattice[octave, entry, 1], lattice[octave, entry, 2]
                    value = g0 * dx + g1 * dy + g2 * dz
                    a += weight * value
                    a_y += hx * ky * hz * value + weight * g1
                    a_z += hx * hy * kz * value + weight * g2
                    g0, g1, g2 = lattice[octave, entry, 3], lattice[octave, entry, 4], lattice[octave, entry, 5]
                    value = g0 * dx + g1 * dy + g2 * dz
                    b += weight * value
                    b_x += kx * hy * hz * value + weight * g0
                    b_z += hx * hy * kz * value + weight * g2
                amplitude = air[first + OCTAVE_AMPLITUDE]
                wx -= amplitude * (fade * inverse * air[FLATTENING] * b_z + slope * b)
                wy += amplitude * (fade * inverse * air[FLATTENING] * a_z + slope * a)
                wz += amplitude * fade * inverse * (b_x - a_y)
        out[p, 0], out[p, 1], out[p, 2] = wx, wy, wz


@inner_kernel
def air_on_sheet(
    x: Floats,
    wind: Floats,
    time: float,
    air: Floats,
    gusts: Floats,
    keys: Floats,
    lattice: Floats,
    shuffle: Integers,
    nodes: Floats,
    node_wind: Floats,
    node_index: Integers,
    node_of: Integers,
    node_weight: Floats,
) -> None:
    """Air velocity at every vertex: the field is sampled at some vertices (spacing far below the eddies) and
    interpolated on the sheet.
    """
    blend_lattice(time, air, keys, lattice)
    for k in range(node_index.shape[0]):
        for d in range(3):
            nodes[k, d] = x[node_index[k], d]
    sample_air(nodes, node_wind, time, air, gusts, lattice, shuffle)
    for i in range(x.shape[0]):
        for d in range(3):
            wind[i, d] = (
                node_weight[i, 0] * node_wind[node_of[i, 0], d]
                + node_weight[i, 1] * node_wind[node_of[i, 1], d]
                + node_weight[i, 2] * node_wind[node_of[i, 2], d]
                + node_weight[i, 3] * node_wind[node_of[i, 3], d]
            )


@inner_kernel
def move_rigidly(x: Floats, v: Floats, body: Floats, kept: Floats) -> None:
    """Change the velocities by the rigid motion between those in `body` and those `kept`; needs a fit."""
    n = x.shape[0]
    p0, p1, p2 = kept[0] - body[3], kept[1] - body[4], kept[2] - body[5]
    times_inverse_inertia(body, kept[3] - body[6], kept[4] - body[7], kept[5] - body[8])
    e0, e1, e2 = body[18], body[19], body[20]
    c0, c1, c2 = body[0], body[1], body[2]
    for i in range(0, n, LANES):
        r0, r1, r2 = load(x, i) - c0, load(x, n + i) - c1, load(x, 2 * n + i) - c2
        store(v, i, load(v, i) + (p0 + (e1 * r2 - e2 * r1)))
        store(v, n + i, load(v, n + i) + (p1 + (e2 * r0 - e0 * r2)))
        store(v, 2 * n + i, load(v, 2 * n + i) + (p2 + (e0 * r1 - e1 * r0)))


@inner_kernel
def air_forces(x: Floats, u: Floats, force: Floats, face: Floats, body: Floats, par: Floats) -> None:
    """Quasi-steady forces of the air on the sheet, a quarter of each face's force to each of its corners.

    Body level: mean relative velocity U, normal N, in-plane axes g (width) and h (length), in-plane spin (wa, wb).
    A face has normal n, centre r, relative velocity u and un = U.n, w = u.n - un (rotation, ripples, gust differences):

        slope   C_Na = (C_1 Ua^2 + C_2 Ub^2)/Ut^2: Helmbold's slope for this direction of flow
        normal  G = C_90 |U| + (C_Na - C_90) sqrt(|U|^2 - un^2)/(1 + (un/(s0 |U|))^4): attached lift, then stall
        weight  1 + t.(r - r_mean), t = 12 e0/(|U| + 0.57 |Un|) (Ua/a g + Ub/b h): pressure ahead of the centre
        lift of rotation R = c_r (C_2 b wa Ub - C_1 a wb Ua) along N, with in-plane partners that make it do no work
        pressure p = (R N.n - G un) weight - k_d G w - C_90 |w| w
        force   rho/2 A [p n - C_F |u| u_tangential + E - x U]

    Args:
        u: velocities of the vertices relative to the air.
        face: what is known of each face, see `FACE_ROWS`; a face has the number of its first corner, so that each row
            of faces ends with one that does not exist and has no area.
        body: velocity, spin and attitude of the sheet (see `fit_rigid` and `attitude`).
    """
    n, columns, stride = x.shape[0], int(par[COLUMNS]), face.shape[1]
    nothing = spread(0.0)
    sum_area = sum_0 = sum_1 = sum_2 = sum_3 = sum_4 = sum_5 = nothing
    for i in range(0, n - columns, LANES):
        half = 0.5 * load(face, FACE_EXISTS * stride + i)
        j, k, m = i + 1, i + columns, i + columns + 1
        xi, xj, xk, xm = load(x, i), load(x, j), load(x, k), load(x, m)
        yi, yj, yk, ym = load(x, n + i), load(x, n + j), load(x, n + k), load(x, n + m)
        zi, zj, zk, zm = load(x, 2 * n + i), load(x, 2 * n + j), load(x, 2 * n + k), load(x, 2 * n + m)
        a0, a1, a2 = xm - xi, ym - yi, zm - zi
        b0, b1, b2 = xk - xj, yk - yj, zk - zj
        s0, s1, s2 = half * (a1 * b2 - a2 * b1), half * (a2 * b0 - a0 * b2), half * (a0 * b1 - a1 * b0)
        area = root(s0 * s0 + s1 * s1 + s2 * s2)
        r0 = 0.25 * ((xi + xm) + (xj + xk))
        r1 = 0.25 * ((yi + ym) + (yj + yk))
        r2 = 0.25 * ((zi + zm) + (zj + zk))
        u0 = 0.25 * ((load(u, i) + load(u, m)) + (load(u, j) + load(u, k)))
        u1 = 0.25 * ((load(u, n + i) + load(u, n + m)) + (load(u, n + j) + load(u, n + k)))
        u2 = 0.25 * ((load(u, 2 * n + i) + load(u, 2 * n + m)) + (load(u, 2 * n + j) + load(u, 2 * n + k)))
        store(face, i, u0)
        store(face, stride + i, u1)
        store(face, 2 * stride + i, u2)
        store(face, 3 * stride + i, s0)
        store(face, 4 * stride + i, s1)
        store(face, 5 * stride + i, s2)
        store(face, 6 * stride + i, r0)
        store(face, 7 * stride + i, r1)
        store(face, 8 * stride + i, r2)
        store(face, 9 * stride + i, area)
        sum_area = sum_area + area
        sum_0 = sum_0 + area * u0
        sum_1 = sum_1 + area * u1
        sum_2 = sum_2 + area * u2
        sum_3 = sum_3 + area * r0
        sum_4 = sum_4 + area * r1
        sum_5 = sum_5 + area * r2
    whole = total(sum_area) + TINY_AREA
    U0, U1, U2 = total(sum_0) / whole, total(sum_1) / whole, total(sum_2) / whole
    c0, c1, c2 = total(sum_3) / whole, total(sum_4) / whole, total(sum_5) / whole
    N0, N1, N2 = body[24], body[25], body[26]
    g0, g1, g2 = body[27], body[28], body[29]
    h0, h1, h2 = body[30], body[31], body[32]
    Un = U0 * N0 + U1 * N1 + U2 * N2
    Ua = U0 * g0 + U1 * g1 + U2 * g2
    Ub = U0 * h0 + U1 * h1 + U2 * h2
    tangential = Ua * Ua + Ub * Ub
    speed = math.sqrt(tangential + Un * Un) + TINY_SPEED
    wa = body[15] * g0 + body[16] * g1 + body[17] * g2
    wb = body[15] * h0 + body[16] * h1 + body[17] * h2
    slope = (par[SLOPE_WIDTH] * Ua * Ua + par[SLOPE_LENGTH] * Ub * Ub + TINY_SPEED) / (tangential + TINY_SPEED)
    shift = par[PRESSURE_SHIFT] / (speed + 0.57 * abs(Un))
    ta = 12.0 * shift * par[WEIGHT_WIDTH] * Ua / par[WIDTH]
    tb = 12.0 * shift * par[WEIGHT_LENGTH] * Ub / par[LENGTH]
    t0, t1, t2 = ta * g0 + tb * h0, ta * g1 + tb * h1, ta * g2 + tb * h2
    lift_a = par[ROTATIONAL_LIFT] * par[SLOPE_WIDTH] * par[WIDTH] * wb
    lift_b = par[ROTATIONAL_LIFT] * par[SLOPE_LENGTH] * par[LENGTH] * wa
    lift = lift_b * Ub - lift_a * Ua
    paid = (
        shift * lift * (par[LENGTH] * Ub * wa - par[WIDTH] * Ua * wb) / (speed * speed)
    )  # work on the rotation, taken from the translation
    R0, R1, R2 = lift * N0, lift * N1, lift * N2
    E0 = lift_a * Un * g0 - lift_b * Un * h0 - paid * U0
    E1 = lift_a * Un * g1 - lift_b * Un * h1 - paid * U1
    E2 = lift_a * Un * g2 - lift_b * Un * h2 - paid * U2
    square = speed * speed
    stalled = par[INVERSE_STALL] / square
    drag = par[NORMAL_DRAG]
    broadside, attached = drag * speed, slope - drag
    shared, skin, damping = 0.125 * par[DENSITY], par[SKIN_FRICTION], par[ROTATIONAL_DRAG]
    to_forces = FACE_FORCE * stride + columns + 1
    for i in range(0, n - columns, LANES):
        area = load(face, 9 * stride + i)
        inverse = 1.0 / (area + TINY_AREA)
        n0 = load(face, 3 * stride + i) * inverse
        n1 = load(face, 4 * stride + i) * inverse
        n2 = load(face, 5 * stride + i) * inverse
        u0, u1, u2 = load(face, i), load(face, stride + i), load(face, 2 * stride + i)
        un = U0 * n0 + U1 * n1 + U2 * n2
        local = u0 * n0 + u1 * n1 + u2 * n2
        w = local - un
        z = un * un * stalled
        G = broadside + attached * root(larger(square - un * un, 0.0)) / (1.0 + z * z)
        r0, r1, r2 = load(face, 6 * stride + i), load(face, 7 * stride + i), load(face, 8 * stride + i)
        weight = 1.0 + (t0 * (r0 - c0) + t1 * (r1 - c1) + t2 * (r2 - c2))
        pressure = (R0 * n0 + R1 * n1 + R2 * n2 - G * un) * weight - damping * G * w - drag * size(w) * w
        rub = skin * root(u0 * u0 + u1 * u1 + u2 * u2)
        s = shared * area
        push = pressure + rub * local
        at = to_forces + i
        store(face, at, s * (push * n0 - rub * u0 + E0))
        store(face, at + stride, s * (push * n1 - rub * u1 + E1))
        store(face, at + 2 * stride, s * (push * n2 - rub * u2 + E2))
    for d in range(3):
        here, at = d * n, (FACE_FORCE + d) * stride
        for i in range(0, n, LANES):
            later = load(face, at + i + columns + 1) + load(face, at + i + columns)
            store(force, here + i, later + (load(face, at + i + 1) + load(face, at + i)))


@kernel
def stretch_sweep(x: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool) -> float:
    """One XPBD sweep over all edges, colour by colour; returns the largest strain met in those that are `taut`.

    With q the squared length and L the rest length, (l - L)/l is taken as (q - L^2)/(3/2 q + 1/2 L^2): right to the
    second order of the strain, and without a square root. Edges of a colour share no vertex, so that they can be held
    four at a time.

    Args:
        bonds, starts: see `mesh.Bonds`.
        squares: squared rest lengths along width and length and of diagonals [m^2], shape (3,).
    """
    columns = int(par[COLUMNS])
    nothing = spread(0.0)
    worst_width = worst_length = worst_diagonal = nothing
    for c in range(COLOURS):
        colour = COLOURS - 1 - c if backwards else c
        at = starts[colour]
        if colour < 2:
            worst_width = hold_along_width(x, bonds, at, colour, squares[0], worst_width)
        elif colour < 4:
            worst_length = hold_along_length(x, bonds, at, columns, colour - 2, squares[1], worst_length)
        else:
            even_x, even_y = (colour - 4) % 2, (colour - 4) // 2
            worst_diagonal = hold_diagonals(x, bonds, at, columns, even_x, even_y, squares[2], worst_diagonal)
    worst = max(largest(worst_width) / squares[0], largest(worst_length) / squares[1])
    if par[TAUT_DIAGONALS] != 0.0:
        worst = max(worst, largest(worst_diagonal) / squares[2])
    return float(0.5 * worst)


@inner_kernel
def stiffness_of(springs: Floats, i: int, k: int, spin: Floats) -> float:
    """Entry k of row i of K, see `set_stiffness`."""
    return float(springs[0, i, k] + spin[0] * springs[1, i, k] + spin[1] * springs[2, i, k])


@kernel
def set_stiffness(
    springs: Floats,
    column: Indices,
    used: Integers,
    mass: Floats,
    spin: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    par: Floats,
) -> None:
    """Factor of M + a h^2 K with K = bending + s_w tension_width + s_l tension_length of the spinning sheet.

    Args:
        springs: bending, tension_width and tension_length, shape (3, vertices, entries).
        spin: squared spins that pull along the width, along the length and across [rad^2/s^2]; damping time [s].
        lower, inverse_pivot: output, see `factor_banded`; for a folded sheet `factor_lanes`.
    """
    h = par[STEP]
    factor = 0.25 * (h + spin[DELAY]) * (h + spin[DELAY])
    count, band = mass.shape[0], lower.shape[1]
    if par[FOLDED] == 0.0:
        for i in range(count):
            for k in range(band + 1):
                band_matrix[i, k] = 0.0
            for k in range(used[i]):
                j = int(column[i, k])
                if j <= i:
                    band_matrix[i, j - i + band] = factor * stiffness_of(springs, i, k, spin)
            band_matrix[i, band] += mass[i]
        factor_banded(band_matrix, lower, inverse_pivot, count, band)
        return
    columns = int(par[COLUMNS])
    rows, half = count // columns, columns // 2
    part = count // LANES
    quarters = band_matrix.reshape(-1)
    for p in range(part):
        for k in range(LANES * (band + 1)):
            quarters[LANES * p * (band + 1) + k] = 0.0
        i = p // half * columns + p % half
        for k in range(used[i]):
            j = int(column[i, k])
            across, along = j % columns, j // columns
            side = -1.0 if across >= half else 1.0
            end = -1.0 if 2 * along >= rows else 1.0
            q = min(along, rows - 1 - along) * half + min(across, columns - 1 - across)
            if q <= p:
                value = factor * stiffness_of(springs, i, k, spin)
                at = LANES * (p * (band + 1) + q - p + band)
                quarters[at] += value
                quarters[at + 1] += side * value
                quarters[at + 2] += end * value
                quarters[at + 3] += side * end * value
        for system in range(LANES):
            quarters[LANES * (p * (band + 1) + band) + system] += mass[i]
    factor_lanes(band_matrix, lower, inverse_pivot, part, band)


@inner_kernel
def fold_in_four(pull: Floats, y: Floats, columns: int) -> None:
    """Take a sheet of vectors apart into the four parts that are even or odd across its middle lines.

    Args:
        pull: shape (vertices, 3).
        y: output: for each vertex of the first quarter, for each of x, y, z: even in both directions, odd along the
            width, odd along the length, odd along both.
    """
    rows, half = pull.shape[0] // columns, columns // 2
    at = 0
    for row in range(rows // 2):
        for place in range(half):
            i = row * columns + place
            j = row * columns + columns - 1 - place
            k = (rows - 1 - row) * columns + place
            m = (rows - 1 - row) * columns + columns - 1 - place
            for d in range(3):
                near_even, near_odd = pull[i, d] + pull[j, d], pull[i, d] - pull[j, d]
                far_even, far_odd = pull[k, d] + pull[m, d], pull[k, d] - pull[m, d]
                y[at], y[at + 1] = near_even + far_even, near_odd + far_odd
                y[at + 2], y[at + 3] = near_even - far_even, near_odd - far_odd
                at += LANES


@inner_kernel
def unfold(y: Floats, x: Floats, columns: int) -> None:
    """Add to a sheet of vectors the four parts of another, see `fold_in_four`."""
    rows, half = x.shape[0] // columns, columns // 2
    at = 0
    for row in range(rows // 2):
        for place in range(half):
            i = row * columns + place
            j = row * columns + columns - 1 - place
            k = (rows - 1 - row) * columns + place
            m = (rows - 1 - row) * columns + columns - 1 - place
            for d in range(3):
                even, odd = 0.25 * (y[at] + y[at + 2]), 0.25 * (y[at + 1] + y[at + 3])
                x[i, d] += even + odd
                x[j, d] += even - odd
                even, odd = 0.25 * (y[at] - y[at + 2]), 0.25 * (y[at + 1] - y[at + 3])
                x[k, d] += even + odd
                x[m, d] += even - odd
                at += LANES


@inner_kernel
def bend(x: Floats, pull: Floats, work: Floats, lower: Floats, inverse_pivot: Floats, par: Floats) -> None:
    """Move positions by the implicit step of bending and centrifugal forces.

    Args:
        x: positions less `share_of_damped` X, see `predict`.
        pull: right-hand side of the bending step, shape (vertices, 3).
        work: scratch, shape (3, vertices).
    """
    count, band = x.shape[0], lower.shape[1]
    columns = int(par[COLUMNS])
    if par[FOLDED] == 0.0:
        solve_banded(lower, inverse_pivot, pull, count, band)
        for i in range(count):
            for d in range(3):
                x[i, d] += pull[i, d]
        return
    y = work.reshape(-1)
    fold_in_four(pull, y, columns)
    solve_lanes(lower, inverse_pivot, y, count // LANES, band)
    unfold(y, x, columns)


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
def mend_four(
    x: Floats,
    v: Floats,
    bonds: Floats,
    at: int,
    first: int,
    stride: int,
    to: int,
    right: float,
    worst: Lanes,
) -> Lanes:
    """Mend four edges, see `mend_sweep`; returns the largest error so far.

    Args:
        first, stride: first vertex of the first edge, and how far it is to that of the next.
        to: how far it is from the first to the second vertex of an edge.
    """
    n = x.shape[0]
    second = first + to
    d0 = load_every(x, first, stride) - load_every(x, second, stride)
    d1 = load_every(x, n + first, stride) - load_every(x, n + second, stride)
    d2 = load_every(x, 2 * n + first, stride) - load_every(x, 2 * n + second, stride)
    square = d0 * d0 + d1 * d1 + d2 * d2
    error = square - right
    wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
    strained = where_positive(wi + wj, size(error))
    unsound = strained - 2.0 * SOUND * right
    if largest(unsound) <= 0.0:
        return worst
    s = where_positive(unsound, error / ((1.5 * square + 0.5 * right) * (wi + wj)))
    change_pair(x, first, second, stride, wi, wj, s * d0)
    change_pair(x, n + first, n + second, stride, wi, wj, s * d1)
    change_pair(x, 2 * n + first, 2 * n + second, stride, wi, wj, s * d2)
    u0 = load_every(v, first, stride) - load_every(v, second, stride)
    u1 = load_every(v, n + first, stride) - load_every(v, n + second, stride)
    u2 = load_every(v, 2 * n + first, stride) - load_every(v, 2 * n + second, stride)
    rate = u0 * d0 + u1 * d1 + u2 * d2
    s = where_positive(unsound, where_positive(rate * error, rate / ((wi + wj) * square)))
    change_pair(v, first, second, stride, wi, wj, s * d0)
    change_pair(v, n + first, n + second, stride, wi, wj, s * d1)
    change_pair(v, 2 * n + first, 2 * n + second, stride, wi, wj, s * d2)
    return larger(strained, worst)


@inner_kernel
def change_pair(a: Floats, first: int, second: int, stride: int, wi: Lanes, wj: Lanes, change: Lanes) -> None:
    """Bring four pairs of numbers nearer to each other, by their weights."""
    store_every(a, first, stride, load_every(a, first, stride) - wi * change)
    store_every(a, second, stride, load_every(a, second, stride) + wj * change)


@inner_kernel
def mend_sweep(
    x: Floats, v: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool
) -> float:
    """Bring strained edges back to length without adding energy; returns the largest strain met.

    Positions are corrected as they are; velocities lose only what would strain the edge further (an inelastic impulse
    along the edge, which keeps linear and angular momentum). Strains and order are those of `stretch_sweep`; diagonals
    that give way are left alone.
    """
    n, columns = x.shape[0], int(par[COLUMNS])
    colours = COLOURS if par[TAUT_DIAGONALS] != 0.0 else COLOURS // 2
    nothing = spread(0.0)
    worst_width = worst_length = worst_diagonal = nothing
    for c in range(colours):
        colour = colours - 1 - c if backwards else c
        at = starts[colour]
        if colour < 2:
            for p in range(colour, n - 1, 2 * LANES):
                worst_width = mend_four(x, v, bonds, at, p, 2, 1, squares[0], worst_width)
                at += BOND_NUMBERS
        elif colour < 4:
            line = (colour - 2) * columns
            for first in range(line, line + columns, LANES):
                for p in range(first, n - columns, 2 * columns):
                    worst_length = mend_four(x, v, bonds, at, p, 1, columns, squares[1], worst_length)
                    at += BOND_NUMBERS
        else:
            line = (colour - 4) // 2 * columns
            for first in range(line + colour % 2, line + columns - 1, 2 * LANES):
                for p in range(first, n - columns, 2 * columns):
                    for side in range(2):
                        to = columns - 1 if side == 1 else columns + 1
                        worst_diagonal = mend_four(x, v, bonds, at, p + side, 2, to, squares[2], worst_diagonal)
                        at += BOND_NUMBERS
    worst = max(largest(worst_width) / squares[0], largest(worst_length) / squares[1])
    return float(0.5 * max(worst, largest(worst_diagonal) / squares[2]))


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
def mend(x: Floats, v: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool) -> None:
    """After a hard landing: sweep and lift by turns until the sheet is sound again (or the passes are used up)."""
    for _ in range(MENDING_PASSES):
        if mend_sweep(x, v, bonds, starts, squares, par, backwards) < TORN:
            break
        keep_above_ground(x, v, par)
        backwards = not backwards


@inner_kernel
def predict(
    x: Floats,
    v: Floats,
    start: Floats,
    predicted: Floats,
    pull: Floats,
    mass: Floats,
    body: Floats,
    spin: Floats,
    par: Floats,
) -> None:
    """Turn the sheet rigidly by one step and let the rest of its motion drift in the turning frame; set up bending.

    Needs fit and attitude. Leaves the spin at the end of the step in body[TURNED] and the turned axes in
    body[TURNED_AXES].

    Args:
        x: output: the positions without inner forces, less the share 1/a of X that `bend` adds again.
        start: output, the positions before the step.
        predicted: output, those of the rigidly moved sheet.
        pull: output, right-hand side of the bending step: M (X/a + centrifugal forces).
    """
    n = x.shape[0]
    h = par[STEP]
    tau = spin[DELAY]
    axes = body[TURNED_AXES:ROTATION]
    rot = body[ROTATION:KEPT]
    o0, o1, o2 = body[15], body[16], body[17]
    times_inverse_inertia(body, body[7] * o2 - body[8] * o1, body[8] * o0 - body[6] * o2, body[6] * o1 - body[7] * o0)
    a, b = 0.5 * h, 0.25 * h
    turn(a * (o0 + b * body[18]), a * (o1 + b * body[19]), a * (o2 + b * body[20]), rot)
    spin_after(body, rot)  # at the middle of the step
    turn(h * body[21], h * body[22], h * body[23], rot)
    spin_after(body, rot)
    for d in range(3):  # the sheet's axes turn with the step
        for axis in range(3):
            axes[3 * axis + d] = (
                rot[3 * d] * body[24 + 3 * axis]
                + rot[3 * d + 1] * body[25 + 3 * axis]
                + rot[3 * d + 2] * body[26 + 3 * axis]
            )
    share = 4.0 * h * h / ((h + tau) * (h + tau))  # 1/a
    across, along_width, along_length = h * h * spin[2], h * h * spin[0], h * h * spin[1]
    n0, n1, n2, g0, g1, g2 = axes[0], axes[1], axes[2], axes[3], axes[4], axes[5]
    k0, k1, k2 = axes[6], axes[7], axes[8]
    A, B, C, D, E, F = rot[0], rot[1], rot[2], rot[3], rot[4], rot[5]
    G, H, K = rot[6], rot[7], rot[8]
    c0, c1, c2, v0, v1, v2 = body[0], body[1], body[2], body[3], body[4], body[5]
    q0, q1, q2 = c0 + h * v0, c1 + h * v1, c2 + h * v2
    for i in range(0, n, LANES):
        x0, x1, x2 = load(x, i), load(x, n + i), load(x, 2 * n + i)
        store(start, i, x0)
        store(start, n + i, x1)
        store(start, 2 * n + i, x2)
        r0, r1, r2 = x0 - c0, x1 - c1, x2 - c2
        u0 = load(v, i) - v0 - (o1 * r2 - o2 * r1)
        u1 = load(v, n + i) - v1 - (o2 * r0 - o0 * r2)
        u2 = load(v, 2 * n + i) - v2 - (o0 * r1 - o1 * r0)
        w0 = A * u0 + D * u1 + G * u2  # R' u: the Coriolis turn of the residual motion
        w1 = B * u0 + E * u1 + H * u2
        w2 = C * u0 + F * u1 + K * u2
        x0 = A * r0 + B * r1 + C * r2
        x1 = D * r0 + E * r1 + F * r2
        x2 = G * r0 + H * r1 + K * r2
        r0, r1, r2 = x0 + tau * w0, x1 + tau * w1, x2 + tau * w2  # X
        x0, x1, x2 = q0 + x0, q1 + x1, q2 + x2
        store(predicted, i, x0)
        store(predicted, n + i, x1)
        store(predicted, 2 * n + i, x2)
        d0, d1, d2 = share * r0, share * r1, share * r2
        store(x, i, x0 + (h * w0 - d0))
        store(x, n + i, x1 + (h * w1 - d1))
        store(x, 2 * n + i, x2 + (h * w2 - d2))
        m = load(mass, i)
        cg = along_width * (g0 * r0 + g1 * r1 + g2 * r2)
        ck = along_length * (k0 * r0 + k1 * r1 + k2 * r2)
        cn = across * (n0 * r0 + n1 * r1 + n2 * r2)
        store(pull, i, m * (d0 + cg * g0 + ck * k0 + cn * n0))
        store(pull, n + i, m * (d1 + cg * g1 + ck * k1 + cn * n1))
        store(pull, 2 * n + i, m * (d2 + cg * g2 + ck * k2 + cn * n2))


@inner_kernel
def velocities_after(x: Floats, v: Floats, predicted: Floats, mass: Floats, body: Floats, par: Floats) -> None:
    """Velocities after a step under inner forces, with the linear and angular momentum of before; leaves a fit."""
    n = x.shape[0]
    h = par[STEP]
    inverse_h = 1.0 / h
    e0, e1, e2 = body[21], body[22], body[23]
    v0, v1, v2 = body[3], body[4], body[5]
    q0, q1, q2 = body[0] + h * v0, body[1] + h * v1, body[2] + h * v2
    nothing = spread(0.0)
    weight = c0 = c1 = c2 = nothing
    xx = yy = zz = xy = xz = yz = nothing
    p0 = p1 = p2 = l0 = l1 = l2 = nothing
    for i in range(0, n, LANES):
        x0, x1, x2 = load(x, i), load(x, n + i), load(x, 2 * n + i)
        r0, r1, r2 = x0 - q0, x1 - q1, x2 - q2
        u0 = v0 + (e1 * r2 - e2 * r1) + (x0 - load(predicted, i)) * inverse_h
        u1 = v1 + (e2 * r0 - e0 * r2) + (x1 - load(predicted, n + i)) * inverse_h
        u2 = v2 + (e0 * r1 - e1 * r0) + (x2 - load(predicted, 2 * n + i)) * inverse_h
        store(v, i, u0)
        store(v, n + i, u1)
        store(v, 2 * n + i, u2)
        m = load(mass, i)
        m0, m1, m2 = m * r0, m * r1, m * r2
        weight = weight + m
        c0 = c0 + m0
        c1 = c1 + m1
        c2 = c2 + m2
        xx = xx + m0 * r0
        yy = yy + m1 * r1
        zz = zz + m2 * r2
        xy = xy + m0 * r1
        xz = xz + m0 * r2
        yz = yz + m1 * r2
        p0 = p0 + m * u0
        p1 = p1 + m * u1
        p2 = p2 + m * u2
        l0 = l0 + (m1 * u2 - m2 * u1)
        l1 = l1 + (m2 * u0 - m0 * u2)
        l2 = l2 + (m0 * u1 - m1 * u0)
    keep_momentum(body)
    whole = total(weight)
    s0, s1, s2 = total(p0), total(p1), total(p2)
    f0, f1, f2 = total(c0), total(c1), total(c2)
    d0, d1, d2 = f0 / whole, f1 / whole, f2 / whole  # rounding has moved the centre by so little
    body[CENTRE], body[CENTRE + 1], body[CENTRE + 2] = q0 + d0, q1 + d1, q2 + d2
    set_inertia(
        body,
        total(xx) - f0 * d0,
        total(yy) - f1 * d1,
        total(zz) - f2 * d2,
        total(xy) - f0 * d1,
        total(xz) - f0 * d2,
        total(yz) - f1 * d2,
    )
    set_motion(
        body,
        whole,
        s0,
        s1,
        s2,
        total(l0) - (d1 * s2 - d2 * s1),
        total(l1) - (d2 * s0 - d0 * s2),
        total(l2) - (d0 * s1 - d1 * s0),
    )
    move_rigidly(x, v, body, body[KEPT:FITTED])


@inner_kernel
def inner_step(
    sheet: Floats,
    body: Floats,
    mass: Floats,
    bonds: Floats,
    starts: Integers,
    squares: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    spin: Floats,
    par: Floats,
    backwards: bool,
) -> float:
    """Advance positions by one step under the sheet's own forces, keeping its linear and angular momentum to rounding.

    Returns the largest strain met in the last stretch sweep. Needs fit, attitude and motion of this moment.

    Args:
        sheet: sheet[START] receives the positions before the step (contact measures slip from them).
        spin: what the factor in force was made for, see `set_stiffness`.
    """
    x, v, predicted = sheet[POSITION].T, sheet[VELOCITY_HALF].T, sheet[PREDICTED].T
    pull = sheet[VELOCITY_NOW].T
    predict(x, v, sheet[START].T, predicted, pull, mass, body, spin, par)
    bend(x, pull, sheet[WORK], lower, inverse_pivot, par)
    turned = backwards
    strain: float = 0.0
    for _ in range(1 + FURTHER_SWEEPS):
        strain = stretch_sweep(x, bonds, starts, squares, par, turned)
        if strain < TORN:
            break
        turned = not turned
    velocities_after(x, v, predicted, mass, body, par)
    return strain


@inner_kernel
def follow_spin(
    body: Floats,
    spin: Floats,
    delay: float,
    springs: Floats,
    column: Indices,
    used: Integers,
    mass: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    par: Floats,
) -> None:
    """Renew stiffness and factor when the damping time or the squared spins have changed; needs fit and attitude.

    The tension is that of a flat sheet; it fades out as the sheet crumples.
    """
    wn = body[15] * body[24] + body[16] * body[25] + body[17] * body[26]
    wg = body[15] * body[27] + body[16] * body[28] + body[17] * body[29]
    wk = body[15] * body[30] + body[16] * body[31] + body[17] * body[32]
    flatness = (body[AREA] / (par[WIDTH] * par[LENGTH]) - CRUMPLED) / (1.0 - CRUMPLED)
    share = par[SPIN_STIFFENING] * min(max(2.0 * flatness, 0.0), 1.0)
    along_width = share * (wn * wn + wk * wk)
    along_length = share * (wn * wn + wg * wg)
    across = share * (wg * wg + wk * wk)
    allowed = STIFFENING_STEP if delay < par[DELAY_TOUCHING] else STIFFENING_STEP_TOUCHING
    allowed *= max(along_width, along_length) + SLOW_SPIN
    change = max(abs(along_width - spin[0]), max(abs(along_length - spin[1]), abs(across - spin[2])))
    if delay != spin[DELAY] or change > allowed:
        spin[0], spin[1], spin[2], spin[DELAY] = along_width, along_length, across, delay
        set_stiffness(springs, column, used, mass, spin, band_matrix, lower, inverse_pivot, par)


@kernel
def air_now(
    sheet: Floats,
    time: float,
    body: Floats,
    mass: Floats,
    face: Floats,
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
) -> None:
    """Fit, attitude, wind and air forces at this moment; the forces go to sheet[FORCE].

    The velocities, half a step old, are extrapolated to the moment of the positions.

    Args:
        sheet: the vectors of the vertices, shape (SHEET_ROWS, 3, vertices).
    """
    x, now = sheet[POSITION].T, sheet[VELOCITY_NOW].T
    velocities_now(sheet)
    if body[FITTED] != 0.0:
        refit_motion(x, now, mass, body)
    else:
        fit_rigid(x, now, mass, body)
    columns = int(par[COLUMNS])
    attitude(x, columns, x.shape[0] // columns, body)
    if par[DENSITY] == 0.0:
        return
    if air[WIND_ON] != 0.0:
        wind = sheet[WIND].T
        air_on_sheet(
            x, wind, time, air, gusts, keys, lattice, shuffle, nodes[0], nodes[1], node_index, node_of, node_weight
        )
        for i in range(0, 3 * x.shape[0], LANES):
            store(now, i, load(now, i) - load(wind, i))
    air_forces(x, now, sheet[FORCE].T, face, body, par)


@inner_kernel
def velocities_now(sheet: Floats) -> None:
    """Velocities half a step later than they are known."""
    v, before, now = sheet[VELOCITY_HALF], sheet[PREVIOUS_VELOCITY], sheet[VELOCITY_NOW]
    for i in range(0, 3 * v.shape[1], LANES):
        store(now, i, 1.5 * load(v, i) - 0.5 * load(before, i))


@inner_kernel
def refit_motion(x: Floats, v: Floats, mass: Floats, body: Floats) -> None:
    """Velocity, angular momentum and spin anew, for a sheet whose positions have not changed since `fit_rigid`."""
    n = x.shape[0]
    c0, c1, c2 = body[0], body[1], body[2]
    nothing = spread(0.0)
    weight = p0 = p1 = p2 = l0 = l1 = l2 = nothing
    for i in range(0, n, LANES):
        m = load(mass, i)
        weight = weight + m
        m0, m1, m2 = m * (load(x, i) - c0), m * (load(x, n + i) - c1), m * (load(x, 2 * n + i) - c2)
        u0, u1, u2 = load(v, i), load(v, n + i), load(v, 2 * n + i)
        p0 = p0 + m * u0
        p1 = p1 + m * u1
        p2 = p2 + m * u2
        l0 = l0 + (m1 * u2 - m2 * u1)
        l1 = l1 + (m2 * u0 - m0 * u2)
        l2 = l2 + (m0 * u1 - m1 * u0)
    set_motion(body, total(weight), total(p0), total(p1), total(p2), total(l0), total(l1), total(l2))


@kernel
def step_back(sheet: Floats, mass: Floats, par: Floats) -> None:
    """Let go without a kink: velocities step back by half a step under the forces at release (see `air_now`), and so
    does the history that they are extrapolated from.
    """
    h = par[STEP]
    for i in range(mass.shape[0]):
        for d in range(3):
            gain = (sheet[FORCE, d, i] + sheet[EXTERNAL_FORCE, d, i]) / mass[i] + par[GRAVITY_X + d]
            sheet[VELOCITY_HALF, d, i] -= 0.5 * h * gain
            sheet[PREVIOUS_VELOCITY, d, i] = sheet[VELOCITY_HALF, d, i] - h * gain


@inner_kernel
def kick(sheet: Floats, mass: Floats, inverse_mass: Floats, body: Floats, par: Floats) -> None:
    """Velocities gain gravity, outer forces and the air force of the middle of their step; leaves their motion."""
    h = par[STEP]
    n = inverse_mass.shape[0]
    force, external, before, v = sheet[FORCE], sheet[EXTERNAL_FORCE], sheet[PREVIOUS_VELOCITY], sheet[VELOCITY_HALF]
    for d in range(3):
        pull = par[GRAVITY_X + d]
        for k in range(0, n, LANES):
            i = d * n + k
            u = load(v, i)
            store(before, i, u)
            store(v, i, u + h * (load(inverse_mass, k) * (load(force, i) + load(external, i)) + pull))
    refit_motion(sheet[POSITION].T, v.T, mass, body)


@inner_kernel
def mend_in_flight(
    x: Floats,
    v: Floats,
    mass: Floats,
    body: Floats,
    bonds: Floats,
    starts: Integers,
    squares: Floats,
    par: Floats,
    backwards: bool,
) -> None:
    """`mend` a sheet that touches nothing: linear and angular momentum stay what they were."""
    fit_rigid(x, v, mass, body)
    keep_momentum(body)
    mend(x, v, bonds, starts, squares, par, backwards)
    give_back(x, v, mass, body, body[KEPT:FITTED])


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


@inner_kernel
def damping_time(now: float, last_touch: Floats, par: Floats) -> float:
    """How long bending stress lags [s]: backward Euler while shocks may ring, little damping in free flight.

    Args:
        last_touch: times of the last touches of table, rim and floor and of whatever else shook the sheet [s].
    """
    touched = last_touch[0]
    for kind in range(1, last_touch.shape[0]):
        touched = max(touched, last_touch[kind])
    return float(par[DELAY_TOUCHING] if now - touched < TOUCH_MEMORY else par[DELAY_FLYING])


@inner_kernel
def rest_distance(step: int, par: Floats) -> float:
    """How far a vertex may move within the rest time [m]; wider and wider late in a flight.

    A soft sheet that landed in folds, or leans against the table, may creep on for long: from `PATIENCE` on, `PATIENT`
    a rest time counts as rest, and as much more with every second that follows.
    """
    late = par[STEP] * step - PATIENCE
    if late < 0.0 or par[REST_DISTANCE] == 0.0:
        return float(par[REST_DISTANCE])
    wide: float = PATIENT * (1.0 + late)
    return max(float(par[REST_DISTANCE]), wide)


@inner_kernel
def record_frame(x: Floats, body: Floats, frames: Floats, motion: Floats, frame: int, time: float) -> None:
    """Store the vertices and (time, centre, velocity, spin) of a playback frame; needs a fit."""
    for i in range(x.shape[0]):
        for d in range(3):
            frames[frame, i, d] = x[i, d]
    motion[frame, 0] = time
    for d in range(3):
        motion[frame, 1 + d] = body[CENTRE + d]
        motion[frame, 4 + d] = body[VELOCITY + d]
        motion[frame, 7 + d] = body[SPIN + d]


@inner_kernel
def at_rest(frames: Floats, frame: int, back: int, distance: float) -> bool:
    """Whether no vertex is farther than `distance` from where it was `back` frames ago."""
    if frame < back:
        return False
    for i in range(frames.shape[1]):
        for d in range(3):
            if abs(frames[frame, i, d] - frames[frame - back, i, d]) > distance:
                return False
    return True


@inner_kernel
def largest(lanes: Lanes) -> float:
    """The largest of the four lanes."""
    return max(max(lane(lanes, 0), lane(lanes, 1)), max(lane(lanes, 2), lane(lanes, 3)))


@inner_kernel
def hold_along_width(x: Floats, bonds: Floats, at: int, shift: int, right: float, worst: Lanes) -> Lanes:
    """Hold every other edge along the width, beginning with the first or second; returns the largest error."""
    n = x.shape[0]
    for p in range(shift, n - 1, 2 * LANES):
        a, b = load(x, p), load(x, p + LANES)
        x0, y0 = evens(a, b), odds(a, b)
        a, b = load(x, n + p), load(x, n + p + LANES)
        x1, y1 = evens(a, b), odds(a, b)
        a, b = load(x, 2 * n + p), load(x, 2 * n + p + LANES)
        x2, y2 = evens(a, b), odds(a, b)
        d0, d1, d2 = x0 - y0, x1 - y1, x2 - y2
        wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
        square = d0 * d0 + d1 * d1 + d2 * d2
        error = square - right
        worst = larger(where_positive(wi + wj, size(error)), worst)
        s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
        si, sj = s * wi, s * wj
        a, b = x0 - si * d0, y0 + sj * d0
        store(x, p, first_mixed(a, b))
        store(x, p + LANES, last_mixed(a, b))
        a, b = x1 - si * d1, y1 + sj * d1
        store(x, n + p, first_mixed(a, b))
        store(x, n + p + LANES, last_mixed(a, b))
        a, b = x2 - si * d2, y2 + sj * d2
        store(x, 2 * n + p, first_mixed(a, b))
        store(x, 2 * n + p + LANES, last_mixed(a, b))
        at += BOND_NUMBERS
    return worst


@inner_kernel
def hold_along_length(x: Floats, bonds: Floats, at: int, columns: int, shift: int, right: float, worst: Lanes) -> Lanes:
    """Hold every other edge along the length, beginning with the first or second; returns the largest error."""
    n = x.shape[0]
    for first in range(shift * columns, shift * columns + columns, LANES):
        for p in range(first, n - columns, 2 * columns):
            q = p + columns
            x0, x1, x2 = load(x, p), load(x, n + p), load(x, 2 * n + p)
            y0, y1, y2 = load(x, q), load(x, n + q), load(x, 2 * n + q)
            d0, d1, d2 = x0 - y0, x1 - y1, x2 - y2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            store(x, p, x0 - si * d0)
            store(x, n + p, x1 - si * d1)
            store(x, 2 * n + p, x2 - si * d2)
            store(x, q, y0 + sj * d0)
            store(x, n + q, y1 + sj * d1)
            store(x, 2 * n + q, y2 + sj * d2)
            at += BOND_NUMBERS
    return worst


@inner_kernel
def hold_diagonals(
    x: Floats, bonds: Floats, at: int, columns: int, even_x: int, even_y: int, right: float, worst: Lanes
) -> Lanes:
    """Hold both diagonals of every other cell of every other row of cells; returns the largest error."""
    n = x.shape[0]
    line = even_y * columns
    for first in range(line + even_x, line + columns - 1, 2 * LANES):
        for p in range(first, n - columns, 2 * columns):
            q = p + columns
            a, b = load(x, p), load(x, p + LANES)
            x0, y0 = evens(a, b), odds(a, b)
            a, b = load(x, n + p), load(x, n + p + LANES)
            x1, y1 = evens(a, b), odds(a, b)
            a, b = load(x, 2 * n + p), load(x, 2 * n + p + LANES)
            x2, y2 = evens(a, b), odds(a, b)
            a, b = load(x, q), load(x, q + LANES)
            u0, w0 = evens(a, b), odds(a, b)
            a, b = load(x, n + q), load(x, n + q + LANES)
            u1, w1 = evens(a, b), odds(a, b)
            a, b = load(x, 2 * n + q), load(x, 2 * n + q + LANES)
            u2, w2 = evens(a, b), odds(a, b)
            d0, d1, d2 = x0 - w0, x1 - w1, x2 - w2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            x0, x1, x2 = x0 - si * d0, x1 - si * d1, x2 - si * d2
            w0, w1, w2 = w0 + sj * d0, w1 + sj * d1, w2 + sj * d2
            at += BOND_NUMBERS
            d0, d1, d2 = y0 - u0, y1 - u1, y2 - u2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            y0, y1, y2 = y0 - si * d0, y1 - si * d1, y2 - si * d2
            u0, u1, u2 = u0 + sj * d0, u1 + sj * d1, u2 + sj * d2
            at += BOND_NUMBERS
            store(x, p, first_mixed(x0, y0))
            store(x, p + LANES, last_mixed(x0, y0))
            store(x, n + p, first_mixed(x1, y1))
            store(x, n + p + LANES, last_mixed(x1, y1))
            store(x, 2 * n + p, first_mixed(x2, y2))
            store(x, 2 * n + p + LANES, last_mixed(x2, y2))
            store(x, q, first_mixed(u0, w0))
            store(x, q + LANES, last_mixed(u0, w0))
            store(x, n + q, first_mixed(u1, w1))
            store(x, n + q + LANES, last_mixed(u1, w1))
            store(x, 2 * n + q, first_mixed(u2, w2))
            store(x, 2 * n + q + LANES, last_mixed(u2, w2))
    return worst
