"""The one door of the rules: a state and an action make the next state and what happened, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from fliegende3d.rules.actions import (
    Action,
    CarpetsLanded,
    ChooseGenie,
    ChooseLamps,
    FinishLayout,
    MoveCard,
    PlaceCard,
    SwapCards,
    Undo,
)
from fliegende3d.rules.cards import CARDS, FEWEST_PLAYERS, GENIE_SETS, MOST_PLAYERS
from fliegende3d.rules.duels import choose_genie
from fliegende3d.rules.errors import RulesError
from fliegende3d.rules.events import Event, GameStarted, Undone
from fliegende3d.rules.landing import carpets_landed
from fliegende3d.rules.laying import finish_layout, move_card, place_card, swap_cards
from fliegende3d.rules.refusals import Refusal, RefusalKey, whole
from fliegende3d.rules.ruleset import RuleSet
from fliegende3d.rules.stages import choose_lamps, start_stage
from fliegende3d.rules.state import GameState, Phase, Setup, Step


class SetupError(RulesError):
    """A game cannot begin like this; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that the rules allow: the next state, and what happened in order."""

    state: GameState
    events: tuple[Event, ...]


def draw_setup(names: Sequence[str], rules: RuleSet, *, random: Random) -> Setup:
    """Let chance decide: shuffle the deck, deal the genie sets and draw the first dealer.

    Raises:
        SetupError: if the number of players is not 2, 3 or 4, or a name is empty or not a text.
    """
    _check_names(names)
    deck = list(range(len(CARDS)))
    random.shuffle(deck)
    genies = list(GENIE_SETS[len(names)])
    random.shuffle(genies)
    dealer = random.randrange(len(names)) if rules.first_dealer == "random" else 0
    return Setup(tuple(names), rules, tuple(deck), tuple(genies), dealer)


def _check_names(names: Sequence[str]) -> None:
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise SetupError(f"{len(names)} players; allowed are {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    for seat, name in enumerate(names):
        if not isinstance(name, str) or not name.strip():
            raise SetupError(f"the name of seat {seat} is {name!r}; allowed is any text that is not empty")


def start_game(setup: Setup) -> tuple[GameState, tuple[Event, ...]]:
    """Begin the game that a setup describes.

    Raises:
        SetupError: if the deck, the genies or the first dealer are not those of a game.
    """
    _check_names(setup.names)
    players = len(setup.names)
    if sorted(setup.deck) != list(range(len(CARDS))):
        raise SetupError(f"the deck must hold each card id from 0 to {len(CARDS) - 1} once")
    if sorted(setup.genies) != sorted(GENIE_SETS[players]):
        raise SetupError(f"the genie sets of {players} players must be {GENIE_SETS[players]} in any order")
    if not 0 <= setup.first_dealer < players:
        raise SetupError(f"the first dealer is {setup.first_dealer}; allowed is 0 to {players - 1}")
    nothing: tuple[None, ...] = (None,) * players
    state = GameState(
        setup=setup,
        phase=Phase.LAYOUT,
        stage=1,
        dealer=setup.first_dealer,
        deck=tuple(CARDS[card] for card in setup.deck),
        turned_up=None,
        table=(),
        hands=((),) * players,
        genies=setup.genies,
        set_aside=(),
        gone=(),
        palace_points=(0,) * players,
        changes_left=0,
        round=1,
        flown=0,
        throws=0,
        barren=0,
        landed=None,
        off_carpets=(),
        duels=(),
        picks=nothing,
        lamp_choices=nothing,
        before=None,
    )
    begun, events = start_stage(state, [GameStarted(players, setup.first_dealer)])
    return begun, tuple(events)


def new_game(names: Sequence[str], rules: RuleSet, *, random: Random) -> tuple[GameState, tuple[Event, ...]]:
    """Begin a game; all of its chance is drawn here, so that ``apply`` is a pure function.

    Raises:
        SetupError: if the number of players is not 2, 3 or 4, or a name is empty or not a text.
    """
    return start_game(draw_setup(names, rules, random=random))


def apply(state: GameState, action: Action) -> Applied | Refusal:
    """Return the state after an action and what happened, or why it is refused; the given state never changes."""
    transition = _TRANSITIONS.get(type(action))
    if transition is None:
        return Refusal(RefusalKey.UNKNOWN_ACTION)
    if state.phase is Phase.OVER:
        return Refusal(RefusalKey.GAME_OVER)
    if not whole(action.seat):
        return Refusal(RefusalKey.MALFORMED, {"field": "seat"})
    if not 0 <= action.seat < state.players:
        return Refusal(RefusalKey.FOREIGN_SEAT, {"seat": action.seat, "players": state.players})
    step = transition(state, action)
    if isinstance(step, Refusal):
        return step
    return Applied(step[0], tuple(step[1]))


def undoable(state: GameState) -> tuple[int, ...]:
    """Return the seats whose last decision may be taken back: nothing was thrown, revealed or drawn since.

    The dealer may take back the last card laid, changes and the end of the layout until the first throw; a card laid
    before the last one showed the next card, so it stays. Secret choices may be taken back until all are shown.
    """
    if state.before is not None:
        return (state.dealer,)
    if state.phase is Phase.DUEL:
        return tuple(seat for seat, pick in enumerate(state.picks) if pick is not None)
    if state.phase is Phase.LAMPS and state.rules.secret_lamps:
        return tuple(seat for seat, choice in enumerate(state.lamp_choices) if choice is not None)
    return ()


def _undo(state: GameState, action: Undo) -> Step | Refusal:
    seat = action.seat
    if seat not in undoable(state):
        return Refusal(RefusalKey.NOTHING_TO_UNDO, {"seat": seat})
    if state.before is not None:
        return state.before, [Undone(seat)]
    field = "picks" if state.phase is Phase.DUEL else "lamp_choices"
    chosen = getattr(state, field)
    return state.evolve(**{field: (*chosen[:seat], None, *chosen[seat + 1 :])}), [Undone(seat)]


_TRANSITIONS: Mapping[type, Callable[[GameState, Any], Step | Refusal]] = MappingProxyType(
    {
        PlaceCard: place_card,
        SwapCards: swap_cards,
        MoveCard: move_card,
        FinishLayout: finish_layout,
        CarpetsLanded: carpets_landed,
        ChooseGenie: choose_genie,
        ChooseLamps: choose_lamps,
        Undo: _undo,
    }
)
