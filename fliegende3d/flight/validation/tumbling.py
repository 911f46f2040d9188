"""Rows on falling and spinning plates: tumbling, flutter, the beer mat (V16 to V18)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.rigid import attitude, fit_rigid
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.validation.row import Curve, Plot, Row

Floats = NDArray[np.float64]

GRAVITY = 9.81
AIR_DENSITY = 1.2
SPAN = 5.0  # chords
RATE = 480.0
STRIP_DRAG = 2.0  # normal drag of a long strip (1.98: Aeronautical Engineer's Data Book)
SLOWEST_WANDER = 0.05  # rad; an attitude that stays within it is steady
WILDEST_SPIN = 500.0  # rad/s; beyond it a run has blown up, which is never counted as a regime


def helmbold(aspect: float) -> float:
    """Lift slope of a rectangular wing [1/rad]."""
    return 2.0 * math.pi * aspect / (2.0 + math.sqrt(aspect * aspect + 4.0))


@dataclass(frozen=True, slots=True)
class Fall:
    """How a strip falls: S steady, F flutter, C chaotic or mixed, T tumbling, X blown up; and its rate of turning
    [rad/s].
    """

    regime: str
    rate: float
    angles: tuple[float, ...]


@cache
def falling_strip(areal_density: float, chord: float, tilt: float) -> Fall:
    """Let a rigid strip five chords long fall, its long axis level, with the coefficients of two-dimensional plates.

    The tests are facts about two-dimensional flow: normal drag 2, slope 2 pi, stall at 14 degrees. They check the
    form of
    the law and its two tuned numbers, not the coefficients of a card.
    """
    length = SPAN * chord
    terminal = math.sqrt(2.0 * areal_density * GRAVITY / (AIR_DENSITY * STRIP_DRAG))
    seconds = max(3.0, 30.0 * max(chord / terminal, terminal / GRAVITY))
    settings = Settings.resolve(
        mesh=(8, 12),
        overrides={
            "carpet.width": chord,
            "carpet.length": length,
            "material.areal_density": areal_density,
            "material.bending_rigidity": min(max(areal_density * GRAVITY * length**3 * 20.0, 1e-2), 100.0),
            "air.normal_drag": STRIP_DRAG,
            "air.lift_slope_width": 2.0 * math.pi,
            "air.lift_slope_length": helmbold(1.0 / SPAN),
            "air.stall_sine": 0.25,
            "solver.contact": 0.0,
            "solver.longest_flight": 60.0,
        },
    )
    flight = Flight(
        Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), orientation=Orientation(roll=tilt)), settings, keep_frames=False
    )
    angles = []
    for _ in range(int(seconds * RATE / 2)):
        flight.advance(2)
        fit_rigid(flight.x, flight.v, flight.mesh.mass, flight.body)
        attitude(flight.x, 8, 12, flight.body)
        angles.append(math.atan2(float(flight.body[24]), float(flight.body[26])))
    if not np.isfinite(angles).all():
        return Fall("X", math.nan, ())
    path = np.unwrap(np.array(angles))
    late = path[len(path) // 2 :]
    turned, wander = abs(float(late[-1] - late[0])), float(late.max() - late.min())
    rate = turned / (2.0 * len(late) / RATE)
    if rate > WILDEST_SPIN:
        return Fall("X", rate, ())
    if turned > 4.0 * math.pi and turned > 0.8 * wander:
        regime = "T"
    elif wander < SLOWEST_WANDER:
        regime = "S"
    else:
        regime = "F" if wander < 1.1 * math.pi else "C"
    return Fall(regime, rate, tuple(path[::12].tolist()))


def _exponent(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Exponent of the tumbling rate between two strips (areal density, chord) that differ in one of them."""
    slow, fast = (falling_strip(density, chord, 0.5).rate for density, chord in (first, second))
    ratio = (second[0] * second[1]) / (first[0] * first[1])
    return math.log(fast / slow) / math.log(ratio)


def v16() -> list[Row]:
    """Tumbling rate against thickness: exponent 0.4 to 0.5 at Froude numbers of 1.5 and more.

    By dimensional analysis the rate is sqrt(g/w) f(sigma/(rho w)); if f grows with the power p, the width has the
    exponent -(1/2 + p). So Mahadevan's -1 for the width and +1/2 for the thickness are one fact.
    """
    rows: list[Row] = []
    source = "Mahadevan, Ryu, Samuel 1999: 1/2 for long strips"
    for first, second in ((0.15, 0.6), (0.3, 1.2)):
        value = _exponent((first, 0.059), (second, 0.059))
        what = f"tumbling strip, sigma {first:g} to {second:g} kg/m2: thickness exponent (2-D coefficients)"
        rows.append(Row("V16", what, 0.5, value, 0.1, source))
    value = _exponent((0.3, 0.059), (0.3, 0.118))
    rows.append(
        Row(
            "V16",
            "tumbling strip, width 59 to 118 mm: width exponent (2-D coefficients)",
            -1.0,
            value,
            0.1,
            "Mahadevan, Ryu, Samuel 1999",
        )
    )
    return rows


def v17() -> list[Row]:
    """Flutter below, tumbling above: all flutter below Fr = 0.5, all tumble above 1.0, nothing blows up; the middle
    at 0.67.

    Fr = sqrt(sigma/(rho L)) with the chord L. The middle is the mean of the last Froude number at which no run
    tumbles and the
    first from which all do.
    """
    chord = 0.059
    numbers = (0.40, 0.50, 0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.90, 1.00, 1.30)
    regimes = {}
    curves: list[Curve] = []
    for number in numbers:
        falls = [falling_strip(number**2 * AIR_DENSITY * chord, chord, tilt) for tilt in (0.1, 0.5, 1.2)]
        regimes[number] = "".join(fall.regime for fall in falls)
        if number in (0.50, 0.70, 1.00):
            points = tuple((k * 12 * 2 / RATE, angle) for k, angle in enumerate(falls[1].angles))
            curves.append(Curve(f"Fr {number:g}", points))
    listed = ", ".join(f"{number:g} {regime}" for number, regime in regimes.items())
    low = [regime for number, regime in regimes.items() if number <= 0.5]
    high = [regime for number, regime in regimes.items() if number >= 1.0]
    none = max(
        (number for number in numbers if all("T" not in regimes[n] for n in numbers if n <= number)), default=0.0
    )
    every = min((number for number in numbers if all(regimes[n] == "TTT" for n in numbers if n >= number)), default=9.0)
    source = "Belmonte, Eisenberg, Moses 1998"
    plot = Plot("t [s]", "attitude [rad]", tuple(curves))
    return [
        Row(
            "V17",
            f"falling strip, regimes by Froude number (2-D coefficients; {listed}): runs that flutter up to 0.5 / all",
            1.0,
            sum(set(regime) == {"F"} for regime in low) / len(low),
            0.0,
            source,
            plot=plot,
        ),
        Row(
            "V17",
            "the same: runs that tumble from 1.0 on / all",
            1.0,
            sum(regime == "TTT" for regime in high) / len(high),
            0.0,
            source,
        ),
        Row(
            "V17",
            "the same: runs blown up",
            0.0,
            float(sum("X" in regime for regime in regimes.values())),
            0.0,
            "none may",
        ),
        Row(
            "V17",
            "the same: middle of the transition",
            0.67,
            0.5 * (none + every),
            0.18,
            f"{source}: 0.67; band 0.5 to 0.85",
        ),
    ]


def beer_mat(speed: float, spin: float, seconds: float) -> tuple[Floats, Floats, float, Floats]:
    """Throw a flat square mat of 95 mm along +x.

    Returns times [s], tilts of the normal [rad], y part of the direction of the angular momentum at the end, and the
    path of
    the centre [m].
    """
    settings = Settings.resolve(
        mesh=(14, 14),
        overrides={
            "carpet.width": 0.095,
            "carpet.length": 0.095,
            "material.areal_density": 0.6,
            "material.bending_rigidity": 0.2,
            "air.lift_slope_width": helmbold(1.0),
            "air.lift_slope_length": helmbold(1.0),
            "solver.contact": 0.0,
        },
    )
    flight = Flight(Throw((0.0, 0.0, 0.0), (speed, 0.0, 0.0), (0.0, 0.0, spin)), settings, keep_frames=False)
    times, tilts, path = [], [], []
    for _ in range(int(seconds * RATE / 4)):
        flight.advance(4)
        fit_rigid(flight.x, flight.v, flight.mesh.mass, flight.body)
        attitude(flight.x, 14, 14, flight.body)
        times.append(flight.time)
        tilts.append(math.acos(min(1.0, abs(float(flight.body[26])))))
        path.append(flight.body[0:3].copy())
    momentum = flight.body[6:9]
    return np.array(times), np.array(tilts), float(momentum[1] / np.linalg.norm(momentum)), np.array(path)


def v18() -> list[Row]:
    """A flat spinning mat turns to backspin: its lift acts ahead of the centre, so the angular momentum turns towards
    -y.

    For flight along +x the torque on the mat is along -y whatever the sign of the spin; both spins end as backspin,
    and the
    clockwise mat curves left. The onset depends on speed and spin: here 6 m/s and 60 rad/s, tilt past 45 degrees.
    """
    rows: list[Row] = []
    source = "Ostmeyer, Schuermann, Urbach 2021"
    times, tilts, sideways, path = beer_mat(6.0, 60.0, 0.6)
    _, _, other, mirrored = beer_mat(6.0, -60.0, 0.6)
    onset = float(np.interp(math.radians(45.0), tilts, times))
    plot = Plot(
        "t [s]", "tilt [deg]", (Curve("ours", tuple(zip(times.tolist(), np.degrees(tilts).tolist(), strict=True))),)
    )
    rows.append(
        Row(
            "V18",
            "beer mat, 6 m/s, 60 rad/s: sign of the angular momentum's y part (backspin is -1)",
            -1.0,
            math.copysign(1.0, sideways) if abs(sideways) > 0.1 else 0.0,
            0.0,
            source,
            plot=plot,
        )
    )
    rows.append(
        Row(
            "V18",
            "the same with the other spin",
            -1.0,
            math.copysign(1.0, other) if abs(other) > 0.1 else 0.0,
            0.0,
            source,
        )
    )
    rows.append(
        Row(
            "V18",
            "the same: time of 45 degrees of tilt (0.3 to 0.5 s)",
            0.4,
            onset,
            0.1,
            f"{source}: about 0.45 s",
            "s",
        )
    )
    apart = float(np.abs(path - mirrored * np.array([1.0, -1.0, 1.0])).max())
    rows.append(Row("V18", "the two paths are mirror images, 0.6 s", 0.0, apart, 1e-6, "symmetry", "m"))
    return rows
