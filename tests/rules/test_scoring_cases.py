"""Final scoring: hands whose best total was worked out by hand."""

from __future__ import annotations

import pytest

from fliegende3d.rules import CardKind, LineKey, RuleSet, ScoreSheet, final_points, final_scores, score_sheet, winning
from fliegende3d.rules.cards import CARDS
from tests.rules.positions import STANDARD, house, ids, started

SHORT = {
    "A": "adventure_a",
    "B": "adventure_b",
    "C": "adventure_c",
    "D": "adventure_d",
    "E": "adventure_e",
    "spice": "spice_bazaar",
    "carpet": "carpet_bazaar",
    "camel": "camel_bazaar",
}


def sheet(hand: str, *, palace_points: int = 0, rules: RuleSet = STANDARD) -> ScoreSheet:
    cards = [CARDS[card] for card in ids(*(SHORT.get(word, word) for word in hand.split()))]
    return score_sheet(cards, rules, palace_points=palace_points)


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("", 0),
        # bazaars
        ("spice", 0),
        ("spice spice", 5),
        ("carpet carpet", 6),
        ("camel camel", 7),
        ("spice carpet camel", 0),
        ("spice spice spice", 5),
        ("spice spice spice spice spice", 10),
        ("camel camel camel camel", 14),
        ("spice spice carpet carpet camel camel", 18),
        # adventures: 1, 3, 6, 10, 15
        ("A", 1),
        ("A A", 2),
        ("A B", 3),
        ("A A B", 4),
        ("A A B B", 6),
        ("A B C", 6),
        ("A B C D", 10),
        ("A B C D E", 15),
        ("A A A", 3),
        ("A A B B C", 9),  # A B C + A B: 6 + 3
        ("A B C D E A", 16),
        ("A A A B B C", 10),  # A B C + A B + A: 6 + 3 + 1
        ("A A B B C C D D E E", 30),
        ("A A A B B B C C C D D D E E E", 45),
        # treasures and deserts
        ("treasure", 3),
        ("treasure treasure treasure", 9),
        ("desert", -5),
        ("desert desert desert desert", -20),
        ("treasure desert", -2),
        # a lamp
        ("lamp", 3),
        ("spice lamp", 5),
        ("camel lamp", 7),
        ("spice carpet camel lamp", 7),
        ("spice spice lamp", 8),  # a third spice is worth nothing, a treasure 3
        ("A lamp", 4),  # A + treasure: 1 + 3, more than A B: 3
        ("A B lamp", 6),  # A B C: 6; A B + treasure: 6; either
        ("A B C lamp", 10),  # A B C D: 10, more than 6 + 3
        ("A B C D lamp", 15),
        ("A B C D E lamp", 18),
        ("desert lamp", 0),
        ("camel desert lamp", 2),  # a camel pair 7 - 5, more than 0 for cancelling
        ("spice desert lamp", 0),  # either 5 - 5 or 0
        ("A B C desert lamp", 6),  # cancel: 6 + 0; A B C D: 10 - 5
        ("A B C D desert lamp", 10),
        # several lamps
        ("lamp lamp", 7),  # a camel pair, more than two treasures
        ("lamp lamp lamp", 10),  # a camel pair and a treasure
        ("lamp lamp lamp lamp", 14),  # two camel pairs
        ("spice carpet camel lamp lamp", 13),
        ("spice carpet camel lamp lamp lamp", 18),
        ("spice carpet camel lamp lamp lamp lamp", 21),  # three pairs and a treasure
        ("A B C lamp lamp", 15),
        ("A lamp lamp lamp lamp", 15),  # A and two camel pairs: 1 + 14; or A B C D E: 15
        ("A B lamp lamp lamp lamp", 18),  # A B C D E + treasure: 15 + 3, more than 3 + 14
        ("desert desert lamp", -5),
        ("desert desert desert lamp lamp", -5),  # cancel two
        ("desert desert desert desert lamp lamp lamp lamp", 0),
        ("camel desert lamp lamp", 7),  # a camel pair and a cancelled desert
        ("A B C D camel desert lamp lamp lamp", 22),  # 15 + 7 + 0
        # everything at once: 10 spice, 6 carpet, 7 camel, 15 + 1 adventures, 3 treasure, -5 desert
        ("spice spice spice spice carpet carpet camel camel A B C D E A treasure desert", 37),
        # palaces left in a hand count nothing
        ("palace palace treasure", 3),
    ],
)
def test_the_best_total(hand: str, total: int) -> None:
    assert sheet(hand).total == total
    assert final_points([card.kind for line in sheet(hand).lines for card in line.cards], STANDARD) == total


def test_the_parts_add_up_and_show_where_the_points_came_from() -> None:
    made = sheet("spice spice A B treasure desert desert lamp camel", palace_points=-5)
    assert (made.palaces, made.bazaars, made.adventures, made.treasures, made.deserts) == (-5, 12, 3, 3, -10)
    assert made.total == -5 + 12 + 3 + 3 - 10


def test_every_card_stands_in_exactly_one_line() -> None:
    hand = "spice spice spice A A B treasure desert desert lamp lamp palace"
    made = sheet(hand)
    shown = [card.kind for line in made.lines for card in line.cards]
    assert sorted(shown) == sorted(SHORT.get(word, word) for word in hand.split())
    assert sum(line.points for line in made.lines) == made.total


def test_a_lamp_is_shown_with_what_it_stands_for() -> None:
    (use,) = sheet("camel lamp").lamps
    assert use.stands_for is CardKind.CAMEL_BAZAAR
    assert use.lamp.kind is CardKind.LAMP


def test_a_lamp_in_an_adventure_set_stands_for_a_kind_that_the_set_lacks() -> None:
    made = sheet("A B D E lamp")
    assert [use.stands_for for use in made.lamps] == [CardKind.ADVENTURE_C]


def test_a_lamp_on_a_desert_shares_the_deserts_line() -> None:
    (line,) = sheet("desert lamp").lines
    assert (line.key, line.points) == (LineKey.DESERT_CANCELLED, 0)
    assert [card.kind for card in line.cards] == [CardKind.DESERT, CardKind.LAMP]
    assert [use.stands_for for use in line.lamps] == [CardKind.DESERT]


def test_palace_points_have_their_own_line_without_cards() -> None:
    (line,) = sheet("", palace_points=5).lines
    assert (line.key, line.points, line.cards) == (LineKey.PALACES, 5, ())


def test_a_single_bazaar_is_shown_with_no_points() -> None:
    (line,) = sheet("spice").lines
    assert (line.key, line.points) == (LineKey.BAZAAR_SINGLE, 0)


def test_house_rules_change_pairs_and_sets() -> None:
    rules = house(
        {
            "scoring.spice_bazaar": 1,
            "scoring.carpet_bazaar": 2,
            "scoring.camel_bazaar": 20,
            "scoring.adventures": [2, 2, 2, 2, 30],
        },
    )
    assert sheet("spice spice", rules=rules).total == 1
    assert sheet("carpet carpet", rules=rules).total == 2
    assert sheet("camel camel", rules=rules).total == 20
    # With sets of one to four all worth 2, singles are best: four times 2.
    assert sheet("A B C D", rules=rules).total == 8
    assert sheet("A B C D E", rules=rules).total == 30


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ([10, 3], (0,)),
        ([3, 10, 9], (1,)),
        ([7, 7], (0, 1)),
        ([1, 8, 8, 8], (1, 2, 3)),
        ([-5, -9], (0,)),
        ([0, 0], (0, 1)),
    ],
)
def test_most_points_win_and_equal_points_share_the_victory(totals: list[int], winners: tuple[int, ...]) -> None:
    assert winning(totals, [0] * len(totals), rules=STANDARD) == winners


def test_a_house_rule_settles_ties_by_fewer_deserts_and_only_then_shares() -> None:
    rules = house({"scoring.tie": "fewer_deserts"})
    assert winning([8, 8, 2], [2, 1, 0], rules=rules) == (1,)
    assert winning([8, 8, 2], [1, 1, 0], rules=rules) == (0, 1)
    assert winning([8, 8], [2, 1], rules=STANDARD) == (0, 1)


def test_the_scores_of_a_game_use_the_hands_and_the_palace_points() -> None:
    treasures = ids("treasure", "treasure")
    state = started(2).evolve(hands=((CARDS[treasures[0]],), (CARDS[treasures[1]],)), palace_points=(-5, 5))
    scores = final_scores(state)
    assert [made.total for made in scores.sheets] == [-2, 8]
    assert scores.winners == (1,)


def test_a_games_tie_by_fewer_deserts_counts_the_deserts_in_the_hands() -> None:
    cards = ids("desert", "treasure", "treasure", "spice_bazaar")
    # Two treasures and a desert make one point, and so does a palace point beside a single bazaar.
    hands = ((CARDS[cards[0]], CARDS[cards[1]], CARDS[cards[2]]), (CARDS[cards[3]],))
    rules = house({"scoring.tie": "fewer_deserts"})
    state = started(2, rules=rules).evolve(hands=hands, palace_points=(0, 1))
    assert [made.total for made in final_scores(state).sheets] == [1, 1]
    assert final_scores(state).winners == (1,)
