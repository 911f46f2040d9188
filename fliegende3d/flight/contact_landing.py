"""A flight over cards and carpets and everything that it moved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.contact_tracks import CardTrack, CarpetTrack
from fliegende3d.flight.trajectory import Trajectory
from fliegende3d.flight.world import LyingCard

Floats = NDArray[np.float64]
Key = tuple[str, int]

FLOWN: Key = ("carpet", -1)
"""The key of the carpet that flew, in `Landing.order`."""


@dataclass(frozen=True, eq=False)
class Landing(Trajectory):
    """A flight over cards and carpets, and how all of them lie afterwards.

    Attributes:
        cards: the cards still on the table, as they lie now.
        fallen: ids of the cards that were pushed off the table.
        card_tracks: by id, how each card that moved went.
        carpet_tracks: by index, how each lying carpet that moved went.
        resting: by index, the vertices of every lying carpet now [m], shape (vertices, 3); also of those that fell.
        sides: for each card or carpet that the flown carpet lies over or under: 1 (above) or 2 (below) for every
            vertex within its outline, 0 elsewhere, shape (vertices,), int8.
        order: everything that is still on the table from bottom to top; the carpet that flew is `FLOWN`.
        poses: by card id, how each card on the table lies: x, y, z of its underside's centre [m], yaw, pitch, roll
            [rad], shape (6,), float64. A card that lies on something is lifted and may lean.
        tops: by card id, height of the top face at the card's centre [m].
    """

    cards: tuple[LyingCard, ...]
    fallen: tuple[int, ...]
    card_tracks: Mapping[int, CardTrack]
    carpet_tracks: Mapping[int, CarpetTrack]
    resting: Mapping[int, Floats]
    sides: Mapping[Key, NDArray[np.int8]]
    order: tuple[Key, ...]
    poses: Mapping[int, Floats]
    tops: Mapping[int, float]

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the resting bits: last vertices, sides of the sheet, and places of all cards, little-endian."""
        digest = hashlib.sha256(np.ascontiguousarray(self.final_vertices, dtype="<f8").tobytes())
        for key, side in self.sides.items():
            digest.update(f"{key}".encode())
            digest.update(side.tobytes())
        for card in self.cards:
            digest.update(np.array([card.id, card.x, card.y, card.yaw], "<f8").tobytes())
        for index, vertices in self.resting.items():
            digest.update(np.array([index], "<f8").tobytes())
            digest.update(np.ascontiguousarray(vertices, dtype="<f8").tobytes())
        return digest.hexdigest()
