"""Bindings: shipped ones are whole, broken files are named, nobody locks themselves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from fliegende3d.presentation.devices.bindings import ESSENTIAL, BindingsError, load_bindings
from fliegende3d.presentation.devices.events import Command


def test_the_shipped_bindings_reach_every_menu_on_each_device() -> None:
    bindings = load_bindings()
    assert set(bindings) == {"keyboard", "pad"}
    for kind in bindings.values():
        assert all(kind.names[command] for command in ESSENTIAL)
    keyboard = bindings["keyboard"]
    assert all(keyboard.names.get(command) for command in Command), "every command has a key"


def test_no_key_means_two_things_on_the_keyboard() -> None:
    names = [name for names in load_bindings()["keyboard"].names.values() for name in names]
    assert len(names) == len(set(names))


def test_a_new_key_is_taken_from_its_old_command() -> None:
    changed = load_bindings()["keyboard"].rebound(Command.SCORES, "t")
    assert not isinstance(changed, str)
    assert changed.commands_of("t") == (Command.SCORES,)
    assert changed.names[Command.TOP_VIEW] == ()


def test_the_last_key_of_an_essential_command_cannot_be_taken() -> None:
    assert load_bindings()["keyboard"].rebound(Command.SCORES, "escape") == "back"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = [", "not a TOML file"),
        ("[keyboard]\njump = ['x']\n", r"keyboard\.jump is no command"),
        ("[keyboard]\nup = 'x'\n", r"keyboard\.up must be a list"),
        ("[keyboard]\nup = ['x']\n", "has no key for down"),
        ("keyboard = 3\n", "must be a table"),
    ],
)
def test_broken_files_are_named_with_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bindings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BindingsError, match=message):
        load_bindings(path)
