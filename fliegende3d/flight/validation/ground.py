"""Rows on the table: sliding, spinning, inclines, convergence (V20 to V24)."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.mesh import COARSE, DUST, FINE, STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.simulate import simulate
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.trajectory import Trajectory
from fliegende3d.flight.validation.air import FLAT_PLATE_DRAG, GRAVITY, terminal_speed
from fliegende3d.flight.validation.elastic import cantilever, heavy_elastica
from fliegende3d.flight.validation.row import Curve, Plot, Row
from fliegende3d.flight.validation.shapes import disc_mesh

Floats = NDArray[np.float64]

FRICTION = 0.3
BIG_TABLE = {
    "table.half_width": 50.0,
    "table.half_depth": 50.0,
    "friction.carpet_table": FRICTION,
    "air.density": 0.0,
}
STIFF = {"material.bending_rigidity": 1.0e-2}
HALF_SIDES = (0.0295, 0.0455)


def _slide(spin: float, mesh: tuple[int, int], **overrides: float) -> Trajectory:
    return simulate(
        Throw((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, spin)),
        mesh=mesh,
        overrides=BIG_TABLE | STIFF | {"solver.frame_rate": 240} | overrides,
    )


def turned(flight: Trajectory) -> float:
    """Angle the carpet has turned about the vertical [rad], counted through full turns."""
    columns, _ = flight.mesh
    side = flight.vertices[:, columns - 1] - flight.vertices[:, 0]
    angle = np.unwrap(np.arctan2(side[:, 1], side[:, 0]))
    return float(angle[-1] - angle[0])


@cache
def rigid_slide(speed: float, spin: float, half_x: float, half_y: float) -> tuple[float, float, float]:
    """Distance [m], turn [rad] and time [s] of a rigid rectangle on Coulomb friction under uniform pressure.

    Independent of the simulator: the friction integral over the rectangle by a 60 x 60 midpoint rule, the motion by
    RK4 in 0.2 ms steps until the plate is slower than a millimetre a second.
    """
    n = 60
    u = (np.arange(n) + 0.5) / n * 2.0 - 1.0
    gx, gy = (part.ravel() for part in np.meshgrid(u * half_x, u * half_y))
    inertia = (half_x**2 + half_y**2) / 3.0

    def rates(state: Floats) -> Floats:
        _, _, yaw, vx, vy, omega = state
        c, s = math.cos(yaw), math.sin(yaw)
        rx, ry = c * gx - s * gy, s * gx + c * gy
        sx, sy = vx - omega * ry, vy + omega * rx
        size = np.sqrt(sx * sx + sy * sy) + 1e-9
        fx, fy = -FRICTION * GRAVITY * sx / size, -FRICTION * GRAVITY * sy / size
        return np.array([vx, vy, omega, fx.mean(), fy.mean(), (rx * fy - ry * fx).mean() / inertia])

    state, time, h = np.array([0.0, 0.0, 0.0, speed, 0.0, spin]), 0.0, 2e-4
    while math.hypot(state[3], state[4]) + abs(state[5]) * half_y > 1e-3:
        a = rates(state)
        b = rates(state + 0.5 * h * a)
        c = rates(state + 0.5 * h * b)
        d = rates(state + h * c)
        state = state + h / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        time += h
    return float(state[0]), float(state[2]), time


def _stop_time(flight: Trajectory) -> float:
    """Time at which the carpet stopped [s], to half a frame: when a corner is within a micrometre of its end."""
    away = np.abs(flight.vertices[:, 0] - flight.vertices[-1, 0]).max(axis=1)
    last = int(np.nonzero(away > 1e-6)[0][-1])
    return float(0.5 * (flight.times[last] + flight.times[last + 1]))


def v20() -> list[Row]:
    """A flat slide without spin: v^2/(2 mu g) and v/(mu g)."""
    rows: list[Row] = []
    for mesh in (COARSE, STANDARD):
        flight = _slide(0.0, mesh)
        name = f"slide at 1 m/s, friction 0.3, mesh {mesh[0]}x{mesh[1]}"
        source = "Coulomb"
        rows.append(
            Row(
                "V20",
                f"{name}: distance",
                1.0 / (2.0 * FRICTION * GRAVITY),
                float(flight.centre_of_mass[-1, 0]),
                0.01,
                source,
                "m",
                True,
            )
        )
        exact = 1.0 / (FRICTION * GRAVITY)
        rows.append(
            Row(
                "V20",
                f"{name}: time",
                exact,
                _stop_time(flight),
                0.015,
                f"{source}; frames are 4.2 ms apart",
                "s",
                True,
            )
        )
    return rows


def v21() -> list[Row]:
    """Sliding and spinning: friction couples the two, so spin lengthens the slide."""
    rows: list[Row] = []
    for spin in (5.0, 20.0, 60.0):
        right = rigid_slide(1.0, spin, *HALF_SIDES)
        for mesh in (COARSE, STANDARD):
            flight = _slide(spin, mesh)
            ours = (float(flight.centre_of_mass[-1, 0]), turned(flight), _stop_time(flight))
            for quantity, unit, value, exact in zip(
                ("distance", "turn", "time"), ("m", "rad", "s"), ours, right, strict=True
            ):
                rows.append(
                    Row(
                        "V21",
                        f"slide at 1 m/s with {spin:g} rad/s, mesh {mesh[0]}x{mesh[1]}: {quantity}",
                        exact,
                        value,
                        0.03,
                        "rigid rectangle, uniform pressure, RK4",
                        unit,
                        True,
                    )
                )
    _, angle, time = rigid_slide(0.0, 60.0, *HALF_SIDES)
    flight = simulate(
        Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 60.0)),
        overrides=BIG_TABLE | STIFF | {"solver.frame_rate": 240},
    )
    rows.append(
        Row("V21", "spin at 60 rad/s on the spot: turn", angle, turned(flight), 0.03, "mu g mean(r)/k^2", "rad", True)
    )
    rows.append(Row("V21", "the same: time", time, _stop_time(flight), 0.03, "mu g mean(r)/k^2", "s", True))
    return rows


def v22() -> list[Row]:
    """A sliding, spinning disc stops both at once, with v/(R w) -> 0.653 (Farkas et al. 2003)."""
    radius = 0.045
    count = 26
    settings = Settings.resolve(
        mesh=(count, count), material="playing_card", overrides=BIG_TABLE | STIFF | {"solver.step_rate": 1920}
    )
    mesh = disc_mesh(count, radius, settings.material)
    inside = mesh.mass > DUST
    effective = math.sqrt(2.0 * float((mesh.mass * (mesh.rest_positions**2).sum(1)).sum() / mesh.mass.sum()))
    flight = Flight(Throw((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 25.0)), settings, mesh=mesh, keep_frames=False)
    points: list[tuple[float, float]] = []
    while True:
        flight.advance(8)
        mass = mesh.mass[inside][:, None]
        centre = (mass * flight.x[inside]).sum(0) / mass.sum()
        velocity = (mass * flight.v[inside]).sum(0) / mass.sum()
        arm, relative = flight.x[inside] - centre, flight.v[inside] - velocity
        spin = float((mass[:, 0] * (arm[:, 0] * relative[:, 1] - arm[:, 1] * relative[:, 0])).sum()) / float(
            (mass[:, 0] * (arm[:, :2] ** 2).sum(1)).sum()
        )
        speed = float(np.hypot(velocity[0], velocity[1]))
        if speed < 0.01 or spin <= 0.0 or flight.time > 1.0:
            break
        points.append((flight.time, speed / (effective * spin)))
    plot = Plot(
        "t [s]", "v/(R w)", (Curve("ours", tuple(points)), Curve("0.653", ((0.0, 0.653), (points[-1][0], 0.653)), True))
    )
    return [
        Row(
            "V22",
            "disc at 1 m/s and 25 rad/s: v/(R w) just before it stops (1 cm/s)",
            0.653,
            points[-1][1],
            0.02,
            "Farkas, Bartels, Unger, Wolf, PRL 90 248302",
            plot=plot,
        )
    ]


def v23() -> list[Row]:
    """An incline: holds exactly below the angle of friction, slides with g (sin - mu cos) above it."""
    rows: list[Row] = []
    for mesh in (COARSE, STANDARD):
        name = f"mesh {mesh[0]}x{mesh[1]}"
        for share, seconds in ((0.98, 10.0), (1.02, 2.0)):
            slope = math.atan(share * FRICTION)
            flight = simulate(
                Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
                mesh=mesh,
                overrides=BIG_TABLE | {"incline": slope, "solver.rest_distance": 0.0, "solver.longest_flight": seconds},
            )
            if share < 1.0:
                drift = float(np.abs(flight.vertices[-1] - flight.vertices[0]).max())
                rows.append(
                    Row(
                        "V23",
                        f"incline at 0.98 of the angle of friction, {name}: drift in 10 s",
                        0.0,
                        drift,
                        1e-4,
                        "Coulomb",
                        "m",
                    )
                )
                continue
            slid = float(flight.centre_of_mass[-1, 0] - flight.centre_of_mass[0, 0])
            right = GRAVITY * (math.sin(slope) - FRICTION * math.cos(slope))
            rows.append(
                Row(
                    "V23",
                    f"incline at 1.02 of it, {name}: acceleration",
                    right,
                    2.0 * slid / flight.duration**2,
                    0.02,
                    "g (sin - mu cos)",
                    "m/s2",
                    True,
                )
            )
    return rows


def _touchdown(mesh: tuple[int, int], rate: float) -> Floats:
    """Where the centre is when it comes down to 20 mm above the table, thrown from 0.25 m at 2 m/s with 10 rev/s."""
    settings = Settings.resolve(
        mesh=mesh, overrides={"solver.step_rate": rate, "solver.frame_rate": rate, "solver.longest_flight": 1.0}
    )
    flight = Flight(Throw((0.0, -0.6, 0.25), (0.0, 2.0, 0.5), (0.0, 0.0, 62.8)), settings).to_rest()
    height = flight.centre_of_mass[:, 2]
    low = int(np.nonzero(height < 0.02)[0][0])
    share = (height[low - 1] - 0.02) / (height[low - 1] - height[low])
    place: Floats = flight.centre_of_mass[low - 1] + share * (
        flight.centre_of_mass[low] - flight.centre_of_mass[low - 1]
    )
    return place


def v24() -> list[Row]:
    """Refining mesh and step changes little, and less each time.

    The landing point is where the centre passes a height just above the table: a rest point after a landing on a corner
    depends on details that no refinement settles.
    """
    rows: list[Row] = []
    source = "self-convergence"
    for name, cases in (
        ("8x10, 14x20, 26x38 at 480 Hz", [(COARSE, 480.0), (STANDARD, 480.0), (FINE, 480.0)]),
        ("600, 1200, 2400 Hz on 14x20", [(STANDARD, 600.0), (STANDARD, 1200.0), (STANDARD, 2400.0)]),
    ):
        places = [_touchdown(mesh, rate) for mesh, rate in cases]
        steps = [float(np.linalg.norm(b - a)) for a, b in itertools.pairwise(places)]
        rows.append(Row("V24", f"landing point, {name}: last step", 0.0, steps[1], 0.005, source, "m"))
        rows.append(
            Row(
                "V24",
                f"landing point, {name}: last step over the one before (order >= 1)",
                0.0,
                steps[1] / steps[0],
                0.5,
                source,
            )
        )
    terminal = terminal_speed(0.3)
    right = terminal / GRAVITY * math.acosh(math.exp(GRAVITY / terminal**2))
    for rate in (600.0, 1200.0, 2400.0):
        flight = simulate(
            Throw((0.0, 0.0, 3.0), (0.0, 0.0, 0.0)),
            overrides={
                "air.normal_drag": FLAT_PLATE_DRAG,
                "solver.contact": 0.0,
                "solver.step_rate": rate,
                "solver.frame_rate": 300,
                "solver.longest_flight": 0.7,
                "material.bending_rigidity": 0.05,
            },
        )
        time = float(np.interp(1.0, 3.0 - flight.centre_of_mass[:, 2], flight.times))
        rows.append(Row("V24", f"drop of V7 at {rate:g} Hz: time", right, time, 0.01, "quadratic drag", "s", True))
    drops = [
        cantilever(5.0, 0.091, rows_along=count, along_length=True, rate=rate).drop
        for count, rate in ((8, 1200.0), (14, 4800.0), (20, 9600.0))
    ]
    exact = heavy_elastica(5.0).drop
    rows.append(
        Row(
            "V24",
            "cantilever of V11, 8, 14, 20 rows at 1.2, 4.8, 9.6 kHz: last step over the one before (order >= 1)",
            0.0,
            abs(drops[2] - drops[1]) / abs(drops[1] - drops[0]),
            0.5,
            source,
        )
    )
    rows.append(Row("V24", "the same: droop / L on the finest mesh", exact, drops[2], 0.01, "heavy elastica", "", True))
    slides = [float(_slide(20.0, mesh).centre_of_mass[-1, 0]) for mesh in (COARSE, STANDARD, FINE)]
    rows.append(
        Row("V24", "slide of V21 with 20 rad/s: last two meshes", slides[1], slides[2], 0.01, source, "m", True)
    )
    return rows
