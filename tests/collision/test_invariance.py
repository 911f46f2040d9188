"""Areas do not change when everything is moved, turned, mirrored or renumbered; the grid moves them by its bound."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.collision.coverage import CardOutline, RestingCarpet, covered
from fliegende3d.collision.unsnapped import common_area_mm2

from .random_scenes import RandomScene, random_scene

EXACT = 1e-9  # relative
GRID_BOUND = 2.0 * 300.0 * 0.001  # mm²: two borders of 300 mm, each moved by up to a micrometre

numbers = st.integers(0, 1999)
turns = st.floats(-math.pi, math.pi)
shifts = st.floats(-0.4, 0.4)


def moved(scene: RandomScene, turn: float, dx: float, dy: float) -> RandomScene:
    cosine, sine = math.cos(turn), math.sin(turn)
    vertices = scene.carpet.vertices.copy()
    x, y = scene.carpet.vertices[:, 0], scene.carpet.vertices[:, 1]
    vertices[:, 0], vertices[:, 1] = dx + cosine * x - sine * y, dy + sine * x + cosine * y
    card = CardOutline(
        0,
        dx + cosine * scene.card.x - sine * scene.card.y,
        dy + sine * scene.card.x + cosine * scene.card.y,
        scene.card.yaw + turn,
    )
    return RandomScene(scene.kind, RestingCarpet("A", vertices, scene.carpet.triangles), card)


def same(first: float, second: float) -> bool:
    return abs(first - second) <= EXACT * max(1.0, first, second)


@settings(max_examples=150, deadline=None)
@given(numbers, turns, shifts, shifts)
def test_a_rigid_motion_changes_no_area(number: int, turn: float, dx: float, dy: float) -> None:
    scene = random_scene(number)
    other = moved(scene, turn, dx, dy)
    right = common_area_mm2(scene.carpet, scene.card)
    if scene.kind != "shared edge":
        assert common_area_mm2(other.carpet, other.card) == pytest.approx(right, rel=1e-9, abs=1e-7)
    pair, again = covered(scene.carpet, scene.card), covered(other.carpet, other.card)
    assert again.area_above_mm2 + again.area_below_mm2 == pytest.approx(
        pair.area_above_mm2 + pair.area_below_mm2, abs=2.0 * GRID_BOUND
    )


@settings(max_examples=100, deadline=None)
@given(numbers)
def test_the_mirror_image_has_the_same_areas(number: int) -> None:
    scene = random_scene(number)
    mirrored = RestingCarpet("A", scene.carpet.vertices * (-1.0, 1.0, 1.0), scene.carpet.triangles)
    card = CardOutline(0, -scene.card.x, scene.card.y, -scene.card.yaw)
    right = common_area_mm2(scene.carpet, scene.card)
    assert common_area_mm2(mirrored, card) == pytest.approx(right, rel=1e-9, abs=1e-7)
    assert covered(mirrored, card).area_above_mm2 == pytest.approx(
        covered(scene.carpet, scene.card).area_above_mm2, abs=GRID_BOUND
    )


@settings(max_examples=100, deadline=None)
@given(numbers, st.integers(0, 10_000))
def test_the_order_of_vertices_and_triangles_does_not_matter(number: int, seed: int) -> None:
    scene = random_scene(number)
    random = np.random.default_rng(seed)
    order = random.permutation(len(scene.carpet.vertices))
    triangles = np.argsort(order)[scene.carpet.triangles][random.permutation(len(scene.carpet.triangles))]
    renumbered = RestingCarpet("A", scene.carpet.vertices[order], triangles)
    assert same(common_area_mm2(renumbered, scene.card), common_area_mm2(scene.carpet, scene.card))
    in_pieces = scene.kind in ("folded", "crumpled", "tilted")  # then unions on the grid depend on their order
    assert covered(renumbered, scene.card).area_above_mm2 == pytest.approx(
        covered(scene.carpet, scene.card).area_above_mm2, rel=EXACT, abs=GRID_BOUND if in_pieces else 1e-6
    )


@settings(max_examples=100, deadline=None)
@given(numbers)
def test_the_grid_moves_an_area_by_no_more_than_its_bound(number: int) -> None:
    scene = random_scene(number)
    pair = covered(scene.carpet, scene.card)
    exact = common_area_mm2(scene.carpet, scene.card)
    both = pair.area_above_mm2 + pair.area_below_mm2
    if scene.kind in ("folded", "crumpled"):
        assert max(pair.area_above_mm2, pair.area_below_mm2) <= exact + GRID_BOUND
        assert both >= exact - 4.0 * GRID_BOUND
    else:
        assert both == pytest.approx(exact, abs=GRID_BOUND)
