"""Four strips of the view beyond the parapet: dunes, the far town, the old city, and the roofs next door."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np

from fliegende3d.art.cards.shapes import poly
from fliegende3d.art.noise import generator
from fliegende3d.art.scenery.skyline import Skyline
from fliegende3d.art.storage import save_exact, save_photo

Strip = Callable[[], Skyline]


def build_city(folder: Path) -> None:
    """Write each strip as a map of light and an exact shape."""
    for name, strip in STRIPS.items():
        channels, shape = strip().maps()
        save_photo(folder / "scenery" / f"city_{name}.jpg", channels)
        save_exact(folder / "scenery" / f"city_{name}_alpha.png", shape)


def _dunes() -> Skyline:
    """Mountains and two lines of dunes."""
    width, height = 2048, 256
    line = Skyline(width, height, generator("dunes"))
    x = np.arange(0, width + 8, 8)
    turn = x / width * 2 * math.pi
    ridges = (
        70 + 26 * np.sin(3 * turn + 1) + 18 * np.abs(np.sin(7 * turn)) + 9 * np.sin(23 * turn),
        128 + 22 * np.sin(2 * turn) + 12 * np.sin(5 * turn + 2),
        168 + 18 * np.sin(4 * turn + 0.7) + 9 * np.abs(np.sin(6 * turn)),
    )
    for ridge, lit, tone in zip(ridges, (0.35, 0.72, 0.95), (0.5, 0.65, 0.75), strict=True):
        outline = [(float(px), float(py)) for px, py in zip(x, ridge, strict=True)]
        line.solid(poly([*outline, (width, height), (0, height)]), lit, lit * 0.8, tone)
    return line


def _far_town() -> Skyline:
    line = Skyline(2048, 320, generator("fartown"))
    for base, size in ((262, 30), (288, 40)):
        _row(line, base, size, burning=0.10, towers=0.10)
    return line


def _old_city() -> Skyline:
    """Rows of houses round a great mosque-like hall with four towers."""
    line = Skyline(3072, 512, generator("oldcity"))
    _row(line, 330, 58, burning=0.18, towers=0.12)
    for centre in (760.0, 2250.0):
        for dx, height in ((-190, 330), (190, 330), (-118, 268), (118, 268)):
            line.minaret(centre + dx, 372 - height, 430, 62)
        line.house(centre - 165, 300, 330, 460, 70, 0.5)
        line.great_dome(centre, 306, 96)
        for dx in (-112, 112):
            line.great_dome(centre + dx, 308, 36)
    _row(line, 420, 76, burning=0.24, towers=0.05)
    return line


def _near_roofs() -> Skyline:
    line = Skyline(4096, 512, generator("nearroofs"))
    for x in (300.0, 1240.0, 2020.0, 2890.0, 3620.0):
        line.palm(x, 420, line.random.uniform(200, 270))
    _row(line, 430, 104, burning=0.30, towers=0.0)
    return line


def _row(line: Skyline, base: float, size: float, *, burning: float, towers: float) -> None:
    """Houses side by side, higher in some quarters, each overlapping the one before."""
    random = line.random
    x = 0.0
    while x < line.width:
        width = size * random.uniform(0.8, 2.0)
        quarter = 1 + 0.40 * math.sin(2 * math.pi * x / line.width * 3)
        height = size * random.uniform(0.6, 1.7) * quarter
        if random.random() < towers:
            line.minaret(x + width / 2, base - size * random.uniform(2.4, 3.0), base + size, size * 0.8)
        line.house(x, base - height, width, float(line.height), size, burning)
        x += width * random.uniform(0.62, 0.95)


STRIPS: dict[str, Strip] = {
    "dunes": _dunes,
    "far_town": _far_town,
    "old_city": _old_city,
    "near_roofs": _near_roofs,
}
