"""What a thrower is told after a miss is right from the own seat."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.flight import Throw
from fliegende3d.game.aiming import TURNS, to_table
from fliegende3d.presentation.throwing.advice import MUCH, Hint, advice, meant_bearing
from fliegende3d.presentation.throwing.drift import NO_DRIFT, Drift
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.rules import CardKind, PlacedCard, Side

SIDES = st.sampled_from(list(Side))
LINE = 0.75


def thrown(side: Side, *, right: float = 0.0) -> Throw:
    """A throw from a side's line, so far to the right [rad]."""
    x, y = to_table(side, 0.0, -LINE)
    bearing = TURNS[side] + math.pi / 2.0 - right
    return Throw((x, y, 0.4), (1.5 * math.cos(bearing), 1.5 * math.sin(bearing), 0.0))


def card_at(side: Side, right: float, ahead: float) -> PlacedCard:
    return PlacedCard(7, CardKind.PALACE, *to_table(side, right, ahead), 0.0)


@pytest.mark.parametrize(
    ("right", "ahead", "hints"),
    [
        (0.0, -0.10, (Hint.HARDER,)),
        (0.0, -0.10 - MUCH, (Hint.MUCH_HARDER,)),
        (0.0, 0.10, (Hint.SOFTER,)),
        (0.0, 0.05 + MUCH, (Hint.MUCH_SOFTER,)),
        (0.12, 0.0, (Hint.LEFT,)),
        (-0.12, 0.0, (Hint.RIGHT,)),
        (0.10, -0.10, (Hint.HARDER, Hint.LEFT)),
        (-0.14, 0.09, (Hint.RIGHT, Hint.SOFTER)),
    ],
)
@pytest.mark.parametrize("side", list(Side))
def test_the_hint_says_what_would_have_hit(side: Side, right: float, ahead: float, hints: tuple[Hint, ...]) -> None:
    found = advice(thrown(side), to_table(side, right, ahead), [card_at(side, 0.0, 0.0)], NO_DRIFT)
    assert found is not None
    assert set(found.hints) == set(hints)


@given(SIDES, st.floats(-0.5, 0.5))
def test_of_several_cards_the_one_in_the_line_of_the_aim_is_meant(side: Side, aim: float) -> None:
    reach = 0.8
    on_line = card_at(side, math.sin(aim) * reach, -LINE + math.cos(aim) * reach)
    beside = PlacedCard(
        8, CardKind.DESERT, *to_table(side, math.sin(aim) * reach + 0.2, -LINE + math.cos(aim) * reach), 0.0
    )
    rest = to_table(side, math.sin(aim) * 0.6, -LINE + math.cos(aim) * 0.6)
    found = advice(thrown(side, right=aim), rest, [beside, on_line], NO_DRIFT)
    assert found is not None
    assert found.card is on_line
    assert found.hints == (Hint.MUCH_HARDER,)


def test_an_empty_table_gives_no_hint() -> None:
    assert advice(thrown(Side.SOUTH), (0.0, 0.0), [], NO_DRIFT) is None


def test_the_drift_that_the_hand_holds_against_is_not_taken_for_its_aim() -> None:
    from fliegende3d.game.aiming import Aiming
    from fliegende3d.game.tabletop import Tabletop
    from fliegende3d.presentation.throwing.release import release
    from fliegende3d.resources import folder
    from fliegende3d.rules import RuleSet

    rules = RuleSet.load(folder("config"))
    aiming = Aiming(Tabletop(rules.table, material="magic", wind="calm"))
    drift = Drift((0.4, 3.0), (0.1, 0.2))
    gesture = ThrowGesture(0.5, direction=0.3, spin=0.4)
    throw = release(gesture, side=Side.SOUTH, aiming=aiming, drift=drift)
    assert meant_bearing(throw, drift) == pytest.approx(math.pi / 2.0 - 0.3)
