"""The band of a slingshot: how hard the pull is, how far it may go, and between which pulls the cards lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fliegende3d.presentation.throwing.slingshot import pull_of
from fliegende3d.presentation.ui.elements import Canvas
from fliegende3d.presentation.ui.painting import FillShape, LineShape
from fliegende3d.presentation.ui.theme import colour, faded

Pixel = tuple[float, float]

IVORY = colour("FFF3D6")
AMBER = colour("FFB84D")
CARDS = colour("7CC8FF")
SHADE = colour("1B1230", 0.72)
# Marks are drawn at these powers, so far to either side of straight back [rad], in so many pieces.
MARKS = (0.25, 0.5, 0.75, 1.0)
SPREAD, PIECES = math.radians(24.0), 16
# Widths [reference px]: of the band at the grip and at the pointer, of the knob, and of marks.
NARROW, WIDE, KNOB, MARK = 5.0, 15.0, 24.0, 3.0
# The scale of a hand that has not gripped yet is fainter.
WAITING = 0.55


@dataclass(frozen=True)
class Pull:
    """A pull to be drawn.

    Attributes:
        grip: where the carpet was gripped [px].
        pointer: where the pointer is now [px]; None before the grip.
        power: of the pull so far, 0 to 1.
        full: the pull of full power [px].
        height: the window's height [px].
        cards: the powers that reach the nearest and the farthest card, or None if nothing is to be told of them.
    """

    grip: Pixel
    pointer: Pixel | None
    power: float
    full: float
    height: float
    cards: tuple[float, float] | None


def band(pull: Pull, scale: float) -> Canvas:
    """Return the scale behind the grip and the band to the pointer; ``scale`` is pixels of a reference unit."""
    strength = WAITING if pull.pointer is None else 1.0
    lines: list[LineShape] = []
    fills: list[FillShape] = []
    if pull.cards is not None:
        low, high = pull.cards
        inner, outer = (_arc(pull, power, MARK * scale, faded(CARDS, strength)) for power in (low, high))
        fills.append(FillShape((*inner.points, *reversed(outer.points)), faded(CARDS, 0.30 * strength)))
        lines += [inner, outer]
    for power in MARKS:
        reached = pull.pointer is not None and pull.power >= power
        width = MARK * scale * (1.8 if power == 1.0 else 1.0)
        lines.append(_arc(pull, power, width + 4.0 * scale, faded(SHADE, strength)))
        lines.append(_arc(pull, power, width, AMBER if reached else faded(IVORY, 0.8 * strength)))
    if pull.pointer is not None:
        strap, knob = _strap(pull.grip, pull.pointer, scale)
        fills += strap
        lines += knob
    return Canvas(lines=lines, fills=fills)


def _reach(pull: Pull, power: float) -> float:
    return pull_of(power, pull.full / pull.height) * pull.height


def _arc(pull: Pull, power: float, width: float, shade: tuple[float, float, float, float]) -> LineShape:
    """A part of the circle of equal power behind the grip, about where it is pulled to."""
    reach = _reach(pull, power)
    x, y = pull.grip
    aside = 0.0 if pull.pointer is None else math.atan2(pull.pointer[0] - x, max(1.0, pull.pointer[1] - y))
    turns = [aside + SPREAD * (2.0 * k / PIECES - 1.0) for k in range(PIECES + 1)]
    points = tuple((x + reach * math.sin(turn), y + reach * math.cos(turn)) for turn in turns)
    return LineShape(points, max(1.5, width), shade)


def _strap(grip: Pixel, pointer: Pixel, scale: float) -> tuple[list[FillShape], list[LineShape]]:
    """The band from the grip to the pointer, wider towards the hand, with a knob at its end."""
    dx, dy = pointer[0] - grip[0], pointer[1] - grip[1]
    length = math.hypot(dx, dy)
    if length < 1.0:
        return [], []
    across = (-dy / length, dx / length)
    fills = []
    for more, shade in ((4.0, SHADE), (0.0, faded(AMBER, 0.95))):
        near, far = (NARROW + more) * scale / 2.0, (WIDE + more) * scale / 2.0
        corners = ((grip, near), (pointer, far), (pointer, -far), (grip, -near))
        fills.append(FillShape(tuple((p[0] + across[0] * w, p[1] + across[1] * w) for p, w in corners), shade))
    end = (pointer, (pointer[0] + 0.5, pointer[1]))
    knob = [LineShape(end, (KNOB + 5.0) * scale, SHADE), LineShape(end, KNOB * scale, AMBER)]
    return fills, knob
