"""Signed distances to shapes: a coarse map of them draws edges that stay sharp however near the eye comes.

Green, "Improved alpha-tested magnification for vector textures and special effects", SIGGRAPH 2007 courses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fliegende3d.art.scenery.plan import Piece

Array = NDArray[np.float64]


def signed_distances(
    pieces: Sequence[Piece], *, half_width: float, half_depth: float, size: tuple[int, int], reach: float
) -> Array:
    """Distance [m] to the nearest edge, negative inside, cut off at +-reach, shape (rows, columns).

    Args:
        half_width, half_depth: of the sheet about the origin [m].
        size: columns and rows; the first row is the far edge (largest y).
        reach: largest distance that is told apart [m].
    """
    columns, rows = size
    x = ((np.arange(columns) + 0.5) / columns * 2.0 - 1.0) * half_width
    y = (1.0 - (np.arange(rows) + 0.5) / rows * 2.0) * half_depth
    field = np.full((rows, columns), reach)
    for piece in pieces:
        if piece.width > 0.0:
            _add_line(field, x, y, piece, reach)
        else:
            _add_area(field, x, y, piece, reach)
    clipped: Array = np.clip(field, -reach, reach)
    return clipped


def _window(places: Array, low: float, high: float) -> slice:
    inside = np.flatnonzero((places >= low) & (places <= high))
    return slice(int(inside[0]), int(inside[-1]) + 1) if len(inside) else slice(0, 0)


def _to_segment(x: Array, y: Array, a: Array, b: Array) -> Array:
    """Distance from the grid's points to a piece of straight line."""
    way = b - a
    along = ((x[None, :] - a[0]) * way[0] + (y[:, None] - a[1]) * way[1]) / max(float(way @ way), 1e-18)
    along = np.clip(along, 0.0, 1.0)
    distance: Array = np.hypot(x[None, :] - a[0] - along * way[0], y[:, None] - a[1] - along * way[1])
    return distance


def _add_line(field: Array, x: Array, y: Array, piece: Piece, reach: float) -> None:
    ends = np.roll(piece.points, -1, axis=0) if piece.closed else piece.points[1:]
    half = piece.width / 2.0
    margin = reach + half
    for a, b in zip(piece.points, ends, strict=False):
        column = _window(x, min(a[0], b[0]) - margin, max(a[0], b[0]) + margin)
        row = _window(y, min(a[1], b[1]) - margin, max(a[1], b[1]) + margin)
        part = field[row, column]
        np.minimum(part, _to_segment(x[column], y[row], a, b) - half, out=part)


def _add_area(field: Array, x: Array, y: Array, piece: Piece, reach: float) -> None:
    low, high = piece.points.min(axis=0) - reach, piece.points.max(axis=0) + reach
    column, row = _window(x, low[0], high[0]), _window(y, low[1], high[1])
    px, py = x[column], y[row]
    nearest = np.full((len(py), len(px)), np.inf)
    inside = np.zeros(nearest.shape, dtype=bool)
    for a, b in zip(piece.points, np.roll(piece.points, -1, axis=0), strict=True):
        nearest = np.minimum(nearest, _to_segment(px, py, a, b))
        if a[1] != b[1]:  # even-odd: rays to the left
            crosses = (py[:, None] < a[1]) != (py[:, None] < b[1])
            inside ^= crosses & (px[None, :] > a[0] + (py[:, None] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
    part = field[row, column]
    np.minimum(part, np.where(inside, -nearest, nearest), out=part)
