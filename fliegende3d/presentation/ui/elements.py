"""The bricks of a screen: frozen descriptions that know how large they want to be and how to place themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.painting import FillShape, LineShape, Rect
from fliegende3d.presentation.ui.scrolling import Scroll
from fliegende3d.presentation.ui.theme import (
    GAP,
    PANEL_INSET,
    PANEL_PADDING,
    PANEL_RADIUS,
    Colour,
    TextStyle,
)

Size = tuple[float, float]

LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0


class Element(Protocol):
    """Something that can be laid out."""

    def measure(self, context: Context, width: float) -> Size:
        """Return width and height [px] wanted when at most ``width`` [px] is there."""
        ...

    def place(self, context: Context, rect: Rect) -> None:
        """Draw into ``rect`` and register targets."""
        ...


class Control(Element, Protocol):
    """An element that can be focused and pressed."""

    @property
    def key(self) -> str:
        """The name of the control, unique within its screen."""
        ...

    def press(self) -> None:
        """Do what the control is for."""
        ...

    def adjust(self, step: int) -> bool:
        """Move the value by steps; False if there is no value to move."""
        ...

    def drag(self, fraction: float) -> bool:
        """Put the value at a part of the width, 0 to 1; False if the control cannot be dragged."""
        ...

    def type_text(self, text: str) -> bool:
        """Take typed characters; ``"\\b"`` deletes one. False if the control takes no text."""
        ...


@dataclass(frozen=True, kw_only=True)
class Label:
    """A text, broken into lines."""

    text: str
    style: TextStyle = TextStyle.BODY
    colour: Colour | None = None
    align: float = LEFT
    least_width: float = 0.0

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        block = context.block(self.text, self.style, width)
        return (max(block.width, context.px(self.least_width)), block.height)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        plain = context.theme.accent if self.style in TITLES else context.theme.text
        block = context.block(self.text, self.style, rect.width)
        context.write(block, self.style, rect, self.colour or plain, self.align)


TITLES = frozenset({TextStyle.DISPLAY, TextStyle.TITLE, TextStyle.HEADING})


@dataclass(frozen=True)
class Gap:
    """Empty room [reference px]."""

    size: float = GAP

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (min(width, context.px(self.size)), context.px(self.size))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""


@dataclass(frozen=True)
class Rule:
    """A brass hairline across the width."""

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (min(width, context.px(40.0)), context.px(18.0))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        y = rect.y + rect.height / 2
        line = Rect(rect.x, y - context.px(0.75), rect.width, max(1.0, context.px(1.5)))
        context.box(line, context.theme.panel_edge)


@dataclass(frozen=True, kw_only=True)
class Column:
    """Elements below each other; each gets the whole width unless ``stretch`` is off."""

    children: Sequence[Element]
    gap: float = GAP
    align: float = LEFT
    stretch: bool = True

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        sizes = [child.measure(context, width) for child in self.children]
        gaps = context.px(self.gap) * max(0, len(sizes) - 1)
        return (max((w for w, _ in sizes), default=0.0), sum(h for _, h in sizes) + gaps)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        y = rect.y
        for child in self.children:
            wanted, height = child.measure(context, rect.width)
            width = rect.width if self.stretch else min(wanted, rect.width)
            child.place(context, Rect(rect.x + (rect.width - width) * self.align, y, width, height))
            y += height + context.px(self.gap)


@dataclass(frozen=True, kw_only=True)
class Row:
    """Elements beside each other; those with a weight share what is left. Goes on below when the row is full."""

    children: Sequence[Element]
    gap: float = GAP
    weights: Sequence[float] = ()
    align: float = LEFT
    wrap: bool = True

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        lines = self._lines(context, width)
        wide = max((self._natural_width(context, line) for line in lines), default=0.0)
        height = sum(self._heights(context, lines, width))
        return (min(wide, width), height + context.px(self.gap) * max(0, len(lines) - 1))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        y = rect.y
        lines = self._lines(context, rect.width)
        heights = self._heights(context, lines, rect.width)
        for line, height in zip(lines, heights, strict=True):
            widths = self._widths(context, line, rect.width)
            total = sum(widths) + context.px(self.gap) * (len(line) - 1)
            x = rect.x + max(0.0, rect.width - total) * self.align
            for (index, _), width in zip(line, widths, strict=True):
                self.children[index].place(context, Rect(x, y, width, height))
                x += width + context.px(self.gap)
            y += height + context.px(self.gap)

    def _lines(self, context: Context, width: float) -> list[list[tuple[int, float]]]:
        lines: list[list[tuple[int, float]]] = [[]]
        used = 0.0
        for index, child in enumerate(self.children):
            wanted = min(width, child.measure(context, width)[0])
            step = wanted + (context.px(self.gap) if lines[-1] else 0.0)
            if self.wrap and lines[-1] and used + step > width + 0.5:
                lines.append([])
                used, step = 0.0, wanted
            lines[-1].append((index, wanted))
            used += step
        return [line for line in lines if line]

    def _natural_width(self, context: Context, line: list[tuple[int, float]]) -> float:
        return sum(wanted for _, wanted in line) + context.px(self.gap) * (len(line) - 1)

    def _widths(self, context: Context, line: list[tuple[int, float]], width: float) -> list[float]:
        room = width - context.px(self.gap) * (len(line) - 1)
        wanted = [w for _, w in line]
        shares = [self.weights[index] if index < len(self.weights) else 0.0 for index, _ in line]
        spare = room - sum(wanted)
        if spare < 0.0:
            return self._squeezed(wanted, shares, room)
        total = sum(shares)
        return [w + spare * share / total for w, share in zip(wanted, shares, strict=True)] if total else wanted

    def _squeezed(self, wanted: list[float], shares: list[float], room: float) -> list[float]:
        fixed = sum(w for w, share in zip(wanted, shares, strict=True) if not share)
        flexible = sum(wanted) - fixed
        if flexible > 0.0 and fixed < room * 0.7:
            factor = max(0.0, room - fixed) / flexible
            return [w * factor if share else w for w, share in zip(wanted, shares, strict=True)]
        factor = max(0.0, room) / max(1.0, sum(wanted))
        return [w * factor for w in wanted]

    def _heights(self, context: Context, lines: list[list[tuple[int, float]]], width: float) -> list[float]:
        heights: list[float] = []
        for line in lines:
            widths = self._widths(context, line, width)
            measured = (self.children[i].measure(context, w)[1] for (i, _), w in zip(line, widths, strict=True))
            heights.append(max(measured, default=0.0))
        return heights


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of cells in aligned columns; column ``flexible`` takes the spare width and wraps first."""

    rows: Sequence[Sequence[Element]]
    gap: float = 22.0
    row_gap: float = 8.0
    flexible: int = 0

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        widths = self._widths(context, width)
        gaps = context.px(self.row_gap) * max(0, len(self.rows) - 1)
        wide = sum(widths) + context.px(self.gap) * max(0, len(widths) - 1)
        return (min(wide, width), sum(self._height(context, row, widths) for row in self.rows) + gaps)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        widths = self._widths(context, rect.width)
        spare = rect.width - sum(widths) - context.px(self.gap) * max(0, len(widths) - 1)
        if widths and spare > 0.0:
            widths[self.flexible] += spare
        y = rect.y
        for row in self.rows:
            height = self._height(context, row, widths)
            x = rect.x
            for cell, width in zip(row, widths, strict=False):
                cell.place(context, Rect(x, y, width, height))
                x += width + context.px(self.gap)
            y += height + context.px(self.row_gap)

    def _widths(self, context: Context, width: float) -> list[float]:
        count = max((len(row) for row in self.rows), default=0)
        widths = [
            max((row[column].measure(context, width)[0] for row in self.rows if column < len(row)), default=0.0)
            for column in range(count)
        ]
        room = width - context.px(self.gap) * max(0, count - 1)
        excess = sum(widths) - room
        if excess > 0.0 and widths:
            least = room * 0.3
            taken = min(excess, max(0.0, widths[self.flexible] - least))
            widths[self.flexible] -= taken
            if excess > taken:
                factor = room / sum(widths)
                widths = [w * factor for w in widths]
        return widths

    def _height(self, context: Context, row: Sequence[Element], widths: list[float]) -> float:
        return max((cell.measure(context, w)[1] for cell, w in zip(row, widths, strict=False)), default=0.0)


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Elements in columns of equal width, line by line; those of one line are equally high."""

    children: Sequence[Element]
    columns: int = 2
    gap: float = GAP

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        each = self._each(context, width)
        wide = max((child.measure(context, each)[0] for child in self.children), default=0.0)
        gaps = context.px(self.gap)
        heights = self._heights(context, each)
        whole = min(width, wide * self.columns + gaps * (self.columns - 1))
        return (whole, sum(heights) + gaps * max(0, len(heights) - 1))

    def _each(self, context: Context, width: float) -> float:
        return (width - context.px(self.gap) * (self.columns - 1)) / self.columns

    def _heights(self, context: Context, each: float) -> list[float]:
        tall = [child.measure(context, each)[1] for child in self.children]
        return [max(tall[start : start + self.columns]) for start in range(0, len(tall), self.columns)]

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        each, gap, y = self._each(context, rect.width), context.px(self.gap), rect.y
        for line, height in enumerate(self._heights(context, each)):
            start = line * self.columns
            for column, child in enumerate(self.children[start : start + self.columns]):
                child.place(context, Rect(rect.x + column * (each + gap), y, each, height))
            y += height + gap


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Night-blue glass with a brass hairline; content that is too tall scrolls, head and foot stay in sight.

    ``height`` [reference px] keeps the frame still while pages of different length are turned in it; 0: as it needs.
    """

    key: str
    body: Element
    title: str = ""
    head: Element | None = None
    foot: Element | None = None
    width: float = 0.0
    height: float = 0.0
    padding: float = PANEL_PADDING
    opaque: bool = False

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        padding = 2 * self._padding(context)
        most = min(width, context.px(self.width)) if self.width else width
        inner = most - padding
        parts = self._parts()
        wide = most
        if not self.width:
            # A pixel of slack: rounding the place must not break a line that just fits.
            wide = min(most, math.ceil(max(part.measure(context, inner)[0] for part in parts) + padding) + 1.0)
        heights = [part.measure(context, wide - padding - 1.0)[1] for part in parts]
        gaps = self._gap(context) * (len(parts) - 1)
        natural = sum(heights) + gaps + padding + 1.0
        return (wide, context.px(self.height) if self.height else natural)

    def _padding(self, context: Context) -> float:
        return min(context.px(self.padding), context.px(TIGHT_PADDING)) if context.tight else context.px(self.padding)

    def _gap(self, context: Context) -> float:
        return context.px(GAP * (1.0 if context.tight else 1.3))

    def _top(self) -> list[Element]:
        title: list[Element] = [Label(text=self.title, style=TextStyle.HEADING)] if self.title else []
        return title if self.head is None else [*title, self.head]

    def _parts(self) -> list[Element]:
        return [*self._top(), self.body, *([] if self.foot is None else [self.foot])]

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        context.panels.append(rect)
        shadow = Rect(rect.x - px(6), rect.y + px(4), rect.width + px(12), rect.height + px(12))
        context.box(shadow, theme.panel_shadow, radius=px(PANEL_RADIUS + 6), softness=px(22))
        context.box(rect, theme.opaque if self.opaque else theme.panel, radius=px(PANEL_RADIUS))
        inset = rect.grown(-px(PANEL_INSET))
        edge_width = max(1.0, px(theme.panel_edge_width))
        context.box(inset, (0, 0, 0, 0), radius=px(PANEL_RADIUS - 4), edge=theme.panel_edge, edge_width=edge_width)
        inner = rect.grown(-self._padding(context))
        gap = self._gap(context)
        top, bottom = inner.y, inner.bottom
        for part in self._top():
            height = part.measure(context, inner.width)[1]
            part.place(context, Rect(inner.x, top, inner.width, height))
            top += height + gap
        if self.foot is not None:
            height = min(self.foot.measure(context, inner.width)[1], inner.height * FOOT_SHARE)
            bottom -= height + gap
        body = Rect(inner.x, top, inner.width, max(1.0, bottom - top))
        Scroll(key=f"{self.key}.body", child=self.body).place(context, body)
        if self.foot is not None:
            foot = Scroll(key=f"{self.key}.foot", child=self.foot)
            foot.place(context, Rect(inner.x, bottom + gap, inner.width, inner.bottom - bottom - gap))


FOOT_SHARE = 0.6
# Around the content of a panel where large letters leave little room [reference px].
TIGHT_PADDING = 22.0


@dataclass(frozen=True)
class Canvas:
    """Lines and filled areas in window pixels, drawn behind the panels: limits, verdicts, the aim."""

    lines: Sequence[LineShape] = ()
    fills: Sequence[FillShape] = ()

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (0.0, 0.0)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        for fill in self.fills:
            context.painting.add(fill)
        for line in self.lines:
            context.painting.add(line)
