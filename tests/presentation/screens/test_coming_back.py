"""Games come back from files, wait until flights are ready, and leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.title import TitleScreen
from tests.presentation.screens.driving import Front, press, shown_text

pytestmark = pytest.mark.display


def test_a_game_in_the_middle_of_the_layout_comes_back_exactly_there(app: Application, front: Front) -> None:
    screen = front("laying")
    for _ in range(3):
        press(app, "lay.one")
        screen.next_act()
    screen.match._writer.shutdown(wait=True)
    saved = menu.latest_game(app)
    assert saved is not None
    again = menu.game_from_file(app, saved.path)
    assert isinstance(again, GameScreen)
    assert again.match.session.state == screen.match.session.state
    assert again.match.log == screen.match.log
    again.close()


def test_a_damaged_save_is_told_not_opened(app: Application, front: Front, tmp_path: Path) -> None:
    front("title")
    path = tmp_path / "x.fliegende"
    path.write_bytes(b"nonsense")
    assert menu.game_from_file(app, path) is None
    assert "cannot be opened" in shown_text(app)


def test_opening_and_closing_games_leaves_nothing_behind(
    app: Application, front: Front, build: Callable[[str], GameScreen]
) -> None:
    def count() -> tuple[int, int]:
        return (app.stage.scene.get_num_nodes(), app.host.output.get_num_display_regions())

    front("title")
    app.restart(TitleScreen(app))
    before = count()
    for _ in range(10):
        app.push(build("aim_flick"))
        app.restart(TitleScreen(app))
    assert count() == before


def test_before_flights_are_ready_a_game_waits_and_the_menus_do_not(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.loading import LoadingScreen

    loading = front("loading")
    assert isinstance(loading, LoadingScreen)
    app.step(0.1, [])
    assert app.screen is loading
    press(app, "back")
    assert isinstance(app.screen, TitleScreen)
