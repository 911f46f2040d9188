"""Where the eye is for each part of a game, and how it glides from one place to the next."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fliegende3d.game.aiming import RELEASE_HEIGHT, to_table
from fliegende3d.presentation.scene.view import View
from fliegende3d.rules import Side

# Places in a player's own axes: x to the right, y ahead, z up [m].
# Of someone about to throw: the eye is so far behind and above the hand, and looks this much downwards.
_AIM_BEHIND, _AIM_ABOVE = 0.38, 0.40
_AIM_DOWN = math.radians(41.5)
_AIM_FIELD = math.radians(25.0)
_LAY_EYE, _LAY_TARGET = (0.0, -0.66, 0.92), (0.0, -0.045, 0.0)
_TOP_EYE, _TOP_TARGET = (0.0, -0.02, 1.28), (0.0, 0.0, 0.0)
FIELD = math.radians(33.0)
# A landing is judged from this height above its carpet [m], seen left of the middle to leave room for the words.
CLOSE_HEIGHT = 0.62
CLOSE_SHIFT = 0.06
GLIDE_TIME = 0.7


def _seen_from(side: Side, eye: tuple[float, float, float], target: tuple[float, float, float]) -> View:
    ex, ey = to_table(side, eye[0], eye[1])
    tx, ty = to_table(side, target[0], target[1])
    return View((ex, ey, eye[2]), (tx, ty, target[2]), FIELD)


def aim_view(side: Side, line: float) -> View:
    """Return the view of someone who is about to throw from a line at this distance from the table's middle [m]."""
    eye = (0.0, -line - _AIM_BEHIND, RELEASE_HEIGHT + _AIM_ABOVE)
    target = (0.0, eye[1] + math.cos(_AIM_DOWN), eye[2] - math.sin(_AIM_DOWN))
    return replace(_seen_from(side, eye, target), field_of_view=_AIM_FIELD)


def lay_view(side: Side) -> View:
    """Return the view of a dealer who lays cards: steep, the whole landing area in sight."""
    return _seen_from(side, _LAY_EYE, _LAY_TARGET)


def top_view(side: Side) -> View:
    """Return the view straight from above, up being away from the player."""
    view = _seen_from(side, _TOP_EYE, _TOP_TARGET)
    ux, uy = to_table(side, 0.0, 1.0)
    return View(view.eye, view.look_at, FIELD, (ux, uy, 0.0))


def close_view(side: Side, x: float, y: float) -> View:
    """Return the view straight down on a place of the table [m], as a player at that side would turn it."""
    sx, sy = to_table(side, CLOSE_SHIFT, 0.0)
    ux, uy = to_table(side, 0.0, 1.0)
    target = (x + sx, y + sy)
    return View((target[0] - 0.01 * ux, target[1] - 0.01 * uy, CLOSE_HEIGHT), (*target, 0.0), FIELD, (ux, uy, 0.0))


def ahead_of(view: View) -> tuple[float, float]:
    """Return the direction over the table that a view shows as up."""
    x, y, _ = _steady_up(view)
    return (x, y)


@dataclass
class Glide:
    """A camera on its way from one view to another."""

    start: View
    end: View
    elapsed: float = GLIDE_TIME

    def go(self, target: View, *, cut: bool = False) -> None:
        """Set out for another view; ``cut`` is there at once."""
        if target == self.end:
            return
        self.start = self.now()
        self.end = target
        self.elapsed = GLIDE_TIME if cut else 0.0

    def advance(self, dt: float) -> View:
        """Let time pass and return the view."""
        self.elapsed = min(GLIDE_TIME, self.elapsed + dt)
        return self.now()

    def now(self) -> View:
        """Return the present view."""
        share = min(1.0, self.elapsed / GLIDE_TIME)
        ease = share * share * (3.0 - 2.0 * share)
        return View(
            _between(self.start.eye, self.end.eye, ease),
            _between(self.start.look_at, self.end.look_at, ease),
            self.start.field_of_view + (self.end.field_of_view - self.start.field_of_view) * ease,
            _between(_steady_up(self.start), _steady_up(self.end), ease),
        )


def _steady_up(view: View) -> tuple[float, float, float]:
    """Return an up direction that can be mixed: the horizontal heading with a little upwards for ordinary views."""
    if view.up[2] < 0.5:
        return view.up
    dx, dy = view.look_at[0] - view.eye[0], view.look_at[1] - view.eye[1]
    length = math.hypot(dx, dy) or 1.0
    return (dx / length, dy / length, 1.0)


def _between(
    first: tuple[float, float, float], second: tuple[float, float, float], share: float
) -> tuple[float, float, float]:
    x, y, z = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (x, y, z)
