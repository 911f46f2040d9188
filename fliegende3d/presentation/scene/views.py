"""What the stage is told to show: plain data, without any engine object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

CARD_KINDS = (
    "palace",
    "adventure_a",
    "adventure_b",
    "adventure_c",
    "adventure_d",
    "adventure_e",
    "spice_bazaar",
    "carpet_bazaar",
    "camel_bazaar",
    "treasure",
    "lamp",
    "desert",
    *(f"genie_{number}" for number in range(1, 9)),
)

WindSample = Callable[[Points, float], Points]
"""Air velocity [m/s], shape (n, 3), at positions [m], shape (n, 3), and a time [s]."""


class Emphasis(StrEnum):
    """How a card stands out."""

    NONE = "none"
    FOCUSED = "focused"
    ALLOWED = "allowed"
    REFUSED = "refused"


@dataclass(frozen=True)
class CardView:
    """One card. Centre x, y and underside z [m], yaw, pitch, roll [rad]; `label` is the translated name."""

    id: int
    kind: str
    x: float
    y: float
    yaw: float = 0.0
    z: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    face_up: bool = True
    label: str = ""
    numeral: str = ""
    emphasis: Emphasis = Emphasis.NONE


@dataclass(frozen=True)
class PileView:
    """A pile of `count` cards; `kind` is the face on top, "back" if it lies face down."""

    x: float
    y: float
    yaw: float
    count: int
    kind: str = "back"
    label: str = ""


@dataclass(frozen=True)
class OutlineView:
    """The outline of a resting carpet in the colour and dash of its seat: closed line, shape (n, 3) [m]."""

    seat: int
    points: Points
    below: bool = False


@dataclass(frozen=True)
class OverlapView:
    """A part of a card that a carpet covers: polygon, shape (n, 3) [m]; hatched one way above, the other below."""

    seat: int
    points: Points
    above: bool


@dataclass(frozen=True)
class VerdictView:
    """What is drawn over the table while the landing is judged."""

    outlines: tuple[OutlineView, ...] = ()
    overlaps: tuple[OverlapView, ...] = ()


@dataclass(frozen=True)
class LandingEllipse:
    """Where a throw will probably come down: centre, half axes [m] and turn [rad]."""

    x: float
    y: float
    half_long: float
    half_short: float
    yaw: float


@dataclass(frozen=True)
class AimView:
    """Preview of a throw: arc, shape (n, 3) [m], and where it comes down, if the assist shows that."""

    seat: int
    arc: Points
    landing: LandingEllipse | None = None


@dataclass(frozen=True)
class GuideView:
    """A measuring line between two points on the table [m]: a distance kept or broken while cards are laid."""

    start: tuple[float, float]
    end: tuple[float, float]
    broken: bool
