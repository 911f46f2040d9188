"""The viewer with each device alone: mouse, keyboard, and a controller of SDL's own making."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import av
import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    WheelTurned,
)
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.replay.viewer import FREE, RATES
from fliegende3d.presentation.screens import photo_panel
from fliegende3d.presentation.screens.replay_screen import ReplayScreen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.presentation.ui.controls import Choice, Slider
from fliegende3d.replay.recording import load
from fliegende3d.settings import default_settings
from tests.presentation.devices.test_pads import VirtualPad

pytestmark = pytest.mark.display

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "four-duel.teppich"
LONGEST_WAIT = 60.0
LONGEST_PICTURE = 300.0
MOST_PRESSES = 60
BUTTONS = {
    Command.CONFIRM: 0,
    Command.BACK: 1,
    Command.TOP_VIEW: 3,
    Command.SCORES: 4,
    Command.MENU: 6,
    Command.TILT_LEFT: 9,
    Command.TILT_RIGHT: 10,
    Command.UP: 11,
    Command.DOWN: 12,
    Command.LEFT: 13,
    Command.RIGHT: 14,
}
"""SDL's numbers of a controller's buttons."""


class Keys(Protocol):
    """Something with keys that are pressed one at a time."""

    def press(self, command: Command) -> None:
        """Press and let go; the application has taken it when this returns."""


class Keyboard:
    def __init__(self, app: Application) -> None:
        self._app = app

    def press(self, command: Command) -> None:
        self._app.step(0.0, [CommandPressed(0.0, command, KEYBOARD)])


class Pad:
    """A virtual controller; its reports go through SDL and the application's own reader."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self.pad = VirtualPad()
        taken: list[tuple[bool, Command]] = []
        self._taken = taken
        dispatch = app.dispatch

        def watch(event: object) -> None:
            if isinstance(event, CommandPressed | CommandReleased):
                taken.append((isinstance(event, CommandPressed), event.command))
            dispatch(event)  # type: ignore[arg-type]

        app.dispatch = watch  # type: ignore[method-assign,assignment]
        self.wait(lambda: app.message is not None)

    def wait(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST_WAIT
        while not happened():
            assert time.monotonic() < end, f"the application did not hear of it, after {self._taken[-4:]}"
            self._app.step(0.0)

    def press(self, command: Command) -> None:
        for down in (True, False):
            before = len(self._taken)
            self.pad.button(BUTTONS[command], down=down)
            self.wait(lambda down=down, before=before: (down, command) in self._taken[before:])  # type: ignore[misc]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Application]:
    settings = default_settings()
    change = msgspec.structs.replace
    settings = change(settings, language="en", video=change(settings.video, preset="low"))
    made = Application(
        open_offscreen((1280, 720)), settings, tmp_path, saves=tmp_path / "saves", pictures=tmp_path / "pictures"
    )
    # Nobody looks: everything runs, but no picture is drawn.
    for number in range(made.host.engine.get_num_windows()):
        made.host.engine.get_window(number).set_active(False)
    made.push(TitleScreen(made))
    yield made
    made.destroy()


@pytest.fixture
def screen(app: Application, tmp_path: Path) -> ReplayScreen:
    path = tmp_path / "game.teppich"
    path.write_bytes(GOLDEN.read_bytes())
    made = ReplayScreen(app, load(path), path=path)
    app.push(made)
    app.step(0.0, [])
    return made


def centre(app: Application, key: str) -> tuple[float, float]:
    return next(target.rect.centre for target in app.surface.targets if target.control.key == key)


def go(app: Application, keys: Keys, key: str) -> None:
    """Find the way to a control as a player does: towards it, and where that fails another way.

    On a slider or a choice, left and right change its value and are not tried.
    """
    tried: Counter[tuple[str, Command]] = Counter()
    for _ in range(MOST_PRESSES):
        focus = app.surface.interaction.focus
        if focus == key:
            return
        controls = {target.control.key: target for target in app.surface.targets}
        if focus is None or focus not in controls:
            keys.press(Command.DOWN)
            continue
        (x, y), (to_x, to_y) = controls[focus].rect.centre, controls[key].rect.centre
        wanted = {
            Command.UP: y - to_y,
            Command.DOWN: to_y - y,
            Command.LEFT: x - to_x,
            Command.RIGHT: to_x - x,
        }
        if isinstance(controls[focus].control, Slider | Choice):
            del wanted[Command.LEFT], wanted[Command.RIGHT]
        best = min(wanted, key=lambda command: (tried[str(focus), command], -wanted[command]))
        tried[focus, best] += 1
        keys.press(best)
    raise AssertionError(f"{key} was not reached; the focus is at {app.surface.interaction.focus}")


@pytest.mark.parametrize("device", ["keyboard", "pad"])
def test_everything_in_the_viewer_is_reached_with_keys_or_a_pad_alone(
    app: Application, screen: ReplayScreen, device: str
) -> None:
    keys: Keyboard | Pad = Keyboard(app) if device == "keyboard" else Pad(app)
    viewer = screen.viewer

    def confirm(key: str) -> None:
        go(app, keys, key)
        keys.press(Command.CONFIRM)

    keys.press(Command.MENU)
    assert not viewer.playing
    keys.press(Command.TILT_RIGHT)
    keys.press(Command.TILT_RIGHT)
    keys.press(Command.TILT_LEFT)
    assert viewer.time == pytest.approx(1.0, abs=0.01)
    confirm("replay.mark_on")
    assert viewer.time in viewer.marks()
    at = viewer.time
    confirm("replay.frame_on")
    assert viewer.time > at
    go(app, keys, "replay.time")
    before = viewer.time
    keys.press(Command.RIGHT)
    assert viewer.time > before
    confirm("replay.loop")
    keys.press(Command.TILT_RIGHT)
    confirm("replay.loop")
    assert viewer.loop is not None
    assert viewer.loop[1] is not None
    keys.press(Command.SCORES)
    assert len(viewer.bookmarks) == 1
    confirm("replay.bookmark")
    assert viewer.bookmarks == []
    keys.press(Command.TOP_VIEW)
    assert viewer.eye == "hand"
    go(app, keys, "replay.rate")
    keys.press(Command.RIGHT)
    assert RATES[viewer.rate] == 2.0
    confirm("replay.ghosts")
    assert viewer.ghosts
    confirm("replay.photo")
    assert viewer.eye == FREE
    for slider in ("photo.lens", "photo.focus", "photo.exposure", "photo.time"):
        go(app, keys, slider)
        keys.press(Command.RIGHT)
    photo = screen._photo
    assert photo is not None
    taken = photo.photo()
    assert taken.focus is not None
    assert (taken.exposure, taken.time_of_day) == (0.25, 0.0)
    keys.press(Command.BACK)
    assert screen._photo is None
    if isinstance(keys, Pad):
        turn = viewer.free.turn
        keys.pad.axis(2, 0.9)
        keys.wait(lambda: viewer.free.turn != turn)
        keys.pad.axis(2, 0.0)
        keys.pad.unplug()
    else:
        keys.press(Command.BACK)
        assert isinstance(app.screen, TitleScreen)


def test_everything_in_the_viewer_is_reached_with_the_mouse_alone(app: Application, screen: ReplayScreen) -> None:
    viewer = screen.viewer

    def click(key: str, across: float = 0.0) -> None:
        x, y = centre(app, key)
        x += across
        app.step(
            0.0,
            [
                PointerMoved(0.0, x, y),
                PointerPressed(0.0, x, y, PointerButton.MAIN),
                PointerReleased(0.0, x, y, PointerButton.MAIN),
            ],
        )

    click("replay.play")
    assert not viewer.playing
    click("replay.time")
    assert viewer.time == pytest.approx(0.5 * viewer.duration, rel=0.1)
    click("replay.mark_back")
    assert viewer.time in viewer.marks()
    for key, happened in (
        ("replay.loop", lambda: viewer.loop is not None),
        ("replay.bookmark", lambda: len(viewer.bookmarks) == 1),
        ("replay.ghosts", lambda: viewer.ghosts),
    ):
        click(key)
        assert happened()
    rect = next(target.rect for target in app.surface.targets if target.control.key == "replay.eye")
    click("replay.eye", across=0.5 * rect.width - 30.0)
    assert viewer.eye != "director"
    app.step(
        0.0,
        [
            PointerMoved(0.0, 640.0, 60.0),
            PointerPressed(0.0, 640.0, 60.0, PointerButton.MAIN),
            PointerMoved(0.0, 700.0, 80.0),
            PointerReleased(0.0, 700.0, 80.0, PointerButton.MAIN),
        ],
    )
    assert viewer.eye == FREE
    distance = viewer.free.distance
    app.step(0.0, [WheelTurned(0.0, 1.0)])
    assert viewer.free.distance < distance
    click("replay.photo")
    click("photo.exposure")
    click("photo.focus")
    assert screen._photo is not None
    assert screen._photo.photo().focus is not None
    click("photo.leave")
    click("replay.hide")
    assert app.surface.targets == []
    app.step(0.0, [PointerPressed(0.0, 10.0, 10.0, PointerButton.MAIN)])
    click("back")
    assert isinstance(app.screen, TitleScreen)
    assert len(load(screen._path or Path()).bookmarks) == 1


def test_a_picture_is_made_from_photo_mode_and_a_second_one_can_be_broken_off(
    app: Application, screen: ReplayScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_panel, "PICTURE_SIZE", (64, 36))
    keys = Keyboard(app)
    screen.viewer.seek(6.0)
    for key in ("replay.photo", "photo.take"):
        go(app, keys, key)
        keys.press(Command.CONFIRM)
    end = time.monotonic() + LONGEST_PICTURE
    while not list(app.pictures.glob("*.png")):
        assert time.monotonic() < end, app.message
        app.step(0.05, [])
    made = list(app.pictures.glob("*.png"))
    with av.open(str(made[0])) as container:
        assert next(container.decode(video=0)).to_ndarray(format="rgb24").shape == (36, 64, 3)
    go(app, keys, "photo.take")
    keys.press(Command.CONFIRM)
    go(app, keys, "photo.cancel")
    keys.press(Command.CONFIRM)
    assert "photo.take" in {target.control.key for target in app.surface.targets}
    assert list(app.pictures.iterdir()) == made


def test_a_film_that_is_watched_has_the_picture_for_itself_until_somebody_does_something(
    app: Application, screen: ReplayScreen
) -> None:
    keys = Keyboard(app)
    go(app, keys, "replay.ghosts")
    for _ in range(8):
        app.step(0.5, [])
    assert [target.control.key for target in app.surface.targets] == ["replay.time"]
    keys.press(Command.CONFIRM)
    assert not screen.viewer.ghosts
    assert "replay.ghosts" in {target.control.key for target in app.surface.targets}
    for _ in range(8):
        app.step(0.5, [])
    keys.press(Command.MENU)
    assert not screen.viewer.playing
    for _ in range(8):
        app.step(0.5, [])
    assert "replay.play" in {target.control.key for target in app.surface.targets}
