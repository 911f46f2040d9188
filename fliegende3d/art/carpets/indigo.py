"""Seat B: a nomads' carpet of stepped octagons in a lattice. Symbol: the swallow."""

from __future__ import annotations

import numpy as np

from fliegende3d.art.carpets.cartoon import Array, Cartoon
from fliegende3d.art.carpets.motifs import barber_stripe, stamp, swallow

BORDER = 17  # knots from the edge to the field
PITCH_X, PITCH_Y = 32.0, 27.0  # knots from octagon to octagon: three columns, five rows


def design() -> Cartoon:
    """The whole cartoon."""
    cartoon = Cartoon(6, ["indigo", "rust", "ivory", "madder", "gold", "black", "sky", "leaf", "night"])
    cartoon.put(cartoon.edge > 0, "indigo")
    _primary_octagons(cartoon)
    _secondary_crosses(cartoon)
    _great_octagon(cartoon)
    _border(cartoon)
    return cartoon


def _octagon(u: Array, v: Array, width: float, height: float, cut: float) -> Array:
    """Distance of a stepped octagon: 1 on its outline."""
    stepped = np.floor(u / 2) * 2
    distance: Array = np.maximum(np.maximum(stepped / width, v / height), (stepped + v) / cut)
    return distance


def _in_cell(cartoon: Cartoon, shift: float) -> tuple[Array, Array]:
    grid_x, grid_y = cartoon.x / PITCH_X + shift, cartoon.y / PITCH_Y + shift
    return (grid_x - np.floor(grid_x + 0.5)) * PITCH_X, (grid_y - np.floor(grid_y + 0.5)) * PITCH_Y


def _primary_octagons(cartoon: Cartoon) -> None:
    u, v = _in_cell(cartoon, 0.0)
    au, av = np.abs(u), np.abs(v)
    distance = _octagon(au, av, 13.5, 10.8, 18.2)
    for level, dye in ((1.0, "black"), (0.94, "sky"), (0.87, "black")):
        cartoon.put(distance <= level, dye)
    inside, diagonal = distance <= 0.76, u * v > 0
    cartoon.put(inside & diagonal, "indigo")
    cartoon.put(inside & ~diagonal, "night")
    trefoil = (np.abs(au - 6.6) < 0.8) & (np.abs(av - 4.4) < 2.2) | (np.abs(au - 6.6) < 2.0) & (np.abs(av - 4.4) < 0.8)
    cartoon.put(inside & trefoil, "sky")
    heart = _octagon(au, av, 4.6, 3.9, 6.2)
    cartoon.put(heart <= 1.2, "ivory")
    cartoon.put(heart <= 0.95, "rust")
    cartoon.put(au + av < 2.6, "gold")


def _secondary_crosses(cartoon: Cartoon) -> None:
    u, v = _in_cell(cartoon, 0.5)
    au, av = np.abs(u), np.abs(v)
    cartoon.put((au < 0.8) & (av < 9) | (av < 0.8) & (au < 10), "sky")
    cartoon.put((np.abs(au - 9.5) < 0.8) & (av < 2.4) | (np.abs(av - 8.6) < 0.8) & (au < 2.4), "sky")
    diamond = au / 7.5 + av / 6.5
    for level, dye in ((1.0, "sky"), (0.8, "indigo"), (0.5, "gold"), (0.25, "black")):
        cartoon.put(diamond <= level, dye)


def _great_octagon(cartoon: Cartoon) -> None:
    """The middle carries the swallow large enough to be read from the seat; two small ones fly beside it."""
    distance = _octagon(cartoon.ax, cartoon.ay, 28, 25, 37)
    for level, dye in (
        (1.06, "indigo"),
        (1.0, "black"),
        (0.965, "ivory"),
        (0.885, "black"),
        (0.85, "gold"),
        (0.8, "black"),
        (0.77, "indigo"),
    ):
        cartoon.put(distance <= level, dye)
    dots = (np.floor(cartoon.ax / 2) + np.floor(cartoon.ay / 2)) % 2 == 0
    cartoon.put((distance <= 0.885) & (distance > 0.8) & dots, "rust")
    stamp(cartoon, swallow(cartoon.x, cartoon.y + 1.5, 15.5), "ivory", "black", 1.8)
    cartoon.put(cartoon.ax + np.abs(cartoon.y + 1) * 0.8 < 1.8, "rust")
    for centre in (-2 * PITCH_Y, 2 * PITCH_Y):
        small = _octagon(cartoon.ax, np.abs(cartoon.y - centre), 13.5, 10.8, 18.2)
        cartoon.put(small <= 0.76, "night")
        stamp(cartoon, swallow(cartoon.x, (cartoon.y - centre) * np.sign(centre), 7.2), "ivory", "black", 1.0)


def _border(cartoon: Cartoon) -> None:
    edge = cartoon.edge
    cartoon.put(edge <= BORDER, "black")
    cartoon.put(cartoon.frame(0, 2), "night")
    repeat, _ = cartoon.along(5, 4)
    running_dog = (repeat % 1 < 0.5) & (edge > 3) | (repeat % 1 < 0.8) & (edge > 5)
    cartoon.put(cartoon.frame(2, 6), "sky")
    cartoon.put(cartoon.frame(2, 6) & running_dog, "indigo")
    main = cartoon.frame(7, 14)
    cartoon.put(main, "night")
    repeat, length = cartoon.along(10, 10.5)
    u, across = np.abs((repeat % 1 - 0.5) * length), np.abs(edge - 10.5)
    even = np.floor(repeat) % 2 == 0
    leaf = u + across * 1.15
    cartoon.put(main & (leaf < 4.4), "black")
    cartoon.put(main & (leaf < 3.5) & even, "rust")
    cartoon.put(main & (leaf < 3.5) & ~even, "indigo")
    cartoon.put(main & (u + across < 1.6), "gold")
    wineglass = (np.abs(u - length / 2) < 0.6 + 0.42 * across) & (across < 3)
    cartoon.put(main & wineglass, "sky")
    barber_stripe(cartoon, 15, 16.9, ("sky", "rust"), 2.5)
