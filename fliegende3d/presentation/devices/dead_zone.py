"""From raw stick positions to useful ones: rest calibration, radial dead zone, rescaling, a response curve."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class StickShape:
    """How a stick answers: inside ``inner`` nothing, at ``outer`` and beyond everything, between by a power curve."""

    inner: float = 0.15
    outer: float = 0.95
    exponent: float = 1.0


def shaped(x: float, y: float, shape: StickShape) -> tuple[float, float]:
    """Return the stick after the radial dead zone: direction kept, length rescaled to 0..1 and raised to the power."""
    length = math.hypot(x, y)
    if not math.isfinite(length) or length <= shape.inner or length == 0.0:
        return (0.0, 0.0)
    share = min(1.0, (length - shape.inner) / max(1e-6, shape.outer - shape.inner))
    factor = share**shape.exponent / length
    return (x * factor, y * factor)


def shaped_trigger(value: float, rest: float, shape: StickShape) -> float:
    """Return a trigger 0..1 after its rest position and the dead zone; a trigger that rests half-pressed rests at 0."""
    if not math.isfinite(value):
        return 0.0
    span = max(0.1, 1.0 - rest)
    moved = (value - rest) / span
    return min(1.0, max(0.0, (moved - shape.inner) / max(1e-6, shape.outer - shape.inner)))


@dataclass
class RestCalibration:
    """Where the axes of a pad rest.

    A stick rests where it was when the pad was connected; only small offsets are taken for drift. A trigger rests
    where it was pressed least: one that rests half-pressed, or was held at the connection, pulls nothing.
    """

    largest_drift: float = 0.25
    _axes: tuple[float, ...] = ()
    _least: tuple[float, ...] = ()

    def take(self, axes: tuple[float, ...]) -> None:
        """Take a report of all axes."""
        if not self._axes:
            self._axes = self._least = axes
        self._least = tuple(min(pair) for pair in zip(self._least, axes, strict=True))

    def rest(self, axis: int) -> float:
        """Return the rest position of an axis; 0 if it seems to have been held away on purpose."""
        if not self._axes:
            return 0.0
        value = self._axes[axis]
        return value if abs(value) <= self.largest_drift else 0.0

    def trigger_rest(self, axis: int) -> float:
        """Return the rest position of a trigger, 0 to 1."""
        return max(0.0, self._least[axis]) if self._least else 0.0
