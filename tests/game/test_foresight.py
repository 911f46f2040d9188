"""Throwing in the mind: landings are valued by what they claim, and the throw with the better landings is chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fliegende3d import resources
from fliegende3d.flight import COARSE
from fliegende3d.game.aiming import Aim, Aiming
from fliegende3d.game.foresight import BEYOND, Prospect, aims, best_throw
from fliegende3d.game.players import bots
from fliegende3d.game.session import Session
from fliegende3d.game.tabletop import Tabletop
from fliegende3d.rules import CardKind, CarpetsLanded, Coverage, PlacedCard, RuleSet, Side

RULES = RuleSet.load(resources.folder("config"), preset="standard")
CARDS = (
    PlacedCard(7, CardKind.PALACE, -0.15, 0.0, 0.0),
    PlacedCard(8, CardKind.DESERT, 0.15, 0.0, 0.0),
)


def prospect() -> Prospect:
    return Prospect(
        seat=0, carpet=0, players=3, cards=CARDS, values={7: 6.0, 8: -4.0}, resting={}, rules=RULES, curl_seed=0
    )


def facts(*coverage: Coverage) -> CarpetsLanded:
    return CarpetsLanded(seat=0, carpet=0, cards=CARDS, fallen=(), coverage=coverage, resting=(), off_table=())


@pytest.mark.parametrize(
    ("coverage", "worth"),
    [
        ((), 0.0),
        ((Coverage(0, 7, 900.0, 0.0),), 6.0),
        ((Coverage(0, 7, 900.0, 0.0), Coverage(0, 8, 900.0, 0.0)), 2.0),
        # With one rival on the palace it is half the thrower's, with two a third.
        ((Coverage(0, 7, 900.0, 0.0), Coverage(1, 7, 50.0, 0.0)), 3.0),
        ((Coverage(0, 7, 900.0, 0.0), Coverage(1, 7, 50.0, 0.0), Coverage(2, 7, 1.0, 0.0)), 2.0),
        # Only beneath the card, or only a rival on it: nothing.
        ((Coverage(0, 7, 0.0, 900.0),), 0.0),
        ((Coverage(2, 7, 900.0, 0.0),), 0.0),
    ],
)
def test_a_landing_is_worth_what_it_claims_shared_with_rivals(coverage: tuple[Coverage, ...], worth: float) -> None:
    assert prospect().worth(facts(*coverage)) == pytest.approx(worth)


def test_places_are_also_aimed_at_from_beyond() -> None:
    straight, beyond = list(aims([(0.0, 0.1)], (0.0, -0.7)))
    assert (straight.x, straight.y) == (0.0, 0.1)
    assert (beyond.x, beyond.y) == pytest.approx((0.0, 0.1 + BEYOND))
    assert len(list(aims([(0.01 * n, 0.0) for n in range(9)], (0.0, -0.7)))) == 8


def test_the_throw_with_the_better_landings_is_chosen() -> None:
    mind = Tabletop(RULES.table, mesh=COARSE)
    aiming = Aiming(mind)
    throws = [[aiming.throw_at(Aim(card.x, card.y), side=Side.SOUTH)] for card in CARDS]
    assert best_throw(throws, prospect(), mind, [0]) == 0
    assert best_throw(throws[::-1], prospect(), mind, [0]) == 1
    turned = replace(prospect(), values={7: -4.0, 8: 6.0})
    assert best_throw(throws, turned, mind, [0]) == 1


def test_an_expert_thinks_the_same_twice_and_changes_nothing() -> None:
    session = Session.new(bots(2, ["expert"]), RuleSet.load(resources.folder("config"), preset="family"), seed=5)
    while session.flight_due() is None or not session.state.flown:
        session.advance()
    due = session.flight_due()
    assert due is not None
    before = {index: carpet.vertices.copy() for index, carpet in session.resting.items()}
    steps = len(session.history)
    assert session.bot_answer(due) == session.bot_answer(due)
    assert len(session.history) == steps
    assert all(np.array_equal(session.resting[index].vertices, before[index]) for index in before)
