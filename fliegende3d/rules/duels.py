"""Duels: secret picks, all shown at once, and the exchange of genies."""

from __future__ import annotations

from fliegende3d.rules.actions import ChooseGenie
from fliegende3d.rules.events import (
    CardTaken,
    ChoiceMade,
    DuelOpened,
    Event,
    GeniesExchanged,
    GeniesShown,
    TakenBy,
)
from fliegende3d.rules.landing import with_cards
from fliegende3d.rules.refusals import Refusal, RefusalKey, whole
from fliegende3d.rules.stages import go_on
from fliegende3d.rules.state import GameState, Phase, Step


def choose_genie(state: GameState, action: ChooseGenie) -> Step | Refusal:
    """Note a secret pick; once all duellists have picked, the genies are shown and the duel is settled."""
    if state.phase is not Phase.DUEL:
        return Refusal(RefusalKey.NOT_NOW, {"phase": state.phase.value})
    duel, seat = state.duels[0], action.seat
    if action.card is not None and not whole(action.card):
        return Refusal(RefusalKey.MALFORMED, {"field": "card"})
    if action.card is not None and action.card != duel.card.id:
        return Refusal(RefusalKey.STALE, {"card": action.card, "expected": duel.card.id})
    if seat not in duel.seats:
        return Refusal(RefusalKey.NOT_IN_DUEL, {"seat": seat})
    if state.picks[seat] is not None:
        return Refusal(RefusalKey.ALREADY_CHOSEN, {"seat": seat})
    if not whole(action.genie):
        return Refusal(RefusalKey.MALFORMED, {"field": "genie"})
    if action.genie not in state.genies[seat]:
        return Refusal(RefusalKey.GENIE_NOT_OWNED, {"genie": action.genie})
    picked = state.evolve(picks=(*state.picks[:seat], action.genie, *state.picks[seat + 1 :]))
    events: list[Event] = [ChoiceMade(seat)]
    if any(picked.picks[seat] is None for seat in duel.seats):
        return picked, events
    return _show(picked, events)


def _show(state: GameState, events: list[Event]) -> Step:
    """Settle the present duel; the next one opens, or play goes on."""
    duel, *rest = state.duels
    shown = [(genie, seat) for seat, genie in enumerate(state.picks) if genie is not None]
    (highest, winner), (lowest, loser) = max(shown), min(shown)
    events += [
        GeniesShown(duel.card, tuple((seat, genie) for genie, seat in shown), winner),
        CardTaken(winner, duel.card, TakenBy.DUEL),
        GeniesExchanged(winner, loser, highest, lowest),
    ]
    genies = list(state.genies)
    genies[winner] = _exchanged(genies[winner], highest, lowest)
    genies[loser] = _exchanged(genies[loser], lowest, highest)
    settled = state.evolve(
        table=tuple(card for card in state.table if card.id != duel.card.id),
        hands=with_cards(state.hands, winner, (duel.card,)),
        genies=tuple(genies),
        duels=tuple(rest),
        picks=(None,) * state.players,
    )
    if not rest:
        return go_on(settled, events)
    events.append(DuelOpened(rest[0].card, rest[0].seats))
    return settled, events


def _exchanged(held: tuple[int, ...], given: int, received: int) -> tuple[int, ...]:
    return tuple(sorted((received if genie == given else genie for genie in held), reverse=True))
