"""Getting ready: flights are compiled or loaded beside the menus; whoever wants to throw before that waits here."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from fliegende3d.flight import warm_up
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Bar, Button
from fliegende3d.presentation.ui.elements import Column, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View


class WarmUp:
    """Prepares the flights in a thread of its own; how far it is, and what went wrong."""

    def __init__(self) -> None:
        self.share = 0.0
        self.failure: Exception | None = None
        self._thread = Thread(target=self._prepare, name="warm-up", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether flights can be flown at once; raises what went wrong."""
        if self._thread.is_alive():
            return False
        if self.failure is not None:
            raise self.failure
        return True

    def _prepare(self) -> None:
        try:
            warm_up(self._report)
        except Exception as error:
            # Raised on the thread of whoever asks: see `finished`.
            self.failure = error

    def _report(self, share: float, _: str) -> None:
        self.share = share


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
        body = Column(
            children=[
                Label(text=self.words("title.name"), style=TextStyle.TITLE),
                Label(text=self.words("loading.note")),
                Bar(value=self._warm.share, height=24),
                Button(key="back", label=self.words("common.back"), on_press=self.back),
            ],
            gap=22,
        )
        return View([Placed(element=Panel(key="loading", body=body, width=760))])


def prepared(app: Application, make: Callable[[], Screen]) -> Screen:
    """Return a screen that throws carpets, or the one that waits until they can be thrown."""
    warm = app.warm
    if warm is None or warm.finished:
        return make()
    return LoadingScreen(app, warm, make)
