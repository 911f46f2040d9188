"""Pages that can be looked at during a game: the log, the scores so far."""

from __future__ import annotations

from collections.abc import Sequence

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.match import Match
from fliegende3d.presentation.screens.score_sheet import sheet_elements
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.elements import Element, Label
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.rules import final_scores


class LogScreen(PanelScreen):
    """Everything that happened, the newest first."""

    title_key = "log.title"

    def __init__(self, app: Application, log: Sequence[str]) -> None:
        super().__init__(app)
        self._log = log

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [Label(text=line, style=TextStyle.BODY) for line in reversed(self._log)] or [
            Label(text=self.words("log.empty"))
        ]


class ScoresScreen(PanelScreen):
    """What everybody holds and what it would score if the game ended now."""

    title_key = "scores.title"
    width = 1240.0

    def __init__(self, app: Application, match: Match) -> None:
        super().__init__(app)
        self._match = match

    def command(self, pressed: CommandPressed) -> bool:
        """The key that opened the scores closes them."""
        if pressed.command is Command.SCORES and not pressed.repeat:
            self.back()
            return True
        return super().command(pressed)

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        # Not what a landing that is still being shown will bring.
        state = self._match.told.state
        scores = final_scores(state)
        elements: list[Element] = [Label(text=self.words("scores.note"), style=TextStyle.SMALL)]
        for seat, name in enumerate(state.names):
            elements += sheet_elements(self.app.texts, seat, name, scores.sheets[seat], winner=False)
        return elements
