"""What matters is in the picture and beside the panels, wherever they are; the eye glides without turning over."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.presentation.scene.view import View, vertical_field
from fliegende3d.presentation.screens.framing import Framing, fitted, shows
from fliegende3d.presentation.screens.viewpoint import (
    Glide,
    Orbit,
    above_framing,
    ahead_of,
    aim_framing,
    lay_view,
    outline,
)
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.rules import CardKind, PlacedCard, Side

SIDES = st.sampled_from([Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST])
SIZES = st.sampled_from([(960, 540), (1280, 720), (1920, 1080), (3440, 1440), (800, 600)])
CARDS = [
    PlacedCard(k, CardKind.PALACE, -0.22 + 0.11 * (k % 5), -0.15 + 0.13 * (k // 5), 0.2 * (k % 3)) for k in range(12)
]


def on_screen(view: View, places: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Pixels of places [m], from the camera's definition: eye, line of sight, field of view and shift."""
    ahead = np.subtract(view.look_at, view.eye)
    ahead = ahead / np.linalg.norm(ahead)
    right = np.cross(ahead, view.up)
    right = right / np.linalg.norm(right)
    away = places - np.array(view.eye)
    half = math.tan(vertical_field(view, size[0] / size[1]) / 2.0)
    depth = away @ ahead
    x = away @ right / depth / (half * size[0] / size[1]) + view.shift[0]
    y = away @ np.cross(right, ahead) / depth / half + view.shift[1]
    return np.stack([(x + 1.0) / 2.0 * size[0], (1.0 - y) / 2.0 * size[1]], axis=1)


@settings(deadline=None, max_examples=40)
@given(SIDES, SIZES, st.floats(0.1, 0.42), st.floats(0.1, 0.42), st.booleans())
def test_no_card_is_under_a_panel_or_out_of_the_picture(
    side: Side, size: tuple[int, int], wide: float, tall: float, right: bool
) -> None:
    width, height = size
    panel = Rect(width * (1.0 - wide) if right else 0.0, height * (1.0 - tall), width * wide, height * tall)
    framing = aim_framing(side, 0.75, CARDS, [])
    view = fitted(framing, [panel], size)
    assert shows(view, framing, [panel], size)
    for card in CARDS:
        pixels = on_screen(view, outline(card), size)
        assert (pixels >= 0.0).all()
        assert (pixels <= np.array(size)).all()
        assert not any(panel.grown(-2.0).contains(float(x), float(y)) for x, y in pixels)


@given(SIZES)
def test_without_panels_the_middle_of_everything_is_in_the_middle(size: tuple[int, int]) -> None:
    framing = aim_framing(Side.SOUTH, 0.75, CARDS, [])
    pixels = np.concatenate([on_screen(fitted(framing, [], size), subject, size) for subject in framing.subjects])
    middle = (pixels.min(axis=0) + pixels.max(axis=0)) / 2.0
    assert middle == pytest.approx(np.array(size) / 2.0, abs=0.02 * size[1])


def test_more_room_shows_everything_larger() -> None:
    framing = aim_framing(Side.SOUTH, 0.75, CARDS, [])
    small = Rect(900.0, 300.0, 380.0, 420.0)
    large = Rect(700.0, 100.0, 580.0, 620.0)
    fields = [fitted(framing, panels, (1280, 720)).field_of_view for panels in ([], [small], [large])]
    assert fields[0] <= fields[1] < fields[2]


def test_where_nothing_fits_the_view_is_as_wide_as_it_may_be_and_all_is_in_the_window() -> None:
    framing = above_framing(Side.SOUTH, [outline(card) for card in CARDS])
    covering = Rect(40.0, 40.0, 1200.0, 640.0)
    view = fitted(framing, [covering], (1280, 720))
    assert not shows(view, framing, [covering], (1280, 720))
    assert view.field_of_view == pytest.approx(framing.farthest, rel=0.05)
    pixels = np.concatenate([on_screen(view, subject, (1280, 720)) for subject in framing.subjects])
    assert (pixels >= 0.0).all()
    assert (pixels <= np.array([1280, 720])).all()


def test_a_view_from_elsewhere_does_not_show_a_framing() -> None:
    framing = aim_framing(Side.SOUTH, 0.75, CARDS, [])
    other = aim_framing(Side.NORTH, 0.75, CARDS, [])
    assert not shows(fitted(other, [], (1280, 720)), framing, [], (1280, 720))


def framed(side: Side, *, above: bool) -> View:
    framing = above_framing(side, [outline(CARDS[0])]) if above else aim_framing(side, 0.75, CARDS, [])
    return fitted(framing, [], (1280, 720))


@settings(deadline=None)
@given(SIDES, SIDES, st.booleans(), st.booleans())
def test_a_glide_keeps_the_table_upright_and_stays_away_from_it(
    first: Side, second: Side, from_above: bool, to_above: bool
) -> None:
    start, end = framed(first, above=from_above), framed(second, above=to_above)
    glide = Glide(start, start)
    glide.go(end)
    last = start
    while not glide.arrived:
        view = glide.advance(1.0 / 60.0)
        assert view.up[2] >= -1e-6
        assert view.eye[2] > 0.5, "never down at the table"
        assert np.linalg.norm(np.subtract(view.eye, view.look_at)) > 0.6
        before, after = (ahead_of(v.eye, v.look_at, v.up) for v in (last, view))
        turned = before[0] * after[0] + before[1] * after[1]
        assert turned > math.cos(math.radians(3.2)), "no faster than an eye follows"
        last = view
    assert glide.now() == end


def test_with_reduced_motion_the_eye_is_there_at_once() -> None:
    glide = Glide(lay_view(Side.SOUTH), lay_view(Side.SOUTH))
    glide.go(lay_view(Side.NORTH), cut=True)
    assert glide.now() == lay_view(Side.NORTH)


def test_a_framing_without_depth_problems_stays_finite_for_what_stands_beside_the_eye() -> None:
    framing = Framing((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (np.array([[0.1, 0.0, 1.2]]),), 0.3, 0.7)
    assert np.isfinite(framing.boxes()).all()


def test_half_way_round_the_table_it_is_seen_as_from_the_seat_between() -> None:
    start, end, between = (framed(side, above=False) for side in (Side.SOUTH, Side.NORTH, Side.WEST))
    glide = Glide(start, start)
    glide.go(end)
    half = glide.advance(glide.lasting / 2.0)
    other = tuple(-x for x in between.eye[:2])
    assert half.eye[:2] == pytest.approx(between.eye[:2], abs=1e-6) or half.eye[:2] == pytest.approx(other, abs=1e-6)
    assert half.eye[2] == pytest.approx(between.eye[2])


@given(SIDES, st.booleans())
def test_a_view_in_the_form_for_gliding_is_the_same_view(side: Side, above: bool) -> None:
    view = framed(side, above=above)
    again = Orbit.of(view).view()
    assert again.eye == pytest.approx(view.eye, abs=1e-9)
    assert again.look_at == pytest.approx(view.look_at, abs=1e-9)
    assert (again.field_of_view, again.shift) == (view.field_of_view, view.shift)
