"""Triangle meshes from arrays, and the few solid shapes that the scene is built of."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    NodePath,
)

Array = NDArray[np.float64]
Triangles = NDArray[np.uint32]
if TYPE_CHECKING:
    Node = NodePath[Any]
else:  # the engine's class takes no parameters at run time
    Node = NodePath


class DynamicMesh:
    """A mesh whose positions and normals are replaced each frame by one copy; texture coordinates stay.

    Args:
        coordinates: texture coordinates with a layer as third component, shape (n, 3).
        triangles: vertex indices, shape (m, 3).
    """

    node: Node

    def __init__(self, name: str, coordinates: ArrayLike, triangles: ArrayLike) -> None:
        fixed = np.ascontiguousarray(coordinates, np.float32)
        self._count = len(fixed)
        data = GeomVertexData(name, _split_format(), Geom.UH_dynamic)
        data.unclean_set_num_rows(self._count)
        memoryview(data.modify_array(1)).cast("B").cast("f")[:] = fixed.ravel()  # type: ignore[arg-type,call-overload]
        self._data = data
        self._geom = Geom(data)
        self._geom.add_primitive(_primitive(triangles))
        node = GeomNode(name)
        node.add_geom(self._geom)
        self._geom_node = node
        self.node = NodePath(node)
        self._buffer = np.zeros((self._count, 6), np.float32)
        self.update(self._buffer[:, :3], self._buffer[:, 3:])  # until the first real update: nothing, not old memory

    def update(self, positions: NDArray[np.floating[Any]], normals: NDArray[np.floating[Any]]) -> None:
        """Upload positions [m] and unit normals, both of shape (n, 3)."""
        self._buffer[:, :3] = positions
        self._buffer[:, 3:] = normals
        data = self._geom_node.modify_geom(0).modify_vertex_data()
        memoryview(data.modify_array(0)).cast("B")[:] = memoryview(self._buffer).cast("B")  # type: ignore[arg-type]


def static_mesh(
    name: str, positions: ArrayLike, normals: ArrayLike, coordinates: ArrayLike, triangles: ArrayLike
) -> Node:
    """A mesh that never changes: positions [m] and normals, shape (n, 3); texture coordinates (n, 2) or (n, 3)."""
    place = np.asarray(positions, np.float32)
    texture = np.asarray(coordinates, np.float32)
    if texture.shape[1] == 2:
        texture = np.hstack([texture, np.zeros((len(texture), 1), np.float32)])
    rows = np.ascontiguousarray(np.hstack([place, np.asarray(normals, np.float32), texture]))
    data = GeomVertexData(name, _joint_format(), Geom.UH_static)
    data.unclean_set_num_rows(len(rows))
    memoryview(data.modify_array(0)).cast("B").cast("f")[:] = rows.ravel()  # type: ignore[arg-type,call-overload]
    geom = Geom(data)
    geom.add_primitive(_primitive(triangles))
    node = GeomNode(name)
    node.add_geom(geom)
    return NodePath(node)


def grid_triangles(rows: int, columns: int, *, flipped: bool = False, offset: int = 0) -> Triangles:
    """Two triangles for each cell of a row-major grid, shape (2 (rows - 1) (columns - 1), 3)."""
    index = np.arange(rows * columns, dtype=np.uint32).reshape(rows, columns) + np.uint32(offset)
    a, b = index[:-1, :-1].ravel(), index[:-1, 1:].ravel()
    c, d = index[1:, :-1].ravel(), index[1:, 1:].ravel()
    triangles = np.concatenate([np.stack([a, b, d], 1), np.stack([a, d, c], 1)])
    return triangles[:, ::-1].copy() if flipped else triangles


class MeshBuilder:
    """Gathers shapes into one mesh, so that many parts of one material cost one draw call."""

    def __init__(self) -> None:
        self._positions: list[Array] = []
        self._normals: list[Array] = []
        self._coordinates: list[Array] = []
        self._triangles: list[NDArray[np.int64]] = []
        self._count = 0

    def add(self, positions: ArrayLike, normals: ArrayLike, coordinates: ArrayLike, triangles: ArrayLike) -> None:
        """Add a shape: positions [m], normals (n, 3), texture coordinates (n, 2), vertex indices (m, 3)."""
        place = np.asarray(positions, float).reshape(-1, 3)
        self._positions.append(place)
        self._normals.append(np.asarray(normals, float).reshape(-1, 3))
        self._coordinates.append(np.asarray(coordinates, float).reshape(-1, 2))
        self._triangles.append(np.asarray(triangles, np.int64).reshape(-1, 3) + self._count)
        self._count += len(place)

    def quad(self, corners: Sequence[Array], normal: ArrayLike, coordinates: ArrayLike | None = None) -> None:
        """A flat quadrilateral; the corners run counter-clockwise seen from the side of the normal."""
        texture = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) if coordinates is None else coordinates
        self.add(corners, np.tile(np.asarray(normal, float), (4, 1)), texture, [(0, 1, 2), (0, 2, 3)])

    def box(self, low: ArrayLike, high: ArrayLike, *, texture_scale: float = 1.0) -> None:
        """An axis-aligned box between two corners [m]; texture coordinates are metres times the scale."""
        lo, hi = np.asarray(low, float), np.asarray(high, float)
        for axis in range(3):
            u, v = ((1, 2), (2, 0), (0, 1))[axis]
            for sign, bound in ((-1.0, lo), (1.0, hi)):
                order = ((0, 0), (1, 0), (1, 1), (0, 1)) if sign > 0 else ((0, 0), (0, 1), (1, 1), (1, 0))
                corners = []
                for along_u, along_v in order:
                    corner = bound.copy()
                    corner[u] = hi[u] if along_u else lo[u]
                    corner[v] = hi[v] if along_v else lo[v]
                    corners.append(corner)
                normal = np.zeros(3)
                normal[axis] = sign
                self.quad(corners, normal, [(c[u] * texture_scale, c[v] * texture_scale) for c in corners])

    def lathe(
        self, profile: ArrayLike, *, centre: ArrayLike = (0.0, 0.0, 0.0), segments: int = 24, turn: float = 0.0
    ) -> None:
        """A turned solid: the profile holds radius and height [m], from the bottom outside upwards.

        Few segments make a prism; `turn` [rad] rotates it.
        """
        outline = np.asarray(profile, float)
        angle = np.linspace(0.0, 2.0 * np.pi, segments + 1) + turn
        ring = np.stack([np.cos(angle), np.sin(angle)], 1)
        rows = len(outline)
        positions = np.empty((rows, segments + 1, 3))
        positions[..., :2] = outline[:, 0, None, None] * ring
        positions[..., 2] = outline[:, 1, None]
        slope = np.gradient(outline, axis=0)
        normals = np.empty_like(positions)
        normals[..., :2] = slope[:, 1, None, None] * ring
        normals[..., 2] = -slope[:, 0, None]
        normals /= np.linalg.norm(normals, axis=2, keepdims=True) + 1e-12
        along = np.linspace(0.0, 1.0, rows)[:, None]
        texture = np.stack(np.broadcast_arrays((angle - turn) / (2.0 * np.pi), along), -1)
        self.add(positions + np.asarray(centre, float), normals, texture, grid_triangles(rows, segments + 1))

    def sphere(self, centre: ArrayLike, radius: float, *, segments: int = 14) -> None:
        """A ball [m]."""
        angle = np.linspace(-np.pi / 2, np.pi / 2, segments // 2 + 1)
        profile = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)
        self.lathe(profile, centre=centre, segments=segments)

    def tube(self, path: ArrayLike, radii: ArrayLike, *, segments: int = 10) -> None:
        """A round bar along path points (n, 3) [m] with a radius at each point."""
        points = np.asarray(path, float)
        width = np.broadcast_to(np.asarray(radii, float), (len(points),))
        forward = np.gradient(points, axis=0)
        forward /= np.linalg.norm(forward, axis=1, keepdims=True) + 1e-12
        reference = np.array([0.0, 0.0, 1.0]) if abs(forward[:, 2]).mean() < 0.8 else np.array([1.0, 0.0, 0.0])
        side = np.cross(forward, reference)
        side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
        up = np.cross(side, forward)
        angle = np.linspace(0.0, 2.0 * np.pi, segments + 1)[None, :, None]
        normals = side[:, None] * np.cos(angle) + up[:, None] * np.sin(angle)
        positions = points[:, None] + normals * width[:, None, None]
        along, round_ = np.meshgrid(np.linspace(0, 1, len(points)), np.linspace(0, 1, segments + 1), indexing="ij")
        triangles = grid_triangles(len(points), segments + 1, flipped=True)
        self.add(positions, normals, np.stack([round_, along], -1), triangles)

    def sweep(self, path: ArrayLike, profile: ArrayLike, *, outward: ArrayLike) -> None:
        """A moulding: the profile (outwards, upwards) [m] is drawn along straight pieces between path points.

        `outward` holds one horizontal unit vector for each piece.
        """
        points, outline, sides = np.asarray(path, float), np.asarray(profile, float), np.asarray(outward, float)
        for start, end, side in zip(points[:-1], points[1:], sides, strict=True):
            for (out_a, up_a), (out_b, up_b) in itertools.pairwise(outline):
                normal = side * (up_a - up_b) + np.array([0.0, 0.0, out_b - out_a])
                normal /= np.linalg.norm(normal) + 1e-12
                lift_a, lift_b = np.array([0.0, 0.0, up_a]), np.array([0.0, 0.0, up_b])
                upper = (start + side * out_b + lift_b, end + side * out_b + lift_b)
                lower = (end + side * out_a + lift_a, start + side * out_a + lift_a)
                self.quad((*upper, *lower), normal)

    def build(self, name: str) -> Node:
        """The gathered shapes as one node."""
        return static_mesh(
            name,
            np.concatenate(self._positions),
            np.concatenate(self._normals),
            np.concatenate(self._coordinates),
            np.concatenate(self._triangles),
        )


def _primitive(triangles: ArrayLike) -> GeomTriangles:
    indices = np.ascontiguousarray(triangles, np.uint32)
    primitive = GeomTriangles(Geom.UH_static)
    primitive.set_index_type(GeomEnums.NT_uint32)
    array = primitive.modify_vertices()
    array.unclean_set_num_rows(indices.size)
    memoryview(array).cast("B").cast("I")[:] = indices.ravel()  # type: ignore[arg-type,call-overload]
    return primitive


def _position_columns(array: GeomVertexArrayFormat) -> None:
    array.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
    array.add_column(InternalName.get_normal(), 3, GeomEnums.NT_float32, GeomEnums.C_normal)


def _registered(*arrays: GeomVertexArrayFormat) -> GeomVertexFormat:
    layout = GeomVertexFormat()
    for array in arrays:
        layout.add_array(array)
    return GeomVertexFormat.register_format(layout)


def _joint_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    _position_columns(array)
    array.add_column(InternalName.get_texcoord(), 3, GeomEnums.NT_float32, GeomEnums.C_texcoord)
    return _registered(array)


def _split_format() -> GeomVertexFormat:
    moving, fixed = GeomVertexArrayFormat(), GeomVertexArrayFormat()
    _position_columns(moving)
    fixed.add_column(InternalName.get_texcoord(), 3, GeomEnums.NT_float32, GeomEnums.C_texcoord)
    return _registered(moving, fixed)
