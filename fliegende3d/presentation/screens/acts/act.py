"""What every act is: parts of a view, answers to input, time, and the sign that it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import KEYBOARD, Command, CommandPressed, InputEvent
from fliegende3d.presentation.ui.elements import Canvas, Element
from fliegende3d.presentation.ui.view import Placed

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen
    from fliegende3d.presentation.screens.match import Match


class Act:
    """Base of all acts. ``screen.next_act()`` follows when ``over`` is set."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.app = screen.app
        self.match: Match = screen.match
        self.over = False

    @property
    def curtain(self) -> bool:
        """Whether nothing of the table or of anybody's hand may be seen: an opaque screen between players."""
        return False

    @property
    def lets_undo(self) -> bool:
        """Whether somebody's last decision may be taken back from here; the rules say which."""
        return False

    @property
    def steady(self) -> bool:
        """Whether the eye must not move by itself now."""
        return False

    @property
    def veil(self) -> float:
        """How far the table is darkened behind the act, 0 to 1."""
        return 0.0

    @property
    def shows_surroundings(self) -> bool:
        """Whether the score panel, log and buttons are shown around the act."""
        return True

    @property
    def first_focus(self) -> str | None:
        """The control that keys act on first."""
        return None

    def begin(self) -> None:
        """The act starts."""

    def end(self) -> None:
        """The act is over, or the game is left: let go of everything."""

    def parts(self) -> Sequence[Placed]:
        """Return the panels of the act."""
        return ()

    def canvas(self) -> Canvas:
        """Return what is drawn over the table."""
        return Canvas()

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """Return tags at places of the window [px]."""
        return ()

    def caption(self) -> str:
        """Return the line at the lower edge."""
        return ""

    def handle(self, event: InputEvent) -> bool:
        """Take an event before the controls; see ``Screen``."""
        return False

    def table_event(self, event: InputEvent) -> bool:
        """Take an event that no control wanted."""
        return False

    def command(self, pressed: CommandPressed) -> bool:
        """Take a command that the controls did not want."""
        return False

    def update(self, dt: float) -> None:
        """Let time pass."""

    def finish(self) -> None:
        """Say that the act is over."""
        self.over = True
        self.app.refresh()

    @property
    def actor(self) -> int | None:
        """The seat whose own device alone may act now; None if anybody may."""
        return None

    def words(self, key: str, /, **values: object) -> str:
        """Return a text of the catalogue."""
        return self.app.texts(key, **values)

    def words_for_device(self, key: str) -> str:
        """Return a text for the device used last; those for pads end in ``_pad`` and name its buttons."""
        app = self.app
        if app.last_device == KEYBOARD:
            return self.words(key)
        bindings = app.bindings["pad"]

        def label(command: Command) -> str:
            return app.key_label(bindings.first_name(command), pad=True)

        turn = f"{label(Command.TILT_LEFT)}/{label(Command.TILT_RIGHT)}"
        return self.words(f"{key}_pad", turn=turn, confirm=label(Command.CONFIRM), back=label(Command.BACK))

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.match.session.state.names[seat]
