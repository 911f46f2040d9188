"""After a throw that deserves it the director shows it again; any press goes on to the verdict."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.app_start import PlayOptions
from fliegende3d.presentation.devices.events import KEYBOARD, Command, CommandPressed
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.screens.acts.instant_replay import InstantReplayAct
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.start import first_screen
from fliegende3d.settings import default_settings

pytestmark = pytest.mark.display

BOTS = PlayOptions(players=("Ana:bot-expert", "Bo:bot-expert"), seed=3)
# The first start compiles the flight.
LONGEST_WAIT = 300.0


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Application]:
    settings = default_settings()
    replace = msgspec.structs.replace
    settings = replace(settings, language="en", video=replace(settings.video, preset="low"))
    made = Application(open_offscreen((320, 180)), settings, tmp_path, saves=tmp_path / "saves", wants_pads=False)
    # Nobody looks: everything runs, but no picture is drawn.
    for number in range(made.host.engine.get_num_windows()):
        made.host.engine.get_window(number).set_active(False)
    yield made
    made.destroy()


def until_replay(app: Application) -> InstantReplayAct:
    """Let bots play until a throw is shown again."""
    app.push(first_screen(app, BOTS))
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        app.step(0.1)
        screen = app.screen
        if isinstance(screen, GameScreen) and isinstance(screen.act, InstantReplayAct):
            return screen.act
    raise AssertionError("no throw was shown again")


def test_a_replay_runs_to_its_end_and_the_verdict_follows(app: Application) -> None:
    act = until_replay(app)
    screen = app.screen
    assert isinstance(screen, GameScreen)
    act._work.result(timeout=60.0)
    eyes = []
    for _ in range(400):
        app.step(1.0 / 15.0)
        if screen.act is not act:
            break
        eyes.append(app.stage.camera.view.eye)
    assert isinstance(screen.act, VerdictAct)
    plan = act._work.result().plan
    assert 0.0 < plan.duration <= 8.0 + 1e-9
    assert len(eyes) == pytest.approx(plan.duration * 15.0, abs=4)
    assert len(set(eyes)) > 5


def test_any_press_goes_on(app: Application) -> None:
    act = until_replay(app)
    screen = app.screen
    assert isinstance(screen, GameScreen)
    act._work.result(timeout=60.0)
    press = CommandPressed(0.0, Command.CONFIRM, KEYBOARD)
    app.step(0.1, [press])
    assert screen.act is act
    for _ in range(5):
        app.step(0.1)
    app.step(0.1, [press])
    assert isinstance(screen.act, VerdictAct)
