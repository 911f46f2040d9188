"""Table places as window pixels: limits, outlines, hatches and arcs that are drawn over the scene."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, Polygon
from shapely.affinity import rotate

from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.theme import Colour
from fliegende3d.rules import PlacedCard

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

Pixel = tuple[float, float]

CARD_HALF_WIDTH = 0.0295
CARD_HALF_LENGTH = 0.0455
HATCH_STEP = 0.006


def to_pixel(app: Application, x: float, y: float, z: float = 0.0) -> Pixel | None:
    """Return where a place [m] appears in the window [px], or None behind the eye."""
    seen = app.stage.screen_point((x, y, z))
    if seen is None:
        return None
    width, height = app.host.size
    return ((seen[0] + 1.0) / 2.0 * width, (1.0 - seen[1]) / 2.0 * height)


def to_table_place(app: Application, x: float, y: float, height: float = 0.0) -> tuple[float, float] | None:
    """Return the place of the table [m] under a window pixel."""
    width, tall = app.host.size
    return app.stage.table_point(2.0 * x / width - 1.0, 1.0 - 2.0 * y / tall, height)


def card_corners(x: float, y: float, yaw: float, *, grow: float = 0.0) -> list[tuple[float, float]]:
    """Return the corners of a card [m], counter-clockwise; ``grow`` moves the edges outwards [m]."""
    c, s = math.cos(yaw), math.sin(yaw)
    w, h = CARD_HALF_WIDTH + grow, CARD_HALF_LENGTH + grow
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in ((-w, -h), (w, -h), (w, h), (-w, h))]


def around_card(card: PlacedCard, distance: float, *, steps: int = 6) -> list[tuple[float, float]]:
    """Return the line at a distance [m] around a card: its edges moved out, its corners rounded."""
    points: list[tuple[float, float]] = []
    corners = ((1, 1, 0.0), (-1, 1, 0.5), (-1, -1, 1.0), (1, -1, 1.5))
    c, s = math.cos(card.yaw), math.sin(card.yaw)
    for sign_x, sign_y, turn in corners:
        for step in range(steps + 1):
            angle = math.pi * (turn + 0.5 * step / steps)
            a = sign_x * CARD_HALF_WIDTH + distance * math.cos(angle)
            b = sign_y * CARD_HALF_LENGTH + distance * math.sin(angle)
            points.append((card.x + c * a - s * b, card.y + s * a + c * b))
    return points


def table_line(
    app: Application,
    places: Iterable[tuple[float, float]],
    width: float,
    colour: Colour,
    *,
    closed: bool = True,
    height: float = 0.0008,
) -> list[LineShape]:
    """Return a line over the table; ``width`` in reference pixels. Parts behind the eye are left out."""
    points = [pixel for x, y in places if (pixel := to_pixel(app, x, y, height)) is not None]
    if len(points) < 2:
        return []
    return [LineShape(tuple(points), max(1.5, width * app.surface.scale), colour, closed)]


def footprint(vertices: NDArray[np.float64], mesh: tuple[int, int]) -> Polygon:
    """Return the outline of a carpet seen from above [m], from the border of its mesh (columns, rows)."""
    columns, rows = mesh
    grid = vertices.reshape(rows, columns, 3)[:, :, :2]
    border = np.concatenate([grid[0, :-1], grid[:-1, -1], grid[-1, :0:-1], grid[:0:-1, 0]])
    outline = Polygon(border)
    hull = outline.convex_hull
    return outline if outline.is_valid or not isinstance(hull, Polygon) else hull


def hatch(area: Polygon, *, angle: float) -> list[list[tuple[float, float]]]:
    """Return parallel lines over an area [m], at an angle [rad]."""
    if area.is_empty:
        return []
    middle = area.centroid
    turned = rotate(area, -math.degrees(angle), origin=middle)
    left, low, right, high = turned.bounds
    lines: list[list[tuple[float, float]]] = []
    for y in np.arange(low + HATCH_STEP / 2, high, HATCH_STEP):
        cut = LineString([(left - 1.0, y), (right + 1.0, y)]).intersection(turned)
        parts = list(cut.geoms) if isinstance(cut, MultiLineString) else [cut]
        lines.extend(
            [(x, y) for x, y, *_ in rotate(part, math.degrees(angle), origin=middle).coords]
            for part in parts
            if isinstance(part, LineString) and not part.is_empty
        )
    return lines


def inside(point: Pixel, polygon: Sequence[Pixel]) -> bool:
    """Tell whether a pixel lies inside a polygon (ray casting)."""
    x, y = point
    result = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result = not result
    return result
