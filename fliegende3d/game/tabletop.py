"""The physics of one game's table: flies a throw over what lies there and says how everything lies afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from fliegende3d.collision.coverage import RestingCarpet, Side
from fliegende3d.collision.landing import TableEdges, left_the_table
from fliegende3d.flight import (
    COARSE,
    STANDARD,
    LyingCard,
    LyingCarpet,
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
from fliegende3d.flight.contact_landing import FLOWN, Landing
from fliegende3d.rules import PlacedCard, TableMeasures

CARD: Final = "card"
CARPET: Final = "carpet"
"""Kinds of things in the order from bottom to top."""

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
        """The carpet that flew, as it lies now; its place in the stack outranks the given order of landing."""
        sides: dict[int, npt.NDArray[np.int8]] = {}
        if isinstance(self.trajectory, Landing):
            order = self.trajectory.order.index(FLOWN)
            sides = {number: side for (kind, number), side in self.trajectory.sides.items() if kind == CARD}
        return RestingCarpet(
            owner, self.trajectory.final_vertices.copy(), self.trajectory.triangles.astype(np.int64), order, sides
        )


def lying_carpet(index: int, carpet: RestingCarpet, mesh: tuple[int, int]) -> LyingCarpet:
    """A resting carpet as the flight sees it: its best rectangle and how it lies, on this mesh if it has as many
    vertices.

    The rectangle has the carpet's centre; its long side has the direction in which the carpet is longest.
    """
    centre = carpet.vertices[:, :2].mean(0)
    x, y = (carpet.vertices[:, :2] - centre).T
    turn = 0.5 * float(np.arctan2(2.0 * (x * y).mean(), (x * x).mean() - (y * y).mean()))
    own = mesh if len(carpet.vertices) == mesh[0] * mesh[1] else None
    return LyingCarpet(index, float(centre[0]), float(centre[1]), turn - 0.5 * float(np.pi), carpet.vertices, own)


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
        """Fly a throw to rest over cards and carpets; the curl seed decides how far each card's edges stand up."""
        world = self.laid(cards, resting, curl_seed=curl_seed)
        flight = simulate(throw, world=world, material=self.material, wind=self.wind_field(wind_seed), mesh=self.mesh)
        if not isinstance(flight, Landing):
            return Outcome(flight, tuple(cards), (), {}, dict(resting))
        kinds = {card.id: card.kind for card in cards}
        places = {key: place for place, key in enumerate(flight.order)}
        lying = {
            index: replace(
                carpet,
                vertices=flight.resting.get(index, carpet.vertices),
                order=places.get((CARPET, index), len(places) + index),
            )
            for index, carpet in resting.items()
        }
        return Outcome(
            flight,
            tuple(PlacedCard(card.id, kinds[card.id], card.x, card.y, card.yaw) for card in flight.cards),
            flight.fallen,
            flight.tops,
            lying,
        )

    def laid(self, cards: Sequence[PlacedCard], resting: Mapping[int, RestingCarpet], *, curl_seed: int) -> World:
        """The world with these cards and carpets on the table, from bottom to top; carpets that fell are left out."""
        on_table = {index: carpet for index, carpet in resting.items() if not left_the_table(carpet, self.edges)}
        order = [(CARD, card.id) for card in cards]
        for index, carpet in sorted(on_table.items(), key=lambda item: item[1].order):
            covered_by = [
                order.index((CARD, card))
                for card, side in carpet.sides.items()
                if (side == Side.BELOW).any() and (CARD, card) in order
            ]
            order.insert(min(covered_by, default=len(order)), (CARPET, index))
        return World(
            self.world.table,
            tuple(LyingCard(card.id, card.x, card.y, card.yaw) for card in cards),
            tuple(lying_carpet(index, carpet, self.mesh) for index, carpet in on_table.items()),
            tuple(order),
            curl_seed,
        )

    def try_throw(self, throw: Throw, *, wind_seed: int | None = None) -> Trajectory:
        """Fly a throw over the empty table on the coarse mesh: for thinking, not for ruling."""
        wind = load_wind("calm") if wind_seed is None else self.wind_field(wind_seed)
        return simulate(throw, world=self.world, material=self.material, wind=wind, mesh=COARSE)

    def try_on_endless_table(self, throw: Throw) -> Trajectory:
        """Fly a throw in still air over a table without rim, on the coarse mesh."""
        endless = World(Table(ENDLESS, ENDLESS, self.world.table.floor_height))
        return simulate(throw, world=endless, material=self.material, wind="calm", mesh=COARSE)
