"""Sheets other than rectangles, cut from a grid: for rows with known answers for discs and slanted strips."""

from __future__ import annotations

import numpy as np

from fliegende3d.flight.material import Material
from fliegende3d.flight.mesh import Mesh, cut_mesh


def disc_mesh(count: int, radius: float, material: Material) -> Mesh:
    """A disc from a square grid with `count` vertices a side; the grid is one spacing wider than the disc."""
    spacing = 2.0 * radius / (count - 3)
    side = spacing * (count - 1)
    line = (np.arange(count) - 0.5 * (count - 1)) * spacing
    x, y = np.meshgrid(line, line)
    return cut_mesh(count, count, side, side, material, (np.hypot(x, y) <= radius).ravel())
