"""A throw over cards and carpets: flown to rest, with everything that it moved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import contact_layers, contact_loop, kernels, plates
from fliegende3d.flight.contact_tracks import CardTrack, CarpetTrack, fallen_track, lying_heights, moved
from fliegende3d.flight.plates import Plates, build_plates, contact_parameters, friction_matrix, sides_of
from fliegende3d.flight.simulate import Flight, Settings
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.trajectory import ContactEvent, ContactKind, Trajectory
from fliegende3d.flight.world import LyingCard

Floats = NDArray[np.float64]
Key = tuple[str, int]

FLOWN: Key = ("carpet", -1)
"""The key of the carpet that flew, in `Landing.order`."""

MOST_CONTACTS = 256
STILL = 1e-6  # m (or rad): a plate that moved less than this has not moved
GROUND_KINDS = (ContactKind.TABLE, ContactKind.RIM, ContactKind.FLOOR)
"""Contacts with table, rim and floor, as `kernels` numbers them; the plates' own come after them."""


@dataclass(frozen=True, eq=False)
class Landing(Trajectory):
    """A flight over cards and carpets, and how all of them lie afterwards.

    Attributes:
        cards: the cards still on the table, as they lie now.
        fallen: ids of the cards that were pushed off the table.
        card_tracks: by id, how each card that moved went.
        carpet_tracks: by index, how each lying carpet that moved went.
        resting: by index, the vertices of every lying carpet now [m], shape (vertices, 3).
        sides: for each card or carpet that the flown carpet lies over or under: 1 (above) or 2 (below) for every
            vertex within its outline, 0 elsewhere, shape (vertices,), int8.
        order: everything that is still on the table from bottom to top; the carpet that flew is `FLOWN`.
        tops: by card id, height of the top face at the card's centre [m].
    """

    cards: tuple[LyingCard, ...]
    fallen: tuple[int, ...]
    card_tracks: Mapping[int, CardTrack]
    carpet_tracks: Mapping[int, CarpetTrack]
    resting: Mapping[int, Floats]
    sides: Mapping[Key, NDArray[np.int8]]
    order: tuple[Key, ...]
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


class LandingFlight(Flight):
    """One flight over cards and carpets in progress.

    Attributes:
        plates: cards and carpets as plates; their table changes as the flight goes on.
    """

    def __init__(
        self, throw: Throw, settings: Settings, *, time: float = 0.0, plates_lying: Plates | None = None
    ) -> None:
        super().__init__(throw, settings, time=time)
        values, material = settings.values, settings.material
        self.plates = plates_lying or build_plates(settings.world, values, material.areal_density, material.thickness)
        self.plates_before = self.plates.table.copy()
        table = self.plates.table
        count, n = len(table), self.mesh.vertex_count
        gravity = -float(self.par[kernels.GRAVITY_Z])
        con = contact_parameters(values, material.thickness, gravity)
        self.hold = np.zeros((n, contact_layers.HOLD_COLUMNS))
        self.hold[:, contact_layers.SUPPORT] = contact_layers.UNKNOWN
        self.plate_frames = np.zeros((len(self.frames), count, 3))
        self.contacts = np.empty((MOST_CONTACTS, contact_loop.CONTACT_COLUMNS))
        beneath = np.full((count, plates.PATCHES), contact_layers.FREE, np.int64)
        resting = np.zeros((count, plates.PATCHES))
        related = np.zeros((count, count), np.int8)
        meetings = np.zeros((64, contact_layers.MEETING_COLUMNS))
        for a in range(count):
            for b in range(a):
                related[a, b] = related[b, a] = contact_layers.overlap(table, a, b, meetings, 0) >= 0
        contact_layers.carry_loads(table, self.plates.order, beneath, resting, self.par, con)
        self.con = con
        self.friction = friction_matrix(values)
        self._land_arguments = (
            table,
            self.plates.order,
            np.zeros(count, np.int64),
            beneath,
            resting,
            np.zeros((count, plates.PATCHES)),
            np.zeros((count, plates.PATCHES, 2)),
            related,
            meetings,
            self.hold,
            np.zeros(n),
            np.full(n, contact_layers.FREE, np.int64),
            np.full(n, -1, np.int64),
            np.zeros(n),
            np.zeros((4 * n, contact_layers.PUSH_COLUMNS)),
            np.zeros(kernels.BODY_COUNT),
            np.zeros(12),
            np.zeros(4),
            self.friction,
            con,
            np.zeros((count, plates.PLATE_TOUCHES, 5)),
            np.full((count, plates.PLATE_TOUCHES), -1.0),
            self.plate_frames,
            self.contacts,
        )

    def advance(self, steps: int) -> None:
        """Fly on by so many steps, or until everything rests; the GIL is released meanwhile."""
        if not self._released:
            kernels.release(*self._release_arguments)
            self._released = True
        contact_loop.land(*self._arguments, *self._land_arguments, steps)

    def landing(self) -> Landing:
        """What has been recorded so far, and how everything lies now."""
        flown = self.trajectory()
        rows, keys = self.plates.table, self.plates.keys
        done = len(flown.times)
        sides = sides_of(self.x, self.plates)
        under = [key for key, side in sides.items() if (side == plates.BELOW).any()]
        present = [keys[k] for k in self.plates.order if not rows[k, plates.GONE]]
        order = plates.order_with(FLOWN, present, under)
        thickness = self.settings.material.thickness
        cards: list[LyingCard] = []
        fallen: list[int] = []
        card_tracks: dict[int, CardTrack] = {}
        carpet_tracks: dict[int, CarpetTrack] = {}
        resting: dict[int, Floats] = {}
        heights = lying_heights(self.plates, sides, thickness)
        carpets = {carpet.index: carpet for carpet in self.settings.world.carpets}
        for k, key in enumerate(keys):
            path = self.plate_frames[:done, k]
            slid = bool(np.abs(rows[k, :3] - self.plates_before[k, :3]).max() > STILL)
            gone = bool(rows[k, plates.GONE])
            if key[0] == "card":
                if gone:
                    fallen.append(key[1])
                else:
                    cards.append(LyingCard(key[1], *(float(part) for part in rows[k, :3])))
                if gone:
                    floor = self.settings.world.table.floor_height
                    card_tracks[key[1]] = fallen_track(flown.times, path, rows[k], floor)
                elif slid:
                    card_tracks[key[1]] = CardTrack.sliding(flown.times, path, rows[k, :3])
                continue
            before = self._lying_vertices(carpets[key[1]].vertices, self.plates_before[k])
            resting[key[1]] = moved(before, self.plates_before[k, :3], rows[k, :3])
            if slid or gone:
                carpet_tracks[key[1]] = CarpetTrack.sliding(flown.times, path, before)
        return Landing(
            **{name: getattr(flown, name) for name in Trajectory.__dataclass_fields__},
            cards=tuple(cards),
            fallen=tuple(fallen),
            card_tracks=card_tracks,
            carpet_tracks=carpet_tracks,
            resting=resting,
            sides=sides,
            order=order,
            tops={key[1]: heights[k] for k, key in enumerate(keys) if key[0] == "card" and not rows[k, plates.GONE]},
        )

    def _lying_vertices(self, vertices: Floats | None, row: Floats) -> Floats:
        """Vertices of a lying carpet before the flight: its own, or those of a flat one on the table."""
        if vertices is not None:
            return vertices
        grid = self.mesh.rest_positions
        x = row[plates.X] + row[plates.COSINE] * grid[:, 0] - row[plates.SINE] * grid[:, 1]
        y = row[plates.Y] + row[plates.SINE] * grid[:, 0] + row[plates.COSINE] * grid[:, 1]
        return np.stack([x, y, np.zeros(len(grid))], axis=1)

    def _contact_events(self, motion: Floats) -> tuple[ContactEvent, ...]:
        events: list[ContactEvent] = []
        for row in self.contacts[: int(self.count[kernels.EVENTS_DONE])]:
            place = (float(row[2]), float(row[3]), float(row[4]))
            time, speed = float(row[0]), float(row[5])
            kind, (name, number) = self._kind(int(row[1]), int(row[6]))
            card, carpet = (number if name == "card" else None), (number if name == "carpet" else None)
            if not events:
                events.append(ContactEvent(time, ContactKind.FIRST_CONTACT, place, speed, card, carpet))
            events.append(ContactEvent(time, kind, place, speed, card, carpet))
        if self.settled:
            centre = (float(motion[-1, 1]), float(motion[-1, 2]), float(motion[-1, 3]))
            events.append(ContactEvent(float(motion[-1, 0]), ContactKind.REST, centre, 0.0))
        return tuple(events)

    def _kind(self, number: int, plate: int) -> tuple[ContactKind, Key]:
        """The kind of a recorded contact, and what was touched ("" for the table)."""
        if number < kernels.CONTACT_KINDS:
            return GROUND_KINDS[number], ("", -1)
        key = self.plates.keys[plate]
        of_card = key[0] == "card"
        kinds = {
            plates.ON: ContactKind.CARD if of_card else ContactKind.CARPET,
            plates.PUSHED: ContactKind.PUSH,
            plates.UNDER: ContactKind.UNDER,
            plates.FELL: ContactKind.CARD_FELL if of_card else ContactKind.CARPET_FELL,
        }
        return kinds[number - kernels.CONTACT_KINDS], key


def fly_over(throw: Throw, settings: Settings, *, time: float = 0.0) -> Landing:
    """Fly one throw over the cards and carpets of the settings' world, to rest or for the longest time allowed."""
    flight = LandingFlight(throw, settings, time=time)
    flight.advance(int(flight.par[kernels.LONGEST_STEPS]))
    return flight.landing()
