"""The slingshot: drag back, see the preview, release. The pull alone decides; time does not matter."""

from __future__ import annotations

import math

from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import RESTING_LOFT, WIDEST_DIRECTION, StrokeFault, ThrowGesture

# A pull of this many window heights is full power, where there is so much room; shorter than the least is no throw.
FULL_PULL = 0.45
LEAST_PULL = 0.03
# In less room full power lies nearer, but never so near that a hand could not tell the powers apart.
SHORTEST_FULL_PULL = 0.16
# The pointer stays so far from the window's edge [window heights].
EDGE = 0.02


def full_pull(room: float) -> float:
    """Return the pull of full power [window heights] where a hand has so much room behind its grip."""
    return min(FULL_PULL, max(SHORTEST_FULL_PULL, room - EDGE))


def pull_of(power: float, full: float) -> float:
    """Return the pull that gives a power, in window heights; ``full`` gives full power."""
    return LEAST_PULL + power * (full - LEAST_PULL)


def read_pull(
    across: float,
    back: float,
    *,
    full: float = FULL_PULL,
    spin: float = RESTING_SPIN,
    tilt: float = 0.0,
    loft: float = RESTING_LOFT,
    shift: float = 0.0,
) -> ThrowGesture | StrokeFault:
    """Turn a pull (``across`` to the right, ``back`` towards the player, in window heights) into a gesture.

    The carpet flies opposite to the pull; one of ``full`` window heights is full power.
    """
    pull = math.hypot(across, back)
    if pull < LEAST_PULL:
        return StrokeFault.NO_TRAVEL
    if back <= 0.0:
        return StrokeFault.BACKWARDS
    direction = math.atan2(-across, back)
    if abs(direction) > WIDEST_DIRECTION:
        return StrokeFault.TOO_WIDE
    power = min(1.0, (pull - LEAST_PULL) / (full - LEAST_PULL))
    return ThrowGesture(power, direction, spin, tilt, loft, shift).clamped()
