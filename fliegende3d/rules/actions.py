"""What players do: every action that ``apply`` takes, and the facts of a landing. Lengths in metres, areas in mm²."""

from __future__ import annotations

from dataclasses import dataclass

from fliegende3d.rules.cards import PlacedCard


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """The dealer lays the turned-up card. ``card``, if given, must be its id: a late click then lays no other card."""

    seat: int
    x: float
    y: float
    yaw: float
    card: int | None = None


@dataclass(frozen=True, slots=True)
class SwapCards:
    """The dealer exchanges the places of two lying cards, given by id."""

    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class MoveCard:
    """The dealer moves one lying card to another legal place."""

    seat: int
    card: int
    x: float
    y: float
    yaw: float


@dataclass(frozen=True, slots=True)
class FinishLayout:
    """The dealer is content with the layout; flying begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a carpet and a card overlap seen from above, split by which of the two is above there."""

    carpet: int
    card: int
    area_above_mm2: float
    area_below_mm2: float


@dataclass(frozen=True, slots=True)
class CarpetsLanded:
    """The facts for the whole table once one carpet has come to rest.

    ``cards`` are all destination cards still on the table, ``fallen`` the ids of those that left it in this flight.
    ``coverage`` and ``resting`` (pairs of upper and lower carpet) are about every carpet that lies, this one included;
    ``off_table`` are carpets that left the table or touch the floor.
    """

    seat: int
    carpet: int
    cards: tuple[PlacedCard, ...]
    fallen: tuple[int, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    resting: tuple[tuple[int, int], ...] = ()
    off_table: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseGenie:
    """A duellist secretly picks one own genie. ``card``, if given, must be the id of the card fought for."""

    seat: int
    genie: int
    card: int | None = None


@dataclass(frozen=True, slots=True)
class ChooseLamps:
    """A player chooses how many own lamps count as palaces."""

    seat: int
    lamps: int


@dataclass(frozen=True, slots=True)
class Undo:
    """A player takes back the own last decision, if nothing was thrown, revealed or drawn since."""

    seat: int


Action = PlaceCard | SwapCards | MoveCard | FinishLayout | CarpetsLanded | ChooseGenie | ChooseLamps | Undo
