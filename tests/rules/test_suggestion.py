"""Suggested places: always legal, soon found, and still found when the layout is awkward."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.rules import CARDS, Applied, Phase, PlacedCard, RuleSet, apply, check_placement, new_game
from fliegende3d.rules.suggestion import suggest_place, suggest_placement
from tests.rules.positions import CONFIG, NAMES, STANDARD, flying, house, ids, started

SQUARE = house({"layout.any_rotation": False})


@given(st.integers(0, 10**6), st.sampled_from(["standard", "family"]))
@settings(max_examples=60)
def test_a_whole_layout_can_be_suggested_card_by_card(seed: int, preset: str) -> None:
    random = Random(seed)
    state, _ = new_game(NAMES[:3], RuleSet.load(CONFIG, preset=preset), random=random)
    while state.phase is Phase.LAYOUT:
        suggested = suggest_placement(state, random)
        assert suggested is not None
        applied = apply(state, suggested)
        assert isinstance(applied, Applied)
        state = applied.state


def test_quarter_turns_are_suggested_where_the_rules_ask_for_them() -> None:
    random, laid = Random(2), list[PlacedCard]()
    for number in range(12):
        place = suggest_place(laid, SQUARE, random)
        assert place is not None
        assert check_placement(laid, *place, SQUARE) == ()
        laid.append(PlacedCard(number, CARDS[number].kind, *place))


def test_the_same_chance_suggests_the_same_place() -> None:
    state = started(2)
    assert suggest_placement(state, Random(8)) == suggest_placement(state, Random(8))


def test_a_suggestion_names_its_card_and_its_dealer() -> None:
    state = started(2)
    suggested = suggest_placement(state, Random(1))
    assert suggested is not None
    assert state.turned_up is not None
    assert (suggested.seat, suggested.card) == (state.dealer, state.turned_up.id)


def test_nothing_is_suggested_when_no_card_is_to_be_laid() -> None:
    assert suggest_placement(flying(2, ids("palace", "lamp")), Random(1)) is None


def tight(count: int) -> list[PlacedCard]:
    """Cards in the corners and on the edges, so that few places beside them are free."""
    spots = [(0.3, 0.22), (0.3, 0.12), (0.3, 0.02), (0.3, -0.08), (0.3, -0.2), (0.2, 0.22), (0.2, -0.2), (0.1, 0.22)]
    return [PlacedCard(number, CARDS[number].kind, *spots[number], 0.0) for number in range(count)]


@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_place_is_found_beside_cards_in_the_corner(count: int) -> None:
    laid = tight(count)
    for seed in range(20):
        place = suggest_place(laid, STANDARD, Random(seed))
        assert place is not None
        assert check_placement(laid, *place, STANDARD) == ()


class Unlucky(Random):
    """Chance that always suggests the place of the first card, which is taken."""

    def choice(self, seq):  # type: ignore[no-untyped-def]
        return seq[0]

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return 10.0


def test_if_chance_finds_nothing_the_whole_area_is_searched() -> None:
    laid = tight(5)
    place = suggest_place(laid, STANDARD, Unlucky(1))
    assert place is not None
    assert check_placement(laid, *place, STANDARD) == ()


def test_where_no_place_is_left_none_is_suggested() -> None:
    grid = [(x * 0.07 - 0.28, y * 0.102 - 0.204) for x in range(9) for y in range(5)]
    laid = [PlacedCard(number, CARDS[number].kind, x, y, 0.0) for number, (x, y) in enumerate(grid)]
    assert suggest_place(laid, STANDARD, Unlucky(1)) is None
