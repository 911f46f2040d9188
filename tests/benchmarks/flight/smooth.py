"""Nearby throws land nearby: touchdown and rest against speed, aim, spin and tilt; the scatter of human noise.

python -m tests.benchmarks.flight.smooth --report maps.html
"""

from __future__ import annotations

import argparse
import html
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fliegende3d.flight import Orientation, Throw, Trajectory, simulate_many
from fliegende3d.flight.validation.report import svg
from fliegende3d.flight.validation.row import Curve, Plot

BIG_TABLE = {"table.half_width": 5.0, "table.half_depth": 5.0}
DISTANCE = 1.0  # m to the target
HEIGHT = 0.25  # m at release
CLIMB = 0.25  # rad above the level
POINTS = 41
PRACTISED = {"speed": 0.02, "aim": math.radians(1.0), "spin": 0.05, "tilt": 0.0}
TILTING = PRACTISED | {"tilt": math.radians(2.0)}


@dataclass(frozen=True)
class Flick:
    """A throw in a player's words: speed [m/s], aim to the right [rad], spin [rev/s], tilt of the carpet [rad]."""

    speed: float = 1.9
    aim: float = 0.0
    spin: float = 10.0
    pitch: float = 0.0
    roll: float = 0.0
    climb: float = CLIMB

    def throw(self) -> Throw:
        """As position, velocity and spin."""
        level = self.speed * math.cos(self.climb)
        velocity = (level * math.sin(self.aim), level * math.cos(self.aim), self.speed * math.sin(self.climb))
        held = Orientation(yaw=-self.aim, pitch=self.pitch, roll=self.roll)
        axis = held.matrix()[:, 2]
        rate = 2.0 * math.pi * self.spin
        return Throw(
            (0.0, 0.0, HEIGHT), velocity, (rate * float(axis[0]), rate * float(axis[1]), rate * float(axis[2])), held
        )


def landings(flicks: list[Flick], material: str) -> tuple[np.ndarray, np.ndarray]:
    """Centres at touchdown and at rest [m], shapes (flicks, 2)."""
    flights = simulate_many([flick.throw() for flick in flicks], material=material, overrides=BIG_TABLE)
    return np.array([down(flight) for flight in flights]), np.array([f.centre_of_mass[-1, :2] for f in flights])


def down(flight: Trajectory) -> np.ndarray:
    """Centre at the moment of first contact [m], shape (2,)."""
    assert flight.touchdown is not None
    return np.array([np.interp(flight.touchdown.time, flight.times, flight.centre_of_mass[:, d]) for d in (0, 1)])


def speed_for(distance: float, spin: float, material: str) -> float:
    """The speed that comes to rest at the distance."""
    low, high = 0.5, 5.0
    for _ in range(12):
        middle = 0.5 * (low + high)
        rest = landings([Flick(speed=middle, spin=spin)], material)[1][0]
        low, high = (middle, high) if float(np.hypot(rest[0], rest[1])) < distance else (low, middle)
    return 0.5 * (low + high)


SWEEPS: dict[str, tuple[np.ndarray, Callable[[Flick, float], Flick]]] = {
    "speed [m/s]": (np.linspace(1.2, 3.0, POINTS), lambda f, v: Flick(v, f.aim, f.spin)),
    "aim [deg]": (np.linspace(-15, 15, POINTS), lambda f, v: Flick(f.speed, math.radians(v), f.spin)),
    "spin [rev/s]": (np.linspace(5, 20, POINTS), lambda f, v: Flick(f.speed, f.aim, v)),
    "tilt to the side [deg]": (
        np.linspace(-8, 8, POINTS),
        lambda f, v: Flick(f.speed, f.aim, f.spin, 0.0, math.radians(v)),
    ),
}


def maps(material: str, speed: float) -> list[tuple[str, Plot, float, float]]:
    """For each sweep: its name, a plot, and the largest step of touchdown and rest between neighbouring throws [m]."""
    result = []
    for name, (values, change) in SWEEPS.items():
        touch, rest = landings([change(Flick(speed=speed), float(value)) for value in values], material)
        curves = tuple(
            Curve(label, tuple((float(value), float(place)) for value, place in zip(values, places, strict=True)))
            for label, places in (
                ("touchdown, forward", touch[:, 1]),
                ("rest, forward", rest[:, 1]),
                ("rest, sideways", rest[:, 0]),
            )
        )
        steps = [float(np.linalg.norm(np.diff(places, axis=0), axis=1).max()) for places in (touch, rest)]
        result.append((f"{material}: {name}", Plot(name, "place [m]", curves), steps[0], steps[1]))
    return result


def scatter(material: str, spin: float, noise: dict[str, float], throws: int = 64) -> tuple[float, float, float]:
    """Speed for the target [m/s], and radial scatter (rms) of touchdown and rest [m] under a hand's noise."""
    speed = speed_for(DISTANCE, spin, material)
    random = np.random.default_rng(7)
    flicks = [
        Flick(
            speed * (1.0 + noise["speed"] * random.normal()),
            noise["aim"] * random.normal(),
            spin * (1.0 + noise["spin"] * random.normal()),
            noise["tilt"] * random.normal(),
            noise["tilt"] * random.normal(),
            CLIMB + noise["aim"] * random.normal(),
        )
        for _ in range(throws)
    ]
    touch, rest = landings(flicks, material)
    return speed, *(float(np.sqrt(((places - places.mean(0)) ** 2).sum(1).mean())) for places in (touch, rest))  # type: ignore[return-value]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    page = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Flight: smoothness</title><h1>Where throws land</h1>"
    ]
    for material in ("magic", "felt", "playing_card"):
        for name, plot, touch, rest in maps(material, speed_for(DISTANCE, 10.0, material)):
            print(f"{name:40s} largest step: touchdown {touch * 1e3:6.1f} mm, rest {rest * 1e3:6.1f} mm")
            page.append(f"<figure>{svg(plot)}<figcaption>{html.escape(name)}</figcaption></figure>")
    page.append("<table><tr><th>material<th>spin rev/s<th>tilt noise<th>speed<th>touchdown mm<th>rest mm</tr>")
    for material in ("magic", "felt", "playing_card"):
        for spin in (5.0, 7.5, 10.0, 15.0, 20.0):
            for name, noise in (("none", PRACTISED), ("2 deg", TILTING)):
                speed, touch, rest = scatter(material, spin, noise)
                print(
                    f"{material:14s} {spin:5.1f} rev/s, tilt noise {name:5s}: {speed:.2f} m/s to {DISTANCE:g} m, "
                    f"scatter touchdown {touch * 1e3:5.1f} mm, rest {rest * 1e3:5.1f} mm"
                )
                cells = f"{material}<td>{spin:g}<td>{name}<td>{speed:.2f}<td>{touch * 1e3:.0f}<td>{rest * 1e3:.0f}"
                page.append(f"<tr><td>{cells}</tr>")
    page.append("</table></html>")
    if options.report:
        options.report.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
