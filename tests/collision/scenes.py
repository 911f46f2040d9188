"""Carpets and independent counts for the tests of the verdict."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from fliegende3d.collision.coverage import CardOutline, RestingCarpet

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def grid_triangles(columns: int, rows: int) -> Integers:
    """Two triangles for every cell of a grid of vertices, x fastest."""
    index = np.arange(columns * rows).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1].ravel(), index[:-1, 1:].ravel(), index[1:, :-1].ravel(), index[1:, 1:].ravel()
    return np.concatenate([np.stack([a, b, d], 1), np.stack([a, d, c], 1)])


def flat_carpet(
    x: float = 0.0,
    y: float = 0.0,
    yaw: float = 0.0,
    z: float = 0.001,
    *,
    columns: int = 8,
    rows: int = 10,
    width: float = 0.059,
    length: float = 0.091,
    owner: str = "A",
    order: int = 0,
) -> RestingCarpet:
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, columns) * width, np.linspace(-0.5, 0.5, rows) * length)
    cosine, sine = math.cos(yaw), math.sin(yaw)
    vertices = np.stack([x + cosine * u - sine * v, y + sine * u + cosine * v, np.full_like(u, z)], -1).reshape(-1, 3)
    return RestingCarpet(owner, vertices, grid_triangles(columns, rows), order)


def folded_carpet(share: float, *, x: float = 0.0, y: float = 0.0, yaw: float = 0.0, rows: int = 41) -> RestingCarpet:
    """A carpet whose far part, a share of its length, is folded back flat over the rest, 1 mm higher."""
    flat = flat_carpet(columns=5, rows=rows)
    vertices = flat.vertices.copy()
    crease = 0.0455 - share * 0.091
    beyond = vertices[:, 1] > crease + 1e-12
    vertices[beyond, 1] = 2 * crease - vertices[beyond, 1]
    vertices[beyond, 2] += 0.001
    cosine, sine = math.cos(yaw), math.sin(yaw)
    turned = vertices.copy()
    turned[:, 0] = x + cosine * vertices[:, 0] - sine * vertices[:, 1]
    turned[:, 1] = y + sine * vertices[:, 0] + cosine * vertices[:, 1]
    return RestingCarpet("A", turned, flat.triangles)


def rastered(carpet: RestingCarpet, card: CardOutline, step: float = 0.00025) -> tuple[float, float]:
    """Areas above and below [mm²], counted on a raster over the card by testing every triangle at every place."""
    us = np.arange(-0.0295 + step / 2, 0.0295, step)
    vs = np.arange(-0.0455 + step / 2, 0.0455, step)
    u, v = np.meshgrid(us, vs)
    cosine, sine = math.cos(card.yaw), math.sin(card.yaw)
    x, y = card.x + cosine * u - sine * v, card.y + sine * u + cosine * v
    above = np.zeros(x.shape, bool)
    below = np.zeros(x.shape, bool)
    for a, b, c in carpet.vertices[carpet.triangles]:
        doubled = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(doubled) < 1e-18:
            continue
        second = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / doubled
        third = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / doubled
        first = 1 - second - third
        inside = (first >= 0) & (second >= 0) & (third >= 0)
        high = first * a[2] + second * b[2] + third * c[2] >= card.top - 1e-5
        above |= inside & high
        below |= inside & ~high
    return float(above.sum()) * step * step * 1e6, float(below.sum()) * step * step * 1e6
