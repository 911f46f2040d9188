"""Which carpet lies on which, and in what order things lie over each part of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from .coverage import TOUCHING_AREA, CardOutline, Covered, RestingCarpet, outlines_of
from .footprint import Floats, Integers, apart, area_mm2, intersection, rectangle, snapped

LEVEL_TOLERANCE: Final = 20.0
"""Heights closer than this do not tell who is on top: then the later carpet is [µm]."""

SAMPLES: Final = 12
"""About so many vertices of each carpet are compared where two lie over one another."""

ROUNDING: Final = 1e-9
"""Slack of barycentric coordinates, so that a place on an edge belongs to a face."""


@dataclass(frozen=True)
class Resting:
    """One carpet lies on another: their indices and their common area [mm²]."""

    upper: int
    lower: int
    area_mm2: float


@dataclass(frozen=True)
class Region:
    """A part of a card over which the same things lie in the same order.

    Attributes:
        card: the card's identity.
        below: carpets under the card, bottom first.
        above: carpets over the card, bottom first.
        area_mm2: the size of the part.
        shape: the part, in micrometres.
    """

    card: int
    below: tuple[int, ...]
    above: tuple[int, ...]
    area_mm2: float
    shape: BaseGeometry


def heights_at(points: Floats, triangles: Integers, places: Floats) -> Floats:
    """The greatest height of a mesh straight above each place, -inf outside of it; all in micrometres.

    Args:
        points: vertices, shape (n, 3).
        triangles: vertex indices, shape (m, 3).
        places: shape (k, 2); the answer has shape (k,).
    """
    corner = points[triangles]
    low, high = places.min(0), places.max(0)
    near = (corner[:, :, :2].min(1) <= high).all(1) & (corner[:, :, :2].max(1) >= low).all(1)
    a, b, c = corner[near, 0], corner[near, 1], corner[near, 2]
    doubled = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    standing = doubled != 0.0
    a, b, c, doubled = a[standing], b[standing], c[standing], doubled[standing]
    if len(a) == 0:
        return np.full(len(places), -np.inf)
    x, y = places[:, :1], places[:, 1:]
    second = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (y - a[:, 1]) * (c[:, 0] - a[:, 0])) / doubled
    third = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (b[:, 1] - a[:, 1]) * (x - a[:, 0])) / doubled
    first = 1.0 - second - third
    inside = (first >= -ROUNDING) & (second >= -ROUNDING) & (third >= -ROUNDING)
    heights: Floats = np.where(inside, first * a[:, 2] + second * b[:, 2] + third * c[:, 2], -np.inf).max(1)
    return heights


def sample_places(shape: BaseGeometry, *meshes: Floats) -> Floats:
    """Places inside a shape at which heights are compared, shape (k, 2): vertices that lie there, one surely inside."""
    inner = shape.representative_point()
    places = [np.array([[inner.x, inner.y]])]
    for points in meshes:
        left, bottom, right, top = shape.bounds
        boxed = points[
            (points[:, 0] > left) & (points[:, 0] < right) & (points[:, 1] > bottom) & (points[:, 1] < top), :2
        ]
        step = max(1, len(boxed) // SAMPLES)
        some = boxed[::step]
        places.append(some[shapely.contains_xy(shape, some[:, 0], some[:, 1])])
    return np.concatenate(places)


def lies_on(first: RestingCarpet, second: RestingCarpet, shape: BaseGeometry) -> bool:
    """Whether the first carpet is over the second within a common shape."""
    points = [snapped(carpet.vertices) for carpet in (first, second)]
    places = sample_places(shape, *points)
    upper, lower = (
        heights_at(mesh, carpet.triangles, places) for mesh, carpet in zip(points, (first, second), strict=True)
    )
    both = np.isfinite(upper) & np.isfinite(lower)
    mean = float((upper[both] - lower[both]).mean()) if both.any() else 0.0
    return first.order > second.order if abs(mean) < LEVEL_TOLERANCE else mean > 0.0


def resting_pairs(
    carpets: Sequence[RestingCarpet], *, outlines: Sequence[BaseGeometry] | None = None
) -> tuple[Resting, ...]:
    """Every pair of carpets of which one lies on the other over an area that counts."""
    shapes = outlines_of(carpets) if outlines is None else outlines
    pairs = []
    for upper in range(len(carpets)):
        for lower in range(upper):
            if apart(shapes[upper], shapes[lower]):
                continue
            common = intersection(shapes[upper], shapes[lower])
            area = area_mm2(common)
            if area < TOUCHING_AREA:
                continue
            on_top = lies_on(carpets[upper], carpets[lower], common)
            pairs.append(Resting(upper, lower, area) if on_top else Resting(lower, upper, area))
    return tuple(pairs)


def regions(
    carpets: Sequence[RestingCarpet], cards: Sequence[CardOutline], pairs: Sequence[Covered]
) -> tuple[Region, ...]:
    """Cut each covered card into parts with one order of things each.

    The order is found in every part anew, since carpets may lie over one another in a ring.
    """
    answer: list[Region] = []
    for card in cards:
        mine = [pair for pair in pairs if pair.card == card.id]
        parts: list[tuple[BaseGeometry, tuple[int, ...], tuple[int, ...]]] = [
            (rectangle(card.x, card.y, card.yaw), (), ())
        ]
        for pair in mine:
            for shape, is_above in ((pair.above, True), (pair.below, False)):
                if shape.is_empty:
                    continue
                cut = []
                for part, below, above in parts:
                    inside = intersection(part, shape)
                    outside = shapely.difference(part, shape, grid_size=1.0)
                    mark = (below, (*above, pair.carpet)) if is_above else ((*below, pair.carpet), above)
                    cut += [(inside, *mark), (outside, below, above)]
                parts = [piece for piece in cut if area_mm2(piece[0]) >= 1e-3]
        for part, below, above in parts:
            if below or above:
                ordered = [in_order(carpets, group, part) for group in (below, above)]
                answer.append(Region(card.id, ordered[0], ordered[1], area_mm2(part), part))
    return tuple(answer)


def in_order(carpets: Sequence[RestingCarpet], group: tuple[int, ...], part: BaseGeometry) -> tuple[int, ...]:
    """The carpets of a group that lie over one part, bottom first."""
    if len(group) < 2:
        return group

    def compare(first: int, second: int) -> int:
        return 1 if lies_on(carpets[first], carpets[second], part) else -1

    return tuple(sorted(group, key=cmp_to_key(compare)))


def carpets_on_cards(pairs: Sequence[Covered], resting: Sequence[Resting]) -> dict[int, tuple[int, ...]]:
    """For each card the carpets that count as lying on it, in ascending order.

    Directly by their common area; and a carpet that rests on another carpet is on whatever that one is on.
    """
    on: dict[int, set[int]] = {}
    for pair in pairs:
        if pair.touches:
            on.setdefault(pair.card, set()).add(pair.carpet)
    for carpets in on.values():
        grown = True
        while grown:
            more = {link.upper for link in resting if link.lower in carpets} - carpets
            carpets |= more
            grown = bool(more)
    return {card: tuple(sorted(carpets)) for card, carpets in sorted(on.items())}


__all__ = ["Region", "Resting", "carpets_on_cards", "lies_on", "regions", "resting_pairs"]
