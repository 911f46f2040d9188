"""Throwing in the mind: what a good player expects of a throw before making it, found by flying it again and again.

Over a table full of cards and carpets a throw seldom ends where it would on an empty one: edges catch it, cards carry
it on. So a player with foresight takes some throws that might do, lets its own hand make each of them a few times over
the table as it lies, in gusts like those to come, and chooses the one whose landings were worth the most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.collision.landing import landed
from fliegende3d.flight import Throw
from fliegende3d.rules import CarpetsLanded, PlacedCard, RuleSet, cards_under, claims

from .aiming import Aim
from .tabletop import Outcome, Tabletop

PLACES: Final = 4
"""How many of the most promising places are thought through."""
BEYOND: Final = 0.04
"""Each place is also aimed at from this much beyond, for cards that catch a carpet before it gets there [m]."""


@dataclass(frozen=True)
class Prospect:
    """What is at stake in one throw.

    Attributes:
        seat: who throws.
        carpet: index of the carpet that flies.
        players: how many play.
        cards: the cards on the table.
        values: what each of them is worth to the thrower, by id.
        resting: the carpets that lie there, by index.
        rules: the rule set.
        curl_seed: decides how far the cards' edges stand up, which everybody can see.
    """

    seat: int
    carpet: int
    players: int
    cards: Sequence[PlacedCard]
    values: Mapping[int, float]
    resting: Mapping[int, RestingCarpet]
    rules: RuleSet
    curl_seed: int

    def worth(self, facts: CarpetsLanded) -> float:
        """What the table is worth to the thrower as it then lies: every card claimed, shared with the rivals on it."""
        on = cards_under(facts, facts.off_table, self.rules)
        wanted = claims(facts.cards, on, self.players, [card.id for card in facts.cards])
        return sum(self.values[claim.card.id] / len(claim.seats) for claim in wanted if self.seat in claim.seats)

    def facts(self, outcome: Outcome, tabletop: Tabletop) -> CarpetsLanded:
        """The landing as the rules would hear of it."""
        carpets = dict(outcome.resting)
        carpets[self.carpet] = outcome.rest("", order=len(self.resting))
        return landed(
            seat=self.seat,
            carpet=self.carpet,
            carpets=carpets,
            cards=outcome.cards,
            table=tabletop.edges,
            fallen=outcome.fallen,
            tops=outcome.tops,
        )


def aims(places: Sequence[tuple[float, float]], line: tuple[float, float]) -> Iterator[Aim]:
    """The aims to think through: the first places, and beyond each of them as seen from the throw line [m]."""
    for x, y in places[:PLACES]:
        yield Aim(x, y)
        away = hypot(x - line[0], y - line[1])
        yield Aim(x + BEYOND * (x - line[0]) / away, y + BEYOND * (y - line[1]) / away)


def best_throw(
    candidates: Sequence[Sequence[Throw]], prospect: Prospect, tabletop: Tabletop, wind_seeds: Sequence[int]
) -> int:
    """Which throw promises most.

    Args:
        candidates: of each throw, the versions that a hand might make of it; the same number of each.
        prospect: what is at stake.
        tabletop: the table of the mind.
        wind_seeds: the gusts imagined for each version.

    Returns:
        The number of the best candidate; of equals the first.
    """

    def landing(throw: Throw, wind_seed: int) -> float:
        outcome = tabletop.fly(
            throw,
            cards=prospect.cards,
            resting=prospect.resting,
            wind_seed=wind_seed,
            curl_seed=prospect.curl_seed,
        )
        return prospect.worth(prospect.facts(outcome, tabletop))

    expected = [
        sum(landing(throw, seed) for throw, seed in zip(versions, wind_seeds, strict=True)) for versions in candidates
    ]
    return int(np.argmax(expected))
