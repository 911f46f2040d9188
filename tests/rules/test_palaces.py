"""Palaces and lamps at the end of a stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from fliegende3d.rules import (
    ChoiceMade,
    ChooseLamps,
    GameState,
    LampDecision,
    PalacesScored,
    Phase,
    Refusal,
    RefusalKey,
    RuleSet,
    apply,
    observation,
    pending,
)
from fliegende3d.rules.stages import palace_points
from tests.rules.positions import STANDARD, done, fly_round, flying, held_ids, house, ids

DESERTS = ids("desert", "desert", "desert", "desert")
P = ids(*["palace"] * 12)
L = ids(*["lamp"] * 4)


def reckoning(
    players: int, hands: Mapping[int, Sequence[int]], *, rules: RuleSet = STANDARD, dealer: int = 0
) -> GameState:
    """Return the state after a stage that ended because only deserts were left."""
    state, _ = fly_round(flying(players, DESERTS, hands=hands, rules=rules, dealer=dealer))
    return state


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0), (5, -5)),
        ((0, 0), (0, 0)),
        ((3, 3), (0, 0)),
        ((2, 5), (-5, 5)),
        ((2, 2, 2), (0, 0, 0)),
        ((3, 1, 1), (5, -5, -5)),
        ((3, 3, 1), (5, 5, -5)),
        ((3, 2, 1), (5, 0, -5)),
        ((4, 3, 2, 1), (5, 0, 0, -5)),
        ((2, 2, 1, 1), (5, 5, -5, -5)),
        ((2, 1, 1, 0), (5, 0, 0, -5)),
        ((0, 0, 0, 1), (-5, -5, -5, 5)),
        ((1, 1, 1, 1), (0, 0, 0, 0)),
    ],
)
def test_most_palaces_gain_five_and_fewest_lose_five(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert palace_points(counts) == points


def test_without_lamps_palaces_are_counted_at_once_and_leave_the_game() -> None:
    state = reckoning(2, {0: P[:2], 1: P[2:3]})
    assert (state.stage, state.phase) == (2, Phase.LAYOUT)
    assert state.palace_points == (5, -5)
    assert state.hands == ((), ())
    assert {card.id for card in state.gone} == {*P[:3], *DESERTS}


def test_palace_points_add_up_over_the_stages() -> None:
    state, _ = fly_round(flying(2, DESERTS, hands={0: P[:1]}).evolve(palace_points=(5, -5)))
    assert state.palace_points == (10, -10)


def test_a_lamp_counts_as_a_palace_if_its_owner_so_chooses() -> None:
    state = reckoning(2, {0: L[:1]})
    assert pending(state) == (LampDecision(0, 1),)
    counted, events = done(state, ChooseLamps(0, 1))
    assert PalacesScored((0, 0), (1, 0), (5, -5)) in events
    assert counted.palace_points == (5, -5)
    kept, _ = done(state, ChooseLamps(0, 0))
    assert kept.palace_points == (0, 0)


def test_lamps_counted_as_palaces_leave_the_game_and_the_others_stay() -> None:
    state, _ = done(reckoning(2, {0: [*L[:3], *P[:1], *ids("treasure")]}), ChooseLamps(0, 2))
    assert held_ids(state, 0) == {L[2], *ids("treasure")}
    assert {*L[:2], P[0]} <= {card.id for card in state.gone}


def test_all_holders_of_lamps_choose_at_the_same_time_and_in_secret() -> None:
    state = reckoning(3, {0: L[:2], 2: L[2:3]})
    assert {(decision.seat, decision.most) for decision in pending(state) if isinstance(decision, LampDecision)} == {
        (0, 2),
        (2, 1),
    }
    state, events = done(state, ChooseLamps(0, 2))
    assert events == (ChoiceMade(0),)
    assert observation(state, 2).shown_lamps == (None, None, None)
    assert observation(state, 2).chosen == (True, False, False)
    state, events = done(state, ChooseLamps(2, 1))
    assert PalacesScored((0, 0, 0), (2, 0, 1), (5, -5, 0)) in events


def test_lamps_may_be_ruled_to_be_chosen_openly_from_the_dealers_left() -> None:
    rules = house({"stage_end.secret_lamps": False})
    state = reckoning(3, {0: L[:1], 1: L[1:2], 2: L[2:3]}, rules=rules, dealer=1)
    seats = []
    while state.phase is Phase.LAMPS:
        (decision,) = pending(state)
        seats.append(decision.seat)
        if len(seats) == 2:
            assert apply(state, ChooseLamps(1, 0)) == Refusal(RefusalKey.NOT_YOUR_TURN, {"seat": 1, "expected": 0})
            assert observation(state, 1).shown_lamps == (None, None, 1)
        state, _ = done(state, ChooseLamps(decision.seat, 1))
    assert seats == [2, 0, 1]
    assert state.palace_points == (0, 0, 0)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (ChooseLamps(0, 3), Refusal(RefusalKey.LAMPS_NOT_OWNED, {"lamps": 3, "most": 2})),
        (ChooseLamps(0, -1), Refusal(RefusalKey.LAMPS_NOT_OWNED, {"lamps": -1, "most": 2})),
        (ChooseLamps(1, 1), Refusal(RefusalKey.LAMPS_NOT_OWNED, {"lamps": 1, "most": 0})),
        (ChooseLamps(1, 0), Refusal(RefusalKey.NOT_YOUR_TURN, {"seat": 1, "expected": 2})),
        (ChooseLamps(3, 0), Refusal(RefusalKey.ALREADY_CHOSEN, {"seat": 3})),
    ],
)
def test_a_wrong_choice_of_lamps_is_refused(action: ChooseLamps, refusal: Refusal) -> None:
    state = reckoning(4, {0: L[:2], 2: L[2:3], 3: L[3:]})
    state, _ = done(state, ChooseLamps(3, 1))
    assert apply(state, action) == refusal
