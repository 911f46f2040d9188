"""What a hand did, without any device: power, direction, spin, tilt and loft, or why it was no throw."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

# Directions further off the heading are refused: the carpet would not fly over the table.
WIDEST_DIRECTION = math.radians(60.0)
LOFT_RANGE = (math.radians(-5.0), math.radians(35.0))
TILT_RANGE = (math.radians(-30.0), math.radians(30.0))
LOFT_STEP = math.radians(2.0)
TILT_STEP = math.radians(2.0)
# The power that brings a carpet about to the middle of the table.
ORDINARY_POWER = 0.44
# The loft of the usual throw: low enough to land flat, high enough to clear the nearest cards.
RESTING_LOFT = 0.12


class StrokeFault(StrEnum):
    """Why a stroke is no throw; each has a text ``throw.fault.NAME`` that says what would work."""

    NO_TRAVEL = "no_travel"
    TOO_SHORT = "too_short"
    BACKWARDS = "backwards"
    TOO_WIDE = "too_wide"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class ThrowGesture:
    """One throw as the hand meant it.

    Attributes:
        power: 0 (the carpet drops) to 1 (as hard as allowed).
        direction: angle off the heading [rad], positive to the right.
        spin: −1 to 1 of the strongest spin, positive clockwise seen from above.
        tilt: roll of the carpet in the hand [rad], positive right edge down.
        loft: rise of the throw [rad].
        shift: where along the throw line the hand is [m], positive to the right.
    """

    power: float
    direction: float = 0.0
    spin: float = 0.0
    tilt: float = 0.0
    loft: float = RESTING_LOFT
    shift: float = 0.0

    def clamped(self) -> ThrowGesture:
        """Return the gesture within every limit of the hand."""
        return replace(
            self,
            power=min(1.0, max(0.0, self.power)),
            direction=min(WIDEST_DIRECTION, max(-WIDEST_DIRECTION, self.direction)),
            spin=min(1.0, max(-1.0, self.spin)),
            tilt=min(TILT_RANGE[1], max(TILT_RANGE[0], self.tilt)),
            loft=min(LOFT_RANGE[1], max(LOFT_RANGE[0], self.loft)),
        )
