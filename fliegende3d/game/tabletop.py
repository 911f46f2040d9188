"""The physics of one game's table: flies a throw over what lies there and says how everything lies afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.collision.landing import TableEdges
from fliegende3d.flight import (
    COARSE,
    STANDARD,
    Material,
    Table,
    Throw,
    Trajectory,
    WindField,
    World,
    default_world,
    load_material,
    load_wind,
    simulate,
)
from fliegende3d.rules import PlacedCard, TableMeasures

ENDLESS: Final = 100.0
"""Half a side of a table that no throw leaves [m]."""


@dataclass(frozen=True)
class Outcome:
    """How everything lies after a flight.

    Attributes:
        trajectory: the flight.
        cards: the cards still on the table.
        fallen: ids of the cards that it pushed off the table.
        tops: heights of the cards' top faces by id, where they do not lie flat on the table [m].
        resting: the carpets that lay there before, as they lie now.
    """

    trajectory: Trajectory
    cards: tuple[PlacedCard, ...]
    fallen: tuple[int, ...]
    tops: Mapping[int, float]
    resting: Mapping[int, RestingCarpet]

    def rest(self, owner: str, *, order: int) -> RestingCarpet:
        """The carpet that flew, as it lies now."""
        return RestingCarpet(
            owner, self.trajectory.final_vertices.copy(), self.trajectory.triangles.astype(np.int64), order
        )


class Tabletop:
    """Flies throws over one table with one material and one wind.

    Args:
        measures: the table's measures from the rule set.
        material: name of the carpets' material.
        wind: name of the wind.
        mesh: vertices along width and length that rulings are made with.
    """

    def __init__(
        self,
        measures: TableMeasures,
        *,
        material: str = "magic",
        wind: str = "calm",
        mesh: tuple[int, int] = STANDARD,
    ) -> None:
        self.measures = measures
        self.mesh = mesh
        self.wind = wind
        self.material: Material = load_material(material)
        self.world: World = default_world()
        load_wind(wind)
        table = self.world.table
        self.edges = TableEdges(table.half_width, table.half_depth, table.floor_height)

    def wind_field(self, seed: int) -> WindField:
        """The wind of one flight."""
        return load_wind(self.wind, seed)

    def fly(
        self,
        throw: Throw,
        *,
        cards: Sequence[PlacedCard],
        resting: Mapping[int, RestingCarpet],
        wind_seed: int,
        curl_seed: int = 0,
    ) -> Outcome:
        """Fly a throw to rest over cards and carpets."""
        trajectory = simulate(
            throw, world=self.world, material=self.material, wind=self.wind_field(wind_seed), mesh=self.mesh
        )
        return Outcome(trajectory, tuple(cards), (), {}, dict(resting))

    def try_throw(self, throw: Throw, *, wind_seed: int | None = None) -> Trajectory:
        """Fly a throw over the empty table on the coarse mesh: for thinking, not for ruling."""
        wind = load_wind("calm") if wind_seed is None else self.wind_field(wind_seed)
        return simulate(throw, world=self.world, material=self.material, wind=wind, mesh=COARSE)

    def try_on_endless_table(self, throw: Throw) -> Trajectory:
        """Fly a throw in still air over a table without rim, on the coarse mesh."""
        endless = World(Table(ENDLESS, ENDLESS, self.world.table.floor_height))
        return simulate(throw, world=endless, material=self.material, wind="calm", mesh=COARSE)
