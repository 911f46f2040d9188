"""The dealer's part of a stage: laying cards one at a time, then rearranging them."""

from __future__ import annotations

from fliegende3d.rules.actions import FinishLayout, MoveCard, PlaceCard, SwapCards
from fliegende3d.rules.cards import PlacedCard
from fliegende3d.rules.events import CardMoved, CardPlaced, CardsSwapped, CardTurnedUp, LayoutFinished
from fliegende3d.rules.layout import check_move, check_placement
from fliegende3d.rules.refusals import Refusal, RefusalKey, finite, whole
from fliegende3d.rules.state import GameState, Phase, Step


def place_card(state: GameState, action: PlaceCard) -> Step | Refusal:
    """Lay the turned-up card; the next one is turned up, or the rearranging begins."""
    refusal = _refused(state, action.seat, Phase.LAYOUT) or _not_a_place(action.x, action.y, action.yaw)
    if refusal:
        return refusal
    card = state.turned_up
    assert card is not None, "a card is turned up during the whole layout"
    if action.card is not None and not whole(action.card):
        return Refusal(RefusalKey.MALFORMED, {"field": "card"})
    if action.card is not None and action.card != card.id:
        return Refusal(RefusalKey.STALE, {"card": action.card, "expected": card.id})
    limits = check_placement(state.table, action.x, action.y, action.yaw, state.rules)
    if limits:
        return Refusal(RefusalKey.ILLEGAL_PLACE, {"card": card.id}, limits)
    placed = PlacedCard(card.id, card.kind, float(action.x), float(action.y), float(action.yaw))
    table = (*state.table, placed)
    if len(table) == state.rules.layout_cards:
        done = state.evolve(phase=Phase.REARRANGING, table=table, turned_up=None, before=state)
        return done, [CardPlaced(state.dealer, placed)]
    turned_up = state.deck[0]
    laid = state.evolve(table=table, turned_up=turned_up, deck=state.deck[1:], before=None)
    return laid, [CardPlaced(state.dealer, placed), CardTurnedUp(state.dealer, turned_up)]


def swap_cards(state: GameState, action: SwapCards) -> Step | Refusal:
    """Exchange the places of two cards. The limits concern places only, so this is always legal."""
    refusal = _refused(state, action.seat, Phase.REARRANGING)
    if refusal:
        return refusal
    for name, card in (("first", action.first), ("second", action.second)):
        missing = _not_lying(state, name, card)
        if missing:
            return missing
    if action.first == action.second:
        return Refusal(RefusalKey.SAME_CARD, {"card": action.first})
    if not state.changes_left:
        return Refusal(RefusalKey.NO_CHANGES_LEFT, {"changes": state.rules.changes})
    lying = {card.id: card for card in state.table}
    one, other = lying[action.first], lying[action.second]
    first = PlacedCard(one.id, one.kind, other.x, other.y, other.yaw)
    second = PlacedCard(other.id, other.kind, one.x, one.y, one.yaw)
    table = tuple({first.id: first, second.id: second}.get(card.id, card) for card in state.table)
    changed = state.evolve(table=table, changes_left=state.changes_left - 1, before=state)
    return changed, [CardsSwapped(state.dealer, first, second)]


def move_card(state: GameState, action: MoveCard) -> Step | Refusal:
    """Move one card to another legal place."""
    refusal = (
        _refused(state, action.seat, Phase.REARRANGING)
        or _not_lying(state, "card", action.card)
        or _not_a_place(action.x, action.y, action.yaw)
    )
    if refusal:
        return refusal
    if not state.changes_left:
        return Refusal(RefusalKey.NO_CHANGES_LEFT, {"changes": state.rules.changes})
    old = next(card for card in state.table if card.id == action.card)
    moved = PlacedCard(old.id, old.kind, float(action.x), float(action.y), float(action.yaw))
    if moved == old:
        return Refusal(RefusalKey.UNCHANGED, {"card": old.id})
    limits = check_move(state.table, old.id, moved.x, moved.y, moved.yaw, state.rules)
    if limits:
        return Refusal(RefusalKey.ILLEGAL_PLACE, {"card": old.id}, limits)
    table = tuple(moved if card.id == moved.id else card for card in state.table)
    changed = state.evolve(table=table, changes_left=state.changes_left - 1, before=state)
    return changed, [CardMoved(state.dealer, moved)]


def finish_layout(state: GameState, action: FinishLayout) -> Step | Refusal:
    """End the rearranging; the player to the dealer's left may throw."""
    refusal = _refused(state, action.seat, Phase.REARRANGING)
    if refusal:
        return refusal
    return state.evolve(phase=Phase.FLIGHT, before=state), [LayoutFinished(state.dealer)]


def _refused(state: GameState, seat: int, phase: Phase) -> Refusal | None:
    if state.phase is not phase:
        return Refusal(RefusalKey.NOT_NOW, {"phase": state.phase.value})
    if seat != state.dealer:
        return Refusal(RefusalKey.NOT_YOUR_TURN, {"seat": seat, "expected": state.dealer})
    return None


def _not_lying(state: GameState, name: str, card: int) -> Refusal | None:
    if not whole(card):
        return Refusal(RefusalKey.MALFORMED, {"field": name})
    if all(lying.id != card for lying in state.table):
        return Refusal(RefusalKey.CARD_NOT_ON_TABLE, {"card": card})
    return None


def _not_a_place(x: float, y: float, yaw: float) -> Refusal | None:
    for name, value in (("x", x), ("y", y), ("yaw", yaw)):
        if not finite(value):
            return Refusal(RefusalKey.MALFORMED, {"field": name})
    return None
