"""Pennants on a rope over the terrace: cloth triangles that stream and flutter in the wind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.graphics.meshes import DynamicMesh, MeshBuilder, Node, grid_triangles
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.materials import DARK_WALNUT, ROPE, Painter, Surface

Array = NDArray[np.float64]

ROPES = (  # both ends [m], slack [m], pennants
    ((-2.75, 1.95, 1.02), (2.75, 1.95, 0.98), 0.26, 30),
    ((-2.75, 1.95, 0.98), (-2.75, -2.4, 0.98), 0.24, 22),
    ((2.75, 1.95, 0.98), (2.75, -2.4, 0.98), 0.24, 22),
)
POLES = ((-2.75, 1.95, 1.04), (2.75, 1.95, 1.04), (-2.75, -2.4, 1.0), (2.75, -2.4, 1.0))
LENGTH = 0.155  # m
ROWS = 9
TINTS = ((0.46, 0.035, 0.028), (0.75, 0.30, 0.016), (0.014, 0.30, 0.26), (0.020, 0.034, 0.16), (0.50, 0.13, 0.22))
STREAMING = 0.16  # share of the weight that 1 m/s of wind balances, squared
RESPONSE = 0.16  # s: how fast a pennant follows the wind
FLUTTER_RATE, FLUTTER_SIZE = 9.0, 0.0075  # rad/s and m for each m/s of wind
LARGEST_FLUTTER = 0.030  # m


class Pennants:
    """All pennants in one mesh for each colour."""

    def __init__(self, parent: Node, painter: Painter, floor_height: float) -> None:
        self.root = parent.attach_new_node("pennants")
        self.root.hide(LIGHT_MASK)
        _ropes_and_poles(self.root, painter, floor_height)
        left, right = _attachments()
        self._middle, self._half = (left + right) / 2, (right - left) / 2
        count = len(left)
        self._phase = np.random.default_rng(3).uniform(0.0, 6.28, count)
        self._direction = np.tile((0.0, 0.0, -1.0), (count, 1))
        self._meshes: list[tuple[NDArray[np.int64], DynamicMesh]] = []
        triangles = grid_triangles(ROWS, 2)
        for colour, tint in enumerate(TINTS):
            members = np.arange(colour, count, len(TINTS))
            grid = [triangles + np.uint32(k * ROWS * 2) for k in range(len(members))]
            coordinates = np.zeros((len(members) * ROWS * 2, 3))
            mesh = DynamicMesh("pennants", coordinates, np.concatenate(grid))
            mesh.node.set_two_sided(True)
            mesh.node.reparent_to(self.root)
            painter.solid(mesh.node, Surface(tint, 0.85, options=("LEAF",)))
            self._meshes.append((members, mesh))
        self.stream(np.zeros((count, 3)), 0.0, 0.0)

    @property
    def places(self) -> Array:
        """Where the wind is felt [m], shape (pennants, 3)."""
        below: Array = self._middle - (0.0, 0.0, 0.5 * LENGTH)
        return below

    def stream(self, wind: Array, time: float, dt: float) -> None:
        """Follow the wind [m/s], shape (pennants, 3), for `dt` [s]."""
        speed = np.linalg.norm(wind, axis=1, keepdims=True)
        target = np.array([0.0, 0.0, -1.0]) + STREAMING * speed * wind
        target /= np.linalg.norm(target, axis=1, keepdims=True)
        self._direction += (target - self._direction) * (1.0 - np.exp(-dt / RESPONSE))
        self._direction /= np.linalg.norm(self._direction, axis=1, keepdims=True)
        share = np.linspace(0.0, 1.0, ROWS)
        size = np.minimum(FLUTTER_SIZE * speed + 0.0015, LARGEST_FLUTTER)
        wave = np.sin(6.0 * share - FLUTTER_RATE * time * (0.6 + 0.2 * speed) + self._phase[:, None]) * share
        across = np.cross(self._direction, self._half)
        across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
        spine = self._middle[:, None] + self._direction[:, None] * (LENGTH * share)[:, None]
        spine = spine + across[:, None] * (wave * size)[..., None]
        half = self._half[:, None] * (1.0 - 0.97 * share)[:, None]
        slope = np.cos(6.0 * share - FLUTTER_RATE * time * (0.6 + 0.2 * speed) + self._phase[:, None]) * 6.0 * share
        normal = across[:, None] - self._direction[:, None] * (slope * size / LENGTH)[..., None]
        normal /= np.linalg.norm(normal, axis=2, keepdims=True)
        positions = np.stack([spine - half, spine + half], 2)
        normals = np.repeat(normal[:, :, None], 2, axis=2)
        for members, mesh in self._meshes:
            mesh.update(positions[members].reshape(-1, 3), normals[members].reshape(-1, 3))


def _rope(start: Array, end: Array, slack: float, share: Array) -> Array:
    line: Array = start + (end - start) * share[:, None]
    line[:, 2] -= slack * 4.0 * share * (1.0 - share)
    return line


def _attachments() -> tuple[Array, Array]:
    """Left and right upper corner of every pennant."""
    lefts, rights = [], []
    for start, end, slack, count in ROPES:
        k = np.arange(count)
        lefts.append(_rope(np.array(start), np.array(end), slack, (k + 0.12) / count))
        rights.append(_rope(np.array(start), np.array(end), slack, (k + 0.88) / count))
    return np.concatenate(lefts), np.concatenate(rights)


def _ropes_and_poles(root: Node, painter: Painter, floor_height: float) -> None:
    ropes, poles = MeshBuilder(), MeshBuilder()
    for start, end, slack, _ in ROPES:
        ropes.tube(_rope(np.array(start), np.array(end), slack, np.linspace(0, 1, 40)), 0.0028, segments=5)
    for x, y, top in POLES:
        poles.lathe(((0.020, floor_height), (0.016, top), (0.024, top + 0.01), (0.0, top + 0.035)), centre=(x, y, 0.0))
    for builder, surface in ((ropes, ROPE), (poles, DARK_WALNUT)):
        node = builder.build("rope")
        node.set_two_sided(True)
        node.reparent_to(root)
        painter.solid(node, surface)
