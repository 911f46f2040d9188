"""How cards and lying carpets moved while a carpet flew, for playback, and how high they lie."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import plates as p
from fliegende3d.flight.plates import Plates

Floats = NDArray[np.float64]

GRAVITY = 9.81  # m/s^2, of cards that fall for show
FALL_FRAME = 1.0 / 60.0  # s between poses of a falling card
TUMBLE = 4.0  # rad/s at which a card tips over the rim
SAMPLES_X, SAMPLES_Y = 5, 7  # places at which heights under a card are looked up


@dataclass(frozen=True, eq=False)
class CardTrack:
    """A card that moved.

    Attributes:
        times: [s] since release, shape (k,), float64: only while it moved; before and after it lies still.
        poses: x, y, z of its underside's centre [m], yaw, pitch, roll [rad], shape (k, 6), float64.
    """

    times: Floats
    poses: Floats

    @classmethod
    def sliding(cls, times: Floats, path: Floats, final: Floats) -> CardTrack:
        """The track of a card that stays on the table: path (frames, 3) and the last x, y, yaw."""
        first, last = moving_part(path)
        poses = np.zeros((last - first, 6))
        poses[:, [0, 1, 3]] = path[first:last]
        poses[-1, [0, 1, 3]] = final
        return cls(times[first:last].copy(), poses)


@dataclass(frozen=True, eq=False)
class CarpetTrack:
    """A lying carpet that moved.

    Attributes:
        times: [s] since release, shape (k,), float64: only while it moved.
        vertices: [m], shape (k, vertices, 3), float64.
    """

    times: Floats
    vertices: Floats

    @classmethod
    def sliding(cls, times: Floats, path: Floats, before: Floats) -> CarpetTrack:
        """The track of a carpet that slid: path (frames, 3) of x, y, yaw, and its vertices before."""
        first, last = moving_part(path)
        frames = [moved(before, path[0], pose) for pose in path[first:last]]
        return cls(times[first:last].copy(), np.array(frames))


def moving_part(path: Floats) -> tuple[int, int]:
    """First and one past the last frame of the part in which something moves; at least two frames if there are."""
    changes = np.flatnonzero(np.abs(np.diff(path, axis=0)).max(1) > 0.0)
    if len(changes) == 0:
        return max(0, len(path) - 2), len(path)
    return int(changes[0]), int(changes[-1]) + 2


def moved(vertices: Floats, before: Floats, after: Floats) -> Floats:
    """Vertices (n, 3) of something that went from one (x, y, yaw) to another."""
    turn = float(after[2] - before[2])
    cosine, sine = math.cos(turn), math.sin(turn)
    x, y = vertices[:, 0] - before[0], vertices[:, 1] - before[1]
    return np.stack([after[0] + cosine * x - sine * y, after[1] + sine * x + cosine * y, vertices[:, 2]], axis=1)


def fallen_track(times: Floats, path: Floats, row: Floats, floor: float) -> CardTrack:
    """The track of a card that was pushed over the rim: it slides, tips and falls to the floor.

    Args:
        times, path: frames of the flight, shapes (frames,) and (frames, 3).
        row: the plate as it left the table.
        floor: height of the floor [m].
    """
    first, last = moving_part(path)
    falling = math.sqrt(2.0 * -floor / GRAVITY)
    steps = np.arange(1, math.ceil(falling / FALL_FRAME) + 1) * FALL_FRAME
    steps[-1] = falling
    poses = np.zeros((last - first + len(steps), 6))
    poses[: last - first, [0, 1, 3]] = path[first:last]
    fall = poses[last - first :]
    fall[:, 0] = path[last - 1, 0] + row[p.VX] * steps
    fall[:, 1] = path[last - 1, 1] + row[p.VY] * steps
    fall[:, 2] = np.maximum(floor, -0.5 * GRAVITY * steps * steps)
    fall[:, 3] = path[last - 1, 2]
    # It tips forwards in the direction in which it went, turns over at most once and lands flat.
    tip = np.sin(np.minimum(TUMBLE * steps, math.pi * steps / falling)) * (steps < falling)
    along = math.hypot(row[p.VX], row[p.VY]) or 1.0
    a = (row[p.COSINE] * row[p.VX] + row[p.SINE] * row[p.VY]) / along
    b = (row[p.COSINE] * row[p.VY] - row[p.SINE] * row[p.VX]) / along
    fall[:, 4], fall[:, 5] = -tip * b, tip * a
    return CardTrack(np.concatenate([times[first:last], times[last - 1] + steps]), poses)


def sample_places(row: Floats) -> Floats:
    """Places spread over a plate [m], shape (SAMPLES_X * SAMPLES_Y, 2)."""
    a, b = np.meshgrid(
        np.linspace(-0.98, 0.98, SAMPLES_X) * row[p.HALF_X], np.linspace(-0.98, 0.98, SAMPLES_Y) * row[p.HALF_Y]
    )
    a, b = a.ravel(), b.ravel()
    return np.stack([row[p.X] + row[p.COSINE] * a - row[p.SINE] * b, row[p.Y] + row[p.SINE] * a + row[p.COSINE] * b], 1)


def inside(row: Floats, places: Floats) -> NDArray[np.bool_]:
    """Which places (n, 2) lie within a plate's outline, shape (n,)."""
    a, b = places[:, 0] - row[p.X], places[:, 1] - row[p.Y]
    answer: NDArray[np.bool_] = (np.abs(row[p.COSINE] * a + row[p.SINE] * b) < row[p.HALF_X]) & (
        np.abs(row[p.COSINE] * b - row[p.SINE] * a) < row[p.HALF_Y]
    )
    return answer


def lying_heights(lying: Plates, sides: Mapping[tuple[str, int], NDArray[np.int8]], thickness: float) -> list[float]:
    """Height of every plate's top face at its centre [m], by what lies beneath it.

    Args:
        sides: on which side of the plates the carpet that flew lies, by vertex.
        thickness: of that carpet [m].
    """
    tops = [0.0] * len(lying.table)
    below: list[int] = []
    for k in lying.order:
        row = lying.table[k]
        places = sample_places(row)
        base = np.zeros(len(places))
        for j in below:
            base = np.where(inside(lying.table[j], places), np.maximum(base, tops[j]), base)
        lifted = thickness if (sides.get(lying.keys[k], np.zeros(1)) == p.BELOW).any() else 0.0
        tops[k] = float(base.max()) + lifted + float(row[p.THICKNESS])
        if not row[p.GONE]:
            below.append(int(k))
    return tops
