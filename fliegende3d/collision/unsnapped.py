"""Common areas of carpets and cards without the grid: the geometry itself, against which the verdict is checked.

Decisions are never taken on these numbers: their last bits depend on the machine.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from .coverage import CardOutline, RestingCarpet
from .footprint import Floats, Integers, boundary_ring, doubled_areas, rectangle_corners, triangle_polygons

METRE = 1e3
"""Millimetres: areas come out in square millimetres."""


def outline_mm(vertices: Floats, triangles: Integers) -> BaseGeometry:
    """What a carpet covers, seen from straight above: vertices [m] (n, 3), triangles (m, 3); shape in millimetres.

    Coordinates count from the carpet's first vertex, so that rounding does not depend on where it lies.
    """
    points = (np.asarray(vertices, dtype=np.float64) - vertices[0]) * METRE
    areas = doubled_areas(points, triangles)
    if (areas > 0.0).all() or (areas < 0.0).all():
        ring = boundary_ring(triangles)
        if ring is not None and len(ring) >= 3:
            shape = Polygon(points[ring, :2])
            if shape.is_valid:
                return shape
    polygons = triangle_polygons(points, triangles)
    return shapely.union_all(polygons) if len(polygons) else Polygon()


def common_area_mm2(carpet: RestingCarpet, card: CardOutline) -> float:
    """The common area of a carpet and a card [mm²], above or below, each place counted once."""
    origin = carpet.vertices[0, :2]
    corners = (rectangle_corners(card.x, card.y, card.yaw) - origin) * METRE
    shape = outline_mm(carpet.vertices, carpet.triangles)
    return float(shapely.area(shapely.intersection(shape, Polygon(corners))))
