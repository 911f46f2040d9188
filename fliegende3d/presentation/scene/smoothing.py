"""From the few vertices of the simulated cloth to the smooth, thick sheet that is drawn."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.graphics.meshes import Triangles, grid_triangles

Array = NDArray[np.float64]

FINE_COLUMNS = 41
FINE_ROWS = 61
FRINGE = 0.029  # share of the length that is fringe, at each end
EDGE_INSET = 0.006  # texture coordinate of the selvedge's cord
LOWEST_POINT = 0.0005  # m; the spline may overshoot the table's top between two resting vertices


@functools.cache
def spline_matrices(knots: int, samples: int) -> tuple[Array, Array]:
    """Natural cubic spline through `knots` even values, sampled at `samples` even places, as two matrices.

    Returns value and derivative (per unit of the 0..1 parameter), each of shape (samples, knots). Second
    derivatives M solve M[i-1] + 4 M[i] + M[i+1] = 6 (y[i-1] - 2 y[i] + y[i+1]) / h^2 with M = 0 at both ends
    (Press et al., Numerical Recipes, section 3.3).
    """
    h = 1.0 / (knots - 1)
    system = np.eye(knots)
    right = np.zeros((knots, knots))
    for i in range(1, knots - 1):
        system[i, i - 1 : i + 2] = (1.0, 4.0, 1.0)
        right[i, i - 1 : i + 2] = np.array((6.0, -12.0, 6.0)) / h**2
    second = np.linalg.solve(system, right)
    place = np.linspace(0.0, 1.0, samples)
    cell = np.minimum((place / h).astype(int), knots - 2)
    b = (place - cell * h) / h
    a = 1.0 - b
    identity = np.eye(knots)
    low, high = identity[cell], identity[cell + 1]
    m_low, m_high = second[cell], second[cell + 1]
    a, b = a[:, None], b[:, None]
    value = a * low + b * high + ((a**3 - a) * m_low + (b**3 - b) * m_high) * h**2 / 6.0
    slope = (high - low) / h - (3.0 * a**2 - 1.0) / 6.0 * h * m_low + (3.0 * b**2 - 1.0) / 6.0 * h * m_high
    return value, slope


class Sheet:
    """Draws a cloth of `columns` x `rows` vertices as pile side, back and two rounded long edges.

    Attributes:
        coordinates: texture coordinates and layer (0 pile, 1 back), shape (n, 3).
        triangles: vertex indices, shape (m, 3).
    """

    def __init__(self, columns: int, rows: int, *, thickness: float) -> None:
        if columns < 3 or rows < 3:
            raise ValueError(f"a cloth of {columns} x {rows} vertices is too small; each side needs at least 3")
        self.columns, self.rows = columns, rows
        self._across, self._across_slope = spline_matrices(columns, FINE_COLUMNS)
        self._along, self._along_slope = spline_matrices(rows, FINE_ROWS)
        u, v = np.linspace(0.0, 1.0, FINE_COLUMNS), np.linspace(0.0, 1.0, FINE_ROWS)
        taper = np.clip(np.minimum(v, 1.0 - v) / (FRINGE * 1.2), 0.12, 1.0)
        self._half = (0.5 * thickness * taper)[:, None, None]
        self._sheet_size = FINE_COLUMNS * FINE_ROWS
        self.vertex_count = 2 * self._sheet_size + 6 * FINE_ROWS
        self.coordinates = self._texture_coordinates(u, v)
        self.triangles = self._triangles()
        self._positions = np.empty((self.vertex_count, 3))
        self._normals = np.empty((self.vertex_count, 3))

    def shape(self, vertices: NDArray[np.floating]) -> tuple[Array, Array]:
        """Positions [m] and unit normals of the drawn sheet, each (n, 3), from cloth vertices (columns * rows, 3).

        The arrays are reused by the next call.

        Raises:
            ValueError: if the number of vertices is not columns x rows.
        """
        if vertices.shape != (self.columns * self.rows, 3):
            raise ValueError(
                f"cloth vertices have shape {vertices.shape}; needed is ({self.columns * self.rows}, 3) "
                f"for {self.columns} x {self.rows}"
            )
        grid = np.asarray(vertices, float).reshape(self.rows, self.columns, 3).transpose(2, 0, 1)
        across = grid @ self._across.T
        middle = np.ascontiguousarray((self._along @ across).transpose(1, 2, 0))
        du = np.ascontiguousarray((self._along @ (grid @ self._across_slope.T)).transpose(1, 2, 0))
        dv = np.ascontiguousarray((self._along_slope @ across).transpose(1, 2, 0))
        np.maximum(middle[..., 2], LOWEST_POINT, out=middle[..., 2], where=middle[..., 2] > -0.01)
        normal = _unit(_cross(du, dv))
        lift = normal * self._half
        n, size = FINE_ROWS, self._sheet_size
        top = self._positions[:size].reshape(FINE_ROWS, FINE_COLUMNS, 3)
        bottom = self._positions[size : 2 * size].reshape(FINE_ROWS, FINE_COLUMNS, 3)
        np.add(middle, lift, out=top)
        np.subtract(middle, lift, out=bottom)
        self._normals[:size] = normal.reshape(-1, 3)
        self._normals[size : 2 * size] = -self._normals[:size]
        for edge, (column, sign) in enumerate(((0, -1.0), (FINE_COLUMNS - 1, 1.0))):
            outward = _unit(du[:, column]) * sign
            start = 2 * size + edge * 3 * n
            strip = self._positions[start : start + 3 * n].reshape(3, n, 3)
            strip[0], strip[2] = top[:, column], bottom[:, column]
            strip[1] = middle[:, column] + outward * self._half[:, 0]
            facing = self._normals[start : start + 3 * n].reshape(3, n, 3)
            facing[0] = _unit(normal[:, column] + outward)
            facing[1] = outward
            facing[2] = _unit(outward - normal[:, column])
        return self._positions, self._normals

    def _texture_coordinates(self, u: Array, v: Array) -> Array:
        flat = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
        layers = [np.column_stack([flat, np.full(len(flat), layer)]) for layer in (0.0, 1.0)]
        for inset in (EDGE_INSET, 1.0 - EDGE_INSET):
            strip = np.column_stack([np.full(FINE_ROWS, inset), v, np.ones(FINE_ROWS)])
            layers.append(np.tile(strip, (3, 1)))
        return np.concatenate(layers)

    def _triangles(self) -> Triangles:
        size, n = self._sheet_size, FINE_ROWS
        parts = [
            grid_triangles(FINE_ROWS, FINE_COLUMNS),
            grid_triangles(FINE_ROWS, FINE_COLUMNS, flipped=True, offset=size),
            grid_triangles(3, n, offset=2 * size),
            grid_triangles(3, n, flipped=True, offset=2 * size + 3 * n),
        ]
        return np.concatenate(parts)


def _cross(a: Array, b: Array) -> Array:
    out = np.empty_like(a)
    out[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    out[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    out[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return out


def _unit(vectors: Array) -> Array:
    length = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
    unit: Array = vectors / np.maximum(length, 1e-12)[..., None]
    return unit
