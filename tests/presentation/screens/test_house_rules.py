"""House rules on their screen."""

from __future__ import annotations

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
)
from fliegende3d.presentation.screens.game_screen import GameScreen
from tests.presentation.screens.driving import Front, press, send, shown_text

pytestmark = pytest.mark.display


def test_a_house_rule_is_kept_and_rules_that_do_not_fit_are_refused(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.menu import rules_of

    front("house")
    before = app.settings
    app.surface.interaction.focus = "house.scoring.spice_bazaar"
    send(app, CommandPressed(0.0, Command.RIGHT, KEYBOARD))
    assert app.settings.game.house == {"scoring.spice_bazaar": 6}
    assert rules_of("standard", app.settings.game.house).spice_bazaar_pair == 6
    app.surface.interaction.focus = "house.scoring.adventures.0"
    for _ in range(5):
        send(app, CommandPressed(0.0, Command.RIGHT, KEYBOARD))
    values = app.settings.game.house["scoring.adventures"]
    assert isinstance(values, list)
    assert values == sorted(values)
    assert "do not fit together" in shown_text(app)
    app.settings = before


def test_every_rule_that_may_be_changed_is_on_the_screen(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.house_rules import changeable

    screen = front("house")
    keys = {target.control.key for target in app.surface.targets}
    assert screen is app.screen
    for setting in changeable():
        wanted = f"house.{setting.key}.0" if setting.count else f"house.{setting.key}"
        assert wanted in keys


def test_kept_house_rules_that_no_longer_fit_are_told_and_break_no_screen(app: Application, front: Front) -> None:
    import msgspec

    before = app.settings
    game = msgspec.structs.replace(app.settings.game, house={"gone.rule": 3, "layout.cards": 99})
    app.settings = msgspec.structs.replace(app.settings, game=game)
    front("house")
    front("new_game")
    app.settings = msgspec.structs.replace(app.settings, game=game)
    press(app, "new.start")
    assert "do not fit together" in shown_text(app)
    assert not isinstance(app.screen, GameScreen)
    app.settings = before
