"""What a carpet can land on: the table with its rim, the floor, the cards that lie and the carpets that landed
before.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.config import TABLE_KEYS, shipped_values
from fliegende3d.flight.errors import ConfigError, FlightError, number


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangular block around the origin, its top at z = 0, standing on the floor.

    Attributes:
        half_width: half of its extent along x [m].
        half_depth: half of its extent along y [m].
        floor_height: z of the floor [m], below zero.

    Raises:
        ConfigError: naming field, value and range.
    """

    half_width: float
    half_depth: float
    floor_height: float

    def __post_init__(self) -> None:
        for key in TABLE_KEYS:
            attribute = key.name.removeprefix("table.")
            object.__setattr__(self, attribute, key.check(getattr(self, attribute), "", ConfigError))


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table: centre [m] and yaw [rad]."""

    id: int
    x: float
    y: float
    yaw: float = 0.0

    def __post_init__(self) -> None:
        for name in ("x", "y", "yaw"):
            object.__setattr__(self, name, number(f"card {self.id}: {name}", getattr(self, name), FlightError))


@dataclass(frozen=True, slots=True)
class LyingCarpet:
    """A carpet that has come to rest: best rectangle, centre [m] and yaw [rad].

    Attributes:
        vertices: as it lies [m], shape (vertices, 3), float64; without them it is taken as flat.
        mesh: vertices along the width and along the length, if there are vertices.
    """

    index: int
    x: float
    y: float
    yaw: float = 0.0
    vertices: NDArray[np.float64] | None = field(default=None, compare=False)
    mesh: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        for name in ("x", "y", "yaw"):
            object.__setattr__(self, name, number(f"carpet {self.index}: {name}", getattr(self, name), FlightError))


@dataclass(frozen=True, slots=True)
class World:
    """The table and what lies on it.

    Attributes:
        order: everything from bottom to top as ("card", id) and ("carpet", index); cards first unless given.
        curl_seed: decides how far the edges of cards and carpets curl up.
    """

    table: Table
    cards: tuple[LyingCard, ...] = ()
    carpets: tuple[LyingCarpet, ...] = ()
    order: tuple[tuple[str, int], ...] = ()
    curl_seed: int = 0


def default_table() -> Table:
    """The table of `config/table.toml`."""
    values = shipped_values()
    return Table(values["table.half_width"], values["table.half_depth"], values["table.floor_height"])


def default_world() -> World:
    """An empty table."""
    return World(default_table())
