"""A recorded carpet at any time: between frames its turn and its shape are mixed apart, so that it never shrinks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from .flights import CardTrack, RecordedFlight
from .poses import Floats, Poses, rigid_frames

SMALL_TURN: Final = 0.08
"""Below this turn from frame to frame vertices move in straight lines, which never dip below the table [rad]."""


@dataclass(frozen=True, eq=False)
class Motion:
    """A carpet over time, ready for playback."""

    poses: Poses

    @property
    def duration(self) -> float:
        """Time of the last frame [s]; 0 without frames."""
        times = self.poses.times
        return float(times[-1]) if len(times) else 0.0

    @cached_property
    def centres(self) -> Floats:
        """Mean of the vertices [m], shape (frames, 3)."""
        centres: Floats = self.poses.vertices.mean(1)
        return centres

    @cached_property
    def axes(self) -> Floats:
        """Orthonormal axes of the rectangle that fits best, one a row, shape (frames, 3, 3)."""
        _, pair = rigid_frames(self.poses.vertices, self.poses.columns, self.poses.rows)
        return np.concatenate([pair, np.cross(pair[:, 0], pair[:, 1])[:, None]], 1)

    def place(self, time: float) -> tuple[int, float]:
        """The frame before a time, and how far it is on the way to the next, 0 to 1."""
        times = self.poses.times
        if len(times) < 2 or time <= times[0]:
            return 0, 0.0
        if time >= times[-1]:
            return len(times) - 2, 1.0
        before = int(np.searchsorted(times, time, side="right")) - 1
        return before, float((time - times[before]) / (times[before + 1] - times[before]))

    def at(self, time: float) -> Floats:
        """Vertices at a time [s], shape (vertices, 3) [m]; before the first and after the last frame they rest."""
        vertices = self.poses.vertices
        before, share = self.place(time)
        if share in (0.0, 1.0):
            chosen: Floats = vertices[before + int(share)] if len(vertices) > 1 else vertices[0]
            return chosen
        first, second = vertices[before], vertices[before + 1]
        turn = rotation_vector(self.axes[before].T @ self.axes[before + 1])
        if float(np.sqrt((turn**2).sum())) < SMALL_TURN:
            mixed: Floats = first * (1.0 - share) + second * share
            return mixed
        start, end = self.centres[before], self.centres[before + 1]
        own = (first - start) @ self.axes[before].T * (1.0 - share) + (second - end) @ self.axes[before + 1].T * share
        axes = self.axes[before] @ rotation(turn * share)
        turned: Floats = own @ axes + start * (1.0 - share) + end * share
        return turned

    def centre(self, time: float) -> Floats:
        """Centre at a time [m], shape (3,)."""
        if not len(self.centres):
            return np.zeros(3)
        before, share = self.place(time)
        after = min(before + 1, len(self.centres) - 1)
        mixed: Floats = self.centres[before] * (1.0 - share) + self.centres[after] * share
        return mixed


def rotation_vector(matrix: Floats) -> Floats:
    """Axis times angle [rad] of a rotation, shape (3,); row vectors are turned by multiplying from the left.

    For a half turn, where the antisymmetric part vanishes, the axis is the largest column of R + 1.
    """
    cosine = float(np.clip((np.trace(matrix) - 1.0) / 2.0, -1.0, 1.0))
    angle = float(np.arccos(cosine))
    axis = np.array((matrix[1, 2] - matrix[2, 1], matrix[2, 0] - matrix[0, 2], matrix[0, 1] - matrix[1, 0]))
    length = float(np.sqrt((axis**2).sum()))
    if length < 1e-6:
        if cosine > 0.0:
            return np.zeros(3)
        columns = matrix + np.eye(3)
        axis = columns[:, int(np.argmax((columns**2).sum(0)))]
        length = float(np.sqrt((axis**2).sum()))
    answer: Floats = axis / length * angle
    return answer


def rotation(vector: Floats) -> Floats:
    """The rotation by axis times angle [rad] for row vectors, shape (3, 3) (formula of Rodrigues)."""
    angle = float(np.sqrt((vector**2).sum()))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array(((0.0, z, -y), (-z, 0.0, x), (y, -x, 0.0)))
    answer: Floats = np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * (cross @ cross)
    return answer


def card_at(track: CardTrack, time: float) -> Floats:
    """Place and turn of a card at a time, shape (6,): x, y, z [m], yaw, pitch, roll [rad]."""
    place: Floats = np.array([np.interp(time, track.times, column) for column in track.places.T])
    return place


@dataclass(frozen=True, eq=False)
class FlightMotion:
    """Everything that moves in one flight."""

    carpet: Motion
    cards: dict[int, CardTrack]
    carpets: dict[int, Motion]

    @classmethod
    def of(cls, flight: RecordedFlight) -> FlightMotion:
        """Unpack a flight.

        Raises:
            RecordingError: if it is damaged.
        """
        others = {index: Motion(poses) for index, poses in flight.moved_carpets().items()}
        return cls(Motion(flight.poses()), flight.moved_cards(), others)
