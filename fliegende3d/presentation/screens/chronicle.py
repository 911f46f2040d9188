"""The log in words: one sentence for each thing that happened; nothing secret is ever in an event."""

from __future__ import annotations

from collections.abc import Sequence

from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.text import Texts
from fliegende3d.rules import (
    CardFell,
    CardTaken,
    CarpetFlew,
    CarpetOnNothing,
    DuelOpened,
    Event,
    FlyAgain,
    GameEnded,
    GeniesExchanged,
    GeniesShown,
    LayoutFinished,
    PalacesScored,
    StageEnded,
    StageStarted,
    Undone,
)


def joined(texts: Texts, words: Sequence[str]) -> str:
    """Return a list as people write it: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return texts("common.and", first=", ".join(words[:-1]), last=words[-1])


def event_text(texts: Texts, names: Sequence[str], event: Event) -> str:
    """Return the sentence of an event, or an empty text for what needs none."""
    match event:
        case StageStarted(stage=stage, dealer=dealer):
            return texts("log.stage", stage=stage, name=names[dealer])
        case LayoutFinished(seat=seat):
            return texts("log.layout", name=names[seat])
        case CarpetFlew(seat=seat, on_table=True):
            return texts("log.flew", name=names[seat])
        case CarpetFlew(seat=seat):
            return texts("log.left_table", name=names[seat])
        case CardFell(card=card):
            return texts("log.fell", card=card_name(texts, card.kind))
        case CarpetOnNothing(seat=seat):
            return texts("log.nothing", name=names[seat])
        case CardTaken(seat=seat, card=card, by=by):
            return texts(f"log.taken_{by.value}", name=names[seat], card=card_name(texts, card.kind))
        case DuelOpened(card=card, seats=seats):
            who = joined(texts, [names[seat] for seat in seats])
            return texts("log.duel", names=who, card=card_name(texts, card.kind))
        case GeniesShown(shown=shown):
            parts = [texts("log.genie", name=names[seat], genie=genie) for seat, genie in shown]
            return texts("log.genies", shown=joined(texts, parts))
        case GeniesExchanged(winner=winner, loser=loser, given=given, received=received):
            return texts("log.exchange", winner=names[winner], loser=names[loser], given=given, received=received)
        case FlyAgain(cards_left=left):
            return texts("log.again", n=left)
        case StageEnded(stage=stage, reason=reason):
            return texts(f"log.stage_end_{reason.value}", stage=stage)
        case PalacesScored(palaces=palaces, lamps=lamps, points=points):
            parts = [
                texts(
                    "log.palace_part", name=names[s], n=palaces[s] + lamps[s], points=texts.number(points[s], sign=True)
                )
                for s in range(len(names))
            ]
            return texts("log.palaces", parts="; ".join(parts))
        case GameEnded(totals=totals, winners=winners):
            who = joined(texts, [names[seat] for seat in winners])
            return texts("log.end", n=len(winners), names=who, points=totals[winners[0]])
        case Undone(seat=seat):
            return texts("log.undone", name=names[seat])
        case _:
            return ""
