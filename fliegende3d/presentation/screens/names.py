"""Words for the things of the rules: cards, seats, limits, refusals."""

from __future__ import annotations

from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.ui.cards import Picture
from fliegende3d.rules import BrokenLimit, CardKind, Refusal


def card_name(texts: Texts, kind: CardKind | str) -> str:
    """Return the name of a kind of card."""
    return texts(f"card.{kind}")


def seat_name(texts: Texts, seat: int, written: str) -> str:
    """Return a player's name: what was written, or the usual one of the seat."""
    return written.strip() or texts(f"seat.name_{seat + 1}")


def limit_text(texts: Texts, broken: BrokenLimit) -> str:
    """Return one broken limit in words, with its millimetres."""
    return texts(f"limit.{broken.limit.value}", mm=texts.number(max(0.1, broken.by_mm), decimals=1))


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Return why an action was refused, in words."""
    if refusal.limits:
        return " ".join(limit_text(texts, broken) for broken in refusal.limits[:2])
    key = f"refusal.{refusal.key.value}"
    if not texts.has(key):
        key = "refusal.general"
    return texts(key, **dict(refusal.numbers))


def card_picture(texts: Texts, kind: CardKind | str) -> Picture:
    """Return what is printed on a destination card, in the language of the texts."""
    family, _, mark = str(kind).rpartition("_")
    return Picture(str(kind), card_name(texts, kind), mark.upper() if family == "adventure" else "")


def genie_picture(texts: Texts, genie: int) -> Picture:
    """Return what is printed on a genie card."""
    return Picture(f"genie_{genie}", texts("card.genie"), str(genie))
