"""Test rigs for contact: a flat carpet on plates of any size and mass, in vacuum on an endless table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import contact_state, layout, plates
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.plates import Plates, build_plates
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.world import LyingCard, LyingCarpet, World, default_table

Floats = NDArray[np.float64]

FALL = 9.81  # m/s^2
RATE = 480  # Hz
WIDE = 3.0  # a wide plate is this many times as large as a card, so that the carpet neither leaves nor overhangs it
HELD = 1e3  # kg; a plate so heavy is as good as fixed
ENDLESS = {
    "table.half_width": 50.0,
    "table.half_depth": 50.0,
    "air.density": 0.0,
    "solver.longest_flight": 20.0,
}
NO_LIPS = {"lips.card_tallest": 0.0, "lips.carpet_tallest": 0.0}


@dataclass(frozen=True)
class Slab:
    """A plate of a rig: a card or a carpet, its place, how much larger than a card it is, its mass (None: its own)."""

    kind: str
    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    scale: float = 1.0
    mass: float | None = None
    lip: float = 0.0


def friction(
    *, table: float, card: float | None = None, carpet: float | None = None, card_table: float | None = None
) -> dict[str, float]:
    """Overrides of the carpet's friction on table, cards and carpets, and of cards on the table."""
    on_card = table if card is None else card
    return {
        "friction.carpet_table": table,
        "friction.carpet_card": on_card,
        "friction.carpet_carpet": on_card if carpet is None else carpet,
        "friction.card_table": table if card_table is None else card_table,
    }


def laid(slabs: Sequence[Slab], settings: Settings) -> Plates:
    """The slabs as plates, bottom first."""
    cards = tuple(LyingCard(k, s.x, s.y, s.yaw) for k, s in enumerate(slabs) if s.kind == "card")
    carpets = tuple(LyingCarpet(k, s.x, s.y, s.yaw) for k, s in enumerate(slabs) if s.kind == "carpet")
    order = tuple((slab.kind, k) for k, slab in enumerate(slabs))
    world = World(settings.world.table, cards, carpets, order)
    lying = build_plates(world, settings.values, settings.material.areal_density, settings.material.thickness)
    for key, row in zip(lying.keys, lying.table, strict=True):
        slab = slabs[key[1]]
        row[plates.HALF_X] *= slab.scale
        row[plates.HALF_Y] *= slab.scale
        row[plates.REACH] *= slab.scale
        mass = row[plates.MASS] if slab.mass is None else slab.mass
        inertia = mass * (row[plates.HALF_X] ** 2 + row[plates.HALF_Y] ** 2) / 3.0
        row[plates.MASS], row[plates.INVERSE_MASS] = mass, 1.0 / mass
        row[plates.INERTIA], row[plates.INVERSE_INERTIA] = inertia, 1.0 / inertia
        row[plates.LIP : plates.LIP + 4] = slab.lip
    return lying


def rig(
    slabs: Sequence[Slab],
    overrides: Mapping[str, float],
    *,
    mesh: tuple[int, int],
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    spin: float = 0.0,
    position: tuple[float, float, float] = (0.0, 0.0, 0.0),
    orientation: Orientation | None = None,
    above: bool = False,
) -> Flight:
    """A carpet over slabs.

    Args:
        above: whether the carpet already lies on all the slabs that it overlaps.
    """
    settings = Settings.resolve(world=World(default_table()), mesh=mesh, overrides=ENDLESS | NO_LIPS | dict(overrides))
    throw = Throw(position, velocity, (0.0, 0.0, spin), orientation or Orientation())
    flight = Flight(throw, settings, plates_lying=laid(slabs, settings))
    flight.par[layout.REST_FRAMES] = 1e9  # a rig runs as long as it is told to, at rest or not
    flight.par[layout.SLEEP_DISTANCE] = 0.0
    if above:
        flight.plates.table[:, plates.SIDE] = plates.ABOVE
    return flight


def row_of(flight: Flight, slab: int) -> Floats:
    """The plate's row of a slab."""
    number = next(k for k, key in enumerate(flight.plates.keys) if key[1] == slab)
    answer: Floats = flight.plates.table[number]
    return answer


def centre(flight: Flight) -> Floats:
    """Centre of mass of the carpet [m], shape (3,)."""
    mass = flight.mesh.mass[:, None]
    answer: Floats = (mass * flight.x).sum(0) / mass.sum()
    return answer


def velocity(flight: Flight) -> Floats:
    """Velocity of the carpet's centre [m/s], shape (3,)."""
    mass = flight.mesh.mass[:, None]
    answer: Floats = (mass * flight.v).sum(0) / mass.sum()
    return answer


def momentum(flight: Flight) -> Floats:
    """Horizontal momentum and angular momentum about the vertical through the origin, of all, shape (3,)."""
    mass = flight.mesh.mass
    x, v = flight.x, flight.v
    total = np.zeros(3)
    total[:2] = (mass[:, None] * v[:, :2]).sum(0)
    total[2] = float((mass * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])).sum())
    for row in flight.plates.table:
        if row[plates.GONE]:
            continue
        px, py = row[plates.MASS] * row[plates.VX], row[plates.MASS] * row[plates.VY]
        total += (px, py, row[plates.X] * py - row[plates.Y] * px + row[plates.INERTIA] * row[plates.SPIN])
    return total


def energy(flight: Flight) -> float:
    """Kinetic, gravitational and bending energy of the carpet and kinetic energy of the plates [J]."""
    mass, mesh, x = flight.mesh.mass, flight.mesh, flight.x
    total = 0.5 * float((mass[:, None] * flight.v**2).sum()) + FALL * float((mass * x[:, 2]).sum())
    total += 0.5 * float((mesh.springs[0][:, :, None] * x[:, None, :] * x[mesh.column]).sum())
    for row in flight.plates.table:
        speed = row[plates.VX] ** 2 + row[plates.VY] ** 2
        total += 0.5 * float(row[plates.MASS] * speed + row[plates.INERTIA] * row[plates.SPIN] ** 2)
    return total


def lean(flight: Flight, slab: int, slope: float) -> None:
    """Let one substep's pull of an incline [m/s^2] act on a slab, as it does on the carpet."""
    row = row_of(flight, slab)
    row[plates.VX] += slope / RATE
    row[plates.AWAKE] = 1.0


def corner_depth(flight: Flight, slab: int) -> float:
    """How deep the deepest corner of a slab is inside the flat carpet's outline [m]; 0 if none is."""
    row = row_of(flight, slab)
    columns, rows = flight.settings.mesh
    grid = flight.x.reshape(rows, columns, 3)
    along = grid[:, -1, :2].mean(0) - grid[:, 0, :2].mean(0)
    along = along / np.hypot(*along)
    middle = centre(flight)[:2]
    deepest = 0.0
    for a in (-1, 1):
        for b in (-1, 1):
            u, w = a * row[plates.HALF_X], b * row[plates.HALF_Y]
            corner = np.array(
                [
                    row[plates.X] + row[plates.COSINE] * u - row[plates.SINE] * w,
                    row[plates.Y] + row[plates.SINE] * u + row[plates.COSINE] * w,
                ]
            )
            r = corner - middle
            inside = min(0.0295 - abs(float(r @ along)), 0.0455 - abs(float(along[0] * r[1] - along[1] * r[0])))
            deepest = max(deepest, inside)
    return deepest


def below_support(flight: Flight) -> float:
    """How far the lowest vertex is below what carries it [m]; 0 if none is."""
    support = flight.hold[:, contact_state.SUPPORT]
    known = support > contact_state.NOTHING
    return float(np.maximum(np.where(known, support - flight.x[:, 2], 0.0), 0.0).max())
