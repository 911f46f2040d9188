"""A recorded game laid out in time: what is on the table in every segment, and where its remarkable moments are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from fliegende3d.rules import (
    Card,
    CardFell,
    CardMoved,
    CardPlaced,
    CardPushed,
    CardsSwapped,
    CardTaken,
    DuelOpened,
    Event,
    FlyAgain,
    GameEnded,
    GeniesShown,
    LayoutFinished,
    PalacesScored,
    PlacedCard,
    StageEnded,
    StageStarted,
    Undone,
)

from .flights import RecordedFlight
from .poses import duration_of
from .recording import Recording, Step


class SegmentKind(StrEnum):
    """What happens in a part of the timeline."""

    STAGE = "stage"
    LAYING = "laying"
    REARRANGING = "rearranging"
    FLIGHT = "flight"
    VERDICT = "verdict"
    CLAIMS = "claims"
    DUEL = "duel"
    STAGE_END = "stage_end"
    PALACES = "palaces"
    END = "end"


LENGTHS: Final[Mapping[SegmentKind, float]] = {
    SegmentKind.STAGE: 2.0,
    SegmentKind.LAYING: 0.7,
    SegmentKind.REARRANGING: 1.2,
    SegmentKind.VERDICT: 2.2,
    SegmentKind.CLAIMS: 2.4,
    SegmentKind.DUEL: 4.0,
    SegmentKind.STAGE_END: 2.0,
    SegmentKind.PALACES: 3.5,
    SegmentKind.END: 5.0,
}
"""How long each kind lasts [s]; a flight lasts as long as it did."""

IN_HAND: Final = 0.8
"""The carpet is seen in the hand for this long before it flies [s]."""
AT_REST: Final = 0.4
"""And lies for this long before it is judged [s]."""


@dataclass(frozen=True)
class Segment:
    """A part of the timeline.

    Attributes:
        kind: what happens.
        start, end: when [s].
        step: number of the step that it belongs to, from 0; -1 before the first.
        events: what of the step's events it shows.
        table: the cards at its beginning.
        after: the cards at its end.
        lying: the carpets that lie at its beginning: by index, the flight that brought them to where they lie.
        flight: number of the flight that it shows, from 0, or None.
        seat: whose part it is, or None.
        stage: the stage, from 1.
    """

    kind: SegmentKind
    start: float
    end: float
    step: int
    events: tuple[Event, ...]
    table: tuple[PlacedCard, ...]
    after: tuple[PlacedCard, ...]
    lying: Mapping[int, int]
    flight: int | None = None
    seat: int | None = None
    stage: int = 1

    @property
    def length(self) -> float:
        """How long it lasts [s]."""
        return self.end - self.start


class MarkerKind(StrEnum):
    """A remarkable moment."""

    STAGE = "stage"
    THROW = "throw"
    TOUCHDOWN = "touchdown"
    FALLEN = "fallen"
    DUEL = "duel"
    PALACES = "palaces"
    END = "end"


@dataclass(frozen=True)
class Marker:
    """A remarkable moment on the timeline, in seconds; `seat` is whose, `number` counts the kind from 1."""

    time: float
    kind: MarkerKind
    number: int
    seat: int | None = None


@dataclass(frozen=True)
class Timeline:
    """A whole game in time."""

    segments: tuple[Segment, ...]
    markers: tuple[Marker, ...]
    flights: tuple[RecordedFlight, ...]
    starts: tuple[float, ...] = field(default=(), repr=False)

    @property
    def duration(self) -> float:
        """How long the whole game lasts [s]."""
        return self.segments[-1].end if self.segments else 0.0

    def index_at(self, time: float) -> int:
        """Number of the segment at a time; the first before the beginning, the last after the end."""
        return min(max(bisect_right(self.starts, time) - 1, 0), len(self.segments) - 1)

    def segment_at(self, time: float) -> Segment:
        """The segment at a time.

        Raises:
            IndexError: if nothing was recorded.
        """
        return self.segments[self.index_at(time)]

    def segment_of_flight(self, number: int) -> Segment:
        """The segment that shows a flight, counted from 0.

        Raises:
            KeyError: if there is no such flight.
        """
        for segment in self.segments:
            if segment.flight == number and segment.kind is SegmentKind.FLIGHT:
                return segment
        raise KeyError(number)


def timeline_of(recording: Recording) -> Timeline:
    """Lay a recording out in time.

    Raises:
        RecordingError: if the times of a flight are damaged.
    """
    return _Builder().build(recording)


def lasting(flight: RecordedFlight) -> float:
    """Until everything that a flight moved has come to rest [s] after the release.

    Raises:
        RecordingError: if its poses are damaged.
    """
    ends = [duration_of(packed) for packed in (flight.packed, *flight.packed_carpets.values())]
    ends += [float(track.times[-1]) for track in flight.moved_cards().values() if len(track.times)]
    return max(ends)


class _Builder:
    """Walks through the steps and keeps in mind what lies on the table."""

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        self._markers: list[Marker] = []
        self._counts: dict[MarkerKind, int] = {}
        self._time = 0.0
        self._table: dict[int, PlacedCard] = {}
        self._undo: list[dict[int, PlacedCard]] = []
        self._lying: dict[int, int] = {}
        self._stage = 1
        self._flights: list[RecordedFlight] = []
        self._duel: Card | None = None

    def build(self, recording: Recording) -> Timeline:
        """All segments and markers."""
        self._happen(-1, recording.opening)
        for number, step in enumerate(recording.steps):
            self._take(number, step)
        starts = tuple(segment.start for segment in self._segments)
        return Timeline(tuple(self._segments), tuple(self._markers), tuple(self._flights), starts)

    def _take(self, number: int, step: Step) -> None:
        if step.flight is None:
            self._happen(number, step.events)
            return
        flight = step.flight
        self._undo.clear()
        before = self._cards()
        pushed = [event for event in step.events if isinstance(event, CardPushed | CardFell)]
        for event in pushed:
            self._change(event)
        flown = len(self._flights)
        self._flights.append(flight)
        length = IN_HAND + lasting(flight) + AT_REST
        self._mark(MarkerKind.THROW, IN_HAND, flight.seat)
        touchdown = next((touch.time for touch in flight.contacts if touch.kind == "first_contact"), None)
        if touchdown is not None:
            self._mark(MarkerKind.TOUCHDOWN, IN_HAND + touchdown, flight.seat)
        if any(isinstance(event, CardFell) for event in pushed):
            self._mark(MarkerKind.FALLEN, length - AT_REST, flight.seat)
        head = tuple(pushed)
        self._add(SegmentKind.FLIGHT, number, head, before, flight.seat, flight=flown, length=length)
        self._lying[flight.carpet] = flown
        self._lying |= {index: flown for index in flight.packed_carpets if index in self._lying}
        self._add(SegmentKind.VERDICT, number, step.events, self._cards(), flight.seat, flight=flown)
        self._happen(number, tuple(event for event in step.events if event not in pushed))

    def _happen(self, number: int, events: tuple[Event, ...]) -> None:
        """Segments for what happens besides a flight."""
        claimed = tuple(event for event in events if isinstance(event, CardTaken) and event.by == "claim")
        if claimed:
            before = self._cards()
            for taken in claimed:
                self._change(taken)
            self._add(SegmentKind.CLAIMS, number, claimed, before, None)
        for event in events:
            self._one(number, event, events)

    def _one(self, number: int, event: Event, events: tuple[Event, ...]) -> None:
        before = self._cards()
        match event:
            case StageStarted(stage=stage, dealer=dealer):
                self._stage = stage
                self._table.clear()
                self._undo.clear()
                self._mark(MarkerKind.STAGE, 0.0, dealer)
                self._add(SegmentKind.STAGE, number, (event,), (), dealer)
            case CardPlaced(seat=seat) | CardsSwapped(seat=seat) | CardMoved(seat=seat):
                self._undo.append(dict(self._table))
                self._change(event)
                laid = isinstance(event, CardPlaced)
                kind = SegmentKind.LAYING if laid else SegmentKind.REARRANGING
                self._add(kind, number, (event,), before, seat)
            case LayoutFinished():
                self._undo.append(dict(self._table))
            case Undone(seat=seat) if self._undo and not self._duel:
                self._table = self._undo.pop()
                self._add(SegmentKind.REARRANGING, number, (event,), before, seat)
            case DuelOpened(card=card):
                self._duel = card
            case GeniesShown(winner=winner):
                taken = tuple(other for other in events if isinstance(other, CardTaken) and other.by == "duel")
                for other in taken:
                    self._change(other)
                self._duel = None
                self._mark(MarkerKind.DUEL, 0.0, winner)
                self._add(SegmentKind.DUEL, number, (event, *taken), before, winner)
            case FlyAgain():
                self._lying.clear()
            case StageEnded():
                self._table.clear()
                self._add(SegmentKind.STAGE_END, number, (event,), before, None)
                self._lying.clear()
            case PalacesScored():
                self._mark(MarkerKind.PALACES, 0.0, None)
                self._add(SegmentKind.PALACES, number, (event,), before, None)
            case GameEnded():
                self._mark(MarkerKind.END, 0.0, None)
                self._add(SegmentKind.END, number, (event,), before, None)
            case _:
                pass

    def _change(self, event: Event) -> None:
        """What an event does to the cards on the table."""
        match event:
            case CardPlaced(card=card) | CardMoved(card=card) | CardPushed(card=card):
                self._table[card.id] = card
            case CardsSwapped(first=first, second=second):
                self._table[first.id], self._table[second.id] = first, second
            case CardFell(card=Card(id=fallen)) | CardTaken(card=Card(id=fallen)):
                self._table.pop(fallen, None)
            case _:
                pass

    def _cards(self) -> tuple[PlacedCard, ...]:
        return tuple(self._table.values())

    def _mark(self, kind: MarkerKind, late: float, seat: int | None) -> None:
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self._markers.append(Marker(self._time + late, kind, self._counts[kind], seat))

    def _add(
        self,
        kind: SegmentKind,
        step: int,
        events: tuple[Event, ...],
        before: tuple[PlacedCard, ...],
        seat: int | None,
        *,
        flight: int | None = None,
        length: float | None = None,
    ) -> None:
        end = self._time + (LENGTHS[kind] if length is None else length)
        lying = dict(self._lying)
        if kind is SegmentKind.FLIGHT:
            lying.pop(self._flights[-1].carpet, None)
        after = self._cards()
        self._segments.append(
            Segment(kind, self._time, end, step, events, before, after, lying, flight, seat, self._stage)
        )
        self._time = end
