"""The weaver's cartoon: one dye for every knot, with mirrored coordinates so that symmetry is free."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

WIDTH, HEIGHT = 768, 1184  # texels of a woven sheet; one is 0.077 mm
FRINGE = 34  # texels of fringe at both short ends: 2.6 mm


class Cartoon:
    """A grid of knots.

    Attributes:
        knot: size of a knot in texels.
        columns, rows: size of the grid in knots.
        x, y: knot centres measured from the middle, in knots; `ax`, `ay` are their absolute values.
        edge: distance from the nearest edge in knots (0.5, 1.5, ...).
        knots: index into `dyes` for every knot, shape (rows, columns).
    """

    def __init__(self, knot: int, dyes: Sequence[str]) -> None:
        self.knot = knot
        self.dyes = list(dyes)
        self.columns, self.rows = WIDTH // knot, (HEIGHT - 2 * FRINGE) // knot
        shape = (self.rows, self.columns)
        self.x: Array = np.broadcast_to(np.arange(self.columns) - (self.columns - 1) / 2, shape).copy()
        self.y: Array = np.broadcast_to((np.arange(self.rows) - (self.rows - 1) / 2)[:, None], shape).copy()
        self.ax, self.ay = np.abs(self.x), np.abs(self.y)
        self.edge: Array = np.minimum(self.columns / 2 - self.ax, self.rows / 2 - self.ay)
        self.knots: NDArray[np.int64] = np.zeros(shape, np.int64)

    def put(self, mask: Mask, dye: str) -> None:
        """Tie all knots of the mask in a dye of this cartoon."""
        self.knots[mask] = self.dyes.index(dye)

    def nested(self, distance: Array, steps: Sequence[tuple[float, str]]) -> None:
        """Fill nested shapes: each step is a level of the distance and the dye inside it."""
        for level, dye in steps:
            self.put(distance < level, dye)

    def frame(self, outer: float, inner: float) -> Mask:
        """The band between two distances from the edge."""
        band: Mask = (self.edge > outer) & (self.edge <= inner)
        return band

    def along(self, pitch: float, inset: float) -> tuple[Array, Array]:
        """Distance along a border in repeats of about `pitch` knots, mirrored about the middle of each side, and the
        repeat's true length in knots. A corner lies at a whole number."""
        long_side = (self.columns / 2 - self.ax) <= (self.rows / 2 - self.ay)
        half = np.where(long_side, self.rows / 2 - inset, self.columns / 2 - inset)
        repeats = np.maximum(1, np.round(half / pitch))
        position = np.where(long_side, self.ay, self.ax)
        return position / half * repeats, half / repeats

    def corner(self, size: float) -> Mask:
        """The four squares of `size` knots in the corners."""
        squares: Mask = (self.columns / 2 - self.ax < size) & (self.rows / 2 - self.ay < size)
        return squares
