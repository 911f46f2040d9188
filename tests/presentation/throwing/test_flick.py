"""The flick: what a trace of the pointer means, whatever the device's rate, and why some traces are no throws."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.throwing.flick import (
    RESTING_SPIN,
    FlickSettings,
    pace_from_speeds,
    power_of,
    read_flick,
    release_velocity,
)
from fliegende3d.presentation.throwing.gesture import WIDEST_DIRECTION, StrokeFault, ThrowGesture
from fliegende3d.presentation.throwing.trace import TraceSample, curvature


def stroke(*, rate: float, speed: float = 1.5, angle: float = 0.0, windup: float = 0.15, push: float = 0.3):
    """A press at 0 s: drawn back for 0.2 s, then pushed at an even speed [window heights/s]; samples at a rate [Hz]."""
    back = 0.2
    length = push / speed
    samples, step = [], 1.0 / rate
    count = round((back + length) * rate)
    for index in range(count + 1):
        time = min(index * step, back + length)
        if time <= back:
            samples.append(TraceSample(time, 0.0, -windup * time / back))
        else:
            way = speed * (time - back)
            samples.append(TraceSample(time, way * math.sin(angle), -windup + way * math.cos(angle)))
    return samples


def thrown(samples: list[TraceSample], release: float | None = None) -> ThrowGesture:
    answer = read_flick(samples, samples[-1].time if release is None else release)
    assert isinstance(answer, ThrowGesture), answer
    return answer


@pytest.mark.parametrize("rate", [60.0, 125.0, 144.0, 250.0, 1000.0])
def test_an_even_push_has_its_speed_at_every_rate(rate: float) -> None:
    gesture = thrown(stroke(rate=rate, speed=1.5))
    # p = 1 - exp(-v / v0), v0 = 2.6 by default
    assert gesture.power == pytest.approx(1.0 - math.exp(-1.5 / 2.6), abs=0.02)
    assert gesture.direction == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize("degrees", [-40.0, -15.0, 10.0, 50.0])
def test_the_direction_is_the_slope_of_the_push(degrees: float) -> None:
    gesture = thrown(stroke(rate=250.0, angle=math.radians(degrees)))
    assert math.degrees(gesture.direction) == pytest.approx(degrees, abs=1.0)


def test_frames_only_hand_the_samples_over_so_the_throw_is_the_same_at_30_60_and_144() -> None:
    samples = stroke(rate=250.0, speed=2.0, angle=0.2)
    throws = set()
    for frames in (30.0, 60.0, 144.0):
        handed: list[TraceSample] = []
        frame = 0
        while len(handed) < len(samples):
            frame += 1
            handed += [s for s in samples if (frame - 1) / frames <= s.time + 1e-12 < frame / frames]
        throws.add(thrown(handed))
    assert len(throws) == 1


def test_a_slow_frame_that_swallows_the_last_samples_still_throws() -> None:
    samples = stroke(rate=250.0)
    sparse = [samples[0], samples[len(samples) // 2], samples[-1]]
    assert isinstance(read_flick(sparse, samples[-1].time), ThrowGesture)


def test_a_pause_of_150_ms_before_the_release_has_almost_no_power() -> None:
    samples = stroke(rate=250.0, speed=2.5)
    assert thrown(samples).power > 0.55
    assert thrown(samples, samples[-1].time + 0.150).power < 0.05


def test_a_press_without_travel_never_throws() -> None:
    still = [TraceSample(0.01 * k, 0.5, -0.5) for k in range(30)]
    assert read_flick(still, 0.3) is StrokeFault.NO_TRAVEL
    assert read_flick([TraceSample(0.0, 0.0, 0.0)], 1.0) is StrokeFault.NO_TRAVEL
    assert read_flick([], 1.0) is StrokeFault.NO_TRAVEL


def test_pulling_back_only_is_no_throw() -> None:
    back = [TraceSample(0.004 * k, 0.0, -0.01 * k) for k in range(40)]
    assert read_flick(back, back[-1].time) is StrokeFault.BACKWARDS


def test_a_push_to_the_side_is_refused_as_too_wide() -> None:
    assert read_flick(stroke(rate=250.0, angle=math.radians(75)), 0.4) is StrokeFault.TOO_WIDE


def test_bending_to_the_right_adds_clockwise_spin_and_to_the_left_takes_it_away() -> None:
    def bent(turn: float) -> ThrowGesture:
        radius = 0.25
        samples = [TraceSample(0.004 * k, 0.0, 0.006 * k) for k in range(40)]
        last = samples[-1]
        for k in range(1, 15):
            angle = turn * 0.006 * k / radius
            samples.append(
                TraceSample(
                    last.time + 0.004 * k,
                    math.copysign(radius * (1 - math.cos(angle)), turn),
                    last.y + abs(radius * math.sin(angle)),
                )
            )
        return thrown(samples)

    assert bent(1.0).spin > RESTING_SPIN + 0.1
    assert bent(-1.0).spin < RESTING_SPIN - 0.1


def test_curvature_of_a_circle_is_one_over_its_radius() -> None:
    for radius in (0.1, 0.3, 1.0):
        arc = [
            TraceSample(0.001 * k, radius * (1 - math.cos(0.01 * k)), radius * math.sin(0.01 * k)) for k in range(100)
        ]
        assert curvature(arc) == pytest.approx(1.0 / radius, rel=0.01)


def test_a_left_hand_spins_the_other_way() -> None:
    samples = stroke(rate=250.0)
    left = read_flick(samples, samples[-1].time, settings=FlickSettings(resting_spin=-RESTING_SPIN))
    assert isinstance(left, ThrowGesture)
    assert left.spin == pytest.approx(-thrown(samples).spin, abs=0.05)


def test_calibration_makes_the_ordinary_throw_the_wanted_power() -> None:
    pace = pace_from_speeds((0.9, 1.0, 1.3))
    assert power_of(1.0, pace) == pytest.approx(0.55)
    with pytest.raises(ValueError, match="at least one throw"):
        pace_from_speeds((0.0,))


finite = st.floats(-3.0, 3.0, allow_nan=False)


@given(
    st.lists(st.tuples(st.floats(0.0, 2.0), finite, finite), max_size=60),
    st.floats(0.0, 3.0),
)
def test_any_trace_is_a_throw_within_the_limits_or_a_fault(
    rows: list[tuple[float, float, float]], release: float
) -> None:
    answer = read_flick([TraceSample(*row) for row in rows], release)
    if isinstance(answer, ThrowGesture):
        assert 0.0 <= answer.power <= 1.0
        assert abs(answer.spin) <= 1.0
        assert abs(answer.direction) <= WIDEST_DIRECTION
    else:
        assert isinstance(answer, StrokeFault)


def test_the_speed_window_forgets_what_was_long_before() -> None:
    slow = [TraceSample(0.01 * k, 0.0, 0.002 * k) for k in range(60)]
    fast = [TraceSample(0.6 + 0.004 * k, 0.0, 0.12 + 0.008 * k) for k in range(30)]
    velocity = release_velocity(slow + fast, fast[-1].time)
    assert not isinstance(velocity, StrokeFault)
    assert velocity[1] == pytest.approx(2.0, rel=0.02)


def recorded(name: str) -> tuple[list[TraceSample], float]:
    """A recorded stroke, and when the button was released [s]."""
    path = Path(__file__).with_name("traces") / f"{name}.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return [TraceSample(time, x, y) for time, x, y, _ in rows], float(rows[-1][0])


def test_recorded_strokes_are_the_throws_that_the_hand_made() -> None:
    straight = read_flick(*recorded("straight"))
    slanted = read_flick(*recorded("to_the_right"))
    assert isinstance(straight, ThrowGesture)
    assert isinstance(slanted, ThrowGesture)
    assert straight.direction == pytest.approx(0.0, abs=0.02)
    assert math.degrees(slanted.direction) == pytest.approx(math.degrees(math.atan(0.35)), abs=2.0)
    assert 0.25 < straight.power < 0.75


def test_a_recorded_pause_before_the_release_takes_the_power_away() -> None:
    paused = read_flick(*recorded("with_a_pause"))
    assert isinstance(paused, ThrowGesture)
    assert paused.power < 0.05


@pytest.mark.parametrize("name", ["straight", "to_the_right", "with_a_pause"])
def test_a_recorded_stroke_is_the_same_throw_at_every_frame_rate(name: str) -> None:
    samples, release = recorded(name)
    throws = set()
    for frames in (2.0, 30.0, 60.0, 144.0):
        handed = sorted(samples, key=lambda s: (math.floor(s.time * frames), s.time))
        throws.add(read_flick(handed, release))
    assert len(throws) == 1
