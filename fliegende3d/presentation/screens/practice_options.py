"""What can be chosen and done on the practice range: beside the table, or on a page of its own with large letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.screens.names import seat_name
from fliegende3d.presentation.screens.new_game import WINDS
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Button, Choice
from fliegende3d.presentation.ui.elements import Element
from fliegende3d.settings import SEATS

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.practice import PracticeScreen

# The latest throws that the calibration takes for ordinary ones.
CALIBRATING_THROWS = 3


def practice_controls(practice: PracticeScreen) -> list[Element]:
    """Return the controls of the practice range, without the way back."""
    app, words = practice.app, practice.words
    players = app.settings.game.players
    written = [players[seat][0] if seat < len(players) else "" for seat in range(SEATS)]
    some, why = bool(practice.attempts), words("practice.nothing")

    def button(name: str, action: Callable[[], None], enabled: bool, why: str) -> Element:
        return Button(
            key=f"practice.{name}",
            label=words(f"practice.{name}"),
            on_press=action,
            enabled=enabled,
            why_not=why,
            refuse=app.refuse,
        )

    return [
        Choice(
            key="practice.hand",
            label=words("practice.hand"),
            options=[seat_name(app.texts, seat, name) for seat, name in enumerate(written)],
            index=practice.hand_seat,
            on_change=practice.change_hand,
        ),
        Choice(
            key="practice.wind",
            label=words("new.wind"),
            options=[words(f"wind.{wind}") for wind in WINDS],
            index=WINDS.index(practice.wind) if practice.wind in WINDS else 0,
            on_change=lambda index: practice.blow(WINDS[index]),
        ),
        button("undo", practice.undo, some, why),
        button("clear", practice.clear, some, why),
        button(
            "calibrate",
            practice.calibrate,
            len(practice.attempts) >= CALIBRATING_THROWS,
            words("practice.three"),
        ),
    ]


class PracticeOptions(PanelScreen):
    """The controls of the practice range on a page of their own."""

    title_key = "practice.title"

    def __init__(self, practice: PracticeScreen) -> None:
        super().__init__(practice.app)
        self._practice = practice

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [*self._practice.findings(), *practice_controls(self._practice)]
