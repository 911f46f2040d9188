"""What every screen is: a view, answers to input, and something to do while time passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import Command, CommandPressed, InputEvent
from fliegende3d.presentation.ui.view import View

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application


class Screen:
    """Base of all screens. The application calls; a screen answers and asks for a refresh when its view changed."""

    # Whether the screen below keeps being drawn in three dimensions and goes on living.
    covers_game = True
    # Whether losing the window's focus matters here (a game is paused).
    pauses_on_focus_loss = False

    def __init__(self, app: Application) -> None:
        self.app = app

    @property
    def secret(self) -> bool:
        """Whether something secret may be in sight now."""
        return False

    def enter(self) -> None:
        """The screen is shown, for the first time or again."""

    def leave(self) -> None:
        """The screen is taken away or covered."""

    def close(self) -> None:
        """The screen is gone for good: give back what it holds. May be called more than once."""

    def view(self) -> View:
        """Return what is shown now."""
        return View()

    def handle(self, event: InputEvent) -> bool:
        """Take an event before the controls do; True if nobody else should see it."""
        return False

    def table_event(self, event: InputEvent) -> bool:
        """Take an event that no control wanted; True if something changed."""
        return False

    def command(self, pressed: CommandPressed) -> bool:
        """Take a command that the controls did not want; the base goes back on BACK."""
        if pressed.command is Command.BACK and not pressed.repeat:
            self.back()
            return True
        return False

    def back(self) -> None:
        """Leave the screen towards where it came from."""
        self.app.pop()

    def update(self, dt: float) -> None:
        """Let time pass by ``dt`` seconds."""

    def words(self, key: str, /, **values: object) -> str:
        """Return a text of the catalogue."""
        return self.app.texts(key, **values)
