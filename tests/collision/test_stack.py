"""What lies on what: carpets on carpets, regions of cards, and what counts as lying on a card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliegende3d.collision.coverage import CardOutline, coverage
from fliegende3d.collision.stack import carpets_on_cards, regions, resting_pairs

from .scenes import flat_carpet


def test_the_higher_carpet_rests_on_the_lower_one() -> None:
    low = flat_carpet(z=0.001, order=1)
    high = flat_carpet(x=0.02, z=0.002, order=0, owner="B")
    (pair,) = resting_pairs([high, low])
    assert (pair.upper, pair.lower) == (0, 1)
    assert pair.area_mm2 == pytest.approx(39 * 91)


def test_at_equal_heights_the_later_carpet_is_on_top() -> None:
    first, second = flat_carpet(order=0), flat_carpet(x=0.02, order=1)
    (pair,) = resting_pairs([first, second])
    assert (pair.upper, pair.lower) == (1, 0)


def test_a_carpet_on_a_carpet_on_a_card_is_on_that_card() -> None:
    card = CardOutline(3, -0.05, 0.0, 0.0)
    lower = flat_carpet(z=0.001)
    upper = flat_carpet(x=0.05, z=0.002, owner="B", order=1)
    pairs = coverage([lower, upper], [card])
    assert [(pair.carpet, pair.card) for pair in pairs] == [(0, 3)]
    assert carpets_on_cards(pairs, resting_pairs([lower, upper])) == {3: (0, 1)}


def test_under_a_card_is_not_on_it() -> None:
    pairs = coverage([flat_carpet(z=0.0)], [CardOutline(0, 0.0, 0.0, 0.0)])
    assert carpets_on_cards(pairs, ()) == {}


def test_every_part_of_a_card_has_its_own_order() -> None:
    card = CardOutline(0, 0.0, 0.0, 0.0)
    carpets = [
        flat_carpet(x=0.03, z=0.0003, owner="A"),
        replace(flat_carpet(x=-0.03, z=0.0), owner="B", order=1),
        replace(flat_carpet(y=0.06, z=0.0011), owner="C", order=2),
    ]
    found = {(part.below, part.above): part.area_mm2 for part in regions(carpets, [card], coverage(carpets, [card]))}
    assert set(found) == {((), (0,)), ((), (0, 2)), ((1,), (2,)), ((1,), ()), ((), (2,))}
    assert found[((), (0, 2))] == pytest.approx(29 * 31)
    assert found[((1,), (2,))] == pytest.approx(29 * 31)
    assert sum(found.values()) == pytest.approx(58 * 91 + 1 * 31)
