"""How much of each card lies under and over each carpet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from .footprint import (
    EMPTY,
    GRID,
    CarpetError,
    Floats,
    Integers,
    apart,
    area_mm2,
    intersection,
    projected_outline,
    rectangle,
    snapped,
    union,
)

CARD_TOP: Final = 0.0003
"""Height of the top face of a card that lies on the table: one card thickness [m]."""

HEIGHT_TOLERANCE: Final = 1e-5
"""A carpet this little below a card's top face still lies on it, since files may be rounded to 0.01 mm [m]."""

TOUCHING_AREA: Final = 1.0
"""The common area from which on a carpet counts as lying on a card [mm²]."""

MEASURE_MARGIN: Final = 1.0
"""So near to the touching area a verdict is worth measuring in front of the players [mm²]."""


class Side(IntEnum):
    """On which side of a card a vertex came to rest, as the contact remembers it."""

    UNKNOWN = 0
    ABOVE = 1
    BELOW = 2


@dataclass(frozen=True)
class CardOutline:
    """A card as it lies: identity, centre [m], yaw [rad], height of its top face [m]."""

    id: int
    x: float
    y: float
    yaw: float
    top: float = CARD_TOP
    kind: str = ""


@dataclass(frozen=True)
class RestingCarpet:
    """A carpet at rest.

    Attributes:
        owner: who threw it.
        vertices: positions [m], shape (vertex_count, 3), float64.
        triangles: vertex indices, shape (triangle_count, 3), int64.
        order: its place in the order of landing; decides who is on top where heights cannot tell.
        sides: for each card met in contact the `Side` of every vertex, shape (vertex_count,), int8.
    """

    owner: str
    vertices: Floats
    triangles: Integers
    order: int = 0
    sides: Mapping[int, npt.NDArray[np.int8]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what has no shape.

        Raises:
            CarpetError: for arrays of other shapes, coordinates that are not finite, vertices that do not exist, or
                sides that are not one for every vertex.
        """
        vertices, triangles = np.asarray(self.vertices), np.asarray(self.triangles)
        if vertices.ndim != 2 or vertices.shape[1] != 3 or len(vertices) < 3:
            raise CarpetError(f"the carpet's vertices have shape {vertices.shape}; right is (3 or more, 3)")
        if triangles.ndim != 2 or triangles.shape[1] != 3:
            raise CarpetError(f"the carpet's triangles have shape {triangles.shape}; right is (any number, 3)")
        if not np.isfinite(vertices).all():
            row = int(np.flatnonzero(~np.isfinite(vertices).all(1))[0])
            raise CarpetError(f"vertex {row} of the carpet is {vertices[row].tolist()}; right are finite numbers")
        if len(triangles) and not 0 <= int(triangles.min()) <= int(triangles.max()) < len(vertices):
            raise CarpetError(
                f"the carpet's triangles name vertices {int(triangles.min())} to {int(triangles.max())}; "
                f"right is 0 to {len(vertices) - 1}"
            )
        for card, side in self.sides.items():
            if len(side) != len(vertices):
                raise CarpetError(f"sides[{card}] has {len(side)} entries; right is {len(vertices)}, one a vertex")


@dataclass(frozen=True)
class Covered:
    """The common area of one carpet and one card, split by which of them lies above [mm²]."""

    carpet: int
    card: int
    area_above_mm2: float
    area_below_mm2: float
    above: BaseGeometry = EMPTY
    below: BaseGeometry = EMPTY

    @property
    def touches(self) -> bool:
        """Whether the carpet is above the card over an area that counts."""
        return self.area_above_mm2 >= TOUCHING_AREA

    @property
    def measure(self) -> bool:
        """Whether the verdict is so narrow that players will want to see it measured."""
        return self.area_above_mm2 > 0.0 and abs(self.area_above_mm2 - TOUCHING_AREA) <= MEASURE_MARGIN


def split_by_height(points: Floats, triangles: Integers, level: float) -> tuple[list[Floats], list[Floats]]:
    """Cut triangles at a height: convex pieces at or above it and pieces below, each (k, 2).

    Points (n, 3) and level are in the same unit. The cut runs along the exact line where the face meets the level.
    """
    high: list[Floats] = []
    low: list[Floats] = []
    for corners in points[triangles]:
        rise = corners[:, 2] - level
        if (rise >= 0.0).all():
            high.append(corners[:, :2])
        elif (rise < 0.0).all():
            low.append(corners[:, :2])
        else:
            parts: tuple[list[Floats], list[Floats]] = ([], [])
            for k in range(3):
                here, there = corners[k], corners[(k + 1) % 3]
                part = parts[0] if rise[k] >= 0.0 else parts[1]
                part.append(here[:2])
                if (rise[k] >= 0.0) != (rise[(k + 1) % 3] >= 0.0):
                    share = rise[k] / (rise[k] - rise[(k + 1) % 3])
                    cut = here[:2] + share * (there[:2] - here[:2])
                    parts[0].append(cut)
                    parts[1].append(cut)
            high.append(np.array(parts[0]))
            low.append(np.array(parts[1]))
    return high, low


def pieces_union(pieces: Sequence[Floats]) -> BaseGeometry:
    """The union of convex pieces in micrometres; pieces without area vanish."""
    polygons = [shapely.Polygon(np.rint(piece)) for piece in pieces if len(piece) >= 3]
    return union([polygon for polygon in polygons if polygon.area > 0.0])


def remembered_sides(sides: npt.NDArray[np.int8], triangles: Integers) -> npt.NDArray[np.bool_]:
    """Which triangles lie below by what the contact remembers, shape (triangle_count,).

    A sheet crosses a card's edge on one side only. So a face with a vertex that is known to be below, and none above,
    is below; a face without any known vertex takes the side of its neighbours and is above if they know none either.
    """
    if not (sides == Side.ABOVE).any():
        return np.full(len(triangles), bool((sides == Side.BELOW).any()))
    if not (sides == Side.BELOW).any():
        return np.zeros(len(triangles), bool)
    known = sides.copy()
    for _ in range(len(known)):
        corner = known[triangles]
        is_above, is_below = (corner == Side.ABOVE).any(1), (corner == Side.BELOW).any(1)
        grown = known.copy()
        for faces, side in ((is_below & ~is_above, Side.BELOW), (is_above, Side.ABOVE)):
            touched = triangles[faces].ravel()
            grown[touched[known[touched] == Side.UNKNOWN]] = side
        if (grown == known).all():
            break
        known = grown
    corner = known[triangles]
    answer: npt.NDArray[np.bool_] = (corner == Side.BELOW).sum(1) > (corner == Side.ABOVE).sum(1)
    return answer


def near_mask(points: Floats, triangles: Integers, card: BaseGeometry) -> npt.NDArray[np.bool_]:
    """Which triangles have bounding boxes that meet the card's, shape (triangle_count,)."""
    left, bottom, right, top = card.bounds
    corner = points[triangles]
    lowest, highest = corner.min(1), corner.max(1)
    answer: npt.NDArray[np.bool_] = (
        (lowest[:, 0] <= right) & (highest[:, 0] >= left) & (lowest[:, 1] <= top) & (highest[:, 1] >= bottom)
    )
    return answer


def covered(
    carpet: RestingCarpet,
    card: CardOutline,
    *,
    index: int = 0,
    outline: BaseGeometry | None = None,
    shape: BaseGeometry | None = None,
) -> Covered:
    """The common area of a carpet and a card, above and below.

    What the contact remembers decides first, heights decide the rest: a face is above where its height is at least that
    of the card's top face. A folded carpet may be above and below at the same place; each area counts once.

    Args:
        index: the carpet's number in the answer.
        outline, shape: of carpet and card, if they are known already [µm].
    """
    rectangle_shape = rectangle(card.x, card.y, card.yaw) if shape is None else shape
    whole = projected_outline(carpet.vertices, carpet.triangles) if outline is None else outline
    common = intersection(whole, rectangle_shape)
    if common.is_empty or shapely.area(common) == 0.0:
        return Covered(index, card.id, 0.0, 0.0)
    points = snapped(carpet.vertices)
    inside = near_mask(points, carpet.triangles, rectangle_shape)
    sides = carpet.sides.get(card.id)
    if sides is not None and (sides != Side.UNKNOWN).any():
        is_below = remembered_sides(sides, carpet.triangles)
        if not is_below[inside].any():
            return Covered(index, card.id, area_mm2(common), 0.0, common, EMPTY)
        if is_below[inside].all():
            return Covered(index, card.id, 0.0, area_mm2(common), EMPTY, common)
        high = [corners[:, :2] for corners in points[carpet.triangles[inside & ~is_below]]]
        low = [corners[:, :2] for corners in points[carpet.triangles[inside & is_below]]]
    else:
        level = (card.top - HEIGHT_TOLERANCE) / GRID
        faces = carpet.triangles[inside]
        heights = points[faces][:, :, 2]
        if (heights >= level).all():
            return Covered(index, card.id, area_mm2(common), 0.0, common, EMPTY)
        if (heights < level).all():
            return Covered(index, card.id, 0.0, area_mm2(common), EMPTY, common)
        high, low = split_by_height(points, faces, level)
    above, below = (intersection(pieces_union(part), rectangle_shape) for part in (high, low))
    return Covered(index, card.id, area_mm2(above), area_mm2(below), above, below)


def outlines_of(carpets: Sequence[RestingCarpet]) -> tuple[BaseGeometry, ...]:
    """What each carpet covers, seen from straight above, in micrometres."""
    return tuple(projected_outline(carpet.vertices, carpet.triangles) for carpet in carpets)


def coverage(
    carpets: Sequence[RestingCarpet],
    cards: Sequence[CardOutline],
    *,
    outlines: Sequence[BaseGeometry] | None = None,
) -> tuple[Covered, ...]:
    """Every pair of a carpet and a card that share an area, in the order of the carpets and then of the cards."""
    shapes = [rectangle(card.x, card.y, card.yaw) for card in cards]
    known = outlines_of(carpets) if outlines is None else outlines
    answer = []
    for index, (carpet, outline) in enumerate(zip(carpets, known, strict=True)):
        for card, shape in zip(cards, shapes, strict=True):
            if apart(outline, shape):
                continue
            pair = covered(carpet, card, index=index, outline=outline, shape=shape)
            if pair.area_above_mm2 > 0.0 or pair.area_below_mm2 > 0.0:
                answer.append(pair)
    return tuple(answer)
