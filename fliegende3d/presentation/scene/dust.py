"""Specks of dust in the low light: they drift with the very wind that flies the carpets, and show it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Vec3

from fliegende3d.presentation.graphics.meshes import DynamicMesh, Node
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.light import Light
from fliegende3d.presentation.scene.materials import Painter

Array = NDArray[np.float64]

LOW = np.array([-1.3, -1.1, 0.02])  # m: corners of the air that specks are seen in
HIGH = np.array([1.3, 1.5, 0.85])
SETTLING = 0.006  # m/s
SIZES = (0.0011, 0.0024)  # m
EXPOSURE, STREAK_EXPOSURE = 0.008, 0.055  # s of its way that a speck is seen smeared over: always, and as a streak
STREAK_GAIN = 2.2  # streaks are brighter than dust
CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


class Dust:
    """A cloud of `count` specks in one mesh."""

    def __init__(self, parent: Node, painter: Painter, count: int) -> None:
        random = np.random.default_rng(11)
        self._place = random.uniform(LOW, HIGH, (count, 3))
        self._size = random.uniform(*SIZES, count)
        bright = np.repeat(random.uniform(0.3, 1.0, count), 4)
        corners = np.tile(CORNERS * 0.5 + 0.5, (count, 1))
        first = np.arange(count, dtype=np.uint32)[:, None] * 4
        triangles = np.concatenate([first + np.array([0, 1, 2], np.uint32), first + np.array([0, 2, 3], np.uint32)])
        self._mesh = DynamicMesh("dust", np.column_stack([corners, bright]), triangles)
        self._node = self._mesh.node
        self._node.reparent_to(parent)
        self._node.set_two_sided(True)
        self._node.hide(LIGHT_MASK)
        painter.special(self._node, ("flat.vert", "dust.frag"), {"glow": Vec3(1.0, 0.7, 0.4)}, plain=(1.0, 0.8, 0.6))
        painter.translucent(self._node, depth_write=False)
        self._normals = np.zeros((4 * count, 3))
        self._glow = np.array([1.0, 0.7, 0.4])
        self._streaks = False
        if painter.shaders is None:
            self._node.hide()

    @property
    def places(self) -> Array:
        """Where the specks are [m], shape (count, 3)."""
        return self._place

    def set_light(self, light: Light) -> None:
        """Glow in the colour of the key light."""
        self._glow = light.vectors["key_colour"] * 0.10 + 0.02
        self._show_glow()

    def set_streaks(self, shown: bool) -> None:
        """Draw long bright streaks along the wind instead of faint specks."""
        self._streaks = shown
        self._show_glow()

    def drift(self, wind: Array, dt: float, right: Array, up: Array) -> None:
        """Move with the wind [m/s], shape (count, 3); `right` and `up` are the camera's axes."""
        self._place += (wind - (0.0, 0.0, SETTLING)) * dt
        self._place = LOW + np.mod(self._place - LOW, HIGH - LOW)
        seen = np.stack([wind @ right, wind @ up], 1)
        speed = np.linalg.norm(seen, axis=1, keepdims=True)
        way = np.where(speed > 1e-6, seen / np.maximum(speed, 1e-6), (1.0, 0.0))
        along = way[:, :1] * right + way[:, 1:] * up
        across = -way[:, 1:] * right + way[:, :1] * up
        exposure = STREAK_EXPOSURE if self._streaks else EXPOSURE
        long = self._size + 0.5 * exposure * speed[:, 0]
        offset = CORNERS[None, :, :1] * (along * long[:, None])[:, None]
        offset = offset + CORNERS[None, :, 1:] * (across * self._size[:, None])[:, None]
        self._mesh.update((self._place[:, None] + offset).reshape(-1, 3), self._normals)

    def _show_glow(self) -> None:
        glow = self._glow * (STREAK_GAIN if self._streaks else 1.0)
        self._node.set_shader_input("glow", Vec3(*glow))

    def destroy(self) -> None:
        """Remove the specks."""
        self._node.remove_node()
