"""The slingshot: drag back, see the preview, release. The pull alone decides; time does not matter."""

from __future__ import annotations

import math

from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import RESTING_LOFT, WIDEST_DIRECTION, StrokeFault, ThrowGesture

# A pull of this many window heights is full power; shorter than the least pull is no throw.
FULL_PULL = 0.45
LEAST_PULL = 0.03


def read_pull(
    across: float,
    back: float,
    *,
    spin: float = RESTING_SPIN,
    tilt: float = 0.0,
    loft: float = RESTING_LOFT,
    shift: float = 0.0,
) -> ThrowGesture | StrokeFault:
    """Turn a pull (``across`` to the right, ``back`` towards the player, in window heights) into a gesture.

    The carpet flies opposite to the pull.
    """
    pull = math.hypot(across, back)
    if pull < LEAST_PULL:
        return StrokeFault.NO_TRAVEL
    if back <= 0.0:
        return StrokeFault.BACKWARDS
    direction = math.atan2(-across, back)
    if abs(direction) > WIDEST_DIRECTION:
        return StrokeFault.TOO_WIDE
    power = min(1.0, (pull - LEAST_PULL) / (FULL_PULL - LEAST_PULL))
    return ThrowGesture(power, direction, spin, tilt, loft, shift).clamped()
