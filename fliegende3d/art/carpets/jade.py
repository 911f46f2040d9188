"""Seat D: stars and crosses that interlock like tiles, with a key border. Symbol: the eight-point star."""

from __future__ import annotations

import numpy as np

from fliegende3d.art.carpets.cartoon import Array, Cartoon
from fliegende3d.art.carpets.motifs import barber_stripe, lobed

BORDER = 18  # knots from the edge to the field
PITCH = 30.0  # knots from star to star
STAR = PITCH * 0.5 / np.sqrt(2) * 1.02  # half width of the star's squares: the tips just touch


def design() -> Cartoon:
    """The whole cartoon."""
    cartoon = Cartoon(6, ["jade", "ivory", "indigo", "gold", "ruby", "black", "sky", "plum"])
    cartoon.put(cartoon.edge > 0, "jade")
    _tiles(cartoon)
    _great_star(cartoon)
    _border(cartoon)
    return cartoon


def _star(u: Array, v: Array) -> Array:
    """Distance of an eight-point star, the union of two squares, by the half width of the squares."""
    au, av = np.abs(u), np.abs(v)
    distance: Array = np.minimum(np.maximum(au, av), (au + av) / np.sqrt(2))
    return distance


def _in_tile(x: Array, y: Array) -> tuple[Array, Array]:
    u, v = (x / PITCH + 0.5) % 1 - 0.5, (y / PITCH + 0.5) % 1 - 0.5
    return np.abs(u) * PITCH, np.abs(v) * PITCH


def _tiles(cartoon: Cartoon) -> None:
    u, v = _in_tile(cartoon.x, cartoon.y)
    star = _star(u, v) / STAR
    even = (np.floor(cartoon.x / PITCH + 0.5) + np.floor(cartoon.y / PITCH + 0.5)) % 2 == 0
    cross_u, cross_v = _in_tile(cartoon.x + PITCH / 2, cartoon.y + PITCH / 2)
    cartoon.put((star > 1.0) & (star < 1.10), "sky")
    cartoon.put((star > 1.10) & (star < 1.17), "black")
    cartoon.nested(cross_u + cross_v, ((8.5, "gold"), (7, "plum"), (4.6, "sky"), (2.6, "ruby")))
    for along, across in ((cross_u, cross_v), (cross_v, cross_u)):
        cartoon.put((star > 1.2) & (np.abs(along - 9.5) + across * 1.3 < 2.6), "sky")
    cartoon.put(star <= 1.0, "black")
    cartoon.put(star <= 0.95, "jade")
    cartoon.put((star < 0.72) & (star > 0.66), "ivory")
    cartoon.put(star <= 0.66, "plum")
    cartoon.put((star <= 0.66) & even, "indigo")
    flower = np.hypot(u, v) / lobed(u, v, 8, 0.45)
    cartoon.nested(flower, ((5.8, "ivory"), (4.5, "gold"), (2.6, "ruby"), (1.3, "ivory")))


def _great_star(cartoon: Cartoon) -> None:
    """The middle star: large, ivory, unmistakable from above."""
    steps = (
        (27, "black"),
        (26, "ivory"),
        (24.4, "black"),
        (23.6, "jade"),
        (19.6, "gold"),
        (18.4, "black"),
        (17.6, "ruby"),
        (14.4, "black"),
        (13.6, "ivory"),
    )
    cartoon.nested(_star(cartoon.x, cartoon.y), steps)
    for k in range(8):
        angle = k * np.pi / 4 + np.pi / 8
        bead = 21.6 * 1.06
        cartoon.put(np.hypot(cartoon.x - bead * np.cos(angle), cartoon.y - bead * np.sin(angle)) < 1.5, "ivory")
    flower = np.hypot(cartoon.x, cartoon.y) / lobed(cartoon.x, cartoon.y, 8, 0.3)
    cartoon.nested(flower, ((8.5, "gold"), (7, "jade"), (4.2, "ivory"), (2.2, "ruby")))


def _border(cartoon: Cartoon) -> None:
    cartoon.put(cartoon.edge <= BORDER, "black")
    cartoon.put(cartoon.frame(0, 2), "plum")
    barber_stripe(cartoon, 2, 4, ("ivory", "gold"), 2.0)
    main = cartoon.frame(5, 15)
    cartoon.put(main, "jade")
    repeat, length = cartoon.along(14, 10)
    u = np.abs((repeat % 1 - 0.5) * length)
    w = (cartoon.edge - 10) * np.where(np.floor(repeat) % 2 == 0, 1, -1)
    key = (
        (np.abs(w + 2.6) < 1)
        | (np.abs(u - length * 0.36) < 1.1) & (w < 2.8) & (w > -3.5)
        | (np.abs(w - 2.4) < 1) & (u < length * 0.46) & (u > length * 0.16)
        | (np.abs(u - length * 0.17) < 0.9) & (w > -0.6) & (w < 3.2)
    )
    cartoon.put(main & key, "ivory")
    cartoon.put(main & (u + np.abs(w - 0.6) < 1.8), "ruby")
    corner = main & cartoon.corner(15)
    cartoon.put(corner, "indigo")
    star = _star(cartoon.columns / 2 - cartoon.ax - 10, cartoon.rows / 2 - cartoon.ay - 10)
    cartoon.put(corner & (star < 3.4), "ivory")
    cartoon.put(corner & (star < 1.6), "ruby")
    cartoon.put(cartoon.frame(16, 18), "gold")
