"""Plays a whole game in a real window with a real pointer, through xdotool; prints what happened as JSON.

Run under a virtual screen: ``DISPLAY=:N python window_game.py FOLDER [--throws N] [--seconds S]``. It clicks what a
person would click and flicks the carpet with pointer traces; nothing of the game is called directly.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.app_start import PlayOptions
from fliegende3d.presentation.graphics.host import open_window
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.projection import to_pixel
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.end import EndScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.start import first_screen
from fliegende3d.settings import default_settings

# A game of more throws than this is played in a small window: drawing by the processor takes most of the time.
SHORT_GAME = 10
CLICKED = ("lay.all", "rearrange.done", "verdict.on", "news.on", "duel.on", "secret.0")


class Robot:
    """Moves the real pointer of the virtual screen while the application goes on."""

    def __init__(self, app: Application) -> None:
        self.app = app
        handle = app.host.output.get_window_handle()
        self.window = str(handle.get_int_handle())

    def do(self, *words: str) -> None:
        """Run xdotool and keep the window alive meanwhile."""
        process = subprocess.Popen(["xdotool", *words])
        while process.poll() is None:
            self.app.step()
        for _ in range(3):
            self.app.step()

    def click(self, key: str) -> bool:
        """Click a control by its key, where it is on the screen."""
        target = next((t for t in self.app.surface.targets if t.control.key == key), None)
        if target is None:
            return False
        x, y = target.rect.centre
        self.do(*self.move(round(x), round(y)), "sleep", "0.05", "click", "1")
        return True

    def move(self, x: int, y: int) -> list[str]:
        """Return the words that move the pointer to a pixel of the window."""
        return ["mousemove", "--window", self.window, str(x), str(y)]

    def flick(self, act: AimAct) -> None:
        """Grip the carpet in the hand, draw back, push forward, let go: about 1.4 window heights a second."""
        middle = act.shown.mean(axis=0)
        place = to_pixel(self.app, *(float(part) for part in middle))
        assert place is not None
        x, y = round(place[0]), round(place[1])
        words = [*self.move(x, y), "sleep", "0.1", "mousedown", "1", "sleep", "0.05"]
        for step in range(8):
            words += [*self.move(x, y + 9 * (step + 1)), "sleep", "0.012"]
        for step in range(24):
            words += [*self.move(x, y + 72 - 7 * (step + 1)), "sleep", "0.010"]
        # The release follows the last move at once: a busy machine must not make a pause of it.
        words = [*words[:-2], "mouseup", "1"]
        self.do(*words)


def play(folder: Path, most_throws: int, seconds: float) -> dict[str, object]:
    """Play until the end, or until enough throws were made; returns what happened."""
    host = open_window("test", (480, 270) if most_throws > SHORT_GAME else (800, 450))
    settings = default_settings()
    video = msgspec.structs.replace(settings.video, preset="low")
    # Without gliding eyes and instant replays: drawing by the processor takes most of the time.
    access = msgspec.structs.replace(settings.access, reduced_motion=True)
    settings = msgspec.structs.replace(settings, video=video, access=access, language="en")
    app = Application(host, settings, folder, saves=folder / "saves", wants_pads=False)
    app.push(first_screen(app, PlayOptions(players=("Mia", "Bo:bot-practised"), seed=3, wind="calm", rules="family")))
    robot = Robot(app)
    throws, flown, begun = 0, [], time.monotonic()
    ended = False
    while time.monotonic() - begun < seconds and throws < most_throws:
        app.step()
        if isinstance(app.screen, EndScreen):
            ended = True
            break
        if not isinstance(app.screen, GameScreen):
            continue
        act = app.screen.act
        if isinstance(act, AimAct):
            for _ in range(12):
                app.step()
            robot.flick(act)
            if isinstance(app.screen.act, WatchAct):
                throws += 1
                flown.append(app.screen.act.thrown.velocity)
        else:
            for key in CLICKED:
                if robot.click(key):
                    break
    match = app.screen.match if isinstance(app.screen, GameScreen | EndScreen) else None
    if isinstance(app.screen, GameScreen):
        # The last carpet is watched down to its verdict.
        waited = time.monotonic()
        while isinstance(app.screen.act, WatchAct) and time.monotonic() - waited < 20.0:
            app.step()
    answer = {"throws": throws, "ended": ended, "velocities": flown, "log": match.log if match else []}
    host.screenshot(folder / "last.png")
    app.destroy()
    return answer


if __name__ == "__main__":
    most = int(sys.argv[sys.argv.index("--throws") + 1]) if "--throws" in sys.argv else 10_000
    limit = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 840.0
    print(json.dumps(play(Path(sys.argv[1]), most, limit)))
