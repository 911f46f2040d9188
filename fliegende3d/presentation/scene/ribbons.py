"""Flat shapes that are drawn onto the table for the player: lines as ribbons, and filled areas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d.core import Triangulator, Vec4

from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node, static_mesh
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.materials import Painter, Tint

Array = NDArray[np.float64]

FLAT = ("flat.vert", "flat.frag")
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Stroke:
    """How a line looks: linear colour, opacity, width [m], dash and gap [m] (0: solid)."""

    colour: Tint
    opacity: float = 1.0
    width: float = 0.0022
    dash: float = 0.0
    gap: float = 0.0


@dataclass(frozen=True)
class Hatch:
    """How an area is hatched: linear colour, opacity, spacing [m], slant (+1 or -1)."""

    colour: Tint
    opacity: float
    spacing: float
    slant: float


def circle(x: float, y: float, z: float, half_long: float, half_short: float, yaw: float, count: int = 72) -> Array:
    """Points of an ellipse [m], shape (count, 3)."""
    angle = np.arange(count) / count * 2.0 * np.pi
    along, across = half_long * np.cos(angle), half_short * np.sin(angle)
    return np.stack(
        [
            x + along * np.cos(yaw) - across * np.sin(yaw),
            y + along * np.sin(yaw) + across * np.cos(yaw),
            np.full(count, z),
        ],
        1,
    )


def add_ribbon(
    builder: MeshBuilder, points: ArrayLike, width: float, *, closed: bool = False, upright: bool = False
) -> None:
    """Add a ribbon along points (n, 3) [m], lying flat or standing upright."""
    line = np.asarray(points, float)
    if closed:
        line = np.concatenate([line, line[:1]])
    if len(line) < 2:
        return
    forward = np.gradient(line, axis=0)
    if closed:
        forward[0] = forward[-1] = line[1] - line[-2]
    side = np.tile(UP, (len(line), 1)) if upright else np.cross(forward, UP)
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
    half = 0.5 * width * side
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    positions = np.stack([line - half, line + half], 1)
    coordinates = np.stack([np.stack([np.zeros_like(along), along], 1), np.stack([np.ones_like(along), along], 1)], 1)
    k = np.arange(len(line) - 1) * 2
    triangles = np.concatenate([np.stack([k, k + 1, k + 3], 1), np.stack([k, k + 3, k + 2], 1)])
    builder.add(positions, np.tile(UP, (2 * len(line), 1)), coordinates, triangles)


def line_node(parent: Node, painter: Painter, builder: MeshBuilder, stroke: Stroke, *, on_top: bool) -> Node:
    """Draw gathered ribbons; `on_top` draws them over everything."""
    node = builder.build("line")
    ink = Vec4(*stroke.colour, stroke.opacity)
    inputs = {"ink": ink, "mark": Vec4(stroke.dash, stroke.gap, 1.0, 1.0)}
    return _laid(parent, painter, node, inputs, stroke.colour, (), on_top=on_top)


def area_node(parent: Node, painter: Painter, points: ArrayLike, hatch: Hatch, *, on_top: bool) -> Node:
    """Fill a polygon, shape (n, 3) [m], which need not be convex."""
    corners = np.asarray(points, float)
    node = static_mesh("area", corners, np.tile(UP, (len(corners), 1)), corners[:, :2], triangulated(corners))
    inputs = {"ink": Vec4(*hatch.colour, hatch.opacity), "mark": Vec4(0.0, 0.0, hatch.spacing, hatch.slant)}
    return _laid(parent, painter, node, inputs, hatch.colour, ("HATCHED",), on_top=on_top)


def triangulated(corners: Array) -> NDArray[np.uint32]:
    """Triangles of a simple polygon as indices of its corners, shape (m, 3)."""
    worker = Triangulator()
    for index, (x, y) in enumerate(corners[:, :2]):
        worker.add_vertex(float(x), float(y))
        worker.add_polygon_vertex(index)
    worker.triangulate()
    found = [
        (worker.get_triangle_v0(k), worker.get_triangle_v1(k), worker.get_triangle_v2(k))
        for k in range(worker.get_num_triangles())
    ]
    return np.array(found, np.uint32).reshape(-1, 3)


def _laid(
    parent: Node,
    painter: Painter,
    node: Node,
    inputs: dict[str, Vec4],
    plain: Tint,
    options: tuple[str, ...],
    *,
    on_top: bool,
) -> Node:
    node.reparent_to(parent)
    node.set_two_sided(True)
    node.hide(LIGHT_MASK)
    painter.special(node, FLAT, inputs, plain=plain, options=options)
    painter.translucent(node, depth_write=False)
    if on_top:
        node.set_depth_test(False)
        node.set_bin("fixed", 10)
    else:
        node.set_depth_offset(1)
    return node
