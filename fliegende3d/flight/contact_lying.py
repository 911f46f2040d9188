"""How cards lie on what is beneath them: lifted by carpets that slipped under them, leaning on their edges."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import plates as p
from fliegende3d.flight.plates import Plates

Floats = NDArray[np.float64]

SAMPLES_X, SAMPLES_Y = 5, 7  # places at which heights under a card are looked up
INSET = 0.98  # the outer places are this far out, so that things that only touch the edge do not count
UNIT_PLACES = np.array(
    [
        (INSET * (2.0 * i / (SAMPLES_X - 1) - 1.0), INSET * (2.0 * j / (SAMPLES_Y - 1) - 1.0))
        for j in range(SAMPLES_Y)
        for i in range(SAMPLES_X)
    ]
)  # places over a plate of half sides 1
FLAT = 1e-7  # m; heights that differ less are equal


def sample_places(row: Floats) -> Floats:
    """Places spread over a plate, in its own axes [m], shape (SAMPLES_X * SAMPLES_Y, 2)."""
    answer: Floats = UNIT_PLACES * (row[p.HALF_X], row[p.HALF_Y])
    return answer


def on_table(row: Floats, places: Floats) -> Floats:
    """From a plate's own axes to the table's, shape (n, 2)."""
    a, b = places[:, 0], places[:, 1]
    return np.stack(
        [row[p.X] + row[p.COSINE] * a - row[p.SINE] * b, row[p.Y] + row[p.SINE] * a + row[p.COSINE] * b], axis=1
    )


def resting_plane(places: Floats, heights: Floats) -> tuple[float, float, float]:
    """The plane a + b x + c y that rests on points without going below any, with the lowest centre of mass.

    A plate whose weight acts at the origin comes to rest on three points around it: of all planes through three points
    that stay above the others, it is the one that is lowest at the origin.

    Args:
        places: shape (n, 2) [m]; the origin lies within their hull.
        heights: shape (n,) [m].
    """
    if float(np.ptp(heights)) < FLAT:
        return float(heights.max()), 0.0, 0.0
    x, y = places[:, 0], places[:, 1]
    corners = np.array(list(combinations(range(len(places)), 3)))
    i, j, k = corners.T
    determinant = (x[j] - x[i]) * (y[k] - y[i]) - (x[k] - x[i]) * (y[j] - y[i])
    proper = np.abs(determinant) > 1e-9
    i, j, k, determinant = i[proper], j[proper], k[proper], determinant[proper]
    rise_j, rise_k = heights[j] - heights[i], heights[k] - heights[i]
    b = (rise_j * (y[k] - y[i]) - rise_k * (y[j] - y[i])) / determinant
    c = (rise_k * (x[j] - x[i]) - rise_j * (x[k] - x[i])) / determinant
    a = heights[i] - b * x[i] - c * y[i]
    clear = (a[:, None] + b[:, None] * x + c[:, None] * y >= heights - FLAT).all(axis=1)
    best = int(np.flatnonzero(clear)[np.argmin(a[clear])])
    return float(a[best]), float(b[best]), float(c[best])


def card_poses(lying: Plates, carpets: Mapping[tuple[str, int], Floats], thickness: float) -> dict[int, Floats]:
    """How every card on the table lies, by id: x, y, z of its underside's centre [m], yaw, pitch, roll [rad].

    Args:
        lying: the plates, with the carpet that flew among them.
        carpets: vertices of the carpets by key, shape (vertices, 3).
        thickness: of the carpets [m].
    """
    answer: dict[int, Floats] = {}
    planes: dict[int, tuple[float, float, float]] = {}
    below: list[int] = []
    for k in lying.order:
        row, key = lying.table[k], lying.keys[k]
        if row[p.GONE]:
            continue
        if key[0] == "card":
            under = [j for j in below if _may_overlap(row, lying.table[j])]
            a, b, c = _plane_on(lying, k, under, planes, carpets, thickness) if under else (0.0, 0.0, 0.0)
            planes[int(k)] = (a, b, c)
            answer[key[1]] = np.array([row[p.X], row[p.Y], a, row[p.YAW], math.atan(c), -math.atan(b)])
        below.append(int(k))
    return answer


def _may_overlap(first: Floats, second: Floats) -> bool:
    reach = float(first[p.REACH] + second[p.REACH])
    return math.hypot(float(first[p.X] - second[p.X]), float(first[p.Y] - second[p.Y])) < reach


def _plane_on(
    lying: Plates,
    k: int,
    under: Sequence[int],
    planes: Mapping[int, tuple[float, float, float]],
    carpets: Mapping[tuple[str, int], Floats],
    thickness: float,
) -> tuple[float, float, float]:
    """The plane of plate k's underside in its own axes, on the plates that may lie under it."""
    places = sample_places(lying.table[k])
    spread = on_table(lying.table[k], places)
    heights = np.zeros(len(places))
    for j in under:
        covers = p.covers(lying.table[j], spread)
        if not covers.any():
            continue
        if lying.keys[j][0] == "card":
            top = _plane_at(lying.table[j], planes[j], spread) + lying.table[j, p.THICKNESS]
        else:
            top = _heights_of(carpets[lying.keys[j]], spread) + thickness
        heights = np.where(covers, np.maximum(heights, top), heights)
    return resting_plane(places, heights)


def _plane_at(row: Floats, plane: tuple[float, float, float], spread: Floats) -> Floats:
    """Height of a card's underside at places on the table [m], shape (n,)."""
    x, y = spread[:, 0] - row[p.X], spread[:, 1] - row[p.Y]
    a, b = row[p.COSINE] * x + row[p.SINE] * y, row[p.COSINE] * y - row[p.SINE] * x
    answer: Floats = plane[0] + plane[1] * a + plane[2] * b
    return answer


def _heights_of(vertices: Floats, spread: Floats) -> Floats:
    """Height of the nearest vertex of a carpet at places on the table [m], shape (n,)."""
    apart = ((vertices[None, :, :2] - spread[:, None, :]) ** 2).sum(axis=2)
    answer: Floats = vertices[apart.argmin(axis=1), 2]
    return answer
