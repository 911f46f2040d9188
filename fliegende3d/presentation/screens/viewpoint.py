"""Where the eye is for each part of a game, and how it glides from one place to the next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.game.aiming import RELEASE_HEIGHT, to_table
from fliegende3d.presentation.scene.view import Vector, View
from fliegende3d.presentation.screens.acts.projection import card_corners
from fliegende3d.presentation.screens.framing import Framing
from fliegende3d.rules import PlacedCard, Side

Array = NDArray[np.float64]

# Places in a player's own axes: x to the right, y ahead, z up [m].
# Of someone about to throw: the eye is so far behind and above the hand, and looks at this place before the middle.
# From farther back the hand and the cards would look equally large; from nearer the hand would fill the picture.
_AIM_BEHIND, _AIM_ABOVE = 0.90, 0.70
_AIM_TARGET = (0.0, -0.26, 0.06)
_AIM_NEAREST, _AIM_FARTHEST = math.radians(15.0), math.radians(29.0)
# The cards of a stage are never framed narrower than so far to either side, near and far [m].
_LEAST_SPREAD = (0.16, 0.10)
_LAY_EYE, _LAY_TARGET = (0.0, -0.66, 0.92), (0.0, -0.045, 0.0)
_TOP_EYE, _TOP_TARGET = (0.0, -0.02, 1.28), (0.0, 0.0, 0.0)
FIELD = math.radians(33.0)
# What lies on the table is judged from so high above it [m]: closer, what lies high would seem to stand aside.
_ABOVE = 1.0
_ABOVE_NEAREST, _ABOVE_FARTHEST = math.radians(19.0), math.radians(42.0)
# So much is kept free around what is judged [m].
_AROUND = 0.012
# A glide takes so long [s]; turning all the way round the table takes as much longer.
GLIDE_TIME = 0.7
TURN_TIME = 0.9


def _seen_from(side: Side, eye: tuple[float, float, float], target: tuple[float, float, float]) -> View:
    ex, ey = to_table(side, eye[0], eye[1])
    tx, ty = to_table(side, target[0], target[1])
    return View((ex, ey, eye[2]), (tx, ty, target[2]), FIELD)


def aim_framing(side: Side, line: float, cards: Iterable[PlacedCard], others: Sequence[Array]) -> Framing:
    """Return what someone sees who throws from a line at this distance from the table's middle [m].

    All cards are in the picture, and ``others``: corners of whatever else matters [m], shape (n, 3) each.
    """
    view = _seen_from(side, (0.0, -line - _AIM_BEHIND, RELEASE_HEIGHT + _AIM_ABOVE), _AIM_TARGET)
    x, y = _LEAST_SPREAD
    least = [(*to_table(side, a, b), 0.0) for a, b in ((-x, -y), (x, -y), (x, y), (-x, y))]
    subjects = (np.array(least), *(outline(card) for card in cards), *others)
    return Framing(view.eye, view.look_at, view.up, subjects, _AIM_NEAREST, _AIM_FARTHEST)


def above_framing(side: Side, subjects: Sequence[Array]) -> Framing:
    """Return the view straight down on some things, as a player at that side would turn it."""
    points = np.concatenate([np.asarray(subject, float)[:, :2] for subject in subjects])
    x, y = (float(part) for part in (points.min(axis=0) + points.max(axis=0)) / 2.0)
    ux, uy = to_table(side, 0.0, 1.0)
    return Framing((x, y, _ABOVE), (x, y, 0.0), (ux, uy, 0.0), tuple(subjects), _ABOVE_NEAREST, _ABOVE_FARTHEST)


def outline(card: PlacedCard) -> Array:
    """Return the corners of a card and a little around it [m], shape (4, 3)."""
    return np.array([(x, y, 0.0) for x, y in card_corners(card.x, card.y, card.yaw, grow=_AROUND)])


def lay_view(side: Side) -> View:
    """Return the view of a dealer who lays cards: steep, the whole landing area in sight."""
    return _seen_from(side, _LAY_EYE, _LAY_TARGET)


def top_view(side: Side) -> View:
    """Return the view straight from above, up being away from the player."""
    view = _seen_from(side, _TOP_EYE, _TOP_TARGET)
    ux, uy = to_table(side, 0.0, 1.0)
    return View(view.eye, view.look_at, FIELD, (ux, uy, 0.0))


def ahead_of(eye: Vector, look_at: Vector, up: Vector) -> tuple[float, float]:
    """Return the direction over the table that a view shows as up: a unit vector."""
    dx, dy = (up[0], up[1]) if abs(up[2]) < UPRIGHT else (look_at[0] - eye[0], look_at[1] - eye[1])
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 0.0 else (0.0, 1.0)


# Where ``up`` rises less than this it says itself which way is ahead.
UPRIGHT = 0.5


@dataclass(frozen=True)
class Orbit:
    """A view as a place on a sphere: what is looked at [m], which way is ahead, how steeply, from how far [rad, m].

    What is looked at is given ahead of the table's middle, to the right of it, and above it.
    """

    target: Vector
    ahead: float
    drop: float
    distance: float
    field: float
    shift: tuple[float, float]

    @classmethod
    def of(cls, view: View) -> Orbit:
        """Return a view in this form."""
        away = np.subtract(view.eye, view.look_at)
        distance = float(np.linalg.norm(away))
        x, y = ahead_of(view.eye, view.look_at, view.up)
        drop = math.asin(min(1.0, max(-1.0, float(away[2]) / distance)))
        px, py, pz = view.look_at
        target = (px * x + py * y, px * y - py * x, pz)
        return cls(target, math.atan2(y, x), drop, distance, view.field_of_view, view.shift)

    def view(self) -> View:
        """Return the view: upright, and as steep as it may be."""
        ahead = (math.cos(self.ahead), math.sin(self.ahead))
        low, high = math.cos(self.drop) * self.distance, math.sin(self.drop)
        forward, right, z = self.target
        x, y = ahead[0] * forward + ahead[1] * right, ahead[1] * forward - ahead[0] * right
        eye = (x - ahead[0] * low, y - ahead[1] * low, z + high * self.distance)
        up = (ahead[0] * high, ahead[1] * high, math.cos(self.drop))
        return View(eye, (x, y, z), self.field, up, self.shift)

    def towards(self, other: Orbit, share: float) -> Orbit:
        """Return what lies between two views; round the table the shorter way is taken."""
        turn = math.remainder(other.ahead - self.ahead, math.tau)
        x, y, z = (_between(a, b, share) for a, b in zip(self.target, other.target, strict=True))
        right, up = (_between(a, b, share) for a, b in zip(self.shift, other.shift, strict=True))
        return Orbit(
            (x, y, z),
            self.ahead + turn * share,
            _between(self.drop, other.drop, share),
            _between(self.distance, other.distance, share),
            _between(self.field, other.field, share),
            (right, up),
        )


def _between(first: float, second: float, share: float) -> float:
    return first + (second - first) * share


@dataclass
class Glide:
    """A camera on its way from one view to another: round the table, never over it on its head."""

    start: View
    end: View
    elapsed: float = GLIDE_TIME

    @property
    def lasting(self) -> float:
        """How long the way takes [s]."""
        turn = math.remainder(Orbit.of(self.end).ahead - Orbit.of(self.start).ahead, math.tau)
        return GLIDE_TIME + TURN_TIME * abs(turn) / math.pi

    @property
    def arrived(self) -> bool:
        """Whether the eye is where it is to be."""
        return self.elapsed >= self.lasting

    def go(self, target: View, *, cut: bool = False) -> None:
        """Set out for another view; ``cut`` is there at once."""
        if target == self.end:
            if cut:
                self.elapsed = self.lasting
            return
        self.start = self.now()
        self.end = target
        self.elapsed = self.lasting if cut else 0.0

    def advance(self, dt: float) -> View:
        """Let time pass and return the view."""
        self.elapsed = min(self.lasting, self.elapsed + dt)
        return self.now()

    def now(self) -> View:
        """Return the present view."""
        share = min(1.0, self.elapsed / self.lasting)
        if share >= 1.0:
            return self.end
        ease = share * share * (3.0 - 2.0 * share)
        return Orbit.of(self.start).towards(Orbit.of(self.end), ease).view()
