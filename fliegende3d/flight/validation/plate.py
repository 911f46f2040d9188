"""An independent flight: a rigid plate in the same air law, by Runge and Kutta's method in plain numpy (row P)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.config import shipped_values
from fliegende3d.flight.mesh import STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.validation.row import Curve, Plot, Row

Floats = NDArray[np.float64]

POINTS = 16  # Gauss-Legendre points a side: exact for the law's polynomials, independent of any mesh
FRAME = 10.0 / 480.0  # s, compared at these intervals
STEPS_A_FRAME = 80
GRAVITY = np.array([0.0, 0.0, -9.81])


@dataclass(frozen=True, eq=False)
class PlateState:
    """Centre [m], rotation matrix, velocity [m/s] and spin [rad/s], world axes."""

    centre: Floats
    rotation: Floats
    velocity: Floats
    spin: Floats


class RigidPlate:
    """A rigid rectangle in the simulator's air law, written down anew from its equations."""

    def __init__(self, areal_density: float, cells: tuple[int, int]) -> None:
        """Take the mass of a plate and the moments of a grid's lumped masses, 1 + 2/N^2 larger for N cells a side."""
        self.values = shipped_values()
        self.a, self.b = self.values["carpet.width"], self.values["carpet.length"]
        self.mass = areal_density * self.a * self.b
        nodes, weights = np.polynomial.legendre.leggauss(POINTS)
        gx, gy = np.meshgrid(0.5 * nodes * self.a, 0.5 * nodes * self.b)
        self.points = np.stack([gx.ravel(), gy.ravel(), np.zeros(POINTS * POINTS)], axis=1)
        self.weights = 0.25 * np.outer(weights, weights).ravel()
        square_a = self.a**2 / 12.0 * (1.0 + 2.0 / cells[0] ** 2)
        square_b = self.b**2 / 12.0 * (1.0 + 2.0 / cells[1] ** 2)
        self.inertia = self.mass * np.diag([square_b, square_a, square_a + square_b])

    def wrench(self, state: PlateState) -> tuple[Floats, Floats]:
        """Force [N] and torque about the centre [N m] of the still air."""
        v = self.values
        r = self.points @ state.rotation.T
        g, h, n = state.rotation.T
        u = state.velocity + np.cross(state.spin, r)
        mean = state.velocity
        across, ua, ub = mean @ n, mean @ g, mean @ h
        in_plane = ua * ua + ub * ub
        speed = math.sqrt(in_plane + across * across) + 1e-12
        slope = (v["air.lift_slope_width"] * ua * ua + v["air.lift_slope_length"] * ub * ub + 1e-12) / (
            in_plane + 1e-12
        )
        sine = across / speed
        stall = 1.0 + (sine / v["air.stall_sine"]) ** 4
        gain = v["air.normal_drag"] * speed + (slope - v["air.normal_drag"]) * math.sqrt(in_plane) / stall
        shift = v["air.pressure_shift"] / (speed + 0.57 * abs(across))
        weight = 1.0 + 12.0 * shift * (ua / self.a * (r @ g) + ub / self.b * (r @ h))
        wa, wb = state.spin @ g, state.spin @ h
        p1 = v["air.rotational_lift"] * v["air.lift_slope_width"] * self.a * wb
        p2 = v["air.rotational_lift"] * v["air.lift_slope_length"] * self.b * wa
        lift = p2 * ub - p1 * ua
        paid = shift * lift * (self.b * ub * wa - self.a * ua * wb) / speed**2
        local = u @ n - across
        pressure = (lift - gain * across) * weight - v["air.rotational_drag"] * gain * local
        pressure -= v["air.normal_drag"] * np.abs(local) * local
        rub = v["air.skin_friction"] * np.linalg.norm(u, axis=1)
        tangential = u - np.outer(u @ n, n)
        even = p1 * across * g - p2 * across * h - paid * mean
        density = 0.5 * v["air.density"] * (np.outer(pressure, n) - rub[:, None] * tangential + even)
        force = self.a * self.b * self.weights[:, None] * density
        return force.sum(0), np.cross(r, force).sum(0)

    def rates(self, state: PlateState) -> PlateState:
        """Time derivatives, in the fields of the same names."""
        force, torque = self.wrench(state)
        inertia = state.rotation @ self.inertia @ state.rotation.T
        gyroscopic = np.cross(state.spin, inertia @ state.spin)
        turning = np.array(
            [
                [0.0, -state.spin[2], state.spin[1]],
                [state.spin[2], 0.0, -state.spin[0]],
                [-state.spin[1], state.spin[0], 0.0],
            ]
        )
        return PlateState(
            state.velocity,
            turning @ state.rotation,
            force / self.mass + GRAVITY,
            np.asarray(np.linalg.solve(inertia, torque - gyroscopic), dtype=np.float64),
        )

    def step(self, state: PlateState, h: float) -> PlateState:
        """One step of the classical fourth-order method."""

        def moved(rate: PlateState, by: float) -> PlateState:
            return PlateState(
                state.centre + by * rate.centre,
                state.rotation + by * rate.rotation,
                state.velocity + by * rate.velocity,
                state.spin + by * rate.spin,
            )

        k1 = self.rates(state)
        k2 = self.rates(moved(k1, 0.5 * h))
        k3 = self.rates(moved(k2, 0.5 * h))
        k4 = self.rates(moved(k3, h))
        sixth = h / 6.0
        return PlateState(
            state.centre + sixth * (k1.centre + 2 * k2.centre + 2 * k3.centre + k4.centre),
            state.rotation + sixth * (k1.rotation + 2 * k2.rotation + 2 * k3.rotation + k4.rotation),
            state.velocity + sixth * (k1.velocity + 2 * k2.velocity + 2 * k3.velocity + k4.velocity),
            state.spin + sixth * (k1.spin + 2 * k2.spin + 2 * k3.spin + k4.spin),
        )


def plate() -> list[Row]:
    """Forces, torques and path of a stiff card against a rigid plate by another method in the same law."""
    rows: list[Row] = []
    density = 0.32
    held = Orientation(yaw=0.3, pitch=-0.25, roll=0.2)
    throw = Throw((0.0, 0.0, 2.0), (2.5, 1.0, 0.8), (4.0, -6.0, 50.0), held)
    card = RigidPlate(density, (STANDARD[0] - 1, STANDARD[1] - 1))
    state = PlateState(np.array(throw.position), held.matrix(), np.array(throw.velocity), np.array(throw.spin))
    settings = Settings.resolve(
        material="playing_card", overrides={"solver.contact": 0.0, "material.bending_rigidity": 0.05}
    )
    flight = Flight(throw, settings, keep_frames=False)
    forces = flight.air_forces()
    arm = flight.x - np.array(throw.position)
    force, torque = card.wrench(state)
    source = "the same law on a rigid plate, Gauss-Legendre and RK4"
    size, turn = float(np.linalg.norm(force)), float(np.linalg.norm(torque))
    apart = float(np.linalg.norm(forces.sum(0) - force))
    rows.append(
        Row("P", "card in oblique flow at 50 rad/s: force, difference / force", 0.0, apart / size, 0.002, source)
    )
    apart = float(np.linalg.norm(np.cross(arm, forces).sum(0) - torque))
    rows.append(Row("P", "the same: torque, difference / torque", 0.0, apart / turn, 0.01, source))
    ours, theirs = [], []
    mass = flight.mesh.mass[:, None]
    for k in range(25):
        ours.append((mass * flight.x).sum(0) / mass.sum())
        theirs.append(state.centre)
        if k == 24:
            break
        flight.advance(10)
        for _ in range(STEPS_A_FRAME):
            state = card.step(state, FRAME / STEPS_A_FRAME)
    away = np.linalg.norm(np.array(ours) - np.array(theirs), axis=1)
    travelled = float(np.linalg.norm(np.diff(np.array(theirs), axis=0), axis=1).sum())
    plot = Plot(
        "x [m]",
        "z [m]",
        (
            Curve("rigid plate, RK4", tuple((float(c[0]), float(c[2])) for c in theirs), right=True),
            Curve("cloth kernel", tuple((float(c[0]), float(c[2])) for c in ours)),
        ),
    )
    rows.append(
        Row(
            "P",
            f"path over 0.5 s ({travelled:.2f} m): farthest apart",
            0.0,
            float(away.max()),
            0.002,
            source,
            "m",
            plot=plot,
        )
    )
    normal = np.cross(flight.x[13] - flight.x[0], flight.x[-14] - flight.x[0])
    normal /= np.linalg.norm(normal)
    angle = math.degrees(math.acos(min(1.0, float(normal @ state.rotation[:, 2]))))
    rows.append(Row("P", "attitude after 0.5 s: angle between the normals", 0.0, angle, 0.5, source, "deg"))
    return rows
