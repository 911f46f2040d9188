"""Hostile and mistaken input: a typed refusal, and the state as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.rules import (
    CARDS,
    Applied,
    CarpetsLanded,
    ChooseGenie,
    ChooseLamps,
    Coverage,
    FinishLayout,
    GameState,
    MoveCard,
    Phase,
    PlaceCard,
    PlacedCard,
    Refusal,
    RefusalKey,
    RulesError,
    SetupError,
    SwapCards,
    Undo,
    apply,
    draw_setup,
    new_game,
    observation,
    start_game,
)
from tests.rules.positions import NAMES, STANDARD, done, flying, ids, landed, started
from tests.rules.random_play import steps

TABLE = ids("treasure", "lamp", "palace", "palace", "desert")
T = TABLE[0]


def midway() -> GameState:
    """Seat 1 of three has flown, seat 2 is to fly."""
    state = flying(3, TABLE)
    return done(state, landed(state, {1: [T]}))[0]


def facts(**changes: Any) -> CarpetsLanded:
    return replace(landed(midway(), {1: [T], 2: [TABLE[1]]}), **changes)


def cards(*changed: Any) -> tuple[Any, ...]:
    return (*changed, *midway().table[len(changed) :])


def place(x: Any = 0.0, y: Any = 0.0, yaw: Any = 0.0, *, number: Any = T, kind: Any = CARDS[T].kind) -> PlacedCard:
    return PlacedCard(number, kind, x, y, yaw)


def cover(carpet: Any = 2, card: Any = T, above: Any = 1.0, below: Any = 0.0) -> tuple[Coverage, ...]:
    return (Coverage(carpet, card, above, below),)


K = RefusalKey


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"seat": 0, "carpet": 0}, K.NOT_YOUR_TURN),
        ({"seat": 3}, K.FOREIGN_SEAT),
        ({"seat": -1}, K.FOREIGN_SEAT),
        ({"seat": "2"}, K.MALFORMED),
        ({"seat": True}, K.MALFORMED),
        ({"seat": 2.0}, K.MALFORMED),
        ({"seat": None}, K.MALFORMED),
        ({"carpet": 1}, K.WRONG_CARPET),
        ({"carpet": 5}, K.WRONG_CARPET),
        ({"carpet": None}, K.MALFORMED),
        # cards
        ({"cards": None}, K.MALFORMED),
        ({"cards": [*midway().table]}, K.MALFORMED),
        ({"cards": cards("a card")}, K.MALFORMED),
        ({"cards": cards(CARDS[T])}, K.MALFORMED),
        ({"cards": cards(place(number="0"))}, K.MALFORMED),
        ({"cards": cards(place(x=nan))}, K.MALFORMED),
        ({"cards": cards(place(y=inf))}, K.MALFORMED),
        ({"cards": cards(place(yaw=-inf))}, K.MALFORMED),
        ({"cards": cards(place(x="0"))}, K.MALFORMED),
        ({"cards": cards(place(x=10**400))}, K.MALFORMED),
        ({"cards": cards(place(number=51, kind=CARDS[51].kind))}, K.LANDED_CARD_UNKNOWN),
        ({"cards": cards(place(number=-1))}, K.LANDED_CARD_UNKNOWN),
        ({"cards": cards(place(number=52))}, K.LANDED_CARD_UNKNOWN),
        ({"cards": cards(place(kind=CARDS[51].kind))}, K.LANDED_CARD_UNKNOWN),
        ({"cards": (*midway().table, midway().table[0])}, K.LANDED_CARD_TWICE),
        ({"cards": midway().table[1:]}, K.LANDED_CARD_MISSING),
        ({"cards": ()}, K.LANDED_CARD_MISSING),
        ({"cards": cards(place(x=0.78))}, K.LANDED_CARD_BEYOND_TABLE),
        ({"cards": cards(place(y=-0.70))}, K.LANDED_CARD_BEYOND_TABLE),
        # fallen
        ({"fallen": None}, K.MALFORMED),
        ({"fallen": ("x",)}, K.MALFORMED),
        ({"fallen": (T,)}, K.LANDED_CARD_TWICE),
        ({"cards": midway().table[1:], "fallen": (T, T)}, K.LANDED_CARD_TWICE),
        ({"fallen": (51,)}, K.LANDED_CARD_UNKNOWN),
        # coverage
        ({"coverage": None}, K.MALFORMED),
        ({"coverage": ("x",)}, K.MALFORMED),
        ({"coverage": cover(carpet="2")}, K.MALFORMED),
        ({"coverage": cover(card=None)}, K.MALFORMED),
        ({"coverage": cover(above=nan)}, K.MALFORMED),
        ({"coverage": cover(below=inf)}, K.MALFORMED),
        ({"coverage": cover(above="1")}, K.MALFORMED),
        ({"coverage": cover(above=-0.001)}, K.LANDED_AREA_IMPOSSIBLE),
        ({"coverage": cover(below=-5.0)}, K.LANDED_AREA_IMPOSSIBLE),
        ({"coverage": cover(above=5370.1)}, K.LANDED_AREA_IMPOSSIBLE),
        ({"coverage": cover(carpet=0)}, K.LANDED_CARPET_UNKNOWN),
        ({"coverage": cover(carpet=7)}, K.LANDED_CARPET_UNKNOWN),
        ({"coverage": cover(card=51)}, K.LANDED_COVERAGE_UNKNOWN),
        ({"cards": midway().table[1:], "fallen": (T,), "coverage": cover()}, K.LANDED_COVERAGE_UNKNOWN),
        ({"coverage": cover() + cover()}, K.LANDED_COVERAGE_TWICE),
        # resting
        ({"resting": None}, K.MALFORMED),
        ({"resting": (1,)}, K.MALFORMED),
        ({"resting": ((1, 2, 1),)}, K.MALFORMED),
        ({"resting": ((1, "2"),)}, K.MALFORMED),
        ({"resting": ((2, 0),)}, K.LANDED_CARPET_UNKNOWN),
        ({"resting": ((2, 2),)}, K.LANDED_CARPET_TWICE),
        ({"resting": ((2, 1), (2, 1))}, K.LANDED_CARPET_TWICE),
        # off the table
        ({"off_table": None}, K.MALFORMED),
        ({"off_table": ("1",)}, K.MALFORMED),
        ({"off_table": (0,)}, K.LANDED_CARPET_UNKNOWN),
        ({"off_table": (1, 1)}, K.LANDED_CARPET_TWICE),
    ],
)
def test_an_impossible_landing_is_refused(changes: dict[str, Any], key: RefusalKey) -> None:
    state = midway()
    refusal = apply(state, facts(**changes))
    assert isinstance(refusal, Refusal)
    assert refusal.key is key
    assert state == midway()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"coverage": cover(above=5369.5, below=0)},
        {"coverage": cover(above=5369.0, below=5369.0)},
        {"resting": ((2, 1), (1, 2))},
        {"off_table": (1, 2)},
        {"cards": tuple(reversed(midway().table))},
        {"cards": cards(place(x=0.779, y=0.695))},
        {"cards": cards(place(x=0, y=1 // 3))},
    ],
)
def test_a_strange_but_possible_landing_is_taken(changes: dict[str, Any]) -> None:
    assert isinstance(apply(midway(), facts(**changes)), Applied)


def test_an_impossible_area_is_told_with_its_numbers() -> None:
    refusal = apply(midway(), facts(coverage=cover(above=6000)))
    assert isinstance(refusal, Refusal)
    assert dict(refusal.numbers) == {"carpet": 2, "card": T, "area_mm2": 6000.0, "most_mm2": 5369.0}


def test_the_same_landing_twice_is_refused() -> None:
    state = flying(3, TABLE)
    first = landed(state)
    state, _ = done(state, first)
    assert apply(state, first) == Refusal(K.NOT_YOUR_TURN, {"seat": 1, "expected": 2})


def test_a_landing_outside_a_flight_is_refused() -> None:
    state = started(2)
    refusal = apply(state, CarpetsLanded(0, 0, ()))
    assert refusal == Refusal(K.NOT_NOW, {"phase": "layout"})


@pytest.mark.parametrize("thing", [None, 3, "finish", object(), FinishLayout, (), {"seat": 0}])
def test_what_is_no_action_is_refused(thing: Any) -> None:
    assert apply(started(2), thing) == Refusal(K.UNKNOWN_ACTION)


@pytest.mark.parametrize(
    "action",
    [
        PlaceCard(0, 0.0, 0.0, 0.0),
        SwapCards(0, 1, 2),
        MoveCard(0, 1, 0.0, 0.0, 0.0),
        FinishLayout(0),
        CarpetsLanded(0, 0, ()),
        ChooseGenie(0, 8),
        ChooseLamps(0, 0),
        Undo(0),
    ],
)
def test_after_the_end_everything_is_refused(action: Any) -> None:
    assert apply(started(2).evolve(phase=Phase.OVER), action) == Refusal(K.GAME_OVER)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_foreign_seats_are_refused(seat: int) -> None:
    assert apply(started(2), FinishLayout(seat)) == Refusal(K.FOREIGN_SEAT, {"seat": seat, "players": 2})


junk = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.just(()), st.just([]), st.just((1, 2))
)
FIELDS = {
    PlaceCard: 5,
    SwapCards: 3,
    MoveCard: 5,
    FinishLayout: 1,
    CarpetsLanded: 7,
    ChooseGenie: 3,
    ChooseLamps: 2,
    Undo: 1,
}


@st.composite
def junk_actions(draw: st.DrawFn) -> Any:
    kind: Callable[..., Any] = draw(st.sampled_from(list(FIELDS)))
    seat = draw(st.one_of(st.integers(-1, 4), junk))
    return kind(seat, *(draw(junk) for _ in range(FIELDS[kind] - 1)))  # type: ignore[index]


def moments() -> list[GameState]:
    """One state of each phase, taken from random games."""
    found: dict[Phase, GameState] = {}
    random = Random(4)
    while len(found) < len(Phase):
        state, _ = new_game(NAMES[:3], STANDARD, random=random)
        found.setdefault(state.phase, state)
        for _, later, _ in steps(state, random):
            found.setdefault(later.phase, later)
    return list(found.values())


MOMENTS = moments()


@given(st.sampled_from(MOMENTS), junk_actions())
@settings(max_examples=600)
def test_any_junk_gets_an_answer_and_never_changes_the_state(state: GameState, action: Any) -> None:
    before = repr(state)
    answer = apply(state, action)
    assert isinstance(answer, (Applied, Refusal))
    assert repr(state) == before
    if isinstance(answer, Refusal):
        assert answer.key in RefusalKey
        assert all(isinstance(value, (int, float, str)) for value in answer.numbers.values())


@pytest.mark.parametrize("names", [(), ("A",), ("A",) * 5, ("A", ""), ("A", "  "), ("A", 3)])
def test_a_game_needs_two_to_four_named_players(names: Any) -> None:
    with pytest.raises(SetupError):
        new_game(names, STANDARD, random=Random(1))


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": tuple(range(51))},
        {"deck": (0, *range(51))},
        {"genies": ((8, 5, 4, 1), (8, 5, 4, 1))},
        {"genies": ((8, 5, 4, 1),)},
        {"first_dealer": 2},
        {"first_dealer": -1},
        {"names": ("A", "B", "C")},
    ],
)
def test_a_setup_that_is_no_game_is_an_error(changes: dict[str, Any]) -> None:
    setup = draw_setup(NAMES[:2], STANDARD, random=Random(1))
    with pytest.raises(SetupError):
        start_game(replace(setup, **changes))


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_looks_from_an_empty_seat(seat: int) -> None:
    with pytest.raises(RulesError, match="seat"):
        observation(started(2), seat)
