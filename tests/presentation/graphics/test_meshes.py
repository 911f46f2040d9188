"""Meshes: counts, winding, and normals that point outwards."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from panda3d.core import GeomNode, GeomVertexReader

from fliegende3d.presentation.graphics.meshes import DynamicMesh, MeshBuilder, Node, grid_triangles


def read(node: Node) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Positions, normals and triangles of a node's only geometry."""
    geom_node = node.node()
    assert isinstance(geom_node, GeomNode)
    geom = geom_node.get_geom(0)
    data = geom.get_vertex_data()
    points, normals = GeomVertexReader(data, "vertex"), GeomVertexReader(data, "normal")
    places, directions = [], []
    while not points.is_at_end():
        places.append(tuple(points.get_data3()))
        directions.append(tuple(normals.get_data3()))
    primitive = geom.get_primitive(0)
    indices = [primitive.get_vertex(k) for k in range(primitive.get_num_vertices())]
    return np.array(places), np.array(directions), np.array(indices).reshape(-1, 3)


def winding_agrees(points: NDArray[np.float64], normals: NDArray[np.float64], triangles: NDArray[np.int64]) -> bool:
    """Whether triangles run counter-clockwise seen from where their normals point."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    return bool((np.einsum("ij,ij->i", faces, normals[triangles].mean(axis=1)) >= -1e-15).all())


def test_a_grid_has_two_triangles_for_each_cell() -> None:
    assert grid_triangles(4, 6).shape == (2 * 3 * 5, 3)
    assert grid_triangles(4, 6, offset=100).min() == 100


def test_a_box_faces_outwards_on_all_six_sides() -> None:
    builder = MeshBuilder()
    builder.box((-1.0, -2.0, -3.0), (1.0, 2.0, 3.0))
    points, normals, triangles = read(builder.build("box"))
    assert len(points) == 24
    assert len(triangles) == 12
    assert np.einsum("ij,ij->i", points, normals).min() > 0.0
    assert winding_agrees(points, normals, triangles)


def test_a_sphere_has_unit_normals_along_its_radius() -> None:
    builder = MeshBuilder()
    builder.sphere((0.0, 0.0, 0.0), 0.5, segments=24)
    points, normals, _ = read(builder.build("ball"))
    assert np.linalg.norm(points, axis=1) == pytest.approx(0.5, abs=1e-6)
    ring = np.abs(points[:, 2]) < 0.4
    assert np.einsum("ij,ij->i", points[ring] / 0.5, normals[ring]).min() > 0.98


def test_a_tube_keeps_its_radius_along_a_bend() -> None:
    angle = np.linspace(0.0, 1.5, 20)
    path = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], 1)
    builder = MeshBuilder()
    builder.tube(path, 0.1, segments=8)
    points, normals, triangles = read(builder.build("tube"))
    middle = np.repeat(path, 9, axis=0)
    assert np.linalg.norm(points - middle, axis=1) == pytest.approx(0.1, abs=1e-6)
    assert winding_agrees(points, normals, triangles)


def test_a_dynamic_mesh_shows_what_was_uploaded_last() -> None:
    triangles = grid_triangles(2, 2)
    mesh = DynamicMesh("cloth", np.zeros((4, 3)), triangles)
    first = np.arange(12.0).reshape(4, 3)
    up = np.tile((0.0, 0.0, 1.0), (4, 1))
    mesh.update(first, up)
    mesh.update(first + 1.0, -up)
    points, normals, found = read(mesh.node)
    assert points == pytest.approx(first + 1.0)
    assert normals == pytest.approx(-up)
    assert (found == triangles).all()


def test_a_dynamic_mesh_is_nothing_before_its_first_update() -> None:
    points, normals, _ = read(DynamicMesh("cloth", np.zeros((400, 3)), grid_triangles(20, 20)).node)
    assert (points == 0.0).all()
    assert (normals == 0.0).all()


def test_many_shapes_of_one_material_are_one_draw_call() -> None:
    builder = MeshBuilder()
    for k in range(5):
        builder.box((k, 0.0, 0.0), (k + 0.5, 1.0, 1.0))
    node = builder.build("row").node()
    assert isinstance(node, GeomNode)
    assert node.get_num_geoms() == 1
