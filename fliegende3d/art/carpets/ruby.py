"""Seat A: a court carpet with a lobed medallion on scrolling vines. Symbol: the pomegranate."""

from __future__ import annotations

import numpy as np

from fliegende3d.art.carpets.cartoon import Array, Cartoon
from fliegende3d.art.carpets.motifs import lobed, near_curve, palmette, reciprocal_guard, rosette, spiral

BORDER = 31  # knots from the edge to the field
SQUASH = 0.82  # the medallion is longer than wide

VINES = (  # centre, radius, start of the curl, hand
    (22, 103, 15, 2.6, 1),
    (52, 88, 16, 1.0, -1),
    (30, 74, 13, 4.0, 1),
    (58, 55, 14, 2.0, 1),
    (61, 22, 13, 1.2, -1),
    (10, 88, 9, 0, 1),
    (64, 2, 8, 1.0, 1),
)
SMALL_FLOWERS = ((40, 100), (44, 66), (38, 86), (63, 38), (15, 112), (56, 46), (12, 97), (26, 58), (61, 30))
FLAME_FLOWERS = ((52, 57), (33, 92), (63, 12), (18, 84))


def design() -> Cartoon:
    """The whole cartoon."""
    cartoon = Cartoon(4, ["ruby", "indigo", "ivory", "gold", "madder", "sky", "black", "leaf"])
    cartoon.put(cartoon.edge > 0, "ruby")
    _field(cartoon)
    _corners(cartoon)
    _medallion(cartoon)
    _pomegranate(cartoon, cartoon.x, cartoon.y, (0, 3), 13)
    _border(cartoon)
    return cartoon


def _field(cartoon: Cartoon) -> None:
    x, y = cartoon.ax, cartoon.ay
    for cx, cy, radius, start, hand in VINES:
        vine = spiral(cx, cy, radius, 1.45, start, hand)
        cartoon.put(near_curve(x, y, vine, 1.35), "black")
        cartoon.put(near_curve(x, y, vine, 0.75), "gold")
        for leaf in (40, 95, 150):
            rosette(cartoon, x, y, (vine[leaf, 0], vine[leaf, 1]), 2.6, ("leaf", "leaf"), 3)
        rosette(cartoon, x, y, (cx, cy), 5.6, ("black", "ivory", "sky", "madder", "gold"), 6)
    for centre in SMALL_FLOWERS:
        rosette(cartoon, x, y, centre, 3.2, ("ivory", "gold", "indigo"), 5)
    for centre in FLAME_FLOWERS:
        palmette(cartoon, x, y, centre, 6.5, ("black", "sky", "ivory", "madder"))


def _corners(cartoon: Cartoon) -> None:
    half_x, half_y = cartoon.columns / 2 - BORDER, cartoon.rows / 2 - BORDER
    dx, dy = half_x - cartoon.ax, (half_y - cartoon.ay) * SQUASH
    distance = np.hypot(dx, dy) / lobed(dx, dy, 10, 0.22, 0.8)
    cartoon.nested(distance, ((41, "black"), (39.4, "ivory"), (37.2, "black"), (36, "madder")))
    for cx, cy, radius, turns, start, hand, dye in (
        (15, 18, 11, 1.3, 3.6, 1, "gold"),
        (5, 32, 7, 1.0, 1.6, -1, "sky"),
        (26, 5, 7, 1.0, 0, 1, "sky"),
    ):
        vine = spiral(half_x - cx, half_y - cy, radius, turns, start, hand)
        cartoon.put(near_curve(cartoon.ax, cartoon.ay, vine, 0.8), dye)
    rosette(cartoon, cartoon.ax, cartoon.ay, (half_x - 15, half_y - 18), 5, ("ivory", "ruby", "gold"), 6)


def _medallion(cartoon: Cartoon) -> None:
    x, y = cartoon.x, cartoon.ay
    for share, dye in ((1, "black"), (0.93, "ivory"), (0.84, "black"), (0.8, "indigo")):
        palmette(cartoon, x, y, (0, 70), 15 * share, (dye,))
    palmette(cartoon, x, y, (0, 70), 7.5, ("gold", "ruby", "ivory"))
    cartoon.put((cartoon.ax < 2) & (y > 40) & (y < 60), "gold")
    squashed = cartoon.y * SQUASH
    radius = np.hypot(x, squashed)
    cartoon.nested(
        radius / lobed(x, squashed, 16, 0.15, 0.8),
        (
            (48, "black"),
            (46.5, "ivory"),
            (43.8, "black"),
            (42.8, "indigo"),
            (31, "gold"),
            (29.6, "black"),
            (28.8, "ruby"),
        ),
    )
    for k in range(16):
        angle = (k + 0.5) * np.pi / 8
        dyes = ("gold", "ivory", "ruby") if k % 2 else ("sky", "ivory", "madder")
        centre = (37.2 * np.cos(angle), 37.2 * np.sin(angle) / SQUASH)
        rosette(cartoon, cartoon.x, cartoon.y, centre, 4.3, dyes, 5)
    inner = radius / lobed(x, squashed, 8, 0.25, 0.7)
    cartoon.nested(inner, ((22.5, "ivory"), (21, "black"), (20.2, "ivory")))


def _pomegranate(cartoon: Cartoon, x: Array, y: Array, centre: tuple[float, float], size: float) -> None:
    u, v = (x - centre[0]) / size, (y - centre[1]) / size
    distance = np.hypot(u, v * 1.02)
    flare = np.clip(-v - 0.85, 0, 1)
    notch = (v < -1.18) & (np.abs(np.abs(u) - 0.2) < 0.12)
    crown = (v < -0.78) & (v > -1.55) & (np.abs(u) < 0.26 + 0.42 * flare) & ~notch
    cartoon.put((distance < 1.15) | crown, "black")
    cartoon.put(distance < 1, "ruby")
    cartoon.put(crown & (np.abs(u) < 0.2 + 0.4 * flare), "ruby")
    seeds = (np.abs(u) < 0.34 * (1 - v * v)) & (np.abs(v) < 0.72)
    cartoon.put(seeds, "gold")
    cartoon.put(seeds & ((np.floor(u * size / 1.8) + np.floor(v * size / 1.8)) % 2 == 0), "ivory")


def _border(cartoon: Cartoon) -> None:
    cartoon.put(cartoon.edge <= BORDER, "black")
    cartoon.put(cartoon.frame(0, 3), "ruby")
    reciprocal_guard(cartoon, 3, 8, "ivory", "ruby", 5)
    cartoon.put(cartoon.frame(8, 9), "black")
    main = cartoon.frame(9, 24)
    cartoon.put(main, "madder")
    reciprocal_guard(cartoon, 25, 30, "gold", "ruby", 5)
    repeat, length = cartoon.along(18, 16.5)
    across = cartoon.edge - 16.5
    along = repeat % 1 * length
    cartoon.put(main & (np.abs(across - 4.6 * np.sin(repeat * 2 * np.pi)) < 0.9), "gold")
    from_flower = np.where(repeat % 1 < 0.5, along, along - length)
    odd = np.floor(repeat + 0.5) % 2 == 0
    distance = np.hypot(from_flower, across) / lobed(from_flower, across, 8, 0.3)
    for level, dye, other in (
        (7, "black", "black"),
        (6.2, "indigo", "ivory"),
        (4.2, "ivory", "ruby"),
        (2.6, "gold", "indigo"),
        (1.2, "black", "gold"),
    ):
        cartoon.put(main & (distance < level) & odd, dye)
        cartoon.put(main & (distance < level) & ~odd, other)
    bud = np.hypot(along - length / 2, across - np.where(np.floor(repeat) % 2 == 0, -2.5, 2.5))
    cartoon.put(main & (bud < 3.1), "leaf")
    cartoon.put(main & (bud < 1.8), "sky")
    cartoon.put(main & cartoon.corner(24), "ivory")
    corner = (cartoon.columns / 2 - 16.5, cartoon.rows / 2 - 15.5)
    _pomegranate(cartoon, cartoon.ax, cartoon.ay, corner, 5.2)
