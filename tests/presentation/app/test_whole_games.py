"""Whole games with one kind of device alone: keyboard, one pad passed round, a pad each. Flights are really flown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from fliegende3d.presentation.app import Application, PlayOptions
from fliegende3d.presentation.devices.events import KEYBOARD, Command, CommandPressed
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.end import EndScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.start import first_screen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.rules import final_scores
from fliegende3d.settings import default_settings

pytestmark = [pytest.mark.display, pytest.mark.slow]

# What a player who wants to get on presses, whatever is on the screen.
WANTED = (
    "lay.all",
    "rearrange.done",
    "aim.throw",
    "verdict.on",
    "news.on",
    "duel.on",
    "secret.ready",
    "secret.reveal",
    "secret.0",
)
FRAME = 0.2
LONGEST = 900.0


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Application]]:
    made: list[Application] = []

    def make(*, mode: str, pads: bool) -> Application:
        settings = default_settings()
        replace = msgspec.structs.replace
        settings = replace(
            settings,
            language="en",
            video=replace(settings.video, preset="low"),
            access=replace(settings.access, reduced_motion=True),
            hands=[replace(hand, throw_mode=mode, assist="none") for hand in settings.hands],
        )
        app = Application(open_offscreen((320, 180)), settings, tmp_path, saves=tmp_path / "saves", wants_pads=pads)
        made.append(app)
        # Nobody looks: everything runs, but no picture is drawn.
        for number in range(app.host.engine.get_num_windows()):
            app.host.engine.get_window(number).set_active(False)
        app.push(TitleScreen(app))
        return app

    yield make
    for app in made:
        app.destroy()


class VirtualPad:
    """One of SDL's virtual controllers, held by one player."""

    def __init__(self, app: Application) -> None:
        import sdl2

        self._sdl, self._app = sdl2, app
        before = set(app.pads.names())
        index = sdl2.SDL_JoystickAttachVirtual(sdl2.SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
        self._joystick = sdl2.SDL_JoystickOpen(index)
        end = time.monotonic() + 5.0
        while set(app.pads.names()) == before and time.monotonic() < end:
            app.step(0.01)
        self.device = next(iter(set(app.pads.names()) - before))

    def press(self, button: int) -> None:
        """Press and release a button; the game goes on meanwhile."""
        for down in (1, 0):
            self._sdl.SDL_JoystickSetVirtualButton(self._joystick, button, down)
            self._wait()

    def flick(self) -> None:
        """Pull the right stick back and push it forward in about 80 ms."""
        for value in (0.0, -0.6, -1.0, -1.0, -0.6, -0.2, 0.2, 0.6, 0.9):
            self._sdl.SDL_JoystickSetVirtualAxis(self._joystick, 3, int(-value * 32767))
            end = time.monotonic() + 0.012
            while time.monotonic() < end:
                pass
        self._wait()
        self._sdl.SDL_JoystickSetVirtualAxis(self._joystick, 3, 0)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 0.03
        while time.monotonic() < end:
            self._app.step(0.01)


def key(app: Application, command: Command) -> None:
    app.step(0.02, [CommandPressed(app.time, command, KEYBOARD)])


def play(app: Application, act: Callable[[Application], None], *, players: tuple[str, ...]) -> EndScreen:
    app.push(first_screen(app, PlayOptions(players=players, seed=5, wind="room", rules="family")))
    end = time.monotonic() + LONGEST
    while not isinstance(app.screen, EndScreen):
        assert time.monotonic() < end, "the game did not come to its end"
        app.step(FRAME)
        screen = app.screen
        if isinstance(screen, GameScreen) and not isinstance(screen.act, WatchAct):
            act(app)
    return app.screen


def assert_finished(ending: EndScreen) -> None:
    state = ending.match.session.state
    assert state.over
    scores = final_scores(state)
    assert scores.winners
    assert any("points" in line for line in ending.match.log)


def test_a_whole_game_with_the_keyboard_alone(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="step", pads=False)
    threw = 0

    def act(app: Application) -> None:
        nonlocal threw
        focus = app.surface.interaction.focus
        keys = {target.control.key for target in app.surface.targets}
        if focus in WANTED:
            threw += focus == "aim.throw"
            key(app, Command.CONFIRM)
        elif keys & set(WANTED):
            key(app, Command.NEXT)

    ending = play(app, act, players=("Mia", "Bo:bot-novice"))
    assert_finished(ending)
    assert threw >= 4
    key(app, Command.BACK)
    assert type(app.screen).__name__ == "TitleScreen"


def test_a_whole_game_with_one_pad_passed_round(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=True)
    pad = VirtualPad(app)
    flicked = 0

    def act(app: Application) -> None:
        nonlocal flicked
        screen = app.screen
        assert isinstance(screen, GameScreen)
        if isinstance(screen.act, AimAct):
            pad.flick()
            flicked += isinstance(screen.act, WatchAct)
            return
        focus = app.surface.interaction.focus
        keys = {target.control.key for target in app.surface.targets}
        if focus in WANTED:
            pad.press(0)
        elif keys & set(WANTED):
            pad.press(12)

    assert_finished(play(app, act, players=("Mia", "Ben")))
    assert flicked >= 4


def test_a_whole_game_of_four_with_a_pad_each(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=True)
    pads = [VirtualPad(app) for _ in range(4)]
    assert len({pad.device for pad in pads}) == 4
    for seat, pad in enumerate(pads):
        app.seats = app.seats.with_device(seat, pad.device)
    refused = 0

    def act(app: Application) -> None:
        nonlocal refused
        screen = app.screen
        assert isinstance(screen, GameScreen)
        actor = screen.act.actor if screen.act is not None else None
        pad = pads[actor if actor is not None else 0]
        if isinstance(screen.act, AimAct):
            if not refused:
                pads[(screen.act.decision.seat + 1) % 4].flick()
                assert isinstance(screen.act, AimAct), "another player's pad must not throw"
                refused += 1
            pad.flick()
            return
        focus = app.surface.interaction.focus
        keys = {target.control.key for target in app.surface.targets}
        if focus in WANTED:
            pad.press(0)
        elif keys & set(WANTED):
            pad.press(12)

    assert_finished(play(app, act, players=("Mia", "Ben", "Ana", "Li")))
    assert refused


def test_computers_play_a_whole_game_for_onlookers_and_a_rematch_begins(make_app: Callable[..., Application]) -> None:
    app = make_app(mode="flick", pads=False)
    ending = play(app, lambda _: None, players=("Mia:bot-expert", "Bo:bot-novice", "Ana:bot-practised"))
    assert_finished(ending)
    assert not list((app.saves).glob("*")), "games without people are not kept"
    key(app, Command.CONFIRM)
    assert isinstance(app.screen, GameScreen)
    assert app.screen.match.session.state.stage == 1
