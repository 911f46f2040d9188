"""Saved games: go on, delete, and why a file cannot be opened before anybody tries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_datetime

from fliegende3d.game.saving import SavedGame, remove, saved_games
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.names import card_picture
from fliegende3d.presentation.screens.simple import PanelScreen, QuestionScreen
from fliegende3d.presentation.ui.cards import CardImage
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Element, Label, Row
from fliegende3d.rules import CardKind

# More games are kept than are shown.
SHOWN = 40
# The card beside the words when there is no game yet [reference px].
PICTURE_HEIGHT = 190.0


class SavesScreen(PanelScreen):
    """The list of saved games, the latest first."""

    title_key = "saves.title"
    width = 1280.0

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._games: Sequence[SavedGame] = ()

    def enter(self) -> None:
        """See ``Screen``."""
        self._games = saved_games(self.app.saves)[:SHOWN]

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        if not self._games:
            picture = CardImage(picture=card_picture(self.app.texts, CardKind.ADVENTURE_A), height=PICTURE_HEIGHT)
            told = Label(text=self.words("saves.none"))
            return [Row(children=[picture, told], gap=28, weights=(0, 1), wrap=False)]
        return [self._row(index, game) for index, game in enumerate(self._games)]

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``: without any game there is one to begin."""
        if self._games:
            return []
        begin = Button(
            key="saves.new",
            label=self.words("title.new"),
            on_press=lambda: menu.open_new_game(self.app),
            role=Role.PRIMARY,
        )
        return [begin]

    def _row(self, index: int, game: SavedGame) -> Element:
        language = "en" if self.app.texts.language == "qps" else self.app.texts.language
        when = format_datetime(datetime.fromtimestamp(game.modified), "short", locale=language)
        header = game.header
        why = game.problem
        if header is None:
            label, note = game.path.name, why
        else:
            label = " · ".join(header.names)
            note = self.words("saves.stage", when=when, stage=header.stage, stages=header.stages)
            if header.finished:
                note = self.words("saves.finished", when=when)
                why = self.words("saves.finished_why")
            elif header.shared:
                why = self.words("saves.shared_why")
        can_open = header is not None and not header.finished and not header.shared
        go_on = Button(
            key=f"saves.open{index}",
            label=label,
            note=note,
            align=0.0,
            on_press=lambda: self._open(game),
            enabled=can_open,
            why_not=why,
            refuse=self.app.refuse,
        )
        delete = Button(
            key=f"saves.delete{index}",
            label=self.words("saves.delete"),
            role=Role.QUIET,
            on_press=lambda: self._ask_delete(game),
        )
        watch = Button(
            key=f"saves.watch{index}",
            label=self.words("saves.watch"),
            on_press=lambda: menu.watch(self.app, game.path),
            enabled=header is not None,
            why_not=game.problem,
            refuse=self.app.refuse,
        )
        return Row(children=[go_on, watch, delete], weights=(1, 0, 0), wrap=False)

    def _open(self, game: SavedGame) -> None:
        screen = menu.game_from_file(self.app, game.path)
        if screen is not None:
            self.app.restart(screen)

    def _ask_delete(self, game: SavedGame) -> None:
        name = " · ".join(game.header.names) if game.header else game.path.name
        answers = [
            ("no", self.words("common.no"), lambda: None),
            ("yes", self.words("saves.delete"), lambda: self._delete(game)),
        ]
        self.app.push(QuestionScreen(self.app, self.words("saves.delete_question", name=name), answers))

    def _delete(self, game: SavedGame) -> None:
        try:
            remove(game.path)
        except OSError as error:
            self.app.say(self.words("saves.delete_failed", reason=error.strerror or str(error)))
        self.enter()
        self.app.refresh()
