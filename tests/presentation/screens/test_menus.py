"""The menus: everything in sight where it fits, frames that keep still, ways in and out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from fliegende3d.game.saving import Autosave, new_path
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.practice_options import PracticeOptions
from fliegende3d.presentation.screens.settings_screen import PAGES, SettingsScreen
from tests.presentation.screens.driving import Front, press
from tests.presentation.screens.every_screen import lay_all, make_session
from tests.presentation.screens.test_layouts import laid_out

pytestmark = pytest.mark.display

LANGUAGES = ("en", "de", "es", "qps")


@pytest.fixture
def with_saved_game(app: Application) -> Iterator[None]:
    """A game that can be gone on with lies in the folder."""
    session = make_session()
    lay_all(session)
    path = new_path(app.saves, session.state.names)
    Autosave(session, path).save()
    yield
    path.unlink()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), [((960, 540), 1.0), ((1280, 720), 1.0), ((1280, 720), 2.0)])
def test_every_entry_of_the_title_is_in_sight_even_with_a_saved_game(
    app: Application, front: Front, with_saved_game: None, language: str, size: tuple[int, int], scale: float
) -> None:
    context = laid_out(app, front("title"), size, language, scale)
    keys = {target.control.key for target in context.targets}
    assert {"title.resume", "title.new", "title.lessons", "title.quit"} <= keys
    assert context.scrolls == [], "nothing hides below an edge"


@pytest.mark.parametrize(("size", "scale"), [((960, 540), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.0)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_frame_and_tabs_of_the_settings_keep_still_when_pages_are_turned(
    app: Application, front: Front, size: tuple[int, int], scale: float, language: str
) -> None:
    screen = front("settings_access")
    assert isinstance(screen, SettingsScreen)
    seen = []
    for page in PAGES:
        screen.page = page
        context = laid_out(app, screen, size, language, scale)
        tabs = [target.rect for target in context.targets if target.control.key.startswith("settings.page_")]
        seen.append((context.panels, tabs))
    assert all(other == seen[0] for other in seen)


def test_with_large_letters_the_practice_range_keeps_its_choices_on_a_page_of_their_own(
    app: Application, front: Front
) -> None:
    screen = front("practice")
    context = laid_out(app, screen, (1280, 720), "de", 2.0)
    keys = [target.control.key for target in context.targets if target.control.key.startswith("practice.")]
    assert keys == ["practice.options", "practice.back"]
    assert not any(area.key == "practice.body" for area in context.scrolls)
    press(app, "practice.options")
    assert isinstance(app.screen, PracticeOptions)
    press(app, "practice.hand")
    assert screen.hand_seat == 1
    press(app, "back")
    assert app.screen is screen
    assert screen.act is not None
    access = msgspec.structs.replace(app.settings.access, interface_scale=1.0)
    app.settings = msgspec.structs.replace(app.settings, access=access)
