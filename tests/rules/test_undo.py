"""Taking back: the own last decision, never past a throw, a revealed card or somebody's secret."""

from __future__ import annotations

from random import Random

from fliegende3d.rules import (
    Applied,
    ChooseGenie,
    ChooseLamps,
    FinishLayout,
    GameState,
    Phase,
    PlaceCard,
    Refusal,
    RefusalKey,
    RuleSet,
    SwapCards,
    Undo,
    Undone,
    apply,
    undoable,
)
from tests.rules.positions import done, fly_round, flying, house, ids, landed, started
from tests.rules.random_play import grid_place
from tests.rules.test_laying import laid_out


def nothing(seat: int) -> Refusal:
    return Refusal(RefusalKey.NOTHING_TO_UNDO, {"seat": seat})


def undone(state: GameState, seat: int) -> GameState:
    state, events = done(state, Undo(seat))
    assert events == (Undone(seat),)
    return state


def test_nothing_can_be_taken_back_at_the_start() -> None:
    state = started(2)
    assert undoable(state) == ()
    assert apply(state, Undo(0)) == nothing(0)


def test_a_laid_card_stays_once_the_next_is_turned_up() -> None:
    state, _ = done(started(2), PlaceCard(started(2).dealer, 0.0, 0.0, 0.0))
    assert apply(state, Undo(state.dealer)) == nothing(state.dealer)


def test_the_last_card_may_be_taken_back_for_it_reveals_nothing() -> None:
    state, random = started(2), Random(3)
    for number in range(11):
        state, _ = done(state, PlaceCard(state.dealer, *grid_place(number, random)))
    after, _ = done(state, PlaceCard(state.dealer, *grid_place(11, random)))
    assert undone(after, state.dealer) == state
    assert apply(undone(after, state.dealer), Undo(state.dealer)) == nothing(state.dealer)


def test_changes_and_the_end_of_the_layout_are_taken_back_one_by_one() -> None:
    states = [laid_out()]
    dealer = states[0].dealer
    cards = [card.id for card in states[0].table]
    for action in (SwapCards(dealer, cards[0], cards[1]), SwapCards(dealer, cards[1], cards[5]), FinishLayout(dealer)):
        states.append(done(states[-1], action)[0])
    state = states.pop()
    while states:
        assert undoable(state) == (dealer,)
        state = undone(state, dealer)
        assert state == states.pop()


def test_only_the_dealer_takes_back_the_dealers_decisions() -> None:
    state = laid_out()
    assert apply(state, Undo(1 - state.dealer)) == nothing(1 - state.dealer)


def test_a_throw_is_never_taken_back_nor_what_was_before_it() -> None:
    state, _ = done(laid_out(), FinishLayout(laid_out().dealer))
    state, _ = done(state, landed(state))
    assert undoable(state) == ()
    for seat in range(2):
        assert apply(state, Undo(seat)) == nothing(seat)


TABLE = ids("treasure", "palace", "palace", "palace", "palace")


def test_a_secret_pick_may_be_taken_back_until_all_are_shown() -> None:
    before, _ = fly_round(flying(3, TABLE), {0: [TABLE[0]], 1: [TABLE[0]]})
    state, _ = done(before, ChooseGenie(0, 8))
    assert undoable(state) == (0,)
    assert apply(state, Undo(1)) == nothing(1)
    assert undone(state, 0) == before
    state, _ = done(undone(state, 0), ChooseGenie(0, 3))
    state, _ = done(state, ChooseGenie(1, 4))
    assert undoable(state) == ()
    assert apply(state, Undo(0)) == nothing(0)


def test_taking_back_a_pick_leaves_the_others_picks() -> None:
    before, _ = fly_round(flying(3, TABLE), {seat: [TABLE[0]] for seat in range(3)})
    state, _ = done(before, ChooseGenie(0, 8))
    state, _ = done(state, ChooseGenie(2, 6))
    assert undoable(state) == (0, 2)
    assert undone(state, 0).picks == (None, None, 6)


def lamps(rules: RuleSet | None = None) -> GameState:
    hands = {0: ids("lamp", "lamp")[:1], 1: ids("lamp", "lamp")[1:]}
    deserts = ids("desert", "desert", "desert")
    return fly_round(flying(2, deserts, hands=hands, **({"rules": rules} if rules else {})))[0]  # type: ignore[arg-type]


def test_a_secret_choice_of_lamps_may_be_taken_back_until_all_are_shown() -> None:
    before = lamps()
    assert before.phase is Phase.LAMPS
    state, _ = done(before, ChooseLamps(1, 1))
    assert undoable(state) == (1,)
    assert undone(state, 1) == before
    state, _ = done(state, ChooseLamps(0, 1))
    assert undoable(state) == ()


def test_an_open_choice_of_lamps_stays() -> None:
    state = lamps(house({"stage_end.secret_lamps": False}))
    state, _ = done(state, ChooseLamps(1, 1))
    assert apply(state, Undo(1)) == nothing(1)


def test_taking_back_twice_does_not_go_past_the_first() -> None:
    before, _ = fly_round(flying(2, TABLE), {0: [TABLE[0]], 1: [TABLE[0]]})
    state = undone(done(before, ChooseGenie(0, 8))[0], 0)
    assert isinstance(apply(state, Undo(0)), Refusal)
    assert isinstance(apply(state, ChooseGenie(0, 8)), Applied)
