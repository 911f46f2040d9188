"""What a layout asks to be drawn: a flat list of shapes, texts and symbols in window pixels, y downwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from fliegende3d.presentation.ui.theme import Colour, Family

CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)
# Width over height of a card, and the radius of its corners as a share of its width (59 × 91 mm, 3.5 mm).
CARD_ASPECT = 59.0 / 91.0
CARD_CORNER = 3.5 / 59.0


@dataclass(frozen=True)
class Rect:
    """A rectangle [px], origin at its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float) -> Rect:
        """Return the rectangle with every side moved outwards by ``by``."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a point lies inside."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def overlap(self, other: Rect) -> Rect | None:
        """Return the common part, or None if there is none."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top) if right > left and bottom > top else None


@dataclass(frozen=True)
class BoxShape:
    """A rounded rectangle; ``softness`` blurs its edge [px]."""

    rect: Rect
    fill: Colour
    radius: float = 0.0
    edge: Colour = CLEAR
    edge_width: float = 0.0
    softness: float = 1.0


@dataclass(frozen=True)
class LineShape:
    """A line through points [px] with round ends."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: Colour
    closed: bool = False


@dataclass(frozen=True)
class FillShape:
    """A filled simple polygon [px]."""

    points: tuple[tuple[float, float], ...]
    colour: Colour


@dataclass(frozen=True)
class TextRun:
    """One line of text; ``y`` is its baseline [px]."""

    text: str
    x: float
    y: float
    family: Family
    pixels: int
    colour: Colour


@dataclass(frozen=True)
class CardShape:
    """The picture of a card: corners [px] from the upper left clockwise, each with how near it is (1: the window).

    ``name`` and ``numeral`` are printed on it; ``light`` dims it, ``opacity`` fades it.
    """

    kind: str
    name: str
    numeral: str
    corners: tuple[tuple[float, float], ...]
    nearness: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    light: float = 1.0
    opacity: float = 1.0


Shape = BoxShape | LineShape | FillShape | TextRun | CardShape


@dataclass
class Painting:
    """Shapes from back to front, each with the rectangle it is cut to (None: the window)."""

    items: list[tuple[Shape, Rect | None]] = field(default_factory=list)
    clip: Rect | None = None

    def add(self, shape: Shape) -> None:
        """Append a shape in front of all earlier ones."""
        self.items.append((shape, self.clip))
