"""What every card shares: paper edge, rules, cartouche for the name, and symbol discs."""

from __future__ import annotations

import math
from collections.abc import Callable

import skia

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.shapes import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    minus,
    oval,
    path,
    rect,
    rounded,
)

Symbol = Callable[[Canvas, float, float, float, str], None]
"""Draws a symbol: canvas, centre x and y, radius, colour."""

LARGE_DISC = (160.0, 160.0, 108.0)  # centre and radius: top left
SMALL_DISC = (640.0, 1040.0, 74.0)  # bottom right, so that a carpet over either end leaves one in sight
CARTOUCHE = (
    "M 66 1040 C 88 1030 96 1004 98 976 L 610 976 C 612 1004 620 1030 642 1040 "
    "C 620 1050 612 1076 610 1104 L 98 1104 C 96 1076 88 1050 66 1040 Z"
)
CARTOUCHE_RULE = (
    "M 98 1040 C 110 1030 116 1010 118 993 L 590 993 C 592 1010 598 1030 610 1040 "
    "C 598 1050 592 1070 590 1087 L 118 1087 C 116 1070 110 1050 98 1040 Z"
)
BEAD_STEP = math.radians(25)


def draw_edge(art: Canvas, accent: str) -> None:
    """The paper edge and its rules."""
    inner = rounded(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 18)
    art.fill(minus(rect(-2, -2, WIDTH + 4, HEIGHT + 4), inner), "paper")  # to the corners: the mesh rounds them
    art.stroke(rounded(40, 40, WIDTH - 80, HEIGHT - 80, 30), accent, 13)
    art.stroke(inner, "ink", 3, 0.85)
    art.stroke(rounded(27, 27, WIDTH - 54, HEIGHT - 54, 38), accent, 2.5, 0.8)


def draw_frame(art: Canvas, accent: str, *, large: Symbol | None, small: Symbol | None, beads: int = 0) -> None:
    """Edge, cartouche and discs; a disc without symbol stays empty for a letter or numeral drawn by the program.

    `beads` golden beads hang on the rim of the large disc.
    """
    draw_edge(art, accent)
    cartouche = path(CARTOUCHE)
    shadow = skia.Path(cartouche)
    shadow.offset(5, 8)
    art.fill(shadow, "ink", 0.45)
    art.fill(cartouche, "paper")
    art.stipple(cartouche, "paper_dim", (0, 1000, 0, 1120), 0.7)
    art.stroke(cartouche, accent, 7)
    art.stroke(path(CARTOUCHE_RULE), accent, 2.2, 0.8)
    for (x, y, radius), symbol in ((SMALL_DISC, small), (LARGE_DISC, large)):
        art.fill(oval(x + 5, y + 8, radius), "ink", 0.45)
        art.fill(oval(x, y, radius), accent)
        art.fill(oval(x, y, radius - 9), "paper")
        art.stroke(oval(x, y, radius - 15), accent, 2.5)
        if symbol is not None:
            symbol(art, x, y, radius * 0.575, accent)
    x, y, radius = LARGE_DISC
    for k in range(beads):
        draw_bead(art, math.radians(45) + (k - (beads - 1) / 2) * BEAD_STEP, "gold", 16)


def draw_bead(art: Canvas, angle: float, colour: str, size: float) -> None:
    """A bead on the rim of the large disc."""
    x, y, radius = LARGE_DISC
    bead_x, bead_y = x + (radius + 4) * math.cos(angle), y + (radius + 4) * math.sin(angle)
    art.fill(oval(bead_x, bead_y, size), "ink")
    art.fill(oval(bead_x, bead_y, size * 0.78), colour)
