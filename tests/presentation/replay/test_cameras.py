"""The director's cameras on a game that was really flown: subject in the picture, nothing inside anything, steady."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from fliegende3d.flight import ContactEvent, ContactKind, Orientation, Throw
from fliegende3d.presentation.replay.cameras import SAMPLE_RATE, Cameras
from fliegende3d.presentation.replay.framing import projected, sprung
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import View
from fliegende3d.replay.director import Director, Shot
from fliegende3d.replay.flights import RecordedFlight, record_flight
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.poses import Poses, flat_grid
from fliegende3d.replay.recording import load
from fliegende3d.replay.shots import FOLLOWING, ShotKind, ShotSheet
from fliegende3d.replay.timeline import IN_HAND, SegmentKind
from fliegende3d.rules import seat_side
from fliegende3d.rules.cards import FORWARD
from tests.replay.sample import MESH, game

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden"
SHEET = ShotSheet.load()
TABLE = Table.load()


@pytest.fixture(scope="module", params=sorted(path.name for path in GOLDEN.glob("*.teppich")))
def filmed(request: pytest.FixtureRequest) -> tuple[Playback, Cameras]:
    playback = Playback(load(GOLDEN / request.param))
    return playback, Cameras(playback, SHEET, TABLE)


def wild_flight(chance: Random, players: int) -> tuple[int, RecordedFlight]:
    """A made-up flight from any seat: any arc over the table, tumbling, with a bounce and a slide, or over the rim."""
    seat = chance.randrange(players)
    forward = np.array(FORWARD[seat_side(seat, players)])
    right = np.array((forward[1], -forward[0]))
    start = np.array((*(-0.6 * forward + chance.uniform(-0.3, 0.3) * right), chance.uniform(0.1, 0.5)))
    down = np.array((*(chance.uniform(-0.4, 0.9) * forward + chance.uniform(-0.5, 0.5) * right), 0.002))
    air, slide = chance.uniform(0.15, 1.2), chance.uniform(0.0, 0.35)
    rest = down + np.array((*(slide * (down - start)[:2]), 0.0))
    times = np.arange(int(60 * (air + 0.8))) / 60.0
    share = np.minimum(times / air, 1.0)[:, None]
    late = np.clip((times - air) / 0.5, 0.0, 1.0)[:, None]
    centres = start + (down - start) * share + (rest - down) * late * (2.0 - late)
    centres[:, 2] += 0.5 * 9.81 * air**2 * (share * (1.0 - share))[:, 0]
    turn = chance.uniform(-25.0, 25.0) * np.minimum(times, air)
    shape = flat_grid(*MESH, 0.059, 0.091)
    x, y = shape[:, 0], shape[:, 1]
    across = np.cos(turn)[:, None] * x - np.sin(turn)[:, None] * y
    along = np.sin(turn)[:, None] * x + np.cos(turn)[:, None] * y
    vertices = centres[:, None] + np.stack([across, along, np.zeros_like(across)], 2)
    velocity = (down - start) / air + np.array((0.0, 0.0, 0.5 * 9.81 * air))
    velocity *= min(1.0, 7.9 / float(np.sqrt((velocity**2).sum())))  # m/s: no throw is faster
    contacts = (ContactEvent(air, ContactKind.FIRST_CONTACT, tuple(float(c) for c in down), 1.0),)
    throw = Throw(tuple(start), tuple(velocity), (0.0, 0.0, 5.0), Orientation())
    poses = Poses(times, vertices, *MESH)
    flight = record_flight(
        seat=seat,
        carpet=seat,
        throw=throw,
        wind_seed=1,
        poses=poses,
        contacts=contacts,
        settled=True,
        resting_hash="0" * 64,
    )
    return seat, flight


@pytest.mark.parametrize("seed", range(12))
def test_the_carpet_stays_in_the_middle_four_fifths_in_games_of_any_throws(seed: int) -> None:
    """Without drawing: every following shot of the film and from every following place, of wild made-up flights."""
    chance = Random(seed)
    made = game(players=2 + seed % 3, steps=60, seed=seed)
    steps = []
    for step in made.steps:
        if step.flight is None:
            steps.append(step)
            continue
        _, flown = wild_flight(chance, made.header.players)
        steps.append(replace(step, flight=replace(flown, seat=step.flight.seat, carpet=step.flight.carpet)))
    playback = Playback(replace(made, steps=tuple(steps)))
    cameras = Cameras(playback, SHEET, TABLE)
    worst = 0.0
    for shot in every_shot(playback):
        if shot.kind not in FOLLOWING:
            continue
        segment = playback.timeline.segments[shot.segment]
        motion = playback.motion(shot.flight or 0).carpet
        for seconds in samples(shot)[::2]:
            time = shot.start + seconds * shot.rate - segment.start - IN_HAND
            place = motion.centre(float(time))
            seen = projected(
                cameras.view(shot, float(seconds)), (float(place[0]), float(place[1]), float(place[2])), 16.0 / 9.0
            )
            worst = max(worst, abs(seen[0]), abs(seen[1]))
    assert 0.0 < worst <= 0.8


def every_shot(playback: Playback) -> list[Shot]:
    """The shots of the film, and each flight once more from every following place, whatever the director chose."""
    director = Director(playback, SHEET.directing)
    shots = list(director.game().shots)
    for index, segment in enumerate(playback.timeline.segments):
        if segment.kind is SegmentKind.FLIGHT:
            release = segment.start + IN_HAND
            shots.append(Shot(ShotKind.HAND, segment.start, release + 0.12, 1.0, index, segment.flight))
            kinds = (ShotKind.CHASE, ShotKind.EDGE, ShotKind.ORBIT, ShotKind.IMPACT)
            shots += [Shot(kind, release, segment.end, 1.0, index, segment.flight) for kind in kinds]
    return shots


def samples(shot: Shot) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.arange(0.0, shot.length, 1.0 / 30.0)


def test_the_carpets_centre_stays_in_the_middle_four_fifths(filmed: tuple[Playback, Cameras]) -> None:
    playback, cameras = filmed
    for shot in every_shot(playback):
        if shot.kind not in FOLLOWING:
            continue
        segment = playback.timeline.segments[shot.segment]
        motion = playback.motion(shot.flight or 0).carpet
        for seconds in samples(shot):
            view = cameras.view(shot, float(seconds))
            time = shot.start + seconds * shot.rate - segment.start - IN_HAND
            centre = motion.centre(float(time))
            x, y = projected(view, (float(centre[0]), float(centre[1]), float(centre[2])), 16.0 / 9.0)
            assert abs(x) <= 0.8, (shot.kind, seconds)
            assert abs(y) <= 0.8, (shot.kind, seconds)


def test_no_camera_is_inside_the_table_the_parapet_or_a_carpet(filmed: tuple[Playback, Cameras]) -> None:
    playback, cameras = filmed
    for shot in every_shot(playback):
        for seconds in samples(shot):
            eye = np.array(cameras.view(shot, float(seconds)).eye)
            assert eye[2] >= SHEET.limits.above_table - 1e-6
            assert math.hypot(eye[0], eye[1]) <= SHEET.limits.radius + 1e-6
            scene = playback.scene(shot.start + float(seconds) * shot.rate)
            for vertices in scene.carpets.values():
                nearest = float(np.sqrt(((vertices - eye) ** 2).sum(1)).min())
                assert nearest > 0.03, (shot.kind, seconds)


def test_the_horizon_is_level_and_the_camera_never_jumps(filmed: tuple[Playback, Cameras]) -> None:
    playback, cameras = filmed
    for shot in every_shot(playback):
        path = cameras.path(shot)
        assert path.up == (0.0, 0.0, 1.0) or shot.kind is ShotKind.VERDICT
        steps = np.sqrt((np.diff(path.eyes, axis=0) ** 2).sum(1)) * SAMPLE_RATE
        assert float(steps.max(initial=0.0)) < 8.0
        ahead = path.targets - path.eyes
        ahead = ahead / np.sqrt((ahead**2).sum(1))[:, None]
        turns = np.sqrt((np.diff(ahead, axis=0) ** 2).sum(1))
        assert float(turns.max(initial=0.0)) < math.radians(9.0), shot.kind


def test_the_same_moment_is_seen_from_the_same_place(filmed: tuple[Playback, Cameras]) -> None:
    playback, cameras = filmed
    shot = Director(playback, SHEET.directing).game().shots[-3]
    fresh = Cameras(playback, SHEET, TABLE)
    assert fresh.view(shot, 0.5) == cameras.view(shot, 0.5)


def test_a_leading_spring_softens_jolts_and_does_not_lag_and_a_heavy_one_lags_steadily() -> None:
    step, time_constant = 1.0 / 240.0, 0.1
    steady = np.arange(480)[:, None] * step * np.array((2.0, 0.0, 0.0))
    assert np.abs(sprung(steady, time_constant, step, leading=True) - steady).max() < 0.01
    lag = steady - sprung(steady, time_constant, step, leading=False)
    assert np.abs(lag[:, 0] - 2.0 * time_constant * 2.0).max() < 0.02
    stopping = np.minimum(steady, 1.0)
    followed = sprung(stopping, time_constant, step, leading=True)[:, 0]
    assert abs(followed[-1] - 1.0) < 1e-3
    # The goal stops at once from 2 m/s; the follower needs at least its time constant for most of that.
    speeds = np.diff(followed) / step
    assert np.abs(np.diff(speeds) / step).max() < 2.0 * 2.0 / time_constant * 1.1


def test_projection_agrees_with_similar_triangles() -> None:
    view = View((0.0, 0.0, 1.0), (0.0, 1.0, 1.0), math.radians(90.0))
    assert projected(view, (0.5, 2.0, 1.0), 1.0) == pytest.approx((0.25, 0.0))
    assert projected(view, (0.0, 2.0, 2.0), 1.0) == pytest.approx((0.0, 0.5))
    assert projected(view, (0.0, -2.0, 1.0), 1.0)[0] == math.inf


def test_a_longer_shot_begins_like_a_shorter_one(filmed: tuple[Playback, Cameras]) -> None:
    playback, cameras = filmed
    director = Director(playback, SHEET.directing)
    shot = next(shot for shot in director.game().shots if shot.kind in (ShotKind.CHASE, ShotKind.EDGE))
    longer = replace(shot, end=shot.end + 0.2)
    first, second = cameras.view(shot, 0.2), cameras.view(longer, 0.2)
    assert np.abs(np.array(first.eye) - np.array(second.eye)).max() < 1e-9
