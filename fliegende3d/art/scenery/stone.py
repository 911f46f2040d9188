"""The pierced screen of the parapet, plastered stone, and the tiles of the floor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.ndimage import distance_transform_edt

from fliegende3d.art.cards.shapes import poly, star
from fliegende3d.art.noise import generator, smooth_noise
from fliegende3d.art.palette import linear, to_encoded
from fliegende3d.art.scenery.masks import Mask
from fliegende3d.art.scenery.relief import normal_channels
from fliegende3d.art.storage import save_exact, save_photo, save_relief

SCREEN = 512  # texels of a repeat of the screen
FLOOR, TILES = 1024, 4
BEVEL = 15  # texels: how far the carved edge of an opening reaches


def build_screen(folder: Path) -> None:
    """Stars and crosses cut through a slab, each opening with a carved edge and a groove round it."""
    mask = Mask(SCREEN, SCREEN)
    for j in range(2):
        for i in range(2):
            mask.fill(star(128 + i * 256, 128 + j * 256, 96, 0.72))
    for j in range(3):
        for i in range(3):
            x, y = i * 256.0, j * 256.0
            arms = ((0, -84), (40, -40), (84, 0), (40, 40), (0, 84), (-40, 40), (-84, 0), (-40, -40))
            mask.fill(poly([(x + dx, y + dy) for dx, dy in arms]))
    opening = mask.values()
    tiled = np.tile(opening < 0.5, (3, 3))
    depth = distance_transform_edt(tiled)[SCREEN : 2 * SCREEN, SCREEN : 2 * SCREEN]
    height = np.clip(depth / BEVEL, 0, 1) ** 0.7 - 0.35 * np.exp(-(((depth - BEVEL - 6) / 2.6) ** 2))
    shape = (SCREEN, SCREEN)
    height += 0.02 * smooth_noise("screengrain", shape, (4, 4), octaves=2, wrapped=True)
    weather = smooth_noise("stone", shape, (40, 40), octaves=3, wrapped=True)
    groove = 1 - 0.45 * np.exp(-(((depth - BEVEL - 6) / 3.0) ** 2)) - 0.25 * (1 - np.clip(depth / BEVEL, 0, 1))
    colour = linear("#D9B48C") * ((1 + 0.06 * weather) * groove)[..., None]
    nx, ny = normal_channels(height, 6.0, blur=1.0, wrapped=True)
    target = folder / "scenery"
    save_photo(target / "screen_colour.jpg", to_encoded(np.clip(colour, 0, 1)))
    save_exact(target / "screen_alpha.png", 1 - opening)
    save_relief(target / "screen_relief.jpg", np.stack([nx, ny, np.full(shape, 0.8)], -1))


def build_floor(folder: Path) -> None:
    """Octagons of burnt clay with turquoise squares at the corners."""
    y, x = np.mgrid[0:FLOOR, 0:FLOOR] / FLOOR * TILES
    in_x, in_y = x % 1, y % 1
    cell_x, cell_y = np.floor(x).astype(int), np.floor(y).astype(int)
    edge_x, edge_y = np.minimum(in_x, 1 - in_x), np.minimum(in_y, 1 - in_y)
    joint, corner = np.minimum(edge_x, edge_y), edge_x + edge_y
    tone = generator("tiles").normal(0, 0.08, (TILES, TILES))[cell_y % TILES, cell_x % TILES]
    shape = (FLOOR, FLOOR)
    weather = 0.06 * smooth_noise("tl", shape, (30, 30), octaves=3, wrapped=True)
    colour = linear("#A9674A") * (1 + tone + weather)[..., None]
    colour[corner < 0.26] = linear("#2C6F86") * 0.8
    colour[corner < 0.13] = linear("#E8CFAE") * 0.8
    seam = (np.abs(corner - 0.27) < 0.015) | ((joint < 0.014) & (corner > 0.26))
    colour[seam] = linear("#5A4034") * 0.8
    height = 0.6 - 0.5 * seam + 0.03 * smooth_noise("tlh", shape, (9, 9), octaves=2, wrapped=True)
    nx, ny = normal_channels(height, 2.4, blur=1.4, wrapped=True)
    rough = np.clip(0.42 + 0.06 * weather / 0.06 * 0.5 + 0.35 * seam, 0, 1)
    target = folder / "scenery"
    save_photo(target / "floor_colour.jpg", to_encoded(np.clip(colour, 0, 1)))
    save_relief(target / "floor_relief.jpg", np.stack([nx, ny, rough], -1))
