"""The compiled heart of a flight: what a sheet does within a substep.

Kernels use + - * / and sqrt only, in a fixed order, on float64: the same throw gives the same bits in every process.
What is done for every vertex, face or edge is done for four at a time, see `lanes`.
Arrays are passed flat; `layout` names the places in them. The parts of a substep are in `rigid`, `air`, `bending`,
`stretching` and `ground`; contact with cards and carpets in `contact_layers`, with the sheet itself in `folds`.

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

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.air import air_forces, air_on_sheet
from fliegende3d.flight.bending import bend
from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import load, spread, store, total
from fliegende3d.flight.layout import (
    CENTRE,
    COLUMNS,
    DELAY,
    DELAY_FLYING,
    DELAY_TOUCHING,
    DENSITY,
    EXTERNAL_FORCE,
    FITTED,
    FORCE,
    GRAVITY_X,
    KEPT,
    POSITION,
    PREDICTED,
    PREVIOUS_VELOCITY,
    REST_DISTANCE,
    ROTATION,
    SPIN,
    START,
    STEP,
    TORN,
    TURNED_AXES,
    VELOCITY,
    VELOCITY_HALF,
    VELOCITY_NOW,
    WIND,
    WIND_ON,
    WORK,
)
from fliegende3d.flight.rigid import (
    attitude,
    fit_rigid,
    keep_momentum,
    move_rigidly,
    refit_motion,
    set_inertia,
    set_motion,
    spin_after,
    times_inverse_inertia,
    turn,
)
from fliegende3d.flight.stretching import stretch_sweep

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FURTHER_SWEEPS = 3
PATIENCE = 3.0  # s
PATIENT = 0.001  # m
TOUCH_MEMORY = 0.1  # s after a touch in which stiff ripples are damped hard: shocks would ring on otherwise


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
