"""The symbols of the kinds, drawn in their accent on discs. None looks like a player's symbol."""

from __future__ import annotations

import math

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.shapes import arch, onion, oval, path, poly, rect, rounded, star

CAMEL = (
    "M -1.02 -0.62 C -1.10 -0.80 -0.92 -0.92 -0.74 -0.86 L -0.56 -0.80 C -0.50 -0.60 -0.56 -0.40 -0.52 "
    "-0.22 C -0.46 -0.02 -0.34 -0.06 -0.28 -0.22 C -0.16 -0.62 0.02 -0.86 0.18 -0.86 C 0.36 -0.86 0.44 "
    "-0.50 0.58 -0.34 C 0.76 -0.24 0.84 -0.06 0.84 0.14 L 0.88 0.48 L 0.80 0.50 L 0.76 0.26 C 0.74 0.42 "
    "0.70 0.56 0.72 0.98 L 0.58 0.98 C 0.56 0.64 0.52 0.46 0.46 0.30 C 0.30 0.36 0.06 0.38 -0.10 0.32 C "
    "-0.14 0.56 -0.16 0.74 -0.14 0.98 L -0.28 0.98 C -0.32 0.70 -0.34 0.50 -0.36 0.26 C -0.60 0.16 -0.72 "
    "-0.10 -0.74 -0.38 C -0.75 -0.50 -0.78 -0.54 -0.86 -0.54 C -0.94 -0.54 -1.00 -0.56 -1.02 -0.62 Z"
)
"""Outline of a camel that looks left; half its height is 1."""
CAMEL_FAR_LEGS = (
    "M -0.30 0.20 L -0.12 0.26 C -0.06 0.50 -0.06 0.74 -0.02 0.98 L -0.12 0.98 C -0.18 0.70 -0.24 0.50 "
    "-0.30 0.20 Z M 0.42 0.20 L 0.62 0.20 C 0.66 0.50 0.56 0.74 0.50 0.98 L 0.40 0.98 C 0.44 0.70 0.44 "
    "0.50 0.42 0.20 Z"
)
"""The legs on its far side."""
LAMP = (
    "M -0.62 0.16 C -0.86 0.10 -1.02 -0.10 -1.20 -0.22 L -1.32 -0.14 C -1.18 0.28 -0.92 0.56 -0.52 0.64 C "
    "-0.40 0.68 -0.30 0.74 -0.24 0.84 L -0.44 0.98 L 0.44 0.98 L 0.24 0.84 C 0.32 0.72 0.52 0.66 0.62 0.48 "
    "C 0.72 0.30 0.70 0.20 0.62 0.12 C 0.40 -0.02 0.26 -0.06 0.20 -0.16 L 0.10 -0.20 L 0.08 -0.34 C 0.14 "
    "-0.42 0.10 -0.54 0 -0.54 C -0.10 -0.54 -0.14 -0.42 -0.08 -0.34 L -0.10 -0.20 L -0.20 -0.16 C -0.26 "
    "-0.04 -0.44 0.06 -0.62 0.16 Z"
)
"""Outline of an oil lamp with its spout to the left."""
LAMP_HANDLE = "M 0.58 0.20 C 0.80 -0.26 1.22 -0.06 1.06 0.26 C 0.98 0.44 0.78 0.52 0.60 0.54"
"""The curve of its handle."""
FLAME = "M -1.2 -0.36 C -1.42 -0.62 -1.1 -0.72 -1.16 -1.02 C -0.86 -0.76 -0.92 -0.5 -1.2 -0.36 Z"
"""The flame at its spout."""


def draw_palace(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """Three domes."""
    art.fill(onion(x, y + r * 0.25, r * 0.62, r * 1.15), accent)
    art.fill(rect(x - r * 0.62, y + r * 0.3, r * 1.24, r * 0.5), accent)
    art.fill(arch(x, y + r * 0.8, r * 0.2, r * 0.46), "paper")
    for s in (-1, 1):
        art.fill(rect(x + s * r * 0.86 - r * 0.1, y - r * 0.2, r * 0.2, r), accent)
        art.fill(onion(x + s * r * 0.86, y - r * 0.2, r * 0.15, r * 0.4), accent)


def draw_compass(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """A compass rose."""
    art.stroke(oval(x, y, r * 0.78), accent, r * 0.11)
    for q in range(4):
        a = q * math.pi / 2
        cos, sin = r * math.cos(a), r * math.sin(a)
        corners = [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ((0, -1.22), (0.24, 0), (-0.24, 0))]
        art.fill(poly(corners), accent)
    art.fill(oval(x, y, r * 0.16), "paper")


def draw_spices(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """Three heaps on a board."""
    for dx, dy, s in ((-0.56, 0.58, 0.56), (0.56, 0.58, 0.56), (0, 0.58, 0.86)):
        left, right, base = x + dx * r - s * r * 0.72, x + dx * r + s * r * 0.72, y + dy * r
        heap = path(f"M {left} {base} Q {x + dx * r} {base - s * r * 2.9} {right} {base} Z")
        art.fill(heap, accent)
        art.stroke(heap, "paper", 5)
    art.fill(rounded(x - r, y + r * 0.5, 2 * r, r * 0.26, 8), accent)


def draw_roll(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """A half-rolled carpet."""
    art.fill(rounded(x - r * 0.95, y - r * 0.62, r * 1.5, r * 1.05, 10), accent)
    art.fill(oval(x + r * 0.55, y - r * 0.1, r * 0.5, r * 0.53), accent)
    art.stroke(oval(x + r * 0.55, y - r * 0.1, r * 0.34), "paper", 6)
    art.stroke(oval(x + r * 0.55, y - r * 0.1, r * 0.14), "paper", 6)
    art.fill(rect(x - r * 0.95, y + r * 0.43, r * 1.5, r * 0.3), accent)
    art.fill(star(x - r * 0.28, y - r * 0.1, r * 0.34), "paper")
    for q in range(6):
        art.fill(rect(x - r * 0.95 + q * r * 0.27, y + r * 0.76, r * 0.12, r * 0.26), accent)


def draw_camel(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """A camel from the side."""
    art.fill(path(CAMEL, x + r * 0.08, y - r * 0.02, r), accent)


def draw_gem(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """A cut stone."""
    art.fill(
        poly(
            [
                (x - r * 0.95, y - r * 0.22),
                (x - r * 0.52, y - r * 0.75),
                (x + r * 0.52, y - r * 0.75),
                (x + r * 0.95, y - r * 0.22),
                (x, y + r * 0.98),
            ]
        ),
        accent,
    )
    for p in (
        (-0.95, -0.22, 0.95, -0.22),
        (-0.36, -0.22, 0, 0.98),
        (0.36, -0.22, 0, 0.98),
        (-0.36, -0.22, 0, -0.75),
        (0.36, -0.22, 0, -0.75),
    ):
        art.stroke(path(f"M {x + p[0] * r} {y + p[1] * r} L {x + p[2] * r} {y + p[3] * r}"), "paper", 5)


def draw_lamp(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """An oil lamp."""
    art.fill(path(LAMP, x, y - r * 0.12, r * 0.88), accent)
    art.stroke(path(LAMP_HANDLE, x, y - r * 0.12, r * 0.88), accent, r * 0.13)
    art.fill(
        path(
            FLAME,
            x,
            y - r * 0.12,
            r * 0.88,
        ),
        accent,
    )


def draw_dune(art: Canvas, x: float, y: float, r: float, accent: str) -> None:
    """A dune under the sun."""
    art.fill(oval(x + r * 0.25, y - r * 0.3, r * 0.34), accent)
    for q in range(10):
        a = q * math.pi / 5
        art.stroke(
            path(
                f"M {x + r * 0.25 + r * 0.46 * math.cos(a)} {y - r * 0.3 + r * 0.46 * math.sin(a)} L "
                f"{x + r * 0.25 + r * 0.62 * math.cos(a)} {y - r * 0.3 + r * 0.62 * math.sin(a)}"
            ),
            accent,
            r * 0.1,
        )
    d = path(
        f"M {x - r * 1.1} {y + r * 0.6} C {x - r * 0.6} {y + r * 0.5} {x - r * 0.45} {y} {x - r * 0.2} "
        f"{y - r * 0.05} C {x + r * 0.1} {y} {x + r * 0.5} {y + r * 0.6} {x + r * 1.1} {y + r * 0.6} "
        f"C {x + r * 0.7} {y + r * 1.0} {x - r * 0.7} {y + r * 1.0} {x - r * 1.1} {y + r * 0.6} "
        "Z"
    )
    art.stroke(d, "paper", 8)
    art.fill(d, accent)
