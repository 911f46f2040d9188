"""The twisted tassels at both short ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fliegende3d.art.carpets.cartoon import FRINGE, WIDTH, Array
from fliegende3d.art.noise import generator
from fliegende3d.art.palette import linear

TASSELS = 58
KNOT_SHARE = 0.62  # of a tassel's length: beyond it the strands hang loose
WOOL = np.array([1.0, 0.95, 0.86])  # undyed wool is a little warm


@dataclass(frozen=True)
class Fringe:
    """Rows run from the carpet's edge outwards: colour (linear), coverage and height, all 0..1."""

    colour: Array
    alpha: Array
    height: Array


def make_fringe(name: str) -> Fringe:
    """The fringe of one end of the carpet of this name; each tassel has its own length and lean."""
    colour = np.zeros((FRINGE, WIDTH, 3))
    alpha = np.zeros((FRINGE, WIDTH))
    height = np.full((FRINGE, WIDTH), 0.1)
    random = generator(f"{name}fringe")
    y, x = np.arange(FRINGE)[:, None], np.arange(WIDTH)[None, :]
    pitch = WIDTH / TASSELS
    for tassel in range(TASSELS):
        length = FRINGE * (0.80 + 0.18 * random.random())
        lean = random.normal(0, 0.9) * (y / FRINGE) ** 1.6 * 5
        middle = (tassel + 0.5) * pitch + lean + 0.7 * np.sin(y / 5 + random.random() * 6)
        waist = (
            1.0 - 0.30 * np.clip((y - 6) / 5, 0, 1) + 0.40 * np.clip((y - length * KNOT_SHARE) / (length * 0.3), 0, 1)
        )
        half = pitch * 0.36 * waist * (y < length)
        across = np.abs(x - middle) / np.maximum(half, 1e-3)
        cover = np.clip((1 - across) * half * 1.1, 0, 1) * np.clip(length - y, 0, 1)
        loose = np.clip((y - length * KNOT_SHARE) / 4, 0, 1)
        twist = 0.72 + 0.28 * np.sin((y + (x - middle) * 1.2) * 1.25)
        strands = 0.75 + 0.25 * np.sin((x - middle) * 2.6 + tassel)
        body = np.sqrt(np.clip(1 - across * across, 0, 1)) * ((1 - loose) * twist + loose * strands)
        tone = linear("ivory") * (0.92 + 0.1 * random.standard_normal()) * WOOL
        front = cover > alpha
        colour[front] = ((0.35 + 0.65 * body)[..., None] * tone)[front]
        alpha[front] = cover[front]
        height[front] = (0.12 + 0.3 * body)[front]
    colour[alpha < 0.02] = linear("ivory") * 0.7  # wool colour under clear texels: filtering makes no dark halo
    return Fringe(colour, alpha, height)
