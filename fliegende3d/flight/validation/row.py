"""One line of the physics validation table."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Curve:
    """A line in the report's plot: name and points (x, y); `right` marks the reference."""

    name: str
    points: tuple[tuple[float, float], ...]
    right: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot of a row: axes' names and curves."""

    across: str
    up: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """What is right, what we get, and whether that is near enough.

    Attributes:
        key: the test's name, V1 to V30, P for the comparison with a rigid plate, S for spinning sheets, C for
            contact with cards and carpets, F for folds.
        what: the set-up and the quantity.
        right: the right value.
        ours: the simulator's value.
        tolerance: how far off it may be: absolute in `unit`, or a share of the right value.
        relative: whether the tolerance is a share.
        unit: of right and ours.
        source: where the right value comes from.
        plot: for the report.
    """

    key: str
    what: str
    right: float
    ours: float
    tolerance: float
    source: str
    unit: str = ""
    relative: bool = False
    plot: Plot | None = None

    def __post_init__(self) -> None:
        """Keep plain numbers: those of numpy make verdicts that are no `bool`, which JSON cannot say."""
        for name in ("right", "ours", "tolerance"):
            object.__setattr__(self, name, float(getattr(self, name)))

    @property
    def error(self) -> float:
        """Ours minus right; divided by right if the tolerance is a share."""
        difference = self.ours - self.right
        return difference / abs(self.right) if self.relative else difference

    @property
    def passed(self) -> bool:
        """Whether the error is finite and within the tolerance."""
        return math.isfinite(self.error) and abs(self.error) <= self.tolerance
