"""The real outline of a carpet that does not lie flat: how deep places are inside its projection.

The projection of a folded or hanging sheet is the union of its projected triangles. What a flight needs of it is kept
on a small grid over the rectangle around it: the signed distance to the boundary, positive inside. It is linear along
straight edges, so that interpolation between the nodes loses little but the sharpness of corners.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NODES_X, NODES_Y = 15, 23
NODES = NODES_X * NODES_Y
MARGIN = 0.006  # m around the rectangle; more than a ramp
FLAT_SHARE = 0.98  # of the rectangle that a sheet covers without a fold if it is as good as flat
BOUNDARY_STEP = 0.001  # m between the points that stand for the boundary
ASIDE = 2e-4  # m to both sides of an edge at which the boundary is told from the inside


def triangles_of(columns: int, rows: int) -> NDArray[np.int64]:
    """Two triangles a cell, row by row, shape (triangles, 3)."""
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    lower = np.stack([first, first + 1, first + columns + 1], axis=1)
    upper = np.stack([first, first + columns + 1, first + columns], axis=1)
    return np.concatenate([lower, upper])


def signed_areas(places: Floats, triangles: NDArray[np.int64]) -> Floats:
    """Areas of projected triangles [m^2], negative where the sheet lies upside down, shape (triangles,)."""
    a, b, c = (places[triangles[:, k]] for k in range(3))
    answer: Floats = 0.5 * ((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]))
    return answer


def lies_flat(places: Floats, triangles: NDArray[np.int64], rectangle: float) -> bool:
    """Whether a sheet covers the rectangle (of this area [m^2]) around it without a fold."""
    areas = signed_areas(places, triangles)
    return abs(float(areas.sum())) > FLAT_SHARE * max(float(np.abs(areas).sum()), rectangle)


def covered(points: Floats, places: Floats, triangles: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which points (n, 2) lie in any of the triangles, shape (n,)."""
    turned = np.sign(signed_areas(places, triangles)) + 0.5
    corners = places[triangles]
    sides: NDArray[np.bool_] = np.ones((len(points), len(triangles)), np.bool_)
    for k in range(3):
        a, b = corners[:, k], corners[:, (k + 1) % 3]
        cross = (b[:, 0] - a[:, 0]) * (points[:, 1, None] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
            points[:, 0, None] - a[:, 0]
        )
        np.logical_and(sides, cross * turned >= 0.0, out=sides)
    return np.asarray(sides.any(axis=1), np.bool_)


def boundary(places: Floats, triangles: NDArray[np.int64]) -> Floats:
    """Points along the boundary of the union of triangles [m], shape (points, 2)."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    _, first, uses = np.unique(np.sort(edges, axis=1), axis=0, return_index=True, return_counts=True)
    turned = np.tile(signed_areas(places, triangles) < 0.0, 3)
    keys = np.sort(edges, axis=1) @ np.array([len(places), 1])
    flipped = {int(key) for key in keys[turned]} & {int(key) for key in keys[~turned]}
    outer = [k for k, count in zip(first, uses, strict=True) if count == 1 or int(keys[k]) in flipped]
    starts, ends = places[edges[outer, 0]], places[edges[outer, 1]]
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    steps = max(2, int(np.ceil(float(length.max()) / BOUNDARY_STEP)))
    shares = np.linspace(0.02, 0.98, steps)
    points = (starts[:, None] + shares[None, :, None] * way[:, None]).reshape(-1, 2)
    across = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.maximum(length, 1e-12)[:, None]
    aside = np.repeat(ASIDE * across, steps, axis=0)
    open_side = ~(covered(points + aside, places, triangles) & covered(points - aside, places, triangles))
    answer: Floats = points[open_side]
    return answer


def node_places(half_x: float, half_y: float) -> Floats:
    """Places of the grid's nodes in the plate's axes [m], x fastest, shape (NODES, 2)."""
    x = np.linspace(-half_x - MARGIN, half_x + MARGIN, NODES_X)
    y = np.linspace(-half_y - MARGIN, half_y + MARGIN, NODES_Y)
    return np.stack([np.tile(x, NODES_Y), np.repeat(y, NODES_X)], axis=1)


def depths(places: Floats, triangles: NDArray[np.int64], half_x: float, half_y: float) -> Floats:
    """Depth inside the outline at every node [m], negative outside, shape (NODES,).

    Args:
        places: vertices in the plate's axes [m], shape (vertices, 2).
        half_x, half_y: half sides of the rectangle around them [m].
    """
    nodes = node_places(half_x, half_y)
    rim = boundary(places, triangles)
    away = np.sqrt(((nodes[:, None, :] - rim[None, :, :]) ** 2).sum(2).min(1))
    answer: Floats = np.where(covered(nodes, places, triangles), away, -away)
    return answer


@lru_cache(maxsize=64)
def kept_depths(packed: bytes, columns: int, rows: int, half_x: float, half_y: float) -> Floats | None:
    """`depths` of vertices given as bytes, kept because the same carpet lies there for many throws; None if it is flat.

    Args:
        packed: vertices in the plate's axes, float64, shape (columns * rows, 2).
    """
    places = np.frombuffer(packed).reshape(-1, 2)
    triangles = triangles_of(columns, rows)
    if lies_flat(places, triangles, 4.0 * half_x * half_y):
        return None
    return depths(places, triangles, half_x, half_y)


def depth_at(grid: Floats, half_x: float, half_y: float, x: Floats, y: Floats) -> Floats:
    """Interpolated depth at places in the plate's axes [m], shape as x; far outside is outside."""
    u = np.clip((x + half_x + MARGIN) / (2.0 * (half_x + MARGIN)) * (NODES_X - 1), 0.0, NODES_X - 1 - 1e-9)
    w = np.clip((y + half_y + MARGIN) / (2.0 * (half_y + MARGIN)) * (NODES_Y - 1), 0.0, NODES_Y - 1 - 1e-9)
    i, j = u.astype(np.int64), w.astype(np.int64)
    u, w = u - i, w - j
    table = grid.reshape(NODES_Y, NODES_X)
    low = (1.0 - u) * table[j, i] + u * table[j, i + 1]
    high = (1.0 - u) * table[j + 1, i] + u * table[j + 1, i + 1]
    answer: Floats = (1.0 - w) * low + w * high
    return answer
