"""Events as terse remarks for the notation: what an action led to, so that a game reads without a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fliegende3d.rules.cards import Card
from fliegende3d.rules.events import (
    CardTaken,
    CarpetOnNothing,
    DuelOpened,
    Event,
    FlyAgain,
    GameEnded,
    GeniesExchanged,
    GeniesShown,
    PalacesScored,
    StageEnded,
    StageStarted,
)

_SEATS = "ABCD"


def remarks(events: Iterable[Event]) -> Iterator[str]:
    """Yield a line for each event that the actions themselves do not tell."""
    for event in events:
        text = _remark(event)
        if text:
            yield text


def _remark(event: Event) -> str:
    match event:
        case StageStarted(stage, dealer):
            return f"stage {stage}: {_SEATS[dealer]} deals"
        case CarpetOnNothing(_, carpet):
            return f"carpet {carpet} lies on nothing"
        case CardTaken(seat, card, by):
            return f"{_SEATS[seat]} takes {_name(card)} by {by.value}"
        case DuelOpened(card, seats):
            return f"duel for {_name(card)}: {_row(_SEATS[seat] for seat in seats)}"
        case GeniesShown(_, shown, _):
            return f"shown: {_row(f'{_SEATS[seat]} {genie}' for seat, genie in shown)}"
        case GeniesExchanged(winner, loser, given, received):
            return f"{_SEATS[winner]} gives {given} to {_SEATS[loser]} for {received}"
        case FlyAgain(cards, number):
            return f"round {number}: {cards} cards left"
        case StageEnded(_, reason, leftovers):
            return f"stage over: {reason.value}, left: {_row(map(_name, leftovers)) or 'nothing'}"
        case PalacesScored(palaces, lamps, points):
            return f"palaces {_row(palaces)}, lamps {_row(lamps)}: points {_row(f'{point:+d}' for point in points)}"
        case GameEnded(totals, winners):
            return f"totals {_row(totals)}, won by {_row(_SEATS[seat] for seat in winners)}"
        case _:
            return ""


def _name(card: Card) -> str:
    return f"{card.kind.value}:{card.id}"


def _row(items: Iterable[object]) -> str:
    return " ".join(map(str, items))
