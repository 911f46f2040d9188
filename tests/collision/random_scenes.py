"""Random resting carpets and cards, and an independent raster count of their common areas."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fliegende3d.collision.coverage import CardOutline, RestingCarpet

from .scenes import flat_carpet, folded_carpet

Floats = npt.NDArray[np.float64]

STEP = 0.00025  # m, raster
LOWER = 0.0003  # m, height of a card's top face


@dataclass(frozen=True)
class RandomScene:
    """One carpet of a random kind over one card."""

    kind: str
    carpet: RestingCarpet
    card: CardOutline


KINDS = ("turned", "folded", "shared edge", "sliver", "stacked", "tilted", "crumpled")


def random_scene(number: int) -> RandomScene:
    """The scene with this number."""
    random = np.random.default_rng([number, 77])
    kind = KINDS[number % len(KINDS)]
    x, y = (float(part) for part in random.uniform(-0.07, 0.07, 2))
    yaw, turn = (float(part) for part in random.uniform(-math.pi, math.pi, 2))
    card = CardOutline(0, 0.0, 0.0, turn)
    if kind == "folded":
        return RandomScene(kind, folded_carpet(float(random.uniform(0.05, 0.48)), x=x, y=y, yaw=yaw, rows=21), card)
    if kind in ("shared edge", "sliver"):
        gap = 0.0 if kind == "shared edge" else float(random.uniform(-3e-4, 3e-4))
        along = float(random.uniform(-0.05, 0.05))
        place = (0.059 + gap, along)
        cosine, sine = math.cos(turn), math.sin(turn)
        return RandomScene(
            kind,
            flat_carpet(cosine * place[0] - sine * place[1], sine * place[0] + cosine * place[1], turn),
            card,
        )
    if kind == "stacked":
        return RandomScene(kind, flat_carpet(x, y, yaw, LOWER + 0.0008 * int(random.integers(4))), card)
    carpet = flat_carpet(x, y, yaw, LOWER)
    vertices = carpet.vertices.copy()
    if kind == "tilted":
        vertices[:, 2] += random.uniform(-0.02, 0.02) * (vertices[:, 0] - x) + random.uniform(-0.02, 0.02) * (
            vertices[:, 1] - y
        )
    if kind == "crumpled":
        grid = np.arange(len(vertices))
        vertices[:, 0] += 0.004 * np.sin(grid * 1.7 + number)
        vertices[:, 1] += 0.006 * np.cos(grid * 0.9 + number)
        vertices[:, 2] = LOWER + 0.002 * (1.0 + np.sin(grid + number))
    return RandomScene(kind, RestingCarpet("A", vertices, carpet.triangles), card)


def rastered_areas(carpet: RestingCarpet, card: CardOutline) -> tuple[float, float, float]:
    """Areas above, below and in common [mm²]: every triangle is looked up at every place of a raster over the card."""
    us = np.arange(-0.0295 + STEP / 2, 0.0295, STEP)
    vs = np.arange(-0.0455 + STEP / 2, 0.0455, STEP)
    above = np.zeros((len(vs), len(us)), bool)
    below = np.zeros_like(above)
    cosine, sine = math.cos(card.yaw), math.sin(card.yaw)
    for corners in carpet.vertices[carpet.triangles]:
        rx, ry = corners[:, 0] - card.x, corners[:, 1] - card.y
        a, b = cosine * rx + sine * ry, cosine * ry - sine * rx
        doubled = (a[1] - a[0]) * (b[2] - b[0]) - (b[1] - b[0]) * (a[2] - a[0])
        if abs(doubled) < 1e-16:
            continue
        i0, i1 = np.searchsorted(us, [a.min(), a.max()])
        j0, j1 = np.searchsorted(vs, [b.min(), b.max()])
        if i0 == i1 or j0 == j1:
            continue
        u, v = np.meshgrid(us[i0:i1], vs[j0:j1])
        second = ((u - a[0]) * (b[2] - b[0]) - (v - b[0]) * (a[2] - a[0])) / doubled
        third = ((a[1] - a[0]) * (v - b[0]) - (b[1] - b[0]) * (u - a[0])) / doubled
        inside = (second >= 0) & (third >= 0) & (second + third <= 1)
        height = corners[0, 2] + second * (corners[1, 2] - corners[0, 2]) + third * (corners[2, 2] - corners[0, 2])
        high = height >= card.top - 1e-5
        above[j0:j1, i0:i1] |= inside & high
        below[j0:j1, i0:i1] |= inside & ~high
    cell = STEP * STEP * 1e6
    return float(above.sum()) * cell, float(below.sum()) * cell, float((above | below).sum()) * cell
