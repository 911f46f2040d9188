"""Positions in the middle of a game, for tests that start there, and short ways to say what happens next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from fliegende3d.rules import (
    CARDS,
    Action,
    Applied,
    CarpetsLanded,
    Coverage,
    Event,
    FlightDecision,
    GameState,
    PlacedCard,
    RuleSet,
    TableMeasures,
    apply,
    flight_order,
    new_game,
    pending,
)
from fliegende3d.rules.state import Phase

CONFIG = Path(__file__).resolve().parents[2] / "config"
MEASURES = TableMeasures(
    half_width=0.75,
    half_depth=0.65,
    landing_half_width=0.33,
    landing_half_depth=0.27,
    line_south_north=0.60,
    line_east_west=0.66,
)
"""The table of the tests: distances worked out by hand do not change with the shipped one."""

STANDARD = replace(RuleSet.load(CONFIG), table=MEASURES)
NAMES = ("Amira", "Basil", "Cem", "Dora")
WHOLE_CARD_MM2 = 5369.0
GENIES = {2: ((8, 5, 4, 1), (7, 6, 3, 2)), 3: ((8, 3), (7, 4), (6, 5)), 4: ((8, 1), (7, 2), (6, 3), (5, 4))}


def house(overrides: Mapping[str, object]) -> RuleSet:
    """Return the standard rules with some changed, on the table of the tests."""
    return replace(RuleSet.load(CONFIG, overrides=overrides), table=MEASURES)


def ids(*kinds: str) -> tuple[int, ...]:
    """Return one card id for each kind, all different, the lowest of each kind first."""
    waiting = {kind: [card.id for card in CARDS if card.kind == kind] for kind in kinds}
    return tuple(waiting[kind].pop(0) for kind in kinds)


def spread(cards: Sequence[int]) -> tuple[PlacedCard, ...]:
    """Place cards in rows of four: the first row is the far one for the south, its first card the left one."""
    return tuple(
        PlacedCard(card, CARDS[card].kind, (place % 4 - 1.5) * 0.09, (1 - place // 4) * 0.12, 0.0)
        for place, card in enumerate(cards)
    )


def started(players: int = 2, *, rules: RuleSet = STANDARD, seed: int = 1, dealer: int | None = None) -> GameState:
    """Return a game just begun."""
    state, _ = new_game(NAMES[:players], rules, random=Random(seed))
    return state if dealer is None else state.evolve(dealer=dealer)


def flying(
    players: int,
    cards: Sequence[int],
    *,
    dealer: int = 0,
    hands: Mapping[int, Sequence[int]] | None = None,
    rules: RuleSet = STANDARD,
    stage: int = 1,
) -> GameState:
    """Return a stage before its first throw with these cards on the table and in the hands; the rest is the deck."""
    held = hands or {}
    used = {*cards, *(card for hand in held.values() for card in hand)}
    state = started(players, rules=rules, dealer=dealer)
    return state.evolve(
        phase=Phase.FLIGHT,
        stage=stage,
        turned_up=None,
        table=spread(cards),
        hands=tuple(tuple(CARDS[card] for card in held.get(seat, ())) for seat in range(players)),
        deck=tuple(card for card in CARDS if card.id not in used),
        genies=GENIES[players],
    )


def landed(
    state: GameState,
    on: Mapping[int, Sequence[int]] | None = None,
    *,
    resting: Sequence[tuple[int, int]] = (),
    off: Sequence[int] = (),
    fallen: Sequence[int] = (),
    cards: Sequence[PlacedCard] | None = None,
    below: Mapping[int, Sequence[int]] | None = None,
) -> CarpetsLanded:
    """Return the facts of the pending flight: which carpet lies above (or only below) which cards."""
    decision = pending(state)[0]
    assert isinstance(decision, FlightDecision)
    coverage = [Coverage(carpet, card, 500.0, 0.0) for carpet, under in (on or {}).items() for card in under]
    coverage += [Coverage(carpet, card, 0.0, 500.0) for carpet, over in (below or {}).items() for card in over]
    left = tuple(card for card in state.table if card.id not in fallen) if cards is None else tuple(cards)
    return CarpetsLanded(
        decision.seat, decision.carpet, left, tuple(fallen), tuple(coverage), tuple(resting), tuple(off)
    )


def done(state: GameState, action: Action) -> tuple[GameState, tuple[Event, ...]]:
    """Apply an action that must be legal."""
    applied = apply(state, action)
    assert isinstance(applied, Applied), applied
    return applied.state, applied.events


def fly_round(
    state: GameState,
    on: Mapping[int, Sequence[int]] | None = None,
    *,
    resting: Sequence[tuple[int, int]] = (),
    off: Sequence[int] = (),
    below: Mapping[int, Sequence[int]] | None = None,
) -> tuple[GameState, tuple[Event, ...]]:
    """Fly all carpets of a round; at its end they lie as given."""
    events: tuple[Event, ...] = ()
    order = flight_order(state.dealer, state.players, state.rules)
    for number in range(1, len(order) + 1):
        flown = {carpet for _, carpet in order[:number]}
        facts = landed(
            state,
            {carpet: cards for carpet, cards in (on or {}).items() if carpet in flown},
            below={carpet: cards for carpet, cards in (below or {}).items() if carpet in flown},
            resting=[pair for pair in resting if set(pair) <= flown],
            off=[carpet for carpet in off if carpet in flown],
        )
        state, events = done(state, facts)
    return state, events


def held_ids(state: GameState, seat: int) -> set[int]:
    """Return the ids of the cards that a seat holds."""
    return {card.id for card in state.hands[seat]}
