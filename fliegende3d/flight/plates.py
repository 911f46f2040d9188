"""The things a carpet can meet on the table as rigid plates: cards and carpets that have come to rest."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import outline
from fliegende3d.flight.errors import FlightError
from fliegende3d.flight.throw import quantise
from fliegende3d.flight.world import LyingCard, LyingCarpet, World

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of a plate.
X, Y, YAW, VX, VY, SPIN, COSINE, SINE = 0, 1, 2, 3, 4, 5, 6, 7  # centre [m], yaw [rad], velocities; cosine, sine of yaw
MASS, INERTIA, HALF_X, HALF_Y, THICKNESS, INVERSE_MASS, INVERSE_INERTIA, KIND = 8, 9, 10, 11, 12, 13, 14, 15
LIP = 16  # four columns: how far the edges +x, -x, +y, -y curl up [m]
GONE, AWAKE, SIDE, COVERED, MET, UNDER_COUNT, LIFT, DYNAMIC = 20, 21, 22, 23, 24, 25, 26, 27
FORCE_X, FORCE_Y, TORQUE = 28, 29, 30  # reaction collected within a step [N s], [N m s]
START_VX = 31  # three columns: velocities at the start of the step
REACH = 34  # half of the diagonal [m]
SHAPED = 35  # 1 if the outline is not the rectangle but that of the grid that follows: depth inside at NODES places [m]
SHAPE = 36
PLATE_COLUMNS = SHAPE + outline.NODES

# Kinds, also rows and columns of the matrix of friction coefficients.
CARD, CARPET, TABLE = 0, 1, 2

# Sides of a plate on which the sheet passes.
ABOVE, BELOW, PUSH = 1, 2, 3

# Kinds of touches of a plate.
ON, PUSHED, UNDER, FELL = 0, 1, 2, 3
PLATE_TOUCHES = 4

FLAT_AREA = 0.059 * 0.091  # m^2 of a flat carpet
SLIMMEST = 0.005  # m; half a side of the slimmest crumpled carpet

PATCHES = 12  # pressure patches of a plate, 3 x 4

# Contact parameters (index into `con`), see config/contact.toml.
CLIMB_CARD, CLIMB_CARPET, SLIP, RAMP, PASSES, STATIC_SPEED, REPAIR_SPEED, ZONE, SHEET_THICKNESS, GRAVITY = range(10)
CONTACT_PARAMETERS = 10


@dataclass(frozen=True, eq=False)
class Plates:
    """Plates for one flight.

    Attributes:
        table: one row a plate, shape (plates, PLATE_COLUMNS), float64; the kernels change it.
        order: indices from bottom to top, shape (plates,), int64.
        keys: what each plate is: ("card", id) or ("carpet", index).
    """

    table: Floats
    order: Integers
    keys: tuple[tuple[str, int], ...]


def card_key(card: LyingCard) -> tuple[str, int]:
    """The key of a card in an order from bottom to top."""
    return ("card", card.id)


def carpet_key(carpet: LyingCarpet) -> tuple[str, int]:
    """The key of a carpet in an order from bottom to top."""
    return ("carpet", carpet.index)


def lips(seed: int, key: tuple[str, int], values: Mapping[str, float]) -> Floats:
    """How far the four edges (+x, -x, +y, -y) of a card or carpet curl up [m], shape (4,): the same for the same seed.

    Heights are `tallest` u^`sharpness` with u even in 0..1: most edges lie flat, a few stand up.
    """
    kind, number = key
    tallest, sharpness = values[f"lips.{kind}_tallest"], int(values[f"lips.{kind}_sharpness"])
    heights = np.full(4, tallest)
    for _ in range(sharpness):
        heights *= _even_draws(seed, kind, number)
    return heights


@lru_cache(maxsize=1024)
def _even_draws(seed: int, kind: str, number: int) -> Floats:
    """Four numbers even in 0..1 that belong to one card or carpet, shape (4,); not to be changed."""
    stream = np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, kind == "carpet", number])))
    draws = stream.random(4)
    draws.setflags(write=False)
    return draws


def _row(
    x: float, y: float, yaw: float, half_x: float, half_y: float, mass: float, thickness: float, kind: int
) -> Floats:
    row = np.zeros(PLATE_COLUMNS)
    row[X], row[Y], row[YAW] = x, y, yaw
    row[COSINE], row[SINE] = quantise(math.cos(yaw)), quantise(math.sin(yaw))
    inertia = mass * 4.0 * (half_x * half_x + half_y * half_y) / 12.0
    row[MASS], row[INERTIA], row[INVERSE_MASS], row[INVERSE_INERTIA] = mass, inertia, 1.0 / mass, 1.0 / inertia
    row[HALF_X], row[HALF_Y], row[THICKNESS], row[KIND] = half_x, half_y, thickness, kind
    row[REACH] = math.sqrt(half_x * half_x + half_y * half_y)
    return row


def carpet_row(vertices: Floats, areal_density: float, thickness: float, mesh: tuple[int, int] | None = None) -> Floats:
    """A lying carpet as a plate: the rectangle along its principal axes that just holds it, and its real outline if it
    does not fill that.

    A carpet that hangs over the rim or lies in folds covers less than a flat one, and is thicker by as much.

    Args:
        vertices: [m], shape (vertices, 3).
        areal_density, thickness: of its material [kg/m^2], [m].
        mesh: vertices along width and length; without it the outline is the rectangle.
    """
    centre = vertices[:, :2].mean(axis=0)
    x, y = vertices[:, 0] - centre[0], vertices[:, 1] - centre[1]
    xx, yy, xy = float((x * x).mean()), float((y * y).mean()), float((x * y).mean())
    yaw = 0.5 * math.atan2(2.0 * xy, xx - yy) - 0.5 * math.pi
    cosine, sine = math.cos(yaw), math.sin(yaw)
    a, b = cosine * x + sine * y, cosine * y - sine * x
    half_x, half_y = 0.5 * float(np.ptp(a)), 0.5 * float(np.ptp(b))
    mid_a, mid_b = 0.5 * float(a.max() + a.min()), 0.5 * float(b.max() + b.min())
    half_x, half_y = max(half_x, SLIMMEST), max(half_y, SLIMMEST)
    mass = areal_density * FLAT_AREA
    area = 4.0 * half_x * half_y
    grid: Floats | None = None
    if mesh is not None:
        local = np.ascontiguousarray(np.stack([a - mid_a, b - mid_b], axis=1))
        grid = outline.kept_depths(local.tobytes(), *mesh, half_x, half_y)
    if grid is not None:
        within = (np.abs(outline.node_places(half_x, half_y)) < (half_x, half_y)).all(axis=1)
        area *= max(1.0, float((grid > 0.0).sum())) / float(within.sum())
    row = _row(
        float(centre[0]) + cosine * mid_a - sine * mid_b,
        float(centre[1]) + sine * mid_a + cosine * mid_b,
        yaw,
        half_x,
        half_y,
        mass,
        thickness * max(1.0, FLAT_AREA / area),
        CARPET,
    )
    if grid is not None:
        row[SHAPED], row[SHAPE:] = 1.0, grid
    return row


def covers(row: Floats, places: Floats) -> NDArray[np.bool_]:
    """Which places on the table (n, 2) [m] lie within a plate's outline, shape (n,)."""
    x, y = places[:, 0] - row[X], places[:, 1] - row[Y]
    a, b = row[COSINE] * x + row[SINE] * y, row[COSINE] * y - row[SINE] * x
    answer: NDArray[np.bool_] = (np.abs(a) < row[HALF_X]) & (np.abs(b) < row[HALF_Y])
    if row[SHAPED]:
        answer &= outline.depth_at(row[SHAPE:], float(row[HALF_X]), float(row[HALF_Y]), a, b) > 0.0
    return answer


def bottom_to_top(world: World) -> tuple[tuple[str, int], ...]:
    """The order of everything that lies: the world's own, or cards first and carpets as they are listed.

    Raises:
        FlightError: if two things share a name, or the world's order does not name each exactly once.
    """
    present = [card_key(card) for card in world.cards] + [carpet_key(carpet) for carpet in world.carpets]
    if len(set(present)) != len(present):
        double = next(key for key in present if present.count(key) > 1)
        raise FlightError(f"world: {double[0]} {double[1]} lies there twice; every card and carpet has its own number")
    if not world.order:
        return tuple(present)
    if sorted(world.order) != sorted(present):
        raise FlightError("world.order must name every card and carpet exactly once, from bottom to top")
    return tuple(world.order)


def build_plates(world: World, values: Mapping[str, float], areal_density: float, thickness: float) -> Plates:
    """Plates for everything that lies in a world.

    Args:
        values: by dotted key, as `Settings.values`.
        areal_density, thickness: of the carpets' material [kg/m^2], [m].
    """
    half_x, half_y = 0.5 * values["carpet.width"], 0.5 * values["carpet.length"]
    rows: list[Floats] = []
    keys: list[tuple[str, int]] = []
    for card in world.cards:
        keys.append(card_key(card))
        rows.append(_row(card.x, card.y, card.yaw, half_x, half_y, values["card.mass"], values["card.thickness"], CARD))
    for carpet in world.carpets:
        keys.append(carpet_key(carpet))
        if carpet.vertices is not None:
            rows.append(carpet_row(carpet.vertices, areal_density, thickness, carpet.mesh))
            continue
        mass = areal_density * 4.0 * half_x * half_y
        rows.append(_row(carpet.x, carpet.y, carpet.yaw, half_x, half_y, mass, thickness, CARPET))
    for key, row in zip(keys, rows, strict=True):
        row[LIP : LIP + 4] = lips(world.curl_seed, key, values)
    order = [keys.index(key) for key in bottom_to_top(world)]
    return Plates(np.array(rows).reshape(-1, PLATE_COLUMNS), np.array(order, np.int64), tuple(keys))


def friction_matrix(values: Mapping[str, float]) -> Floats:
    """Coulomb coefficients by kind (card, carpet, table), shape (3, 3)."""
    matrix = np.zeros((3, 3))
    matrix[CARD, CARD] = values["friction.card_card"]
    matrix[CARD, CARPET] = matrix[CARPET, CARD] = values["friction.carpet_card"]
    matrix[CARD, TABLE] = matrix[TABLE, CARD] = values["friction.card_table"]
    matrix[CARPET, CARPET] = values["friction.carpet_carpet"]
    matrix[CARPET, TABLE] = matrix[TABLE, CARPET] = values["friction.carpet_table"]
    return matrix


def contact_parameters(values: Mapping[str, float], thickness: float, gravity: float) -> Floats:
    """The kernels' contact parameters, shape (CONTACT_PARAMETERS,)."""
    con = np.zeros(CONTACT_PARAMETERS)
    con[CLIMB_CARD], con[CLIMB_CARPET] = values["lips.climb_card"], values["lips.climb_carpet"]
    con[SLIP], con[RAMP] = values["lips.slip_under"], values["lips.ramp"]
    con[PASSES], con[STATIC_SPEED] = values["contact.passes"], values["contact.static_speed"]
    con[REPAIR_SPEED], con[ZONE] = values["contact.repair_speed"], values["contact.zone"]
    con[SHEET_THICKNESS], con[GRAVITY] = thickness, gravity
    return con


def sides_of(vertices: Floats, plates: Plates) -> dict[tuple[str, int], NDArray[np.int8]]:
    """For each plate that the sheet lies over or under: 1 (above) or 2 (below) for every vertex inside, shape (n,)."""
    answer: dict[tuple[str, int], NDArray[np.int8]] = {}
    for key, row in zip(plates.keys, plates.table, strict=True):
        if row[SIDE] not in (ABOVE, BELOW) or row[GONE]:
            continue
        inside = covers(row, vertices[:, :2])
        answer[key] = np.where(inside, np.int8(row[SIDE]), np.int8(0))
    return answer


def order_with(
    flown: tuple[str, int], order: Sequence[tuple[str, int]], under: Sequence[tuple[str, int]]
) -> tuple[tuple[str, int], ...]:
    """Bottom to top with the carpet that flew: on top of everything, or just below the lowest thing that lies on it."""
    places = [order.index(key) for key in under]
    at = min(places, default=len(order))
    return (*order[:at], flown, *order[at:])
