"""Which physical key or pad button means which command; shipped in ``config/bindings.toml``, changed by the player."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fliegende3d.presentation.devices.events import Command
from fliegende3d.resources import find


class BindingsError(ValueError):
    """A file of bindings cannot be used; the message names file, key and what would be right."""


# Commands that must stay reachable, or the player could lock themselves out of every menu.
ESSENTIAL = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT, Command.CONFIRM, Command.BACK)


@dataclass(frozen=True)
class Bindings:
    """Names of keys or buttons for each command, of one kind of device."""

    names: Mapping[Command, tuple[str, ...]]

    def commands_of(self, name: str) -> tuple[Command, ...]:
        """Return what a key or button means; several commands may share it on different screens."""
        return tuple(command for command, names in self.names.items() if name in names)

    def first_name(self, command: Command) -> str:
        """Return the first key or button of a command, or an empty text."""
        return next(iter(self.names.get(command, ())), "")

    def rebound(self, command: Command, name: str) -> Bindings | str:
        """Return the bindings with ``name`` as the only one of ``command``, or the command that would lose its last.

        A key that belonged to another command is taken away from it.
        """
        changed: dict[Command, tuple[str, ...]] = {}
        for other, names in self.names.items():
            changed[other] = (name,) if other is command else tuple(n for n in names if n != name)
            if other in ESSENTIAL and not changed[other]:
                return other.value
        changed.setdefault(command, (name,))
        return Bindings(changed)


def load_bindings(path: Path | None = None) -> dict[str, Bindings]:
    """Load the bindings of each kind of device (``keyboard`` and ``pad``).

    Raises:
        BindingsError: if the file is not TOML, or has an unknown command or a value that is not a list of names.
    """
    path = path or find("config", "bindings.toml")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BindingsError(f"{path.name}: not a TOML file in UTF-8: {error}") from error
    return {kind: bindings_from(path.name, kind, table) for kind, table in data.items()}


def bindings_from(file: str, kind: str, table: object) -> Bindings:
    """Check one table of bindings.

    Raises:
        BindingsError: naming file, key and what would be right.
    """
    if not isinstance(table, dict):
        raise BindingsError(f"{file}: {kind} must be a table of commands")
    names: dict[Command, tuple[str, ...]] = {}
    for key, value in table.items():
        if key not in {command.value for command in Command}:
            known = ", ".join(command.value for command in Command)
            raise BindingsError(f"{file}: {kind}.{key} is no command; known are {known}")
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise BindingsError(f"{file}: {kind}.{key} must be a list of names of keys, not {value!r}")
        names[Command(key)] = tuple(value)
    missing = [command.value for command in ESSENTIAL if not names.get(command)]
    if missing:
        raise BindingsError(f"{file}: {kind} has no key for {', '.join(missing)}; every menu needs them")
    return Bindings(names)
