"""The projected outline of a resting carpet, folded or not, and exact polygon areas.

All decisions of the game are taken on coordinates snapped to a grid of one micrometre, so that every machine says the
same; lengths in this module are therefore micrometres, held as floats with whole values.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def snapped(positions: Floats) -> Floats:
    """Snap positions [m] to the grid; the answer is in micrometres, whole numbers as float64, same shape."""
    return np.rint(np.asarray(positions, dtype=np.float64) / GRID)


def rectangle(x: float, y: float, yaw: float, *, width: float = CARD_WIDTH, length: float = CARD_LENGTH) -> Polygon:
    """The outline of a card or a flat carpet: centre [m], yaw [rad], sides [m]; corners in micrometres, snapped."""
    cosine, sine = np.cos(yaw), np.sin(yaw)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (0.5 * width, 0.5 * length)
    corners = np.stack([x + cosine * half[:, 0] - sine * half[:, 1], y + sine * half[:, 0] + cosine * half[:, 1]], 1)
    return Polygon(snapped(corners))


def doubled_areas(points: Floats, triangles: Integers) -> Floats:
    """Twice the signed projected area of each triangle; points (n, 2 or 3), triangles (m, 3), answer (m,)."""
    a, b, c = (points[triangles[:, k], :2] for k in range(3))
    answer: Floats = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return answer


def boundary_ring(triangles: Integers) -> list[int] | None:
    """The vertex indices of the only border of a triangle mesh in order, or None if there is not exactly one."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    directed = {(int(a), int(b)) for a, b in edges}
    if len(directed) != len(edges):
        return None
    follower: dict[int, int] = {}
    for a, b in directed:
        if (b, a) not in directed:
            if a in follower:
                return None
            follower[a] = b
    if not follower:
        return None
    start = next(iter(follower))
    ring = [start]
    while (vertex := follower.get(ring[-1], start)) != start:
        ring.append(vertex)
        if len(ring) > len(follower):
            return None
    return ring if len(ring) == len(follower) else None


def union(polygons: Sequence[BaseGeometry] | npt.NDArray[np.object_]) -> BaseGeometry:
    """The union of polygons on the grid; slivers and empty parts vanish."""
    if len(polygons) == 0:
        return EMPTY
    return shapely.union_all(np.asarray(polygons, dtype=object), grid_size=1.0)


def intersection(first: BaseGeometry, second: BaseGeometry) -> BaseGeometry:
    """The common area of two shapes on the grid."""
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
