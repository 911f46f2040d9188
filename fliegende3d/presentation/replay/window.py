"""A window that shows one recording, from the command line: the viewer is its only screen."""

from __future__ import annotations

import os
from pathlib import Path

from panda3d.core import load_prc_file_data

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.app_start import TITLE
from fliegende3d.presentation.graphics.host import open_window
from fliegende3d.presentation.screens.replay_screen import ReplayScreen
from fliegende3d.replay.director import Plan
from fliegende3d.replay.recording import Recording
from fliegende3d.settings import load_settings


def watch_in_window(recording: Recording, path: Path, *, plan: Plan | None = None, at: float = 0.0) -> None:
    """Open a window, watch until the player closes it or goes back.

    Args:
        recording: what is watched.
        path: its file, which keeps bookmarks.
        plan: which shots; None is the film of the whole game.
        at: where in the film it begins [s].

    Raises:
        HostError: if no window can be opened.
    """
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
        screen = ReplayScreen(app, recording, path=path, plan=plan)
        screen.viewer.seek(at)
        app.push(screen)
        app.run()
        if host.is_open:
            app.keep_window_size()
    finally:
        app.destroy()
