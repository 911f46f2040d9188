"""Getting ready: the flight kernels are compiled or loaded once, with a progress bar, before the first screen."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from fliegende3d.flight import warm_up
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Bar
from fliegende3d.presentation.ui.elements import Column, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View


class LoadingScreen(Screen):
    """Shows how far the preparation is, then the next screen."""

    def __init__(self, app: Application, after: Callable[[], Screen]) -> None:
        super().__init__(app)
        self._after = after
        self._share = 0.0
        self._failure: Exception | None = None
        self._thread = Thread(target=self._prepare, name="warm-up", daemon=True)
        self._thread.start()

    def _prepare(self) -> None:
        try:
            warm_up(self._report)
        except Exception as error:
            # Told on the screen's own thread: see `update`.
            self._failure = error

    def _report(self, share: float, _: str) -> None:
        self._share = share

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        self.app.refresh()
        if self._thread.is_alive():
            return
        if self._failure is not None:
            raise self._failure
        self.app.replace(self._after())

    def back(self) -> None:
        """There is nothing to go back to yet."""

    def view(self) -> View:
        """See ``Screen``."""
        body = Column(
            children=[
                Label(text=self.words("title.name"), style=TextStyle.TITLE),
                Label(text=self.words("loading.note")),
                Bar(value=self._share, height=24),
            ],
            gap=22,
        )
        return View([Placed(element=Panel(key="loading", body=body, width=760))])
