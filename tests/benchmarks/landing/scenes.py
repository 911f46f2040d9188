"""Random legal tables and noisy throws, the same for the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from fliegende3d import resources
from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.flight import Throw
from fliegende3d.game.aiming import Aim, Aiming
from fliegende3d.game.laying import suggested_place
from fliegende3d.game.levels import Level
from fliegende3d.game.tabletop import Tabletop
from fliegende3d.rules import CARDS, PlacedCard, RuleSet, Side, check_placement

LOOSE_ATTEMPTS = 60  # places tried at random for each card before it is laid into a row


@dataclass(frozen=True)
class Scene:
    """A table in the middle of a round: twelve cards and the carpets that have flown."""

    cards: tuple[PlacedCard, ...]
    resting: Mapping[int, RestingCarpet]
    curl_seed: int


def rule_set() -> RuleSet:
    """The shipped rules."""
    return RuleSet.load(resources.folder("config"))


def layout(seed: int, rules: RuleSet) -> tuple[PlacedCard, ...]:
    """Twelve cards: every second layout in loose rows, the others scattered at any angle, all legal."""
    random = Random(f"layout {seed}")
    laid: list[PlacedCard] = []
    for card in random.sample(CARDS, rules.layout_cards):
        place = None
        for _ in range(LOOSE_ATTEMPTS if seed % 2 else 0):
            spot = (
                random.uniform(-0.24, 0.24),
                random.uniform(-0.20, 0.20),
                random.uniform(-3.14159, 3.14159),
            )
            if not check_placement(laid, *spot, rules):
                place = spot
                break
        laid.append(PlacedCard(card.id, card.kind, *(place or suggested_place(laid, rules, random))))
    return tuple(laid)


def scene(seed: int, tabletop: Tabletop, aiming: Aiming, level: Level, lying: int, rules: RuleSet) -> Scene:
    """A layout onto which `lying` carpets have been thrown at random cards by hands of a level."""
    cards = layout(seed, rules)
    stream = np.random.default_rng([seed, 1])
    resting: dict[int, RestingCarpet] = {}
    for index in range(lying):
        target = cards[int(stream.integers(len(cards)))]
        side = list(Side)[int(stream.integers(4))]
        throw = aiming.by_hand(aiming.throw_at(Aim(target.x, target.y), side=side), level, stream)
        outcome = tabletop.fly(throw, cards=cards, resting=resting, wind_seed=0, curl_seed=seed)
        cards = outcome.cards
        resting = dict(outcome.resting) | {index: outcome.rest(f"player {index}", order=index)}
    return Scene(cards, resting, seed)


def aimed_throw(aiming: Aiming, target: PlacedCard, side: Side, level: Level, stream: np.random.Generator) -> Throw:
    """A throw at a card as a hand of this level makes it."""
    return aiming.by_hand(aiming.throw_at(Aim(target.x, target.y), side=side), level, stream)
