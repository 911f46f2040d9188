"""Normals from heights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

Array = NDArray[np.float64]


def normal_channels(height: Array, strength: float, *, blur: float = 0.8, wrapped: bool = False) -> tuple[Array, Array]:
    """The x (right) and y (up) part of the surface normal, both in 0..1, from heights per texel."""
    smooth = gaussian_filter(height, blur, mode="wrap" if wrapped else "reflect")
    if wrapped:
        slope_y = (np.roll(smooth, -1, 0) - np.roll(smooth, 1, 0)) / 2
        slope_x = (np.roll(smooth, -1, 1) - np.roll(smooth, 1, 1)) / 2
    else:
        slope_y, slope_x = np.gradient(smooth)
    nx, ny = -slope_x * strength, slope_y * strength
    length = np.sqrt(nx * nx + ny * ny + 1)
    return nx / length * 0.5 + 0.5, ny / length * 0.5 + 0.5
