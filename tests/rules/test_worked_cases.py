"""The ten worked cases that come with the rules."""

from __future__ import annotations

import pytest

from fliegende3d.rules import ChooseGenie, ChooseLamps, Phase, score_sheet
from fliegende3d.rules.cards import CARDS
from tests.rules.positions import STANDARD, done, fly_round, flying, held_ids, ids


def total(*kinds: str) -> int:
    return score_sheet([CARDS[card] for card in ids(*kinds)], STANDARD).total


def test_case_1_adventures_a_a_b_c_make_a_set_of_three_and_a_single_one() -> None:
    sheet = score_sheet([CARDS[c] for c in ids("adventure_a", "adventure_a", "adventure_b", "adventure_c")], STANDARD)
    assert sorted(line.points for line in sheet.lines) == [1, 6]
    assert sheet.total == 7


def test_case_2_a_lamp_completes_four_adventures_even_beside_a_desert() -> None:
    four = ("adventure_a", "adventure_b", "adventure_c", "adventure_d")
    assert total(*four, "lamp") == 15
    assert total(*four, "lamp", "desert") == 10


def test_case_3_two_lamps_pair_camel_and_carpet() -> None:
    assert total("camel_bazaar", "carpet_bazaar", "lamp", "lamp") == 13


def test_case_4_three_spice_bazaars_and_a_lamp_are_two_pairs() -> None:
    assert total("spice_bazaar", "spice_bazaar", "spice_bazaar", "lamp") == 10


def test_case_5_a_lamp_alone_is_a_treasure() -> None:
    sheet = score_sheet([CARDS[card] for card in ids("lamp")], STANDARD)
    assert (sheet.total, sheet.treasures) == (3, 3)


def test_case_6_two_lamps_cancel_two_deserts() -> None:
    assert total("desert", "desert", "lamp", "lamp") == 0


@pytest.mark.parametrize(
    ("palaces", "points"), [((2, 2, 2), (0, 0, 0)), ((3, 1, 1), (5, -5, -5)), ((0, 0, 0), (0, 0, 0))]
)
def test_case_7_palaces_of_three_players(palaces: tuple[int, ...], points: tuple[int, ...]) -> None:
    supply = iter(ids(*["palace"] * 12))
    hands = {seat: [next(supply) for _ in range(count)] for seat, count in enumerate(palaces)}
    state = flying(3, ids("desert", "desert", "desert", "desert"), hands=hands)
    state, _ = fly_round(state)
    assert state.stage == 2
    assert state.palace_points == points


def test_case_8_the_winner_of_a_duel_exchanges_with_the_lowest() -> None:
    table = ids("treasure", "desert", "desert", "desert")
    state = flying(3, table).evolve(genies=((8, 7), (4, 3), (6, 1)))
    state, _ = fly_round(state, {0: [table[0]], 1: [table[0]], 2: [table[0]]})
    for seat, genie in ((2, 1), (0, 8), (1, 3)):
        state, _ = done(state, ChooseGenie(seat, genie))
    assert held_ids(state, 0) == {table[0]}
    assert state.genies == ((7, 1), (4, 3), (8, 6))


def test_case_9_one_card_is_taken_outright_the_other_is_duelled_for() -> None:
    table = ids("treasure", "palace", "palace", "palace", "palace", "palace")
    state = flying(2, table)
    state, _ = fly_round(state, {0: [table[0], table[1]], 1: [table[1]]})
    assert state.phase is Phase.DUEL
    assert held_ids(state, 0) == {table[0]}
    assert [(duel.card.id, duel.seats) for duel in state.duels] == [(table[1], (0, 1))]


@pytest.mark.parametrize(
    ("left", "ends"),
    [
        (("desert", "desert", "desert"), True),
        (("desert", "desert", "desert", "desert"), True),
        (("desert", "desert", "desert", "palace"), False),
    ],
)
def test_case_10_when_a_stage_ends(left: tuple[str, ...], ends: bool) -> None:
    table = ids(*left, "treasure")
    state = flying(2, table)
    state, _ = fly_round(state, {0: [table[-1]]})
    assert (state.stage == 2) is ends
    assert state.phase is (Phase.LAYOUT if ends else Phase.FLIGHT)


def test_case_10_five_cards_can_only_all_be_deserts_with_four_in_the_deck_so_four_are_the_most() -> None:
    table = ids("desert", "desert", "desert", "desert", "lamp")
    state, _ = fly_round(flying(2, table), {1: [table[-1]]})
    assert state.phase is Phase.LAMPS
    state, _ = done(state, ChooseLamps(1, 0))
    assert state.stage == 2
