"""Duels: secret picks, the exchange of genies, several duels in a row."""

from __future__ import annotations

import pytest

from fliegende3d.rules import (
    CardTaken,
    ChoiceMade,
    ChooseGenie,
    DuelOpened,
    GameState,
    GenieDecision,
    GeniesExchanged,
    GeniesShown,
    Phase,
    Refusal,
    RefusalKey,
    TakenBy,
    apply,
    pending,
)
from fliegende3d.rules.cards import CARDS
from tests.rules.positions import GENIES, done, fly_round, flying, held_ids, ids

TABLE = ids("treasure", "lamp", "palace", "palace", "palace", "palace", "desert", "desert")


def duelling(players: int, seats: tuple[int, ...], cards: tuple[int, ...] = TABLE[:1]) -> GameState:
    state, _ = fly_round(flying(players, TABLE), dict.fromkeys(seats, cards))
    assert state.phase is Phase.DUEL
    return state


def picked(state: GameState, picks: dict[int, int]) -> GameState:
    for seat, genie in picks.items():
        state, _ = done(state, ChooseGenie(seat, genie))
    return state


def genies(state: GameState) -> list[set[int]]:
    return [set(held) for held in state.genies]


def test_two_duellists_swap_the_genies_they_showed() -> None:
    state = picked(duelling(2, (0, 1)), {0: 5, 1: 6})
    assert held_ids(state, 1) == {TABLE[0]}
    assert genies(state) == [{8, 6, 4, 1}, {7, 5, 3, 2}]


def test_the_lower_genie_loses_however_late_it_is_shown() -> None:
    state = picked(duelling(2, (0, 1)), {1: 7, 0: 8})
    assert held_ids(state, 0) == {TABLE[0]}
    assert genies(state) == [{7, 5, 4, 1}, {8, 6, 3, 2}]


def test_of_three_the_middle_one_keeps_the_own_genie() -> None:
    state = picked(duelling(3, (0, 1, 2)), {0: 3, 1: 7, 2: 5})
    assert held_ids(state, 1) == {TABLE[0]}
    assert genies(state) == [{8, 7}, {3, 4}, {6, 5}]


def test_of_four_the_two_in_the_middle_keep_their_genies() -> None:
    state = picked(duelling(4, (0, 1, 2, 3)), {0: 1, 1: 2, 2: 6, 3: 5})
    assert held_ids(state, 2) == {TABLE[0]}
    assert genies(state) == [{8, 6}, {7, 2}, {1, 3}, {5, 4}]


def test_players_outside_the_duel_keep_their_genies_and_are_not_asked() -> None:
    state = duelling(4, (1, 3))
    assert [decision.seat for decision in pending(state)] == [1, 3]
    state = picked(state, {3: 4, 1: 7})
    assert genies(state) == [{8, 1}, {2, 4}, {6, 3}, {5, 7}]


def test_all_who_have_not_picked_may_pick_at_the_same_time_in_any_order() -> None:
    state = duelling(3, (0, 1, 2))
    card = CARDS[TABLE[0]]
    assert pending(state) == tuple(GenieDecision(seat, card, (0, 1, 2)) for seat in range(3))
    state = picked(state, {1: 7})
    assert [decision.seat for decision in pending(state)] == [0, 2]


def test_a_pick_is_announced_without_its_number_until_all_have_picked() -> None:
    state, events = done(duelling(2, (0, 1)), ChooseGenie(0, 8))
    assert events == (ChoiceMade(0),)
    _, events = done(state, ChooseGenie(1, 2))
    card = CARDS[TABLE[0]]
    assert events[:4] == (
        ChoiceMade(1),
        GeniesShown(card, ((0, 8), (1, 2)), 0),
        CardTaken(0, card, TakenBy.DUEL),
        GeniesExchanged(0, 1, 8, 2),
    )


def test_duels_follow_one_another_with_the_exchanged_genies() -> None:
    state = duelling(2, (0, 1), TABLE[:2])
    state, events = done(picked(state, {0: 8}), ChooseGenie(1, 2))
    assert DuelOpened(CARDS[TABLE[1]], (0, 1)) in events
    assert state.phase is Phase.DUEL
    assert apply(state, ChooseGenie(0, 8)) == Refusal(RefusalKey.GENIE_NOT_OWNED, {"genie": 8})
    state = picked(state, {0: 2, 1: 8})
    assert (held_ids(state, 0), held_ids(state, 1)) == ({TABLE[0]}, {TABLE[1]})
    assert genies(state) == [set(held) for held in GENIES[2]]
    assert state.phase is Phase.FLIGHT


def test_a_won_card_leaves_the_table_at_once() -> None:
    state = duelling(2, (0, 1), TABLE[:2])
    state = picked(state, {0: 8, 1: 2})
    assert TABLE[0] not in {card.id for card in state.table}
    assert TABLE[1] in {card.id for card in state.table}


def test_genies_stay_exchanged_in_the_next_stage() -> None:
    table = ids("treasure", "desert", "desert", "desert")
    state, _ = fly_round(flying(2, table), {0: [table[0]], 1: [table[0]]})
    state = picked(state, {0: 8, 1: 2})
    assert (state.stage, state.phase) == (2, Phase.LAYOUT)
    assert genies(state) == [{2, 5, 4, 1}, {7, 6, 3, 8}]


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (ChooseGenie(2, 6), Refusal(RefusalKey.NOT_IN_DUEL, {"seat": 2})),
        (ChooseGenie(0, 7), Refusal(RefusalKey.GENIE_NOT_OWNED, {"genie": 7})),
        (ChooseGenie(0, 0), Refusal(RefusalKey.GENIE_NOT_OWNED, {"genie": 0})),
        (ChooseGenie(0, 8, card=TABLE[1]), Refusal(RefusalKey.STALE, {"card": TABLE[1], "expected": TABLE[0]})),
        (ChooseGenie(1, 7), Refusal(RefusalKey.ALREADY_CHOSEN, {"seat": 1})),
        (ChooseGenie(1, 4), Refusal(RefusalKey.ALREADY_CHOSEN, {"seat": 1})),
    ],
)
def test_a_wrong_pick_is_refused(action: ChooseGenie, refusal: Refusal) -> None:
    state = picked(duelling(3, (0, 1)), {1: 7})
    assert apply(state, action) == refusal


def test_a_pick_may_name_the_card_it_is_for() -> None:
    state, _ = done(duelling(2, (0, 1)), ChooseGenie(0, 8, card=TABLE[0]))
    assert state.picks == (8, None)
