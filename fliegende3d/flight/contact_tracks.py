"""How cards and lying carpets moved while a carpet flew, for playback, and how high they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import plates as p

Floats = NDArray[np.float64]

GRAVITY = 9.81  # m/s^2, of cards that fall for show
FALL_FRAME = 1.0 / 60.0  # s between poses of a falling card
TUMBLE = 4.0  # rad/s at which a card tips over the rim
LIFTING_TIME = 0.1  # s in which a card is drawn to rise once a carpet slips under it


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
    def sliding(cls, times: Floats, path: Floats, before: Floats, after: Floats, lifted: float | None) -> CardTrack:
        """The track of a card that stays on the table.

        Args:
            times, path: frames of the flight, shapes (frames,) and (frames, 3): x, y, yaw.
            before, after: poses before and after the flight, shape (6,).
            lifted: when something first slipped under it [s], or None.
        """
        first, last = moving_part(path)
        changed = bool((before[[2, 4, 5]] != after[[2, 4, 5]]).any())
        starting = float(times[first]) if lifted is None else lifted
        if changed:
            first = min(first, int(np.searchsorted(times, starting, side="right")) - 1)
            last = max(last, min(len(times), int(np.searchsorted(times, starting + LIFTING_TIME)) + 1))
        first = max(first, 0)
        poses = np.empty((last - first, 6))
        poses[:, [0, 1, 3]] = path[first:last]
        share = np.clip((times[first:last] - starting) / LIFTING_TIME, 0.0, 1.0)[:, None]
        poses[:, [2, 4, 5]] = (1.0 - share) * before[[2, 4, 5]] + share * after[[2, 4, 5]]
        poses[-1] = after
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

    def followed_by(self, times: Floats, vertices: Floats) -> CarpetTrack:
        """This track and then further frames, whose times [s] count from its end."""
        end = self.times[-1] if len(self.times) else 0.0
        return CarpetTrack(np.concatenate([self.times, end + times]), np.concatenate([self.vertices, vertices]))


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
