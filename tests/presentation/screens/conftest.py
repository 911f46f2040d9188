"""One offscreen application for the tests of screens, and each screen in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.text import load_texts
from fliegende3d.settings import default_settings
from tests.presentation.screens.driving import Front
from tests.presentation.screens.every_screen import SCREENS


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """One application without a window and without pads; its files go to a temporary folder."""
    place = tmp_path_factory.mktemp("user")
    settings = default_settings()
    video = msgspec.structs.replace(settings.video, preset="low")
    application = Application(
        open_offscreen((640, 360)),
        msgspec.structs.replace(settings, video=video, language="en"),
        place,
        saves=place / "saves",
        wants_pads=False,
    )
    yield application
    application.destroy()


@pytest.fixture
def build(app: Application) -> Callable[[str], Screen]:
    """Makes a screen by its name, in English and at an ordinary scale."""

    def make(name: str) -> Screen:
        access = msgspec.structs.replace(app.settings.access, interface_scale=1.0)
        app.settings = msgspec.structs.replace(app.settings, language="en", access=access)
        app.texts = load_texts("en")
        app.surface.chosen_scale = 1.0
        made = SCREENS[name](app)
        if not isinstance(made, GameScreen) or made.act is None:
            made.enter()
        return made

    return make


@pytest.fixture(params=sorted(SCREENS))
def screen(request: pytest.FixtureRequest, app: Application) -> Iterator[Screen]:
    """Each screen in turn, in front."""
    made = SCREENS[request.param](app)
    if not isinstance(made, GameScreen) or made.act is None:
        made.enter()
    app.screens = [made]
    yield made
    app.screens = []
    made.leave()
    made.close()
    match = getattr(made, "match", None)
    if match is not None:
        match.close()


@pytest.fixture
def front(app: Application, build: Callable[[str], GameScreen]) -> Iterator[Front]:
    """Puts a screen in front, and takes everything away afterwards."""

    def show(name: str) -> GameScreen:
        screen = build(name)
        app.screens = [screen]
        app.message = None
        app.surface.size = app.host.size
        app.surface.interaction.focus = None
        app.surface.show(app._whole_view(), keep_focus=False)
        return screen

    yield show
    while app.screens:
        app._drop()
