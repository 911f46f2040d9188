"""Cards and lying carpets as plates: their order, their lips, their rectangles, and how cards lie on things."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from fliegende3d.flight import FlightError, LyingCard, LyingCarpet, World, default_table, shipped_values
from fliegende3d.flight import plates as p
from fliegende3d.flight.contact_lying import resting_plane
from fliegende3d.flight.plates import bottom_to_top, build_plates, carpet_row, lips, order_with

VALUES = shipped_values()


def test_lips_belong_to_the_card_and_the_seed() -> None:
    first = lips(3, ("card", 7), VALUES)
    assert np.array_equal(first, lips(3, ("card", 7), VALUES))
    assert not np.array_equal(first, lips(4, ("card", 7), VALUES))
    assert not np.array_equal(first, lips(3, ("card", 8), VALUES))
    assert not np.array_equal(first, lips(3, ("carpet", 7), VALUES))


def test_few_lips_stand_up() -> None:
    heights = np.concatenate([lips(seed, ("card", card), VALUES) for seed in range(60) for card in range(12)])
    tallest, sharpness = VALUES["lips.card_tallest"], VALUES["lips.card_sharpness"]
    assert heights.min() >= 0.0
    assert heights.max() <= tallest
    # P(h > t) = 1 - (t/tallest)^(1/sharpness)
    for t in (0.2, 0.5, 0.8):
        share = float((heights > t * tallest).mean())
        assert share == pytest.approx(1.0 - t ** (1.0 / sharpness), abs=0.02)


def test_the_order_is_cards_first_unless_told() -> None:
    world = World(default_table(), (LyingCard(4, 0, 0), LyingCard(2, 0.1, 0)), (LyingCarpet(0, 0, 0),))
    assert bottom_to_top(world) == (("card", 4), ("card", 2), ("carpet", 0))


@pytest.mark.parametrize(
    "world",
    [
        World(default_table(), (LyingCard(4, 0, 0), LyingCard(4, 0.1, 0))),
        World(default_table(), (LyingCard(4, 0, 0),), (), (("card", 5),)),
        World(default_table(), (LyingCard(4, 0, 0),), (), (("card", 4), ("card", 4))),
    ],
)
def test_a_wrong_order_is_refused(world: World) -> None:
    with pytest.raises(FlightError):
        build_plates(world, VALUES, 0.3, 0.0008)


def test_a_carpet_under_a_card_goes_below_it_in_the_order() -> None:
    order = (("card", 1), ("carpet", 0), ("card", 2))
    assert order_with(("carpet", 3), order, ()) == (*order, ("carpet", 3))
    assert order_with(("carpet", 3), order, [("card", 2), ("carpet", 0)])[1] == ("carpet", 3)


@settings(max_examples=60, deadline=None)
@given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-3.1, 3.1))
def test_a_flat_carpet_is_its_own_rectangle(x: float, y: float, yaw: float) -> None:
    u, w = (part.ravel() for part in np.meshgrid(np.linspace(-0.0295, 0.0295, 8), np.linspace(-0.0455, 0.0455, 10)))
    c, s = math.cos(yaw), math.sin(yaw)
    row = carpet_row(np.stack([x + c * u - s * w, y + s * u + c * w, np.zeros_like(u)], 1), 0.3, 0.0008)
    assert (row[p.X], row[p.Y]) == pytest.approx((x, y), abs=1e-9)
    assert (row[p.HALF_X], row[p.HALF_Y]) == pytest.approx((0.0295, 0.0455), abs=1e-9)
    assert math.sin(row[p.YAW] - yaw) == pytest.approx(0.0, abs=1e-9)
    assert row[p.THICKNESS] == pytest.approx(0.0008, rel=1e-6)


def test_a_folded_carpet_is_smaller_and_thicker() -> None:
    u, w = (part.ravel() for part in np.meshgrid(np.linspace(-0.0295, 0.0295, 8), np.linspace(-0.0455, 0.0455, 10)))
    row = carpet_row(np.stack([u, np.abs(w), np.zeros_like(u)], 1), 0.3, 0.0008)
    assert sorted((2 * row[p.HALF_X], 2 * row[p.HALF_Y])) == pytest.approx([0.0455 - 0.091 / 18, 0.059], abs=1e-9)
    assert row[p.THICKNESS] > 0.0015
    assert row[p.MASS] == pytest.approx(0.3 * 0.059 * 0.091)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.0003, 0.0008, 0.0011]), min_size=15, max_size=15))
def test_a_card_comes_to_rest_as_linear_programming_says(heights: list[float]) -> None:
    x, y = (part.ravel() for part in np.meshgrid(np.linspace(-0.029, 0.029, 3), np.linspace(-0.045, 0.045, 5)))
    level, slope_x, slope_y = resting_plane(np.stack([x, y], 1), np.array(heights))
    assert (level + slope_x * x + slope_y * y >= np.array(heights) - 2e-7).all()
    right = linprog(
        [1.0, 0.0, 0.0], A_ub=-np.stack([np.ones_like(x), x, y], 1), b_ub=-np.array(heights), bounds=[(None, None)] * 3
    )
    assert level == pytest.approx(right.fun, abs=3e-7)
