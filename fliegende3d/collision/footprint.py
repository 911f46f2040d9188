"""The projected outline of a resting carpet, folded or not, and exact polygon areas.

All decisions of the game are taken on coordinates snapped to a grid of one micrometre, so that every machine says the
same; lengths in this module are therefore micrometres, held as floats with whole values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, isfinite, sin
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

GRID: Final = 1e-6
"""Size of the grid that positions are snapped to [m]."""

CARD_WIDTH: Final = 0.059
"""The short side of cards and carpets, along x at yaw 0 [m]."""

CARD_LENGTH: Final = 0.091
"""The long side of cards and carpets, along y at yaw 0 [m]."""

SQUARE_MILLIMETRE: Final = 1e6
"""One square millimetre in square micrometres."""

EMPTY: Final = Polygon()


class CarpetError(ValueError):
    """A card or a carpet that cannot be judged; the message says what is wrong and what would be right."""


def snapped(positions: Floats) -> Floats:
    """Snap positions [m] to the grid; the answer is in micrometres, whole numbers as float64, same shape."""
    return np.rint(np.asarray(positions, dtype=np.float64) / GRID)


def rectangle(x: float, y: float, yaw: float, *, width: float = CARD_WIDTH, length: float = CARD_LENGTH) -> Polygon:
    """The outline of a card or a flat carpet: centre [m], yaw [rad], sides [m]; corners in micrometres, snapped."""
    return Polygon(snapped(rectangle_corners(x, y, yaw, width=width, length=length)))


def rectangle_corners(
    x: float, y: float, yaw: float, *, width: float = CARD_WIDTH, length: float = CARD_LENGTH
) -> Floats:
    """The corners of a card or a flat carpet [m], counter-clockwise, shape (4, 2), not snapped.

    Raises:
        CarpetError: unless all numbers are finite and the sides are longer than nothing.
    """
    if not all(isfinite(value) for value in (x, y, yaw, width, length)) or width <= 0.0 or length <= 0.0:
        raise CarpetError(
            f"a card at ({x}, {y}), yaw {yaw}, of {width} m by {length} m has no area; "
            "right are finite numbers and sides longer than 0"
        )
    cosine, sine = cos(yaw), sin(yaw)
    a, b = 0.5 * width, 0.5 * length
    return np.array(
        [(x + cosine * u - sine * w, y + sine * u + cosine * w) for u, w in ((-a, -b), (a, -b), (a, b), (-a, b))]
    )


def doubled_areas(points: Floats, triangles: Integers) -> Floats:
    """Twice the signed projected area of each triangle; points (n, 2 or 3), triangles (m, 3), answer (m,)."""
    a, b, c = (points[triangles[:, k], :2] for k in range(3))
    answer: Floats = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return answer


def boundary_ring(triangles: Integers) -> list[int] | None:
    """The vertex indices of the only border of a triangle mesh in order, or None if there is not exactly one."""
    faces = np.ascontiguousarray(triangles, dtype=np.int64)
    ring = _known_ring(faces.shape[0], faces.tobytes())
    return None if ring is None else list(ring)


@lru_cache(maxsize=64)
def _known_ring(count: int, faces: bytes) -> tuple[int, ...] | None:
    """`boundary_ring` of triangles as bytes, remembered: all carpets of a game have the same few meshes."""
    triangles = np.frombuffer(faces, dtype=np.int64).reshape(count, 3)
    tails, heads = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    span = int(triangles.max()) + 1
    there, back = tails * span + heads, heads * span + tails
    if len(np.unique(there)) != len(there):
        return None
    border = ~np.isin(there, back)
    if not border.any() or len(np.unique(tails[border])) != border.sum():
        return None
    follower = dict(zip(tails[border].tolist(), heads[border].tolist(), strict=True))
    start = next(iter(follower))
    ring = [start]
    while (vertex := follower.get(ring[-1], start)) != start:
        ring.append(vertex)
        if len(ring) > len(follower):
            return None
    return tuple(ring) if len(ring) == len(follower) else None


def union(polygons: Sequence[BaseGeometry] | npt.NDArray[np.object_]) -> BaseGeometry:
    """The union of polygons on the grid; slivers and empty parts vanish."""
    if len(polygons) == 0:
        return EMPTY
    return shapely.union_all(np.asarray(polygons, dtype=object), grid_size=1.0)


def apart(first: BaseGeometry, second: BaseGeometry) -> bool:
    """Whether the bounding boxes of two shapes have no common area, or one of the shapes is empty."""
    if first.is_empty or second.is_empty:
        return True
    left, bottom, right, top = first.bounds
    other_left, other_bottom, other_right, other_top = second.bounds
    return bool(left >= other_right or right <= other_left or bottom >= other_top or top <= other_bottom)


def intersection(first: BaseGeometry, second: BaseGeometry) -> BaseGeometry:
    """The common area of two shapes on the grid."""
    if apart(first, second):
        return EMPTY
    return shapely.intersection(first, second, grid_size=1.0)


def area_mm2(shape: BaseGeometry) -> float:
    """The area of a shape in square millimetres."""
    return float(shapely.area(shape)) / SQUARE_MILLIMETRE


def triangle_polygons(points: Floats, triangles: Integers) -> npt.NDArray[np.object_]:
    """The triangles with a projected area as polygons; points in micrometres (n, 2 or 3)."""
    standing = triangles[doubled_areas(points, triangles) != 0.0]
    if len(standing) == 0:
        return np.empty(0, dtype=object)
    corners = points[standing][:, :, :2]
    polygons: npt.NDArray[np.object_] = shapely.polygons(corners)
    return polygons


def projected_outline(vertices: Floats, triangles: Integers) -> BaseGeometry:
    """What a carpet covers, seen from straight above: vertices [m] (n, 3), triangles (m, 3); shape in micrometres.

    A flat or rippled carpet is its border ring. A folded one is the union of its triangles: neither a hull, which would
    cover what a fold has bared, nor a sum, which would count overlapping parts twice.
    """
    points = snapped(vertices)
    areas = doubled_areas(points, triangles)
    if (areas > 0.0).all() or (areas < 0.0).all():
        ring = boundary_ring(triangles)
        if ring is not None and len(ring) >= 3:
            outline = Polygon(points[ring, :2])
            # A spiral keeps its orientation but laps over itself: then its ring is not simple.
            if outline.is_valid:
                return outline
    return union(triangle_polygons(points, triangles))
