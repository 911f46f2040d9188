"""A flight over cards and carpets in progress."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import contact_layers, contact_loop, kernels, plates
from fliegende3d.flight.plates import Plates, build_plates, contact_parameters, friction_matrix
from fliegende3d.flight.simulate import Flight, Settings
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.trajectory import ContactEvent, ContactKind

Floats = NDArray[np.float64]
Key = tuple[str, int]

MOST_CONTACTS = 256
GROUND_KINDS = (ContactKind.TABLE, ContactKind.RIM, ContactKind.FLOOR)
"""Contacts with table, rim and floor, as `kernels` numbers them; the plates' own come after them."""


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
        contact_layers.relate(table, related, meetings)
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
        self._let_go()
        contact_loop.land(*self._arguments, *self._land_arguments, steps)

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
