"""The table's top: walnut planks, and the distances to its inlay of brass and mother-of-pearl.

The inlay's edges are drawn by `shaders/solid.frag` from the distances, so that they stay sharp in close views.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from scipy.ndimage import gaussian_filter

from fliegende3d.art.cards.shapes import poly
from fliegende3d.art.noise import generator, smooth_noise
from fliegende3d.art.palette import linear, to_encoded
from fliegende3d.art.scenery import plan as inlay
from fliegende3d.art.scenery.distances import signed_distances
from fliegende3d.art.scenery.masks import Array, Mask
from fliegende3d.art.scenery.relief import normal_channels
from fliegende3d.art.storage import save_exact, save_photo, save_relief

WIDTH = 2560  # texels of the colour map
RELIEF_SHARE = 3 / 2  # the relief map is smaller by this factor
INLAY_SHARE = 5 / 6  # the map of distances is larger
REACH = 0.003  # m: distances are kept up to here; as INLAY_REACH in shaders/solid.frag
PLANKS = 9
RIM = 0.028  # m: a groove this far from the edge


def wood(name: str, shape: tuple[int, int], rings: float, *, upright: bool = False) -> tuple[Array, Array, Array]:
    """Plain-sawn grain 0..1, pores 0..1 and broad tone (zero mean)."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns] / max(rows, columns)
    across = x if upright else y

    def cell(small: float, large: float) -> tuple[float, float]:
        return (large, small) if upright else (small, large)

    warp = 0.035 * smooth_noise(f"{name}w", shape, cell(rows / 24, columns / 3), octaves=2)
    warp += 0.10 * smooth_noise(f"{name}w2", shape, cell(rows / 6, columns / 2))
    ring = (0.5 + 0.5 * np.sin(2 * np.pi * (across + warp) * rings)) ** 1.8 * 0.55
    ring += 0.12 * smooth_noise(f"{name}m", shape, cell(3, 60))
    pore = np.clip(smooth_noise(f"{name}p", shape, cell(1.3, 34)) - 0.9, 0, 1.5) / 1.5
    return ring, pore, smooth_noise(f"{name}t", shape, (rows / 5, columns / 5), octaves=2)


def build_table(folder: Path, width: int = WIDTH) -> None:
    """Write colour, relief (normal and roughness) and inlay (distances to brass and pearl) of the table's top."""
    plan = inlay.read_plan()
    scale = width / (2 * plan.half_width)  # texels per metre
    columns, rows = width, round(2 * plan.half_depth * scale)
    shape = (rows, columns)
    great_star = inlay.star(0.0, 0.0, inlay.STAR_RADIUS, inlay.STAR_NOTCH)
    dark = _filled(plan, shape, great_star)
    band = _filled(plan, shape, inlay.frame(plan, inlay.BAND)) - _filled(plan, shape, inlay.frame(plan, 0.0))
    ring, pore, broad = wood("table", shape, 40)
    colour, height = _planks(ring, pore, broad)
    cross_ring, cross_pore, _ = wood("inlay", shape, 46, upright=True)
    veneer = _grain("#8A5530", "#5A321C", cross_ring) * (1 - 0.4 * cross_pore)[..., None] * 0.8
    colour = _over(colour, veneer, band)
    colour = _over(colour, _grain("#4A281A", "#2A150E", cross_ring), dark * 0.75)
    rim = np.clip(1 - np.abs(_from_edge(shape) - RIM * scale) / (0.004 * scale), 0, 1)
    height -= rim * 0.7
    colour *= (1 - 0.6 * rim)[..., None]
    rough = 0.40 + 0.10 * ring + 0.25 * pore + 0.05 * broad
    nx, ny = normal_channels(height, 1.6)
    target = folder / "scenery"
    save_photo(target / "table_colour.jpg", to_encoded(np.clip(colour, 0, 1)))
    small = (round(rows / RELIEF_SHARE), round(columns / RELIEF_SHARE))
    relief = np.stack([_shrunk(nx, small), _shrunk(ny, small), _shrunk(np.clip(rough, 0, 1), small)], -1)
    save_relief(target / "table_relief.jpg", relief)
    size = (round(columns / INLAY_SHARE), round(rows / INLAY_SHARE))
    distances = [
        signed_distances(pieces, half_width=plan.half_width, half_depth=plan.half_depth, size=size, reach=REACH)
        for pieces in (inlay.brass(plan), inlay.pearl(plan))
    ]
    save_exact(target / "table_inlay.png", np.stack(distances, -1) / (2.0 * REACH) + 0.5)


def _filled(plan: inlay.Plan, shape: tuple[int, int], corners: Array) -> Array:
    """A polygon [m] drawn onto a sheet of the table's top, 0..1."""
    rows, columns = shape
    scale = columns / (2 * plan.half_width)
    mask = Mask(columns, rows)
    mask.fill(poly([((x + plan.half_width) * scale, (plan.half_depth - y) * scale) for x, y in corners]))
    return mask.values()


def _shrunk(values: Array, shape: tuple[int, int]) -> Array:
    """Nearest samples of the slightly blurred map."""
    blurred = gaussian_filter(values, 0.6)
    row = ((np.arange(shape[0]) + 0.5) * values.shape[0] / shape[0]).astype(int)
    column = ((np.arange(shape[1]) + 0.5) * values.shape[1] / shape[1]).astype(int)
    result: Array = blurred[np.ix_(row, column)]
    return result


def _over(below: Array, above: Array, mask: Array) -> Array:
    cover = mask[..., None]
    return below * (1 - cover) + above * cover


def _grain(light: str, dark: str, ring: Array) -> Array:
    return linear(light) * (1 - ring[..., None]) + linear(dark) * ring[..., None]


def _from_edge(shape: tuple[int, int]) -> Array:
    rows, columns = np.arange(shape[0])[:, None], np.arange(shape[1])[None, :]
    nearest: Array = np.minimum(np.minimum(rows, shape[0] - 1 - rows), np.minimum(columns, shape[1] - 1 - columns))
    return nearest


def _planks(ring: Array, pore: Array, broad: Array) -> tuple[Array, Array]:
    rows, columns = ring.shape
    colour, height = np.zeros((rows, columns, 3)), np.full((rows, columns), 0.6)
    bounds = np.linspace(0, rows, PLANKS + 1).astype(int)
    tone = generator("planks").normal(0, 0.07, PLANKS)
    for k, (start, end) in enumerate(itertools.pairwise(bounds)):
        grain = ring[start:end, ::-1] if k % 2 else ring[start:end]
        shade = 1 + tone[k] + 0.10 * broad[start:end, :, None]
        colour[start:end] = _grain("#6B3F26", "#3A2015", grain) * shade
        height[start : start + 3] -= 0.4
        colour[start : start + 3] *= 0.35
    height -= 0.25 * pore + 0.05 * ring
    return colour * (1 - 0.45 * pore)[..., None], height
