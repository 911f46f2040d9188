"""The inverse of throwing: which throw brings a carpet to rest at a place, and what a human hand makes of it.

On an empty table without wind the path depends on where it goes only by a turn. So one short table of speeds is flown
once, and every aim is read off it: the distance gives the speed, and the sideways drift of the spinning carpet gives
the angle to hold against it. Wind is then corrected for by flying the throw and shifting the aim by the miss.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, radians, sin
from typing import Final

import numpy as np
import numpy.typing as npt

from fliegende3d.flight import MAX_SPEED, MAX_SPIN, Orientation, Throw
from fliegende3d.rules import Side

from .levels import Level
from .tabletop import Tabletop

Floats = npt.NDArray[np.float64]

RELEASE_HEIGHT: Final = 0.40
"""Where a seated player's hand lets go above the table [m]."""
LOWEST_RELEASE: Final = 0.15
"""No hand lets go lower [m]."""
LOFT: Final = 0.12
"""How far above the horizon the usual throw goes [rad]."""
SPIN: Final = 63.0
"""The usual spin, ten revolutions a second, counter-clockwise seen from above [rad/s]."""
SLOWEST: Final = 0.5
FASTEST: Final = 3.6
SPEEDS: Final = 24
CORRECTIONS: Final = 2

TURNS: Final = {Side.SOUTH: 0.0, Side.WEST: -pi / 2, Side.NORTH: pi, Side.EAST: pi / 2}
"""How far a side's own axes (y ahead) are turned against the table's [rad]."""


@dataclass(frozen=True)
class Aim:
    """A place on the table to come to rest at [m]."""

    x: float
    y: float


def to_table(side: Side, x: float, y: float) -> tuple[float, float]:
    """From a player's own axes (x to the right, y ahead, origin in the middle of the table) to the table's."""
    turn = TURNS[side]
    return cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y


def to_player(side: Side, x: float, y: float) -> tuple[float, float]:
    """The inverse of `to_table`."""
    turn = TURNS[side]
    return cos(turn) * x + sin(turn) * y, cos(turn) * y - sin(turn) * x


def _let_go(position: tuple[float, float, float], away: Floats) -> tuple[float, float, float]:
    """Where a hand lets go that meant to at a place on its throw line: to one side, higher or lower, or too early, but
    never beyond the line.

    Args:
        away: how far off it would be, sideways, ahead and in height [m], shape (3,).
    """
    x, y, z = position
    side = min(Side, key=lambda one: to_player(one, x, y)[1])
    right, ahead = to_player(side, x, y)
    x, y = to_table(side, right + float(away[0]), ahead + min(0.0, float(away[1])))
    return x, y, max(LOWEST_RELEASE, z + float(away[2]))


class Aiming:
    """Solves throws for one table; keeps the little table of speeds for each spin and loft it was asked for."""

    def __init__(self, tabletop: Tabletop) -> None:
        self._tabletop = tabletop
        self._ranges: dict[tuple[float, float], tuple[Floats, Floats, Floats]] = {}

    def line_distance(self, side: Side) -> float:
        """How far a side's throw line is from the middle of the table [m]."""
        measures = self._tabletop.measures
        return measures.line_south_north if side in (Side.SOUTH, Side.NORTH) else measures.line_east_west

    def release(
        self,
        side: Side,
        *,
        speed: float,
        bearing: float,
        sideways: float = 0.0,
        spin: float = SPIN,
        loft: float = LOFT,
        pitch: float = 0.0,
        roll: float = 0.0,
    ) -> Throw:
        """A throw from a side of the table.

        Args:
            side: whose side.
            speed: of release [m/s].
            bearing: direction of flight, counter-clockwise from straight ahead [rad].
            sideways: how far right of the middle of the throw line [m].
            spin: about the carpet's normal, counter-clockwise from above [rad/s].
            loft: above the horizon [rad].
            pitch: nose up, about the carpet's own axis [rad].
            roll: right edge down [rad].
        """
        turn = TURNS[side] + bearing
        x, y = to_table(side, sideways, -self.line_distance(side))
        ahead = speed * cos(loft)
        orientation = Orientation(yaw=turn, pitch=pitch, roll=roll)
        normal = orientation.matrix()[:, 2]
        return Throw(
            position=(x, y, RELEASE_HEIGHT),
            velocity=(-sin(turn) * ahead, cos(turn) * ahead, speed * sin(loft)),
            spin=(spin * float(normal[0]), spin * float(normal[1]), spin * float(normal[2])),
            orientation=orientation,
        )

    def throw_at(
        self, aim: Aim, *, side: Side, spin: float = SPIN, loft: float = LOFT, wind_seed: int | None = None
    ) -> Throw:
        """The throw that comes to rest nearest to a place, as far as the speeds of a hand allow.

        With `wind_seed` the throw is corrected for the wind of that seed, as if the gusts to come were known; without
        it for some wind of the same kind, which leaves the gusts to chance.
        """
        wanted = aim
        throw = self._in_calm_air(wanted, side, spin, loft)
        if wind_seed is None and self._tabletop.wind == "calm":
            return throw
        for _ in range(CORRECTIONS):
            rest = self._tabletop.try_throw(throw, wind_seed=wind_seed if wind_seed is not None else 0)
            x, y = (float(part) for part in rest.final_vertices[:, :2].mean(0))
            wanted = Aim(wanted.x + 0.8 * (aim.x - x), wanted.y + 0.8 * (aim.y - y))
            throw = self._in_calm_air(wanted, side, spin, loft)
        return throw

    def by_hand(self, throw: Throw, level: Level, random: np.random.Generator) -> Throw:
        """The throw as a hand of this level makes it: speed, aim, spin, tilt and the place where it lets go a little
        off, within the limits.
        """
        noise = random.standard_normal(9)
        vx, vy, vz = throw.velocity
        ahead, bearing = hypot(vx, vy), atan2(vy, vx)
        speed = hypot(ahead, vz)
        loft = atan2(vz, ahead) + radians(level.aim_noise_deg) * float(noise[2])
        bearing += radians(level.aim_noise_deg) * float(noise[1])
        speed = min(MAX_SPEED, max(0.1, speed * (1.0 + level.speed_noise * float(noise[0]))))
        tilt = radians(level.tilt_noise_deg)
        held = throw.orientation
        orientation = Orientation(
            yaw=held.yaw, pitch=held.pitch + tilt * float(noise[4]), roll=held.roll + tilt * float(noise[5])
        )
        spin = hypot(*throw.spin) * (1.0 if throw.spin[2] >= 0.0 else -1.0) * (1.0 + level.spin_noise * float(noise[3]))
        spin = min(MAX_SPIN, max(-MAX_SPIN, spin)) * (1.0 - 1e-12)
        normal = orientation.matrix()[:, 2]
        return replace(
            throw,
            position=_let_go(throw.position, level.release_noise * noise[6:]),
            velocity=(speed * cos(loft) * cos(bearing), speed * cos(loft) * sin(bearing), speed * sin(loft)),
            spin=(spin * float(normal[0]), spin * float(normal[1]), spin * float(normal[2])),
            orientation=orientation,
        )

    def _in_calm_air(self, aim: Aim, side: Side, spin: float, loft: float) -> Throw:
        x, y = to_player(side, aim.x, aim.y)
        limit = 0.5 * self._tabletop.measures.landing_half_width
        sideways = min(limit, max(-limit, 0.5 * x))
        right, ahead = x - sideways, y + self.line_distance(side)
        speeds, distances, drifts = self._range(spin, loft)
        distance = hypot(right, ahead)
        speed = float(np.interp(distance, distances, speeds))
        drift = float(np.interp(distance, distances, drifts))
        bearing = atan2(-right, ahead) - drift
        return self.release(side, speed=speed, bearing=bearing, sideways=sideways, spin=spin, loft=loft)

    def _range(self, spin: float, loft: float) -> tuple[Floats, Floats, Floats]:
        """Speeds [m/s], the distances they reach [m], and the angles by which they drift to the left [rad]."""
        key = (spin, loft)
        if key not in self._ranges:
            speeds: list[float] = []
            distances: list[float] = []
            drifts: list[float] = []
            for speed in np.linspace(SLOWEST, FASTEST, SPEEDS):
                throw = Throw(
                    position=(0.0, 0.0, RELEASE_HEIGHT),
                    velocity=(0.0, float(speed) * cos(loft), float(speed) * sin(loft)),
                    spin=(0.0, 0.0, spin),
                )
                x, y = (
                    float(part) for part in self._tabletop.try_on_endless_table(throw).final_vertices[:, :2].mean(0)
                )
                distance = hypot(x, y)
                if distances and distance <= distances[-1]:
                    continue
                speeds.append(float(speed))
                distances.append(distance)
                drifts.append(atan2(-x, y))
            self._ranges[key] = (np.array(speeds), np.array(distances), np.array(drifts))
        return self._ranges[key]
