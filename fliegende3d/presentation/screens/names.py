"""Words for the things of the rules: cards, seats, limits, refusals."""

from __future__ import annotations

import math

from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.ui.cards import Picture
from fliegende3d.rules import BrokenLimit, CardKind, Refusal


def card_name(texts: Texts, kind: CardKind | str) -> str:
    """Return the name of a kind of card."""
    return texts(f"card.{kind}")


def seat_name(texts: Texts, seat: int, written: str) -> str:
    """Return a player's name: what was written, or the usual one of the seat."""
    return written.strip() or texts(f"seat.name_{seat + 1}")


# Lengths as hands measure them: up to so many millimetres, and the name of the words.
BREADTHS = (
    (2.0, "hair"),
    (8.0, "half_finger"),
    (22.0, "finger"),
    (42.0, "two_fingers"),
    (70.0, "card"),
    (110.0, "hand"),
    (math.inf, "more"),
)


def breadth_text(texts: Texts, millimetres: float) -> str:
    """Return a length as hands measure it: a finger's breadth, a hand's breadth."""
    return texts(f"breadth.{next(name for most, name in BREADTHS if millimetres <= most)}")


def limit_text(texts: Texts, broken: BrokenLimit) -> str:
    """Return one broken limit in words, with how far it is broken as hands measure it."""
    return texts(f"limit.{broken.limit.value}", breadth=breadth_text(texts, broken.by_mm))


def limit_measure(texts: Texts, broken: BrokenLimit) -> str:
    """Return by how much a limit is broken, for those who want it exactly."""
    return texts("limit.measure", mm=texts.number(max(0.1, broken.by_mm), decimals=1))


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
