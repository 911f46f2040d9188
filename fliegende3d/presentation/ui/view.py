"""A whole picture of the interface: panels at their places in the window, laid out for any size and scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from fliegende3d.presentation.ui.cards import BACK, Picture, draw_card
from fliegende3d.presentation.ui.context import Context, Interaction
from fliegende3d.presentation.ui.elements import Canvas, Element, Size
from fliegende3d.presentation.ui.painting import CARD_ASPECT, Rect
from fliegende3d.presentation.ui.theme import SCREEN_MARGIN, Theme, interface_scale
from fliegende3d.presentation.ui.typeface import Typeface


@dataclass(frozen=True, kw_only=True)
class Placed:
    """An element at a place of the window: ``across`` 0 left to 1 right, ``down`` 0 top to 1 bottom.

    ``most_width`` [reference px] and ``most_width_share``, ``most_height_share`` (parts of the window) limit it.
    """

    element: Element
    across: float = 0.5
    down: float = 0.5
    most_width: float = 0.0
    most_width_share: float = 1.0
    most_height_share: float = 1.0
    full_height: bool = False


@dataclass(frozen=True)
class View:
    """Everything that a screen shows in two dimensions, from back to front."""

    placed: Sequence[Placed] = ()
    canvas: Canvas = field(default_factory=Canvas)
    veil: float = 0.0
    curtain: bool = False
    first_focus: str | None = None
    # Nothing is focused until the player moves the focus: CONFIRM then belongs to the screen.
    unfocused: bool = False
    floating: Sequence[tuple[Element, float, float]] = ()


def lay_out(
    view: View,
    *,
    size: tuple[int, int],
    chosen_scale: float,
    theme: Theme,
    typeface: Typeface,
    interaction: Interaction,
) -> Context:
    """Lay a view out for a window of ``size`` [px]; returns the painting and the targets."""
    width, height = float(size[0]), float(size[1])
    scale = interface_scale(width, height, chosen_scale)
    context = Context(scale=scale, theme=theme, typeface=typeface, interaction=interaction, window_height=height)
    whole = Rect(0.0, 0.0, width, height)
    view.canvas.place(context, whole)
    if view.curtain:
        _draw_curtain(context, whole)
    elif view.veil > 0.0:
        veil = theme.veil
        context.box(whole.grown(4), (veil[0], veil[1], veil[2], min(1.0, veil[3] * view.veil)))
    taken: list[Rect] = []
    for element, x, y in view.floating:
        _place_floating(context, element, x, y, whole, taken)
    for placed in view.placed:
        _place_panel(context, placed, whole)
    return context


# How bright the large card is that hides the table, so that the panel before it stands out.
CURTAIN_LIGHT = 0.34


def _draw_curtain(context: Context, whole: Rect) -> None:
    """Hide everything: the window becomes the back of a card that lies across it."""
    context.box(whole.grown(4), context.theme.opaque)
    if context.theme.plain_curtain:
        return
    # Turned by a quarter the card is wider than high; it covers the window and is cut at its edges.
    height = max(whole.width * CURTAIN_REACH, whole.height * CURTAIN_REACH / CARD_ASPECT)
    width = height * CARD_ASPECT
    x, y = whole.centre
    draw_card(
        context,
        Picture(BACK),
        Rect(x - width / 2, y - height / 2, width, height),
        lean=math.pi / 2,
        light=CURTAIN_LIGHT,
        shadow=0.0,
    )


# Larger than the window by this factor: only the pattern is seen, not the card's border.
CURTAIN_REACH = 1.18


# Panels keep this distance from the window's edge where large letters leave little room [reference px].
TIGHT_MARGIN = 14.0


def _place_panel(context: Context, placed: Placed, whole: Rect) -> None:
    margin = min(context.px(TIGHT_MARGIN if context.tight else SCREEN_MARGIN), whole.width * 0.03)
    room = whole.grown(-margin)
    most = room.width * placed.most_width_share
    if placed.most_width:
        most = min(most, context.px(placed.most_width))
    wanted, tall = placed.element.measure(context, most)
    width = min(wanted, most)
    height = room.height if placed.full_height else min(tall, room.height * placed.most_height_share)
    x = room.x + (room.width - width) * placed.across
    y = room.y + (room.height - height) * placed.down
    placed.element.place(context, Rect(round(x), round(y), round(width), round(height)))


def _place_floating(context: Context, element: Element, x: float, y: float, whole: Rect, taken: list[Rect]) -> None:
    wanted: Size = element.measure(context, whole.width * 0.4)
    left = min(max(4.0, x - wanted[0] / 2), whole.width - wanted[0] - 4.0)
    top = min(max(4.0, y - wanted[1]), whole.height - wanted[1] - 4.0)
    place = Rect(round(left), round(top), wanted[0], wanted[1])
    # Tags never cover each other: a later one moves below the earlier ones.
    for other in sorted(taken, key=lambda rect: rect.y):
        if place.overlap(other) is not None:
            place = Rect(place.x, other.bottom + 4.0, place.width, place.height)
    taken.append(place)
    element.place(context, place)
