"""Rows about bending and stretching: cantilevers, vibration, hanging, catenary, drape (V11 to V15, V30)."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import layout
from fliegende3d.flight.material import Material
from fliegende3d.flight.mesh import DUST, Mesh, build_mesh, cut_mesh
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.validation.row import Curve, Plot, Row
from fliegende3d.flight.validation.shapes import disc_mesh

Floats = NDArray[np.float64]

GRAVITY = 9.81
AREAL_DENSITY = 0.2
STILL = {"air.density": 0.0, "solver.contact": 0.0, "solver.numerical_damping": 1.0}
WOVEN_SHEAR = 40.0  # N/m
LOADS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


@dataclass(frozen=True, slots=True)
class Bent:
    """Shape of a hanging cantilever: drop and reach of the tip over its length."""

    drop: float
    reach: float

    @property
    def chord(self) -> float:
        """Angle of the chord below the horizontal [deg]."""
        return math.degrees(math.atan2(self.drop, self.reach))


@cache
def heavy_elastica(load: float) -> Bent:
    """The exact shape under its own weight, load = sigma g L^3/B.

    theta'' = -load (1 - s) cos(theta), theta(0) = theta'(1) = 0. Shooting on the root's curvature with RK4; theta is
    the angle below the horizontal.
    """
    n = 2000
    h = 1.0 / n

    def shoot(curvature: float) -> tuple[float, float, float]:
        def rates(s: float, state: Floats) -> Floats:
            return np.array([state[1], -load * (1.0 - s) * math.cos(state[0]), math.cos(state[0]), math.sin(state[0])])

        state = np.array([0.0, curvature, 0.0, 0.0])
        for k in range(n):
            s = k * h
            a = rates(s, state)
            b = rates(s + 0.5 * h, state + 0.5 * h * a)
            c = rates(s + 0.5 * h, state + 0.5 * h * b)
            d = rates(s + h, state + h * c)
            state = state + h / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        return float(state[1]), float(state[2]), float(state[3])

    low, high = 0.0, load
    for _ in range(40):
        middle = 0.5 * (low + high)
        if shoot(middle)[0] > 0.0:
            high = middle
        else:
            low = middle
    _, reach, drop = shoot(0.5 * (low + high))
    return Bent(drop, reach)


def _material(rigidity: float, *, stretch: float = 1.0e6, shear: float = 1.0e6, damping: float = 2.0e-4) -> Material:
    return Material("test", AREAL_DENSITY, 0.0005, rigidity, rigidity, stretch, shear, damping)


def hold_still(flight: Flight, anchored: NDArray[np.bool_], places: Floats, seconds: float) -> None:
    """Let a sheet come to rest under gravity with some vertices held at their places.

    Whenever its kinetic energy has passed a maximum the sheet is stopped: it comes to rest in a few swings.
    """
    steps = 4
    before = 0.0
    for _ in range(int(seconds / (steps * float(flight.par[layout.STEP])))):
        flight.advance(steps)
        flight.x[anchored] = places[anchored]
        flight.v[anchored] = 0.0
        energy = float((flight.mesh.mass[:, None] * flight.v**2).sum())
        if energy < before:
            flight.v[:] = 0.0
            energy = 0.0
        before = energy


@cache
def cantilever(load: float, length: float, *, rows_along: int, along_length: bool, rate: float = 1920.0) -> Bent:
    """A strip of the simulator's sheet, clamped level, at rest under its weight.

    The clamp holds two rows of vertices. A bend at the second of them already bends half a cell beyond it, so the free
    length counts from half-way between the two held rows.
    """
    spacing = length / (rows_along - 1.5)
    across = 4
    material = _material(AREAL_DENSITY * GRAVITY * length**3 / load, damping=2.0e-3)
    sides = (across, rows_along) if along_length else (rows_along, across)
    width, height = ((side - 1) * spacing for side in sides)
    settings = Settings.resolve(
        material=material,
        mesh=sides,
        overrides=STILL | {"solver.step_rate": rate, "carpet.width": width, "carpet.length": height},
    )
    mesh = build_mesh(*sides, width, height, material)
    along = mesh.rest_positions[:, 1 if along_length else 0]
    root = float(along.min())
    anchored = along < root + 1.5 * spacing
    flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, anchored=anchored)
    hold_still(flight, anchored, flight.x.copy(), 2.5)
    tip = along > float(along.max()) - 0.5 * spacing
    end = flight.x[tip].mean(axis=0)
    reach = float(end[1 if along_length else 0]) - (root + 0.5 * spacing)
    return Bent((1.0 - float(end[2])) / length, reach / length)


@cache
def slanted_cantilever(load: float, length: float, *, lines: int, half_width: int) -> Bent:
    """The same with the strip cut out of the grid at 45 degrees to its lines.

    Args:
        lines: diagonal lines of vertices along the free length.
        half_width: diagonal lines to either side of the middle. The saw-tooth borders lack part of their stiffness,
            which
            weighs as one over the width.
    """
    step = length / (lines + 0.5)
    spacing = step * math.sqrt(2.0)
    material = _material(AREAL_DENSITY * GRAVITY * length**3 / load, damping=2.0e-3)
    count = 2 * math.ceil((lines / 2.0 + half_width + 3) / 2.0 + 1.0)
    side = (count - 1) * spacing
    line = (np.arange(count) - 0.5 * (count - 1)) * spacing
    x, y = (part.ravel() for part in np.meshgrid(line, line))
    along, off = np.rint((x + y) / spacing).astype(int), np.rint((x - y) / spacing).astype(int)  # in steps
    tip = lines // 2
    inside = (np.abs(off) <= half_width) & (along <= tip) & (along >= tip - lines - 2)
    anchored = inside & (along <= tip - lines)
    mesh = cut_mesh(count, count, side, side, material, inside)
    settings = Settings.resolve(
        material=material,
        mesh=(count, count),
        overrides=STILL | {"solver.step_rate": 1920.0, "carpet.width": side, "carpet.length": side},
    )
    flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, mesh=mesh, anchored=anchored)
    hold_still(flight, anchored, flight.x.copy(), 2.0)
    end = flight.x[inside & (along == tip)].mean(axis=0)
    root = (tip - lines - 0.5) * step
    return Bent((1.0 - float(end[2])) / length, (float(end[0] + end[1]) / math.sqrt(2.0) - root) / length)


def v11() -> list[Row]:
    """A clamped strip under its own weight against the heavy elastica, along both lines of the grid and across them."""
    rows: list[Row] = []
    length = 0.091
    for along_length in (True, False):
        for load in LOADS:
            right = heavy_elastica(load)
            ours = cantilever(load, length, rows_along=26, along_length=along_length)
            name = f"cantilever along the {'length' if along_length else 'width'}, sigma g L^3/B = {load:g}"
            source = "heavy elastica (shooting)"
            rows.append(Row("V11", f"{name}: drop / L", right.drop, ours.drop, 0.02, source))
            rows.append(Row("V11", f"{name}: reach / L", right.reach, ours.reach, 0.02, source))
    for load in (2.0, 10.0, 50.0):
        right = heavy_elastica(load)
        ours = slanted_cantilever(load, length, lines=24, half_width=12)
        name = f"cantilever at 45 degrees to the grid, sigma g L^3/B = {load:g}"
        rows.append(Row("V11", f"{name}: drop / L", right.drop, ours.drop, 0.02, "heavy elastica (shooting)"))
        rows.append(Row("V11", f"{name}: reach / L", right.reach, ours.reach, 0.02, "heavy elastica (shooting)"))
    return rows


def v12() -> list[Row]:
    """The overhang at which the chord hangs at 41.5 degrees is 2.0003 c with c = (B/(sigma g))^(1/3) (ASTM D1388)."""
    loads = np.array([7.0, 9.0])
    chords = [cantilever(float(load), 0.091, rows_along=26, along_length=True).chord for load in loads]
    load = float(np.interp(41.5, chords, loads))
    return [
        Row(
            "V12",
            "overhang for a chord at 41.5 deg / c",
            2.0003,
            load ** (1.0 / 3.0),
            0.03,
            "heavy elastica; Peirce's approximate formula would say 1.96",
            relative=True,
        )
    ]


def v13() -> list[Row]:
    """First frequency of a cantilever, f = 1.8751^2/(2 pi) sqrt(B/(sigma L^4))."""
    rows: list[Row] = []
    length, rows_along = 0.091, 26
    spacing = length / (rows_along - 1.5)
    for name, rigidity, density in (("board", 0.02, 0.3), ("felt", 3e-4, 0.2)):
        material = Material("test", density, 0.0005, rigidity, rigidity, damping=0.0)
        sides = (4, rows_along)
        settings = Settings.resolve(
            material=material,
            mesh=sides,
            overrides={
                "air.density": 0.0,
                "solver.contact": 0.0,
                "gravity": 0.0,
                "carpet.width": 3 * spacing,
                "carpet.length": (rows_along - 1) * spacing,
            },
        )
        mesh = build_mesh(*sides, 3 * spacing, (rows_along - 1) * spacing, material)
        along = mesh.rest_positions[:, 1] - float(mesh.rest_positions[:, 1].min()) - 0.5 * spacing
        anchored = along < spacing
        flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, anchored=anchored)
        flight.v[:, 2] = np.where(anchored, 0.0, 0.02 * (along / length) ** 2)
        heights = []
        frequency = 1.8751041**2 / (2.0 * math.pi) * math.sqrt(rigidity / (density * length**4))
        for _ in range(int(6.0 / frequency * 480)):
            flight.advance(1)
            heights.append(float(flight.x[-2, 2]) - 1.0)
        signal = np.array(heights)
        crossing = np.nonzero(np.diff(np.signbit(signal)))[0]
        moments = crossing + signal[crossing] / (signal[crossing] - signal[crossing + 1])
        period = 2.0 * float(np.diff(moments).mean()) / 480.0
        plot = Plot("t [s]", "tip [mm]", (Curve("ours", tuple((k / 480.0, 1e3 * z) for k, z in enumerate(heights))),))
        rows.append(
            Row(
                "V13",
                f"cantilever {name}, L = 91 mm: first frequency",
                frequency,
                1.0 / period,
                0.03,
                "Euler-Bernoulli",
                "Hz",
                True,
                plot,
            )
        )
        crests = np.abs(
            signal[1:-1][(np.abs(signal[1:-1]) >= np.abs(signal[:-2])) & (np.abs(signal[1:-1]) > np.abs(signal[2:]))]
        )
        omega = 2.0 * math.pi * frequency
        decay = 2.0 * math.log(float(crests[0] / crests[-1])) / (len(crests) - 1) * frequency
        delay = float(flight.par[layout.DELAY_FLYING])
        rows.append(
            Row(
                "V13",
                f"the same: decay (damping time {delay * 1e3:.3f} ms, w^2 tau/2)",
                0.5 * omega * omega * delay,
                decay,
                0.1,
                "Kelvin-Voigt damping of the scheme",
                "1/s",
                True,
            )
        )
    return rows


def v14() -> list[Row]:
    """A strip that hangs from its upper edge: the tip sinks by sigma g L^2/(2 K).

    K is the membrane stiffness of a strip of edge springs k: a strain e lengthens rows, columns and diagonals; the
    width contracts to the least energy.
    """
    length, across, along = 0.30, 4, 14
    dy = length / (along - 1)
    dx = 0.3 * dy
    stretch = 10.0
    shear = stretch * 2.0 * dx * dy / (dx * dx + dy * dy)  # diagonals as stiff as rows and columns
    material = _material(1e-6, stretch=stretch, shear=shear, damping=1e-3)
    settings = Settings.resolve(
        material=material,
        mesh=(across, along),
        overrides=STILL | {"solver.step_rate": 9600.0, "carpet.width": (across - 1) * dx, "carpet.length": length},
    )
    mesh = build_mesh(across, along, (across - 1) * dx, length, material)
    anchored = mesh.rest_positions[:, 1] > 0.5 * length - 0.5 * dy
    flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, anchored=anchored)
    flight.x[:, 2] = 1.0 + mesh.rest_positions[:, 1]
    flight.x[:, 1] = 0.0
    hold_still(flight, anchored, flight.x.copy(), 2.0)
    sunk = (1.0 - 0.5 * length) - float(flight.x[:across, 2].mean())
    diagonal = dx * dx + dy * dy
    contraction = 2.0 * dy * dy / diagonal / (1.0 + 2.0 * dx * dx / diagonal)
    per_gap = across * dy * dy + (across - 1) * dx * dx * contraction**2
    per_gap += 2 * (across - 1) * (dy * dy - dx * dx * contraction) ** 2 / diagonal
    membrane = stretch * per_gap / ((across - 1) * dx * dy)
    right = AREAL_DENSITY * GRAVITY * length**2 / (2.0 * membrane)
    return [Row("V14", "hanging strip: tip sinks by", right, sunk, 0.01, "sigma g L^2/(2 K)", "m", True)]


def v15() -> list[Row]:
    """A limp strip between two held edges hangs in a catenary."""
    rows: list[Row] = []
    for slack, right in ((1.02, 0.08721), (1.05, 0.13930), (1.10, 0.20030), (1.20, 0.29234)):
        across, along, length = 4, 20, 0.20
        span = length / slack
        spacing = length / (along - 1)
        material = _material(1e-8, damping=1e-3)
        settings = Settings.resolve(
            material=material,
            mesh=(across, along),
            overrides=STILL
            | {"solver.step_rate": 9600.0, "carpet.width": (across - 1) * spacing, "carpet.length": length},
        )
        mesh = build_mesh(across, along, (across - 1) * spacing, length, material)
        y = mesh.rest_positions[:, 1]
        anchored = np.abs(y) > 0.5 * length - 0.5 * spacing
        flight = Flight(Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, anchored=anchored)
        flight.x[:, 1] = y / slack
        flight.x[:, 2] = 1.0 - right * span * (1.0 - (2.0 * y / length) ** 2)
        hold_still(flight, anchored, flight.x.copy(), 1.5)
        sag = (1.0 - float(flight.x[:, 2].min())) / span
        shape = tuple((float(a), float(b)) for a, b in flight.x[1::across, 1:])
        rows.append(
            Row(
                "V15",
                f"limp strip, length / span {slack:g}: sag / span",
                right,
                sag,
                0.01,
                "catenary",
                relative=True,
                plot=Plot("y [m]", "z [m]", (Curve(f"{slack:g}", shape),)),
            )
        )
    return rows


def v30() -> list[Row]:
    """Cusick's drape: a 30 cm disc on an 18 cm support; the limper, the smaller its shadow."""
    rows: list[Row] = []
    count = 38
    shares: list[float] = []
    for name, rigidity, density, shear, right in (
        ("stiff board", 2e-2, 0.30, 1e6, 95.0),
        ("felt", 3e-4, 0.20, 1e3, math.nan),
        ("stiffened wool", 5e-5, 0.20, 60.0, math.nan),
        ("limp silk, bending length 1.5 cm", 2e-6, 0.06, WOVEN_SHEAR, 30.0),
    ):
        material = Material("test", density, 0.0005, rigidity, rigidity, shear=shear, damping=2e-3)
        mesh = disc_mesh(count, 0.15, material)
        side = mesh.width
        settings = Settings.resolve(
            material=material,
            mesh=(count, count),
            overrides=STILL | {"solver.step_rate": 960.0, "carpet.width": side, "carpet.length": side},
        )
        radius = np.hypot(mesh.rest_positions[:, 0], mesh.rest_positions[:, 1])
        inside = mesh.mass > DUST
        anchored = inside & (radius < 0.09)
        flight = Flight(
            Throw((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), settings, keep_frames=False, mesh=mesh, anchored=anchored
        )
        around = np.arctan2(mesh.rest_positions[:, 1], mesh.rest_positions[:, 0])
        waves = 1e-3 * np.cos(5.0 * around)  # a first hint of folds: a perfect disc would not know where to begin
        flight.x[:, 2] += np.where(anchored, 0.0, waves)
        hold_still(flight, anchored, flight.x.copy(), 1.5)
        share = 100.0 * (shadow(mesh, flight.x, inside) - math.pi * 0.09**2) / (math.pi * (0.15**2 - 0.09**2))
        shares.append(share)
        if not math.isnan(right):
            rows.append(
                Row(
                    "V30",
                    f"drape of a 30 cm disc, {name}: coefficient",
                    right,
                    share,
                    8.0,
                    "Cusick, BS 5058 (typical values; real samples scatter)",
                    "%",
                )
            )
    falling = float(all(a > b for a, b in itertools.pairwise(shares)))
    listed = ", ".join(f"{share:.0f}" for share in shares)
    rows.append(Row("V30", f"coefficients fall with the bending length ({listed} %)", 1.0, falling, 0.0, "Cusick"))
    return rows


def shadow(mesh: Mesh, x: Floats, inside: NDArray[np.bool_]) -> float:
    """Area of a sheet seen from above [m^2], folds counted once: lit points of a 1 mm grid."""
    step = 0.001
    low = x[inside, :2].min(axis=0)
    shape = np.ceil((x[inside, :2].max(axis=0) - low) / step).astype(int) + 1
    lit = np.zeros((int(shape[0]), int(shape[1])), np.bool_)
    for corners in mesh.triangles[inside[mesh.triangles].all(axis=1)]:
        a, b, c = ((x[k, :2] - low) / step for k in corners)
        first = np.floor(np.minimum(np.minimum(a, b), c)).astype(int)
        last = np.ceil(np.maximum(np.maximum(a, b), c)).astype(int)
        px, py = np.meshgrid(np.arange(first[0], last[0] + 1), np.arange(first[1], last[1] + 1), indexing="ij")
        double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(double) < 1e-12:
            continue
        u = ((px - a[0]) * (c[1] - a[1]) - (py - a[1]) * (c[0] - a[0])) / double
        v = ((b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])) / double
        lit[px[0, 0] : px[-1, 0] + 1, py[0, 0] : py[0, -1] + 1] |= (u >= 0) & (v >= 0) & (u + v <= 1)
    return float(lit.sum()) * step * step
