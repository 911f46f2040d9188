"""The title: the way into everything."""

from __future__ import annotations

from functools import partial

from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.screens.showcase import Showcase
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View


class TitleScreen(Screen):
    """Title and main menu over a table that is laid and lived in."""

    def enter(self) -> None:
        """See ``Screen``."""
        self._saved = menu.latest_game(self.app)
        self._showcase = Showcase(self.app)
        self._showcase.show()

    def leave(self) -> None:
        """See ``Screen``."""
        self._showcase.hide()

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        self._showcase.update(dt)

    def view(self) -> View:
        """See ``Screen``."""
        words = self.words
        entries = (
            ("new", menu.open_new_game),
            ("lessons", menu.open_lessons),
            ("practice", menu.open_practice),
            ("saves", menu.open_saves),
            ("settings", menu.open_settings),
            ("credits", menu.open_credits),
        )
        saved = self._saved
        buttons: list[Element] = []
        if saved is not None and saved.header is not None:
            note = " · ".join(saved.header.names)
            resume = Button(
                key="title.resume",
                label=words("title.resume"),
                note=self.app.typeface.shorten(note, TextStyle.SMALL, 1.0, 500.0),
                on_press=lambda: menu.resume_latest(self.app),
                role=Role.PRIMARY,
            )
            buttons.append(resume)
        for name, opener in entries:
            primary = name == "new" and saved is None
            first_time = name == "lessons" and not self.app.settings.game.lessons_seen
            buttons.append(
                Button(
                    key=f"title.{name}",
                    label=words(f"title.{name}"),
                    note=words("title.first_time") if first_time else "",
                    on_press=partial(opener, self.app),
                    role=Role.PRIMARY if primary else Role.NORMAL,
                )
            )
        buttons.append(Button(key="title.quit", label=words("title.quit"), on_press=self.app.quit, role=Role.QUIET))
        first = "title.resume" if saved is not None else "title.new"
        head = Column(
            children=[
                Label(text=words("title.name"), style=TextStyle.DISPLAY),
                Label(text=words("title.subtitle"), style=TextStyle.BODY, colour=self.app.surface.theme.text),
            ],
            gap=4,
        )
        panel = Panel(key="title.menu", body=Column(children=[head, *buttons]), width=620)
        return View([Placed(element=panel, across=0.0, down=0.5, most_width_share=0.62)], first_focus=first)

    def back(self) -> None:
        """There is nothing behind the title: BACK asks to quit by focusing the last button."""
        self.app.surface.interaction.focus = "title.quit"
        self.app.refresh()
