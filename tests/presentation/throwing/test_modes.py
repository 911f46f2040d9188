"""Slingshot, meter, steps and sticks: each makes the same kind of gesture, within the same limits."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.devices.events import SticksMoved
from fliegende3d.presentation.throwing.gesture import StrokeFault, ThrowGesture
from fliegende3d.presentation.throwing.meter import SWEEP_TIME, MeterState, mark, read_meter
from fliegende3d.presentation.throwing.slingshot import FULL_PULL, read_pull
from fliegende3d.presentation.throwing.step import STEPS, StepValue, stepped, value_of
from fliegende3d.presentation.throwing.stick import StickFlick


def test_a_slingshot_flies_opposite_to_its_pull() -> None:
    gesture = read_pull(-0.1, 0.1)
    assert isinstance(gesture, ThrowGesture)
    assert math.degrees(gesture.direction) == pytest.approx(45.0)


def test_a_full_pull_is_full_power_and_a_short_one_is_no_throw() -> None:
    full = read_pull(0.0, FULL_PULL)
    assert isinstance(full, ThrowGesture)
    assert full.power == pytest.approx(1.0)
    assert read_pull(0.0, 0.01) is StrokeFault.NO_TRAVEL
    assert read_pull(0.0, -0.2) is StrokeFault.BACKWARDS
    assert read_pull(0.3, 0.05) is StrokeFault.TOO_WIDE


def test_the_meter_swings_once_each_way_in_its_time() -> None:
    assert mark(0.0) == pytest.approx(0.0)
    assert mark(SWEEP_TIME / 4) == pytest.approx(1.0)
    assert mark(SWEEP_TIME / 2) == pytest.approx(0.0, abs=1e-9)
    assert mark(3 * SWEEP_TIME / 4) == pytest.approx(-1.0)
    assert mark(SWEEP_TIME) == pytest.approx(0.0, abs=1e-9)


def test_three_presses_of_the_meter_make_a_throw() -> None:
    state = MeterState(started=10.0)
    state = state.press(10.0)
    state = state.press(10.0 + SWEEP_TIME / 4)
    state = state.press(10.0 + SWEEP_TIME / 4)
    assert state.finished
    gesture = read_meter(state)
    assert gesture.direction == pytest.approx(0.0)
    assert gesture.power == pytest.approx(1.0)


@given(st.sampled_from(list(StepValue)), st.integers(-500, 500))
def test_steps_never_leave_their_range(which: StepValue, steps: int) -> None:
    low, high, _ = STEPS[which]
    assert low - 1e-9 <= value_of(stepped(ThrowGesture(0.5), which, steps), which) <= high + 1e-9


def test_a_step_there_and_back_changes_nothing() -> None:
    start = ThrowGesture(0.5)
    for which in StepValue:
        there = stepped(start, which, 1)
        assert there != start
        assert value_of(stepped(there, which, -1), which) == pytest.approx(value_of(start, which))


def sticks(time: float, *, right: tuple[float, float] = (0.0, 0.0), left: tuple[float, float] = (0.0, 0.0), **triggers):
    return SticksMoved(time, "pad", left, right, triggers.get("lt", 0.0), triggers.get("rt", 0.0))


def test_pulling_the_stick_back_and_flicking_it_forward_throws() -> None:
    flick, thrown = StickFlick(), None
    for k in range(20):
        assert flick.take(sticks(0.01 * k, right=(0.0, -k / 19)), ThrowGesture(0.4)).thrown is None
    for k in range(16):
        answer = flick.take(sticks(0.2 + 0.004 * k, right=(0.0, -1.0 + 2.0 * k / 15)), ThrowGesture(0.4))
        thrown = thrown or answer.thrown
    assert thrown is not None
    assert thrown.power == pytest.approx(1.0 - math.exp(-1.0), abs=0.02), "63 % for a hard flick of 60 ms"


def test_the_flick_of_a_stick_does_not_depend_on_the_rate_of_reports() -> None:
    powers = []
    for step in (0.002, 0.004, 0.008):
        flick, thrown = StickFlick(), None
        flick.take(sticks(0.0, right=(0.0, -1.0)), ThrowGesture(0.4))
        time = 0.2
        while thrown is None:
            time += step
            place = min(1.0, -1.0 + (time - 0.2) / 0.06 * 2.0)
            thrown = flick.take(sticks(time, right=(0.0, place)), ThrowGesture(0.4)).thrown
        powers.append(thrown.power)
    assert max(powers) - min(powers) < 0.05


def test_reports_that_come_late_or_tell_nothing_new_change_the_flick_little() -> None:
    def power(jitter: float, repeated: bool) -> float:
        flick, time = StickFlick(), 0.0
        flick.take(sticks(time, right=(0.0, -1.0)), ThrowGesture(0.4))
        for k in range(1, 40):
            time = 0.5 + 0.008 * k + (jitter if k % 2 else 0.0)
            place = min(1.0, -1.0 + 0.008 * k / 0.1 * 2.0)
            if repeated:
                # The frame tells once more where the stick was, just before the next report.
                last = -1.0 + 0.008 * (k - 1) / 0.1 * 2.0
                flick.take(sticks(time - 0.0005, right=(0.0, last)), ThrowGesture(0.4))
            answer = flick.take(sticks(time, right=(0.0, place)), ThrowGesture(0.4))
            if answer.thrown is not None:
                return answer.thrown.power
        raise AssertionError("no throw")

    # Two radii in 100 ms; alternate reports are 3 ms late.
    ordinary = 1.0 - math.exp(-2.0 / 0.1 / (2.0 / 0.06))
    assert power(0.0, repeated=False) == pytest.approx(ordinary, abs=0.01)
    assert power(0.0, repeated=True) == pytest.approx(ordinary, abs=0.01)
    assert power(0.003, repeated=False) == pytest.approx(ordinary, abs=0.06)


def test_letting_the_stick_spring_back_does_not_throw() -> None:
    flick = StickFlick()
    for k in range(30):
        place = -1.0 + k / 29
        assert flick.take(sticks(0.01 * k, right=(0.0, place)), ThrowGesture(0.4)).thrown is None


def test_the_trigger_is_a_slingshot() -> None:
    flick = StickFlick()
    for k in range(10):
        flick.take(sticks(0.01 * k, rt=0.08 * k), ThrowGesture(0.4))
    answer = flick.take(sticks(0.2, rt=0.0), ThrowGesture(0.4))
    assert answer.thrown is not None
    assert answer.thrown.power == pytest.approx(0.72)


def test_the_aiming_stick_turns_at_an_even_rate_and_slower_with_fine_aim() -> None:
    def turned(fine: float) -> float:
        flick, gesture = StickFlick(), ThrowGesture(0.4)
        for k in range(51):
            answer = flick.take(sticks(1.0 + 0.01 * k, left=(1.0, 0.0), lt=fine), gesture)
            gesture = answer.aimed or gesture
        return math.degrees(gesture.direction)

    assert turned(0.0) == pytest.approx(20.0, abs=0.5)
    assert turned(1.0) == pytest.approx(5.0, abs=0.2)


def test_a_tap_of_the_aiming_stick_turns_no_more_than_it_lasts() -> None:
    flick, gesture = StickFlick(), ThrowGesture(0.4)
    for time, across in ((1.0, 0.0), (9.0, 1.0), (9.02, 0.0), (9.5, 0.0)):
        gesture = flick.take(sticks(time, left=(across, 0.0)), gesture).aimed or gesture
    assert math.degrees(gesture.direction) == pytest.approx(40.0 * 0.02)


def test_a_gesture_is_clamped_to_the_hand() -> None:
    wild = replace(ThrowGesture(5.0), spin=-9.0, tilt=3.0, loft=-3.0, direction=9.0).clamped()
    assert wild.power == 1.0
    assert wild.spin == -1.0
    assert abs(wild.tilt) < 1.0
