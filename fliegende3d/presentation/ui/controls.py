"""Controls: buttons, choices, sliders, text fields, and small displays. Each works by pointer, keys and pads alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.elements import LEFT, MIDDLE, RIGHT, Element, Size
from fliegende3d.presentation.ui.painting import FillShape, Rect
from fliegende3d.presentation.ui.theme import (
    BUTTON_HEIGHT,
    BUTTON_PADDING,
    BUTTON_RADIUS,
    FOCUS_OFFSET,
    FOCUS_WIDTH,
    Colour,
    TextStyle,
)
from fliegende3d.presentation.ui.typeface import TextBlock


class Role(Enum):
    """How loud a button is."""

    NORMAL = auto()
    PRIMARY = auto()
    QUIET = auto()


def draw_focus_ring(context: Context, rect: Rect, radius: float) -> None:
    """Draw the ring that shows which control the keys act on: sun on a dark underlay."""
    px, theme = context.px, context.theme
    offset, width = px(FOCUS_OFFSET), px(FOCUS_WIDTH)
    under = rect.grown(offset + width + px(2.5))
    context.box(under, (0, 0, 0, 0), radius=radius + offset + width, edge=theme.focus_underlay, edge_width=width * 1.9)
    ring = rect.grown(offset + width)
    context.box(ring, (0, 0, 0, 0), radius=radius + offset + width, edge=theme.focus, edge_width=width)


def _ignore_text(_: str) -> None:
    """Take a value that nobody waits for."""


def _nothing() -> None:
    """Do nothing when pressed."""


@dataclass(frozen=True, kw_only=True)
class Button:
    """A button. A disabled one stays focusable: pressing it says why it cannot be pressed."""

    key: str
    label: str
    on_press: Callable[[], None] = _nothing
    role: Role = Role.NORMAL
    enabled: bool = True
    why_not: str = ""
    refuse: Callable[[str], None] = _ignore_text
    selected: bool = False
    note: str = ""
    leading: Element | None = None
    align: float = MIDDLE
    least_width: float = 0.0

    def _inner(self, context: Context, width: float) -> tuple[float, float]:
        lead = self.leading.measure(context, width)[0] + context.px(16) if self.leading else 0.0
        return (width - 2 * context.px(BUTTON_PADDING) - lead, lead)

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        inner, lead = self._inner(context, width)
        block = context.block(self.label, TextStyle.STRONG, inner)
        wide, height = block.width, block.height
        if self.note:
            note = context.block(self.note, TextStyle.SMALL, inner)
            wide, height = max(wide, note.width), height + note.height
        if self.leading:
            height = max(height, self.leading.measure(context, width)[1])
        natural = max(wide + lead + 2 * context.px(BUTTON_PADDING) + 1.0, context.px(self.least_width))
        return (min(width, natural), max(context.px(BUTTON_HEIGHT), height + context.px(24)))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        hovered = context.interaction.hover == self.key
        radius = px(BUTTON_RADIUS)
        if context.interaction.focus == self.key and context.interaction.show_focus:
            draw_focus_ring(context, rect, radius)
        fill, ink = self._colours(context, hovered)
        edge = theme.accent if self.selected else theme.panel_edge
        width = px(4.0) if self.selected else max(1.0, px(1.5))
        context.box(rect, fill, radius=radius, edge=edge, edge_width=width)
        inner, lead = self._inner(context, rect.width)
        if self.leading:
            wide, high = self.leading.measure(context, rect.width)
            place = Rect(rect.x + px(BUTTON_PADDING), rect.y + (rect.height - high) / 2, wide, high)
            self.leading.place(context, place)
        text = Rect(rect.x + px(BUTTON_PADDING) + lead, rect.y, inner, rect.height)
        block = context.block(self.label, TextStyle.STRONG, inner)
        if self.note:
            note = context.block(self.note, TextStyle.SMALL, inner)
            top = rect.y + (rect.height - block.height - note.height) / 2
            upper = Rect(text.x, top, inner, block.height)
            lower = Rect(text.x, top + block.height, inner, note.height)
            context.write(block, TextStyle.STRONG, upper, ink, self.align)
            context.write(note, TextStyle.SMALL, lower, ink, self.align)
        else:
            context.write(block, TextStyle.STRONG, text, ink, self.align)
        context.register(self, rect)

    def _colours(self, context: Context, hovered: bool) -> tuple[Colour, Colour]:
        theme = context.theme
        if not self.enabled:
            return (theme.disabled, theme.disabled_text)
        if self.role is Role.PRIMARY:
            return (theme.primary_hover if hovered else theme.primary, theme.primary_text)
        if self.selected:
            return (theme.selected, theme.text)
        if self.role is Role.QUIET and not hovered:
            return ((0, 0, 0, 0), theme.text)
        return (theme.hover if hovered else theme.rest, theme.text)

    def press(self) -> None:
        """Do it, or say why not."""
        if self.enabled:
            self.on_press()
        else:
            self.refuse(self.why_not)

    def adjust(self, step: int) -> bool:
        """A button has no value."""
        return False

    def drag(self, fraction: float) -> bool:
        """A button cannot be dragged."""
        return False

    def type_text(self, text: str) -> bool:
        """A button takes no text."""
        return False


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of several values: left and right go through them, a press takes the next."""

    key: str
    label: str
    options: Sequence[str]
    index: int
    on_change: Callable[[int], None]
    note: str = ""

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        inner = width - 2 * context.px(BUTTON_PADDING)
        name, value = self._sizes(context, width)
        if self._stacked(context, width):
            height = name + value + context.px(STACK_ROOM)
        else:
            height = max(context.px(BUTTON_HEIGHT), name + context.px(16), value + context.px(16))
        if self.note:
            height += context.block(self.note, TextStyle.SMALL, inner).height
        return (width, height)

    def _stacked(self, context: Context, width: float) -> bool:
        """Whether the label goes above the value: beside it there would be too little room for words."""
        if not self.label:
            return False
        label, value = self._split(width, context, stacked=False)
        words = max((_widest_word(context, option) for option in self.options), default=0.0)
        lines = self._most_lines(context, value)
        fewer = lines > 1 and self._most_lines(context, self._split(width, context, stacked=True)[1]) < lines
        named = len(context.block(self.label, TextStyle.BODY, label).lines)
        return words > value + 1.0 or fewer or lines > MOST_LINES or named > MOST_LINES

    def _most_lines(self, context: Context, width: float) -> int:
        """Return how many lines the longest value takes in a width [px]."""
        return max((len(context.block(o, TextStyle.STRONG, width).lines) for o in self.options), default=1)

    def _split(self, width: float, context: Context, *, stacked: bool) -> tuple[float, float]:
        """Return the widths [px] of the label and of the value between its arrows."""
        inner = width - 2 * context.px(BUTTON_PADDING)
        arrows = 2 * context.px(ARROW_ROOM)
        if stacked:
            return (inner, inner - arrows)
        label = inner * LABEL_SHARE if self.label else 0.0
        return (label, inner - label - arrows - context.px(14))

    def _sizes(self, context: Context, width: float) -> tuple[float, float]:
        """Return the heights [px] of the label and of the tallest value."""
        label, value = self._split(width, context, stacked=self._stacked(context, width))
        name = context.block(self.label, TextStyle.BODY, label).height if self.label else 0.0
        return (name, max((self._value(context, o, value).height for o in self.options), default=0.0))

    def _value(self, context: Context, option: str, width: float) -> TextBlock:
        """Return a value's words; a single word that is too long is cut short instead of broken inside."""
        if _widest_word(context, option) > width:
            option = context.typeface.shorten(option, TextStyle.STRONG, context.scale, width)
        return context.block(option, TextStyle.STRONG, width)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        if context.interaction.focus == self.key and context.interaction.show_focus:
            draw_focus_ring(context, rect, px(BUTTON_RADIUS))
        fill = theme.hover if context.interaction.hover == self.key else theme.rest
        context.box(rect, fill, radius=px(BUTTON_RADIUS), edge=theme.panel_edge, edge_width=max(1.0, px(1.5)))
        left, inner = rect.x + px(BUTTON_PADDING), rect.width - 2 * px(BUTTON_PADDING)
        stacked = self._stacked(context, rect.width)
        label, value = self._split(rect.width, context, stacked=stacked)
        note_height = 0.0
        if self.note:
            note = context.block(self.note, TextStyle.SMALL, inner)
            note_height = note.height + px(6)
            below = Rect(left, rect.bottom - note_height - px(4), inner, note.height)
            context.write(note, TextStyle.SMALL, below, theme.muted, LEFT)
        upper = Rect(rect.x, rect.y, rect.width, rect.height - note_height)
        if self.label:
            block = context.block(self.label, TextStyle.BODY, label)
            place = Rect(left, upper.y, label, upper.height)
            if stacked:
                place = Rect(left, upper.y + px(8), label, block.height)
                upper = Rect(upper.x, place.bottom, upper.width, upper.bottom - place.bottom)
            context.write(block, TextStyle.BODY, place, theme.text, LEFT)
        middle_x = rect.right - px(BUTTON_PADDING) - px(ARROW_ROOM) - value
        chosen = self._value(context, self.options[self.index] if self.options else "", value)
        context.write(chosen, TextStyle.STRONG, Rect(middle_x, upper.y, value, upper.height), theme.accent, MIDDLE)
        draw_arrow(context, middle_x - px(ARROW_ROOM) / 2, upper.centre[1], -1.0)
        draw_arrow(context, rect.right - px(BUTTON_PADDING) - px(ARROW_ROOM) / 2, upper.centre[1], 1.0)
        context.register(self, rect)

    def press(self) -> None:
        """Take the next value."""
        self.adjust(1)

    def adjust(self, step: int) -> bool:
        """Go through the values, round and round."""
        if self.options:
            self.on_change((self.index + step) % len(self.options))
        return True

    def drag(self, fraction: float) -> bool:
        """A choice cannot be dragged."""
        return False

    def type_text(self, text: str) -> bool:
        """A choice takes no text."""
        return False


ARROW_ROOM = 34.0
# A choice's label takes this part of the width beside its value; below each other they need more height.
LABEL_SHARE = 0.44
STACK_ROOM = 28.0
# Words beside each other may take so many lines; with more the label goes above the value.
MOST_LINES = 2


def _widest_word(context: Context, text: str) -> float:
    """Return the width of the widest word [px]."""
    return max((context.block(word, TextStyle.STRONG, math.inf).width for word in text.split(" ")), default=0.0)


def draw_arrow(context: Context, x: float, y: float, direction: float) -> None:
    """Draw a small triangle pointing left (−1) or right (+1)."""
    size = context.px(9.0)
    points = (
        (x - size * 0.6 * direction, y - size),
        (x + size * 0.8 * direction, y),
        (x - size * 0.6 * direction, y + size),
    )
    context.painting.add(FillShape(points, context.theme.accent))


@dataclass(frozen=True, kw_only=True)
class Slider:
    """A number in a range: left and right step it, the pointer drags it."""

    key: str
    label: str
    value: float
    low: float
    high: float
    step: float
    shown: str
    on_change: Callable[[float], None]

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        inner = width - 2 * context.px(BUTTON_PADDING)
        head = context.block(self.label, TextStyle.BODY, inner * 0.66).height
        return (width, head + context.px(46))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        if context.interaction.focus == self.key and context.interaction.show_focus:
            draw_focus_ring(context, rect, px(BUTTON_RADIUS))
        fill = theme.hover if context.interaction.hover == self.key else theme.rest
        context.box(rect, fill, radius=px(BUTTON_RADIUS), edge=theme.panel_edge, edge_width=max(1.0, px(1.5)))
        left, inner = rect.x + px(BUTTON_PADDING), rect.width - 2 * px(BUTTON_PADDING)
        name = context.block(self.label, TextStyle.BODY, inner * 0.66)
        head = Rect(left, rect.y + px(8), inner, name.height)
        context.write(name, TextStyle.BODY, head, theme.text, LEFT)
        value = context.block(self.shown, TextStyle.STRONG, inner * 0.34)
        context.write(value, TextStyle.STRONG, head, theme.accent, RIGHT)
        track = Rect(left, rect.bottom - px(26), inner, px(10))
        context.box(track, theme.opaque, radius=px(5))
        part = self.fraction()
        context.box(Rect(left, track.y, inner * part, track.height), theme.accent, radius=px(5))
        knob = Rect(left + inner * part - px(12), track.centre[1] - px(12), px(24), px(24))
        context.box(knob, theme.text, radius=px(12), edge=theme.ink, edge_width=px(2))
        context.register(self, rect)

    def fraction(self) -> float:
        """Where the value stands in its range, 0 to 1."""
        span = self.high - self.low
        return min(1.0, max(0.0, (self.value - self.low) / span)) if span else 0.0

    def press(self) -> None:
        """Nothing: a slider is moved by left and right, or dragged."""

    def adjust(self, step: int) -> bool:
        """Move by steps, within the range."""
        self.on_change(min(self.high, max(self.low, round((self.value + step * self.step) / self.step) * self.step)))
        return True

    def drag(self, fraction: float) -> bool:
        """Put the value where the pointer is, on the nearest step."""
        raw = self.low + (self.high - self.low) * min(1.0, max(0.0, fraction))
        self.on_change(min(self.high, max(self.low, round(raw / self.step) * self.step)))
        return True

    def type_text(self, text: str) -> bool:
        """A slider takes no text."""
        return False


@dataclass(frozen=True, kw_only=True)
class Field:
    """A line of text that can be typed into while it is focused."""

    key: str
    label: str
    value: str
    on_change: Callable[[str], None]
    on_press: Callable[[], None] = _nothing
    longest: int = 24

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (min(width, max(context.px(220), width)), context.px(BUTTON_HEIGHT))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        focused = context.interaction.focus == self.key
        if focused and context.interaction.show_focus:
            draw_focus_ring(context, rect, px(BUTTON_RADIUS))
        edge = theme.accent if focused else theme.panel_edge
        context.box(rect, theme.opaque, radius=px(BUTTON_RADIUS), edge=edge, edge_width=max(1.0, px(2)))
        inner = Rect(rect.x + px(20), rect.y, rect.width - px(40), rect.height)
        caret = "|" if focused and context.interaction.caret_on else ""
        shown = context.typeface.shorten(self.value, TextStyle.STRONG, context.scale, inner.width - px(14)) + caret
        text, ink = (shown, theme.text) if shown else (self.label, theme.muted)
        context.write(context.block(text, TextStyle.STRONG, inner.width * 2), TextStyle.STRONG, inner, ink, LEFT)
        context.register(self, rect)

    def press(self) -> None:
        """Confirm the text."""
        self.on_press()

    def adjust(self, step: int) -> bool:
        """A field has no steps."""
        return False

    def drag(self, fraction: float) -> bool:
        """A field cannot be dragged."""
        return False

    def type_text(self, text: str) -> bool:
        """Append what was typed; a backspace removes the last character."""
        if text == "\b":
            self.on_change(self.value[:-1])
        elif text.isprintable() and len(self.value) + len(text) <= self.longest:
            self.on_change(self.value + text)
        return True


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A filled bar, 0 to 1, with an optional mark; for power, sticks and progress."""

    value: float
    height: float = 18.0
    mark: float | None = None
    colour: Colour | None = None

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (width, context.px(self.height))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, radius = context.theme, rect.height / 2
        context.box(rect, theme.opaque, radius=radius, edge=theme.panel_edge, edge_width=max(1.0, context.px(1.5)))
        filled = rect.width * min(1.0, max(0.0, self.value))
        if filled > 0.5:
            bar = Rect(rect.x, rect.y, max(filled, rect.height), rect.height)
            context.box(bar, self.colour or theme.accent, radius=radius)
        if self.mark is not None:
            x = rect.x + rect.width * min(1.0, max(0.0, self.mark))
            context.box(
                Rect(x - context.px(3), rect.y - context.px(5), context.px(6), rect.height + context.px(10)), theme.text
            )
