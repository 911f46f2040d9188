"""Shapes that no table has: refused with a reason, or judged right."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from fliegende3d.collision.coverage import CardOutline, RestingCarpet, covered
from fliegende3d.collision.footprint import CarpetError, projected_outline, rectangle
from fliegende3d.collision.scene import SceneError, decode_scene, judge

from .scenes import flat_carpet, grid_triangles

CARD = CardOutline(0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_vertex_that_is_no_number_is_refused(value: float) -> None:
    flat = flat_carpet()
    vertices = flat.vertices.copy()
    vertices[3, 1] = value
    with pytest.raises(CarpetError, match="vertex 3"):
        RestingCarpet("A", vertices, flat.triangles)


@pytest.mark.parametrize(
    ("vertices", "triangles"),
    [
        (np.zeros((2, 3)), np.zeros((0, 3), np.int64)),
        (np.zeros((4, 2)), np.zeros((0, 3), np.int64)),
        (np.zeros((4, 3)), np.zeros((2, 4), np.int64)),
        (np.zeros((4, 3)), np.array([[0, 1, 4]])),
        (np.zeros((4, 3)), np.array([[0, 1, -1]])),
    ],
)
def test_arrays_of_other_shapes_are_refused(vertices: np.ndarray, triangles: np.ndarray) -> None:
    with pytest.raises(CarpetError):
        RestingCarpet("A", vertices, triangles)


def test_sides_that_are_not_one_for_every_vertex_are_refused() -> None:
    flat = flat_carpet()
    with pytest.raises(CarpetError, match="sides"):
        RestingCarpet("A", flat.vertices, flat.triangles, 0, {0: np.zeros(3, np.int8)})


@pytest.mark.parametrize(("width", "length"), [(0.0, 0.091), (0.059, 0.0), (-0.059, 0.091), (math.nan, 0.091)])
def test_a_card_without_area_is_refused(width: float, length: float) -> None:
    with pytest.raises(CarpetError, match="no area"):
        rectangle(0.0, 0.0, 0.0, width=width, length=length)


def test_a_card_at_no_number_is_refused() -> None:
    with pytest.raises(CarpetError):
        covered(flat_carpet(), CardOutline(0, math.nan, 0.0, 0.0))


def test_triangles_without_area_add_nothing() -> None:
    flat = flat_carpet()
    points = np.vstack([flat.vertices, [[0.0, 0.0, 0.01], [0.01, 0.0, 0.01], [0.02, 0.0, 0.01]]])
    n = len(flat.vertices)
    needle = np.array([[n, n + 1, n + 2], [0, 0, 1], [5, 5, 5]])
    carpet = RestingCarpet("A", points, np.concatenate([flat.triangles, needle]))
    assert covered(carpet, CARD).area_above_mm2 == pytest.approx(59.0 * 91.0, rel=1e-9)


def test_a_carpet_on_its_edge_covers_nothing() -> None:
    flat = flat_carpet()
    vertices = flat.vertices.copy()
    vertices[:, 2], vertices[:, 0] = 0.05 + flat.vertices[:, 0], 0.01
    upright = RestingCarpet("A", vertices, flat.triangles)
    assert projected_outline(upright.vertices, upright.triangles).is_empty
    assert covered(upright, CARD).area_above_mm2 == 0.0


def test_all_vertices_in_one_place_cover_nothing() -> None:
    flat = flat_carpet()
    point = RestingCarpet("A", np.zeros_like(flat.vertices), flat.triangles)
    assert covered(point, CARD).area_above_mm2 == 0.0


def test_a_carpet_wound_into_a_spiral_counts_once() -> None:
    """One orientation everywhere, yet it laps over itself: the area is that of the ring it winds around."""
    turns, columns = 121, 3
    angle = np.linspace(0.0, 3.0 * math.pi, turns)[:, None]
    radius = np.array([0.010, 0.015, 0.020])[None, :]
    vertices = np.stack(
        [radius * np.cos(angle), radius * np.sin(angle), 0.001 + 0.0005 * np.repeat(angle, columns, 1)], -1
    ).reshape(-1, 3)
    carpet = RestingCarpet("A", vertices, grid_triangles(columns, turns))
    step = 3.0 * math.pi / (turns - 1)
    ring = math.pi * (20.0**2 - 10.0**2) * math.sin(step) / step
    assert covered(carpet, CARD).area_above_mm2 == pytest.approx(ring, rel=2e-3)


def test_a_mesh_of_thousands_of_vertices_is_judged() -> None:
    carpet = flat_carpet(x=0.01, columns=80, rows=120)
    assert covered(carpet, CARD).area_above_mm2 == pytest.approx(49.0 * 91.0, rel=1e-9)


def test_a_folded_mesh_of_thousands_of_vertices_is_judged() -> None:
    flat = flat_carpet(columns=40, rows=61)
    vertices = flat.vertices.copy()
    vertices[:, 1] = np.abs(vertices[:, 1])
    vertices[flat.vertices[:, 1] < 0.0, 2] += 0.001
    carpet = RestingCarpet("A", vertices, flat.triangles)
    assert covered(carpet, CARD).area_above_mm2 == pytest.approx(59.0 * 45.5, rel=2e-3)


def scene_bytes(**changes: object) -> bytes:
    flat = flat_carpet(columns=4, rows=4)
    carpet = {"owner": "A", "vertices": flat.vertices.tolist(), "triangles": flat.triangles.tolist()}
    card = {"id": 0, "kind": "palace", "x": 0.0, "y": 0.0}
    return json.dumps({"cards": [card], "carpets": [carpet | changes]}).encode()


def test_a_scene_file_is_judged() -> None:
    (entry,) = judge(decode_scene(scene_bytes()))["coverage"]
    assert entry["area_above_mm2"] == pytest.approx(59.0 * 91.0)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"cards": [{"id": 0, "x": NaN, "y": 0}]}',
        b'{"cards": [{"id": 0, "x": 1e400, "y": 0}]}',
        b'{"cards": [{"id": 0, "x": 0, "y": 0, "kind": "bicycle"}]}',
        b'{"cards": [{"id": 0, "x": 0, "y": 0}, {"id": 0, "x": 1, "y": 0}]}',
        b"\xff\xfe",
        b'{"carpets": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    ],
)
def test_a_scene_file_that_is_wrong_is_refused(data: bytes) -> None:
    with pytest.raises(SceneError):
        decode_scene(data)


@pytest.mark.parametrize(
    "changes",
    [
        {"triangles": [[0, 1, 99]]},
        {"triangles": [[0, 0, 1]]},
        {"triangles": []},
        {"vertices": [[0, 0, 0]]},
        {"vertices": [[0, 0, 1e9]] * 4},
        {"colour": "red"},
    ],
)
def test_a_carpet_in_a_file_that_is_wrong_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(SceneError):
        decode_scene(scene_bytes(**changes))
