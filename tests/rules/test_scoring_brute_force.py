"""The lamps' placing against a brute force that shares nothing with it: each use of each lamp, each split in sets."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest

from fliegende3d.rules import CARDS, ScoreSheet, final_points, score_sheet
from fliegende3d.rules.cards import Card
from tests.rules.positions import STANDARD, house

HANDS = 10_000
PAIRS = {"spice_bazaar": 5, "carpet_bazaar": 6, "camel_bazaar": 7}
SET_VALUES: tuple[int, ...] = (0, 1, 3, 6, 10, 15)
USES = ("spice_bazaar", "carpet_bazaar", "camel_bazaar", "treasure", "desert", *(f"adventure_{x}" for x in "abcde"))


@cache
def best_split(counts: tuple[int, ...], values: tuple[int, ...]) -> int:
    """Every way to choose the set that holds one card of the first kind left, and so on to the last card."""
    if not any(counts):
        return 0
    first = next(kind for kind in range(5) if counts[kind])
    others = [kind for kind in range(5) if kind != first and counts[kind]]
    best = 0
    for choice in range(2 ** len(others)):
        members = [first, *(kind for bit, kind in enumerate(others) if choice >> bit & 1)]
        rest = tuple(count - (kind in members) for kind, count in enumerate(counts))
        best = max(best, values[len(members)] + best_split(rest, values))
    return best


def brute_force(kinds: list[str], pairs: dict[str, int], values: tuple[int, ...]) -> int:
    lamps = kinds.count("lamp")
    best = -1000
    for uses in combinations_with_replacement(USES, lamps):
        cancelled = uses.count("desert")
        if cancelled > kinds.count("desert"):
            continue
        hand = [kind for kind in kinds if kind != "lamp"] + [use for use in uses if use != "desert"]
        points = sum(value * (hand.count(kind) // 2) for kind, value in pairs.items())
        points += 3 * hand.count("treasure") - 5 * (hand.count("desert") - cancelled)
        points += best_split(tuple(hand.count(f"adventure_{x}") for x in "abcde"), values)
        best = max(best, points)
    return best


def random_hand(random: Random) -> list[Card]:
    """A hand of any size up to 24 cards; every other hand is given many lamps and deserts."""
    hand = random.sample(CARDS, random.randint(0, 20))
    if random.random() < 0.5:
        wanted = random.sample([card for card in CARDS if card.kind in ("lamp", "desert")], random.randint(1, 8))
        hand = list({card.id: card for card in [*hand, *wanted]}.values())
    return hand


def recount(sheet: ScoreSheet, pairs: dict[str, int], values: tuple[int, ...]) -> int:
    """Add up what the sheet's lines claim, from the cards in them alone."""
    points = 0
    for line in sheet.lines:
        stands_for = {use.lamp.id: use.stands_for.value for use in line.lamps}
        kinds = [stands_for.get(card.id, card.kind.value) for card in line.cards]
        if line.cards and kinds[0].endswith("bazaar"):
            assert len(set(kinds)) == 1
            points += pairs[kinds[0]] if len(kinds) == 2 else 0
        elif line.cards and kinds[0].startswith("adventure"):
            assert len(set(kinds)) == len(kinds)
            points += values[len(kinds)]
        elif kinds == ["treasure"]:
            points += 3
        elif kinds == ["desert"]:
            points -= 5
    return points


@pytest.mark.parametrize("house_rules", [False, True])
def test_scoring_agrees_with_brute_force_on_random_hands(house_rules: bool) -> None:
    random = Random(20_261 + house_rules)
    pairs, values, rules = PAIRS, SET_VALUES, STANDARD
    for number in range(HANDS // 4 if house_rules else HANDS):
        if house_rules and number % 500 == 0:
            row = sorted(random.randint(0, 30) for _ in range(5))
            pairs = {kind: random.randint(1, 20) for kind in PAIRS}
            values = (0, *row)
            changed = {f"scoring.{kind}": value for kind, value in pairs.items()}
            rules = house({**changed, "scoring.adventures": row})
        hand = random_hand(random)
        kinds = [card.kind.value for card in hand]
        sheet = score_sheet(hand, rules)
        assert sheet.total == brute_force(kinds, pairs, values), kinds
        assert sheet.total == recount(sheet, pairs, values), kinds
        assert sheet.total == final_points([card.kind for card in hand], rules), kinds
        assert sorted(card.id for line in sheet.lines for card in line.cards) == sorted(card.id for card in hand)
