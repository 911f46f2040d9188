"""The flight of a cloth carpet in moving air, from the hand to rest.

    from fliegende3d.flight import Throw, simulate
    flight = simulate(Throw(position=(0, -0.6, 0.25), velocity=(0, 2.0, 0.6), spin=(0, 0, 60)))
    flight.final_vertices, flight.events, flight.hash

One way through: `Throw` + `Settings` (material, wind, world, mesh, physics values) -> `Flight` (state and record;
    `advance` or
`to_rest`) -> `Trajectory`. All arithmetic of the state is in `kernels` (compiled, without the GIL): `fly` is the loop
of
substeps, each `air_now`, `kick`, `brake_before_landing`, `inner_step` and a contact stage. Another contact stage
(cards,
carpets) takes the place of `brake_before_landing` and `contact_ground` in a loop of its own.
"""

from fliegende3d.flight.config import ALL_KEYS, Key, shipped_values
from fliegende3d.flight.errors import ConfigError, FlightError, MaterialError, MeshError, ThrowError, WindError
from fliegende3d.flight.material import Material, load_material, material_names
from fliegende3d.flight.mesh import COARSE, FINE, STANDARD
from fliegende3d.flight.simulate import Flight, Settings, simulate, simulate_many, warm_up
from fliegende3d.flight.throw import MAX_SPEED, MAX_SPIN, Orientation, Throw
from fliegende3d.flight.trajectory import ContactEvent, ContactKind, Trajectory
from fliegende3d.flight.wind import Wind, WindField, load_wind, wind_names
from fliegende3d.flight.world import LyingCard, LyingCarpet, Table, World, default_table, default_world

__all__ = [
    "ALL_KEYS",
    "COARSE",
    "FINE",
    "MAX_SPEED",
    "MAX_SPIN",
    "STANDARD",
    "ConfigError",
    "ContactEvent",
    "ContactKind",
    "Flight",
    "FlightError",
    "Key",
    "LyingCard",
    "LyingCarpet",
    "Material",
    "MaterialError",
    "MeshError",
    "Orientation",
    "Settings",
    "Table",
    "Throw",
    "ThrowError",
    "Trajectory",
    "Wind",
    "WindError",
    "WindField",
    "World",
    "default_table",
    "default_world",
    "load_material",
    "load_wind",
    "material_names",
    "shipped_values",
    "simulate",
    "simulate_many",
    "warm_up",
    "wind_names",
]
