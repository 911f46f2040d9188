"""The table's top: walnut planks with brass and mother-of-pearl, whose lines are the rules' own.

The landing area and the throw lines are inlaid where `config/table.toml` has them.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import skia
from scipy.ndimage import gaussian_filter

from fliegende3d.art.cards.shapes import Path as Outline
from fliegende3d.art.cards.shapes import poly, rect, star
from fliegende3d.art.noise import generator, smooth_noise
from fliegende3d.art.palette import linear, to_encoded
from fliegende3d.art.scenery.masks import Array, Mask
from fliegende3d.art.scenery.relief import normal_channels
from fliegende3d.art.storage import save_photo, save_relief
from fliegende3d.resources import find

WIDTH = 2560  # texels of the colour map
RELIEF_SHARE = 3 / 2  # the relief map is smaller by this factor
PLANKS = 9
BAND = 0.040  # m: width of the inlaid band round the landing area
STAR_RADIUS = 0.20  # m: the great star in the middle
RIM = 0.028  # m: a groove this far from the edge
BRASS_ROUGHNESS, PEARL_ROUGHNESS = 0.30, 0.18


@dataclass(frozen=True)
class Plan:
    """Half measures of table and landing area and the throw lines [m], and texels per metre."""

    half_width: float
    half_depth: float
    landing_half_width: float
    landing_half_depth: float
    throw_y: float
    throw_x: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in texels."""
        return round(2 * self.half_width * self.scale), round(2 * self.half_depth * self.scale)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Texel of a point [m]; rows run from the far edge towards the player."""
        return (x + self.half_width) * self.scale, (self.half_depth - y) * self.scale

    def frame(self, margin: float) -> Outline:
        """The landing area grown by a margin [m]."""
        x, y = self.at(-self.landing_half_width - margin, self.landing_half_depth + margin)
        wide, deep = self.landing_half_width + margin, self.landing_half_depth + margin
        return rect(x, y, 2 * wide * self.scale, 2 * deep * self.scale)


def read_plan(width: int = WIDTH) -> Plan:
    """The plan from `config/table.toml`."""
    data = tomllib.loads(find("config", "table.toml").read_text(encoding="utf-8"))
    table, landing, throw = data["table"], data["landing_area"], data["throw_line"]
    return Plan(
        table["half_width"],
        table["half_depth"],
        landing["half_width"],
        landing["half_depth"],
        throw["south_north"],
        throw["east_west"],
        width / (2 * table["half_width"]),
    )


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
    """Write colour, relief (normal and roughness) and inlay (metal) of the table's top."""
    plan = read_plan(width)
    columns, rows = plan.size
    shape = (rows, columns)
    brass, pearl, dark, band = _brass(plan), _pearl(plan), _great_star(plan), _band(plan)
    ring, pore, broad = wood("table", shape, 40)
    colour, height = _planks(ring, pore, broad)
    cross_ring, cross_pore, _ = wood("inlay", shape, 46, upright=True)
    inlay = _grain("#8A5530", "#5A321C", cross_ring) * (1 - 0.4 * cross_pore)[..., None] * 0.8
    colour = _over(colour, inlay, band)
    colour = _over(colour, _grain("#4A281A", "#2A150E", cross_ring), dark * 0.75)
    colour = _over(colour, linear("brass") * (0.92 + 0.06 * smooth_noise("br", shape, (3, 12)))[..., None], brass)
    shimmer = [0.42 + 0.7 * depth * smooth_noise(f"pl{k}", shape, (9, 9)) for k, depth in enumerate((0.10, 0.06, 0.10))]
    colour = _over(colour, np.stack(shimmer, -1), pearl)
    from_edge = _from_edge(shape)
    rim = np.clip(1 - np.abs(from_edge - RIM * plan.scale) / (0.004 * plan.scale), 0, 1)
    metal = np.clip(brass + pearl, 0, 1)
    groove = np.clip(gaussian_filter(metal, 0.0015 * plan.scale) - metal, 0, 1)
    height -= rim * 0.7 + groove * 0.8
    colour *= ((1 - 0.6 * rim) * (1 - 0.5 * np.clip(groove * 2, 0, 1)))[..., None]
    rough = 0.40 + 0.10 * ring + 0.25 * pore + 0.05 * broad
    rough = rough * (1 - metal) + BRASS_ROUGHNESS * brass + PEARL_ROUGHNESS * pearl
    nx, ny = normal_channels(height, 1.6)
    target = folder / "scenery"
    save_photo(target / "table_colour.jpg", to_encoded(np.clip(colour, 0, 1)))
    small = (round(rows / RELIEF_SHARE), round(columns / RELIEF_SHARE))
    relief = np.stack([_shrunk(nx, small), _shrunk(ny, small), _shrunk(np.clip(rough, 0, 1), small)], -1)
    save_relief(target / "table_relief.jpg", relief)
    save_relief(target / "table_inlay.jpg", _shrunk(brass, small))


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


def _brass(plan: Plan) -> Array:
    mask = Mask(*plan.size)
    k = plan.scale
    for margin, width in ((0.0, 0.0030), (-0.007, 0.0015), (BAND, 0.0030), (BAND + 0.007, 0.0015)):
        mask.stroke(plan.frame(margin), width * k)
    _band_stars(mask, plan)
    middle = plan.at(0, 0)
    for radius, inner, width in (
        (STAR_RADIUS, 0.80, 0.0024),
        (STAR_RADIUS - 0.012, 0.80, 0.0014),
        (0.128, 0.80, 0.0022),
        (0.085, 0.62, 0.0016),
        (0.034, 0.70, 0.0016),
    ):
        mask.stroke(star(*middle, radius * k, inner), width * k)
    for j in range(8):
        mask.stroke(star(*_satellite(plan, j), 0.020 * k, 0.72), 0.0018 * k)
    _throw_lines(mask, plan)
    _corner_scrolls(mask, plan)
    return mask.values()


def _satellite(plan: Plan, j: int) -> tuple[float, float]:
    return plan.at(0.158 * math.cos(j * math.pi / 4), 0.158 * math.sin(j * math.pi / 4))


def _band_stars(mask: Mask, plan: Plan) -> None:
    k, middle = plan.scale, BAND / 2
    wide, deep = plan.landing_half_width, plan.landing_half_depth
    for half, fixed, count, along_x in ((wide, deep + middle, 22, True), (deep, wide + middle, 18, False)):
        for side in (-1, 1):
            for i in range(count):
                offset = -half + (i + 0.5) * 2 * half / count
                x, y = (offset, side * fixed) if along_x else (side * fixed, offset)
                mask.fill(star(*plan.at(x, y), 0.0098 * k, 0.6))
    for x in (-wide - middle, wide + middle):
        for y in (-deep - middle, deep + middle):
            mask.fill(star(*plan.at(x, y), 0.0165 * k, 0.68))


def _throw_lines(mask: Mask, plan: Plan) -> None:
    """A fine double line on each side with diamonds along it."""
    k = plan.scale

    def diamond(x: float, y: float, size: float) -> Outline:
        cx, cy = plan.at(x, y)
        r = size * k
        return poly([(cx, cy - r), (cx + r * 0.66, cy), (cx, cy + r), (cx - r * 0.66, cy)])

    for side in (-1, 1):
        for line, half, along_x in ((plan.throw_y, 0.36, True), (plan.throw_x, 0.30, False)):
            for offset in (0.0, 0.006):
                a, b = side * (line + offset), half
                start, end = ((-b, a), (b, a)) if along_x else ((a, -b), (a, b))
                (x0, y0), (x1, y1) = plan.at(*start), plan.at(*end)
                width = (0.0022 if offset == 0.0 else 0.0010) * k
                low_x, low_y = min(x0, x1) - width / 2, min(y0, y1) - width / 2
                mask.fill(rect(low_x, low_y, abs(x1 - x0) + width, abs(y1 - y0) + width))
            count = 13
            for i in range(count):
                offset = (i - count // 2) * 2 * half / (count - 1)
                at = (offset, side * line) if along_x else (side * line, offset)
                mask.fill(diamond(*at, 0.008 if i % 3 else 0.012))


def _corner_scrolls(mask: Mask, plan: Plan) -> None:
    k = plan.scale
    for x_side in (-1, 1):
        for y_side in (-1, 1):
            for reach, hand, shift in ((0.046, 1, 0.085), (0.030, -1, 0.165)):
                for swap in (False, True) if shift > 0.1 else (False,):
                    dx, dy = (shift, 0.072) if not swap else (0.072, shift)
                    ox, oy = plan.at(x_side * (plan.half_width - dx), y_side * (plan.half_depth - dy))
                    vine = skia.Path()
                    for step in range(90):
                        t = step / 89
                        radius, angle = reach * k * (1 - t) ** 0.8, hand * t * 10 + (math.pi if swap else 0)
                        point = (ox + x_side * radius * math.cos(angle), oy - y_side * radius * math.sin(angle))
                        (vine.lineTo if step else vine.moveTo)(*point)
                    mask.stroke(vine, 0.0026 * k)


def _pearl(plan: Plan) -> Array:
    mask = Mask(*plan.size)
    for j in range(8):
        mask.fill(star(*_satellite(plan, j), 0.0105 * plan.scale, 0.7))
    return mask.values()


def _great_star(plan: Plan) -> Array:
    mask = Mask(*plan.size)
    mask.fill(star(*plan.at(0, 0), STAR_RADIUS * plan.scale, 0.80))
    return mask.values()


def _band(plan: Plan) -> Array:
    mask = Mask(*plan.size)
    mask.fill(plan.frame(BAND))
    mask.fill(plan.frame(0.0), 0.0)
    return mask.values()
