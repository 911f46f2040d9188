"""How a view is framed: everything that matters shown as large as possible in the room that the panels leave.

The eye stays where it is. A lens can be moved and its field widened without changing the perspective, so framing is a
search over three numbers: the field of view, and how far the picture is moved to the right and up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.scene.view import Vector, View, design_field, vertical_field
from fliegende3d.presentation.ui.painting import Rect

Array = NDArray[np.float64]

# Free room kept around what is shown, to panels and to the window's edge [share of the window's height].
MARGIN = 0.022
# From one field of view to the next that is tried, and how many places of the picture are tried across and down.
WIDENING = 1.025
PLACES_ACROSS, PLACES_DOWN = 49, 33
# Overlaps smaller than this [half windows] do not count.
TOLERANCE = 0.004


@dataclass(frozen=True, eq=False)
class Framing:
    """What is to be seen, and from where.

    Attributes:
        eye: place of the eye [m].
        look_at: where it looks [m].
        up: which way is up.
        subjects: corners of each thing that must not be covered [m], shape (n, 3) each.
        nearest: the field of view is never smaller than this [rad, at 16:9].
        farthest: nor larger; then panels may cover something.
    """

    eye: Vector
    look_at: Vector
    up: Vector
    subjects: tuple[Array, ...]
    nearest: float
    farthest: float

    def boxes(self) -> Array:
        """Return left, low, right and high of each subject as tangents off the line of sight, shape (n, 4)."""
        ahead = np.subtract(self.look_at, self.eye)
        ahead = ahead / np.linalg.norm(ahead)
        right = np.cross(ahead, self.up)
        right /= np.linalg.norm(right)
        above = np.cross(right, ahead)
        rows = []
        for subject in self.subjects:
            away = np.asarray(subject, float) - np.array(self.eye)
            depth = np.maximum(away @ ahead, NEAREST_DEPTH)
            u, v = away @ right / depth, away @ above / depth
            rows.append((u.min(), v.min(), u.max(), v.max()))
        return np.array(rows).reshape(-1, 4)

    def view(self, half: float, aspect: float, shift: tuple[float, float]) -> View:
        """Return the view with half a picture of this vertical tangent, moved by ``shift`` [half windows]."""
        return View(self.eye, self.look_at, design_field(half, aspect), self.up, shift)


# What stands beside the eye counts as so far in front of it [m].
NEAREST_DEPTH = 0.05


def fitted(framing: Framing, obstacles: Sequence[Rect], size: tuple[int, int]) -> View:
    """Return the view that shows all subjects as large as possible beside the obstacles [px] of a window [px].

    Where they do not fit, as little as possible is covered at the farthest field of view.
    """
    aspect = size[0] / size[1]
    boxes = framing.boxes()
    margin = (2.0 * MARGIN / aspect, 2.0 * MARGIN)
    blocks = _blocks(obstacles, size, margin)
    least, most = (_half(field, aspect) for field in (framing.nearest, framing.farthest))
    whole = _whole(boxes)
    room = (2.0 - 2.0 * margin[0], 2.0 - 2.0 * margin[1])
    half = max(least, (whole[2] - whole[0]) / (aspect * room[0]), (whole[3] - whole[1]) / room[1])
    while half < most:
        shift = _free_place(boxes, half, aspect, blocks, margin)
        if shift is not None:
            return framing.view(half, aspect, shift)
        half *= WIDENING
    half = max(most, min(half, most * WIDENING))
    return framing.view(half, aspect, _least_covered(boxes, half, aspect, blocks, margin))


def shows(view: View, framing: Framing, obstacles: Sequence[Rect], size: tuple[int, int]) -> bool:
    """Tell whether a view from the framing's eye shows all of its subjects beside the obstacles [px]."""
    if (view.eye, view.look_at, view.up) != (framing.eye, framing.look_at, framing.up):
        return False
    aspect = size[0] / size[1]
    half = math.tan(vertical_field(view, aspect) / 2.0)
    boxes = framing.boxes() / np.array([half * aspect, half, half * aspect, half])
    boxes += np.array([*view.shift, *view.shift])
    if bool((np.abs(boxes) > 1.0 + TOLERANCE).any()):
        return False
    for left, low, right, high in _blocks(obstacles, size, (0.0, 0.0)):
        across = np.minimum(boxes[:, 2], right) - np.maximum(boxes[:, 0], left)
        down = np.minimum(boxes[:, 3], high) - np.maximum(boxes[:, 1], low)
        if bool(((across > TOLERANCE) & (down > TOLERANCE)).any()):
            return False
    return True


def _half(field: float, aspect: float) -> float:
    return math.tan(vertical_field(View((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), field), aspect) / 2.0)


def _whole(boxes: Array) -> Array:
    """The box around all boxes."""
    return np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])


def _blocks(obstacles: Sequence[Rect], size: tuple[int, int], margin: tuple[float, float]) -> Array:
    """Left, low, right and high of each obstacle in half windows, y upwards, grown by a margin; shape (n, 4)."""
    width, height = size
    rows = [
        (
            2.0 * rect.x / width - 1.0 - margin[0],
            1.0 - 2.0 * rect.bottom / height - margin[1],
            2.0 * rect.right / width - 1.0 + margin[0],
            1.0 - 2.0 * rect.y / height + margin[1],
        )
        for rect in obstacles
    ]
    return np.array(rows).reshape(-1, 4)


def _places(boxes: Array, half: float, aspect: float, margin: tuple[float, float]) -> tuple[Array, Array, Array]:
    """The boxes in half windows, and the shifts across and up at which all of them are in the window."""
    scaled = boxes / np.array([half * aspect, half, half * aspect, half])
    whole = _whole(scaled)
    across = _between(margin[0] - 1.0 - whole[0], 1.0 - margin[0] - whole[2], PLACES_ACROSS)
    up = _between(margin[1] - 1.0 - whole[1], 1.0 - margin[1] - whole[3], PLACES_DOWN)
    return scaled, across, up


def _between(low: float, high: float, count: int) -> Array:
    return np.linspace(low, high, count) if high > low else np.array([(low + high) / 2.0])


def _covered(scaled: Array, across: Array, up: Array, blocks: Array) -> Array:
    """How much of the boxes the blocks cover at each shift, shape (across, up)."""
    covered = np.zeros((len(across), len(up)))
    for left, low, right, high in blocks:
        x = np.minimum(scaled[:, None, 2] + across, right) - np.maximum(scaled[:, None, 0] + across, left)
        y = np.minimum(scaled[:, None, 3] + up, high) - np.maximum(scaled[:, None, 1] + up, low)
        covered += np.maximum(x, 0.0).T @ np.maximum(y, 0.0)
    return covered


def _off_centre(scaled: Array, across: Array, up: Array) -> Array:
    """How far the middle of everything is from the window's middle at each shift, shape (across, up)."""
    whole = _whole(scaled)
    x, y = across + (whole[0] + whole[2]) / 2.0, up + (whole[1] + whole[3]) / 2.0
    distance: Array = np.hypot(x[:, None], y[None, :])
    return distance


def _free_place(
    boxes: Array, half: float, aspect: float, blocks: Array, margin: tuple[float, float]
) -> tuple[float, float] | None:
    scaled, across, up = _places(boxes, half, aspect, margin)
    free = _covered(scaled, across, up, blocks) <= TOLERANCE**2
    if not bool(free.any()):
        return None
    distance = np.where(free, _off_centre(scaled, across, up), np.inf)
    return _at(distance, across, up)


def _least_covered(
    boxes: Array, half: float, aspect: float, blocks: Array, margin: tuple[float, float]
) -> tuple[float, float]:
    scaled, across, up = _places(boxes, half, aspect, margin)
    cost = _covered(scaled, across, up, blocks) + TOLERANCE**2 * _off_centre(scaled, across, up)
    return _at(cost, across, up)


def _at(cost: Array, across: Array, up: Array) -> tuple[float, float]:
    i, j = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return (float(across[i]), float(up[j]))
