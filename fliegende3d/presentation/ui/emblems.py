"""Emblems: the players' chips with symbol and letter, and the small signs of cards. Colour is never alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.elements import Size
from fliegende3d.presentation.ui.painting import FillShape, Rect
from fliegende3d.presentation.ui.theme import PLAYER_GROUNDS, PLAYER_LETTERS, Colour, TextStyle, card_colour, colour

Points = tuple[tuple[float, float], ...]

IVORY = colour("F3E6C8")
INK = colour("2B2145")


def _ellipse(x: float, y: float, across: float, down: float, count: int = 24) -> Points:
    turn = 2.0 * math.pi / count
    return tuple((x + across * math.cos(k * turn), y + down * math.sin(k * turn)) for k in range(count))


def _star(points: int, outer: float, inner: float) -> Points:
    turn = math.pi / points
    radii = (outer, inner)
    return tuple((radii[k % 2] * math.sin(k * turn), -radii[k % 2] * math.cos(k * turn)) for k in range(2 * points))


# Unit drawings, x to the right and y downwards, inside a circle of radius 1: polygons with True for the light colour.
_POMEGRANATE: tuple[tuple[Points, bool], ...] = (
    (_ellipse(0.0, 0.18, 0.66, 0.66), True),
    (((-0.24, -0.35), (-0.46, -0.86), (-0.16, -0.66), (0.0, -0.92), (0.16, -0.66), (0.46, -0.86), (0.24, -0.35)), True),
    (_ellipse(0.0, 0.2, 0.24, 0.36), False),
)
_SWALLOW: tuple[tuple[Points, bool], ...] = (
    (
        (
            (0.0, -0.78),
            (0.15, -0.5),
            (0.52, -0.48),
            (0.98, 0.08),
            (0.5, -0.1),
            (0.17, 0.02),
            (0.14, 0.2),
            (0.48, 0.84),
            (0.0, 0.46),
            (-0.48, 0.84),
            (-0.14, 0.2),
            (-0.17, 0.02),
            (-0.5, -0.1),
            (-0.98, 0.08),
            (-0.52, -0.48),
            (-0.15, -0.5),
        ),
        True,
    ),
)
_CYPRESS: tuple[tuple[Points, bool], ...] = (
    (
        (
            (0.0, -0.95),
            (0.2, -0.52),
            (0.38, 0.0),
            (0.42, 0.36),
            (0.26, 0.58),
            (0.1, 0.62),
            (0.1, 0.9),
            (-0.1, 0.9),
            (-0.1, 0.62),
            (-0.26, 0.58),
            (-0.42, 0.36),
            (-0.38, 0.0),
            (-0.2, -0.52),
        ),
        True,
    ),
)
_STAR: tuple[tuple[Points, bool], ...] = ((_star(8, 0.9, 0.64), True), (_ellipse(0.0, 0.0, 0.3, 0.3), False))
PLAYER_SYMBOLS = (_POMEGRANATE, _SWALLOW, _CYPRESS, _STAR)


@dataclass(frozen=True, kw_only=True)
class PlayerChip:
    """A seat's emblem: a disc of its colour in an ivory ring, with its symbol, and its letter beside it."""

    seat: int
    size: float = 50.0
    letter: bool = True

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        size = context.px(self.size)
        if not self.letter:
            return (size, size)
        return (size + context.px(8) + context.block(PLAYER_LETTERS[self.seat], TextStyle.STRONG, 200).width, size)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        size = context.px(self.size)
        middle_x, middle_y = rect.x + size / 2, rect.y + rect.height / 2
        draw_disc(context, middle_x, middle_y, size / 2, PLAYER_GROUNDS[self.seat])
        light = INK if self.seat == 2 else IVORY
        radius = size / 2 * 0.62
        for points, is_light in PLAYER_SYMBOLS[self.seat]:
            shape = tuple((middle_x + x * radius, middle_y + y * radius) for x, y in points)
            context.painting.add(FillShape(shape, light if is_light else PLAYER_GROUNDS[self.seat]))
        if self.letter:
            block = context.block(PLAYER_LETTERS[self.seat], TextStyle.STRONG, 400)
            place = Rect(rect.x + size + context.px(8), rect.y, block.width + 2, rect.height)
            context.write(block, TextStyle.STRONG, place, context.theme.accent, 0.0)


def draw_disc(context: Context, x: float, y: float, radius: float, ground: Colour) -> None:
    """Draw the disc of a chip: ink rim, ivory ring, ground."""
    for share, fill in ((1.0, INK), (0.94, IVORY), (0.82, ground)):
        reach = radius * share
        context.box(Rect(x - reach, y - reach, 2 * reach, 2 * reach), fill, radius=reach)


@dataclass(frozen=True, kw_only=True)
class TurnMark:
    """A small triangle: whose turn it is."""

    shown: bool = True

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (context.px(16), context.px(24))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        if not self.shown:
            return
        x, y, half = rect.x, rect.y + rect.height / 2, context.px(10)
        context.painting.add(FillShape(((x, y - half), (x + context.px(14), y), (x, y + half)), context.theme.accent))


@dataclass(frozen=True, kw_only=True)
class CardTag:
    """A card's name on paper, with a stripe in the colour of its kind: tags, hands and score sheets.

    Adventures, which are collected by their letters, carry theirs in the stripe.
    """

    kind: str
    name: str
    note: str = ""

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        margins = self._margins(context)
        block = context.block(self._text(), TextStyle.SMALL, width - margins)
        return (min(width, block.width + margins), block.height + context.px(12))

    def _text(self) -> str:
        return f"{self.name} {self.note}" if self.note else self.name

    @property
    def _letter(self) -> str:
        family, _, letter = self.kind.rpartition("_")
        return letter.upper() if family == "adventure" else ""

    def _stripe(self, context: Context) -> float:
        return context.px(LETTER_STRIPE if self._letter else PLAIN_STRIPE)

    def _margins(self, context: Context) -> float:
        """The width of everything that is not the name [px]."""
        return self._stripe(context) + context.px(38)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        wanted, height = self.measure(context, rect.width)
        box = Rect(rect.x, rect.y + (rect.height - height) / 2, wanted, height)
        context.box(box, theme.paper, radius=px(8), edge=theme.ink, edge_width=max(1.0, px(1.5)))
        stripe = Rect(box.x + px(8), box.y + px(8), self._stripe(context), box.height - px(16))
        context.box(stripe, card_colour(self.kind), radius=px(4))
        if self._letter:
            letter = context.block(self._letter, TextStyle.SMALL, stripe.width * 2)
            context.write(letter, TextStyle.SMALL, stripe, theme.paper, 0.5)
        block = context.block(self._text(), TextStyle.SMALL, rect.width - self._margins(context))
        inner = Rect(stripe.right + px(10), box.y, box.right - stripe.right - px(22), box.height)
        context.write(block, TextStyle.SMALL, inner, theme.ink, 0.0)


# Widths of the stripe in a card's tag [reference px]: with an adventure's letter in it, and without.
LETTER_STRIPE, PLAIN_STRIPE = 32.0, 14.0


@dataclass(frozen=True, kw_only=True)
class KeyCap:
    """The key or pad button that does something, in front of what it does."""

    name: str
    text: str
    round: bool = False

    def _cap(self, context: Context) -> float:
        block = context.block(self.name, TextStyle.SMALL, 2000)
        return max(block.width + context.px(20), block.height)

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        cap = self._cap(context)
        text = context.block(self.text, TextStyle.SMALL, max(40.0, width - cap - context.px(12)))
        return (min(width, cap + context.px(12) + text.width), max(text.height, context.px(40)))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        theme, px = context.theme, context.px
        cap = self._cap(context)
        block = context.block(self.name, TextStyle.SMALL, 2000)
        box = Rect(rect.x, rect.y + (rect.height - block.height) / 2, cap, block.height)
        radius = box.height / 2 if self.round else px(8)
        context.box(box, theme.opaque, radius=radius, edge=theme.accent, edge_width=max(1.0, px(2)))
        context.write(block, TextStyle.SMALL, box, theme.accent, 0.5)
        room = max(40.0, rect.width - cap - px(12))
        text = context.block(self.text, TextStyle.SMALL, room)
        context.write(text, TextStyle.SMALL, Rect(box.right + px(12), rect.y, room, rect.height), theme.text, 0.0)
