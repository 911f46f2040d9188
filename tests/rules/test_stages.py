"""The course of a game: who deals and flies when, when a stage ends, and the end of the game."""

from __future__ import annotations

from random import Random

import pytest

from fliegende3d.rules import (
    CardFell,
    CardPushed,
    CardTaken,
    CarpetFlew,
    FlightDecision,
    FlyAgain,
    GameEnded,
    GameState,
    Phase,
    PlacedCard,
    PlaceDecision,
    StageEnded,
    StageEndReason,
    TakenBy,
    final_scores,
    flight_order,
    new_game,
    pending,
    seat_side,
    throw_line,
)
from fliegende3d.rules.cards import CARDS, GENIE_SETS, Side
from tests.rules.positions import NAMES, STANDARD, done, fly_round, flying, held_ids, house, ids, landed, started
from tests.rules.random_play import steps

MIXED = ids("treasure", "lamp", "palace", "palace", "spice_bazaar", "desert")


@pytest.mark.parametrize(("players", "stages", "cards"), [(2, 4, 48), (3, 3, 36), (4, 4, 48)])
def test_everyone_deals_equally_often_and_the_deck_passes_to_the_left(players: int, stages: int, cards: int) -> None:
    random = Random(players)
    state, _ = new_game(NAMES[:players], STANDARD, random=random)
    assert state.stages == stages
    dealers = {1: state.dealer}
    for _, state, _ in steps(state, random):  # noqa: B020
        dealers.setdefault(state.stage, state.dealer)
    first = dealers[1]
    assert [dealers[stage] for stage in range(1, stages + 1)] == [(first + n) % players for n in range(stages)]
    assert len(state.deck) == 52 - cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_genie_sets_are_dealt_whole_and_by_chance(players: int) -> None:
    seen = {started(players, seed=seed).genies[0] for seed in range(60)}
    assert seen == set(GENIE_SETS[players])
    for seed in range(10):
        assert sorted(started(players, seed=seed).genies) == sorted(GENIE_SETS[players])


def test_the_first_dealer_is_drawn_or_ruled_to_be_the_first_seat() -> None:
    assert {started(4, seed=seed).dealer for seed in range(60)} == {0, 1, 2, 3}
    rules = house({"setup.first_dealer": "first_seat"})
    assert {started(4, rules=rules, seed=seed).dealer for seed in range(20)} == {0}


def test_the_same_seed_deals_the_same_game_and_another_another() -> None:
    assert started(3, seed=5) == started(3, seed=5)
    assert started(3, seed=5).deck != started(3, seed=6).deck


def test_the_deck_holds_52_cards_of_the_right_kinds() -> None:
    counts: dict[str, int] = {}
    for card in CARDS:
        counts[card.kind.value] = counts.get(card.kind.value, 0) + 1
    assert counts == {
        "palace": 12,
        **{f"adventure_{letter}": 3 for letter in "abcde"},
        "spice_bazaar": 5,
        "carpet_bazaar": 5,
        "camel_bazaar": 4,
        "treasure": 3,
        "lamp": 4,
        "desert": 4,
    }


@pytest.mark.parametrize(
    ("players", "dealer", "order"),
    [
        (2, 0, [(1, 1), (0, 0), (1, 3), (0, 2)]),
        (2, 1, [(0, 0), (1, 1), (0, 2), (1, 3)]),
        (3, 0, [(1, 1), (2, 2), (0, 0)]),
        (3, 2, [(0, 0), (1, 1), (2, 2)]),
        (4, 1, [(2, 2), (3, 3), (0, 0), (1, 1)]),
    ],
)
def test_the_left_of_the_dealer_flies_first_and_the_dealer_last(
    players: int, dealer: int, order: list[tuple[int, int]]
) -> None:
    state = flying(players, MIXED, dealer=dealer)
    flown = []
    for throw in range(1, len(order) + 1):
        (decision,) = pending(state)
        assert isinstance(decision, FlightDecision)
        assert (decision.throw, decision.round) == (throw, 1)
        flown.append((decision.seat, decision.carpet))
        state, events = done(state, landed(state))
        assert CarpetFlew(decision.seat, decision.carpet, throw, on_table=True) in events
    assert flown == order
    (decision,) = pending(state)
    assert isinstance(decision, FlightDecision)
    assert (decision.seat, decision.throw, decision.round) == (order[0][0], len(order) + 1, 2)


def test_two_carpets_may_be_ruled_to_fly_together() -> None:
    rules = house({"flight.two_carpets": "together"})
    assert flight_order(0, 2, rules) == ((1, 1), (1, 3), (0, 0), (0, 2))
    assert flight_order(0, 3, rules) == ((1, 1), (2, 2), (0, 0))


def ended(state: GameState, on: dict[int, list[int]]) -> StageEnded | None:
    _, events = fly_round(state, on)
    return next((event for event in events if isinstance(event, StageEnded)), None)


def test_four_cards_not_all_deserts_fly_again() -> None:
    state = flying(2, ids("treasure", "desert", "desert", "desert", "palace"))
    after, events = fly_round(state, {0: [state.table[0].id]})
    assert FlyAgain(4, 2) in events
    assert (after.phase, after.round, after.flown, after.landed, after.off_carpets) == (Phase.FLIGHT, 2, 0, None, ())


def test_fewer_than_four_cards_end_the_stage_and_leave_the_game() -> None:
    table = ids("treasure", "palace", "palace", "lamp")
    state, events = fly_round(flying(2, table), {0: [table[0]]})
    left = tuple(CARDS[card] for card in table[1:])
    assert StageEnded(1, StageEndReason.FEW_CARDS, left) in events
    assert {card.id for card in state.gone} == set(table[1:])
    assert state.table == ()


def test_only_deserts_end_the_stage() -> None:
    deserts = ids("desert", "desert", "desert", "desert")
    found = ended(flying(2, (*deserts, *ids("palace"))), {0: [ids("palace")[0]]})
    assert found is not None
    assert found.reason is StageEndReason.ONLY_DESERTS


def test_three_cards_that_are_all_deserts_are_few() -> None:
    found = ended(flying(2, ids("desert", "desert", "desert", "palace")), {0: [ids("palace")[0]]})
    assert found is not None
    assert found.reason is StageEndReason.FEW_CARDS


@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 4), (4, 3)])
def test_twelve_flights_in_a_row_without_a_claim_end_the_stage(players: int, rounds: int) -> None:
    state = flying(players, MIXED)
    for number in range(rounds):
        assert state.stage == 1, number
        state, events = fly_round(state)
    assert StageEnded(1, StageEndReason.BARREN, tuple(CARDS[card] for card in MIXED)) in events
    assert state.stage == 2


def test_a_claim_starts_the_count_of_barren_flights_anew() -> None:
    state = flying(4, MIXED)
    for on in ({}, {}, {0: [MIXED[0]]}, {}, {}):
        state, _ = fly_round(state, on)
        assert state.stage == 1
    assert state.barren == 8
    state, _ = fly_round(state)
    assert state.barren == 0
    assert {card.id for card in state.gone} | {0} >= set(MIXED[2:])


def test_a_duel_is_a_claim_too() -> None:
    state, _ = fly_round(flying(4, MIXED).evolve(barren=8), {0: [MIXED[0]], 1: [MIXED[0]]})
    assert (state.phase, state.barren) == (Phase.DUEL, 0)


def test_the_barren_limit_may_be_ruled_and_counts_whole_rounds() -> None:
    rules = house({"flight.barren_limit": 5})
    state, _ = fly_round(flying(4, MIXED, rules=rules))
    assert (state.stage, state.barren) == (1, 4)
    state, _ = fly_round(state)
    assert state.phase is Phase.LAYOUT
    assert state.stage == 2


def test_a_card_pushed_off_the_table_is_set_aside_and_nobody_gets_it() -> None:
    state = flying(3, MIXED)
    state, events = done(state, landed(state, fallen=[MIXED[0]]))
    assert CardFell(CARDS[MIXED[0]]) in events
    assert [card.id for card in state.set_aside] == [MIXED[0]]
    assert MIXED[0] not in {card.id for card in state.table}
    while state.stage == 1:
        state, _ = fly_round(state.evolve(flown=0))
    assert MIXED[0] in {card.id for card in state.gone}
    assert state.set_aside == ()
    assert all(not hand for hand in state.hands)


def test_a_fallen_card_may_be_ruled_to_be_the_throwers() -> None:
    rules = house({"lying.fallen_cards": "thrower_takes"})
    state = flying(3, MIXED, dealer=0, rules=rules)
    state, events = done(state, landed(state, fallen=[MIXED[5]]))
    assert CardTaken(1, CARDS[MIXED[5]], TakenBy.FALLEN) in events
    assert held_ids(state, 1) == {MIXED[5]}
    assert state.set_aside == ()


def test_leftovers_may_be_ruled_to_be_the_dealers() -> None:
    rules = house({"stage_end.leftovers": "dealer_takes"})
    table = ids("treasure", "camel_bazaar", "desert", "spice_bazaar")
    state, events = fly_round(flying(3, table, dealer=2, rules=rules), {0: [table[0]]})
    assert held_ids(state, 2) == set(table[1:])
    assert [event.by for event in events if isinstance(event, CardTaken)] == [TakenBy.CLAIM, *[TakenBy.LEFTOVER] * 3]
    assert state.gone == ()


def test_pushed_cards_stay_where_they_stopped() -> None:
    state = flying(2, MIXED)
    moved = PlacedCard(MIXED[1], CARDS[MIXED[1]].kind, 0.31, 0.2, 1.0)
    cards = [moved if card.id == moved.id else card for card in state.table]
    state, events = done(state, landed(state, cards=cards))
    assert [event.card for event in events if isinstance(event, CardPushed)] == [moved]
    assert moved in state.table
    assert [card.id for card in state.table] == list(MIXED)


def last_stage(players: int, stages: int) -> GameState:
    table = ids("desert", "desert", "desert", "treasure")
    return flying(players, table, stage=stages, hands={0: ids("camel_bazaar", "camel_bazaar")})


@pytest.mark.parametrize(("players", "stages"), [(2, 4), (3, 3), (4, 4)])
def test_the_game_ends_after_the_last_stage_with_the_final_scores(players: int, stages: int) -> None:
    state = last_stage(players, stages)
    state, events = fly_round(state, {1: [state.table[3].id]})
    assert state.phase is Phase.OVER
    assert state.over
    assert pending(state) == ()
    assert events[-1] == GameEnded((7, 3, 0, 0)[:players], (0,))
    assert final_scores(state).winners == (0,)


def test_a_game_that_is_not_over_says_so() -> None:
    assert not started(2).over


def test_a_new_stage_starts_from_a_clean_table() -> None:
    table = ids("desert", "desert", "desert", "treasure")
    state, _ = fly_round(flying(3, table, dealer=1), {0: [table[3]]}, off=[1])
    assert (state.stage, state.dealer, state.round, state.flown, state.throws, state.barren) == (2, 2, 1, 0, 0, 0)
    assert (state.table, state.landed, state.off_carpets, state.changes_left) == ((), None, (), 2)
    (decision,) = pending(state)
    assert isinstance(decision, PlaceDecision)
    assert (decision.seat, decision.cards_to_lay) == (2, 12)


def test_seats_go_clockwise_from_the_south() -> None:
    assert [seat_side(seat, 4) for seat in range(4)] == [Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST]
    assert [seat_side(seat, 3) for seat in range(3)] == [Side.SOUTH, Side.WEST, Side.NORTH]
    assert [seat_side(seat, 2) for seat in range(2)] == [Side.SOUTH, Side.NORTH]


def test_throw_lines_stay_300_millimetres_from_the_nearest_card() -> None:
    card = ids("palace")[0]

    def line(x: float, y: float, seat: int) -> float:
        state = flying(4, [card]).evolve(table=(PlacedCard(card, CARDS[card].kind, x, y, 0.0),))
        assert throw_line(state, seat).side is seat_side(seat, 4)
        return throw_line(state, seat).distance

    assert [line(0.0, 0.0, seat) for seat in range(4)] == [0.60, 0.66, 0.60, 0.66]
    # A card pushed 400 mm to the south ends at 445.5 mm; the line retreats to 745.5 mm there and nowhere else.
    assert [line(0.0, -0.4, seat) for seat in range(4)] == pytest.approx([0.7455, 0.66, 0.60, 0.66])
    assert [line(-0.5, 0.0, seat) for seat in range(4)] == pytest.approx([0.60, 0.8295, 0.60, 0.66])
    assert [line(0.5, 0.4, seat) for seat in range(4)] == pytest.approx([0.60, 0.66, 0.7455, 0.8295])
