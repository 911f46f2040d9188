"""A place for the next card, for dealers who want help and for computer opponents: legal, and pleasant to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import cos, pi, sin
from random import Random

from fliegende3d.rules.actions import PlaceCard
from fliegende3d.rules.cards import PlacedCard
from fliegende3d.rules.layout import MM, check_placement
from fliegende3d.rules.ruleset import RuleSet
from fliegende3d.rules.state import GameState, Phase

TRIES = 24
SHAKE_YAW_RAD = 0.09
SHAKE_M = 0.004
FIRST_SHAKE_M = 0.02
"""How far a hand strays from a tidy layout: enough to look laid by hand, too little to look careless."""

EXTRA_GAP_MM = (8.0, 24.0)
"""How much wider than the smallest gap the cards are spaced, if the reach allows."""

SCAN_STEP_M = 0.008
SCAN_YAWS = (0.0, pi / 2, pi / 4, -pi / 4)

Place = tuple[float, float, float]


def suggest_placement(state: GameState, random: Random) -> PlaceCard | None:
    """Return a legal way to lay the turned-up card; None if no card is to be laid or no place was found."""
    if state.phase is not Phase.LAYOUT or state.turned_up is None:
        return None
    place = suggest_place(state.table, state.rules, random)
    return place and PlaceCard(state.dealer, *place, card=state.turned_up.id)


def suggest_place(laid: Sequence[PlacedCard], rules: RuleSet, random: Random) -> Place | None:
    """Return a legal place (x [m], y [m], yaw [rad]) beside the laid cards, or None if none was found.

    Places grow from the middle outwards, each beside a laid card and turned a little like it. If chance finds none,
    the whole landing area is searched step by step, so a free place larger than a step is always found.
    """
    candidates = [place for place in _beside(laid, rules, random) if not check_placement(laid, *place, rules)]
    if candidates:
        return min(candidates, key=lambda place: _eccentricity(place, rules))
    for place in sorted(_everywhere(rules), key=lambda place: _eccentricity(place, rules)):
        if not check_placement(laid, *place, rules):
            return place
    return None


def _eccentricity(place: Place, rules: RuleSet) -> float:
    """Return how far a place is from the middle, measured so that the landing area fills evenly."""
    return (place[0] / rules.table.landing_half_width) ** 2 + (place[1] / rules.table.landing_half_depth) ** 2


def _beside(laid: Sequence[PlacedCard], rules: RuleSet, random: Random) -> Iterator[Place]:
    """Yield places in the middle for a first card, else beside random laid cards along their own sides."""
    for _ in range(TRIES):
        if not laid:
            x, y = random.gauss(0.0, FIRST_SHAKE_M), random.gauss(0.0, FIRST_SHAKE_M)
            yield _rounded(x, y, random.gauss(0.0, SHAKE_YAW_RAD), rules)
            continue
        neighbour = random.choice(laid)
        gap = min(rules.minimum_gap_mm + random.uniform(*EXTRA_GAP_MM), rules.reach_mm - 2.0)
        turn = random.choice((0.0, pi / 2, pi, -pi / 2))
        side = rules.card_width_mm if turn in (0.0, pi) else rules.card_length_mm
        away = (side + gap) * MM
        direction = neighbour.yaw + turn
        x = neighbour.x + away * cos(direction) + random.gauss(0.0, SHAKE_M)
        y = neighbour.y + away * sin(direction) + random.gauss(0.0, SHAKE_M)
        yield _rounded(x, y, neighbour.yaw / 2 + random.gauss(0.0, SHAKE_YAW_RAD), rules)


def _everywhere(rules: RuleSet) -> Iterator[Place]:
    """Yield places all over the landing area."""
    columns = int(rules.table.landing_half_width / SCAN_STEP_M)
    rows = int(rules.table.landing_half_depth / SCAN_STEP_M)
    for column, row, yaw in product(range(-columns, columns + 1), range(-rows, rows + 1), SCAN_YAWS):
        yield _rounded(column * SCAN_STEP_M, row * SCAN_STEP_M, yaw, rules)


def _rounded(x: float, y: float, yaw: float, rules: RuleSet) -> Place:
    """Return a place in tenths of millimetres and thousandths of a radian, or a quarter turn where the rules ask."""
    if rules.any_rotation:
        return round(x, 4), round(y, 4), round(yaw, 3)
    return round(x, 4), round(y, 4), round(yaw / (pi / 2)) * (pi / 2)
