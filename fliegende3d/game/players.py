"""Who sits at the table: people, and computer opponents of some level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .levels import DEFAULT_LEVEL, Levels

MAXIMUM_NAME: Final = 40
BOT_NAMES: Final = ("Samira", "Jonas", "Ana", "Li")


class PlayerError(ValueError):
    """A player that cannot be; the message says what would be right."""


@dataclass(frozen=True)
class Player:
    """One seat: a name, and the name of a bot's level, or None for a person."""

    name: str
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays this seat."""
        return self.level is not None


def parse_player(text: str, levels: Levels) -> Player:
    """Read ``NAME``, ``NAME:human`` or ``NAME:bot-LEVEL``; ``NAME:bot`` is a bot of the usual level.

    Raises:
        PlayerError: for an empty or overlong name or an unknown kind.
        LevelError: for an unknown level.
    """
    name, colon, kind = text.rpartition(":")
    if not colon:
        name, kind = text, "human"
    name = checked_name(name)
    if kind == "human":
        return Player(name)
    if kind == "bot":
        return Player(name, DEFAULT_LEVEL)
    if kind.startswith("bot-"):
        return Player(name, levels.find(kind.removeprefix("bot-"))[0])
    raise PlayerError(f"player {text!r}: {kind!r} is no kind of player; right is NAME, NAME:human or NAME:bot-LEVEL")


def checked_name(name: str) -> str:
    """A name as it is shown: without surrounding blanks and control characters.

    Raises:
        PlayerError: if nothing is left or it is longer than 40 characters.
    """
    shown = "".join(letter for letter in name.strip() if letter.isprintable())
    if not shown:
        raise PlayerError(f"the name {name!r} is empty; right is 1 to {MAXIMUM_NAME} characters")
    if len(shown) > MAXIMUM_NAME:
        raise PlayerError(f"the name {shown[:12]!r}… has {len(shown)} characters; right is 1 to {MAXIMUM_NAME}")
    return shown


def bots(count: int, levels: Sequence[str]) -> tuple[Player, ...]:
    """Computer opponents for a whole table; levels repeat if there are fewer than seats."""
    chosen = list(levels) or [DEFAULT_LEVEL]
    return tuple(Player(BOT_NAMES[seat], chosen[seat % len(chosen)]) for seat in range(count))
