"""The material: 52 destination cards, eight genies, and the seats around the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class CardKind(StrEnum):
    """The kind of a destination card."""

    PALACE = "palace"
    ADVENTURE_A = "adventure_a"
    ADVENTURE_B = "adventure_b"
    ADVENTURE_C = "adventure_c"
    ADVENTURE_D = "adventure_d"
    ADVENTURE_E = "adventure_e"
    SPICE_BAZAAR = "spice_bazaar"
    CARPET_BAZAAR = "carpet_bazaar"
    CAMEL_BAZAAR = "camel_bazaar"
    TREASURE = "treasure"
    LAMP = "lamp"
    DESERT = "desert"


ADVENTURES = (
    CardKind.ADVENTURE_A,
    CardKind.ADVENTURE_B,
    CardKind.ADVENTURE_C,
    CardKind.ADVENTURE_D,
    CardKind.ADVENTURE_E,
)
BAZAARS = (CardKind.SPICE_BAZAAR, CardKind.CARPET_BAZAAR, CardKind.CAMEL_BAZAAR)

DECK_COUNTS: Mapping[CardKind, int] = MappingProxyType(
    {
        CardKind.PALACE: 12,
        **dict.fromkeys(ADVENTURES, 3),
        CardKind.SPICE_BAZAAR: 5,
        CardKind.CARPET_BAZAAR: 5,
        CardKind.CAMEL_BAZAAR: 4,
        CardKind.TREASURE: 3,
        CardKind.LAMP: 4,
        CardKind.DESERT: 4,
    }
)
"""How many cards of each kind the deck holds; 52 in all."""


@dataclass(frozen=True, slots=True)
class Card:
    """One destination card; ``id`` is 0 to 51 and fixes the kind."""

    id: int
    kind: CardKind


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card lying on the table: its centre in metres and its turn about the vertical in radians."""

    id: int
    kind: CardKind
    x: float
    y: float
    yaw: float

    @property
    def card(self) -> Card:
        """The card itself, without its place."""
        return Card(self.id, self.kind)


def _numbered_cards() -> tuple[Card, ...]:
    kinds = [kind for kind, count in DECK_COUNTS.items() for _ in range(count)]
    return tuple(Card(number, kind) for number, kind in enumerate(kinds))


CARDS: tuple[Card, ...] = _numbered_cards()
"""All destination cards; ``CARDS[id].id == id``."""

GENIE_SETS: Mapping[int, tuple[tuple[int, ...], ...]] = MappingProxyType(
    {
        2: ((8, 5, 4, 1), (7, 6, 3, 2)),
        3: ((8, 3), (7, 4), (6, 5)),
        4: ((8, 1), (7, 2), (6, 3), (5, 4)),
    }
)
"""The genie sets by number of players. With three players genies 1 and 2 stay in the box."""

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4


class Side(StrEnum):
    """The side of the table where a player sits; south is nearest to the default camera."""

    SOUTH = "south"
    WEST = "west"
    NORTH = "north"
    EAST = "east"


_SIDES: Mapping[int, tuple[Side, ...]] = MappingProxyType(
    {
        2: (Side.SOUTH, Side.NORTH),
        3: (Side.SOUTH, Side.WEST, Side.NORTH),
        4: (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST),
    }
)

FORWARD: Mapping[Side, tuple[float, float]] = MappingProxyType(
    {Side.SOUTH: (0.0, 1.0), Side.WEST: (1.0, 0.0), Side.NORTH: (0.0, -1.0), Side.EAST: (-1.0, 0.0)}
)
"""The direction (x, y) in which a player of each side looks at the table."""


def seat_side(seat: int, players: int) -> Side:
    """Return the side of the table where ``seat`` sits."""
    return _SIDES[players][seat]


def left_of(seat: int, players: int) -> int:
    """Return the seat to the left of ``seat``: the next one clockwise seen from above."""
    return (seat + 1) % players


def carpets_per_player(players: int) -> int:
    """Return how many carpets each player flies: two in a two-player game, else one."""
    return 2 if players == FEWEST_PLAYERS else 1


def carpet_owner(carpet: int, players: int) -> int:
    """Return the seat that owns a carpet: seat s has carpet s and, with two players, also s + 2."""
    return carpet % players
