"""Games kept in files: recording a session, saving it at every decision, and taking it up again exactly there."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final

import platformdirs

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.replay.container import SUFFIX, Chunk, RecordingError, backup_paths, encode, write_atomically
from fliegende3d.replay.recording import (
    Header,
    Recording,
    closing_chunks,
    header_chunk,
    load,
    opening_chunks,
    peek,
    step_chunks,
    to_bytes,
)
from fliegende3d.rules import (
    Applied,
    CarpetsLanded,
    FlyAgain,
    GameEnded,
    LayoutFinished,
    RulesError,
    Setup,
    StageEnded,
    carpet_owner,
)

from .levels import Levels
from .players import Player
from .recorder import Recorder, RememberedFlight, Snapshot, grid_triangles, record
from .session import Flight, Session

APPLICATION: Final = "fliegende3d"
LONGEST_NAME_PART: Final = 20


class Autosave:
    """Keeps one session in one file, step by step.

    Args:
        session: what is saved.
        path: where.
    """

    def __init__(self, session: Session, path: Path) -> None:
        self.path = path
        self._recorder = Recorder(session)
        self._chunks: list[Chunk] = []
        self._written = 0
        self._lock = Lock()

    def snapshot(self) -> Snapshot:
        """The session now; give it to `write`, in any thread."""
        return self._recorder.snapshot()

    def write(self, snapshot: Snapshot) -> None:
        """Write a snapshot, unless a later one was written already.

        Raises:
            OSError: if the folder cannot be written or the disk is full; then the last file is untouched.
        """
        with self._lock:
            if len(snapshot.entries) < self._written:
                return
            recording = self._recorder.recording(snapshot)
            for step in recording.steps[self._written :]:
                self._chunks += step_chunks(step)
            self._written = len(recording.steps)
            opening = opening_chunks(recording.secrets, recording.opening)
            chunks = [header_chunk(recording.header), *opening, *self._chunks, *closing_chunks(recording)]
            write_atomically(self.path, encode(chunks))

    def save(self) -> None:
        """Write the session now.

        Raises:
            OSError: if the folder cannot be written or the disk is full; then the last file is untouched.
        """
        self.write(self.snapshot())


def save(session: Session, path: Path) -> None:
    """Write a session to a file; the last ones stay as backups.

    Raises:
        OSError: if the folder cannot be written or the disk is full; then the old file is untouched.
    """
    write_atomically(path, to_bytes(record(session)))


def begin(recording: Recording, *, levels: Levels | None = None) -> Session:
    """The session of a recording before its first step.

    Raises:
        RecordingError: if the deck is missing because the file was shared, or the game cannot have begun like that.
    """
    header, secrets = recording.header, recording.secrets
    if secrets is None:
        raise RecordingError("this recording was shared before the game was over: it has no deck to go on with")
    players = [Player(name, level) for name, level in zip(header.names, header.levels, strict=True)]
    setup = Setup(header.names, header.rule_set(), secrets.deck, secrets.genies, secrets.first_dealer)
    try:
        session = Session(players, setup, seed=secrets.seed, wind=header.wind, material=header.material, levels=levels)
    except RulesError as error:
        raise RecordingError(f"the recorded game cannot have begun like that: {error}") from error
    for player in players:
        if player.level is not None:
            session.levels.find(player.level)
    return session


def resume(recording: Recording, *, levels: Levels | None = None) -> Session:
    """Take a game up exactly where its recording ends.

    Every action is given to the rules again, and what happens must be what happened. The carpets that lie come back to
    the last bit; if that part of the file is lost they are flown again.

    Raises:
        RecordingError: if the game cannot be taken up; the message says at which step and why.
        ValueError: if wind, material or a bot's level do not exist any more.
    """
    session = begin(recording, levels=levels)
    fresh = recording.resting is None
    first = first_flight_of_round(recording)
    for number, step in enumerate(recording.steps, start=1):
        flight: Flight | None = None
        if step.flight is not None and isinstance(step.action, CarpetsLanded):
            again = fresh and number > first and session.flight_due() is not None
            flight = session.fly(step.flight.throw) if again else RememberedFlight(step.flight, step.action)
        answer = session.repeat(step.action, flight)
        if not isinstance(answer, Applied):
            raise RecordingError(f"step {number} is refused by the rules: {answer.key.value}")
        if answer.events != step.events:
            raise RecordingError(f"step {number} leads to something else than was recorded")
    if recording.resting is not None:
        triangles = grid_triangles(*recording.header.mesh)
        for shape in recording.resting.values():
            if len(shape.vertices) != recording.header.mesh[0] * recording.header.mesh[1]:
                raise RecordingError("a resting carpet has another mesh than the game's carpets")
        session.lay(
            {
                index: RestingCarpet(
                    header_owner(recording.header, index), shape.vertices, triangles, shape.order, dict(shape.sides)
                )
                for index, shape in recording.resting.items()
            }
        )
    return session


def header_owner(header: Header, carpet: int) -> str:
    """Name of a carpet's owner."""
    return header.names[carpet_owner(carpet, header.players)]


def first_flight_of_round(recording: Recording) -> int:
    """After how many steps the round began that is being flown when the recording ends."""
    first = 0
    for number, step in enumerate(recording.steps, start=1):
        if any(isinstance(event, LayoutFinished | FlyAgain | StageEnded | GameEnded) for event in step.events):
            first = number
    return first


@dataclass(frozen=True)
class SavedGame:
    """One file of a list: what it holds, or why it cannot be opened.

    Attributes:
        path: the file.
        modified: when it was written [s since 1970].
        header: what it holds, or None.
        problem: why it cannot be opened, or an empty text.
    """

    path: Path
    modified: float
    header: Header | None
    problem: str = ""


def saves_folder() -> Path:
    """The folder of the user's games, by the system's convention; it is not created."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False)) / "saves"


def saved_games(folder: Path) -> list[SavedGame]:
    """All games of a folder, the latest first; files that cannot be opened say why."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{SUFFIX}"):
            modified = path.stat().st_mtime
            try:
                found.append(SavedGame(path, modified, peek(path)))
            except RecordingError as error:
                found.append(SavedGame(path, modified, None, str(error)))
    return sorted(found, key=lambda game: (-game.modified, game.path.name))


def latest(folder: Path) -> SavedGame | None:
    """The game played last that is not over, if there is one."""
    games = (game for game in saved_games(folder) if game.header is not None)
    return next((game for game in games if game.header and not (game.header.finished or game.header.shared)), None)


def new_path(folder: Path, names: Sequence[str]) -> Path:
    """A free name for a new game in a folder, with a number and the players' names."""
    words = [re.sub(r"[^\w-]+", "", name)[:LONGEST_NAME_PART] for name in names]
    ending = "-".join(filter(None, words))
    taken = [int(found[1]) for path in folder.glob(f"*{SUFFIX}") if (found := re.match(r"(\d{1,6})", path.name))]
    return folder / f"{max(taken, default=0) + 1:03d}-{ending}{SUFFIX}"


def open_saved(path: Path) -> Recording:
    """Read a saved game; if the file is damaged, the backup that knows most of the game.

    Raises:
        RecordingError: if neither the file nor a backup can be read.
    """
    best: Recording | None = None
    reason: RecordingError | None = None
    try:
        best = load(path)
    except RecordingError as error:
        reason = error
    if best is not None and best.damage is None:
        return best
    for backup in backup_paths(path):
        with contextlib.suppress(RecordingError):
            other = load(backup)
            if best is None or len(other.steps) > len(best.steps):
                best = other
    if best is None:
        raise reason or RecordingError(f"{path}: cannot be read")
    return best


def remove(path: Path) -> None:
    """Delete a game with its backups.

    Raises:
        OSError: if the file cannot be deleted.
    """
    path.unlink(missing_ok=True)
    for backup in backup_paths(path):
        backup.unlink(missing_ok=True)


def keep_bookmarks(path: Path, bookmarks: Sequence[float]) -> None:
    """Write other bookmarks [s of the recording] into a file; a damaged file is left as it is.

    Raises:
        RecordingError: if the file cannot be read.
        OSError: if the folder cannot be written or the disk is full; then the old file is untouched.
    """
    recording = load(path)
    if recording.damage is None:
        write_atomically(path, to_bytes(replace(recording, bookmarks=tuple(bookmarks))), backups=0)
