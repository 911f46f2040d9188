"""Opening the application's window with the player's settings, and playing in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from panda3d.core import load_prc_file_data

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.app_start import TITLE, PlayOptions
from fliegende3d.presentation.graphics.host import open_window
from fliegende3d.presentation.screens.start import first_screen
from fliegende3d.presentation.warming import WarmUp
from fliegende3d.settings import load_settings


@contextmanager
def application() -> Iterator[Application]:
    """An application in a window of its own, with the player's settings; at the end its size is kept.

    Raises:
        HostError: if no window can be opened.
    """
    # Without a sound device the sound library writes lines that help nobody at a game.
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    load_prc_file_data("fliegende3d sound", "notify-level-audio fatal")
    loaded = load_settings()
    video = loaded.settings.video
    host = open_window(
        TITLE, (video.width, video.height), fullscreen=video.fullscreen, vertical_sync=video.vertical_sync
    )
    app = Application(host, loaded.settings)
    try:
        if host.notice is not None:
            app.say(app.texts(host.notice))
        if loaded.problem:
            app.say(app.texts("settings.broken", reason=loaded.problem))
        yield app
        if host.is_open:
            app.keep_window_size()
    finally:
        app.destroy()


def run_play(options: PlayOptions) -> None:
    """Open the window and play until the player ends it.

    Raises:
        HostError: if no window can be opened.
    """
    with application() as app:
        app.warm = WarmUp()
        app.push(first_screen(app, options))
        app.run()
