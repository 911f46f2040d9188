"""Waiting until flights are ready: whoever wants to throw before that sees how far it is, and may do something else."""

from __future__ import annotations

from collections.abc import Callable

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Bar, Button
from fliegende3d.presentation.ui.elements import Column, Element, Grid, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.presentation.warming import WarmUp


def warming_panel(app: Application) -> Panel | None:
    """Return a small panel with how far the first preparation is; None when there is nothing to wait for."""
    warm = app.warm
    if warm is None or warm.finished or not warm.compiling:
        return None
    share = warm.share
    text = app.texts("loading.short", share=app.texts.number(share * 100.0))
    body = Column(children=[Label(text=text, style=TextStyle.SMALL), Bar(value=share, height=14)], gap=10)
    return Panel(key="warming", body=body, padding=22, width=640)


class LoadingScreen(Screen):
    """Shows how far the preparation is, then the next screen."""

    def __init__(self, app: Application, warm: WarmUp, after: Callable[[], Screen]) -> None:
        super().__init__(app)
        self._warm = warm
        self._after = after

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        self.app.refresh()
        if self._warm.finished:
            self.app.replace(self._after())

    def back(self) -> None:
        """To the screen below, or to the title if there is none."""
        from fliegende3d.presentation.screens.title import TitleScreen

        if len(self.app.screens) > 1:
            self.app.pop()
        else:
            self.app.restart(TitleScreen(self.app))

    def view(self) -> View:
        """See ``Screen``."""
        words, share = self.words, self._warm.share
        told: list[Element] = [Label(text=words("loading.again"))]
        if self._warm.compiling:
            told = [Label(text=words("loading.note")), Label(text=words("loading.meanwhile"), style=TextStyle.SMALL)]
        number = Label(text=f"{self.app.texts.number(share * 100.0)}\u00a0%", style=TextStyle.STRONG, align=0.5)
        parts: list[Element] = [Bar(value=share, height=24), number]
        if self._warm.compiling:
            part = words(f"loading.part_{self._warm.part.value}")
            parts.append(Label(text=part, style=TextStyle.SMALL, align=0.5))
        body = Column(children=[*told, Column(children=parts, gap=8)], gap=22)
        foot = Grid(
            children=[
                Button(key="loading.rules", label=words("title.rules"), on_press=lambda: menu.open_rules(self.app)),
                Button(key="loading.settings", label=words("title.settings"), on_press=self._settings),
                Button(key="back", label=words("common.back"), on_press=self.back),
            ],
            columns=3,
        )
        panel = Panel(key="loading", title=words("loading.title"), body=body, foot=foot, width=900)
        return View([Placed(element=panel)], first_focus="loading.rules")

    def _settings(self) -> None:
        menu.open_settings(self.app)
