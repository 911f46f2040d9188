"""Where to lay cards: the next one by suggestion, or a whole layout at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from fliegende3d import resources
from fliegende3d.rules import CARDS, PlacedCard, RuleSet, suggest_place

COLUMNS: Final = 4
WANDER: Final = 0.006
"""How far a card strays from its place in a row [m]."""
TILT: Final = 0.06
"""Standard deviation of the turn of a card laid by hand [rad]."""


class NoPlaceError(RuntimeError):
    """No legal place was found."""


def suggested_place(laid: Sequence[PlacedCard], rules: RuleSet, random: Random) -> tuple[float, float, float]:
    """A legal place (x [m], y [m], yaw [rad]) for the next card.

    Raises:
        NoPlaceError: if the layout leaves no place that could be found.
    """
    place = suggest_place(laid, rules, random)
    if place is None:
        raise NoPlaceError("no legal place for another card was found")
    return place


def row_places(rules: RuleSet, random: Random) -> list[tuple[float, float, float]]:
    """Places in rows about the middle, nearest to the centre first, each a little astray."""
    width = rules.card_width_mm * 1e-3
    length = rules.card_length_mm * 1e-3
    gap = rules.minimum_gap_mm * 1e-3 + 2.4 * WANDER
    places = []
    for row in range(3):
        for column in range(COLUMNS):
            x = (column - (COLUMNS - 1) / 2) * (width + gap + 0.012)
            y = (row - 1) * (length + gap)
            turn = random.gauss(0.0, TILT) if rules.any_rotation else 0.0
            turn = max(-1.5 * TILT, min(1.5 * TILT, turn))
            wandered = (x + random.uniform(-WANDER, WANDER), y + random.uniform(-WANDER, WANDER), turn)
            places.append(wandered)
    places.sort(key=lambda place: place[0] ** 2 + place[1] ** 2)
    return places


def default_layout(seed: int = 1) -> tuple[PlacedCard, ...]:
    """A legal layout of twelve cards from a shuffled deck, the same for the same seed."""
    rules = RuleSet.load(resources.folder("config"))
    random = Random(seed)
    laid: list[PlacedCard] = []
    for card in random.sample(CARDS, rules.layout_cards):
        laid.append(PlacedCard(card.id, card.kind, *suggested_place(laid, rules, random)))
    return tuple(laid)
