"""The carpet in a hand: how it is held back, what room it takes, and whether a pointer is on it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import STANDARD, Throw
from fliegende3d.presentation.screens.acts.projection import inside, to_pixel

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

Array = NDArray[np.float64]

# In the resting hand the carpet is held back by this much [m], wound up by so much more, and lower by this share of it.
RESTING_BACK = 0.02
FARTHEST_WINDUP = 0.028
DROP = 0.7
# However it is tilted and turned, the carpet reaches no farther than this from its middle [m].
HAND_REACH = 0.050
# The carpet's outline is grown by this much [reference px] for gripping.
GRIP_MARGIN = 26.0


def held_back(throw: Throw, back: float) -> tuple[float, float, float]:
    """Return how far a carpet is off its release [m] while the hand holds it so far behind."""
    vx, vy, _ = throw.velocity
    length = math.hypot(vx, vy) or 1.0
    return (-vx / length * back, -vy / length * back, -DROP * back)


def hand_room(throw: Throw) -> list[Array]:
    """Return the places that the carpet takes while it is held and wound up [m], shape (8, 3) each."""
    rooms = []
    for back in (RESTING_BACK - FARTHEST_WINDUP, RESTING_BACK + FARTHEST_WINDUP):
        middle = np.array(throw.position) + held_back(throw, back)
        corners = [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-0.2, 0.2)]
        rooms.append(middle + HAND_REACH * np.array(corners))
    return rooms


def is_over(app: Application, carpet: Array, x: float, y: float) -> bool:
    """Tell whether a pixel is on a carpet, its vertices [m] in rows along its length, or close beside it."""
    columns, rows = STANDARD
    corners = carpet.reshape(rows, columns, 3)[[0, 0, -1, -1], [0, -1, -1, 0]]
    pixels = [to_pixel(app, *(float(part) for part in corner)) for corner in corners]
    shape = [pixel for pixel in pixels if pixel is not None]
    if len(shape) < len(pixels):
        return False
    middle = np.mean(shape, axis=0)
    margin = GRIP_MARGIN * app.surface.scale
    grown = []
    for px, py in shape:
        dx, dy = px - middle[0], py - middle[1]
        reach = math.hypot(dx, dy) or 1.0
        grown.append((px + dx / reach * margin, py + dy / reach * margin))
    return inside((x, y), grown)
