"""What was remarkable about each flight of a recording: measured and judged after the fact, the same every time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from fliegende3d.rules import (
    CardFell,
    CardKind,
    CardPushed,
    CardTaken,
    CarpetsLanded,
    DuelOpened,
    FlyAgain,
    GameEnded,
    RuleSet,
    StageEnded,
    StageStarted,
    cards_under,
)

from .flights import RecordedFlight
from .poses import duration_of, last_pose
from .recording import Recording, Step

GRAVITY = 9.81
"""Only for the time of the apex in films [m/s²]."""


class Merit(StrEnum):
    """Why a throw deserves a closer look."""

    CONTESTED = "contested"
    PUSHED = "pushed"
    EDGE = "edge"
    DECIDING = "deciding"


@dataclass(frozen=True)
class FlightFacts:
    """One flight in numbers.

    Attributes:
        number: of the flight in the game, from 0.
        seat, carpet: who flew which carpet.
        touchdown: time of the first contact after release [s], or None.
        apex: time of the highest point [s] after release; 0 if it only fell.
        rise: height of that point above the release [m].
        duration: time from release to rest [s].
        speed: at release [m/s].
        slide: distance from the first contact to rest, seen from above [m].
        cards: ids of the cards that it is on.
        pushed: how many cards it moved or threw down.
        won: kinds of the cards that its owner got with it.
        stolen: whether it won a palace in a duel.
        off_table: whether it left the table.
        merits: why it deserves a closer look.
    """

    number: int
    seat: int
    carpet: int
    touchdown: float | None
    apex: float
    rise: float
    duration: float
    speed: float
    slide: float
    cards: tuple[int, ...]
    pushed: int
    won: tuple[CardKind, ...] = ()
    stolen: bool = False
    off_table: bool = False
    merits: frozenset[Merit] = frozenset()

    @property
    def interest(self) -> float:
        """How much a film gains from it; larger is more."""
        worth = {Merit.CONTESTED: 3.0, Merit.DECIDING: 2.5, Merit.EDGE: 2.0, Merit.PUSHED: 1.5}
        merits = sum(worth[merit] for merit in self.merits)
        return merits + 0.8 * len(self.cards) + min(self.slide, 1.0) + (-1.0 if self.off_table else 0.0)


def facts_of(recording: Recording, *, edge_margin: float) -> tuple[FlightFacts, ...]:
    """The facts of every flight.

    Args:
        recording: the game.
        edge_margin: a carpet that rests so near to the rim, or beyond it, hangs over the edge [m].

    Raises:
        RecordingError: if the poses of a flight are damaged.
    """
    rules = recording.header.rule_set()
    facts: list[FlightFacts] = []
    round_first = 0
    contested: dict[int, None] = {}
    landed: CarpetsLanded | None = None
    stage = 1
    for step in recording.steps:
        if step.flight is not None and isinstance(step.action, CarpetsLanded):
            landed = step.action
            facts.append(measured(len(facts), step, step.flight, rules, edge_margin))
        for event in step.events:
            match event:
                case StageStarted(stage=number):
                    stage = number
                case DuelOpened(card=card):
                    contested[card.id] = None
                case CardTaken(seat=seat, card=card, by=by) if landed is not None:
                    mark_won(facts, round_first, landed, rules, seat=seat, card=card.id, duel=by == "duel")
                case FlyAgain() | StageEnded() | GameEnded() if landed is not None:
                    last = stage == recording.header.stages and recording.header.finished
                    close_round(
                        facts, round_first, landed, rules, contested, last=last and isinstance(event, StageEnded)
                    )
                    round_first, contested, landed = len(facts), {}, None
    return tuple(facts)


def measured(number: int, step: Step, flight: RecordedFlight, rules: RuleSet, edge_margin: float) -> FlightFacts:
    """What one flight shows by itself."""
    landed = step.action
    assert isinstance(landed, CarpetsLanded), "a step with a flight is a landing"
    first = next((touch for touch in flight.contacts if touch.kind == "first_contact"), None)
    rest = last_pose(flight.packed)
    centre = rest.mean(0)
    slide = math.hypot(centre[0] - first.position[0], centre[1] - first.position[1]) if first else 0.0
    upwards = max(0.0, flight.velocity[2])
    off = flight.carpet in landed.off_table
    table = rules.table
    reach = max(
        float(abs(rest[:, 0]).max()) - table.half_width + edge_margin,
        float(abs(rest[:, 1]).max()) - table.half_depth + edge_margin,
    )
    pushed = sum(isinstance(event, CardPushed | CardFell) for event in step.events)
    merits = {Merit.PUSHED} if pushed else set()
    if reach > 0.0 and not off:
        merits.add(Merit.EDGE)
    return FlightFacts(
        number=number,
        seat=flight.seat,
        carpet=flight.carpet,
        touchdown=first.time if first else None,
        apex=upwards / GRAVITY,
        rise=upwards**2 / (2.0 * GRAVITY),
        duration=duration_of(flight.packed),
        speed=math.hypot(*flight.velocity),
        slide=slide,
        cards=tuple(sorted(cards_under(landed, landed.off_table, rules).get(flight.carpet, frozenset()))),
        pushed=pushed,
        off_table=off,
        merits=frozenset(merits),
    )


def covering(landed: CarpetsLanded, rules: RuleSet) -> Mapping[int, frozenset[int]]:
    """The cards that each carpet is on once a round is over."""
    return cards_under(landed, landed.off_table, rules)


def mark_won(
    facts: list[FlightFacts],
    first: int,
    landed: CarpetsLanded,
    rules: RuleSet,
    *,
    seat: int,
    card: int,
    duel: bool,
) -> None:
    """Note a taken card with the flight of its new owner that lay on it."""
    on = covering(landed, rules)
    kinds = {placed.id: placed.kind for placed in landed.cards}
    for index in range(first, len(facts)):
        fact = facts[index]
        if fact.seat == seat and card in on.get(fact.carpet, frozenset()) and card in kinds:
            stolen = duel and kinds[card] is CardKind.PALACE
            facts[index] = replace(fact, won=(*fact.won, kinds[card]), stolen=fact.stolen or stolen)
            return


def close_round(
    facts: list[FlightFacts],
    first: int,
    landed: CarpetsLanded,
    rules: RuleSet,
    contested: Mapping[int, None],
    *,
    last: bool,
) -> None:
    """Note with each flight of a round whether its card was fought for, and whether the round decided the game."""
    on = covering(landed, rules)
    for index in range(first, len(facts)):
        fact = facts[index]
        merits = set(fact.merits)
        if on.get(fact.carpet, frozenset()) & set(contested):
            merits.add(Merit.CONTESTED)
        if last and fact.won:
            merits.add(Merit.DECIDING)
        facts[index] = replace(fact, merits=frozenset(merits))
