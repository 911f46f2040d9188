"""The table behind the menus: a laid game in evening light, seen from a slowly moving eye."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import STANDARD, Orientation, Throw
from fliegende3d.game.laying import row_places
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.throwing.release import flat_carpet
from fliegende3d.resources import folder
from fliegende3d.rules import CARDS, RuleSet

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

SHOWCASE_SEED = 7
SHOWCASE_CARDS = 12
# The eye goes to and fro over this angle [rad] in this time [s].
SWING = math.radians(9.0)
SWING_TIME = 48.0
EYE_DISTANCE = 0.74
EYE_HEIGHT = 0.30


# Where a carpet of each seat lies [m, rad].
LYING = ((-0.035, -0.045, 0.35), (0.10, 0.06, -0.6), (-0.13, 0.085, 1.1), (0.135, -0.09, 0.15))
# Carpets of games have small numbers; these stay clear of them.
FIRST_CARPET = 80
# A carpet that has settled is not quite flat: height and length of its waves [m].
WAVE_HEIGHT, WAVE_LENGTH = 0.0012, 0.045
LYING_HEIGHT = 0.002


def lying_vertices(x: float, y: float, yaw: float) -> NDArray[np.float64]:
    """Return a settled carpet's vertices [m], shape (14 · 20, 3)."""
    held = Throw((x, y, LYING_HEIGHT), (0.0, 0.0, 0.0), orientation=Orientation(yaw=yaw))
    vertices = flat_carpet(held)
    along = (vertices[:, 0] - x) * math.cos(yaw + 0.5) + (vertices[:, 1] - y) * math.sin(yaw + 0.5)
    vertices[:, 2] += WAVE_HEIGHT * (1.0 + np.sin(2.0 * math.pi * along / WAVE_LENGTH))
    return vertices


class Showcase:
    """Cards of a made-up game, for screens that stand in front of no game."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._time = 0.0

    def show(self) -> None:
        """Lay the cards and place the eye."""
        random = Random(SHOWCASE_SEED)
        kinds = random.sample(CARDS, SHOWCASE_CARDS)
        places = row_places(RuleSet.load(folder("config")), random)
        self._app.stage.set_cards(
            [
                CardView(card.id, card.kind.value, x, y, yaw, label=card_name(self._app.texts, card.kind))
                for card, (x, y, yaw) in zip(kinds, places, strict=False)
            ]
        )
        for seat, (x, y, yaw) in enumerate(LYING):
            self._app.stage.add_carpet(FIRST_CARPET + seat, seat, *STANDARD)
            self._app.stage.pose_carpet(FIRST_CARPET + seat, lying_vertices(x, y, yaw))
        self._place_eye()

    def hide(self) -> None:
        """Take cards and carpets away."""
        self._app.stage.set_cards([])
        for seat in range(len(LYING)):
            self._app.stage.remove_carpet(FIRST_CARPET + seat)

    def update(self, dt: float) -> None:
        """Move the eye, unless the player wants no motion."""
        if not self._app.settings.access.reduced_motion:
            self._time += dt
            self._place_eye()

    def _place_eye(self) -> None:
        angle = SWING * math.sin(2.0 * math.pi * self._time / SWING_TIME)
        eye = (EYE_DISTANCE * math.sin(angle) - 0.05, -EYE_DISTANCE * math.cos(angle), EYE_HEIGHT)
        # Looking to the left of the middle puts the table to the right of the menu.
        self._app.stage.set_view(eye, (-0.14, 0.0, 0.05), math.radians(36.0))
