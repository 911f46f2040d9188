"""Where to lay the next card: legal places in loose rows, as people lay them."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from random import Random
from typing import Final

from fliegende3d import resources
from fliegende3d.rules import CARDS, PlacedCard, RuleSet, check_placement

COLUMNS: Final = 4
ATTEMPTS: Final = 400
WANDER: Final = 0.006
"""How far a card strays from its place in a row [m]."""
TILT: Final = 0.06
"""Standard deviation of the turn of a card laid by hand [rad]."""


class NoPlaceError(RuntimeError):
    """No legal place was found."""


def suggested_place(laid: Sequence[PlacedCard], rules: RuleSet, random: Random) -> tuple[float, float, float]:
    """A legal place (x [m], y [m], yaw [rad]) for the next card.

    Rows of cards about the middle of the landing area first; where cards already lie otherwise, anywhere legal.

    Raises:
        NoPlaceError: if the layout leaves no place that could be found.
    """
    for place in row_places(rules, random):
        if not check_placement(laid, *place, rules):
            return place
    table = rules.table
    for _ in range(ATTEMPTS):
        place = (
            random.uniform(-table.landing_half_width, table.landing_half_width),
            random.uniform(-table.landing_half_depth, table.landing_half_depth),
            random.choice((0.0, pi / 2)) + random.gauss(0.0, TILT) if rules.any_rotation else 0.0,
        )
        if not check_placement(laid, *place, rules):
            return place
    raise NoPlaceError("no legal place for another card was found")


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
