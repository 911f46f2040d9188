"""What happened, as data for screens, sounds and logs: keys and numbers, never sentences, and nothing secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fliegende3d.rules.cards import Card, PlacedCard


class TakenBy(StrEnum):
    """Why a player takes a card."""

    CLAIM = "claim"
    DUEL = "duel"
    FALLEN = "fallen"
    LEFTOVER = "leftover"


class StageEndReason(StrEnum):
    """Why a stage is over."""

    FEW_CARDS = "few_cards"
    ONLY_DESERTS = "only_deserts"
    BARREN = "barren"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game begins; everybody has a genie set."""

    players: int
    first_dealer: int


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins; ``stage`` counts from 1."""

    stage: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The dealer turns up the next card of the deck."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """The dealer has laid a card."""

    seat: int
    card: PlacedCard


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """The dealer has exchanged two cards; both are given at their new places."""

    seat: int
    first: PlacedCard
    second: PlacedCard


@dataclass(frozen=True, slots=True)
class CardMoved:
    """The dealer has moved a card; given at its new place."""

    seat: int
    card: PlacedCard


@dataclass(frozen=True, slots=True)
class LayoutFinished:
    """The dealer is content; the first carpet may fly."""

    seat: int


@dataclass(frozen=True, slots=True)
class CarpetFlew:
    """A carpet has come to rest; ``throw`` counts the flights of this stage from 1."""

    seat: int
    carpet: int
    throw: int
    on_table: bool


@dataclass(frozen=True, slots=True)
class CardPushed:
    """A flight moved a card; given at its new place."""

    card: PlacedCard


@dataclass(frozen=True, slots=True)
class CardFell:
    """A flight pushed a card off the table."""

    card: Card


@dataclass(frozen=True, slots=True)
class CarpetOnNothing:
    """A carpet lies on no card and goes back to its owner."""

    seat: int
    carpet: int


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A player takes a card."""

    seat: int
    card: Card
    by: TakenBy


@dataclass(frozen=True, slots=True)
class DuelOpened:
    """These seats pick a genie each for this card."""

    card: Card
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A player has chosen; what, stays secret until all have."""

    seat: int


@dataclass(frozen=True, slots=True)
class GeniesShown:
    """All duellists show their genies at once: pairs of seat and genie; the highest wins the card."""

    card: Card
    shown: tuple[tuple[int, int], ...]
    winner: int


@dataclass(frozen=True, slots=True)
class GeniesExchanged:
    """The winner of a duel gives the genie just played for the lowest one shown."""

    winner: int
    loser: int
    given: int
    received: int


@dataclass(frozen=True, slots=True)
class FlyAgain:
    """Enough cards are left: all carpets fly once more."""

    cards_left: int
    round: int


@dataclass(frozen=True, slots=True)
class StageEnded:
    """A stage is over; ``leftovers`` still lay on the table."""

    stage: int
    reason: StageEndReason
    leftovers: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PalacesScored:
    """The palace reckoning of a stage, each by seat: palaces, lamps counted as palaces, and points."""

    palaces: tuple[int, ...]
    lamps: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: final points by seat, and the winning seats."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """A player took back the own last decision."""

    seat: int


Event = (
    GameStarted
    | StageStarted
    | CardTurnedUp
    | CardPlaced
    | CardsSwapped
    | CardMoved
    | LayoutFinished
    | CarpetFlew
    | CardPushed
    | CardFell
    | CarpetOnNothing
    | CardTaken
    | DuelOpened
    | ChoiceMade
    | GeniesShown
    | GeniesExchanged
    | FlyAgain
    | StageEnded
    | PalacesScored
    | GameEnded
    | Undone
)
