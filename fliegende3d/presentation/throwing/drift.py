"""A spinning carpet comes down beside the line it was thrown along: how far, so that the hand can hold against it.

Players learn that a straight push lands straight ahead. So the release is turned against the drift of the ordinary
spin in still air; what a curved stroke adds to the spin, and the wind, still carry the carpet to the side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, cos, hypot, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from fliegende3d.flight import MAX_SPIN, Throw, Trajectory
from fliegende3d.game.aiming import RELEASE_HEIGHT
from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import RESTING_LOFT

if TYPE_CHECKING:
    from fliegende3d.game.tabletop import Tabletop

# Speeds that are flown to find the drift [m/s].
SPEEDS = tuple(float(speed) for speed in np.linspace(0.4, 3.0, 14))
# What falls almost straight down drifts by any angle: no more than this is held against.
LARGEST = radians(15.0)


@dataclass(frozen=True)
class Drift:
    """Angles [rad] to the left that carpets with the ordinary right-handed spin come down at, by speed [m/s].

    ``distances`` says how far from the hand they come to rest [m]; they rise with the speed.
    """

    speeds: tuple[float, ...] = (0.0,)
    angles: tuple[float, ...] = (0.0,)
    distances: tuple[float, ...] = ()

    def angle(self, speed: float, spin: float) -> float:
        """Return the drift to the left of a throw with a share ``spin`` of the strongest spin, clockwise positive."""
        share = min(1.0, max(-1.0, spin / RESTING_SPIN))
        return share * float(np.interp(speed, self.speeds, self.angles))

    def speed_to(self, distance: float) -> float | None:
        """Return the speed [m/s] of an ordinary throw that comes to rest so far away [m]; None if that is unknown."""
        return float(np.interp(distance, self.distances, self.speeds)) if self.distances else None


NO_DRIFT = Drift()


def measure_drift(tabletop: Tabletop) -> Drift:
    """Fly a few throws in still air over an endless table; takes some tenths of a second."""
    return drift_of(tabletop.try_on_endless_table)


def drift_of(fly: Callable[[Throw], Trajectory]) -> Drift:
    """Find the drift from flights of a throw straight ahead."""
    angles: list[float] = []
    distances: list[float] = []
    spin = -RESTING_SPIN * MAX_SPIN
    for speed in SPEEDS:
        ahead, up = speed * cos(RESTING_LOFT), speed * sin(RESTING_LOFT)
        throw = Throw((0.0, 0.0, RELEASE_HEIGHT), (0.0, ahead, up), spin=(0.0, 0.0, spin))
        x, y = (float(part) for part in fly(throw).final_vertices[:, :2].mean(0))
        angles.append(min(LARGEST, max(-LARGEST, atan2(-x, max(y, 0.05)))))
        distances.append(max(hypot(x, y), distances[-1] if distances else 0.0))
    return Drift(SPEEDS, tuple(angles), tuple(distances))
