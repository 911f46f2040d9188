"""The plan of a film: which shot shows what, for how long and how fast. The same recording gives the same film."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from fliegende3d.rules import CardKind, CardTaken

from .facts import FlightFacts, Merit, facts_of
from .playback import Playback
from .shots import Directing, ShotKind
from .timeline import IN_HAND, Segment, SegmentKind

PLAIN: Final = (ShotKind.CHASE, ShotKind.EDGE)
"""How flights without slow motion are seen, by turns."""
ROUND_ENDS: Final = frozenset({SegmentKind.DUEL, SegmentKind.CLAIMS, SegmentKind.STAGE, SegmentKind.STAGE_END})
AFTER_LANDING: Final = 0.08
"""A picture is taken so long after the first contact, while the carpet still bends and slides [s]."""


@dataclass(frozen=True)
class Title:
    """Words over a shot: key of the text catalogue, its numbers, and whose throw it is."""

    key: str
    numbers: tuple[tuple[str, float], ...]
    seat: int


@dataclass(frozen=True)
class Shot:
    """One piece of a film without a cut.

    Attributes:
        kind: from where.
        start, end: what part of the timeline [s].
        rate: film speed; 0.25 is slow motion.
        segment: number of the timeline's segment.
        flight: number of the flight, or None.
        title: words over it, or None.
    """

    kind: ShotKind
    start: float
    end: float
    rate: float
    segment: int
    flight: int | None = None
    title: Title | None = None

    @property
    def length(self) -> float:
        """How long it lasts in the film [s]."""
        return (self.end - self.start) / self.rate


@dataclass(frozen=True)
class Plan:
    """A film: shots one after the other."""

    shots: tuple[Shot, ...]
    starts: tuple[float, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, shots: Iterable[Shot]) -> Plan:
        """The film of some shots."""
        kept = tuple(shot for shot in shots if shot.end > shot.start)
        return cls(kept, tuple(accumulate((shot.length for shot in kept), initial=0.0))[:-1])

    @property
    def duration(self) -> float:
        """Length of the film [s]."""
        return self.starts[-1] + self.shots[-1].length if self.shots else 0.0

    def at(self, film_time: float) -> tuple[int, float]:
        """Number of the shot at a time of the film, and the time of the recording that it shows there.

        Raises:
            IndexError: if the film has no shot.
        """
        number = min(max(bisect_right(self.starts, film_time) - 1, 0), len(self.shots) - 1)
        shot = self.shots[number]
        inside = min(max(film_time - self.starts[number], 0.0), shot.length)
        return number, min(shot.start + inside * shot.rate, shot.end)


class Director:
    """Plans films of one recording.

    Args:
        playback: the recording.
        directing: what to decide by.
        reduced_motion: cut straight to the verdict of every flight, without slow motion and moving cameras.
    """

    def __init__(self, playback: Playback, directing: Directing, *, reduced_motion: bool = False) -> None:
        self._timeline = playback.timeline
        self._directing = directing
        self._reduced = reduced_motion
        self.facts: tuple[FlightFacts, ...] = facts_of(playback.recording, edge_margin=directing.edge_margin)
        self._slow = self._best_of_rounds()
        plain = [fact.number for fact in self.facts if fact.number not in self._slow]
        self._plain: dict[int, ShotKind] = {flight: PLAIN[place % len(PLAIN)] for place, flight in enumerate(plain)}

    def game(self, *, kinds: Collection[ShotKind] | None = None) -> Plan:
        """The film of the whole game; with `kinds` only shots of these."""
        shots = [shot for index in range(len(self._timeline.segments)) for shot in self._segment(index)]
        return Plan.of(shot for shot in shots if kinds is None or shot.kind in kinds)

    def abridged(self, seconds: float) -> Plan:
        """A film of about so many seconds: the first layout, the best flights in order, duels, palaces and the end."""
        segments = self._timeline.segments
        chosen: set[int] = set()
        left = seconds

        def take(indices: Sequence[int]) -> None:
            nonlocal left
            fresh = [index for index in indices if index not in chosen]
            length = sum(shot.length for index in fresh for shot in self._segment(index))
            if fresh and length <= left:
                chosen.update(fresh)
                left -= length

        best = sorted(self.facts, key=lambda fact: (-fact.interest, fact.number))
        flights = [[index for index, segment in enumerate(segments) if segment.flight == one.number] for one in best]
        # One throw comes first of all, the best that fits.
        while flights and not chosen:
            take(flights.pop(0))
        take([index for index, segment in enumerate(segments) if segment.stage == 1 and is_opening(segment)])
        take([index for index, segment in enumerate(segments) if segment.kind is SegmentKind.END])
        for indices in flights:
            take(indices)
        for kind in (SegmentKind.DUEL, SegmentKind.PALACES, SegmentKind.CLAIMS, SegmentKind.STAGE):
            for index, segment in enumerate(segments):
                if segment.kind is kind:
                    take([index])
        if not chosen:
            chosen.add(0)
        return Plan.of(shot for index in sorted(chosen) for shot in self._segment(index))

    def replay(self, flight: int) -> Plan:
        """The instant replay of a flight, no longer than the longest allowed; empty if it deserves none.

        Raises:
            KeyError: if there is no such flight.
        """
        return self.closer_look(flight) if self.deserves(flight) else Plan.of(())

    def best_moment(self, plan: Plan) -> float:
        """When a film is worth a picture [s]: shortly after the landing of its most remarkable flight."""
        shown = {shot.flight for shot in plan.shots if shot.flight is not None}
        ranked = sorted((fact for fact in self.facts if fact.number in shown), key=lambda fact: -fact.interest)
        for fact in ranked:
            release = self._timeline.segment_of_flight(fact.number).start + IN_HAND
            moment = release + (fact.touchdown if fact.touchdown is not None else 0.5 * fact.duration) + AFTER_LANDING
            for start, shot in zip(plan.starts, plan.shots, strict=True):
                if shot.flight == fact.number and shot.start <= moment <= shot.end:
                    return start + (moment - shot.start) / shot.rate
        return 0.5 * plan.duration

    def closer_look(self, flight: int) -> Plan:
        """A replay of a flight whether it deserves one or not, no longer than the longest allowed.

        Raises:
            KeyError: if there is no such flight.
        """
        index = self._timeline.segments.index(self._timeline.segment_of_flight(flight))
        if self._reduced:
            return Plan.of(self._verdict(index + 1))
        shots = self._flight(index, hand=False, slowly=True)
        return Plan.of(shortened(shots, self._directing.longest))

    def deserves(self, flight: int) -> bool:
        """Whether a flight is contested, pushed something, hangs over the edge or decided the game."""
        return bool(self.facts[flight].merits)

    def highlights(self) -> Plan:
        """The reel of the most remarkable flights, each with a title; shots of one flight stay together.

        The most remarkable comes last, as in any good show.
        """
        shots: list[Shot] = []
        for title, fact in reversed(self.titles()[: self._directing.highlights]):
            segment = self._timeline.segment_of_flight(fact.number)
            index = self._timeline.segments.index(segment)
            parts = [*self._flight(index, hand=True, slowly=bool(fact.merits)), *self._verdict(index + 1)]
            if fact.stolen:
                parts += self._palace_duel(index, fact.seat)
            shots += [replace(shot, title=title) for shot in parts]
        return Plan.of(shots)

    def _palace_duel(self, index: int, seat: int) -> list[Shot]:
        """The duel after a flight in which its player won the palace."""
        segments = self._timeline.segments
        for number in range(index + 1, len(segments)):
            if segments[number].kind is not SegmentKind.DUEL:
                continue
            for event in segments[number].events:
                if isinstance(event, CardTaken) and event.seat == seat and event.card.kind is CardKind.PALACE:
                    return [Shot(ShotKind.DUEL, segments[number].start, segments[number].end, 1.0, number)]
        return []

    def titles(self) -> list[tuple[Title, FlightFacts]]:
        """What is remarkable in this game, each flight at most once, the most remarkable first."""
        found: list[tuple[Title, FlightFacts]] = []
        used: set[int] = set()

        def best(key: str, candidates: Iterable[FlightFacts], value: str, least: float) -> None:
            ranked = [fact for fact in candidates if fact.number not in used and number(fact, value) >= least]
            if ranked:
                fact = max(ranked, key=lambda one: (number(one, value), one.interest, -one.number))
                used.add(fact.number)
                found.append((Title(key, ((value, number(fact, value)),), fact.seat), fact))

        best("highlight.stolen_palace", (fact for fact in self.facts if fact.stolen), "interest", -10.0)
        best("highlight.cards", (fact for fact in self.facts if not fact.off_table), "cards", 2)
        best("highlight.pushed", self.facts, "pushed", 1)
        best("highlight.edge", (fact for fact in self.facts if Merit.EDGE in fact.merits), "interest", -10.0)
        best("highlight.slide", (fact for fact in self.facts if not fact.off_table), "slide", 0.05)
        best("highlight.deciding", (fact for fact in self.facts if Merit.DECIDING in fact.merits), "interest", -10.0)
        best("highlight.contested", (fact for fact in self.facts if Merit.CONTESTED in fact.merits), "interest", -10.0)
        best("highlight.speed", self.facts, "speed", 0.0)
        return found

    def _segment(self, index: int) -> list[Shot]:
        """The shots of one segment in the film of a whole game."""
        segment = self._timeline.segments[index]
        match segment.kind:
            case SegmentKind.FLIGHT:
                return [] if self._reduced else list(self._flight(index, hand=True))
            case SegmentKind.VERDICT:
                return self._verdict(index)
            case SegmentKind.DUEL:
                first = index == 0 or self._timeline.segments[index - 1].kind is not SegmentKind.DUEL
                rate = 1.0 if first else self._directing.duel_rate
                return [Shot(ShotKind.DUEL, segment.start, segment.end, rate, index)]
            case SegmentKind.LAYING | SegmentKind.REARRANGING:
                return [Shot(ShotKind.TABLE, segment.start, segment.end, self._directing.layout_rate, index)]
            case _:
                return [Shot(ShotKind.TABLE, segment.start, segment.end, 1.0, index)]

    def _verdict(self, index: int) -> list[Shot]:
        segment = self._timeline.segments[index]
        return [Shot(ShotKind.VERDICT, segment.start, segment.end, 1.0, index, segment.flight)]

    def _best_of_rounds(self) -> frozenset[int]:
        """Flights that a film of the game shows slowly: of each round's that deserve it the most remarkable one.

        One after the other would tire. What hangs over the edge or decides the game is always slow.
        """
        chosen: set[int] = set()
        of_round: list[FlightFacts] = []
        for segment in (*self._timeline.segments, None):
            if segment is not None and segment.kind is SegmentKind.FLIGHT and segment.flight is not None:
                of_round.append(self.facts[segment.flight])
            elif segment is None or segment.kind in ROUND_ENDS:
                deserving = [fact for fact in of_round if fact.merits]
                chosen |= {fact.number for fact in deserving if fact.merits & {Merit.EDGE, Merit.DECIDING}}
                if deserving:
                    chosen.add(max(deserving, key=lambda fact: (fact.interest, fact.number)).number)
                of_round = []
        return frozenset(chosen)

    def _flight(self, index: int, *, hand: bool, slowly: bool = False) -> Iterable[Shot]:
        """A flight: the hand, then the air, then the impact, slowly if it deserves that, then the way to rest."""
        segment = self._timeline.segments[index]
        assert segment.flight is not None, "a flight segment has a flight"
        fact, rules = self.facts[segment.flight], self._directing
        release = segment.start + IN_HAND
        away = release + rules.hand_after
        touchdown = release + (fact.touchdown if fact.touchdown is not None else fact.duration)
        slow = max(away, touchdown - rules.slow_before)
        slowly = slowly or fact.number in self._slow
        if slowly and slow - away < rules.shortest:
            away = slow
        if hand:
            yield self._shot(ShotKind.HAND, segment.start, away, 1.0, index, segment)
        begin = away if hand else min(release, slow)
        if not slowly:
            yield self._shot(self._plain[segment.flight], begin, segment.end, 1.0, index, segment)
            return
        apex = release + fact.apex
        rises = fact.rise >= rules.apex_height
        if rises and begin + rules.shortest <= apex - rules.apex_half and apex + rules.apex_half <= slow:
            yield self._shot(ShotKind.CHASE, begin, apex - rules.apex_half, 1.0, index, segment)
            yield self._shot(ShotKind.ORBIT, apex - rules.apex_half, slow, rules.apex_rate, index, segment)
        elif rises and slow - begin >= rules.shortest * rules.apex_rate:
            yield self._shot(ShotKind.ORBIT, begin, slow, rules.apex_rate, index, segment)
        elif slow > begin:
            yield self._shot(ShotKind.CHASE, begin, slow, 1.0, index, segment)
        over = min(touchdown + rules.slow_after, segment.end)
        if over < segment.end:
            over = max(touchdown, min(over, segment.end - rules.shortest))
        yield self._shot(ShotKind.IMPACT, slow, over, rules.slow_rate, index, segment)
        if over < segment.end:
            # What little is left is seen from the same place: another one for a moment would be a flash.
            kind = ShotKind.EDGE if segment.end - over >= rules.cutaway else ShotKind.IMPACT
            yield self._shot(kind, over, segment.end, 1.0, index, segment)

    def _shot(self, kind: ShotKind, start: float, end: float, rate: float, index: int, segment: Segment) -> Shot:
        return Shot(kind, start, end, rate, index, segment.flight)


def shortened(shots: Iterable[Shot], longest: float) -> list[Shot]:
    """Shots up to a length of film [s]; the one that goes beyond it ends there."""
    kept = []
    left = longest
    for shot in shots:
        if left <= 0.0:
            break
        kept.append(shot if shot.length <= left else replace(shot, end=shot.start + left * shot.rate))
        left -= shot.length
    return kept


def is_opening(segment: Segment) -> bool:
    """Whether a segment belongs to the layout of a stage."""
    return segment.kind in (SegmentKind.STAGE, SegmentKind.LAYING, SegmentKind.REARRANGING)


def number(fact: FlightFacts, name: str) -> float:
    """A fact as a number; rows count."""
    value = getattr(fact, name)
    return float(len(value)) if isinstance(value, tuple) else float(value)
