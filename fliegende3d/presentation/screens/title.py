"""The title: the way into everything."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fliegende3d.game.saving import SavedGame
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.loading import warming_panel
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.screens.showcase import Showcase
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Grid, Label, Panel
from fliegende3d.presentation.ui.theme import GAP, TextStyle
from fliegende3d.presentation.ui.view import Placed, View

# Widths of the menu [reference px], and the part of the window that it may take: the table is to be seen beside it.
ROOMY_WIDTH, TIGHT_WIDTH = 680.0, 940.0
TIGHT_COLUMNS = 3
MENU_SHARE = 0.62
NAMES_WIDTH = 540.0


class TitleScreen(Screen):
    """Title and main menu over a table that is laid and lived in."""

    def enter(self) -> None:
        """See ``Screen``."""
        latest = menu.latest_game(self.app)
        self._saved = latest if latest is not None and latest.header is not None else None
        self._waited = False
        self._showcase = Showcase(self.app)
        self._showcase.show()

    def leave(self) -> None:
        """See ``Screen``."""
        self._showcase.hide()

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        self._showcase.update(dt)
        # Goes on beside the menu, and is gone when it is done.
        waiting = warming_panel(self.app) is not None
        if waiting or self._waited:
            self.app.refresh()
        self._waited = waiting

    def view(self) -> View:
        """See ``Screen``."""
        words, tight = self.words, self.app.settings.access.interface_scale > ROOMY_SCALE
        loud: list[Element] = []
        if self._saved is not None:
            loud.append(self._resume(self._saved, noted=not tight))
        first_time = not self.app.settings.game.lessons_seen
        loud.append(self._entry("new", menu.open_new_game, primary=self._saved is None))
        note = words("title.first_time") if first_time and not tight else ""
        loud.append(self._entry("lessons", menu.open_lessons, note=note))
        quiet = [
            self._entry("rules", menu.open_rules),
            self._entry("practice", menu.open_practice),
            self._entry("saves", menu.open_saves),
            self._entry("settings", menu.open_settings),
            self._entry("credits", menu.open_credits),
        ]
        leave = Button(key="title.quit", label=words("title.quit"), on_press=self.app.quit, role=Role.QUIET)
        if tight:
            # Large letters: all in columns under a small heading, so that nothing hides below the edge.
            head: Element = Label(text=words("title.name"), style=TextStyle.TITLE)
            menus: Element = Grid(children=[*loud, *quiet, leave], columns=TIGHT_COLUMNS)
        else:
            subtitle = Label(text=words("title.subtitle"), colour=self.app.surface.theme.text)
            head = Column(children=[Label(text=words("title.name"), style=TextStyle.DISPLAY), subtitle], gap=4)
            menus = Column(children=[*loud, Grid(children=[*quiet, leave])])
        width = TIGHT_WIDTH if tight else ROOMY_WIDTH
        panel = Panel(key="title.menu", body=Column(children=[head, menus], gap=GAP * 1.4), width=width)
        share = 1.0 if tight else MENU_SHARE
        first = "title.resume" if self._saved is not None else "title.new"
        placed = [Placed(element=panel, across=0.0, down=0.5, most_width_share=share)]
        warming = None if tight else warming_panel(self.app)
        if warming is not None:
            placed.append(Placed(element=warming, across=1.0, down=1.0, most_width_share=1.0 - MENU_SHARE))
        return View(placed, first_focus=first)

    def _entry(
        self, name: str, opener: Callable[[Application], None], *, note: str = "", primary: bool = False
    ) -> Button:
        return Button(
            key=f"title.{name}",
            label=self.words(f"title.{name}"),
            note=note,
            on_press=partial(opener, self.app),
            role=Role.PRIMARY if primary else Role.NORMAL,
        )

    def _resume(self, saved: SavedGame, *, noted: bool) -> Button:
        names = " · ".join(saved.header.names) if saved.header is not None and noted else ""
        return Button(
            key="title.resume",
            label=self.words("title.resume"),
            note=self.app.typeface.shorten(names, TextStyle.SMALL, 1.0, NAMES_WIDTH),
            on_press=lambda: menu.resume_latest(self.app),
            role=Role.PRIMARY,
        )

    def back(self) -> None:
        """There is nothing behind the title: BACK asks to quit by focusing the last button."""
        self.app.surface.interaction.focus = "title.quit"
        self.app.refresh()
