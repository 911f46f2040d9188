"""From a cartoon to what the light falls on: colour, relief and lie of the pile, for both sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, gaussian_filter

from fliegende3d.art.carpets.cartoon import HEIGHT, WIDTH, Array, Cartoon, Mask
from fliegende3d.art.carpets.fringe import make_fringe
from fliegende3d.art.noise import generator, smooth_noise
from fliegende3d.art.palette import linear

UNDYED_SHARE = 0.045  # every dye keeps some of the undyed wool: nothing is pure
ABRASH = 0.085  # drift of a dye along the rows, where the weaver took a new lot
KNOT_LIGHTNESS, KNOT_WARMTH = 0.055, 0.02  # how knots of one dye differ
SELVEDGE = 9  # texels of overcast cord along both long sides
FLAT_WEAVE = 10  # texels of flat weave before the fringe
NAP_SHAPE = (296, 192)
SELVEDGE_DYE = {"ruby": "madder", "indigo": "black", "saffron": "madder", "jade": "plum"}


@dataclass(frozen=True)
class Woven:
    """Maps of a carpet, all (rows, columns[, channels]), first row at the far end: linear colours, heights 0..1."""

    pile: Array
    back: Array
    pile_height: Array
    back_height: Array
    alpha: Array


@dataclass(frozen=True)
class _Loom:
    """Where each texel of the woven part lies: its knot, and its place inside the knot (-0.5..0.5)."""

    wander_x: Array
    wander_y: Array
    column: NDArray[np.int64]
    row: NDArray[np.int64]
    in_x: Array
    in_y: Array


def weave(name: str, cartoon: Cartoon) -> Woven:
    """Weave the cartoon of this name."""
    loom = _set_up_loom(name, cartoon)
    shape = loom.in_x.shape
    dyes = np.array([linear(dye) for dye in cartoon.dyes])
    fibre = smooth_noise(f"{name}fib", shape, (7, 1.7)) * 0.6 + smooth_noise(f"{name}fib2", shape, (3, 1.6)) * 0.4
    lots = np.stack([smooth_noise(f"{name}{k}", (cartoon.rows, 1), (14, 1), octaves=3)[:, 0] for k in range(len(dyes))])
    pile, pile_height = _pile(name, cartoon, loom, dyes, lots, fibre)
    back, back_height = _back(cartoon, loom, dyes, lots)
    _selvedge(name, (pile, back), (pile_height, back_height))
    return _finish(name, (pile, back), (pile_height, back_height))


def nap(name: str) -> Array:
    """The way the pile leans, a unit vector in 0..1, shape (296, 192, 3): brushed by hand, so it drifts in patches."""
    angle = -np.pi / 2 + 0.32 * smooth_noise(f"{name}nap", NAP_SHAPE, (60, 40), octaves=3)
    angle += 0.16 * smooth_noise(f"{name}nap2", NAP_SHAPE, (4, 4))
    strokes = smooth_noise(f"{name}st", NAP_SHAPE, (90, 22), octaves=2)
    angle += 0.45 * np.tanh(strokes * 1.5)
    return np.stack([np.cos(angle) * 0.5 + 0.5, np.sin(angle) * 0.5 + 0.5, 0.5 + 0.2 * strokes], -1)


def relief(height: Array, strength: float) -> Array:
    """Normal (x right, y up) in the first two channels, height in the third, all 0..1."""
    slope_y, slope_x = np.gradient(gaussian_filter(height, 0.7))
    nx, ny = -slope_x * strength, slope_y * strength
    length = np.sqrt(nx * nx + ny * ny + 1)
    return np.stack([nx / length * 0.5 + 0.5, ny / length * 0.5 + 0.5, np.clip(height, 0, 1)], -1)


def _set_up_loom(name: str, cartoon: Cartoon) -> _Loom:
    """Rows wander and columns breathe, as under a human hand."""
    knot = cartoon.knot
    shape = (cartoon.rows * knot, WIDTH)
    y, x = np.mgrid[0 : shape[0], 0:WIDTH].astype(float)
    wander_x = x + 0.22 * knot * smooth_noise(f"{name}wx", shape, (160, 90))
    wander_y = y + 0.26 * knot * smooth_noise(f"{name}wy", shape, (60, 220))
    wander_y += 0.10 * knot * smooth_noise(f"{name}row", (shape[0], 1), (knot, 1))
    cell_x, cell_y = np.floor(wander_x / knot), np.floor(wander_y / knot)
    return _Loom(
        wander_x,
        wander_y,
        np.clip(cell_x, 0, cartoon.columns - 1).astype(np.int64),
        np.clip(cell_y, 0, cartoon.rows - 1).astype(np.int64),
        wander_x / knot - cell_x - 0.5,
        wander_y / knot - cell_y - 0.5,
    )


def _splayed(name: str, cartoon: Cartoon, loom: _Loom, strand: int) -> NDArray[np.int64]:
    """Dyes where the tips of a strand end: cut pile splays over its neighbours."""
    shape, knot = loom.in_x.shape, cartoon.knot
    x = loom.wander_x + 0.85 * smooth_noise(f"{name}sx{strand}", shape, (2.6, 1.4))
    y = loom.wander_y + 1.15 * smooth_noise(f"{name}sy{strand}", shape, (3.4, 1.4))
    column = np.clip(np.floor(x / knot), 0, cartoon.columns - 1).astype(np.int64)
    row = np.clip(np.floor(y / knot), 0, cartoon.rows - 1).astype(np.int64)
    return cartoon.knots[row, column]


def _pile(name: str, cartoon: Cartoon, loom: _Loom, dyes: Array, lots: Array, fibre: Array) -> tuple[Array, Array]:
    random = generator(f"{name}dye")
    knots = (cartoon.rows, cartoon.columns)
    lightness = 1 + KNOT_LIGHTNESS * random.standard_normal(knots)
    warmth = KNOT_WARMTH * random.standard_normal(knots)
    colour = np.zeros((*loom.in_x.shape, 3))
    for strand in range(3):
        dye = _splayed(name, cartoon, loom, strand)
        colour += dyes[dye] * (1 + ABRASH * lots[dye, loom.row])[..., None] / 3
    colour *= lightness[loom.row, loom.column][..., None]
    colour *= 1 + np.stack([warmth, 0 * warmth, -warmth], -1)[loom.row, loom.column]
    colour = (1 - UNDYED_SHARE) * colour + UNDYED_SHARE * linear("ivory") * 0.6
    index = cartoon.knots[loom.row, loom.column]
    outline = (index != np.roll(index, 1, 0)) | (index != np.roll(index, 1, 1))
    groove = np.exp(-((distance_transform_edt(~outline) / (0.42 * cartoon.knot)) ** 2))
    dome = np.clip((1 - (2 * loom.in_x) ** 2 * 0.8) * (1 - (2 * loom.in_y) ** 2), 0, 1)
    worn = np.array([0.25 if dye == "black" else 0.0 for dye in cartoon.dyes])[index]  # iron mordant eats the wool
    height = 0.62 + 0.20 * dome - 0.26 * groove - 0.8 * gaussian_filter(worn, 1.2) + 0.085 * fibre
    height += 0.05 * smooth_noise(f"{name}pl", dome.shape, (60, 60), octaves=2)
    shade = (0.74 + 0.26 * dome**0.7) * (1 + 0.10 * fibre) * (1 - 0.20 * groove)
    return colour * shade[..., None], height


def _back(cartoon: Cartoon, loom: _Loom, dyes: Array, lots: Array) -> tuple[Array, Array]:
    """Two crisp nodes for each knot in clear rows, with the weft between the rows."""
    index = cartoon.knots[loom.row, loom.column]
    from_row = np.abs(loom.in_y)
    ridge = np.abs(np.sin(loom.wander_x / cartoon.knot * 2 * np.pi)) ** 0.6
    node = ridge * np.clip(1 - (2 * from_row) ** 2.4, 0, 1)
    weft = np.clip((from_row - 0.36) / 0.14, 0, 1) * 0.42
    colour = (dyes[index] * 0.90 + linear("ivory") * 0.035) * (1 + 0.05 * lots[index, loom.row])[..., None]
    colour *= (0.60 + 0.40 * node)[..., None]
    thread = linear("paper_dim") * 0.42 * (0.8 + 0.2 * np.sin(loom.wander_x / 2.0))[..., None]
    return colour * (1 - weft[..., None]) + weft[..., None] * thread, 0.30 + 0.28 * node - 0.1 * weft


def _selvedge(name: str, colours: tuple[Array, Array], heights: tuple[Array, Array]) -> None:
    """An overcast cord down both long sides, on both faces."""
    rows, columns = heights[0].shape
    y, x = np.mgrid[0:rows, 0:columns].astype(float)
    side = np.minimum(x, columns - 1 - x)
    cord: Mask = side < SELVEDGE
    wound = np.abs(np.sin((y + side * 0.8) / 5.5))
    rounded = np.clip(1 - ((side - SELVEDGE / 2) / 5) ** 2, 0, 1)
    tone = (0.55 + 0.45 * wound) * np.sqrt(np.maximum(rounded, 0.05))
    for colour in colours:
        colour[cord] = (tone[..., None] * linear(SELVEDGE_DYE[name]))[cord]
    for height in heights:
        height[cord] = (0.35 + 0.3 * np.sqrt(rounded) * (0.7 + 0.3 * wound))[cord]


def _finish(name: str, colours: tuple[Array, Array], heights: tuple[Array, Array]) -> Woven:
    """Add flat-woven ends and the fringe."""
    rows = len(heights[0])
    top = (HEIGHT - rows) // 2
    ends = HEIGHT - top
    faces = [np.zeros((HEIGHT, WIDTH, 3)) for _ in colours]
    reliefs = [np.full((HEIGHT, WIDTH), 0.15) for _ in heights]
    alpha = np.ones((HEIGHT, WIDTH))
    fringe = make_fringe(name)
    phase = np.arange(WIDTH)[None, :] / 6.0 + np.arange(FLAT_WEAVE)[:, None] * 0.9
    weave_height = np.abs(np.sin(phase * np.pi / 2))
    weave_colour = linear("ivory") * 0.8 * (0.7 + 0.3 * weave_height)[..., None]
    bands = (slice(top, top + FLAT_WEAVE), slice(ends - FLAT_WEAVE, ends))
    tassels = (slice(0, top), slice(ends, HEIGHT))
    for face, colour, dim in zip(faces, colours, (1.0, 0.9), strict=True):
        face[top:ends] = colour
        for band in bands:
            face[band] = weave_colour * dim
        face[tassels[0]], face[tassels[1]] = fringe.colour[:top][::-1] * dim, fringe.colour[:top] * dim
    for target, height in zip(reliefs, heights, strict=True):
        target[top:ends] = height
        for band in bands:
            target[band] = 0.34 + 0.1 * weave_height
        target[tassels[0]], target[tassels[1]] = fringe.height[:top][::-1], fringe.height[:top]
    alpha[tassels[0]], alpha[tassels[1]] = fringe.alpha[:top][::-1], fringe.alpha[:top]
    return Woven(faces[0], faces[1], reliefs[0], reliefs[1], alpha)
