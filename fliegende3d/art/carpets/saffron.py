"""Seat C: a garden seen through an arch on columns. Symbol: the cypress."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fliegende3d.art.carpets.cartoon import Array, Cartoon, Mask
from fliegende3d.art.carpets.motifs import (
    barber_stripe,
    distance_outside,
    near_curve,
    palmette,
    reciprocal_guard,
    rosette,
)

BORDER = 30  # knots from the edge to the field
COLUMN = 13  # knots of the field's width for a column at each side
SPRING = -38  # height where the arch begins, in knots from the middle; up is negative


@dataclass(frozen=True)
class Arch:
    """Where the garden is seen (`opening`), where the wall stands (`wall`), and the height of the apex."""

    opening: Mask
    wall: Mask
    apex: float


def design() -> Cartoon:
    """The whole cartoon."""
    cartoon = Cartoon(4, ["saffron", "leaf", "ivory", "madder", "indigo", "jade", "black", "rust", "plum"])
    cartoon.put(cartoon.edge > 0, "saffron")
    arch = _arch(cartoon)
    _spandrels(cartoon, arch)
    _columns(cartoon)
    from_tree = _cypress(cartoon, arch)
    _garden(cartoon, arch)
    _lamp(cartoon, arch)
    _sunbeams(cartoon, arch, from_tree)
    _border(cartoon)
    return cartoon


def _half_field(cartoon: Cartoon) -> tuple[float, float]:
    return cartoon.columns / 2 - BORDER, cartoon.rows / 2 - BORDER


def _arch(cartoon: Cartoon) -> Arch:
    """A pointed arch with many lobes."""
    half_x, half_y = _half_field(cartoon)
    apex = -half_y + 14
    rise = np.clip((SPRING - cartoon.y) / (SPRING - apex), 0, 1)
    half = (half_x - COLUMN) * np.sqrt(np.clip(1 - rise**1.55, 0, 1))
    scallop = 1.9 * np.abs(np.sin(rise * np.pi * 5.5)) * (rise > 0) * (rise < 1)
    opening = (cartoon.ax < half - scallop) & (cartoon.y >= apex)
    opening |= (cartoon.ax < half_x - COLUMN) & (cartoon.y >= SPRING)
    return Arch(opening, ~opening & (cartoon.edge > BORDER), apex)


def _spandrels(cartoon: Cartoon, arch: Arch) -> None:
    x, y = cartoon.ax, cartoon.y
    half_y = _half_field(cartoon)[1]
    inside = distance_outside(~arch.wall)
    cartoon.put(arch.wall, "madder")
    for cx, down, radius, start, hand in (
        (20, 9, 7.5, 0.4, 1),
        (37, 14, 9, 2.9, -1),
        (54, 16, 10, 1.0, 1),
        (53, 37, 8, 4.4, -1),
    ):
        t = np.linspace(0, 1, 200)
        angle, reach = start + hand * t * 8.5, radius * (1 - t) ** 0.8
        cy = -half_y + down
        vine = np.stack([cx + reach * np.cos(angle), cy + reach * np.sin(angle)], 1)
        cartoon.put(arch.wall & near_curve(x, y, vine, 0.9), "saffron")
        rosette(cartoon, x, y, (cx, cy), 4.2, ("black", "ivory", "jade", "saffron"), 6)
    cartoon.put(arch.wall & (inside <= 3), "ivory")
    cartoon.put(arch.wall & (inside <= 1), "black")
    cartoon.put(arch.wall & (np.abs(inside - 3.6) < 0.6), "black")


def _columns(cartoon: Cartoon) -> None:
    y = cartoon.y
    half_x, half_y = _half_field(cartoon)
    from_middle = np.abs(cartoon.ax - (half_x - 7.5))
    niche = (cartoon.edge > BORDER) & (cartoon.ax >= half_x - COLUMN) & (y > SPRING)
    cartoon.put(niche, "madder")
    cartoon.put(niche & (cartoon.ax < half_x - 12), "black")
    shaft = (from_middle < 5.6) & (y > SPRING + 4) & (y < half_y - 9)
    cartoon.put(shaft, "black")
    twist = np.floor((cartoon.ax - half_x + y * 0.8) / 4) % 3
    for step, dye in enumerate(("ivory", "jade", "indigo")):
        cartoon.put(shaft & (from_middle < 4.6) & (twist == step), dye)
    for centre, up in ((SPRING + 2, -1), (half_y - 7, 1)):
        flare = (y - centre) * up * 0.35
        capital = (np.abs(y - centre) < 5) & (from_middle < 5.2 + flare)
        cartoon.put(capital, "black")
        cartoon.put(capital & (np.abs(y - centre) < 4) & (from_middle < 4.2 + flare), "ivory")
        cartoon.put(capital & (np.abs(y - centre) < 1), "rust")


def _cypress(cartoon: Cartoon, arch: Arch) -> Array:
    """The player's symbol; returns the distance from the tree in knots."""
    x, y = cartoon.ax, cartoon.y
    half_y = _half_field(cartoon)[1]
    height = (y + 50) / (half_y + 28)
    width = 19 * np.clip(np.sin(np.pi * np.clip(height, 0, 1) ** 1.25), 0, 1) ** 1.05 + 1.2
    tooth = 1.7 * np.abs((y + x * 0.6) / 5.2 % 1 - 0.5) * 2
    crown = (x < width - tooth) & (height > 0) & (height < 1)
    trunk = (x < 3.2) & (y > half_y - 30) & (y < half_y - 9)
    distance = distance_outside(crown | trunk)
    cartoon.put((distance <= 3.2) & arch.opening, "ivory")
    cartoon.put((distance <= 1.4) & arch.opening, "black")
    cartoon.put(trunk, "rust")
    cartoon.put(crown, "leaf")
    scales = (np.floor((y + x * 0.9) / 5.2) % 2 == 0) & crown & (x < width - 3.6)
    cartoon.put(scales, "jade")
    for step in range(1, 9):
        rosette(cartoon, cartoon.x, y, (0, -34 + step * 11.5), 2.5, ("ivory", "madder"), 5)
    return distance


def _garden(cartoon: Cartoon, arch: Arch) -> None:
    x, y = cartoon.ax, cartoon.y
    half_y = _half_field(cartoon)[1]
    hills = 3 * np.abs(np.sin(cartoon.x / 7.2))
    ground = arch.opening & (cartoon.edge > BORDER)
    cartoon.put((y > half_y - 11 - hills) & ground, "black")
    cartoon.put((y > half_y - 9.5 - hills) & ground, "leaf")
    for cx, top, dyes in (
        (28, 18, ("black", "madder", "ivory")),
        (40, 34, ("black", "indigo", "ivory")),
        (31, 62, ("black", "plum", "ivory")),
        (42, 74, ("black", "rust", "ivory")),
    ):
        stem = (np.abs(x - cx - 1.8 * np.sin((y - top) / 8)) < 0.95) & (y > top) & (y < half_y - 9)
        cartoon.put(stem, "leaf")
        for leaf in range(3):
            side = 1 if leaf % 2 else -1
            low = top + 14 + leaf * 11
            blade = np.abs(x - cx - 3 * side) + np.abs(y - low + (x - cx) * 0.8 * side) * 1.1
            cartoon.put((blade < 3.4) & (low < half_y - 11), "leaf")
        palmette(cartoon, x, y, (cx, top), 7.5, dyes, up=-1)


def _lamp(cartoon: Cartoon, arch: Arch) -> None:
    x, y = cartoon.ax, cartoon.y
    cartoon.put((x < 0.9) & (y > arch.apex) & (y < -72), "black")
    height = np.abs(y + 66)
    lamp = (height < 8) & (x < 6.4 - height * 0.5)
    cartoon.put(distance_outside(lamp) <= 1.2, "black")
    cartoon.put(lamp, "rust")
    cartoon.put(lamp & (x < 3.4 - height * 0.35), "ivory")


def _sunbeams(cartoon: Cartoon, arch: Arch, from_tree: Array) -> None:
    x, y = cartoon.x, cartoon.y
    cell_x, cell_y = np.floor(x / 4), np.floor(y / 4)
    dots = ((cell_x + cell_y) % 4 == 0) & (cell_x % 2 == 0) & (np.floor(y) % 4 < 2) & (np.floor(x) % 4 < 2)
    free = arch.opening & (cartoon.knots == 0) & (from_tree > 6) & (y < 12)
    cartoon.put(dots & free, "rust")


def _border(cartoon: Cartoon) -> None:
    """A chain of cartouches with flowers, and stars between them."""
    cartoon.put(cartoon.edge <= BORDER, "black")
    cartoon.put(cartoon.frame(0, 3), "madder")
    reciprocal_guard(cartoon, 3, 8, "ivory", "saffron", 5)
    main = cartoon.frame(9, 23)
    cartoon.put(main, "rust")
    barber_stripe(cartoon, 24, 28.5, ("ivory", "madder", "saffron", "indigo"), 4)
    cartoon.put(cartoon.frame(29, 30), "saffron")
    repeat, length = cartoon.along(26, 16)
    u, across = (repeat % 1 - 0.5) * length, cartoon.edge - 16
    long_share, wide_share = np.abs(u) / (length * 0.36), np.abs(across) / 5.6
    cartouche = main & (np.maximum(long_share, wide_share) + 0.22 * long_share * wide_share < 1)
    cartoon.put(main & (distance_outside(cartouche) <= 1), "black")
    cartoon.put(cartouche, "ivory")
    for offset in (-6, 0, 6):
        flower = np.hypot(u - offset, across)
        cartoon.put(cartouche & (flower < 2.9), "leaf" if offset else "madder")
        cartoon.put(cartouche & (flower < 1.3), "saffron")
    between = np.minimum(repeat % 1, 1 - repeat % 1) * length
    star = (np.maximum(between, np.abs(across)) < 2.6) | (between + np.abs(across) < 3.7)
    cartoon.put(main & (between + np.abs(across) < 5), "black")
    cartoon.put(main & star, "saffron")
