"""Whole games with one kind of device alone: keyboard, mouse, one pad passed round, a pad each. Flights are flown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command
from fliegende3d.presentation.screens.end import EndScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.rules import final_scores
from tests.presentation.app.device_games import (
    KeyboardPlayer,
    MousePlayer,
    PadPlayers,
    VirtualPad,
    key,
    make_application,
    play,
)

pytestmark = [pytest.mark.display, pytest.mark.slow]


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Application]]:
    made: list[Application] = []

    def make(*, mode: str, pads: bool) -> Application:
        made.append(make_application(tmp_path, mode=mode, pads=pads, size=(320, 180), drawn=False))
        return made[-1]

    yield make
    for app in made:
        app.destroy()


def assert_finished(ending: EndScreen) -> None:
    state = ending.match.session.state
    assert state.over
    scores = final_scores(state)
    assert scores.winners
    assert any("points" in line for line in ending.match.log)


def test_a_whole_game_with_the_keyboard_alone(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="step", pads=False)
    player = KeyboardPlayer()
    assert_finished(play(app, player, players=("Mia", "Bo:bot-novice")))
    assert player.threw >= 4
    key(app, Command.BACK)
    assert type(app.screen).__name__ == "TitleScreen"


def test_a_whole_game_with_the_mouse_alone(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=False)
    player = MousePlayer()
    assert_finished(play(app, player, players=("Mia", "Ben", "Ana")))
    assert player.flicked >= 9


def test_a_whole_game_with_one_pad_passed_round(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=True)
    player = PadPlayers([VirtualPad(app)])
    assert_finished(play(app, player, players=("Mia", "Ben")))
    assert player.flicked >= 4


def test_a_whole_game_of_four_by_the_full_rules_with_a_pad_each(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=True)
    pads = [VirtualPad(app) for _ in range(4)]
    assert len({pad.device for pad in pads}) == 4
    for seat, pad in enumerate(pads):
        app.seats = app.seats.with_device(seat, pad.device)
    player = PadPlayers(pads)
    ending = play(app, player, players=("Mia", "Ben", "Ana", "Li"), rules="standard")
    assert_finished(ending)
    assert ending.match.session.state.stage == 4
    assert player.flicked >= 16
    assert player.refused


def test_computers_play_a_whole_game_for_onlookers_and_a_rematch_begins(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=False)
    players = ("Mia:bot-expert", "Bo:bot-novice", "Ana:bot-practised")
    ending = play(app, lambda _: None, players=players)
    assert_finished(ending)
    assert not list((app.saves).glob("*")), "games without people are not kept"
    key(app, Command.CONFIRM)
    assert isinstance(app.screen, GameScreen)
    assert app.screen.match.session.state.stage == 1
