"""Framing: springs that cameras hang on, where the eye may be, and keeping a subject in the picture."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np

from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import DESIGN_ASPECT, Vector, View
from fliegende3d.replay.poses import Floats
from fliegende3d.replay.shots import FOLLOWING, Limits, ShotKind

UP: Final = (0.0, 0.0, 1.0)


def sprung(wanted: Floats, time_constant: float, step: float, *, leading: bool) -> Floats:
    """Follow places (n, 3) on a critically damped spring, as if it had followed for long.

    Semi-implicit integration of x'' = (goal - x) / T² + 2 (v - x') / T. A leading spring knows the goal's speed v and
    follows steady motion without lag, as a look does; else v is 0 and it lags by 2 T v, as a heavy camera does.
    The integration is linear: its answers to a unit of each input are kept, and the goals are folded with them.
    """
    count = len(wanted)
    speeds = np.gradient(wanted, step, axis=0) if count > 1 else np.zeros_like(wanted)
    first = wanted[0] - (0.0 if leading else 2.0 * time_constant) * speeds[0]
    # Answers for a length that is a power of two serve many shots.
    place, speed, goal, brake = (row[:count] for row in responses(time_constant, step, 1 << (count - 1).bit_length()))
    answer: Floats = np.outer(place, first) + np.outer(speed, speeds[0])
    for axis in range(3):
        answer[:, axis] += np.convolve(wanted[:, axis], goal)[:count]
        if leading:
            answer[:, axis] += np.convolve(speeds[:, axis], brake)[:count]
    return answer


@lru_cache(maxsize=64)
def responses(time_constant: float, step: float, count: int) -> Floats:
    """Places of the spring over time after a unit of first place, first speed, goal, goal's speed; shape (4, count)."""
    stiffness, brake = 1.0 / time_constant**2, 2.0 / time_constant
    rows = np.empty((4, count))
    inputs = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    for row, (place, speed, goal, known) in zip(rows, inputs, strict=True):
        for index in range(count):
            row[index] = place
            speed += step * (stiffness * (goal - place) + brake * (known - speed))
            place += step * speed
            goal = known = 0.0
    rows.flags.writeable = False
    return rows


def allowed_eye(eye: Floats, subject: Floats, kind: ShotKind, limits: Limits, table: Table) -> Floats:
    """The nearest place for the eye that is not inside the table, the surroundings or the carpet."""
    x, y, z = (float(number) for number in eye)
    radius = math.hypot(x, y)
    if radius > limits.radius:
        x, y = x * limits.radius / radius, y * limits.radius / radius
    z = min(max(z, limits.above_table), limits.highest)
    moved = np.array((x, y, z))
    away = moved - subject
    distance = float(np.sqrt((away**2).sum()))
    if kind in FOLLOWING and distance < limits.nearest:
        direction = away / distance if distance > 1e-6 else np.array(UP)
        moved = subject + direction * limits.nearest
        moved[2] = max(float(moved[2]), limits.above_table)
    return moved


def kept_in_frame(eye: Floats, target: Floats, subject: Floats, field: float, share: float) -> Floats:
    """Turn the look towards the subject until it is within a share of half the picture (16:9), no further."""
    if in_frame(eye, target, subject, field, share):
        return target
    low, high = 0.0, 1.0
    reach = float(np.sqrt(((subject - eye) ** 2).sum()))
    offset = target - eye
    start = eye + offset / max(float(np.sqrt((offset**2).sum())), 1e-9) * reach
    for _ in range(12):
        middle = 0.5 * (low + high)
        if in_frame(eye, start + (subject - start) * middle, subject, field, share):
            high = middle
        else:
            low = middle
    answer: Floats = start + (subject - start) * high
    return answer


def in_frame(eye: Floats, target: Floats, subject: Floats, field: float, share: float) -> bool:
    """Whether a point is within a share of half the picture (16:9) around its middle."""
    x, y = projected(View(vector(eye), vector(target), field), vector(subject), DESIGN_ASPECT)
    return abs(x) <= share and abs(y) <= share


def projected(view: View, point: Vector, aspect: float) -> tuple[float, float]:
    """Where a point appears in the picture, -1 to 1 from left to right and from bottom to top; far out if behind."""
    ahead = unit(difference(view.look_at, view.eye))
    right = unit(cross(ahead, view.up))
    above = cross(right, ahead)
    way = difference(point, view.eye)
    depth = dot(way, ahead)
    if depth <= 1e-6:
        return math.inf, math.inf
    half = math.tan(view.field_of_view / 2.0)
    return dot(way, right) / depth / (half * aspect), dot(way, above) / depth / half


# Plain numbers: for single vectors an array takes ten times as long.


def difference(first: Vector, second: Vector) -> Vector:
    """First minus second."""
    return first[0] - second[0], first[1] - second[1], first[2] - second[2]


def dot(first: Vector, second: Vector) -> float:
    """Scalar product."""
    return first[0] * second[0] + first[1] * second[1] + first[2] * second[2]


def cross(first: Vector, second: Vector) -> Vector:
    """Vector product."""
    (a, b, c), (x, y, z) = first, second
    return b * z - c * y, c * x - a * z, a * y - b * x


def unit(vector: Vector) -> Vector:
    """A vector scaled to length one."""
    length = max(math.sqrt(dot(vector, vector)), 1e-12)
    return vector[0] / length, vector[1] / length, vector[2] / length


def flat(direction: Floats) -> Floats:
    """A direction on the table, shape (2,), as one in space."""
    return np.array((float(direction[0]), float(direction[1]), 0.0))


def vector(place: Floats) -> Vector:
    """Three plain numbers."""
    return float(place[0]), float(place[1]), float(place[2])
