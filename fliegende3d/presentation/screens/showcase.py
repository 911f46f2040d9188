"""The table behind the menus: a laid game in evening light, seen from a slowly moving eye."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from fliegende3d.game.laying import row_places
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.resources import folder
from fliegende3d.rules import CARDS, RuleSet

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

SHOWCASE_SEED = 7
SHOWCASE_CARDS = 12
# The eye goes to and fro over this angle [rad] in this time [s].
SWING = math.radians(9.0)
SWING_TIME = 48.0
EYE_DISTANCE = 0.95
EYE_HEIGHT = 0.40


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
        self._place_eye()

    def hide(self) -> None:
        """Take the cards away."""
        self._app.stage.set_cards([])

    def update(self, dt: float) -> None:
        """Move the eye, unless the player wants no motion."""
        if not self._app.settings.access.reduced_motion:
            self._time += dt
            self._place_eye()

    def _place_eye(self) -> None:
        angle = SWING * math.sin(2.0 * math.pi * self._time / SWING_TIME)
        eye = (EYE_DISTANCE * math.sin(angle) - 0.05, -EYE_DISTANCE * math.cos(angle), EYE_HEIGHT)
        # Looking to the left of the middle puts the table to the right of the menu.
        self._app.stage.set_view(eye, (-0.20, 0.0, 0.04), math.radians(36.0))
