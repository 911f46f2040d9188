"""Games come back from files, wait until flights are ready, and leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.loading import LoadingScreen
from fliegende3d.presentation.screens.simple import CreditsScreen
from fliegende3d.presentation.screens.title import TitleScreen
from tests.presentation.screens.driving import Front, press, shown_text
from tests.presentation.screens.every_screen import Unready

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
    loading = front("loading")
    assert isinstance(loading, LoadingScreen)
    app.step(0.1, [])
    assert app.screen is loading
    press(app, "back")
    assert isinstance(app.screen, TitleScreen)


class Ripening(Unready):
    """A preparation that ends when it is told to."""

    done = False

    @property
    def finished(self) -> bool:
        return self.done


def test_while_flights_are_prepared_the_rules_can_be_read_and_the_game_begins_by_itself_then(
    app: Application, front: Front
) -> None:
    warm = Ripening()
    app.warm, before = warm, app.warm
    try:
        front("title")
        assert "40" in shown_text(app), "the title tells how far it is"
        app.push(menu.prepared(app, lambda: CreditsScreen(app)))
        assert isinstance(app.screen, LoadingScreen)
        text = shown_text(app)
        assert "only at the very first start" in text
        assert "how cloth folds" in text
        press(app, "loading.rules")
        app.step(0.1, [])
        assert "The dealer lays 12 cards" in shown_text(app)
        warm.done = True
        app.step(0.1, [])
        assert "The carpets are ready." in shown_text(app)
        press(app, "back")
        app.step(0.1, [])
        assert isinstance(app.screen, CreditsScreen)
    finally:
        app.warm = before
