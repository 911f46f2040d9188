"""Closed outlines that the illustrations are built of. Units are texels of the card's face, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import skia

Path = Any  # skia carries no type information

WIDTH, HEIGHT = 768, 1184  # 59 x 91 mm at 13 texels per mm
LEFT, TOP, RIGHT, BOTTOM = 58, 58, 710, 1126  # the picture's window
OPERANDS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class OutlineError(ValueError):
    """A path text that cannot be read."""


def path(text: str, dx: float = 0.0, dy: float = 0.0, scale: float = 1.0, flipped: bool = False) -> Path:
    """Outline from text like `M x y L x y Q .. C .. Z`, scaled, optionally mirrored in x, then moved.

    Raises:
        OutlineError: on an unknown command or a missing number.
    """
    result = skia.Path()
    draw = {"M": result.moveTo, "L": result.lineTo, "Q": result.quadTo, "C": result.cubicTo, "Z": result.close}
    words = text.replace(",", " ").split()
    command, at = "M", 0
    while at < len(words):
        if words[at] in OPERANDS:
            command = words[at]
            at += 1
        count = OPERANDS[command]
        try:
            numbers = [float(word) * scale for word in words[at : at + count]]
        except ValueError as error:
            raise OutlineError(f"outline {text!r}: {error} after command {command}") from error
        if len(numbers) < count:
            raise OutlineError(f"outline {text!r}: {command} needs {count} numbers, found {len(numbers)}")
        at += count
        placed = [(-v if flipped else v) + dx if i % 2 == 0 else v + dy for i, v in enumerate(numbers)]
        draw[command](*placed)
    return result


def poly(points: Sequence[tuple[float, float]]) -> Path:
    """A closed polygon."""
    result = skia.Path()
    result.addPoly([skia.Point(float(x), float(y)) for x, y in points], True)
    return result


def rect(x: float, y: float, width: float, height: float) -> Path:
    """A rectangle."""
    result = skia.Path()
    result.addRect(skia.Rect.MakeXYWH(x, y, width, height))
    return result


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """A rectangle with round corners."""
    result = skia.Path()
    result.addRoundRect(skia.Rect.MakeXYWH(x, y, width, height), radius, radius)
    return result


def oval(x: float, y: float, radius_x: float, radius_y: float | None = None) -> Path:
    """An ellipse about its centre; a circle if only one radius is given."""
    tall = radius_y or radius_x
    result = skia.Path()
    result.addOval(skia.Rect.MakeLTRB(x - radius_x, y - tall, x + radius_x, y + tall))
    return result


def window() -> Path:
    """The picture's window."""
    return rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP)


def union(*paths: Path) -> Path:
    """All of the shapes together."""
    result = paths[0]
    for other in paths[1:]:
        result = skia.Op(result, other, skia.PathOp.kUnion_PathOp)
    return result


def minus(first: Path, second: Path) -> Path:
    """The first shape without the second."""
    return skia.Op(first, second, skia.PathOp.kDifference_PathOp)


def both(first: Path, second: Path) -> Path:
    """Where both shapes are."""
    return skia.Op(first, second, skia.PathOp.kIntersect_PathOp)


def onion(x: float, y: float, width: float, height: float) -> Path:
    """An onion dome on its base line."""
    return path(
        f"M {x - width * 0.86} {y} C {x - width * 1.5} {y - height * 0.36} {x - width * 0.55} {y - height * 0.66} "
        f"{x} {y - height} C {x + width * 0.55} {y - height * 0.66} {x + width * 1.5} {y - height * 0.36} "
        f"{x + width * 0.86} {y} Z"
    )


def arch(x: float, y: float, width: float, height: float) -> Path:
    """A pointed arch of half width `width` on its base line."""
    return path(
        f"M {x - width} {y} L {x - width} {y - height * 0.55} C {x - width} {y - height * 0.8} "
        f"{x - width * 0.35} {y - height * 0.88} {x} {y - height} C {x + width * 0.35} {y - height * 0.88} "
        f"{x + width} {y - height * 0.8} {x + width} {y - height * 0.55} L {x + width} {y} Z"
    )


def star(x: float, y: float, radius: float, inner: float = 0.68, points: int = 8) -> Path:
    """A star; `inner` is the share of the radius at the notches."""
    corners = []
    for k in range(2 * points):
        reach = radius if k % 2 == 0 else radius * inner
        corners.append((x + reach * math.sin(k * math.pi / points), y - reach * math.cos(k * math.pi / points)))
    return poly(corners)


def sparkle(x: float, y: float, size: float, waist: float = 0.6) -> Path:
    """A four-pointed twinkle."""
    w = size * waist
    long = 3 * size
    tips = ((x, y - long), (x + long, y), (x, y + long), (x - long, y))
    notches = ((x + w, y - w), (x + w, y + w), (x - w, y + w), (x - w, y - w))
    return poly([corner for pair in zip(tips, notches, strict=True) for corner in pair])


def crescent(x: float, y: float, radius: float) -> Path:
    """A waxing moon."""
    return minus(oval(x, y, radius), oval(x + radius * 0.36, y - radius * 0.22, radius * 0.9))
