"""Slow frames: everything that was typed or pressed within one of them counts, in its order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    InputEvent,
    KeyPressed,
    TextTyped,
)
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Choice, Field

pytestmark = pytest.mark.display


def new_game(app: Application, build: Callable[[str], Screen], key: str) -> None:
    """Show the screen of a new game with one control focused."""
    app.screens = [build("new_game")]
    app.surface.show(app.screen.view(), keep_focus=False)
    app.surface.interaction.focus = key
    app.step(0.0, [])


def value_of(app: Application, key: str) -> Field | Choice:
    """The control of a name as the next frame shows it."""
    app.step(0.0, [])
    control = next(target.control for target in app.surface.targets if target.control.key == key)
    assert isinstance(control, Field | Choice)
    return control


def typed(*letters: str) -> list[InputEvent]:
    """Keys as a window reports them: the physical key, what it is bound to, the character."""
    events: list[InputEvent] = []
    for number, letter in enumerate(letters):
        time = 0.01 * number
        events += [KeyPressed(time, letter.lower(), KEYBOARD), TextTyped(time, letter)]
    return events


def test_all_letters_of_one_frame_are_taken_in_order(app: Application, build: Callable[[str], Screen]) -> None:
    new_game(app, build, "new.name0")
    app.step(0.4, typed(*"\b" * 24))
    assert value_of(app, "new.name0").value == ""  # type: ignore[union-attr]
    app.step(0.4, typed("M", "i", "a"))
    assert value_of(app, "new.name0").value == "Mia"  # type: ignore[union-attr]
    app.step(0.4, typed("\b", "k", "\b", "\b", "o"))
    assert value_of(app, "new.name0").value == "Mo"  # type: ignore[union-attr]


def test_several_presses_of_one_frame_each_go_one_step(app: Application, build: Callable[[str], Screen]) -> None:
    new_game(app, build, "new.kind1")
    before = value_of(app, "new.kind1")
    assert isinstance(before, Choice)
    app.step(0.4, [CommandPressed(0.01 * k, Command.CONFIRM, KEYBOARD) for k in range(2)])
    after = value_of(app, "new.kind1")
    assert isinstance(after, Choice)
    assert after.index == (before.index + 2) % len(before.options)
