"""Rows without air: free flight, spin, wobble, springs (V1 to V6, V19)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import layout
from fliegende3d.flight.material import load_material
from fliegende3d.flight.mesh import bond_numbers, build_mesh
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.rigid import attitude, fit_rigid
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.stretching import stretch_sweep
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.validation.row import Curve, Plot, Row

Floats = NDArray[np.float64]

FREE = {"air.density": 0.0, "solver.contact": 0.0}
WEIGHTLESS = FREE | {"gravity": 0.0}
BOARD = {"material.bending_rigidity": 1.0e-2}
FALL = 9.81  # m/s^2


def _flight(throw: Throw, overrides: dict[str, float], material: str = "magic") -> Flight:
    return Flight(throw, Settings.resolve(material=material, overrides=overrides), keep_frames=False)


def momenta(flight: Flight) -> tuple[Floats, Floats]:
    """Mean velocity [m/s] and angular momentum about the centre of mass [kg m^2/s], shapes (3,)."""
    mass = flight.mesh.mass[:, None]
    centre = (mass * flight.x).sum(0) / mass.sum()
    velocity = (mass * flight.v).sum(0) / mass.sum()
    return velocity, (mass * np.cross(flight.x - centre, flight.v - velocity)).sum(0)


def _attitude(flight: Flight) -> tuple[Floats, Floats, Floats, Floats]:
    """Normal, length axis, spin and angular momentum of the sheet, shapes (3,)."""
    columns, rows = flight.settings.mesh
    fit_rigid(flight.x, flight.v, flight.mesh.mass, flight.body)
    attitude(flight.x, columns, rows, flight.body)
    body = flight.body
    return body[24:27].copy(), body[30:33].copy(), body[15:18].copy(), body[6:9].copy()


def v1() -> list[Row]:
    """A throw in vacuum is a parabola; the leapfrog scheme reproduces it without the usual g h t/2."""
    flight = _flight(Throw((0.0, 0.0, 0.0), (3.0, 0.0, 2.0), (5.0, -8.0, 60.0)), FREE)
    mass = flight.mesh.mass[:, None]
    path: list[tuple[float, float]] = []
    worst = 0.0
    for k in range(1, 11):
        flight.advance(24)
        t = 0.05 * k
        centre = (mass * flight.x).sum(0) / mass.sum()
        right = np.array([3.0 * t, 0.0, 2.0 * t - 0.5 * FALL * t * t])
        worst = max(worst, float(np.abs(centre - right).max()))
        path.append((float(centre[0]), float(centre[2])))
    parabola = tuple((3.0 * 0.05 * k, 2.0 * 0.05 * k - 0.5 * FALL * (0.05 * k) ** 2) for k in range(11))
    plot = Plot("x [m]", "z [m]", (Curve("parabola", parabola, right=True), Curve("ours", tuple(path))))
    return [
        Row(
            "V1",
            "throw 3 m/s in vacuum, 60 rad/s: farthest from the parabola in 0.5 s",
            0.0,
            worst,
            1e-9,
            "x = v t, z = v t - g t^2/2",
            "m",
            plot=plot,
        )
    ]


def v2() -> list[Row]:
    """Momenta of a spinning sheet over 2 s, flat, and bent by a flick of 1.5 m/s."""
    rows: list[Row] = []
    for spin in (60.0, 126.0):
        for bent in (False, True):
            flight = _flight(Throw((0.0, 0.0, 0.0), (3.0, 1.0, 2.0), (3.0, -4.0, spin)), WEIGHTLESS)
            flight.advance(1)
            if bent:
                x, y = flight.mesh.rest_positions[:, 0] / 0.0295, flight.mesh.rest_positions[:, 1] / 0.0455
                flight.v[:, 2] += 1.5 * (y * y - 1.0 / 3.0) + 0.5 * x * y
            linear, angular = momenta(flight)
            flight.advance(960)
            linear_after, angular_after = momenta(flight)
            name = f"{'bent, vibrating' if bent else 'flat'} sheet, {spin:g} rad/s, 2 s"
            drift = float(np.abs(linear_after - linear).max() / np.linalg.norm(linear))
            turn = float(np.linalg.norm(angular_after - angular) / np.linalg.norm(angular))
            rows.append(Row("V2", f"{name}: change of momentum", 0.0, drift, 1e-10, "conservation"))
            rows.append(Row("V2", f"{name}: change of angular momentum", 0.0, turn, 1e-3, "conservation"))
    return rows


def one_spring(mass: float, compliance: float) -> tuple[Floats, Callable[[], float]]:
    """Positions of the smallest sheet, in which one edge of 1 m, a little too long, pulls and the others give way
    without force, and a sweep of the stretch kernel over it.

    Args:
        mass: of each of its ends [kg].
        compliance: of the edge [1/kg].
    """
    mesh = build_mesh(4, 4, 3.0, 3.0, load_material("magic"))
    limp = np.full(len(mesh.edges), 1e30)
    limp[[set(edge) == {0, 1} for edge in mesh.edges.tolist()]] = compliance
    bonds = bond_numbers(mesh, np.full(mesh.vertex_count, 1.0 / mass), limp)
    par = np.zeros(layout.PARAMETER_COUNT)
    par[layout.COLUMNS] = mesh.columns
    room = np.zeros((2, 3, mesh.vertex_count))  # kernels read a little beyond the positions
    x = room[0].T
    x[:, :2] = mesh.rest_positions - mesh.rest_positions[0]
    x[1, 0] += 1e-4
    return x, lambda: stretch_sweep(x, bonds, mesh.bonds.starts, mesh.bonds.squares, par, False)


def v3() -> list[Row]:
    """One XPBD iteration a step on a linear spring is backward Euler: its energy falls by 1/(1 + w^2 h^2) a step.

    Both vertices have mass m, so the spring of stiffness k oscillates at w^2 = 2 k/m.
    """
    rows: list[Row] = []
    omega = 2.0 * math.pi * 5.0
    for rate in (240.0, 960.0):
        h = 1.0 / rate
        right = (1.0 + (omega * h) ** 2) ** -(2.0 * rate)  # 2.8729e-4 and 0.128084
        mass = 1e-3
        stiffness = 0.5 * mass * omega * omega
        x, sweep = one_spring(mass, rate * rate / stiffness)
        v = np.zeros_like(x)

        def energy(x: Floats, v: Floats, stiffness: float = stiffness, mass: float = mass) -> float:
            stretch = float(x[1, 0] - x[0, 0]) - 1.0
            return 0.5 * stiffness * stretch * stretch + 0.5 * mass * float((v * v).sum())

        start = energy(x, v)
        for _ in range(int(2.0 * rate)):
            before = x.copy()
            x += h * v
            sweep()
            v = (x - before) / h
        rows.append(
            Row(
                "V3",
                f"spring of 5 Hz, one sweep a step, {rate:g} Hz: energy left after 2 s",
                right,
                energy(x, v) / start,
                1e-6,
                "backward Euler, (1 + w^2 h^2)^-n",
                relative=True,
            )
        )
    return rows


def v4() -> list[Row]:
    """A flat stiff carpet keeps spinning, and hardly stretches."""
    rows: list[Row] = []
    for spin in (60.0, 126.0):
        flight = _flight(Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, spin)), WEIGHTLESS | BOARD)
        flight.advance(480)
        after = float(_attitude(flight)[2][2])
        first, second = flight.mesh.edges[:, 0], flight.mesh.edges[:, 1]
        strain = np.linalg.norm(flight.x[first] - flight.x[second], axis=1) / flight.mesh.rest_lengths - 1.0
        bound = 0.30 * spin * spin * 0.0542**2 / (2.0 * flight.settings.material.stretch)
        rows.append(
            Row(
                "V4",
                f"flat spin, vacuum, 1 s: spin left of {spin:g} rad/s",
                spin,
                after,
                5e-3,
                "conservation",
                "rad/s",
                relative=True,
            )
        )
        rows.append(
            Row(
                "V4",
                f"the same: largest strain (bound sigma w^2 r^2/(2 k) = {bound:.1e}, k = 1e6 N/m)",
                0.0,
                float(np.abs(strain).max()),
                bound,
                "elastic disc",
            )
        )
    return rows


def v5() -> list[Row]:
    """A wobbling lamina: I3 = I1 + I2, so the normal circles at twice the spin in space (once in the body)."""
    rows: list[Row] = []
    for spin in (30.0, 60.0, 126.0):
        flight = _flight(
            Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.02 * spin, 0.0, spin)), WEIGHTLESS | BOARD, "playing_card"
        )
        normals = []
        for _ in range(480):
            flight.advance(1)
            normals.append(_attitude(flight)[0][:2])
        path = np.array(normals) - np.mean(normals, axis=0)
        turning = path[:, 0] + 1j * path[:, 1]
        rate = float(np.polyfit(np.arange(480) / 480.0, np.unwrap(np.angle(turning)), 1)[0])
        rows.append(
            Row(
                "V5",
                f"wobble at {spin:g} rad/s: turns of the normal per turn",
                2.0,
                rate / spin,
                0.01,
                "Euler's equations, I3 = I1 + I2",
                relative=True,
            )
        )
        if spin == 60.0:
            window = 40
            left = float(np.abs(turning[-window:]).mean() / np.abs(turning[:window]).mean())
            rows.append(Row("V5", "the same: wobble left after 1 s at 60 rad/s", 1.0, left, 0.01, "no dissipation"))
    return rows


def v6() -> list[Row]:
    """Spin about the middle axis is unstable: growth rate sqrt((b^2 - a^2)/(b^2 + a^2)) of the spin for a plate.

    On a mesh of N cells a side the lumped masses have moments larger by 1 + 2/N^2; the right value is that of the
    masses.
    """
    omega = 20.0
    flight = _flight(Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (omega, 0.002, 0.002)), WEIGHTLESS | BOARD, "playing_card")
    sideways = []
    for _ in range(240):
        flight.advance(1)
        normal, along, spin, _ = _attitude(flight)
        sideways.append(math.hypot(float(spin @ normal), float(spin @ along)))
    growing = np.array(sideways)
    chosen = (growing > 0.05) & (growing < 1.0)
    rate = float(np.polyfit(np.arange(240)[chosen] / 480.0, np.log(growing[chosen]), 1)[0])
    columns, lines = flight.settings.mesh
    a2, b2 = 0.059**2 * (1.0 + 2.0 / (columns - 1) ** 2), 0.091**2 * (1.0 + 2.0 / (lines - 1) ** 2)
    plot = Plot(
        "t [s]",
        "ln of sideways spin",
        (Curve("ours", tuple((k / 480.0, math.log(s)) for k, s in enumerate(sideways) if s > 0.0)),),
    )
    return [
        Row(
            "V6",
            "spin about the middle axis: growth rate / spin, lumped masses",
            math.sqrt((b2 - a2) / (b2 + a2)),
            rate / omega,
            0.03,
            "Euler's equations",
            relative=True,
            plot=plot,
        ),
        Row(
            "V6",
            "the same against the continuous plate",
            0.63882,
            rate / omega,
            0.03,
            "Euler's equations",
            relative=True,
        ),
    ]


def v19() -> list[Row]:
    """A couple in the plane of a spinning card turns its angular momentum at tau/(I3 w)."""
    couple, omega = 1.58e-4, 60.0
    overrides = WEIGHTLESS | {"material.areal_density": 0.3}
    flight = _flight(Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, omega)), overrides, "playing_card")
    mass = flight.mesh.mass
    polar = float((mass * (flight.mesh.rest_positions**2).sum(1)).sum())
    tilt = []
    for _ in range(240):
        normal, _, _, _ = _attitude(flight)
        axis = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
        axis /= np.linalg.norm(axis)
        across = np.cross(normal, axis)
        arm = flight.x - (mass[:, None] * flight.x).sum(0) / mass.sum()
        s, t = arm @ axis, arm @ across
        # normal forces m (p t + q s) with torque `couple` about the axis and none across it
        matrix = np.array([[(mass * t * t).sum(), (mass * s * t).sum()], [(mass * s * t).sum(), (mass * s * s).sum()]])
        p, q = np.linalg.solve(matrix, np.array([couple, 0.0]))
        flight.external_force[:] = (mass * (p * t + q * s))[:, None] * normal
        flight.advance(1)
        momentum = _attitude(flight)[3]
        tilt.append(math.atan2(math.hypot(momentum[0], momentum[1]), momentum[2]))
    rate = float(np.polyfit(np.arange(240) / 480.0, tilt, 1)[0])
    return [
        Row(
            "V19",
            "couple of 0.158 mN m on a card at 60 rad/s: precession",
            couple / (polar * omega),
            rate,
            0.02,
            "gyroscope, tau/(I3 w), I3 of the lumped masses",
            "rad/s",
            relative=True,
        )
    ]
