"""The dealer's decisions: laying, swapping, moving, finishing; and what is refused."""

from __future__ import annotations

from math import inf, nan
from random import Random
from typing import Any

import pytest

from fliegende3d.rules import (
    Action,
    CardMoved,
    CardPlaced,
    CardsSwapped,
    CardTurnedUp,
    FinishLayout,
    FlightDecision,
    GameState,
    LayoutFinished,
    Limit,
    MoveCard,
    Phase,
    PlaceCard,
    PlaceDecision,
    RearrangeDecision,
    Refusal,
    RefusalKey,
    RuleSet,
    SwapCards,
    apply,
    legal_actions,
    pending,
)
from tests.rules.positions import STANDARD, done, house, started
from tests.rules.random_play import grid_place


def laid_out(players: int = 2, *, rules: RuleSet = STANDARD) -> GameState:
    state, random = started(players, rules=rules), Random(3)
    while state.phase is Phase.LAYOUT:
        state, _ = done(state, PlaceCard(state.dealer, *grid_place(len(state.table), random)))
    return state


def test_the_first_card_is_turned_up_and_the_dealer_is_to_lay_it() -> None:
    state = started(3)
    assert state.turned_up is not None
    assert pending(state) == (PlaceDecision(state.dealer, state.turned_up, 12),)
    assert len(state.deck) == 51


def test_laying_a_card_turns_up_the_next() -> None:
    state = started(3)
    turned, following = state.turned_up, state.deck[0]
    state, events = done(state, PlaceCard(state.dealer, 0.01, -0.02, 0.3))
    assert [type(event) for event in events] == [CardPlaced, CardTurnedUp]
    assert (state.table[0].card, state.turned_up) == (turned, following)
    assert (state.table[0].x, state.table[0].y, state.table[0].yaw) == (0.01, -0.02, 0.3)


def test_after_twelve_cards_the_dealer_may_make_two_changes() -> None:
    state = laid_out()
    assert len(state.table) == 12
    assert (len(state.deck), state.turned_up) == (40, None)
    assert pending(state) == (RearrangeDecision(state.dealer, 2),)


def test_an_illegal_place_is_refused_with_every_broken_limit() -> None:
    state, _ = done(started(2), PlaceCard(started(2).dealer, 0.0, 0.0, 0.0))
    refusal = apply(state, PlaceCard(state.dealer, 0.065, 0.25, 0.0))
    assert isinstance(refusal, Refusal)
    assert state.turned_up is not None
    assert (refusal.key, dict(refusal.numbers)) == (RefusalKey.ILLEGAL_PLACE, {"card": state.turned_up.id})
    assert [limit.limit for limit in refusal.limits] == [Limit.REACH, Limit.AREA]


def test_swapping_exchanges_places_and_turns() -> None:
    state = laid_out()
    one, other = state.table[2], state.table[7]
    state, events = done(state, SwapCards(state.dealer, one.id, other.id))
    assert [type(event) for event in events] == [CardsSwapped]
    now = {card.id: card for card in state.table}
    assert (now[one.id].x, now[one.id].y, now[one.id].yaw) == (other.x, other.y, other.yaw)
    assert (now[other.id].x, now[other.id].y, now[other.id].yaw) == (one.x, one.y, one.yaw)
    assert state.changes_left == 1
    assert sum(card not in laid_out().table for card in state.table) == 2


def test_moving_takes_a_card_to_another_legal_place() -> None:
    state = laid_out()
    card = state.table[0]
    state, events = done(state, MoveCard(state.dealer, card.id, card.x - 0.01, card.y, 0.1))
    assert [type(event) for event in events] == [CardMoved]
    moved = next(other for other in state.table if other.id == card.id)
    assert (moved.x, moved.yaw) == (card.x - 0.01, 0.1)
    assert state.changes_left == 1


def test_a_third_change_is_refused_but_finishing_is_always_allowed() -> None:
    state = laid_out()
    cards = [card.id for card in state.table]
    state, _ = done(state, SwapCards(state.dealer, cards[0], cards[1]))
    state, _ = done(state, SwapCards(state.dealer, cards[2], cards[3]))
    none_left = Refusal(RefusalKey.NO_CHANGES_LEFT, {"changes": 2})
    assert apply(state, SwapCards(state.dealer, cards[4], cards[5])) == none_left
    assert apply(state, MoveCard(state.dealer, cards[0], 0.0, 0.0, 0.0)) == none_left
    assert legal_actions(state, state.dealer) == (FinishLayout(state.dealer),)
    state, events = done(state, FinishLayout(state.dealer))
    assert events == (LayoutFinished(state.dealer),)
    assert isinstance(pending(state)[0], FlightDecision)


def test_the_number_of_changes_and_cards_may_be_ruled() -> None:
    rules = house({"rearranging.changes": 0, "layout.cards": 5})
    state = laid_out(rules=rules)
    assert len(state.table) == 5
    assert legal_actions(state, state.dealer) == (FinishLayout(state.dealer),)


def test_the_finite_choices_are_every_pair_and_finishing() -> None:
    state = laid_out()
    choices = legal_actions(state, state.dealer)
    assert len(choices) == 1 + 12 * 11 // 2
    assert legal_actions(state, 1 - state.dealer) == ()
    assert legal_actions(started(2), started(2).dealer) == ()


def wrong(state: GameState, make: Any) -> Refusal:
    refusal = apply(state, make(state))
    assert isinstance(refusal, Refusal)
    return refusal


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda s: PlaceCard(1 - s.dealer, 0.0, 0.0, 0.0), RefusalKey.NOT_YOUR_TURN),
        (lambda s: PlaceCard(s.dealer, nan, 0.0, 0.0), RefusalKey.MALFORMED),
        (lambda s: PlaceCard(s.dealer, 0.0, inf, 0.0), RefusalKey.MALFORMED),
        (lambda s: PlaceCard(s.dealer, 0.0, 0.0, -inf), RefusalKey.MALFORMED),
        (lambda s: PlaceCard(s.dealer, "0", 0.0, 0.0), RefusalKey.MALFORMED),  # type: ignore[arg-type]
        (lambda s: PlaceCard(s.dealer, 10**400, 0.0, 0.0), RefusalKey.MALFORMED),
        (lambda s: PlaceCard(s.dealer, True, 0.0, 0.0), RefusalKey.MALFORMED),
        (lambda s: PlaceCard(s.dealer, 1e300, 0.0, 0.0), RefusalKey.ILLEGAL_PLACE),
        (lambda s: PlaceCard(s.dealer, 0.0, 0.0, 0.0, card=(s.turned_up.id + 1) % 52), RefusalKey.STALE),
        (lambda s: PlaceCard(s.dealer, 0.0, 0.0, 0.0, card="3"), RefusalKey.MALFORMED),  # type: ignore[arg-type]
        (lambda s: SwapCards(s.dealer, 0, 1), RefusalKey.NOT_NOW),
        (lambda s: MoveCard(s.dealer, 0, 0.0, 0.0, 0.0), RefusalKey.NOT_NOW),
        (lambda s: FinishLayout(s.dealer), RefusalKey.NOT_NOW),
    ],
)
def test_what_is_refused_while_laying(make: Any, key: RefusalKey) -> None:
    assert wrong(started(2), make).key is key


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda s: PlaceCard(s.dealer, 0.0, 0.0, 0.0), RefusalKey.NOT_NOW),
        (lambda s: SwapCards(1 - s.dealer, s.table[0].id, s.table[1].id), RefusalKey.NOT_YOUR_TURN),
        (lambda s: MoveCard(1 - s.dealer, s.table[0].id, 0.0, 0.0, 0.0), RefusalKey.NOT_YOUR_TURN),
        (lambda s: FinishLayout(1 - s.dealer), RefusalKey.NOT_YOUR_TURN),
        (lambda s: SwapCards(s.dealer, s.table[0].id, s.table[0].id), RefusalKey.SAME_CARD),
        (lambda s: SwapCards(s.dealer, s.table[0].id, s.deck[0].id), RefusalKey.CARD_NOT_ON_TABLE),
        (lambda s: SwapCards(s.dealer, 99, s.table[0].id), RefusalKey.CARD_NOT_ON_TABLE),
        (lambda s: SwapCards(s.dealer, "a", s.table[0].id), RefusalKey.MALFORMED),  # type: ignore[arg-type]
        (lambda s: SwapCards(s.dealer, s.table[0].id, None), RefusalKey.MALFORMED),  # type: ignore[arg-type]
        (lambda s: MoveCard(s.dealer, s.deck[0].id, 0.0, 0.0, 0.0), RefusalKey.CARD_NOT_ON_TABLE),
        (lambda s: MoveCard(s.dealer, s.table[0].id, nan, 0.0, 0.0), RefusalKey.MALFORMED),
        (lambda s: MoveCard(s.dealer, True, 0.0, 0.0, 0.0), RefusalKey.MALFORMED),
        (lambda s: MoveCard(s.dealer, s.table[0].id, s.table[1].x, 0.0, 0.0), RefusalKey.ILLEGAL_PLACE),
        (
            lambda s: MoveCard(s.dealer, s.table[0].id, s.table[0].x, s.table[0].y, s.table[0].yaw),
            RefusalKey.UNCHANGED,
        ),
    ],
)
def test_what_is_refused_while_rearranging(make: Any, key: RefusalKey) -> None:
    assert wrong(laid_out(), make).key is key


def test_finishing_twice_is_refused() -> None:
    state, _ = done(laid_out(), FinishLayout(laid_out().dealer))
    again: Action = FinishLayout(state.dealer)
    assert apply(state, again) == Refusal(RefusalKey.NOT_NOW, {"phase": "flight"})
