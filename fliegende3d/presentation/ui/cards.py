"""Cards in the interface: their own art, turned over in perspective, to look at or to choose."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import draw_focus_ring
from fliegende3d.presentation.ui.elements import Size
from fliegende3d.presentation.ui.painting import CARD_ASPECT, CardShape, Rect
from fliegende3d.presentation.ui.theme import TextStyle

BACK = "back"
FACE_DOWN = math.pi
# The eye is so many card widths away: a turning card's near edge grows by a sixth.
EYE_DISTANCE = 3.0
# A card seen from the edge is a line; it is drawn no thinner than this share of its width.
THINNEST = 0.02


@dataclass(frozen=True)
class Picture:
    """What is printed on a card: kind, name and numeral."""

    kind: str
    name: str = ""
    numeral: str = ""


def draw_card(
    context: Context,
    picture: Picture,
    rect: Rect,
    *,
    turn: float = 0.0,
    lean: float = 0.0,
    light: float = 1.0,
    opacity: float = 1.0,
    shadow: float = 1.0,
) -> None:
    """Draw a card that fits ``rect``, turned about its long axis [rad] (0: face up, π: face down), leaning [rad]."""
    px = context.px
    centre_x, centre_y = rect.centre
    half_w, half_h = rect.width / 2, rect.height / 2
    across = math.cos(turn)
    shown = picture if across >= 0.0 else Picture(BACK)
    wide = max(THINNEST, abs(across)) * half_w
    away = math.sin(turn) / EYE_DISTANCE / 2.0
    left, right = 1.0 / (1.0 + away), 1.0 / (1.0 - away)
    if across < 0.0:
        left, right = right, left
    c, s = math.cos(lean), math.sin(lean)

    def place(x: float, y: float, near: float) -> tuple[float, float]:
        x, y = x * near, y * near
        return (centre_x + c * x - s * y, centre_y + s * x + c * y)

    if shadow > 0.0 and abs(lean) < 1e-6:
        below = Rect(centre_x - wide - px(4), rect.y + px(6), 2 * wide + px(8), rect.height + px(4))
        dark = context.theme.panel_shadow
        context.box(below, (*dark[:3], dark[3] * shadow * opacity), radius=px(22), softness=px(30))
    corners = (
        place(-wide, -half_h, left),
        place(wide, -half_h, right),
        place(wide, half_h, right),
        place(-wide, half_h, left),
    )
    # A turning card catches less light.
    dimmed = light * (0.55 + 0.45 * abs(across))
    context.painting.add(
        CardShape(shown.kind, shown.name, shown.numeral, corners, (left, right, right, left), dimmed, opacity)
    )


def card_size(height: float) -> Size:
    """Return width and height of a card of a height."""
    return (height * CARD_ASPECT, height)


@dataclass(frozen=True, kw_only=True)
class CardImage:
    """A card to look at; ``height`` in reference px, but never more than the width allows."""

    picture: Picture
    height: float = 300.0
    turn: float = 0.0
    light: float = 1.0

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        wide, high = card_size(context.px(self.height))
        return (wide, high) if wide <= width else (width, width / CARD_ASPECT)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        wide, high = self.measure(context, rect.width)
        draw_card(
            context,
            self.picture,
            Rect(rect.x + (rect.width - wide) / 2, rect.y + (rect.height - high) / 2, wide, high),
            turn=self.turn,
            light=self.light,
        )


# Room between a card and the words below it, and around a card to be chosen [reference px].
LABEL_GAP = 10.0
RING_ROOM = 14.0
RING_RADIUS = 18.0


@dataclass(frozen=True, kw_only=True)
class CardButton:
    """A card to be chosen, with words below it."""

    key: str
    picture: Picture
    label: str
    on_press: Callable[[], None]
    height: float = 300.0
    turn: float = 0.0
    selected: bool = False

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        room = 2 * context.px(RING_ROOM)
        wide, high = CardImage(picture=self.picture, height=self.height).measure(context, width - room)
        words = context.block(self.label, TextStyle.STRONG, max(wide, width - room))
        return (
            min(width, max(wide, words.width + 1.0) + room),
            high + words.height + context.px(LABEL_GAP) + room,
        )

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        px, theme = context.px, context.theme
        hovered = context.interaction.hover == self.key
        focused = context.interaction.focus == self.key and context.interaction.show_focus
        inner = rect.grown(-px(RING_ROOM))
        words = context.block(self.label, TextStyle.STRONG, inner.width)
        wide, high = CardImage(picture=self.picture, height=self.height).measure(context, inner.width)
        card = Rect(inner.x + (inner.width - wide) / 2, inner.y, wide, high)
        if focused:
            draw_focus_ring(context, card, px(RING_RADIUS))
        elif hovered or self.selected:
            context.box(card.grown(px(8)), theme.accent, radius=px(RING_RADIUS))
        draw_card(context, self.picture, card, turn=self.turn)
        below = Rect(inner.x, card.bottom + px(LABEL_GAP), inner.width, words.height)
        chosen = focused or hovered or self.selected
        context.write(words, TextStyle.STRONG, below, theme.accent if chosen else theme.text, 0.5)
        context.register(self, Rect(rect.x, rect.y, rect.width, rect.height))

    def press(self) -> None:
        """Choose the card."""
        self.on_press()

    def adjust(self, step: int) -> bool:
        """A card has no value."""
        return False

    def drag(self, fraction: float) -> bool:
        """A card cannot be dragged."""
        return False

    def type_text(self, text: str) -> bool:
        """A card takes no text."""
        return False


@dataclass(frozen=True, kw_only=True)
class FaceDown:
    """A hand of cards seen from behind, fanned out a little."""

    count: int
    height: float = 240.0

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        wide, high = card_size(context.px(self.height))
        return (min(width, wide * (1.0 + FAN_STEP * (self.count - 1)) + 2 * wide * FAN_MARGIN), high * FAN_HEIGHT)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        wide, high = card_size(context.px(self.height))
        step = wide * FAN_STEP
        middle = (self.count - 1) / 2
        for index in range(self.count):
            off = index - middle
            x = rect.centre[0] + off * step - wide / 2
            y = rect.y + (rect.height - high) / 2 + abs(off) * high * FAN_SINK
            draw_card(context, Picture(BACK), Rect(x, y, wide, high), lean=off * FAN_LEAN)


# Cards in a fan: how far apart (shares of their width), how much they lean [rad] and sink to the sides.
FAN_STEP = 0.62
FAN_LEAN = math.radians(7.0)
FAN_SINK = 0.035
FAN_MARGIN = 0.12
FAN_HEIGHT = 1.12
