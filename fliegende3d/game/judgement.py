"""What a computer opponent thinks that cards, duels and lamps are worth. Only what the seat may know goes in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, exp, hypot
from typing import Final

import numpy as np

from fliegende3d.rules import ADVENTURES, BAZAARS, Card, CardKind, PlacedCard, RuleSet, score_sheet

from .levels import Level

PALACE_SWING: Final = 5.0
"""Points that the most palaces win and the fewest lose."""

PLAIN_VALUES: Final = {
    CardKind.PALACE: 2.5,
    CardKind.TREASURE: 3.0,
    CardKind.LAMP: 4.0,
    CardKind.DESERT: -5.0,
    CardKind.SPICE_BAZAAR: 2.0,
    CardKind.CARPET_BAZAAR: 2.5,
    CardKind.CAMEL_BAZAAR: 3.0,
}
"""What a card is worth to someone who does not count sets; adventures are worth `ADVENTURE_VALUE`."""

ADVENTURE_VALUE: Final = 2.5
PROMISE: Final = 0.4
"""Share of the pair that a single bazaar promises to become worth."""

ADVENTURE_PROMISE: Final = 0.8
"""Points that a further adventure promises by longer sets to come."""

CARPET_REACH: Final = 0.062
"""Centres nearer than this usually mean that a carpet touches a card: a mean of the sides and their diagonals [m]."""


def points(hand: Sequence[Card], rules: RuleSet) -> int:
    """What a hand is worth at the end of the game."""
    return score_sheet(hand, rules).total


def card_value(
    card: Card, hand: Sequence[Card], rivals: Iterable[Sequence[Card]], *, level: Level, rules: RuleSet
) -> float:
    """How many points a card is worth to a seat, roughly.

    Args:
        card: the card on the table.
        hand: what the seat has taken.
        rivals: what each other seat has taken.
        level: what this player thinks of.
        rules: the rule set.
    """
    kind = card.kind
    if not level.counts_sets:
        value = PLAIN_VALUES.get(kind, ADVENTURE_VALUE)
        return value if level.weighs_deserts or kind is not CardKind.DESERT else 0.0
    if kind is CardKind.PALACE:
        return palace_value(hand, rivals)
    with_card = points([*hand, card], rules)
    gain = float(with_card - points(hand, rules))
    if kind in BAZAARS:
        gain += PROMISE * (points([*hand, card, card], rules) - with_card)
    elif kind in ADVENTURES:
        gain += ADVENTURE_PROMISE
    return gain


def palace_value(hand: Sequence[Card], rivals: Iterable[Sequence[Card]]) -> float:
    """What one more palace is worth: most when it takes or keeps the lead, or leaves the last place."""
    mine = palaces(hand)
    others = [palaces(cards) for cards in rivals]
    value = 1.0
    if mine <= max(others, default=0) <= mine + 1:
        value += PALACE_SWING * 0.5
    if mine <= min(others, default=0) + 1:
        value += PALACE_SWING * 0.4
    return value


def palaces(hand: Sequence[Card]) -> int:
    """How many palaces a hand holds."""
    return sum(card.kind is CardKind.PALACE for card in hand)


def best_aims(
    cards: Sequence[PlacedCard], values: Sequence[float], scatter: float, random: np.random.Generator, *, thorough: bool
) -> list[tuple[float, float]]:
    """Places to aim at [m], the best first: that where the cards the carpet will touch are expected to be worth most.

    Args:
        cards: the cards on the table; not empty.
        values: what each is worth.
        scatter: standard deviation of where the carpet comes to rest about the aim [m].
        random: breaks ties, so that equal players do not all aim alike.
        thorough: look at places between the cards too, not only at the cards themselves.
    """
    places = [(card.x, card.y) for card in cards]
    if thorough:
        places += [
            (0.5 * (a.x + b.x), 0.5 * (a.y + b.y))
            for i, a in enumerate(cards)
            for b in cards[:i]
            if hypot(a.x - b.x, a.y - b.y) < 2.5 * CARPET_REACH
        ]
    width = CARPET_REACH + 1.2 * scatter

    def worth(place: tuple[float, float]) -> float:
        total = 0.0
        for card, value in zip(cards, values, strict=True):
            distance = hypot(card.x - place[0], card.y - place[1]) / width
            total += value * exp(-(distance**4))
        return total + float(random.uniform(0.0, 0.2))

    return sorted(places, key=worth, reverse=True)


def pick_genie(own: Sequence[int], value: float, others: int, random: np.random.Generator, *, level: Level) -> int:
    """Choose a genie for a duel: strong ones for what is wanted, weak ones for what is not.

    A winner loses the genie played to the weakest rival, so an expert spends no more than is needed.
    """
    ranked = sorted(own)
    if value <= 0.0:
        return ranked[0]
    if not level.reads_rivals:
        return ranked[-1] if value >= 2.0 or random.uniform() < 0.5 else ranked[0]
    unknown = [genie for genie in range(1, 9) if genie not in own]
    best, best_worth = ranked[0], float("-inf")
    for genie in ranked:
        weaker = sum(other < genie for other in unknown)
        chance = comb(weaker, others) / comb(len(unknown), others) if others <= len(unknown) else 0.0
        cost = 0.25 * chance * (genie - 1)
        worth = chance * value - cost + float(random.uniform(0.0, 0.05))
        if worth > best_worth:
            best, best_worth = genie, worth
    return best


def choose_lamps(own_palaces: int, lamps: int, rival_palaces: Sequence[int], *, level: Level) -> int:
    """How many lamps to count as palaces: only where that wins the most or leaves the fewest.

    A lamp kept is worth three points or more at the end, so one is spent only where it swings five.
    """
    if lamps == 0 or not level.counts_sets:
        return 0
    most, fewest = max(rival_palaces), min(rival_palaces)
    best, best_worth = 0, float("-inf")
    for used in range(lamps + 1):
        count = own_palaces + used
        worth = -4.0 * used
        worth += PALACE_SWING if count >= most else 0.0
        worth -= PALACE_SWING if count <= fewest else 0.0
        if worth > best_worth:
            best, best_worth = used, worth
    return best
