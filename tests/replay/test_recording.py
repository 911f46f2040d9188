"""A game as a file: everything comes back, damage and foreign versions are told, nothing hidden is shared."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.replay.container import Chunk, RecordingError, decode, encode, pack
from fliegende3d.replay.flights import RecordedFlight, decode_flight, encode_flight
from fliegende3d.replay.recording import (
    SECRET,
    STEP,
    Recording,
    Step,
    from_bytes,
    shared,
    to_bytes,
)
from fliegende3d.replay.resting import RestingShape
from fliegende3d.rules import (
    CARDS,
    Card,
    ChoiceMade,
    ChooseGenie,
    DuelOpened,
    GeniesShown,
    PlaceCard,
    Undo,
    Undone,
)

from .sample import flight, game

WHOLE = game()
SHORT = game(steps=20)
FILE = to_bytes(SHORT)


def fields(flown: RecordedFlight | None) -> object:
    return flown and {field.name: getattr(flown, field.name) for field in dataclasses.fields(flown)}


def same(first: Recording, second: Recording) -> bool:
    steps = [(step.action, step.events, fields(step.flight)) for step in first.steps]
    others = [(step.action, step.events, fields(step.flight)) for step in second.steps]
    heads = (first.header, first.secrets, first.opening, first.thumbnail, first.bookmarks)
    return steps == others and heads == (
        second.header,
        second.secrets,
        second.opening,
        second.thumbnail,
        second.bookmarks,
    )


def test_the_sample_has_flights_duels_and_an_end() -> None:
    events = list(WHOLE.events())
    assert WHOLE.header.finished
    assert any(isinstance(event, GeniesShown) for event in events)
    assert len(WHOLE.flights()) > 20


def test_everything_comes_back() -> None:
    resting = {1: RestingShape(0, np.random.default_rng(1).normal(size=(80, 3)), {4: np.ones(80, np.int8)})}
    thumbnail = b"\x89PNG\r\n\x1a\n picture"
    written = replace(WHOLE, resting=resting, thumbnail=thumbnail, bookmarks=(1.5, 20.0))
    read = from_bytes(to_bytes(written))
    assert read.damage is None
    assert same(written, read)
    assert read.resting is not None
    assert (read.resting[1].vertices == resting[1].vertices).all()
    assert (read.resting[1].sides[4] == resting[1].sides[4]).all()


def test_numbers_of_other_kinds_are_written_as_plain_ones() -> None:
    action = PlaceCard(np.int64(0), np.float64(0.1), np.float32(0.5), 0.0)  # type: ignore[arg-type]
    read = from_bytes(to_bytes(replace(SHORT, steps=(Step(action, ()),)))).steps[0].action
    assert read == PlaceCard(0, 0.1, 0.5, 0.0)
    assert isinstance(read, PlaceCard)
    assert type(read.x) is float


def test_poses_and_tracks_of_a_flight_come_back() -> None:
    written = flight(0, 2, (0.1, 0.2), pushed=7)
    read = decode_flight(encode_flight(written))
    poses = read.poses()
    assert np.abs(poses.vertices[-1].mean(0) - (0.1, 0.2, 0.005)).max() < 1e-4
    track = read.moved_cards()[7]
    assert np.abs(track.places[-1] - (0.102, 0.202, 0.002, 0.102, 0.002, 0.002)).max() < 6e-5
    assert read.throw == written.throw


def test_unknown_chunks_are_skipped_and_later_minors_read() -> None:
    chunks = list(decode(FILE).chunks)
    chunks.insert(2, Chunk(b"NEWS", b"whatever"))
    assert same(from_bytes(encode(chunks, minor=7)), SHORT)


def test_unknown_fields_of_known_chunks_are_skipped() -> None:
    chunks = list(decode(FILE).chunks)
    header = msgspec.to_builtins(SHORT.header) | {"mood": "cheerful"}
    chunks[0] = Chunk(chunks[0].kind, pack(msgspec.json.encode(header)))
    assert same(from_bytes(encode(chunks)), SHORT)


def test_a_truncated_file_keeps_the_steps_before_the_cut() -> None:
    read = from_bytes(FILE[: len(FILE) * 2 // 3])
    assert read.damage is not None
    assert 0 < len(read.steps) < len(SHORT.steps)
    assert [step.action for step in read.steps] == [step.action for step in SHORT.steps[: len(read.steps)]]
    assert read.resting is None


def test_a_step_that_names_what_does_not_exist_ends_the_reading_there() -> None:
    wrong = [
        PlaceCard(7, 0.0, 0.0, 0.0),
        PlaceCard(0, 1e30, 0.0, 0.0),
        PlaceCard(0, 0.0, 0.0, 0.0, 77),
    ]
    for action in wrong:
        read = from_bytes(to_bytes(replace(SHORT, steps=(*SHORT.steps[:3], Step(action, ()), *SHORT.steps[4:]))))
        assert len(read.steps) == 3
        assert read.damage is not None


def test_a_card_of_the_wrong_kind_is_refused() -> None:
    event = DuelOpened(Card(0, CARDS[51].kind), (0, 1))
    read = from_bytes(to_bytes(replace(SHORT, steps=(Step(SHORT.steps[0].action, (event,)),))))
    assert read.steps == ()
    assert "no card 0" in str(read.damage)


def test_what_is_no_recording_is_refused_with_a_sentence() -> None:
    for data in (b"", b"PK\x03\x04", b"FLIEGEND\x01\x00\x00\x00"):
        with pytest.raises(RecordingError):
            from_bytes(data)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_mutated_file_with_right_checksums_is_read_or_refused(data: st.DataObject) -> None:
    chunks = list(decode(FILE).chunks)
    index = data.draw(st.integers(0, len(chunks) - 1))
    payload = bytearray(chunks[index].payload)
    for _ in range(data.draw(st.integers(1, 3))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    chunks[index] = Chunk(chunks[index].kind, bytes(payload))
    try:
        read = from_bytes(encode(chunks))
        for flown in read.flights():
            flown.poses()
            flown.moved_cards()
    except RecordingError:
        return
    assert len(read.steps) <= len(SHORT.steps)


def duel_in_progress() -> Recording:
    """A game that stops when one of two duellists has picked, having taken back another pick before."""
    for index, step in enumerate(WHOLE.steps):
        if isinstance(step.action, ChooseGenie) and not any(isinstance(event, GeniesShown) for event in step.events):
            seat = step.action.seat
            other = replace(step.action, genie=9 - step.action.genie)
            taken_back = (Step(other, (ChoiceMade(seat),)), Step(Undo(seat), (Undone(seat),)))
            header = msgspec.structs.replace(WHOLE.header, finished=False)
            return replace(WHOLE, header=header, steps=(*WHOLE.steps[:index], *taken_back, step))
    raise AssertionError("the sample game has no duel")


def test_a_shared_file_of_a_running_game_holds_nothing_that_was_not_shown() -> None:
    running = duel_in_progress()
    read = from_bytes(to_bytes(shared(running)))
    shown = {(seat, genie) for event in read.events() if isinstance(event, GeniesShown) for seat, genie in event.shown}
    picked = {(step.action.seat, step.action.genie) for step in read.steps if isinstance(step.action, ChooseGenie)}
    assert picked <= shown
    assert read.secrets is None
    assert SECRET not in {chunk.kind for chunk in decode(to_bytes(shared(running))).chunks}
    assert len(read.steps) == len(running.steps) - 3
    assert read.header.shared


def test_a_shared_file_of_a_finished_game_keeps_deck_and_genies() -> None:
    assert shared(WHOLE).secrets == WHOLE.secrets
    assert shared(WHOLE).steps == WHOLE.steps


def test_a_small_file_that_unpacks_to_much_is_refused() -> None:
    chunks = list(decode(FILE).chunks)
    place = next(index for index, chunk in enumerate(chunks) if chunk.kind == STEP)
    chunks[place] = Chunk(STEP, pack(b" " * 20_000_000))
    read = from_bytes(encode(chunks))
    assert read.steps == ()
    assert "more than" in str(read.damage)
