"""Common areas of carpets and cards against closed forms, an independent raster, and invariances."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.collision.coverage import CardOutline, RestingCarpet, Side, covered
from fliegende3d.collision.footprint import area_mm2, boundary_ring, projected_outline, rectangle

from .scenes import flat_carpet, folded_carpet, grid_triangles, rastered

WHOLE = 59.0 * 91.0


def test_identical_rectangles_share_their_whole_area() -> None:
    pair = covered(flat_carpet(), CardOutline(0, 0.0, 0.0, 0.0))
    assert pair.area_above_mm2 == pytest.approx(WHOLE, rel=1e-12)
    assert pair.area_below_mm2 == 0.0


def test_a_square_turned_by_45_degrees_shares_an_octagon() -> None:
    side = 0.059
    square = rectangle(0.0, 0.0, 0.0, length=side)
    turned = rectangle(0.0, 0.0, math.pi / 4, length=side)
    # Concentric unit squares at 45 degrees share 2 (sqrt 2 - 1); corners are snapped to 1 micrometre.
    right = 2 * (math.sqrt(2) - 1) * 59.0**2
    assert area_mm2(square & turned) == pytest.approx(right, abs=4 * 59.0 * 0.0005)


def test_a_shared_edge_is_no_area() -> None:
    pair = covered(flat_carpet(x=0.059), CardOutline(0, 0.0, 0.0, 0.0))
    assert (pair.area_above_mm2, pair.area_below_mm2) == (0.0, 0.0)
    assert not pair.touches
    assert not pair.measure


@pytest.mark.parametrize(
    ("overlap", "touches", "measure"), [(10.0, False, True), (12.0, True, True), (40.0, True, False)]
)
def test_one_square_millimetre_is_the_threshold(overlap: float, touches: bool, measure: bool) -> None:
    # The long sides overlap by 91 mm; `overlap` is the depth in micrometres, so 11 µm make 1.001 mm².
    pair = covered(flat_carpet(x=0.059 - overlap * 1e-6), CardOutline(0, 0.0, 0.0, 0.0))
    assert pair.area_above_mm2 == pytest.approx(overlap * 1e-3 * 91.0, abs=1e-6)
    assert (pair.touches, pair.measure) == (touches, measure)


def test_a_carpet_under_a_card_is_below_only() -> None:
    pair = covered(flat_carpet(z=0.0), CardOutline(0, 0.01, 0.0, 0.0))
    assert pair.area_above_mm2 == 0.0
    assert pair.area_below_mm2 == pytest.approx(49.0 * 91.0)
    assert not pair.touches


def test_a_tilted_carpet_is_split_along_the_exact_line() -> None:
    flat = flat_carpet()
    vertices = flat.vertices.copy()
    vertices[:, 2] = 0.0003 - 1e-5 + 0.2 * (vertices[:, 1] - 0.0105)
    pair = covered(RestingCarpet("A", vertices, flat.triangles), CardOutline(0, 0.0, 0.0, 0.0))
    assert pair.area_above_mm2 == pytest.approx(59.0 * 35.0, abs=59 * 0.01)
    assert pair.area_below_mm2 == pytest.approx(59.0 * 56.0, abs=59 * 0.01)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.4])
def test_a_fold_covers_its_area_once(share: float) -> None:
    carpet = folded_carpet(share)
    assert area_mm2(projected_outline(carpet.vertices, carpet.triangles)) == pytest.approx(
        WHOLE * (1 - share), rel=1e-3
    )
    assert covered(carpet, CardOutline(0, 0.0, 0.0, 0.0)).area_above_mm2 == pytest.approx(WHOLE * (1 - share), rel=1e-3)


def test_a_fold_around_a_card_is_above_and_below() -> None:
    carpet = folded_carpet(0.4)
    vertices = carpet.vertices.copy()
    vertices[:, 2] -= 0.001  # the near part on the table, the folded part 1 mm higher: the card lies between
    pair = covered(RestingCarpet("A", vertices, carpet.triangles), CardOutline(0, 0.0, 0.0, 0.0, 0.0005))
    assert pair.area_above_mm2 == pytest.approx(WHOLE * 0.4, rel=0.05)
    assert pair.area_below_mm2 == pytest.approx(WHOLE * 0.6, rel=0.05)


def test_remembered_sides_outrank_heights() -> None:
    flat = flat_carpet(z=0.0)
    sides = np.where(np.hypot(flat.vertices[:, 0], flat.vertices[:, 1]) < 0.03, Side.ABOVE, Side.UNKNOWN)
    card = CardOutline(7, 0.0, 0.0, 0.0)
    above = RestingCarpet("A", flat.vertices, flat.triangles, 0, {7: sides.astype(np.int8)})
    assert covered(above, card).area_above_mm2 == pytest.approx(WHOLE)
    under = RestingCarpet("A", flat.vertices, flat.triangles, 0, {7: np.where(sides > 0, 2, 0).astype(np.int8)})
    assert covered(under, card).area_below_mm2 == pytest.approx(WHOLE)


def test_the_only_border_of_a_grid_is_found() -> None:
    ring = boundary_ring(grid_triangles(4, 3))
    assert ring is not None
    assert sorted(ring) == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]


places = st.floats(-0.06, 0.06)
turns = st.floats(-math.pi, math.pi)


@settings(max_examples=40, deadline=None)
@given(places, places, turns, turns, st.one_of(st.just(0.0), st.floats(0.05, 0.45)))
def test_areas_agree_with_an_independent_raster(x: float, y: float, yaw: float, turn: float, share: float) -> None:
    carpet = folded_carpet(share, x=x, y=y, yaw=yaw, rows=21) if share else flat_carpet(x, y, yaw)
    card = CardOutline(0, 0.0, 0.0, turn)
    pair = covered(carpet, card)
    above, below = rastered(carpet, card)
    # A raster is wrong at most along the borders: perimeter times half of its step.
    bound = 2 * (59 + 91) * 2 * 0.125
    assert pair.area_above_mm2 == pytest.approx(above, abs=bound)
    assert pair.area_below_mm2 == pytest.approx(below, abs=bound)


@settings(max_examples=60, deadline=None)
@given(places, places, turns, turns, places, places)
def test_areas_do_not_change_when_all_is_moved_turned_mirrored_or_renumbered(
    x: float, y: float, yaw: float, turn: float, dx: float, dy: float
) -> None:
    carpet, card = flat_carpet(x, y, yaw), CardOutline(0, 0.0, 0.0, 0.3)
    right = covered(carpet, card).area_above_mm2
    # Corners are snapped to 1 micrometre, so an area moves by at most the perimeter times half a micrometre per shape.
    bound = 2 * 300.0 * 0.001
    cosine, sine = math.cos(turn), math.sin(turn)
    moved = carpet.vertices.copy()
    moved[:, 0] = dx + cosine * carpet.vertices[:, 0] - sine * carpet.vertices[:, 1]
    moved[:, 1] = dy + sine * carpet.vertices[:, 0] + cosine * carpet.vertices[:, 1]
    turned = covered(RestingCarpet("A", moved, carpet.triangles), CardOutline(0, dx, dy, 0.3 + turn))
    assert turned.area_above_mm2 == pytest.approx(right, abs=bound)
    mirrored = carpet.vertices * (-1, 1, 1)
    assert covered(
        RestingCarpet("A", mirrored, carpet.triangles), CardOutline(0, 0.0, 0.0, -0.3)
    ).area_above_mm2 == pytest.approx(right, abs=bound)
    order = np.random.default_rng(1).permutation(len(carpet.vertices))
    renumbered = RestingCarpet("A", carpet.vertices[order], np.argsort(order)[carpet.triangles])
    assert covered(renumbered, card).area_above_mm2 == pytest.approx(right, rel=1e-9)
