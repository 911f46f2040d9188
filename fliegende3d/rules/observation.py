"""What a seat may know: the whole state without the deck's order, others' genies and others' secret choices."""

from __future__ import annotations

from dataclasses import dataclass

from fliegende3d.rules.actions import CarpetsLanded
from fliegende3d.rules.cards import CARDS, Card, PlacedCard
from fliegende3d.rules.decisions import Decision, pending
from fliegende3d.rules.errors import RulesError
from fliegende3d.rules.reducer import undoable
from fliegende3d.rules.ruleset import RuleSet
from fliegende3d.rules.state import Duel, GameState, Phase


@dataclass(frozen=True, slots=True)
class Observation:
    """A game as one seat sees it, or as an onlooker does if ``seat`` is None. Fields as in ``GameState``.

    ``deck_count`` cards are face down; ``unseen`` are the cards not yet turned up, in the order of their ids.
    ``genies`` are the seat's own, ``genie_counts`` everybody's numbers. ``chosen`` tells who has made the secret choice
    that is due, ``own_choice`` what the seat itself chose, ``shown_lamps`` the lamp choices that were made openly.
    """

    seat: int | None
    names: tuple[str, ...]
    rules: RuleSet
    phase: Phase
    stage: int
    stages: int
    dealer: int
    deck_count: int
    unseen: tuple[Card, ...]
    turned_up: Card | None
    table: tuple[PlacedCard, ...]
    hands: tuple[tuple[Card, ...], ...]
    genies: tuple[int, ...]
    genie_counts: tuple[int, ...]
    set_aside: tuple[Card, ...]
    gone: tuple[Card, ...]
    palace_points: tuple[int, ...]
    changes_left: int
    round: int
    flown: int
    throws: int
    barren: int
    landed: CarpetsLanded | None
    off_carpets: tuple[int, ...]
    duels: tuple[Duel, ...]
    chosen: tuple[bool, ...]
    own_choice: int | None
    shown_lamps: tuple[int | None, ...]
    pending: tuple[Decision, ...]
    undoable: tuple[int, ...]


def observation(state: GameState, seat: int | None) -> Observation:
    """Return what a seat may know, or an onlooker if the seat is None.

    Raises:
        RulesError: if nobody sits at the seat.
    """
    if seat is not None and not 0 <= seat < state.players:
        raise RulesError(f"seat {seat} is empty; allowed is 0 to {state.players - 1}, or None for an onlooker")
    choices = state.picks if state.phase is Phase.DUEL else state.lamp_choices
    open_lamps = state.phase is Phase.LAMPS and not state.rules.secret_lamps
    face_down = {card.id for card in state.deck}
    return Observation(
        seat=seat,
        names=state.names,
        rules=state.rules,
        phase=state.phase,
        stage=state.stage,
        stages=state.stages,
        dealer=state.dealer,
        deck_count=len(state.deck),
        unseen=tuple(card for card in CARDS if card.id in face_down),
        turned_up=state.turned_up,
        table=state.table,
        hands=state.hands,
        genies=() if seat is None else state.genies[seat],
        genie_counts=tuple(len(held) for held in state.genies),
        set_aside=state.set_aside,
        gone=state.gone,
        palace_points=state.palace_points,
        changes_left=state.changes_left,
        round=state.round,
        flown=state.flown,
        throws=state.throws,
        barren=state.barren,
        landed=state.landed,
        off_carpets=state.off_carpets,
        duels=state.duels,
        chosen=tuple(choice is not None for choice in choices),
        own_choice=None if seat is None else choices[seat],
        shown_lamps=state.lamp_choices if open_lamps else (None,) * state.players,
        pending=pending(state),
        undoable=undoable(state),
    )
