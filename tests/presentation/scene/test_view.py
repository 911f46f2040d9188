"""The camera: screen and table points belong together at every aspect ratio."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from panda3d.core import NodePath

from fliegende3d.presentation.scene.view import SEAT_VIEW, View, ViewCamera, design_field, vertical_field

ASPECTS = st.sampled_from([4 / 3, 16 / 10, 16 / 9, 21 / 9, 32 / 9])


@given(st.floats(-0.6, 0.6), st.floats(-0.5, 0.6), ASPECTS)
def test_a_point_of_the_table_is_found_again_from_where_it_is_seen(x: float, y: float, aspect: float) -> None:
    camera = ViewCamera(NodePath("scene"), aspect)
    seen = camera.screen_point((x, y, 0.0))
    assert seen is not None
    found = camera.table_point(*seen)
    assert found is not None
    assert found == pytest.approx((x, y), abs=2e-4)


def test_the_middle_of_the_screen_is_where_the_camera_looks() -> None:
    camera = ViewCamera(NodePath("scene"), 16 / 9)
    camera.set(View((0.0, -1.0, 1.0), (0.1, 0.2, 0.0)))
    assert camera.table_point(0.0, 0.0) == pytest.approx((0.1, 0.2), abs=1e-4)


def test_looking_up_meets_no_table() -> None:
    camera = ViewCamera(NodePath("scene"), 16 / 9)
    camera.set(View((0.0, -1.0, 0.3), (0.0, 1.0, 0.6)))
    assert camera.table_point(0.0, 0.9) is None


def test_behind_the_camera_nothing_is_seen() -> None:
    assert ViewCamera(NodePath("scene"), 16 / 9).screen_point((0.0, -5.0, 0.3)) is None


def test_a_narrow_window_still_shows_the_width_of_a_wide_one() -> None:
    wide, narrow = (math.tan(vertical_field(SEAT_VIEW, a) / 2) * a for a in (16 / 9, 4 / 3))
    assert narrow == pytest.approx(wide)


def test_a_wider_window_shows_more_to_the_sides_and_the_same_height() -> None:
    assert vertical_field(SEAT_VIEW, 32 / 9) == pytest.approx(SEAT_VIEW.field_of_view)


@given(st.floats(-0.8, 0.8), st.floats(-0.8, 0.8), ASPECTS)
def test_a_shifted_lens_shows_what_is_looked_at_beside_the_middle(right: float, up: float, aspect: float) -> None:
    camera = ViewCamera(NodePath("scene"), aspect)
    camera.set(View((0.0, -1.0, 1.0), (0.1, 0.2, 0.0), shift=(right, up)))
    assert camera.screen_point((0.1, 0.2, 0.0)) == pytest.approx((right, up), abs=1e-4)
    assert camera.table_point(right, up) == pytest.approx((0.1, 0.2), abs=1e-4)


@given(st.floats(0.05, 0.8), ASPECTS)
def test_the_field_of_a_view_and_the_tangent_it_gives_belong_together(half: float, aspect: float) -> None:
    view = View((0.0, -1.0, 1.0), (0.0, 0.0, 0.0), design_field(half, aspect))
    assert math.tan(vertical_field(view, aspect) / 2.0) == pytest.approx(half)
