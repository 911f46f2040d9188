"""The course of a game: stages begin and end, carpets fly again, palaces are counted, the deck passes on."""

from __future__ import annotations

from fliegende3d.rules.actions import ChooseLamps
from fliegende3d.rules.cards import CARDS, CardKind, left_of
from fliegende3d.rules.events import (
    CardTaken,
    CardTurnedUp,
    ChoiceMade,
    Event,
    FlyAgain,
    GameEnded,
    PalacesScored,
    StageEnded,
    StageEndReason,
    StageStarted,
    TakenBy,
)
from fliegende3d.rules.refusals import Refusal, RefusalKey, whole
from fliegende3d.rules.scoring import final_scores
from fliegende3d.rules.state import GameState, Phase, Step, seating_from

FEWEST_CARDS_TO_FLY_AGAIN = 4
PALACE_POINTS = 5
"""What the most palaces gain and the fewest lose."""


def start_stage(state: GameState, events: list[Event]) -> Step:
    """Begin the layout of the present stage: its dealer turns up the first card."""
    card = state.deck[0]
    events += [StageStarted(state.stage, state.dealer), CardTurnedUp(state.dealer, card)]
    begun = state.evolve(
        phase=Phase.LAYOUT,
        deck=state.deck[1:],
        turned_up=card,
        changes_left=state.rules.changes,
        round=1,
        flown=0,
        throws=0,
        barren=0,
        landed=None,
        off_carpets=(),
        before=None,
    )
    return begun, events


def go_on(state: GameState, events: list[Event]) -> Step:
    """Once all claims and duels are settled: fly again, or end the stage."""
    reason = _end_reason(state)
    if reason is not None:
        return _end_stage(state, reason, events)
    again = state.round + 1
    events.append(FlyAgain(len(state.table), again))
    return state.evolve(phase=Phase.FLIGHT, round=again, flown=0, landed=None, off_carpets=()), events


def _end_reason(state: GameState) -> StageEndReason | None:
    if len(state.table) < FEWEST_CARDS_TO_FLY_AGAIN:
        return StageEndReason.FEW_CARDS
    if all(card.kind is CardKind.DESERT for card in state.table):
        return StageEndReason.ONLY_DESERTS
    if state.barren >= state.rules.barren_limit:
        return StageEndReason.BARREN
    return None


def _end_stage(state: GameState, reason: StageEndReason, events: list[Event]) -> Step:
    """Clear the table and go over to the palaces."""
    leftovers = tuple(CARDS[card.id] for card in state.table)
    events.append(StageEnded(state.stage, reason, leftovers))
    hands, gone = state.hands, state.gone + state.set_aside
    if state.rules.leftovers == "dealer_takes":
        dealer = state.dealer
        hands = (*hands[:dealer], hands[dealer] + leftovers, *hands[dealer + 1 :])
        events += [CardTaken(dealer, card, TakenBy.LEFTOVER) for card in leftovers]
    else:
        gone += leftovers
    cleared = state.evolve(
        phase=Phase.LAMPS,
        table=(),
        set_aside=(),
        hands=hands,
        gone=gone,
        landed=None,
        off_carpets=(),
        lamp_choices=(None,) * state.players,
    )
    return _palaces_if_chosen(cleared, events)


def lamp_choosers(state: GameState) -> tuple[int, ...]:
    """Return the seats that may choose now how many lamps count as palaces: holders of lamps who have not chosen."""
    waiting = tuple(
        seat
        for seat in seating_from(state.dealer, state.players)
        if state.lamp_choices[seat] is None and state.lamps(seat)
    )
    return waiting if state.rules.secret_lamps else waiting[:1]


def choose_lamps(state: GameState, action: ChooseLamps) -> Step | Refusal:
    """Note a choice of lamps; once all have chosen, the palaces are counted."""
    if state.phase is not Phase.LAMPS:
        return Refusal(RefusalKey.NOT_NOW, {"phase": state.phase.value})
    seat = action.seat
    if not whole(action.lamps):
        return Refusal(RefusalKey.MALFORMED, {"field": "lamps"})
    if state.lamp_choices[seat] is not None:
        return Refusal(RefusalKey.ALREADY_CHOSEN, {"seat": seat})
    most = state.lamps(seat)
    if not 0 <= action.lamps <= most:
        return Refusal(RefusalKey.LAMPS_NOT_OWNED, {"lamps": action.lamps, "most": most})
    choosers = lamp_choosers(state)
    if seat not in choosers:
        return Refusal(RefusalKey.NOT_YOUR_TURN, {"seat": seat, "expected": choosers[0]})
    choices = (*state.lamp_choices[:seat], action.lamps, *state.lamp_choices[seat + 1 :])
    return _palaces_if_chosen(state.evolve(lamp_choices=choices), [ChoiceMade(seat)])


def _palaces_if_chosen(state: GameState, events: list[Event]) -> Step:
    if lamp_choosers(state):
        return state, events
    lamps = tuple(choice or 0 for choice in state.lamp_choices)
    palaces = tuple(sum(card.kind is CardKind.PALACE for card in hand) for hand in state.hands)
    points = palace_points(tuple(map(sum, zip(palaces, lamps, strict=True))))
    events.append(PalacesScored(palaces, lamps, points))
    hands, gone = [], list(state.gone)
    for hand, count in zip(state.hands, lamps, strict=True):
        used = [card for card in hand if card.kind is CardKind.LAMP][:count]
        leaving = {card.id for card in hand if card.kind is CardKind.PALACE or card in used}
        hands.append(tuple(card for card in hand if card.id not in leaving))
        gone += [card for card in hand if card.id in leaving]
    scored = state.evolve(
        hands=tuple(hands),
        gone=tuple(gone),
        palace_points=tuple(map(sum, zip(state.palace_points, points, strict=True))),
        lamp_choices=(None,) * state.players,
    )
    if state.stage < state.stages:
        return start_stage(scored.evolve(stage=state.stage + 1, dealer=left_of(state.dealer, state.players)), events)
    ended = scored.evolve(phase=Phase.OVER)
    scores = final_scores(ended)
    events.append(GameEnded(tuple(sheet.total for sheet in scores.sheets), scores.winners))
    return ended, events


def palace_points(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points by seat for these numbers of palaces: 5 for the most, -5 for the fewest, both if all tie."""
    most, fewest = max(counts), min(counts)
    return tuple(PALACE_POINTS * ((count == most) - (count == fewest)) for count in counts)
