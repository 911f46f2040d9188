"""A film of a recording drawn without a display: every kind of shot shows its subject; cancelled, nothing is left."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest

from fliegende3d.commands.files import InputError
from fliegende3d.commands.films import FilmWish, draw_film, parse_size, plan_film
from fliegende3d.presentation.graphics.host import Host, open_offscreen
from fliegende3d.presentation.replay.film import CancelledError, FilmMaker, FilmOptions, export
from fliegende3d.presentation.replay.soundtrack import Mixer, soundtrack
from fliegende3d.presentation.text import load_texts
from fliegende3d.replay.director import Director, Plan, Shot
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import load
from fliegende3d.replay.shots import ShotKind, ShotSheet
from fliegende3d.replay.timeline import IN_HAND, SegmentKind

pytestmark = pytest.mark.display

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "four-duel.teppich"
SIZE = (160, 90)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    made = open_offscreen(SIZE)
    yield made
    made.destroy()


@pytest.fixture(scope="module")
def playback() -> Playback:
    return Playback(load(GOLDEN))


def one_of_each(playback: Playback) -> list[Shot]:
    """A shot of each kind: flights half a tenth after the first contact.

    Each is a little less than a picture long, so that rounding moves none into its neighbour.
    """
    segments = playback.timeline.segments
    shots = []
    for kind in ShotKind:
        wanted = {ShotKind.VERDICT: SegmentKind.VERDICT, ShotKind.DUEL: SegmentKind.DUEL}.get(kind, SegmentKind.FLIGHT)
        index = next(index for index, segment in enumerate(segments) if segment.kind is wanted)
        segment = segments[index]
        begin = segment.start + (IN_HAND + 0.05 if wanted is SegmentKind.FLIGHT else 0.6 * segment.length)
        shots.append(Shot(kind, begin, begin + 0.9 / 30.0, 1.0, index, segment.flight))
    return shots


def test_every_kind_of_shot_is_drawn_and_they_differ(host: Host, playback: Playback) -> None:
    plan = Plan.of(one_of_each(playback))
    maker = FilmMaker(host, playback, plan, load_texts("en"), FilmOptions(captions=False))
    pictures = [frame.astype(int) for frame in maker.frames(30)]
    maker.close()
    assert len(pictures) == len(ShotKind)
    for picture in pictures:
        assert picture.shape == (SIZE[1], SIZE[0], 3)
        assert picture.std() > 10.0
    for first in range(len(pictures)):
        for second in range(first):
            assert np.abs(pictures[first] - pictures[second]).mean() > 3.0


def test_captions_are_drawn_over_the_picture_and_taken_away_again(host: Host, playback: Playback) -> None:
    index = next(i for i, s in enumerate(playback.timeline.segments) if s.kind is SegmentKind.STAGE)
    segment = playback.timeline.segments[index]
    plan = Plan.of([Shot(ShotKind.TABLE, segment.start, segment.start + 1.0 / 30.0, 1.0, index)])
    pictures = []
    for captions in (True, False):
        maker = FilmMaker(host, playback, plan, load_texts("de"), FilmOptions(captions=captions))
        pictures.append(next(iter(maker.frames(30))).astype(int))
        maker.close()
    difference = np.abs(pictures[0] - pictures[1]).sum(2)
    assert difference[70:].mean() > 4.0 * max(difference[:35].mean(), 0.5)


def test_an_export_has_pictures_and_sound(host: Host, playback: Playback, tmp_path: Path) -> None:
    director = Director(playback, ShotSheet.load().directing)
    shots = [shot for shot in director.game().shots if shot.kind in (ShotKind.IMPACT, ShotKind.EDGE, ShotKind.CHASE)]
    plan = Plan.of([replace(shots[0], end=min(shots[0].end, shots[0].start + 0.4 * shots[0].rate))])
    maker = FilmMaker(host, playback, plan, load_texts("en"))
    told: list[tuple[int, int]] = []

    def follow(done: int, total: int) -> bool:
        told.append((done, total))
        return True

    path = tmp_path / "film.mp4"
    frames = export(maker, host, path, progress=follow)
    maker.close()
    assert told[-1] == (frames, frames)
    with av.open(str(path)) as container:
        assert [stream.type for stream in container.streams] == ["video", "audio"]
        assert sum(1 for _ in container.decode(video=0)) == frames


def test_a_cancelled_export_leaves_nothing(host: Host, playback: Playback, tmp_path: Path) -> None:
    maker = FilmMaker(host, playback, Plan.of(one_of_each(playback)), load_texts("en"))
    with pytest.raises(CancelledError):
        export(maker, host, tmp_path / "film.gif", progress=lambda done, total: done < 2)
    maker.close()
    assert list(tmp_path.iterdir()) == []


def test_the_soundtrack_slaps_when_the_carpet_lands(playback: Playback) -> None:
    segment = playback.timeline.segment_of_flight(0)
    index = playback.timeline.segments.index(segment)
    plan = Plan.of([Shot(ShotKind.CHASE, segment.start, segment.end, 1.0, index, 0)])
    sound = np.concatenate(list(soundtrack(playback, plan)))
    assert len(sound) == math.ceil(plan.duration * 48_000)
    assert np.abs(sound).max() <= 1.0
    touch = next(at for at in playback.timeline.flights[0].contacts if at.kind == "first_contact")
    landed = int((IN_HAND + touch.time) * 48_000)
    before, after = sound[: int(0.5 * 48_000)], sound[landed : landed + 9_600]
    assert np.sqrt((after**2).mean()) > 1.5 * np.sqrt((before**2).mean())


def test_a_loop_has_no_seam() -> None:
    mixer = Mixer(20.0)
    mixer.loop("evening", 0.0, np.full(1200, 0.3), np.ones(1200))
    steps = np.abs(np.diff(mixer.rest()))
    assert steps.max() < 40.0 * np.percentile(steps, 99)


def test_ambience_in_pieces_sounds_like_one_piece() -> None:
    whole, pieces = Mixer(20.0), Mixer(20.0)
    whole.ambience("evening", 0.0, 20.0, 0.3)
    heard = []
    for start in range(20):
        pieces.ambience("evening", start, start + 1.0, 0.3)
        heard.append(pieces.take(start + 1.0))
    assert np.array_equal(np.concatenate([*heard, pieces.rest()]), whole.rest())


def test_a_sound_goes_on_beyond_the_piece_that_was_taken() -> None:
    once, twice = Mixer(2.0), Mixer(2.0)
    once.add("card", 0.05, 0.8)
    twice.add("card", 0.05, 0.8)
    first = twice.take(0.1)
    assert np.array_equal(np.concatenate([first, twice.rest()]), once.rest())
    assert len(first) == 4_800


def test_a_soundtrack_holds_no_more_than_a_shot_and_its_echo(playback: Playback) -> None:
    plan = Director(playback, ShotSheet.load().directing).game()
    longest = max(shot.length for shot in plan.shots)
    pieces = [len(piece) for piece in soundtrack(playback, plan)]
    assert sum(pieces) == math.ceil(plan.duration * 48_000)
    assert max(pieces) <= math.ceil(longest * 48_000) + 1


def test_the_command_refuses_what_it_cannot_film(playback: Playback, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="WIDTHxHEIGHT"):
        parse_size("big")
    begun = Director(Playback(replace(playback.recording, steps=())), ShotSheet.load().directing)
    with pytest.raises(InputError, match="does not hold the shots orbit"):
        plan_film(begun, FilmWish(shots=(ShotKind.ORBIT,)))
    with pytest.raises(InputError, match="does not exist"):
        draw_film(playback.recording, tmp_path / "nowhere" / "film.mp4", size=SIZE, wish=FilmWish())


def test_the_best_moment_is_just_after_a_landing(playback: Playback) -> None:
    director = Director(playback, ShotSheet.load().directing)
    plan = director.game()
    number, time = plan.at(director.best_moment(plan))
    flight = plan.shots[number].flight
    assert flight is not None
    touch = next(at for at in playback.timeline.flights[flight].contacts if at.kind == "first_contact")
    assert time == pytest.approx(playback.timeline.segment_of_flight(flight).start + IN_HAND + touch.time + 0.08)
    best = max(fact.interest for fact in director.facts)
    assert director.facts[flight].interest == best
