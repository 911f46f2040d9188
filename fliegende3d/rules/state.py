"""The state of a game: frozen, complete, and enough to go on from anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from fliegende3d.rules.actions import CarpetsLanded
from fliegende3d.rules.cards import Card, CardKind, PlacedCard, Side, carpets_per_player, left_of, seat_side
from fliegende3d.rules.events import Event
from fliegende3d.rules.ruleset import RuleSet


class Phase(StrEnum):
    """What the players are doing."""

    LAYOUT = "layout"
    REARRANGING = "rearranging"
    FLIGHT = "flight"
    DUEL = "duel"
    LAMPS = "lamps"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that chance decides, drawn before the first card: names, rules, deck, genies and the first dealer.

    ``deck`` holds card ids, the first to be turned up first; ``genies`` one set for each seat.
    """

    names: tuple[str, ...]
    rules: RuleSet
    deck: tuple[int, ...]
    genies: tuple[tuple[int, ...], ...]
    first_dealer: int


@dataclass(frozen=True, slots=True)
class Duel:
    """A card that carpets of several owners lie on, and their seats."""

    card: Card
    seats: tuple[int, ...]


@dataclass(frozen=True)
class GameState:
    """A game at one moment. Tuples by seat have one entry for each player, in seating order.

    ``stage`` and ``round`` count from 1; ``flown`` counts the carpets that have flown in this round and ``throws``
    those of the whole stage; ``barren`` counts the flights since the last claim. ``landed`` are the facts of the last
    flight, ``off_carpets`` the carpets that left the table in this round. ``duels`` are yet to be fought, the present
    one first; ``picks`` and ``lamp_choices`` are secret. ``set_aside`` fell off the table in this stage, ``gone`` has
    left the game. ``before`` is the state that the dealer's last decision may be taken back to.
    """

    setup: Setup
    phase: Phase
    stage: int
    dealer: int
    deck: tuple[Card, ...]
    turned_up: Card | None
    table: tuple[PlacedCard, ...]
    hands: tuple[tuple[Card, ...], ...]
    genies: tuple[tuple[int, ...], ...]
    set_aside: tuple[Card, ...]
    gone: tuple[Card, ...]
    palace_points: tuple[int, ...]
    changes_left: int
    round: int
    flown: int
    throws: int
    barren: int
    landed: CarpetsLanded | None
    off_carpets: tuple[int, ...]
    duels: tuple[Duel, ...]
    picks: tuple[int | None, ...]
    lamp_choices: tuple[int | None, ...]
    before: GameState | None = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.setup.names

    @property
    def rules(self) -> RuleSet:
        """The rule set of this game."""
        return self.setup.rules

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.setup.names)

    @property
    def stages(self) -> int:
        """How many stages the game has."""
        return self.setup.rules.stages(self.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    def side(self, seat: int) -> Side:
        """Return the side of the table where a seat is."""
        return seat_side(seat, self.players)

    def lamps(self, seat: int) -> int:
        """Return how many lamps a seat holds."""
        return sum(card.kind is CardKind.LAMP for card in self.hands[seat])

    def evolve(self, **changes: Any) -> GameState:
        """Return a copy with some fields changed. Faster than ``dataclasses.replace``, for the same result."""
        assert changes.keys() <= self.__dict__.keys(), "only fields of a state can change"
        new = object.__new__(GameState)
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new


Step = tuple[GameState, list[Event]]
"""What a transition returns: the next state and what happened on the way."""


def seating_from(seat: int, players: int) -> tuple[int, ...]:
    """Return all seats clockwise, starting with the one to the left of ``seat`` and ending with ``seat``."""
    order = []
    for _ in range(players):
        seat = left_of(seat, players)
        order.append(seat)
    return tuple(order)


def flight_order(dealer: int, players: int, rules: RuleSet) -> tuple[tuple[int, int], ...]:
    """Return the pairs of seat and carpet in the order in which they fly in one round."""
    return _flight_order(dealer, players, rules.two_carpets == "together")


@lru_cache(maxsize=32)
def _flight_order(dealer: int, players: int, together: bool) -> tuple[tuple[int, int], ...]:
    seats = seating_from(dealer, players)
    turns = range(carpets_per_player(players))
    if together:
        return tuple((seat, seat + players * turn) for seat in seats for turn in turns)
    return tuple((seat, seat + players * turn) for turn in turns for seat in seats)
