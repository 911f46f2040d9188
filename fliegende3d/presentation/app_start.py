"""What the application starts with: words of the command line, language, keys, folders."""

from __future__ import annotations

import locale
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from fliegende3d.presentation.devices.bindings import Bindings, bindings_from, load_bindings
from fliegende3d.presentation.text import available_languages
from fliegende3d.settings import Settings

TITLE = "Fliegende Teppiche"


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """What the command line asked for.

    Attributes:
        players: words as given, ``NAME[:human|bot-LEVEL]``; empty: the main menu.
        seed: of the whole game, or None for a random one.
        rules: a file or preset of rules; empty: the standard rules.
        wind: name of a wind; empty: the settings'.
        resume: a saved game, "" for the latest one, or None.
    """

    players: Sequence[str] = ()
    seed: int | None = None
    rules: str = ""
    wind: str = ""
    resume: str | None = None


def pictures_folder() -> Path:
    """Return the folder for the player's pictures, by the system's convention; it is not created."""
    return Path(platformdirs.user_pictures_dir()) / TITLE


def chosen_language(setting: str) -> str:
    """Return the language to use: the setting, or the system's if it is shipped, else English."""
    shipped = available_languages()
    if setting != "auto":
        return setting if setting in (*shipped, "qps") else shipped[0]
    system = (locale.getlocale()[0] or "").split("_")[0].lower()
    return system if system in shipped else shipped[0]


def merged_bindings(settings: Settings) -> dict[str, Bindings]:
    """Return the shipped bindings with the player's own over them."""
    shipped = load_bindings()
    own = {"keyboard": settings.controls.keyboard, "pad": settings.controls.pad}
    merged: dict[str, Bindings] = {}
    for kind, bindings in shipped.items():
        table = {command.value: list(names) for command, names in bindings.names.items()}
        table.update({command: names for command, names in own.get(kind, {}).items() if command in table and names})
        merged[kind] = bindings_from("settings", kind, table)
    return merged
