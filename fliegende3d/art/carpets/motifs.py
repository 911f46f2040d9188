"""Motifs that several carpets share: flowers, vines, guard stripes, and the swallow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from scipy.spatial import cKDTree

from fliegende3d.art.carpets.cartoon import Array, Cartoon, Mask

Dyes = Sequence[str]


def distance_outside(mask: Mask) -> Array:
    """Distance of every knot from the mask, in knots; zero inside."""
    distance: Array = distance_transform_edt(~mask)
    return distance


def near_curve(x: Array, y: Array, points: Array, reach: float) -> Mask:
    """Knots within `reach` of a curve given by points, shape (n, 2)."""
    distance, _ = cKDTree(points).query(np.stack([x.ravel(), y.ravel()], 1))
    mask: Mask = (distance <= reach).reshape(x.shape)
    return mask


def lobed(x: Array, y: Array, lobes: int, depth: float, power: float = 1.0) -> Array:
    """Radius of a flower with so many petals, relative to a circle."""
    radius: Array = 1 + depth * (np.abs(np.cos(lobes * np.arctan2(y, x) / 2)) ** power - 0.5)
    return radius


def spiral(cx: float, cy: float, radius: float, turns: float, start: float, hand: int = 1, count: int = 260) -> Array:
    """Points of a vine that curls into its middle, shape (count, 2)."""
    t = np.linspace(0, 1, count)
    angle = start + hand * t * turns * 2 * np.pi
    reach = radius * (1 - t) ** 0.8
    return np.stack([cx + reach * np.cos(angle), cy + reach * np.sin(angle)], 1)


def rosette(
    cartoon: Cartoon, x: Array, y: Array, centre: tuple[float, float], radius: float, dyes: Dyes, petals: int = 8
) -> None:
    """A flower seen from above, its dyes from the outside inwards."""
    dx, dy = x - centre[0], y - centre[1]
    distance = np.hypot(dx, dy) / lobed(dx, dy, petals, 0.35)
    for step, dye in enumerate(dyes):
        cartoon.put(distance <= radius * (1 - step / len(dyes) * 0.92), dye)


def palmette(
    cartoon: Cartoon, x: Array, y: Array, centre: tuple[float, float], size: float, dyes: Dyes, up: int = 1
) -> None:
    """A flower like a flame that points along +y * up: nested pointed ovals with a serrated outline."""
    dx, dy = (x - centre[0]) / size, (y - centre[1]) / size * up
    wobble = 1 + 0.14 * np.cos(7 * np.arctan2(dx, dy))
    stretched = np.where(dy > 0, dy * 0.78, dy * 1.25)
    distance = np.hypot(dx * 1.25, stretched) / wobble + 0.25 * np.abs(dx) * (dy > 0)
    for step, dye in enumerate(dyes):
        cartoon.put(distance <= 1 - step * 0.9 / len(dyes), dye)


def swallow(x: Array, y: Array, size: float) -> Mask:
    """A swallow from above: head towards -y, wings swept, tail forked."""
    u, v = np.abs(x) / size, y / size
    body = (u / 0.17) ** 2 + ((v + 0.10) / 0.52) ** 2 < 1
    head = u**2 + (v + 0.55) ** 2 < 0.17**2
    beak = (u < 0.10 * (v + 0.88) / 0.2) & (v > -0.88) & (v < -0.6)
    leading = -0.42 - 0.22 * np.sin(np.clip(u, 0, 1.25) * 2.4) + 0.42 * u**2.6
    trailing = -0.02 - 0.30 * u + 0.40 * u**2.2
    wing = (v > leading) & (v < np.maximum(trailing, leading + 0.10)) & (u < 1.22)
    tail = (v > 0.25) & (v < 1.0) & (u < 0.15 + (v - 0.25) * 0.60) & (u > (v - 0.62) * 1.05)
    bird: Mask = body | head | beak | wing | tail
    return bird


def stamp(cartoon: Cartoon, mask: Mask, dye: str, outline: str, width: float = 1.5) -> None:
    """A shape in one dye with an outline round it."""
    cartoon.put(distance_outside(mask) <= width, outline)
    cartoon.put(mask, dye)


def barber_stripe(cartoon: Cartoon, outer: float, inner: float, dyes: Dyes, pitch: float) -> None:
    """A guard of slanting stripes."""
    stripe: NDArray[np.int64] = np.floor((cartoon.ax + cartoon.ay) / pitch).astype(np.int64) % len(dyes)
    for step, dye in enumerate(dyes):
        cartoon.put(cartoon.frame(outer, inner) & (stripe == step), dye)


def reciprocal_guard(cartoon: Cartoon, outer: float, inner: float, first: str, second: str, pitch: float) -> None:
    """A guard of two colours that interlock like teeth, each with a trefoil tip."""
    repeat, _ = cartoon.along(pitch, (outer + inner) / 2)
    wave = np.abs(repeat % 1 - 0.5) * 2
    depth = (cartoon.edge - outer) / (inner - outer)
    band = cartoon.frame(outer, inner)
    cartoon.put(band, first)
    cartoon.put(band & (depth > 0.28 + 0.62 * (wave > 0.36) - 0.35 * (np.abs(wave - 0.36) < 0.14)), second)
