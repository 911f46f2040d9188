"""Rows in steady air: drops, forces on a fixed plate, moving frames (V7 to V10, V28)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import layout
from fliegende3d.flight.mesh import COARSE, FINE, STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.simulate import simulate
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.trajectory import Trajectory
from fliegende3d.flight.validation.row import Curve, Plot, Row
from fliegende3d.flight.wind import Wind, WindField

Floats = NDArray[np.float64]

GRAVITY = 9.81
AIR_DENSITY = 1.2
FLAT_PLATE_DRAG = 1.17
STREAM = 3.0  # m/s
STIFF = {"material.bending_rigidity": 5.0e-2}
ALOFT = {"solver.contact": 0.0}
DENSITIES = ((0.30, "0.3 kg/m2"), (0.06, "silk, 0.06 kg/m2"))


def terminal_speed(areal_density: float, drag: float = FLAT_PLATE_DRAG) -> float:
    """Speed at which drag carries a broadside plate [m/s]: sqrt(2 sigma g/(rho C))."""
    return math.sqrt(2.0 * areal_density * GRAVITY / (AIR_DENSITY * drag))


def _drop(areal_density: float, upwards: float, seconds: float, rate: int = 480) -> Trajectory:
    return simulate(
        Throw((0.0, 0.0, 3.0), (0.0, 0.0, upwards)),
        material="playing_card",
        overrides=ALOFT
        | STIFF
        | {
            "air.normal_drag": FLAT_PLATE_DRAG,
            "material.areal_density": areal_density,
            "solver.step_rate": rate,
            "solver.frame_rate": 480,
            "solver.longest_flight": seconds,
            "solver.rest_distance": 0.0,
        },
    )


def v7() -> list[Row]:
    """A broadside drop of 1 m with quadratic drag.

    t = (v_t/g) acosh(exp(g z/v_t^2)), v = v_t sqrt(1 - exp(-2 g z/v_t^2)).
    """
    rows: list[Row] = []
    for density, name in DENSITIES:
        terminal = terminal_speed(density)
        flight = _drop(density, 0.0, 1.4)
        fallen = 3.0 - flight.centre_of_mass[:, 2]
        time = float(np.interp(1.0, fallen, flight.times))
        speed = float(np.interp(time, flight.times, -flight.velocity[:, 2]))
        right_time = terminal / GRAVITY * math.acosh(math.exp(GRAVITY / terminal**2))
        right_speed = terminal * math.sqrt(1.0 - math.exp(-2.0 * GRAVITY / terminal**2))
        t = np.linspace(0.0, 1.0, 21)
        exact = terminal**2 / GRAVITY * np.log(np.cosh(GRAVITY * t / terminal))
        plot = Plot(
            "t [s]",
            "fallen [m]",
            (
                Curve("formula", tuple(zip(t.tolist(), exact.tolist(), strict=True)), right=True),
                Curve("ours", tuple(zip(flight.times[::24].tolist(), fallen[::24].tolist(), strict=True))),
            ),
        )
        source = "quadratic drag, no added mass"
        rows += [
            Row("V7", f"broadside drop, {name}: time of 1 m", right_time, time, 0.005, source, "s", True, plot),
            Row("V7", "the same: speed after 1 m", right_speed, speed, 0.005, source, "m/s", True),
        ]
    return rows


def v8() -> list[Row]:
    """The same plate thrown up at 5 m/s: height, time up, speed on return."""
    rows: list[Row] = []
    cases = [(0.30, "0.3 kg/m2", 480, 0.005), (0.06, "silk", 480, 0.005)]
    for density, name, rate, tolerance in cases:
        terminal = terminal_speed(density)
        flight = _drop(density, 5.0, 1.3, rate)
        height = flight.centre_of_mass[:, 2] - 3.0
        top = int(height.argmax())
        up = float(np.interp(0.0, -flight.velocity[: top + 24, 2], flight.times[: top + 24]))
        back = float(np.interp(0.0, -height[top:], flight.times[top:]))
        speed = -float(np.interp(back, flight.times, flight.velocity[:, 2]))
        ratio = 5.0 / terminal
        what = f"thrown up at 5 m/s, {name}, {rate} Hz"
        source = "quadratic drag"
        rows += [
            Row(
                "V8",
                f"{what}: height",
                terminal**2 / (2 * GRAVITY) * math.log(1 + ratio**2),
                float(height.max()),
                tolerance,
                source,
                "m",
                True,
            ),
            Row("V8", f"{what}: time up", terminal / GRAVITY * math.atan(ratio), up, tolerance, source, "s", True),
            Row("V8", f"{what}: speed on return", 5.0 / math.sqrt(1 + ratio**2), speed, tolerance, source, "m/s", True),
        ]
    return rows


def fixed_plate(angle: float, *, along_length: bool, mesh: tuple[int, int] = STANDARD, drag: float = 1.18) -> Floats:
    """Force [N] and torque about the centre [N m] on a plate at rest in a stream of 3 m/s, shape (6,).

    Args:
        angle: of attack [rad].
        along_length: whether the flow runs along the 91 mm side.
    """
    held = Orientation(pitch=angle) if along_length else Orientation(roll=-angle)
    direction = -0.5 * math.pi if along_length else math.pi
    wind = WindField(Wind(speed=STREAM, direction=direction, profile_height=0.0))
    settings = Settings.resolve(mesh=mesh, wind=wind, overrides=ALOFT | {"air.normal_drag": drag, "gravity": 0.0})
    flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), orientation=held), settings, keep_frames=False)
    force = flight.air_forces()
    arm = flight.x - np.array([0.0, 0.0, 1.0])
    return np.concatenate([force.sum(0), np.cross(arm, force).sum(0)])


def v9() -> list[Row]:
    """A plate square to the wind: the drag coefficient is the law's on every mesh, and near measured plates."""
    rows: list[Row] = []
    pressure = 0.5 * AIR_DENSITY * STREAM**2 * 0.059 * 0.091
    for mesh in (COARSE, STANDARD, FINE):
        force = fixed_plate(0.5 * math.pi, along_length=False, mesh=mesh)
        name = f"plate square to 3 m/s, mesh {mesh[0]}x{mesh[1]}: C_D"
        drag = float(np.linalg.norm(force[:3])) / pressure
        rows.append(Row("V9", f"{name} of the law", 1.18, drag, 1e-6, "sum over faces is independent of the mesh"))
        rows.append(
            Row(
                "V9",
                f"{name} of measured plates",
                1.17,
                drag,
                0.1,
                "Aeronautical Engineer's Data Book p. 95 (square plate); NASA Glenn gives 1.28",
                relative=True,
            )
        )
    return rows


def v10() -> list[Row]:
    """Slope of the normal force at small angles, and the centre of pressure ahead of the centre at every angle.

    e = 0.3 cos(a)/(1 + 0.57 sin(a)) of the chord stays within 0.01 of 0.3 (1 - a/90 deg), the usual law for plates.
    """
    rows: list[Row] = []
    for along_length, chord in ((False, 0.059), (True, 0.091)):
        side = f"flow along the {chord * 1000:g} mm side"
        pressure = 0.5 * AIR_DENSITY * STREAM**2 * 0.059 * 0.091
        small = 1e-3
        helmbold = 2 * math.pi * (r := (0.059 * 0.091) / chord**2) / (2 + math.sqrt(r * r + 4))
        normal = _normal_and_shift(fixed_plate(small, along_length=along_length), small, along_length)[0] / pressure
        rows.append(Row("V10", f"{side}: lift slope", helmbold, normal / small, 0.01, "Helmbold", "1/rad", True))
        points: list[tuple[float, float]] = []
        reference: list[tuple[float, float]] = []
        for degrees in (5, 10, 20, 30, 40, 60, 80):
            angle = math.radians(degrees)
            shift = _normal_and_shift(fixed_plate(angle, along_length=along_length), angle, along_length)[1] / chord
            right = 0.3 * math.cos(angle) / (1 + 0.57 * math.sin(angle))
            points.append((float(degrees), shift))
            reference.append((float(degrees), right))
            if degrees in (10, 40, 80):
                rows.append(
                    Row(
                        "V10",
                        f"{side}, {degrees} deg: centre of pressure ahead of the centre / chord",
                        right,
                        shift,
                        0.01,
                        "law of plates (Avanzini, Joessel)",
                        relative=True,
                    )
                )
        plot = Plot(
            "angle of attack [deg]",
            "shift / chord",
            (Curve("law", tuple(reference), right=True), Curve("ours", tuple(points))),
        )
        rows[-1] = replace(rows[-1], plot=plot)
    return rows


def _normal_and_shift(wrench: Floats, angle: float, along_length: bool) -> tuple[float, float]:
    """Force along the plate's normal [N] and how far upstream of the centre it acts [m]."""
    c, s = math.cos(angle), math.sin(angle)
    if along_length:
        normal, sideways = np.array([0.0, -s, c]), np.array([-1.0, 0.0, 0.0])
    else:
        normal, sideways = np.array([-s, 0.0, c]), np.array([0.0, 1.0, 0.0])
    force = float(wrench[:3] @ normal)
    return abs(force), abs(float(wrench[3:] @ sideways) / force)


def v28() -> list[Row]:
    """A throw in uniform wind is a throw in still air seen from a moving frame."""
    drift = np.array([1.3, -0.7, 0.0])
    speed, direction = float(np.hypot(drift[0], drift[1])), math.atan2(drift[1], drift[0])
    field = WindField(Wind(speed=speed, direction=direction, profile_height=0.0))
    mean = np.array([field.parameters[layout.MEAN_X], field.parameters[layout.MEAN_Y], 0.0])
    spin, held = (4.0, -6.0, 50.0), Orientation(roll=-0.2)
    ends = []
    for wind, velocity in ((field, np.array([3.0, 0.0, 1.0])), (WindField(), np.array([3.0, 0.0, 1.0]) - mean)):
        settings = Settings.resolve(wind=wind, overrides=ALOFT)
        x, y, z = (float(part) for part in velocity)
        flight = Flight(Throw((0.0, 0.0, 1.0), (x, y, z), spin, held), settings, keep_frames=False)
        flight.advance(240)
        ends.append(flight.x.copy())
    apart = float(np.abs(ends[0] - ends[1] - 0.5 * mean).max())
    return [
        Row(
            "V28",
            "throw in a uniform wind of 1.5 m/s against its moving frame, 0.5 s",
            0.0,
            apart,
            1e-9,
            "Galilei",
            "m",
        )
    ]
