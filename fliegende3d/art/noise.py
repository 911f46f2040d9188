"""Random numbers and smooth noise, each from a seed with a name, so that every build gives the same bytes."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, zoom

Array = NDArray[np.float64]
Shape = tuple[int, int]

COARSE_SIGMA = 3.0  # texels: a blur wider than twice this is computed on a coarser grid


def generator(name: str) -> np.random.Generator:
    """The generator of a name."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def smooth_noise(
    name: str, shape: Shape, cell: tuple[float, float], *, octaves: int = 1, wrapped: bool = False
) -> Array:
    """Noise of zero mean and unit deviation; `cell` is (rows, columns) of the largest bump in pixels."""
    source = generator(name)
    total = np.zeros(shape)
    for octave in range(octaves):
        fine = _bumps(source, shape, (cell[0] / 2**octave / 2.5, cell[1] / 2**octave / 2.5), wrapped)
        total += fine / max(float(fine.std()), 1e-9) * 0.55**octave
    result: Array = total / total.std()
    return result


def _bumps(source: np.random.Generator, shape: Shape, sigma: tuple[float, float], wrapped: bool) -> Array:
    """White noise blurred by `sigma`; wide blurs are made small and then enlarged, which looks the same."""
    steps = [max(1, int(width / COARSE_SIGMA)) for width in sigma]
    coarse = (-(-shape[0] // steps[0]), -(-shape[1] // steps[1]))
    rough = source.standard_normal(coarse)
    narrow = (sigma[0] / steps[0], sigma[1] / steps[1])
    blurred: Array = gaussian_filter(rough, narrow, mode="wrap" if wrapped else "reflect")
    if coarse == shape:
        return blurred
    factors = (shape[0] / coarse[0], shape[1] / coarse[1])
    mode = "grid-wrap" if wrapped else "reflect"
    enlarged: Array = zoom(blurred, factors, order=2, mode=mode, grid_mode=True)
    return enlarged
