"""`python -m fliegende3d.presentation.gallery OUT_DIR`: pictures of every moment, carpet, card, preset and hour."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from fliegende3d.commands.files import InputError
from fliegende3d.commands.films import parse_size
from fliegende3d.flight import load_wind
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.gallery import scenery, screens
from fliegende3d.presentation.gallery.scenery import Gallery
from fliegende3d.presentation.graphics.host import HostError, open_offscreen
from fliegende3d.presentation.graphics.presets import NAMES
from fliegende3d.settings import default_settings

WIND_SEED = 7
FRAME = 1.0 / 30.0
SETTLING_FRAMES = 60  # frames in which pennants and dust find their way

SECTIONS: dict[str, Callable[[Gallery], None]] = {
    "menu": screens.menu,
    "game": screens.game,
    "flight": scenery.flights,
    "close": scenery.close_ups,
    "hours": scenery.hours,
    "presets": scenery.presets,
}


def render_gallery(folder: Path, *, size: tuple[int, int], preset: str, sections: Sequence[str]) -> None:
    """Render the chosen sections into a folder.

    Raises:
        HostError: if nothing can be drawn on this machine.
    """
    folder.mkdir(parents=True, exist_ok=True)
    settings = default_settings()
    video = msgspec.structs.replace(settings.video, preset=preset)
    settings = msgspec.structs.replace(settings, video=video, language="en")
    with tempfile.TemporaryDirectory() as user:
        app = Application(open_offscreen(size), settings, Path(user), saves=Path(user) / "saves", wants_pads=False)
        try:
            app.stage.set_wind(load_wind("garden", WIND_SEED).sample)
            for _ in range(SETTLING_FRAMES):
                app.stage.update(FRAME)
            gallery = Gallery(app, folder)
            for name in sections:
                SECTIONS[name](gallery)
            for problem in app.stage.problems:
                print(problem, file=sys.stderr)
        finally:
            app.destroy()


def main(arguments: Sequence[str] | None = None) -> int:
    """Render what the command line asks for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fliegende3d.presentation.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--size", default="1280x720", help="width x height in pixels (default: %(default)s)")
    parser.add_argument("--preset", default="high", choices=NAMES)
    parser.add_argument("--only", nargs="*", choices=tuple(SECTIONS), help="render only these sections")
    options = parser.parse_args(arguments)
    try:
        size = parse_size(options.size)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        render_gallery(options.folder, size=size, preset=options.preset, sections=options.only or tuple(SECTIONS))
    except (HostError, LookupError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
