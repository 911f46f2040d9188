"""A whole game as text, one line for each action: readable, and exactly the same game when read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fliegende3d.rules.actions import (
    Action,
    CarpetsLanded,
    ChooseGenie,
    ChooseLamps,
    Coverage,
    FinishLayout,
    MoveCard,
    PlaceCard,
    SwapCards,
    Undo,
)
from fliegende3d.rules.cards import CARDS, Card, PlacedCard
from fliegende3d.rules.chronicle import remarks
from fliegende3d.rules.errors import RulesError
from fliegende3d.rules.landing import ordered
from fliegende3d.rules.reducer import Applied, apply, start_game
from fliegende3d.rules.ruleset import RuleSet
from fliegende3d.rules.state import GameState, Setup

HEADER = "fliegende teppiche 1"
"""The first line of a game: the notation's name and version."""

SEATS = "ABCD"
REMARK = ";"


class NotationError(RulesError):
    """A text is not a game in this notation; the message names the line."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: its setup, its actions in order, and the state they lead to."""

    setup: Setup
    actions: tuple[Action, ...]
    state: GameState


def record_game(setup: Setup, actions: Iterable[Action]) -> GameRecord:
    """Replay actions and keep them in their one exact form.

    Raises:
        NotationError: if the rules refuse an action.
    """
    state, _ = start_game(setup)
    kept = []
    for number, action in enumerate(actions, start=1):
        applied = apply(state, action)
        if not isinstance(applied, Applied):
            raise NotationError(f"action {number} is refused: {applied.key.value} {dict(applied.numbers)}")
        kept.append(exact(state, action))
        state = applied.state
    return GameRecord(setup, tuple(kept), state)


def exact(state: GameState, action: Action) -> Action:
    """Return an action that is legal in this state in its one exact form.

    Numbers are plain floats, optional cards are filled in, and the facts of a landing are in order.
    """
    match action:
        case PlaceCard(seat, x, y, yaw):
            assert state.turned_up is not None, "a legal placement has a card"
            return PlaceCard(seat, float(x), float(y), float(yaw), state.turned_up.id)
        case MoveCard(seat, card, x, y, yaw):
            return MoveCard(seat, card, float(x), float(y), float(yaw))
        case CarpetsLanded():
            return ordered(action, state.table)
        case ChooseGenie():
            return replace(action, card=state.duels[0].card.id)
        case _:
            return action


def to_text(setup: Setup, actions: Iterable[Action]) -> str:
    """Write a game, with its consequences as remarks.

    Raises:
        NotationError: if the rules refuse an action.
    """
    state, events = start_game(setup)
    lines = [HEADER, *_setup_lines(setup), "", *(f"{REMARK} {remark}" for remark in remarks(events))]
    for action in record_game(setup, actions).actions:
        lines.append(_line(state, action))
        applied = apply(state, action)
        assert isinstance(applied, Applied), "a recorded action is legal"
        state = applied.state
        lines += (f"{REMARK} {remark}" for remark in remarks(applied.events))
    return "\n".join(lines) + "\n"


def from_text(text: str) -> GameRecord:
    """Read a game that ``to_text`` wrote. Remarks and empty lines are passed over.

    Raises:
        NotationError: if a line cannot be read or the rules refuse what it says; the message names the line.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith(REMARK)
    ]
    if not lines or lines[0][1] != HEADER:
        raise NotationError(f"line 1: a game begins with {HEADER!r}")
    setup, rest = _read_setup(lines[1:])
    try:
        state, _ = start_game(setup)
    except RulesError as error:
        raise NotationError(f"the setup is wrong: {error}") from error
    actions = []
    for number, line in rest:
        try:
            action = _read_action(state, line)
        except (ValueError, LookupError, OverflowError) as error:
            raise NotationError(f"line {number}: {line[:80]!r} cannot be read: {error}") from error
        applied = apply(state, action)
        if not isinstance(applied, Applied):
            raise NotationError(f"line {number}: refused, {applied.key.value} {dict(applied.numbers)}")
        actions.append(exact(state, action))
        state = applied.state
    return GameRecord(setup, tuple(actions), state)


def _setup_lines(setup: Setup) -> list[str]:
    stored = setup.rules.to_dict()
    name, table = stored.pop("name"), stored.pop("table")
    assert isinstance(table, dict), "a rule set stores its table as a table"
    return [
        *(f"player {json.dumps(player, ensure_ascii=False)}" for player in setup.names),
        f"rules {json.dumps(name, ensure_ascii=False)}",
        *(f"rule {key} {json.dumps(value)}" for key, value in stored.items()),
        *(f"table {key} {json.dumps(value)}" for key, value in table.items()),
        f"deck {' '.join(map(str, setup.deck))}",
        f"genies {' '.join('-'.join(map(str, held)) for held in setup.genies)}",
        f"dealer {SEATS[setup.first_dealer]}",
    ]


def _read_setup(lines: Sequence[tuple[int, str]]) -> tuple[Setup, Sequence[tuple[int, str]]]:
    names: list[str] = []
    stored: dict[str, object] = {}
    table: dict[str, object] = {}
    deck: tuple[int, ...] = ()
    genies: tuple[tuple[int, ...], ...] = ()
    for position, (number, line) in enumerate(lines):
        word, _, value = line.partition(" ")
        try:
            match word:
                case "player":
                    names.append(json.loads(value))
                case "rules":
                    stored["name"] = json.loads(value)
                case "rule" | "table":
                    key, _, number_text = value.partition(" ")
                    (stored if word == "rule" else table)[key] = json.loads(number_text)
                case "deck":
                    deck = tuple(map(int, value.split()))
                case "genies":
                    genies = tuple(tuple(map(int, held.split("-"))) for held in value.split())
                case "dealer":
                    dealer = _read_seat(value)
                    rules = RuleSet.from_dict({**stored, "table": table})
                    return Setup(tuple(names), rules, deck, genies, dealer), lines[position + 1 :]
                case _:
                    raise ValueError("player, rules, rule, table, deck, genies or dealer would be right")
        except (ValueError, RecursionError) as error:
            raise NotationError(f"line {number}: {line[:80]!r} cannot be read: {error}") from error
    raise NotationError("the setup does not end; a line 'dealer' with a seat would be right")


def _card(card: int) -> str:
    return f"{CARDS[card].kind.value}:{card}"


def _read_seat(text: str) -> int:
    if text not in tuple(SEATS):
        raise ValueError(f"{text!r} is no seat; {', '.join(SEATS)} would be right")
    return SEATS.index(text)


def _read_card(text: str) -> Card:
    kind, _, number = text.partition(":")
    position = int(number)
    if not 0 <= position < len(CARDS) or CARDS[position].kind.value != kind:
        raise ValueError(f"{text!r} is no card")
    return CARDS[position]


def _place(x: float, y: float, yaw: float) -> str:
    return f"{x!r} {y!r} turned {yaw!r}"


def _line(state: GameState, action: Action) -> str:
    seat = SEATS[action.seat]
    match action:
        case PlaceCard(_, x, y, yaw, card):
            assert card is not None, "an exact placement names its card"
            return f"{seat} lays {_card(card)} at {_place(x, y, yaw)}"
        case SwapCards(_, first, second):
            return f"{seat} swaps {_card(first)} and {_card(second)}"
        case MoveCard(_, card, x, y, yaw):
            return f"{seat} moves {_card(card)} to {_place(x, y, yaw)}"
        case FinishLayout():
            return f"{seat} finishes"
        case CarpetsLanded():
            return " | ".join([f"{seat} flies {action.carpet}", *_facts(state, action)])
        case ChooseGenie(_, genie, card):
            assert card is not None, "an exact pick names its card"
            return f"{seat} picks {genie} for {_card(card)}"
        case ChooseLamps(_, lamps):
            return f"{seat} counts {lamps}"
        case Undo():
            return f"{seat} undoes"


def _facts(state: GameState, landed: CarpetsLanded) -> list[str]:
    """Write a landing's facts; cards that lie as before are left out."""
    before = set(state.table)
    return [
        *(f"card {_card(card.id)} {_place(card.x, card.y, card.yaw)}" for card in landed.cards if card not in before),
        *(f"fell {_card(card)}" for card in landed.fallen),
        *(
            f"carpet {cover.carpet} {_card(cover.card)} above {cover.area_above_mm2!r} below {cover.area_below_mm2!r}"
            for cover in landed.coverage
        ),
        *(f"rests {upper} on {lower}" for upper, lower in landed.resting),
        *(f"off {carpet}" for carpet in landed.off_table),
    ]


def _read_action(state: GameState, line: str) -> Action:
    head, *facts = (part.split() for part in line.split("|"))
    seat = _read_seat(head[0])
    match head[1:]:
        case ["lays", card, "at", x, y, "turned", yaw]:
            return PlaceCard(seat, float(x), float(y), float(yaw), _read_card(card).id)
        case ["swaps", first, "and", second]:
            return SwapCards(seat, _read_card(first).id, _read_card(second).id)
        case ["moves", card, "to", x, y, "turned", yaw]:
            return MoveCard(seat, _read_card(card).id, float(x), float(y), float(yaw))
        case ["finishes"]:
            return FinishLayout(seat)
        case ["flies", carpet]:
            return _read_landing(state, seat, int(carpet), facts)
        case ["picks", genie, "for", card]:
            return ChooseGenie(seat, int(genie), _read_card(card).id)
        case ["counts", lamps]:
            return ChooseLamps(seat, int(lamps))
        case ["undoes"]:
            return Undo(seat)
    raise ValueError("lays, swaps, moves, finishes, flies, picks, counts or undoes would be right")


def _read_landing(state: GameState, seat: int, carpet: int, facts: Sequence[Sequence[str]]) -> CarpetsLanded:
    cards = {card.id: card for card in state.table}
    fallen: list[int] = []
    coverage: list[Coverage] = []
    resting: list[tuple[int, int]] = []
    off_table: list[int] = []
    for fact in facts:
        match fact:
            case ["card", text, x, y, "turned", yaw]:
                card = _read_card(text)
                cards[card.id] = PlacedCard(card.id, card.kind, float(x), float(y), float(yaw))
            case ["fell", text]:
                fallen.append(_read_card(text).id)
                del cards[fallen[-1]]
            case ["carpet", number, text, "above", above, "below", below]:
                coverage.append(Coverage(int(number), _read_card(text).id, float(above), float(below)))
            case ["rests", upper, "on", lower]:
                resting.append((int(upper), int(lower)))
            case ["off", number]:
                off_table.append(int(number))
            case _:
                raise ValueError(f"{' '.join(fact)!r}: card, fell, carpet, rests or off would be right")
    return CarpetsLanded(
        seat, carpet, tuple(cards.values()), tuple(fallen), tuple(coverage), tuple(resting), tuple(off_table)
    )
