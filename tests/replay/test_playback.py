"""Playing a recording: any moment, both ways, at any speed, with everything where it was."""

from __future__ import annotations

import math
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.replay.motion import Motion, rotation, rotation_vector
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.poses import Poses, encode_poses, flat_grid
from fliegende3d.replay.timeline import AT_REST, IN_HAND, MarkerKind, SegmentKind, timeline_of
from fliegende3d.rules import Applied, apply, start_game
from fliegende3d.rules.state import Setup

from .sample import MESH, game

GAME = game(players=2)
PLAYBACK = Playback(GAME)


def spinning(rate: float) -> Motion:
    """A flat carpet that turns about the vertical through the origin at a steady rate [rad/s], 60 frames a second."""
    times = np.arange(31) / 60.0
    flat = flat_grid(*MESH, 0.059, 0.091)
    frames = []
    for moment in times:
        cosine, sine = math.cos(rate * moment), math.sin(rate * moment)
        frames.append(flat @ np.array(((cosine, sine, 0.0), (-sine, cosine, 0.0), (0.0, 0.0, 1.0))))
    return Motion(Poses(times, np.array(frames), *MESH))


@settings(max_examples=60, deadline=None)
@given(st.floats(-150.0, 150.0), st.floats(0.0, 0.5))
def test_a_fast_spin_is_mixed_as_a_turn_and_never_shrinks(rate: float, moment: float) -> None:
    """Up to 25 revolutions a second a carpet turns 150 degrees from frame to frame."""
    shape = spinning(rate).at(moment)
    cosine, sine = math.cos(rate * moment), math.sin(rate * moment)
    expected = flat_grid(*MESH, 0.059, 0.091) @ np.array(((cosine, sine, 0.0), (-sine, cosine, 0.0), (0.0, 0.0, 1.0)))
    assert np.abs(shape - expected).max() < 1e-4


@given(st.lists(st.floats(-3.0, 3.0), min_size=3, max_size=3))
def test_rotations_and_their_vectors_belong_together(numbers: list[float]) -> None:
    vector = np.array(numbers)
    if np.linalg.norm(vector) > 3.1:
        vector *= 3.1 / np.linalg.norm(vector)
    assert np.abs(rotation_vector(rotation(vector)) - vector).max() < 1e-6


def test_a_half_turn_is_a_half_turn() -> None:
    found = rotation_vector(np.diag((1.0, -1.0, -1.0)))
    assert np.abs(np.abs(found) - (math.pi, 0.0, 0.0)).max() < 1e-9


def test_a_carpet_that_slides_never_dips_below_the_table_between_frames() -> None:
    times = np.arange(10) / 60.0
    flat = flat_grid(*MESH, 0.059, 0.091)
    vertices = np.array([flat + np.array((0.01 * k, 0.0, 0.0002)) for k in range(10)])
    motion = Motion(Poses(times, vertices, *MESH))
    assert min(float(motion.at(t)[:, 2].min()) for t in np.linspace(0.0, 0.15, 97)) >= 0.0002 - 1e-12


def test_segments_follow_each_other_without_gaps() -> None:
    segments = PLAYBACK.timeline.segments
    assert segments[0].start == 0.0
    for first, second in pairwise(segments):
        assert first.end == second.start
        assert first.end > first.start


def test_the_cards_of_the_timeline_are_those_of_the_rules() -> None:
    secrets = GAME.secrets
    assert secrets is not None
    setup = Setup(GAME.header.names, GAME.header.rule_set(), secrets.deck, secrets.genies, secrets.first_dealer)
    state, _ = start_game(setup)
    tables = {segment.step: segment.after for segment in PLAYBACK.timeline.segments}
    for number, step in enumerate(GAME.steps):
        applied = apply(state, step.action)
        assert isinstance(applied, Applied)
        state = applied.state
        if number in tables:
            assert {card.id for card in tables[number]} == {card.id for card in state.table}
            assert set(tables[number]) == set(state.table)


def test_a_flight_lasts_as_long_as_it_did() -> None:
    flight = PLAYBACK.timeline.segment_of_flight(0)
    assert flight.length == pytest.approx(IN_HAND + 49 / 60.0 + AT_REST)


def test_markers_tell_throws_touchdowns_duels_and_stages() -> None:
    kinds = [marker.kind for marker in PLAYBACK.timeline.markers]
    assert kinds.count(MarkerKind.THROW) == len(GAME.flights())
    assert kinds.count(MarkerKind.TOUCHDOWN) == len(GAME.flights())
    assert kinds.count(MarkerKind.STAGE) == GAME.header.stages
    assert kinds.count(MarkerKind.END) == 1
    duels = sum(segment.kind is SegmentKind.DUEL for segment in PLAYBACK.timeline.segments)
    assert kinds.count(MarkerKind.DUEL) == duels > 0
    times = [marker.time for marker in PLAYBACK.timeline.markers if marker.kind is MarkerKind.THROW]
    assert times == sorted(times)


def test_the_picture_is_the_same_whichever_way_it_was_reached() -> None:
    moments = np.linspace(0.0, PLAYBACK.timeline.duration, 60)
    forwards = [PLAYBACK.scene(moment) for moment in moments]
    other = Playback(GAME)
    backwards = [other.scene(moment) for moment in moments[::-1]][::-1]
    for first, second in zip(forwards, backwards, strict=True):
        assert first.cards == second.cards
        assert first.carpets.keys() == second.carpets.keys()
        assert all((first.carpets[index] == second.carpets[index]).all() for index in first.carpets)


def test_any_moment_is_reached_in_a_twentieth_of_a_second() -> None:
    fresh = Playback(GAME)
    rng = np.random.default_rng(2)
    waits = []
    for moment in rng.uniform(0.0, fresh.timeline.duration, 150):
        start = time.perf_counter()
        fresh.scene(float(moment))
        waits.append(time.perf_counter() - start)
    assert float(np.median(waits)) < 0.05


def test_carpets_lie_until_the_round_is_over_and_pushed_cards_stay_where_they_stopped() -> None:
    segment = next(s for s in PLAYBACK.timeline.segments if s.kind is SegmentKind.VERDICT and s.flight == 1)
    scene = PLAYBACK.scene(0.5 * (segment.start + segment.end))
    assert len(scene.carpets) == 2
    flight = GAME.flights()[1]
    for card, track in flight.moved_cards().items():
        shown = next(pose for pose in scene.cards if pose.id == card)
        assert (shown.x, shown.y, shown.z) == pytest.approx(tuple(track.places[-1, :3]))


def test_genies_turn_over_only_in_their_duel() -> None:
    for segment in PLAYBACK.timeline.segments:
        scene = PLAYBACK.scene(0.5 * (segment.start + segment.end))
        genies = [card for card in scene.cards if card.kind.startswith("genie")]
        assert bool(genies) == (segment.kind is SegmentKind.DUEL)
    duel = next(s for s in PLAYBACK.timeline.segments if s.kind is SegmentKind.DUEL)
    begin = [card.roll for card in PLAYBACK.scene(duel.start + 0.01).cards if card.kind.startswith("genie")]
    end = [card.roll for card in PLAYBACK.scene(duel.end - 0.01).cards if card.kind.startswith("genie")]
    assert begin == pytest.approx([math.pi] * len(begin))
    assert end == pytest.approx([0.0] * len(end))


def test_before_the_beginning_and_after_the_end_it_stands_still() -> None:
    assert PLAYBACK.scene(-5.0).cards == PLAYBACK.scene(0.0).cards
    end = PLAYBACK.timeline.duration
    assert PLAYBACK.scene(end + 9.0).cards == PLAYBACK.scene(end).cards


def test_a_recording_without_steps_has_a_timeline() -> None:
    begun = game(steps=0)
    timeline = timeline_of(begun)
    assert timeline.duration > 0.0
    assert Playback(begun).scene(0.1).carpets == {}


def test_the_last_pose_alone_is_the_last_of_all() -> None:
    from fliegende3d.replay.poses import decode_poses, duration_of, last_pose

    packed = encode_poses(spinning(40.0).poses)
    assert (last_pose(packed) == decode_poses(packed).vertices[-1]).all()
    assert duration_of(packed) == 0.5
