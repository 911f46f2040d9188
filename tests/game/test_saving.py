"""Games in files: taken up exactly there, whenever they were left, and however the file was hurt."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fliegende3d import resources
from fliegende3d.game.players import Player, bots
from fliegende3d.game.recorder import record, trajectory_from
from fliegende3d.game.saving import Autosave, latest, new_path, open_saved, remove, resume, saved_games
from fliegende3d.game.session import Session
from fliegende3d.game.verifying import verify
from fliegende3d.replay.container import HEAD, MAGIC, RecordingError, backup_paths
from fliegende3d.replay.recording import Recording, from_bytes, load, shared, to_bytes
from fliegende3d.rules import ChooseGenie, GenieDecision, RuleSet

ROOT = Path(__file__).resolve().parent.parent.parent
STEPS = 16


def rules(preset: str = "family") -> RuleSet:
    return RuleSet.load(resources.folder("config"), preset=preset)


def begun(players: int = 2, *, seed: int = 4) -> Session:
    return Session.new(bots(players, ["expert"]), rules(), seed=seed)


@pytest.fixture(scope="module")
def played() -> Session:
    """A game that was left in the middle of its second or a later round, with carpets on the table."""
    session = begun()
    while len(session.history) < STEPS or len(session.resting) < 2:
        session.advance()
    return session


@pytest.fixture(scope="module")
def recording(played: Session) -> Recording:
    return from_bytes(to_bytes(record(played)))


def told(session: Session) -> list[object]:
    return [(entry.action, entry.events) for entry in session.history]


def test_a_resumed_game_stands_exactly_where_it_was_left(played: Session, recording: Recording) -> None:
    again = resume(recording)
    assert again.state == played.state
    assert told(again) == told(played)
    assert again.flights == played.flights
    assert len(again.resting) >= 2
    assert {index: carpet.vertices.tobytes() for index, carpet in again.resting.items()} == {
        index: carpet.vertices.tobytes() for index, carpet in played.resting.items()
    }


@pytest.mark.parametrize("left", [3, 9, 11, 14, 17])
def test_a_game_left_anywhere_goes_on_as_it_would_have(played: Session, recording: Recording, left: int) -> None:
    session = resume(replace(recording, steps=recording.steps[:left], resting=None))
    for _ in range(4):
        session.advance()
    assert told(session)[: len(played.history)] == told(played)[: left + 4]


def test_carpets_that_were_saved_save_flying_them_again(played: Session) -> None:
    """In the middle of a round the next flight depends on the carpets that lie, to the last bit."""
    session = begun()
    while len(session.resting) < 2:
        session.advance()
    assert session.resting
    kept = from_bytes(to_bytes(record(session)))
    assert kept.resting is not None
    again = resume(kept)
    assert again.advance().action == session.advance().action


def duelling(session: Session) -> Session:
    """Play until somebody has picked a genie and somebody else has not."""
    while not session.over:
        if len(session.pending) == 1 and isinstance(session.pending[0], GenieDecision):
            return session
        session.advance()
    pytest.fail("the game has no duel")


def test_a_game_is_taken_up_in_the_middle_of_a_duel() -> None:
    session = duelling(Session.new(bots(4, ["novice"]), rules(), seed=2))
    again = resume(from_bytes(to_bytes(record(session))))
    assert again.pending == session.pending
    assert again.state.picks == session.state.picks
    assert isinstance(again.history[-1].action, ChooseGenie)
    assert again.advance().events == session.advance().events


def test_a_trajectory_from_a_recording_is_the_flight(played: Session, recording: Recording) -> None:
    flown = next(entry.flight for entry in played.history if entry.flight is not None)
    kept = trajectory_from(recording.flights()[0])
    assert abs(kept.vertices - flown.trajectory.vertices).max() < 5e-5
    assert kept.events == flown.trajectory.events
    middle = len(kept.times) // 3
    assert abs(kept.velocity[middle] - flown.trajectory.velocity[middle]).max() < 0.2
    assert (kept.triangles[:, :].shape) == flown.trajectory.triangles.shape


def test_a_throw_takes_less_than_its_share_of_a_file(recording: Recording) -> None:
    assert max(len(flight.packed) for flight in recording.flights()) < 40_000


def test_verifying_a_game_flies_it_to_the_same_bits(recording: Recording) -> None:
    result = verify(recording)
    assert result.same, result.difference
    assert result.checked == len(recording.steps)
    assert result.flights == len(recording.flights())


def test_verifying_names_the_first_step_that_differs(recording: Recording) -> None:
    number = next(index for index, step in enumerate(recording.steps) if step.flight is not None)
    flight = recording.steps[number].flight
    assert flight is not None
    changed = replace(recording.steps[number], flight=replace(flight, hash="f" * 64))
    steps = (*recording.steps[:number], changed, *recording.steps[number + 1 :])
    result = verify(replace(recording, steps=steps))
    assert not result.same
    assert f"step {number + 1}, flight 1" in result.difference
    assert result.checked == number


def test_a_game_shared_before_its_end_cannot_be_gone_on_with(recording: Recording) -> None:
    with pytest.raises(RecordingError, match="no deck"):
        resume(shared(recording))


def test_a_save_made_by_other_rules_is_refused(recording: Recording) -> None:
    steps = (replace(recording.steps[0], events=()), *recording.steps[1:])
    with pytest.raises(RecordingError, match="step 1"):
        resume(replace(recording, steps=steps))


def test_autosaving_writes_each_step_once_and_never_goes_back(tmp_path: Path) -> None:
    session = begun()
    autosave = Autosave(session, tmp_path / "game.teppich")
    autosave.save()
    early = autosave.snapshot()
    for _ in range(14):
        session.advance()
        autosave.save()
        assert len(load(autosave.path).steps) == len(session.history)
    autosave.write(early)
    assert len(load(autosave.path).steps) == 14


def test_a_full_disk_leaves_the_last_save_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun()
    autosave = Autosave(session, tmp_path / "game.teppich")
    autosave.save()
    session.advance()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            autosave.save()
    assert len(load(autosave.path).steps) == 0
    autosave.save()
    assert len(load(autosave.path).steps) == 1


def test_a_damaged_save_is_replaced_by_the_backup_that_knows_most(tmp_path: Path) -> None:
    session = begun()
    path = tmp_path / "game.teppich"
    for _ in range(3):
        session.advance()
        session.save(path)
    data = path.read_bytes()
    path.write_bytes(data[:40])
    assert len(open_saved(path).steps) == 2
    path.write_bytes(b"nothing")
    assert len(open_saved(path).steps) == 2
    for backup in backup_paths(path):
        backup.write_bytes(b"nothing")
    with pytest.raises(RecordingError):
        open_saved(path)


def test_the_list_of_games_says_why_a_file_cannot_be_opened(tmp_path: Path) -> None:
    session = begun()
    first = new_path(tmp_path, session.state.names)
    session.save(first)
    (tmp_path / "002-later.teppich").write_bytes(HEAD.pack(MAGIC, 9, 0))
    (tmp_path / "003-renamed.teppich").write_bytes(b"\x89PNG\r\n\x1a\n")
    os.utime(first, (2e9, 2e9))
    games = saved_games(tmp_path)
    assert games[0].path == first
    assert games[0].header is not None
    assert games[0].header.names == session.state.names
    problems = {game.path.name: game.problem for game in games if game.header is None}
    assert "format 9.0" in problems["002-later.teppich"]
    assert "not a recording" in problems["003-renamed.teppich"]
    found = latest(tmp_path)
    assert found is not None
    assert found.path == first
    assert new_path(tmp_path, ["Zoë", "a/b", "…"]).name == "004-Zoë-ab.teppich"
    remove(first)
    assert latest(tmp_path) is None


def test_games_with_people_are_kept_too() -> None:
    session = Session.new([Player("Ana"), Player("Bo", "novice")], rules(), seed=1)
    again = resume(from_bytes(to_bytes(record(session))))
    assert [player.level for player in again.players] == [None, "novice"]


PLAYING = """
import sys
from pathlib import Path
from fliegende3d import resources
from fliegende3d.game.players import bots
from fliegende3d.game.saving import Autosave, resume
from fliegende3d.game.session import Session
from fliegende3d.replay.recording import load
from fliegende3d.rules import RuleSet
path, log = Path(sys.argv[1]), Path(sys.argv[2])
if path.exists():
    session = resume(load(path))
else:
    rules = RuleSet.load(resources.folder("config"), preset="family")
    session = Session.new(bots(2, ["expert"]), rules, seed=int(sys.argv[3]))
autosave = Autosave(session, path)
autosave.save()
with log.open("a") as said:
    while not session.over:
        session.advance()
        autosave.save()
        said.write(f"{len(session.history)}\\n")
        said.flush()
"""


def killed_again_and_again(folder: Path, moments: int, *, seed: int) -> Iterator[int]:
    """Play in another process, kill it at random moments, check the save and let the next process go on.

    A game that came to its end before the kill stays on the disk until the next moment begins a new one.
    """
    path, log = folder / "game.teppich", folder / "log"
    log.write_text("")
    chance = random.Random(seed)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    finished = False
    for number in range(moments):
        if finished:
            path.unlink()
            log.write_text("")
        before = len(log.read_text().split())
        command = [sys.executable, "-c", PLAYING, str(path), str(log), str(seed)]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        wanted = before + chance.randint(0, 4)
        limit = time.monotonic() + 120.0
        while process.poll() is None and len(log.read_text().split()) <= wanted and time.monotonic() < limit:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        _, error = process.communicate()
        assert process.returncode in (0, -signal.SIGKILL), error.decode()
        confirmed = [int(line) for line in log.read_text().split()]
        session = resume(load(path))
        assert len(session.history) >= max(confirmed, default=0)
        finished = session.over
        yield number


def expected(seed: int, steps: int) -> list[object]:
    """The same game without interruption."""
    session = Session.new(bots(2, ["expert"]), rules(), seed=seed)
    while not session.over and len(session.history) < steps:
        session.advance()
    return told(session)


def test_a_killed_game_goes_on_and_nothing_is_lost(tmp_path: Path) -> None:
    for _ in killed_again_and_again(tmp_path, 4, seed=21):
        pass
    session = resume(load(tmp_path / "game.teppich"))
    assert told(session) == expected(21, len(session.history))


@pytest.mark.slow
def test_a_game_killed_at_two_hundred_moments_loses_nothing(tmp_path: Path) -> None:
    assert sum(1 for _ in killed_again_and_again(tmp_path, 200, seed=33)) == 200
    session = resume(load(tmp_path / "game.teppich"))
    assert told(session) == expected(33, len(session.history))
