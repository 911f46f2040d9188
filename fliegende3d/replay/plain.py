"""Actions and events as plain values for a file, and back: by class name, with every value checked."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from enum import Enum
from numbers import Integral
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec

from fliegende3d.rules import CARDS, Action, Card, Event, PlacedCard

from .container import RecordingError

ACTIONS: Final[Mapping[str, type]] = MappingProxyType({kind.__name__: kind for kind in get_args(Action)})
EVENTS: Final[Mapping[str, type]] = MappingProxyType({kind.__name__: kind for kind in get_args(Event)})

LARGEST_NUMBER: Final = 1e9
LONGEST_TEXT: Final = 200
LONGEST_ROW: Final = 1_000
MOST_CARPETS: Final = 4

SEAT_FIELDS: Final = frozenset({"seat", "winner", "loser", "dealer", "first_dealer"})
SEAT_ROWS: Final = frozenset({"seats", "winners"})
BY_SEAT: Final = frozenset({"palaces", "lamps", "points", "totals"})
CARD_FIELDS: Final = frozenset({"first", "second"})
"""Fields that hold the id of a card in some classes and a card in others."""


def to_plain(value: Any) -> Any:
    """A value of the rules as dictionaries, lists, numbers and texts; subclasses of numbers become plain ones."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if value is None or isinstance(value, str | bool):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def named(value: Action | Event) -> list[Any]:
    """An action or event as its class name and its fields."""
    return [type(value).__name__, to_plain(value)]


def action_from(plain: object, players: int) -> Action:
    """Read an action.

    Raises:
        RecordingError: if it is none, or names seats, cards or carpets that do not exist.
    """
    action: Action = typed(plain, ACTIONS, players, "action")
    return action


def event_from(plain: object, players: int) -> Event:
    """Read an event.

    Raises:
        RecordingError: if it is none, or names seats, cards or carpets that do not exist.
    """
    event: Event = typed(plain, EVENTS, players, "event")
    return event


def typed(plain: object, classes: Mapping[str, type], players: int, what: str) -> Any:
    """Read a named value of one of several classes and check what it names."""
    match plain:
        case [str(name), dict() as fields] if name in classes:
            check_numbers(fields)
            try:
                value: Any = msgspec.convert(fields, classes[name])
            except msgspec.ValidationError as error:
                raise RecordingError(f"the {what} {name} is wrong: {error}") from error
            check_names(value, players)
            return value
        case [str(name), dict()]:
            raise RecordingError(f"the recording holds an unknown {what} {name[:40]!r}; a newer version may know it")
        case _:
            raise RecordingError(f"the recording holds an {what} that is not a name with fields")


def check_numbers(value: object) -> None:
    """Refuse numbers that are not finite or huge, and texts and rows that are too long.

    Raises:
        RecordingError: naming the value.
    """
    match value:
        case dict():
            for item in value.values():
                check_numbers(item)
        case list():
            if len(value) > LONGEST_ROW:
                raise RecordingError(f"a row of {len(value)} values is too long; right is at most {LONGEST_ROW}")
            for item in value:
                check_numbers(item)
        case str():
            if len(value) > LONGEST_TEXT:
                raise RecordingError(f"a text of {len(value)} letters is too long; right is at most {LONGEST_TEXT}")
        case int() | float():
            if not math.isfinite(value) or abs(value) > LARGEST_NUMBER:
                raise RecordingError(f"the number {value!r} is out of range")


def check_names(value: Any, players: int) -> None:
    """Refuse seats, cards and carpets that do not exist, wherever they are named in an action or event.

    Raises:
        RecordingError: naming the field and its value.
    """
    if isinstance(value, Card | PlacedCard) and not (0 <= value.id < len(CARDS) and CARDS[value.id].kind is value.kind):
        raise RecordingError(f"there is no card {value.id} of the kind {value.kind}")
    for field in dataclasses.fields(value):
        inner = getattr(value, field.name)
        rows = inner if isinstance(inner, tuple) else (inner,)
        if field.name in SEAT_FIELDS or field.name in SEAT_ROWS:
            require(all(0 <= seat < players for seat in rows), field.name, inner)
        elif field.name in BY_SEAT and isinstance(inner, tuple):
            require(len(inner) == players, field.name, inner)
        elif field.name == "shown":
            require(all(0 <= seat < players for seat, _ in rows), field.name, inner)
        elif field.name == "carpet":
            require(0 <= inner < MOST_CARPETS, field.name, inner)
        elif field.name == "off_table":
            require(all(0 <= carpet < MOST_CARPETS for carpet in rows), field.name, inner)
        elif field.name == "fallen" or (field.name in CARD_FIELDS | {"card"} and isinstance(inner, int)):
            require(all(0 <= card < len(CARDS) for card in rows), field.name, inner)
        for item in rows:
            if dataclasses.is_dataclass(item) and not isinstance(item, type):
                check_names(item, players)


def require(fine: bool, field: str, value: object) -> None:
    """Refuse a field's value unless it is fine."""
    if not fine:
        raise RecordingError(f"{field} is {value!r}, which does not exist in this game")
