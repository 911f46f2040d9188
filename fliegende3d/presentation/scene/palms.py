"""Palms beyond the parapet, whose crowns lean with the wind."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.materials import BARK, LEAVES, Painter

Array = NDArray[np.float64]

PLACES = (  # foot of the crown [m], size
    (1.75, 3.0, 0.62, 1.0),
    (-2.9, 4.1, 0.55, 1.1),
    (3.1, 4.3, 0.80, 1.2),
    (-4.4, -0.6, 0.70, 1.2),
    (4.2, -2.2, 0.60, 1.1),
)
TRUNK = 2.4  # m below the crown
FRONDS = 17
GOLDEN_ANGLE = 2.39996
STEPS = 22
LEAN_PER_SPEED = 1.6  # degrees for each m/s of wind
LARGEST_LEAN = 11.0


class Palms:
    """All palms; each crown turns about its foot."""

    def __init__(self, parent: Node, painter: Painter) -> None:
        self.root = parent.attach_new_node("palms")
        self.root.hide(LIGHT_MASK)
        trunk, crown = _trunk(), _crown()
        self._crowns: list[Node] = []
        for index, (x, y, z, size) in enumerate(PLACES):
            palm = self.root.attach_new_node("palm")
            palm.set_pos(x, y, z)
            palm.set_scale(size)
            palm.set_h(index * 71.0)
            painter.solid(trunk.copy_to(palm), BARK)
            leaves = crown.copy_to(palm)
            leaves.set_two_sided(True)
            painter.solid(leaves, LEAVES)
            self._crowns.append(leaves)

    @property
    def places(self) -> Array:
        """Where the wind is felt [m], shape (palms, 3)."""
        crowns: Array = np.array([(x, y, z + 0.5) for x, y, z, _ in PLACES])
        return crowns

    def lean(self, wind: Array, time: float) -> None:
        """Bend the crowns: wind [m/s], shape (palms, 3), and a time [s] for their own slow sway."""
        for index, (crown, air) in enumerate(zip(self._crowns, wind, strict=True)):
            turn = math.radians(index * 71.0)
            x = air[0] * math.cos(turn) + air[1] * math.sin(turn)
            y = -air[0] * math.sin(turn) + air[1] * math.cos(turn)
            own = 0.7 * math.sin(time * 0.9 + index * 1.7)
            pitch = max(-LARGEST_LEAN, min(LARGEST_LEAN, -y * LEAN_PER_SPEED + own))
            roll = max(-LARGEST_LEAN, min(LARGEST_LEAN, x * LEAN_PER_SPEED + own * 0.6))
            crown.set_hpr(0.0, pitch, roll)


def _trunk() -> Node:
    builder = MeshBuilder()
    rings = 33
    profile = [(0.075 - 0.02 * k / rings + 0.008 * (k % 2), -TRUNK + TRUNK * k / (rings - 1)) for k in range(rings)]
    builder.lathe(profile, segments=12)
    return builder.build("trunk")


def _crown() -> Node:
    """Feathered fronds that rise, arch over and droop."""
    random = np.random.default_rng(17)
    builder = MeshBuilder()
    for k in range(FRONDS):
        angle, rise, length = k * GOLDEN_ANGLE, random.uniform(-0.15, 0.95), random.uniform(0.75, 1.05)
        share = np.arange(STEPS) / (STEPS - 1)
        slope = rise - 1.75 * share**2
        outward = np.array([math.cos(angle), math.sin(angle), 0.0])
        steps = (np.cos(slope)[:, None] * outward + np.sin(slope)[:, None] * (0.0, 0.0, 1.0)) * length / STEPS
        rib = np.cumsum(steps, axis=0)
        side = np.array([-math.sin(angle), math.cos(angle), 0.0])
        _leaflets(builder, rib, side, length, random)
        builder.tube(rib[::3], np.linspace(0.010, 0.003, len(rib[::3])), segments=4)
    return builder.build("crown")


def _leaflets(builder: MeshBuilder, rib: Array, side: Array, length: float, random: np.random.Generator) -> None:
    for i in range(2, STEPS):
        forward = rib[i] - rib[i - 1]
        forward /= np.linalg.norm(forward)
        reach = 0.30 * math.sin(math.pi * min(1.0, i / (STEPS - 1) * 0.85 + 0.15)) ** 0.7
        for sign in (-1.0, 1.0):
            for back in (0.0, 0.5):
                root = rib[i] - forward * back * length / STEPS
                droop = reach * (0.18 + 0.25 * random.random())
                tip = root + side * sign * reach * 0.72 + forward * reach * 0.62 - (0.0, 0.0, droop)
                normal = np.cross(tip - root, forward)
                normal /= np.linalg.norm(normal) + 1e-9
                if normal[2] < 0.0:
                    normal = -normal
                corners = (root - forward * 0.007, root + forward * 0.007, tip)
                builder.add(corners, np.tile(normal, (3, 1)), np.zeros((3, 2)), [(0, 1, 2)])
