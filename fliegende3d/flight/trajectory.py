"""What a flight leaves behind: frames for playback, contacts, and the resting shape with its hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class ContactKind(StrEnum):
    """What the carpet touched, or did to what lies there."""

    FIRST_CONTACT = "first_contact"
    TABLE = "table"
    RIM = "rim"
    FLOOR = "floor"
    CARD = "card"
    CARPET = "carpet"
    PUSH = "push"
    UNDER = "under"
    CARD_FELL = "card_fell"
    CARPET_FELL = "carpet_fell"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class ContactEvent:
    """One touch: time [s] since release, place [m], speed of impact [m/s]; the card or carpet that was touched."""

    time: float
    kind: ContactKind
    position: tuple[float, float, float]
    speed: float
    card: int | None = None
    carpet: int | None = None


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A whole flight.

    Attributes:
        times: [s] since release, shape (frames,), float64: the frame rate, and the end.
        vertices: [m], shape (frames, vertex_count, 3), float64.
        centre_of_mass: [m], shape (frames, 3), float64.
        velocity: of the centre of mass [m/s], shape (frames, 3), float64.
        angular_velocity: of the rigid motion that fits best [rad/s], world axes, shape (frames, 3), float64.
        events: contacts in the order of time; the first touch of anything and coming to rest are events of their own.
        settled: whether the carpet came to rest before the longest flight was over.
        mesh: vertices along the width and along the length.
        triangles: shape (triangle_count, 3), int32, counter-clockwise seen from above on a flat carpet.
    """

    times: Floats
    vertices: Floats
    centre_of_mass: Floats
    velocity: Floats
    angular_velocity: Floats
    events: tuple[ContactEvent, ...]
    settled: bool
    mesh: tuple[int, int]
    triangles: NDArray[np.int32]

    @property
    def duration(self) -> float:
        """Time from release to the last frame [s]."""
        return float(self.times[-1])

    @property
    def final_vertices(self) -> Floats:
        """Vertices of the last frame [m], shape (vertex_count, 3), float64."""
        last: Floats = self.vertices[-1]
        return last

    @property
    def touchdown(self) -> ContactEvent | None:
        """The first contact, if there was one."""
        return next((event for event in self.events if event.kind is ContactKind.FIRST_CONTACT), None)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the resting bits: the last frame's vertices as little-endian float64."""
        return hashlib.sha256(np.ascontiguousarray(self.final_vertices, dtype="<f8").tobytes()).hexdigest()
