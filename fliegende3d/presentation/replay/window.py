"""A window that shows one recording, from the command line: the viewer is its only screen."""

from __future__ import annotations

from pathlib import Path

from fliegende3d.presentation.opening import application
from fliegende3d.presentation.screens.replay_screen import ReplayScreen
from fliegende3d.replay.director import Plan
from fliegende3d.replay.recording import Recording


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
    with application() as app:
        screen = ReplayScreen(app, recording, path=path, plan=plan)
        screen.viewer.seek(at)
        app.push(screen)
        app.run()
