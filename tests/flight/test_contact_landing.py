"""Throws over cards and carpets: what is pushed, what lies over and under what, what falls, and the same bits again."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from fliegende3d.flight import (
    COARSE,
    ContactKind,
    Flight,
    LyingCard,
    LyingCarpet,
    Settings,
    Throw,
    Trajectory,
    World,
    default_table,
    simulate,
)
from fliegende3d.flight.contact_landing import FLOWN, Landing

FLAT_LIPS = {"lips.card_tallest": 0.0, "lips.carpet_tallest": 0.0}
SLIDE = Throw((0.0, 0.0, 0.0), (1.5, 0.0, 0.0))
STANDING_EDGES = {"lips.card_tallest": 0.0006, "lips.card_sharpness": 1.0, "lips.climb_card": 0.0}
AIRLESS = {"air.density": 0.0}


def landed(world: World, throw: Throw = SLIDE, overrides: dict[str, float] | None = None) -> Landing:
    flight = simulate(throw, world=world, mesh=COARSE, overrides=AIRLESS | (overrides or {}))
    assert isinstance(flight, Landing)
    assert flight.settled
    return flight


def world(*cards: LyingCard, carpets: tuple[LyingCarpet, ...] = ()) -> World:
    return World(default_table(), cards, carpets)


def test_no_cards_and_far_cards_change_not_a_bit_of_a_flight() -> None:
    throw = Throw((0.0, -0.6, 0.25), (0.0, 1.2, 0.5), (0.0, 0.0, 63.0))
    alone = Flight(throw, Settings.resolve(mesh=COARSE)).to_rest()
    for place in (None, world(LyingCard(0, 0.8, 0.7))):
        flight = simulate(throw, mesh=COARSE, world=place)
        assert np.array_equal(alone.vertices, flight.vertices)
        assert np.array_equal(alone.times, flight.times)
        assert alone.events == flight.events


def test_a_flat_card_is_slid_over_and_the_carpet_lies_on_it() -> None:
    flight = landed(world(LyingCard(7, 0.26, 0.0)), overrides=FLAT_LIPS)
    side = flight.sides["card", 7]
    assert set(np.unique(side)) == {0, 1}
    assert flight.order == (("card", 7), FLOWN)
    assert ContactKind.CARD in {event.kind for event in flight.events}
    inside = np.abs(flight.final_vertices[:, 0] - flight.cards[0].x) < 0.0294
    inside &= np.abs(flight.final_vertices[:, 1]) < 0.0454
    assert np.allclose(flight.final_vertices[inside, 2], 0.0003, atol=2e-5)
    assert flight.tops[7] == pytest.approx(0.0003)


def test_a_standing_edge_is_pushed_along() -> None:
    flight = landed(world(LyingCard(7, 0.12, 0.0)), overrides=STANDING_EDGES)
    track = flight.card_tracks[7]
    assert flight.cards[0].x > 0.13
    assert ContactKind.PUSH in {event.kind for event in flight.events}
    assert track.poses[0, 0] == pytest.approx(0.12)
    assert track.poses[-1, 0] == pytest.approx(flight.cards[0].x)
    assert (np.diff(track.times) > 0.0).all()
    assert ("card", 7) not in flight.sides


def test_a_carpet_that_slips_under_a_card_lifts_it_and_is_not_on_it() -> None:
    flight = landed(world(LyingCard(7, 0.14, 0.0)), overrides={"lips.slip_under": 0.01, "lips.climb_card": 0.0})
    assert (flight.sides["card", 7] == 2).any()
    assert not (flight.sides["card", 7] == 1).any()
    assert flight.order == (FLOWN, ("card", 7))
    x, y, z, yaw, pitch, roll = flight.poses[7]
    assert flight.tops[7] > 0.0008 / 2
    assert math.hypot(pitch, roll) > 1e-3 or z == pytest.approx(0.0008)
    assert flight.card_tracks[7].poses[-1, 2] == pytest.approx(z)
    assert ContactKind.UNDER in {event.kind for event in flight.events}
    assert (x, y, yaw) == (flight.cards[0].x, flight.cards[0].y, flight.cards[0].yaw)


def test_a_card_that_is_pushed_over_the_rim_falls_to_the_floor() -> None:
    table = default_table()
    flight = landed(
        world(LyingCard(3, table.half_width - 0.035, 0.0)),
        Throw((table.half_width - 0.16, 0.0, 0.0), (3.0, 0.0, 0.0)),
        STANDING_EDGES,
    )
    assert flight.fallen == (3,)
    assert flight.cards == ()
    assert flight.card_tracks[3].poses[-1, 2] == pytest.approx(table.floor_height)
    assert [event.card for event in flight.events if event.kind is ContactKind.CARD_FELL] == [3]


def test_a_carpet_slides_onto_a_carpet_and_lies_on_top() -> None:
    flight = landed(world(carpets=(LyingCarpet(2, 0.26, 0.01, 0.2),)), overrides=FLAT_LIPS)
    assert flight.order == (("carpet", 2), FLOWN)
    assert (flight.sides["carpet", 2] == 1).any()
    assert flight.final_vertices[:, 2].max() == pytest.approx(0.0008, abs=1e-4)


def test_a_carpet_sags_when_the_card_under_it_is_pushed_away() -> None:
    card = LyingCard(0, 0.30, 0.0)
    below = simulate(Throw((0.335, 0.0, 0.0004), (0.0, 0.0, 0.0)), world=world(card), mesh=COARSE, overrides=FLAT_LIPS)
    assert below.final_vertices[:, 2].max() == pytest.approx(0.0003, abs=2e-5)
    lying = LyingCarpet(5, 0.335, 0.0, 0.0, below.final_vertices, COARSE)
    flight = landed(
        World(default_table(), (card,), (lying,)),
        Throw((0.215, 0.0, 0.0), (4.0, 0.0, 0.0)),
        STANDING_EDGES,
    )
    (moved,) = flight.cards
    assert moved.x > 0.31
    vertices = flight.resting[5]
    over = (np.abs(vertices[:, 0] - moved.x) < 0.0295 + 0.003) & (np.abs(vertices[:, 1]) < 0.0455 + 0.003)
    assert vertices[~over, 2].max(initial=0.0) < 2e-4
    assert vertices[:, 2].min() >= 0.0


def test_a_carpet_that_is_dragged_over_the_rim_is_cloth_again_and_falls() -> None:
    table = default_table()
    flight = landed(
        World(table, (), (LyingCarpet(1, table.half_width - 0.032, 0.0),)),
        Throw((table.half_width - 0.16, 0.0, 0.0), (4.0, 0.0, 0.0)),
        {"lips.climb_carpet": 0.0, "lips.slip_under": -0.005},
    )
    assert flight.resting[1][:, 2].max() < table.floor_height + 0.05
    track = flight.carpet_tracks[1]
    assert (np.diff(track.times) >= 0.0).all()
    assert np.array_equal(track.vertices[-1], flight.resting[1])
    assert ("carpet", 1) not in flight.order


def full_table() -> World:
    cards = tuple(LyingCard(k, 0.075 * (k % 4) - 0.11, 0.11 * (k // 4) - 0.11, 0.05 * (k % 3 - 1)) for k in range(12))
    carpets = (LyingCarpet(0, -0.05, 0.03, 0.5), LyingCarpet(1, 0.04, -0.06, 1.4), LyingCarpet(2, 0.06, 0.06, 2.2))
    return World(default_table(), cards, carpets, curl_seed=4)


HARD = Throw((0.05, -0.75, 0.3), (-0.1, 2.0, 0.3), (2.0, -3.0, 55.0))


def hard_throw() -> Trajectory:
    return simulate(HARD, world=full_table(), mesh=COARSE)


def test_the_same_throw_gives_the_same_bits_in_another_process() -> None:
    code = "from tests.flight.test_contact_landing import hard_throw; print(hard_throw().hash)"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert other.stdout.strip() == hard_throw().hash == hard_throw().hash


def test_nothing_ends_below_the_table_inside_a_card_or_on_both_sides_of_one() -> None:
    flight = hard_throw()
    assert isinstance(flight, Landing)
    on_table = (np.abs(flight.final_vertices[:, 0]) < 0.89) & (np.abs(flight.final_vertices[:, 1]) < 0.79)
    assert flight.final_vertices[on_table, 2].min() >= 0.0
    for (kind, number), side in flight.sides.items():
        assert len(set(np.unique(side)) - {0}) == 1
        if kind == "card":
            assert (flight.final_vertices[side == 1, 2] >= 0.0003 - 2e-5).all(), number
