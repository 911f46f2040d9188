"""A whole game as one file: who played by which rules, every step with what came of it, and every flight.

Chunks in this order: ``HEAD`` (JSON), ``SECR`` (JSON; what nobody may know before the end: left out of shared files),
``OPEN`` (JSON: the opening's events), then for each step ``FLIT`` if it was a flight and ``STEP`` (JSON), then ``REST``
(the carpets that lie, to the last bit), ``THMB`` (a PNG) and ``MARK`` (bookmarks), each optional.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from fliegende3d.rules import (
    Action,
    ChooseGenie,
    ChooseLamps,
    Event,
    GeniesShown,
    PalacesScored,
    RuleSet,
    RuleSetError,
    Undo,
)

from .container import MAXIMUM_FILE, Chunk, Container, RecordingError, decode, encode, pack, special, unpack
from .flights import RecordedFlight, decode_flight, encode_flight
from .plain import action_from, event_from, named
from .resting import RestingShape, decode_resting, encode_resting

HEADER: Final = b"HEAD"
SECRET: Final = b"SECR"
OPENING: Final = b"OPEN"
FLIGHT: Final = b"FLIT"
STEP: Final = b"STEP"
RESTING: Final = b"REST"
THUMBNAIL: Final = b"THMB"
BOOKMARKS: Final = b"MARK"

MAXIMUM_STEP: Final = 256 * 1024
"""No step unpacks to more than this [bytes]."""
MAXIMUM_STEPS: Final = 5_000
MAXIMUM_EVENTS: Final = 200
MAXIMUM_THUMBNAIL: Final = 1024 * 1024
MAXIMUM_TOTAL: Final = 48 * 1024 * 1024
"""All steps together unpack to no more than this [bytes]."""
PNG: Final = b"\x89PNG\r\n\x1a\n"

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Word = Annotated[str, Meta(max_length=60)]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of games shows, and what every player knows.

    Attributes:
        program: version of the program that wrote it.
        names: of the players, by seat.
        levels: of computer opponents, by seat; None for people.
        rules: the rule set, see `RuleSet.to_dict`.
        wind, material: what blew and what flew.
        mesh: vertices of a carpet along width and length.
        shared: whether it was written for others: what was not shown yet is left out.
        finished: whether the game is over.
        stage, stages: how far it has come.
        flights: how many carpets have flown.
    """

    program: Word
    names: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=4)]
    levels: tuple[Word | None, ...]
    rules: dict[str, Any]
    wind: Word
    material: Word
    mesh: tuple[Annotated[int, Meta(ge=4, le=64)], Annotated[int, Meta(ge=4, le=64)]]
    shared: bool = False
    finished: bool = False
    stage: int = 1
    stages: int = 1
    flights: int = 0

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    def rule_set(self) -> RuleSet:
        """The rules of the game.

        Raises:
            RecordingError: if they are not rules that this version knows.
        """
        try:
            return RuleSet.from_dict(self.rules, source="the recording's rules")
        except (RuleSetError, TypeError) as error:
            raise RecordingError(str(error)) from error


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """What chance decided: the deck, everybody's genies, the first dealer, and the seed of it all."""

    seed: int
    deck: Annotated[tuple[int, ...], Meta(max_length=200)]
    genies: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=4)]
    first_dealer: int


class StepRecord(msgspec.Struct, frozen=True):
    """A step as it stands in the file."""

    action: Any
    events: Annotated[list[Any], Meta(max_length=MAXIMUM_EVENTS)]
    flew: bool = False


@dataclass(frozen=True)
class Step:
    """One step of a game: what was done, what happened, and the flight if it was one."""

    action: Action
    events: tuple[Event, ...]
    flight: RecordedFlight | None = None


@dataclass(frozen=True)
class Recording:
    """A game as it happened.

    Attributes:
        header: what everybody knows from the beginning.
        secrets: what chance decided, or None in a file that was shared before the end.
        opening: the events before the first step.
        steps: all that was done, in order.
        resting: the carpets that lie now, by index, to the last bit; None if that is not known.
        thumbnail: a picture (PNG), or None.
        bookmarks: times of the timeline that somebody marked [s].
        damage: what is wrong with the file from which it was read, or None.
    """

    header: Header
    secrets: Secrets | None
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    resting: dict[int, RestingShape] | None = None
    thumbnail: bytes | None = None
    bookmarks: tuple[float, ...] = ()
    damage: str | None = field(default=None, compare=False)

    def events(self) -> Iterator[Event]:
        """All events from the beginning."""
        yield from self.opening
        for step in self.steps:
            yield from step.events

    def flights(self) -> list[RecordedFlight]:
        """All flights from the beginning."""
        return [step.flight for step in self.steps if step.flight is not None]


def header_chunk(header: Header) -> Chunk:
    """The chunk of a header."""
    return Chunk(HEADER, pack(msgspec.json.encode(header)))


def step_chunks(step: Step) -> list[Chunk]:
    """The chunks of one step."""
    record = StepRecord(named(step.action), [named(event) for event in step.events], step.flight is not None)
    chunks = [Chunk(STEP, pack(msgspec.json.encode(record)))]
    if step.flight is not None:
        chunks.insert(0, Chunk(FLIGHT, encode_flight(step.flight)))
    return chunks


def opening_chunks(secrets: Secrets | None, opening: Sequence[Event]) -> list[Chunk]:
    """The chunks between the header and the first step."""
    chunks = [Chunk(SECRET, pack(msgspec.json.encode(secrets)))] if secrets is not None else []
    chunks.append(Chunk(OPENING, pack(msgspec.json.encode([named(event) for event in opening]))))
    return chunks


def closing_chunks(recording: Recording) -> list[Chunk]:
    """The chunks after the last step."""
    chunks = []
    if recording.resting is not None:
        chunks.append(Chunk(RESTING, encode_resting(recording.resting)))
    if recording.thumbnail is not None:
        chunks.append(Chunk(THUMBNAIL, recording.thumbnail))
    if recording.bookmarks:
        chunks.append(Chunk(BOOKMARKS, pack(msgspec.json.encode(list(recording.bookmarks)))))
    return chunks


def to_bytes(recording: Recording) -> bytes:
    """The file of a recording."""
    chunks = [header_chunk(recording.header), *opening_chunks(recording.secrets, recording.opening)]
    for step in recording.steps:
        chunks += step_chunks(step)
    return encode([*chunks, *closing_chunks(recording)])


def from_bytes(data: bytes) -> Recording:
    """Read a recording, as far as it is sound.

    Raises:
        RecordingError: if it is no recording, of a later version, or damaged before the first step.
    """
    container = decode(data)
    header = read_header(container)
    header.rule_set()
    return Reader(header).read(container)


def read_header(container: Container) -> Header:
    """The header of a file, which is its first chunk.

    Raises:
        RecordingError: if there is none or it is wrong.
    """
    if not container.chunks or container.chunks[0].kind != HEADER:
        raise RecordingError(f"the recording's header cannot be read ({container.damage or 'there is none'})")
    header: Header = parsed(container.chunks[0].payload, Header, "header")
    if len(header.levels) != header.players:
        raise RecordingError(f"the recording has {header.players} players but {len(header.levels)} levels")
    return header


def parsed(payload: bytes, kind: Any, what: str) -> Any:
    """Unpack and read one JSON chunk.

    Raises:
        RecordingError: if it is wrong.
    """
    try:
        return msgspec.json.decode(unpack(payload, limit=MAXIMUM_STEP), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordingError(f"the recording's {what} is wrong: {error}") from error


class Reader:
    """Collects a recording from its chunks."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._secrets: Secrets | None = None
        self._opening: tuple[Event, ...] = ()
        self._steps: list[Step] = []
        self._flight: RecordedFlight | None = None
        self._resting: dict[int, RestingShape] | None = None
        self._thumbnail: bytes | None = None
        self._bookmarks: tuple[float, ...] = ()
        self._unpacked = 0

    def read(self, container: Container) -> Recording:
        """Read chunk after chunk until the end or the first that is wrong."""
        damage = container.damage
        for chunk in container.chunks[1:]:
            try:
                self._take(chunk)
            except RecordingError as error:
                damage = str(error)
                break
        return Recording(
            self._header,
            self._secrets,
            self._opening,
            tuple(self._steps),
            self._resting if damage is None else None,
            self._thumbnail,
            self._bookmarks,
            damage,
        )

    def _take(self, chunk: Chunk) -> None:
        players = self._header.players
        self._unpacked += len(chunk.payload)
        if self._unpacked > MAXIMUM_TOTAL:
            raise RecordingError(f"the recording is larger than {MAXIMUM_TOTAL} bytes")
        if chunk.kind == SECRET:
            self._secrets = parsed(chunk.payload, Secrets, "secret part")
        elif chunk.kind == OPENING:
            rows: list[Any] = parsed(chunk.payload, list[Any], "opening")
            self._opening = tuple(event_from(row, players) for row in rows[:MAXIMUM_EVENTS])
        elif chunk.kind == FLIGHT:
            self._flight = decode_flight(chunk.payload)
            if self._flight.seat >= players:
                raise RecordingError(f"seat {self._flight.seat} throws, but {players} play")
        elif chunk.kind == STEP:
            if len(self._steps) >= MAXIMUM_STEPS:
                raise RecordingError(f"more than {MAXIMUM_STEPS} steps")
            record: StepRecord = parsed(chunk.payload, StepRecord, "step")
            if record.flew != (self._flight is not None):
                raise RecordingError("a flight of the recording is missing or in the wrong place")
            events = tuple(event_from(row, players) for row in record.events)
            self._steps.append(Step(action_from(record.action, players), events, self._flight))
            self._flight = None
        elif chunk.kind == RESTING:
            self._resting = decode_resting(chunk.payload)
        elif chunk.kind == THUMBNAIL:
            if len(chunk.payload) <= MAXIMUM_THUMBNAIL and chunk.payload.startswith(PNG):
                self._thumbnail = chunk.payload
        elif chunk.kind == BOOKMARKS:
            self._bookmarks = tuple(parsed(chunk.payload, list[float], "bookmarks")[:1000])


def load(path: Path) -> Recording:
    """Read a recording from a file.

    Raises:
        RecordingError: naming the file, if it cannot be read or is no recording.
    """
    try:
        return from_bytes(read_file(path))
    except RecordingError as error:
        raise RecordingError(f"{path}: {error}") from error


def peek(path: Path) -> Header:
    """Read only who played and how far they came, for a list of games; checks that the file can be played.

    Raises:
        RecordingError: with the reason why it cannot.
    """
    header = read_header(decode(read_file(path)))
    header.rule_set()
    return header


def read_file(path: Path) -> bytes:
    """The bytes of a file that may be a recording.

    Raises:
        RecordingError: if it cannot be read or is too large.
    """
    if special(path) and not path.is_dir():
        raise RecordingError("is no ordinary file; right is a recording that was saved")
    try:
        with path.open("rb") as file:
            data = file.read(MAXIMUM_FILE + 1)
    except OSError as error:
        raise RecordingError(f"cannot be read: {error.strerror or error}") from error
    return data


def shared(recording: Recording) -> Recording:
    """The same game for others to see: nothing that was still hidden when it was recorded.

    A finished game keeps its deck and genies. Picks that were never shown, because they were taken back or the duel is
    not decided, are left out in any case.
    """
    finished = recording.header.finished
    steps = shown_steps(recording.steps)
    whole = len(steps) == len(recording.steps)
    return replace(
        recording,
        header=msgspec.structs.replace(recording.header, shared=True),
        secrets=recording.secrets if finished else None,
        steps=steps,
        resting=recording.resting if whole else None,
    )


def shown_steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Steps without the secret choices that were taken back or have not been shown."""
    kept: list[Step | None] = []
    hidden: dict[int, int] = {}
    for step in steps:
        action = step.action
        if isinstance(action, Undo) and action.seat in hidden:
            kept[hidden.pop(action.seat)] = None
            continue
        if isinstance(action, ChooseGenie | ChooseLamps):
            hidden[action.seat] = len(kept)
        kept.append(step)
        if any(isinstance(event, GeniesShown | PalacesScored) for event in step.events):
            hidden.clear()
    for index in hidden.values():
        kept[index] = None
    return tuple(step for step in kept if step is not None)
