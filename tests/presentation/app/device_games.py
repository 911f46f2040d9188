"""Whole games with one kind of device alone, played as fast as it goes or drawn and pictured for the eye.

``python -m tests.presentation.app.device_games keyboard|mouse|pad|pads|bots FOLDER`` draws one and takes a picture
whenever something new is on the screen; with ``--undrawn`` it is only played.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.app_start import PlayOptions
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    WheelTurned,
)
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.duel import DuelAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.end import EndScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.start import first_screen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.settings import default_settings
from tests.presentation.screens.driving import flick_events

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
# How fast the pointer pushes, throw by throw [window heights/s], and how long a stick does [s].
PUSHES = (1.4, 1.2, 1.6)
FLICKS = (0.15, 0.13, 0.18)
A_BUTTON, DOWN_BUTTON, RIGHT_STICK_Y = 0, 12, 3
KINDS = ("keyboard", "mouse", "pad", "pads", "bots")


def make_application(folder: Path, *, mode: str, pads: bool, size: tuple[int, int], drawn: bool) -> Application:
    """Return an application at its title; an undrawn one runs everything but draws no picture."""
    settings = default_settings()
    replace = msgspec.structs.replace
    settings = replace(
        settings,
        language="en",
        video=replace(settings.video, preset="low"),
        access=replace(settings.access, reduced_motion=not drawn),
        hands=[replace(hand, throw_mode=mode, assist="arrow" if drawn else "none") for hand in settings.hands],
    )
    app = Application(open_offscreen(size), settings, folder, saves=folder / "saves", wants_pads=pads)
    if not drawn:
        for number in range(app.host.engine.get_num_windows()):
            app.host.engine.get_window(number).set_active(False)
    app.push(TitleScreen(app))
    return app


class VirtualPad:
    """One of SDL's virtual controllers, held by one player."""

    def __init__(self, app: Application) -> None:
        import sdl2

        self._sdl, self._app = sdl2, app
        before = set(app.pads.names())
        self._index = sdl2.SDL_JoystickAttachVirtual(sdl2.SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
        self._joystick = sdl2.SDL_JoystickOpen(self._index)
        end = time.monotonic() + 5.0
        while set(app.pads.names()) == before and time.monotonic() < end:
            app.step(0.01)
        self.device = next(iter(set(app.pads.names()) - before))

    def press(self, button: int) -> None:
        """Press and release a button; the game goes on meanwhile."""
        for down in (1, 0):
            self._sdl.SDL_JoystickSetVirtualButton(self._joystick, button, down)
            self._wait()

    def stick(self, value: float) -> None:
        """Hold the right stick at a height, 1 forward."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._joystick, RIGHT_STICK_Y, int(-value * 32767))

    def flick(self, seconds: float = 0.15) -> None:
        """Pull the right stick back, hold it, and push it forward evenly in a time."""
        self.stick(-1.0)
        self._wait()
        begun = time.monotonic()
        while (share := (time.monotonic() - begun) / seconds) < 1.0:
            self.stick(2.0 * share - 1.0)
            time.sleep(0.002)
        self.stick(1.0)
        self._wait()
        self.stick(0.0)
        self._wait()

    def unplug(self) -> None:
        """Take the pad away."""
        self._sdl.SDL_JoystickDetachVirtual(self._index)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 0.03
        while time.monotonic() < end:
            self._app.step(0.01)


def key(app: Application, command: Command) -> None:
    """Press a key."""
    app.step(0.02, [CommandPressed(app.time, command, KEYBOARD)])


Player = Callable[[Application], None]


@dataclass
class KeyboardPlayer:
    """Presses Enter on what goes on, and Tab to get there."""

    threw: int = 0

    def __call__(self, app: Application) -> None:
        focus = app.surface.interaction.focus
        keys = {target.control.key for target in app.surface.targets}
        if focus in WANTED:
            self.threw += focus == "aim.throw"
            key(app, Command.CONFIRM)
        elif keys & set(WANTED):
            key(app, Command.NEXT)


@dataclass
class MousePlayer:
    """Clicks on what goes on, and flicks the carpet with the pointer, now harder, now softer."""

    flicked: int = 0

    def __call__(self, app: Application) -> None:
        screen = app.screen
        assert isinstance(screen, GameScreen)
        if isinstance(screen.act, AimAct) and not screen.act.waiting:
            app.step(FRAME, flick_events(app, screen.act, speed=PUSHES[self.flicked % len(PUSHES)]))
            self.flicked += isinstance(screen.act, WatchAct)
            return
        for target in app.surface.targets:
            if target.control.key in WANTED:
                x, y = target.rect.centre
                if target.clip is not None and not target.clip.contains(x, y):
                    # It is scrolled out of sight: the wheel brings it back.
                    app.step(0.02, [PointerMoved(app.time, *target.clip.centre), WheelTurned(app.time, -1.0)])
                    return
                moved = PointerMoved(app.time, x, y)
                pressed = PointerPressed(app.time, x, y, PointerButton.MAIN)
                app.step(0.02, [moved, pressed, PointerReleased(app.time, x, y, PointerButton.MAIN)])
                return


@dataclass
class PadPlayers:
    """One pad passed round, or one for each seat; the right stick flicks, A goes on."""

    pads: Sequence[VirtualPad]
    flicked: int = 0
    refused: int = 0

    def __call__(self, app: Application) -> None:
        screen = app.screen
        assert isinstance(screen, GameScreen)
        actor = screen.act.actor if screen.act is not None else None
        pad = self.pads[(actor or 0) % len(self.pads)]
        if isinstance(screen.act, AimAct):
            if len(self.pads) > 1 and not self.refused:
                self.pads[(screen.act.decision.seat + 1) % len(self.pads)].flick()
                assert isinstance(screen.act, AimAct), "another player's pad must not throw"
                self.refused += 1
            pad.flick(FLICKS[self.flicked % len(FLICKS)])
            self.flicked += isinstance(screen.act, WatchAct)
            return
        focus = app.surface.interaction.focus
        keys = {target.control.key for target in app.surface.targets}
        if focus in WANTED:
            pad.press(A_BUTTON)
        elif keys & set(WANTED):
            pad.press(DOWN_BUTTON)


@dataclass
class Pictures:
    """Takes a picture when something new has been on the screen for a few frames."""

    folder: Path
    seen: dict[str, int] = field(default_factory=dict)
    most: int = 2
    frames: int = 0
    _last: str = ""
    _frames: int = 0

    def look(self, app: Application) -> None:
        """Look at the screen after a frame."""
        self.frames += 1
        name = self.name(app)
        self._frames = self._frames + 1 if name == self._last else 0
        self._last = name
        if self._frames == 4 and self.seen.get(name, 0) < self.most:
            self.seen[name] = self.seen.get(name, 0) + 1
            app.host.screenshot(self.folder / f"{name}-{self.seen[name]}.png")

    def name(self, app: Application) -> str:
        """What is on the screen, in a word."""
        screen = app.screen
        if not isinstance(screen, GameScreen) or screen.act is None:
            return type(screen).__name__
        cover = getattr(screen.act, "cover", None)
        phase = f"-{min(6, int(screen.act._time))}" if isinstance(screen.act, DuelAct) else ""
        return type(screen.act).__name__ + (f"-{cover.name.lower()}" if cover is not None else "") + phase


def play(
    app: Application,
    act: Player,
    *,
    players: tuple[str, ...],
    rules: str = "family",
    limit: float = LONGEST,
    pictures: Pictures | None = None,
) -> EndScreen:
    """Play to the end; raises if it does not come within ``limit`` seconds."""
    app.push(first_screen(app, PlayOptions(players=players, seed=5, wind="room", rules=rules)))
    end = time.monotonic() + limit
    while not isinstance(app.screen, EndScreen):
        if time.monotonic() > end:
            raise TimeoutError(f"the game did not come to its end in {limit:g} s")
        app.step(FRAME)
        if pictures is not None:
            pictures.look(app)
        screen = app.screen
        if not isinstance(screen, GameScreen) or isinstance(screen.act, WatchAct):
            continue
        # Whoever watches looks at everything for a while.
        if pictures is None or pictures._frames >= 5:
            act(app)
    for _ in range(6 if pictures is not None else 0):
        app.step(FRAME)
        assert pictures is not None
        pictures.look(app)
    return app.screen


def main() -> None:
    """Draw one whole game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="480x270")
    parser.add_argument("--rules", default="family")
    parser.add_argument("--undrawn", action="store_true")
    parser.add_argument("--seconds", type=float, default=2400.0)
    asked = parser.parse_args()
    width, height = (int(part) for part in asked.size.split("x"))
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    kind: str = asked.kind
    app = make_application(
        folder,
        mode="step" if kind == "keyboard" else "flick",
        pads=kind.startswith("pad"),
        size=(width, height),
        drawn=not asked.undrawn,
    )
    names = ("Mia", "Ben", "Ana", "Li")
    player: Player
    players: tuple[str, ...]
    if kind == "keyboard":
        player, players = KeyboardPlayer(), ("Mia", "Bo:bot-novice", "Ana")
    elif kind == "mouse":
        player, players = MousePlayer(), names[:3]
    elif kind == "bots":
        player, players = KeyboardPlayer(), ("Mia:bot-expert", "Bo:bot-novice", "Ana:bot-practised")
    else:
        pads = [VirtualPad(app) for _ in range(4 if kind == "pads" else 1)]
        for seat, pad in enumerate(pads if kind == "pads" else ()):
            app.seats = app.seats.with_device(seat, pad.device)
        player, players = PadPlayers(pads), names[: 4 if kind == "pads" else 2]
    pictures = None if asked.undrawn else Pictures(folder)
    begun = time.monotonic()
    ending = play(app, player, players=players, rules=asked.rules, limit=asked.seconds, pictures=pictures)
    print(f"{kind}: ended after {time.monotonic() - begun:.0f} s, {ending.match.session.flights} flights")
    print("\n".join(ending.match.log))
    if pictures is not None:
        print(f"{pictures.frames} frames drawn; pictures: {pictures.seen}")
    app.destroy()


if __name__ == "__main__":
    main()
