"""The meter: three presses stop a moving mark, for direction, power and accuracy. Times in, a gesture out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import RESTING_LOFT, ThrowGesture

# One sweep there and back [s] at speed 1.
SWEEP_TIME = 2.4
METER_DIRECTION = math.radians(35.0)
# The largest deviation of direction that a missed accuracy press adds.
ACCURACY_DEVIATION = math.radians(6.0)
ACCURACY_SPIN = 0.25


def mark(elapsed: float, *, speed: float = 1.0) -> float:
    """Return where the moving mark is, −1 to 1, ``elapsed`` seconds after it started in the middle going right."""
    phase = (elapsed * speed / SWEEP_TIME + 0.25) % 1.0
    return 1.0 - abs(4.0 * phase - 2.0)


@dataclass(frozen=True)
class MeterState:
    """How many presses were made, and what they chose."""

    started: float
    presses: int = 0
    direction: float = 0.0
    power: float = 0.0
    accuracy: float = 0.0

    @property
    def finished(self) -> bool:
        """All three presses were made."""
        return self.presses >= 3

    def value(self, now: float, *, speed: float = 1.0) -> float:
        """Where the mark of the current press is: −1 to 1, or 0 to 1 for the power."""
        place = mark(now - self.started, speed=speed)
        return (place + 1.0) / 2.0 if self.presses == 1 else place

    def running(self, now: float, *, speed: float = 1.0) -> MeterState:
        """Return the state as it would be if the mark were stopped now."""
        return self if self.finished else replace(self.press(now, speed=speed), presses=self.presses)

    def press(self, now: float, *, speed: float = 1.0) -> MeterState:
        """Return the state after a press at the time ``now`` [s]."""
        value = self.value(now, speed=speed)
        if self.presses == 0:
            return replace(self, started=now, presses=1, direction=value)
        if self.presses == 1:
            return replace(self, started=now, presses=2, power=value)
        return replace(self, presses=3, accuracy=value)


def read_meter(
    state: MeterState, *, tilt: float = 0.0, loft: float = RESTING_LOFT, shift: float = 0.0, hand: float = 1.0
) -> ThrowGesture:
    """Turn three presses into a gesture; ``hand`` is 1 for right-handed spin and −1 for left-handed."""
    direction = state.direction * METER_DIRECTION + state.accuracy * ACCURACY_DEVIATION
    spin = hand * (RESTING_SPIN + ACCURACY_SPIN * state.accuracy)
    return ThrowGesture(state.power, direction, spin, tilt, loft, shift).clamped()
