"""Draws every screen into pictures to be looked at: ``python -m tests.presentation.screens.pictures FOLDER``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.settings import default_settings
from tests.presentation.screens.every_screen import SCREENS

# Long enough for the eye to have arrived where it glides to, in a few large steps [s].
SETTLING = (0.25,) * 4


def application(folder: Path, *, size: tuple[int, int], language: str, scale: float, preset: str) -> Application:
    """Return an application that draws offscreen and keeps its files in a folder."""
    settings = default_settings()
    replace = msgspec.structs.replace
    settings = replace(
        settings,
        language=language,
        video=replace(settings.video, preset=preset),
        access=replace(settings.access, interface_scale=scale, reduced_motion=True),
    )
    return Application(open_offscreen(size), settings, folder, saves=folder / "saves", wants_pads=False)


def take(app: Application, name: str, path: Path, *, contrast: bool = False) -> None:
    """Draw one screen and save its picture."""
    access = msgspec.structs.replace(app.settings.access, high_contrast=contrast)
    app.settings = msgspec.structs.replace(app.settings, access=access)
    screen: Screen = SCREENS[name](app)
    app.screens = [screen]
    if not isinstance(screen, GameScreen) or screen.act is None:
        screen.enter()
    app.surface.size = app.host.size
    app.surface.interaction.focus = None
    app.surface.show(app._whole_view(), keep_focus=False)
    app.message = None
    still = name.startswith("duel_")
    for number, dt in enumerate(SETTLING):
        # Of what moves by itself the moment asked for is shown: only the eye goes on.
        screen.update(0.0 if still else dt)
        app.refresh()
        if number >= len(SETTLING) - 2:
            app.draw()
            app.stage.update(dt)
            app.host.render_frame()
    app.host.screenshot(path)
    app.screens = []
    screen.leave()
    screen.close()
    match = getattr(screen, "match", None)
    if match is not None:
        match.close()


def main(words: Sequence[str] | None = None) -> None:
    """Draw the screens that the command line asks for; all of them without names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="SCREEN")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--language", default="en", choices=("en", "de", "es", "qps"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--preset", default="low")
    asked = parser.parse_args(words)
    width, height = (int(part) for part in asked.size.split("x"))
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    user = folder / "user"
    app = application(user, size=(width, height), language=asked.language, scale=asked.scale, preset=asked.preset)
    try:
        for name in asked.names or sorted(SCREENS):
            take(app, name, folder / f"{name}.png")
    finally:
        app.destroy()


if __name__ == "__main__":
    main()
