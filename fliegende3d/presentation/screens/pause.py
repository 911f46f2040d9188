"""A paused game: go on, settings, back to the title. Nothing of the table's secrets is in sight."""

from __future__ import annotations

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.hud import ROOMY_SCALE, undo_button
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Grid, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View

# Widths of the menu [reference px].
ROOMY_WIDTH, TIGHT_WIDTH = 560.0, 900.0


class PauseScreen(Screen):
    """The menu of a paused game."""

    def __init__(self, app: Application, game: GameScreen) -> None:
        super().__init__(app)
        self._game = game

    def view(self) -> View:
        """See ``Screen``."""
        from fliegende3d.presentation.screens import menu

        words = self.words
        undo = undo_button(self._game, key="pause.undo", action=self._take_back)
        buttons: list[Element] = [
            Button(key="pause.on", label=words("pause.on"), on_press=self.back, role=Role.PRIMARY),
            *([undo] if undo is not None else []),
            Button(key="pause.scores", label=words("hud.scores"), on_press=self._game.open_scores),
            Button(key="pause.log", label=words("hud.log"), on_press=self._game.open_log),
            Button(key="pause.rules", label=words("title.rules"), on_press=lambda: menu.open_rules(self.app)),
            Button(key="pause.settings", label=words("title.settings"), on_press=lambda: menu.open_settings(self.app)),
            Button(key="pause.title", label=words("pause.title_screen"), on_press=self._leave_game),
            Button(key="pause.quit", label=words("title.quit"), on_press=self.app.quit, role=Role.QUIET),
        ]
        note = [Label(text=words("pause.saved"), style=TextStyle.SMALL)] if self._game.match.saved else []
        # With large letters two columns keep every way out in sight.
        tight = self.app.settings.access.interface_scale > ROOMY_SCALE
        body = Column(children=[Grid(children=buttons, columns=2 if tight else 1), *note])
        width = TIGHT_WIDTH if tight else ROOMY_WIDTH
        panel = Panel(key="pause", title=words("pause.title"), body=body, width=width)
        return View([Placed(element=panel)], veil=1.0, curtain=self._game.secret)

    def command(self, pressed: CommandPressed) -> bool:
        """MENU opened it, MENU closes it."""
        if pressed.command in (Command.BACK, Command.MENU) and not pressed.repeat:
            self.back()
            return True
        return False

    def _take_back(self) -> None:
        self.back()
        self._game.take_back()

    def _leave_game(self) -> None:
        from fliegende3d.presentation.screens.title import TitleScreen

        self.app.restart(TitleScreen(self.app))
