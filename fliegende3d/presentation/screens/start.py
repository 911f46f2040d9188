"""Where the program begins: at the title, at a new game with given players, or at a saved game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.screens.title import TitleScreen

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application
    from fliegende3d.presentation.app_start import PlayOptions


def first_screen(app: Application, options: PlayOptions) -> Screen:
    """Return the screen to begin with."""
    from fliegende3d.presentation.screens import menu

    if options.resume is not None:
        return menu.saved_game(app, options.resume) or TitleScreen(app)
    if options.players or options.seed is not None:
        return menu.game_from_options(app, options)
    return TitleScreen(app)
