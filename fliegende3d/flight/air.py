"""The wind at a place, and the forces of the air on a sheet that moves in it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import (
    Lanes,
    floor,
    gather,
    lane,
    larger,
    largest,
    load,
    load_every,
    picked,
    root,
    size,
    spread,
    store,
    store_every,
    total,
    where_positive,
)
from fliegende3d.flight.layout import (
    CALM_LAYER,
    COLUMNS,
    DENSITY,
    FACE_EXISTS,
    FACE_FORCE,
    FLATTENING,
    GUST_RATE,
    INVERSE_STALL,
    LENGTH,
    MEAN_X,
    MEAN_Y,
    NORMAL_DRAG,
    OCTAVE_AMPLITUDE,
    OCTAVE_FIRST,
    OCTAVE_INVERSE_SIZE,
    OCTAVE_RATE,
    OCTAVE_STRIDE,
    OCTAVES,
    PRESSURE_SHIFT,
    PROFILE_HEIGHT,
    ROTATIONAL_DRAG,
    ROTATIONAL_LIFT,
    SKIN_FRICTION,
    SLOPE_LENGTH,
    SLOPE_WIDTH,
    TINY_AREA,
    WEIGHT_LENGTH,
    WEIGHT_WIDTH,
    WIDTH,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TINY_SPEED = 1e-12  # m/s, keeps 0/0 out of the air law


@kernel
def blend_lattice(time: float, air: Floats, keys: Floats, lattice: Floats) -> None:
    """Let the eddies evolve: blend two consecutive key lattices so that the variance stays the same at every moment.

    Args:
        keys: gradient vectors of two potentials, shape (octaves, key_count, entries, 6); a closed loop in time.
        lattice: output, shape (octaves, entries, 6).
    """
    numbers = 6 * keys.shape[2]
    for octave in range(int(air[OCTAVES])):
        phase = time * air[OCTAVE_FIRST + OCTAVE_STRIDE * octave + OCTAVE_RATE]
        whole = math.floor(phase)
        t = phase - whole
        key = int(whole) % keys.shape[1]
        following = (key + 1) % keys.shape[1]
        w = t * t * t * (t * (6.0 * t - 15.0) + 10.0)
        s = 1.0 / math.sqrt((1.0 - w) * (1.0 - w) + w * w)
        first, second = (octave * keys.shape[1] + key) * numbers, (octave * keys.shape[1] + following) * numbers
        for i in range(0, numbers, LANES):
            blend = (1.0 - w) * load(keys, first + i) + w * load(keys, second + i)
            store(lattice, octave * numbers + i, s * blend)


@inner_kernel
def smooth(t: Lanes) -> Lanes:
    """Perlin's fade 6 t^5 - 15 t^4 + 10 t^3."""
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


@inner_kernel
def smooth_slope(t: Lanes) -> Lanes:
    """Its derivative."""
    return 30.0 * t * t * (t * (t - 2.0) + 1.0)


@kernel
def sample_air(
    points: Floats, out: Floats, time: float, air: Floats, gusts: Floats, lattice: Floats, shuffle: Integers
) -> None:
    """Air velocity at points: (mean + gust) times the height profile, plus the curl of an evolving, advected noise
    potential.

    The potential has two components in planes parallel to the table (axial gauge), fades out over the calm layer and is
    differentiated analytically, so the eddies are free of divergence and vanish at the table (Bridson et al. 2007).

    Args:
        points, out: shape (points, 3); their number is a multiple of `lanes.WIDTH`.
    """
    phase = time * air[GUST_RATE]
    whole = math.floor(phase)
    t = phase - whole
    now = int(whole) % gusts.shape[0]
    following = (now + 1) % gusts.shape[0]
    ux = air[MEAN_X] + (1.0 - t) * gusts[now, 0] + t * gusts[following, 0]
    uy = air[MEAN_Y] + (1.0 - t) * gusts[now, 1] + t * gusts[following, 1]
    for p in range(0, 3 * points.shape[0], 3 * LANES):
        pz = load_every(points, p + 2, 3)
        profile = spread(1.0)
        if air[PROFILE_HEIGHT] > 0.0:
            profile = where_positive(pz, pz / (pz + air[PROFILE_HEIGHT]))
        store_every(out, p, 3, ux * profile)
        store_every(out, p + 1, 3, uy * profile)
        store_every(out, p + 2, 3, spread(0.0))
        if largest(pz) > 0.0:
            for octave in range(int(air[OCTAVES])):
                add_eddies(points, out, p, octave, time, air, lattice, shuffle)


@inner_kernel
def add_eddies(
    points: Floats,
    out: Floats,
    p: int,
    octave: int,
    time: float,
    air: Floats,
    lattice: Floats,
    shuffle: Integers,
) -> None:
    """Add the eddies of one octave at four points, see `sample_air`.

    Args:
        p: place of the first point's first number.
    """
    mask = shuffle.shape[0] - 1
    first = OCTAVE_FIRST + OCTAVE_STRIDE * octave
    inverse = air[first + OCTAVE_INVERSE_SIZE]
    px, py, pz = load_every(points, p, 3), load_every(points, p + 1, 3), load_every(points, p + 2, 3)
    calm = air[CALM_LAYER] - pz
    height = pz / air[CALM_LAYER]
    fade = picked(calm, smooth(height), spread(1.0))
    slope = where_positive(calm, smooth_slope(height) / air[CALM_LAYER])
    sx = (px - air[MEAN_X] * time) * inverse
    sy = (py - air[MEAN_Y] * time) * inverse
    sz = pz * inverse * air[FLATTENING]
    fx, fy, fz = floor(sx), floor(sy), floor(sz)
    tx, ty, tz = sx - fx, sy - fy, sz - fz
    qx, qy, qz = smooth(tx), smooth(ty), smooth(tz)
    ex, ey, ez = smooth_slope(tx), smooth_slope(ty), smooth_slope(tz)
    nothing = spread(0.0)
    a = a_y = a_z = b = b_x = b_z = nothing
    for corner in range(8):
        ox, oy, oz = corner & 1, (corner >> 1) & 1, corner >> 2
        i0 = lattice_entry(lattice, shuffle, mask, octave, lane(fx, 0), lane(fy, 0), lane(fz, 0), ox, oy, oz)
        i1 = lattice_entry(lattice, shuffle, mask, octave, lane(fx, 1), lane(fy, 1), lane(fz, 1), ox, oy, oz)
        i2 = lattice_entry(lattice, shuffle, mask, octave, lane(fx, 2), lane(fy, 2), lane(fz, 2), ox, oy, oz)
        i3 = lattice_entry(lattice, shuffle, mask, octave, lane(fx, 3), lane(fy, 3), lane(fz, 3), ox, oy, oz)
        dx, dy, dz = tx - ox, ty - oy, tz - oz
        hx = qx if ox else 1.0 - qx
        hy = qy if oy else 1.0 - qy
        hz = qz if oz else 1.0 - qz
        kx = ex if ox else nothing - ex
        ky = ey if oy else nothing - ey
        kz = ez if oz else nothing - ez
        weight = hx * hy * hz
        g0, g1 = gather(lattice, i0, i1, i2, i3), gather(lattice, i0 + 1, i1 + 1, i2 + 1, i3 + 1)
        g2 = gather(lattice, i0 + 2, i1 + 2, i2 + 2, i3 + 2)
        value = g0 * dx + g1 * dy + g2 * dz
        a = a + weight * value
        a_y = a_y + (hx * ky * hz * value + weight * g1)
        a_z = a_z + (hx * hy * kz * value + weight * g2)
        g0, g1 = gather(lattice, i0 + 3, i1 + 3, i2 + 3, i3 + 3), gather(lattice, i0 + 4, i1 + 4, i2 + 4, i3 + 4)
        g2 = gather(lattice, i0 + 5, i1 + 5, i2 + 5, i3 + 5)
        value = g0 * dx + g1 * dy + g2 * dz
        b = b + weight * value
        b_x = b_x + (kx * hy * hz * value + weight * g0)
        b_z = b_z + (hx * hy * kz * value + weight * g2)
    amplitude = air[first + OCTAVE_AMPLITUDE]
    flat = fade * inverse * air[FLATTENING]
    wx = amplitude * (flat * b_z + slope * b)
    wy = amplitude * (flat * a_z + slope * a)
    wz = amplitude * fade * inverse * (b_x - a_y)
    store_every(out, p, 3, load_every(out, p, 3) - where_positive(pz, wx))
    store_every(out, p + 1, 3, load_every(out, p + 1, 3) + where_positive(pz, wy))
    store_every(out, p + 2, 3, load_every(out, p + 2, 3) + where_positive(pz, wz))


@inner_kernel
def lattice_entry(
    lattice: Floats,
    shuffle: Integers,
    mask: int,
    octave: int,
    x: float,
    y: float,
    z: float,
    ox: int,
    oy: int,
    oz: int,
) -> int:
    """Place of the first number of a lattice corner's gradients."""
    entry = shuffle[(shuffle[(shuffle[(int(x) + ox) & mask] + int(y) + oy) & mask] + int(z) + oz) & mask]
    return int(6 * (octave * lattice.shape[1] + entry))


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
    n = x.shape[0]
    blend_lattice(time, air, keys, lattice)
    for k in range(node_index.shape[0]):
        for d in range(3):
            nodes[k, d] = x[node_index[k], d]
    sample_air(nodes, node_wind, time, air, gusts, lattice, shuffle)
    for i in range(0, n, LANES):
        w0 = w1 = w2 = spread(0.0)
        for c in range(4):
            weight = load_every(node_weight, 4 * i + c, 4)
            j, k = 3 * node_of[i, c], 3 * node_of[i + 1, c]
            m, o = 3 * node_of[i + 2, c], 3 * node_of[i + 3, c]
            w0 = w0 + weight * gather(node_wind, j, k, m, o)
            w1 = w1 + weight * gather(node_wind, j + 1, k + 1, m + 1, o + 1)
            w2 = w2 + weight * gather(node_wind, j + 2, k + 2, m + 2, o + 2)
        store(wind, i, w0)
        store(wind, n + i, w1)
        store(wind, 2 * n + i, w2)


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
