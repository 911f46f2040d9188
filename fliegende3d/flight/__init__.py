"""The flight of a cloth carpet in moving air, from the hand to rest.

    from fliegende3d.flight import Throw, simulate
    flight = simulate(Throw(position=(0, -0.6, 0.25), velocity=(0, 2.0, 0.6), spin=(0, 0, 60)))
    flight.final_vertices, flight.events, flight.hash

One way through: `Throw` and `Settings` (material, wind, world, mesh, physics values) make a `Flight` (state and record;
`advance` or `to_rest`), which makes a `Trajectory`, over cards and carpets a `Landing`. All arithmetic of the state is
compiled. `loop.fly` is the loop of substeps, each of them

    air_now              fit, attitude, wind and air forces
    damping_time, follow_spin       stiffness of the spinning sheet, factored anew when it has changed
    brake_before_landing            velocities that would pass a surface within the step
    kick                 air, gravity, outer forces
    inner_step           bending and stretch; linear and angular momentum kept
    contact_layers       cards and carpets, if there are any
    contact_ground       table, rim, floor: positions, friction
    mend, mend_in_flight            edges that a shock has strained
    hold_crumpled        heaps of folds do not creep
"""

from fliegende3d.flight.config import ALL_KEYS, Key, shipped_values
from fliegende3d.flight.errors import ConfigError, FlightError, MaterialError, MeshError, ThrowError, WindError
from fliegende3d.flight.material import Material, load_material, material_names
from fliegende3d.flight.mesh import COARSE, FINE, STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.simulate import simulate, simulate_many, warm_up
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
