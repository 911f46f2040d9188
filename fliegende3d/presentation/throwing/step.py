"""Step mode: every number of a throw is set by single presses, without time, holds or analogue input."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum

from fliegende3d.presentation.throwing.gesture import (
    LOFT_RANGE,
    LOFT_STEP,
    TILT_RANGE,
    TILT_STEP,
    WIDEST_DIRECTION,
    ThrowGesture,
)

# Half of the throw line that the hand may move along [m].
WIDEST_SHIFT = 0.25


class StepValue(StrEnum):
    """The numbers of a throw, in the order they are shown."""

    DIRECTION = "direction"
    POWER = "power"
    SPIN = "spin"
    LOFT = "loft"
    TILT = "tilt"
    SHIFT = "shift"


STEPS: dict[StepValue, tuple[float, float, float]] = {
    StepValue.DIRECTION: (-WIDEST_DIRECTION, WIDEST_DIRECTION, math.radians(1.0)),
    StepValue.POWER: (0.0, 1.0, 0.02),
    StepValue.SPIN: (-1.0, 1.0, 0.1),
    StepValue.LOFT: (*LOFT_RANGE, LOFT_STEP),
    StepValue.TILT: (*TILT_RANGE, TILT_STEP),
    StepValue.SHIFT: (-WIDEST_SHIFT, WIDEST_SHIFT, 0.02),
}


def value_of(gesture: ThrowGesture, which: StepValue) -> float:
    """Return one number of a gesture."""
    value: float = getattr(gesture, which.value)
    return value


def stepped(gesture: ThrowGesture, which: StepValue, steps: int) -> ThrowGesture:
    """Return the gesture with one number moved by whole steps, kept inside its range."""
    low, high, size = STEPS[which]
    return with_value(gesture, which, min(high, max(low, value_of(gesture, which) + steps * size)))


def with_value(gesture: ThrowGesture, which: StepValue, value: float) -> ThrowGesture:
    """Return the gesture with one number replaced, kept inside its range."""
    low, high, _ = STEPS[which]
    kept = min(high, max(low, value))
    match which:
        case StepValue.DIRECTION:
            return replace(gesture, direction=kept)
        case StepValue.POWER:
            return replace(gesture, power=kept)
        case StepValue.SPIN:
            return replace(gesture, spin=kept)
        case StepValue.LOFT:
            return replace(gesture, loft=kept)
        case StepValue.TILT:
            return replace(gesture, tilt=kept)
        case StepValue.SHIFT:
            return replace(gesture, shift=kept)
