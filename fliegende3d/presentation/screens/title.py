"""The title: the way into everything."""

from __future__ import annotations

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
        from fliegende3d.presentation.screens import menu

        words = self.words
        buttons: list[Element] = [
            Button(
                key="title.new",
                label=words("title.new"),
                on_press=lambda: menu.open_new_game(self.app),
                role=Role.PRIMARY,
            ),
            Button(key="title.settings", label=words("title.settings"), on_press=lambda: menu.open_settings(self.app)),
            Button(key="title.credits", label=words("title.credits"), on_press=lambda: menu.open_credits(self.app)),
            Button(key="title.quit", label=words("title.quit"), on_press=self.app.quit, role=Role.QUIET),
        ]
        name = Column(
            children=[
                Label(text=words("title.name"), style=TextStyle.DISPLAY),
                Label(text=words("title.subtitle"), style=TextStyle.BODY, colour=self.app.surface.theme.text),
            ],
            gap=4,
        )
        return View(
            [
                Placed(element=Panel(key="title.head", body=name), across=0.0, down=0.0, most_width=820),
                Placed(
                    element=Panel(key="title.menu", body=Column(children=buttons), width=470),
                    across=0.0,
                    down=1.0,
                    most_height_share=0.72,
                ),
            ],
            first_focus="title.new",
        )

    def back(self) -> None:
        """There is nothing behind the title: BACK asks to quit by focusing the last button."""
        self.app.surface.interaction.focus = "title.quit"
        self.app.refresh()
