"""The rigid part of a sheet's motion: its fit, how it turns, its attitude, and how it keeps its momentum."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import load, spread, store, total
from fliegende3d.flight.layout import AREA, CENTRE, KEPT, MOMENTUM, SCRATCH, SPIN, TINY_AREA, TURNED, VELOCITY

Floats = NDArray[np.float64]

FLAT_LIMIT = 1e-9  # det(I)/trace(I)^3 below which a sheet crumpled to a line is treated as slightly thicker


@inner_kernel
def times_inverse_inertia(body: Floats, a: float, b: float, c: float) -> None:
    """body[SCRATCH:SCRATCH+3] = I^-1 (a, b, c)."""
    body[18] = body[9] * a + body[12] * b + body[13] * c
    body[19] = body[12] * a + body[10] * b + body[14] * c
    body[20] = body[13] * a + body[14] * b + body[11] * c


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
