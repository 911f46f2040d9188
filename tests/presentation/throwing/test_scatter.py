"""What hands hit: synthetic people throw at cards, and the carpets are really flown."""

from __future__ import annotations

import math

import pytest

from fliegende3d.presentation.throwing.drift import Drift
from fliegende3d.presentation.throwing.flick import DEFAULT_PACE, RESTING_SPIN, FlickSettings, meant, stroke_tilt
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.presentation.throwing.trace import TraceSample
from tests.presentation.throwing.human_hands import ADULT, CHILD, PRACTISED
from tests.presentation.throwing.scatter import Range, by_flick, by_meter, by_slingshot, by_steps, hits

# Half the length of a card [mm]: the scatter that an ordinary throw should have.
HALF_A_CARD = 45.5


@pytest.fixture(scope="module")
def table() -> Range:
    """An empty table in still air."""
    return Range()


@pytest.mark.parametrize("power", [0.2, 0.3, 0.44, 0.6])
@pytest.mark.parametrize("spin", [RESTING_SPIN, -RESTING_SPIN])
def test_a_straight_push_lands_straight_ahead_with_either_hand(table: Range, power: float, spin: float) -> None:
    (x, _), _ = table.rest(ThrowGesture(power, spin=spin))
    assert abs(x) < 0.015


def test_the_drift_of_more_spin_than_usual_is_left_to_the_player(table: Range) -> None:
    (straight, _), _ = table.rest(ThrowGesture(0.44, spin=RESTING_SPIN))
    (turned, _), _ = table.rest(ThrowGesture(0.44, spin=RESTING_SPIN + 0.3))
    assert turned - straight > 0.02


def test_drift_turns_with_the_sense_of_the_spin_and_is_none_without() -> None:
    drift = Drift((1.0, 2.0), (0.1, 0.2))
    assert drift.angle(1.5, RESTING_SPIN) == pytest.approx(0.15)
    assert drift.angle(1.5, -RESTING_SPIN) == pytest.approx(-0.15)
    assert drift.angle(1.5, 0.0) == 0.0
    assert drift.angle(9.0, 1.0) == pytest.approx(0.2)


def test_an_ordinary_hand_scatters_by_about_half_a_card(table: Range) -> None:
    found = hits(table, by_flick(steady=True), ADULT, each=10)
    assert found.faults == 0
    assert found.along_mm == pytest.approx(HALF_A_CARD, rel=0.4)
    assert found.across_mm == pytest.approx(HALF_A_CARD, rel=0.4)


def test_practice_is_rewarded(table: Range) -> None:
    child, adult, practised = (hits(table, by_flick(steady=False), hand, each=8) for hand in (CHILD, ADULT, PRACTISED))
    assert child.share + 0.15 < adult.share
    assert adult.share + 0.05 < practised.share
    assert practised.share > 0.85


def test_a_steady_hand_helps_a_child(table: Range) -> None:
    alone, helped = (hits(table, by_flick(steady=steady), CHILD, each=12) for steady in (False, True))
    assert helped.share > alone.share + 0.05
    assert helped.along_mm < 0.85 * alone.along_mm


def test_a_child_hits_with_the_ways_that_take_their_time(table: Range) -> None:
    assert hits(table, by_slingshot, CHILD, each=8).share > 0.7
    assert hits(table, by_meter, CHILD, each=8).share > 0.45
    assert hits(table, by_steps, CHILD, each=3).share == 1.0


def test_a_steady_hand_still_reaches_every_card_and_beyond() -> None:
    steady = FlickSettings.of_hand(pace=DEFAULT_PACE, sense=1.0, steady=True)
    assert steady.power(0.0) < 0.2
    assert steady.power(12.0) > 0.65
    for power in (0.2, 0.44, 0.65):
        assert steady.power(steady.speed(power)) == pytest.approx(power)


def test_a_straight_push_keeps_the_carpet_level_and_a_swerving_one_banks_it() -> None:
    straight = [TraceSample(0.008 * k, 0.0, 0.012 * k) for k in range(30)]
    assert stroke_tilt(straight, straight[-1].time) == pytest.approx(0.0, abs=1e-6)
    angle = 0.0
    right = [TraceSample(0.0, 0.0, 0.0)]
    for k in range(1, 30):
        angle += math.radians(1.5)
        last = right[-1]
        right.append(TraceSample(0.008 * k, last.x + 0.012 * math.sin(angle), last.y + 0.012 * math.cos(angle)))
    banked = stroke_tilt(right, right[-1].time)
    assert math.radians(5.0) < banked < math.radians(20.0)
    mirrored = [TraceSample(s.time, -s.x, s.y) for s in right]
    assert stroke_tilt(mirrored, right[-1].time) == pytest.approx(-banked)


def test_a_little_bending_is_no_meant_spin() -> None:
    assert meant(0.9, 1.0) == 0.0
    assert meant(-3.0, 1.0) == -2.0
