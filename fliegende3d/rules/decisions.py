"""Whose decision is pending, which finite choices there are, and from where carpets are thrown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from fliegende3d.rules.actions import Action, ChooseGenie, ChooseLamps, FinishLayout, SwapCards
from fliegende3d.rules.cards import FORWARD, Card, Side
from fliegende3d.rules.layout import rectangles
from fliegende3d.rules.stages import lamp_choosers
from fliegende3d.rules.state import GameState, Phase, flight_order


@dataclass(frozen=True, slots=True)
class PlaceDecision:
    """The dealer is to lay the turned-up card: answer with ``PlaceCard``."""

    seat: int
    card: Card
    cards_to_lay: int


@dataclass(frozen=True, slots=True)
class RearrangeDecision:
    """The dealer may change the layout: answer with ``SwapCards``, ``MoveCard`` or ``FinishLayout``."""

    seat: int
    changes_left: int


@dataclass(frozen=True, slots=True)
class FlightDecision:
    """A player is to throw a carpet: answer with ``CarpetsLanded``. ``throw`` counts the stage's flights from 1."""

    seat: int
    carpet: int
    throw: int
    round: int


@dataclass(frozen=True, slots=True)
class GenieDecision:
    """A duellist is to pick an own genie in secret: answer with ``ChooseGenie``."""

    seat: int
    card: Card
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LampDecision:
    """A player is to choose how many of ``most`` own lamps count as palaces: answer with ``ChooseLamps``."""

    seat: int
    most: int


Decision = PlaceDecision | RearrangeDecision | FlightDecision | GenieDecision | LampDecision


def pending(state: GameState) -> tuple[Decision, ...]:
    """Return all pending decisions, several at once for secret choices; none only when the game is over."""
    match state.phase:
        case Phase.LAYOUT:
            assert state.turned_up is not None, "a card is turned up during the whole layout"
            left = state.rules.layout_cards - len(state.table)
            return (PlaceDecision(state.dealer, state.turned_up, left),)
        case Phase.REARRANGING:
            return (RearrangeDecision(state.dealer, state.changes_left),)
        case Phase.FLIGHT:
            seat, carpet = flight_order(state.dealer, state.players, state.rules)[state.flown]
            return (FlightDecision(seat, carpet, state.throws + 1, state.round),)
        case Phase.DUEL:
            duel = state.duels[0]
            return tuple(GenieDecision(s, duel.card, duel.seats) for s in duel.seats if state.picks[s] is None)
        case Phase.LAMPS:
            return tuple(LampDecision(seat, state.lamps(seat)) for seat in lamp_choosers(state))
        case Phase.OVER:
            return ()


def legal_actions(state: GameState, seat: int) -> tuple[Action, ...]:
    """Return every legal action of a seat among its finitely many ones.

    Places of cards and landings are continuous: ``check_placement`` and ``check_move`` judge places, and a landing is
    what happened. Taking back is asked of ``undoable``.
    """
    actions: list[Action] = []
    for decision in pending(state):
        if decision.seat != seat:
            continue
        match decision:
            case RearrangeDecision(changes_left=left):
                actions.append(FinishLayout(seat))
                if left:
                    cards = [card.id for card in state.table]
                    actions += [SwapCards(seat, first, second) for first, second in combinations(cards, 2)]
            case GenieDecision(card=card):
                actions += [ChooseGenie(seat, genie, card.id) for genie in state.genies[seat]]
            case LampDecision(most=most):
                actions += [ChooseLamps(seat, lamps) for lamps in range(most + 1)]
    return tuple(actions)


@dataclass(frozen=True, slots=True)
class ThrowLine:
    """The line behind which a player releases a carpet: on this side, at this distance [m] from the table's centre."""

    side: Side
    distance: float


def throw_line(state: GameState, seat: int) -> ThrowLine:
    """Return a seat's throw line: the table's own, or farther back if a card was pushed too near to it."""
    side, table = state.side(seat), state.rules.table
    distance = table.line_south_north if side in (Side.SOUTH, Side.NORTH) else table.line_east_west
    back_x, back_y = -FORWARD[side][0], -FORWARD[side][1]
    for shape in rectangles(state.table, state.rules):
        edge = shape.x * back_x + shape.y * back_y + shape.extent(back_x, back_y)
        distance = max(distance, edge + state.rules.throw_line_distance_mm / 1000)
    return ThrowLine(side, distance)
