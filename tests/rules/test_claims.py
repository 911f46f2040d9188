"""Who lies on what, who takes what, and in which order duels come."""

from __future__ import annotations

from math import pi

import pytest

from fliegende3d.rules import (
    CARDS,
    CarpetOnNothing,
    CarpetsLanded,
    Coverage,
    FlyAgain,
    Phase,
    PlacedCard,
    RuleSet,
    Side,
    apply,
    cards_under,
    reading_order,
)
from fliegende3d.rules.reducer import Applied
from tests.rules.positions import STANDARD, fly_round, flying, held_ids, house, ids, landed

TABLE = ids("treasure", "lamp", "palace", "palace", "palace", "palace", "desert", "desert")


def facts(
    *cover: tuple[int, int, float, float], resting: tuple[tuple[int, int], ...] = (), off: tuple[int, ...] = ()
) -> CarpetsLanded:
    return CarpetsLanded(0, 0, (), (), tuple(Coverage(*each) for each in cover), resting, off)


def under(landing: CarpetsLanded, off: tuple[int, ...] = (), rules: RuleSet = STANDARD) -> dict[int, set[int]]:
    return {carpet: set(cards) for carpet, cards in cards_under(landing, off, rules).items()}


@pytest.mark.parametrize(("area", "on"), [(0.0, False), (0.99, False), (1.0, True), (1.01, True), (5369.0, True)])
def test_a_carpet_is_on_a_card_from_one_square_millimetre_above_it(area: float, on: bool) -> None:
    assert under(facts((0, 7, area, 0.0))) == ({0: {7}} if on else {})


def test_a_carpet_only_beneath_a_card_is_not_on_it() -> None:
    assert under(facts((0, 7, 0.0, 5000.0))) == {}


def test_a_carpet_partly_above_and_partly_beneath_is_on_the_card() -> None:
    assert under(facts((0, 7, 2.0, 5000.0))) == {0: {7}}


def test_a_carpet_may_be_on_several_cards_and_a_card_under_several_carpets() -> None:
    landing = facts((0, 7, 9.0, 0.0), (0, 8, 9.0, 0.0), (1, 8, 9.0, 0.0))
    assert under(landing) == {0: {7, 8}, 1: {8}}


def test_a_carpet_on_a_carpet_is_on_its_cards_too() -> None:
    assert under(facts((0, 7, 9.0, 0.0), resting=((1, 0),))) == {0: {7}, 1: {7}}


def test_resting_goes_through_any_number_of_carpets_in_any_order_of_the_facts() -> None:
    for pairs in (((3, 2), (2, 1), (1, 0)), ((1, 0), (2, 1), (3, 2)), ((2, 1), (3, 2), (1, 0))):
        assert under(facts((0, 7, 9.0, 0.0), resting=pairs)) == {0: {7}, 1: {7}, 2: {7}, 3: {7}}


def test_resting_does_not_go_downwards() -> None:
    assert under(facts((1, 7, 9.0, 0.0), resting=((1, 0),))) == {1: {7}}


def test_carpets_that_lie_over_and_under_each_other_share_their_cards() -> None:
    landing = facts((0, 7, 9.0, 0.0), (1, 8, 9.0, 0.0), resting=((1, 0), (0, 1)))
    assert under(landing) == {0: {7, 8}, 1: {7, 8}}


def test_resting_on_carpets_may_be_ruled_out() -> None:
    rules = house({"lying.through_carpets": False})
    assert under(facts((0, 7, 9.0, 0.0), resting=((1, 0),)), rules=rules) == {0: {7}}


def test_the_smallest_area_may_be_ruled_larger() -> None:
    rules = house({"lying.minimum_area_mm2": 100})
    assert under(facts((0, 7, 99.0, 0.0), (1, 7, 100.0, 0.0)), rules=rules) == {1: {7}}


def test_a_carpet_off_the_table_is_on_nothing_and_carries_nobody() -> None:
    landing = facts((0, 7, 9.0, 0.0), resting=((1, 0),), off=(0,))
    assert under(landing) == {}
    assert under(facts((0, 7, 9.0, 0.0), resting=((1, 0),)), off=(0,)) == {}


def test_a_carpet_off_the_table_does_not_claim_what_it_hangs_over() -> None:
    assert under(facts((0, 7, 9.0, 0.0), (1, 7, 9.0, 0.0), resting=((0, 1),), off=(0,))) == {1: {7}}


def test_an_uncontested_card_must_be_taken_even_a_desert() -> None:
    state, _ = fly_round(flying(2, TABLE), {0: [TABLE[6]], 1: [TABLE[0]]})
    assert held_ids(state, 0) == {TABLE[6]}
    assert held_ids(state, 1) == {TABLE[0]}
    assert state.phase is Phase.FLIGHT
    assert state.round == 2


def test_a_carpet_on_nothing_goes_back_and_its_owner_gets_nothing() -> None:
    state, events = fly_round(flying(2, TABLE), {0: [TABLE[0]]})
    assert held_ids(state, 1) == set()
    assert [(event.seat, event.carpet) for event in events if isinstance(event, CarpetOnNothing)] == [
        (1, 1),
        (1, 3),
        (0, 2),
    ]


def test_two_carpets_of_one_owner_never_duel() -> None:
    state, _ = fly_round(flying(2, TABLE), {0: [TABLE[0]], 2: [TABLE[0]]})
    assert state.phase is Phase.FLIGHT
    assert held_ids(state, 0) == {TABLE[0]}


def test_two_carpets_of_one_owner_and_one_of_another_duel_two_sided() -> None:
    state, _ = fly_round(flying(2, TABLE), {0: [TABLE[0]], 1: [TABLE[0]], 2: [TABLE[0]]})
    assert [(duel.card.id, duel.seats) for duel in state.duels] == [(TABLE[0], (0, 1))]


def test_one_carpet_takes_all_cards_it_lies_on_alone() -> None:
    state, _ = fly_round(flying(3, TABLE), {1: list(TABLE[:3])})
    assert held_ids(state, 1) == set(TABLE[:3])


def test_four_owners_may_duel_for_one_card() -> None:
    state, _ = fly_round(flying(4, TABLE), {seat: [TABLE[0]] for seat in range(4)})
    assert state.duels[0].seats == (0, 1, 2, 3)


def test_a_carpet_resting_on_a_rivals_carpet_makes_a_duel() -> None:
    state, _ = fly_round(flying(3, TABLE), {1: [TABLE[0]]}, resting=[(0, 1)])
    assert [(duel.card.id, duel.seats) for duel in state.duels] == [(TABLE[0], (0, 1))]


def test_a_carpet_resting_on_the_owners_other_carpet_takes_the_card_alone() -> None:
    state, _ = fly_round(flying(2, TABLE), {0: [TABLE[0]]}, resting=[(2, 0)])
    assert state.phase is Phase.FLIGHT
    assert held_ids(state, 0) == {TABLE[0]}


def test_a_carpet_that_slipped_under_a_card_claims_nothing() -> None:
    state, _ = fly_round(flying(3, TABLE), {0: [TABLE[1]]}, below={1: [TABLE[1]], 2: [TABLE[0]]})
    assert held_ids(state, 0) == {TABLE[1]}
    assert held_ids(state, 1) == held_ids(state, 2) == set()


def test_only_the_facts_after_the_last_flight_count() -> None:
    state = flying(3, TABLE)
    for on in ({1: [TABLE[0]]}, {1: [TABLE[0]], 2: [TABLE[0]]}, {1: [TABLE[1]], 0: [TABLE[2]]}):
        applied = apply(state, landed(state, on))
        assert isinstance(applied, Applied)
        state = applied.state
    assert (held_ids(state, 0), held_ids(state, 1), held_ids(state, 2)) == ({TABLE[2]}, {TABLE[1]}, set())


def test_a_carpet_that_left_the_table_earlier_in_the_round_stays_off() -> None:
    state = flying(3, TABLE)
    for on, off in (({}, (1,)), ({1: [TABLE[0]]}, ()), ({1: [TABLE[0]]}, ())):
        applied = apply(state, landed(state, on, off=off))
        assert isinstance(applied, Applied)
        state = applied.state
    assert held_ids(state, 1) == set()


def test_all_carpets_are_back_on_the_table_in_the_next_round() -> None:
    state, events = fly_round(flying(3, TABLE), {0: [TABLE[0]]}, off=(1,))
    assert any(isinstance(event, FlyAgain) for event in events)
    state, _ = fly_round(state, {1: [TABLE[1]]})
    assert held_ids(state, 1) == {TABLE[1]}


def placed(*places: tuple[float, float]) -> list[PlacedCard]:
    return [PlacedCard(number, CARDS[number].kind, x, y, 0.0) for number, (x, y) in enumerate(places)]


GRID = placed((-0.1, 0.1), (0.0, 0.1), (0.1, 0.1), (-0.1, -0.1), (0.0, -0.1), (0.1, -0.1))


@pytest.mark.parametrize(
    ("side", "order"),
    [
        (Side.SOUTH, (0, 1, 2, 3, 4, 5)),
        (Side.NORTH, (5, 4, 3, 2, 1, 0)),
        # From the west x grows away from the reader and the left hand is at large y.
        (Side.WEST, (2, 5, 1, 4, 0, 3)),
        (Side.EAST, (3, 0, 4, 1, 5, 2)),
    ],
)
def test_cards_are_read_by_rows_from_far_to_near_and_left_to_right(side: Side, order: tuple[int, ...]) -> None:
    assert reading_order(GRID, side, 59.0) == order


def test_a_crooked_row_is_still_one_row() -> None:
    cards = placed((0.1, 0.12), (0.0, 0.09), (-0.1, 0.065), (0.05, 0.0))
    assert reading_order(cards, Side.SOUTH, 59.0) == (2, 1, 0, 3)


def test_a_row_is_as_deep_as_the_rules_say_measured_from_its_farthest_card() -> None:
    cards = placed((0.1, 0.100), (0.0, 0.041), (-0.1, 0.0405))
    assert reading_order(cards, Side.SOUTH, 59.0) == (1, 0, 2)
    assert reading_order(cards, Side.SOUTH, 60.0) == (2, 1, 0)
    assert reading_order(cards, Side.SOUTH, 20.0) == (0, 2, 1)


def test_cards_one_behind_the_other_in_a_row_are_read_from_far_to_near() -> None:
    assert reading_order(placed((0.0, 0.0), (0.0, 0.03)), Side.SOUTH, 59.0) == (1, 0)


def test_the_turn_of_a_card_does_not_change_the_order() -> None:
    turned = [PlacedCard(card.id, card.kind, card.x, card.y, pi / 3 * card.id) for card in GRID]
    assert reading_order(turned, Side.SOUTH, 59.0) == reading_order(GRID, Side.SOUTH, 59.0)


@pytest.mark.parametrize(("dealer", "order"), [(0, (1, 6)), (1, (6, 1))])
def test_duels_are_fought_as_the_dealer_reads(dealer: int, order: tuple[int, int]) -> None:
    # Card 6 of the table lies in the second row seen from the south, so first for a dealer in the north.
    contested = [TABLE[1], TABLE[6]]
    state, _ = fly_round(flying(2, TABLE, dealer=dealer), {0: contested, 1: contested})
    assert [duel.card.id for duel in state.duels] == [TABLE[place] for place in order]


def test_duels_may_be_ruled_to_come_as_the_cards_were_laid() -> None:
    rules = house({"duels.order": "laid"})
    contested = [TABLE[6], TABLE[1]]
    state, _ = fly_round(flying(2, TABLE, dealer=1, rules=rules), {0: contested, 1: contested})
    assert [duel.card.id for duel in state.duels] == [TABLE[1], TABLE[6]]
