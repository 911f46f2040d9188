"""What elements know while they are measured and placed: scale, theme, fonts, and the state of the interaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fliegende3d.presentation.ui.painting import BoxShape, Painting, Rect, TextRun
from fliegende3d.presentation.ui.theme import LETTERS, Colour, TextStyle, Theme
from fliegende3d.presentation.ui.typeface import CAPITAL_HEIGHT, TextBlock, Typeface, pixel_size

if TYPE_CHECKING:
    from fliegende3d.presentation.ui.elements import Control


# Windows lower than this leave no room for wide paddings [reference px]: ordinary letters have 1080.
TIGHT_HEIGHT = 760.0


@dataclass(frozen=True)
class Target:
    """A control that was placed: where it is, and which scrolling area it lies in."""

    control: Control
    rect: Rect
    clip: Rect | None
    scroll: str | None


@dataclass(frozen=True)
class ScrollArea:
    """A scrolling area that was placed: its window part [px] and how tall its content is [px].

    ``bar`` is where the bar runs, ``sign`` where it is shown that more follows (None at the end).
    """

    key: str
    rect: Rect
    content_height: float
    bar: Rect
    sign: Rect | None = None

    @property
    def furthest(self) -> float:
        """The largest offset [px]."""
        return max(0.0, self.content_height - self.rect.height)


@dataclass
class Interaction:
    """What the player points at: keys of controls, and the offsets of scrolling areas [px]."""

    focus: str | None = None
    hover: str | None = None
    pressed: str | None = None
    show_focus: bool = True
    caret_on: bool = True
    offsets: dict[str, float] = field(default_factory=dict)


@dataclass
class Context:
    """Everything that measuring and placing needs; collects the painting and the targets."""

    scale: float
    theme: Theme
    typeface: Typeface
    interaction: Interaction
    window_height: float = 0.0
    painting: Painting = field(default_factory=Painting)
    targets: list[Target] = field(default_factory=list)
    scrolls: list[ScrollArea] = field(default_factory=list)
    panels: list[Rect] = field(default_factory=list)
    scroll_key: str | None = None

    def px(self, units: float) -> float:
        """Return reference units in pixels."""
        return units * self.scale

    @property
    def tight(self) -> bool:
        """Whether large letters leave so little of the window's height that paddings make room for content."""
        return 0.0 < self.window_height < self.px(TIGHT_HEIGHT)

    def block(self, text: str, style: TextStyle, width: float) -> TextBlock:
        """Break a text into lines no wider than ``width`` [px]."""
        return self.typeface.break_lines(text, style, self.scale, max(1.0, width))

    def box(
        self,
        rect: Rect,
        fill: Colour,
        *,
        radius: float = 0.0,
        edge: Colour = (0, 0, 0, 0),
        edge_width: float = 0.0,
        softness: float = 1.0,
    ) -> None:
        """Draw a rounded rectangle; all measures in pixels."""
        self.painting.add(BoxShape(rect, fill, radius, edge, edge_width, softness))

    def write(self, block: TextBlock, style: TextStyle, rect: Rect, colour: Colour, align: float) -> None:
        """Draw a block of text inside ``rect``: ``align`` 0 left, 0.5 middle, 1 right; vertically centred."""
        family, pixels = LETTERS[style].family, pixel_size(style, self.scale)
        top = rect.y + (rect.height - block.height) / 2
        for index, (line, width) in enumerate(zip(block.lines, block.widths, strict=True)):
            middle = top + block.line_height * (index + 0.5)
            baseline = round(middle + CAPITAL_HEIGHT * pixels / 2)
            x = round(rect.x + (rect.width - width) * align)
            if line:
                self.painting.add(TextRun(line, x, baseline, family, pixels, colour))

    def register(self, control: Control, rect: Rect) -> None:
        """Remember where a control was placed, for pointing and for the focus graph."""
        self.targets.append(Target(control, rect, self.painting.clip, self.scroll_key))
