"""A lying carpet that is folded counts with its real outline: as support, for sides, for what lies on it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
import shapely.affinity

from fliegende3d.flight import (
    COARSE,
    STANDARD,
    Flight,
    LyingCard,
    LyingCarpet,
    Settings,
    Throw,
    World,
    default_table,
    simulate,
)
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.flight.contact_meetings import relate
from fliegende3d.flight.contact_state import MEETING_COLUMNS, MOST_CORNERS, NOTHING, SUPPORT
from fliegende3d.flight.contact_tracks import moved
from fliegende3d.flight.outline import depth_at, node_places, triangles_of
from fliegende3d.flight.plates import (
    AWAKE,
    CARPET,
    HALF_X,
    HALF_Y,
    KIND,
    SHAPE,
    SHAPED,
    THICKNESS,
    VX,
    YAW,
    X,
    Y,
    build_plates,
    carpet_row,
    covers,
)

DENSITY, THICK = 0.3, 0.0008


def sheet(mesh: tuple[int, int], *, crease: tuple[float, float, float] | None) -> np.ndarray:
    """A flat sheet, what lies beyond a crease (normal a, b; offset c) folded over onto the rest, shape (n, 3)."""
    x, y = np.meshgrid(np.linspace(-0.0295, 0.0295, mesh[0]), np.linspace(-0.0455, 0.0455, mesh[1]))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    height = np.zeros(len(places))
    if crease is not None:
        normal = np.array(crease[:2]) / np.hypot(*crease[:2])
        beyond = np.maximum(places @ normal - crease[2], 0.0)
        places = places - 2.0 * beyond[:, None] * normal
        height = np.where(beyond > 0.0, THICK, 0.0)
    return np.column_stack([places, height])


def union(vertices: np.ndarray, mesh: tuple[int, int]) -> shapely.Geometry:
    """The projection as GEOS sees it, without the slits that rounding leaves between triangles."""
    whole = shapely.union_all(shapely.polygons(vertices[triangles_of(*mesh)][:, :, :2]), grid_size=1e-6)
    return shapely.Polygon(whole.exterior)


@pytest.mark.parametrize("mesh", [COARSE, STANDARD])
def test_a_flat_carpet_is_its_rectangle(mesh: tuple[int, int]) -> None:
    row = carpet_row(sheet(mesh, crease=None), DENSITY, THICK, mesh)
    assert row[SHAPED] == 0.0
    assert row[THICKNESS] == pytest.approx(THICK)


@pytest.mark.parametrize("mesh", [COARSE, STANDARD])
@pytest.mark.parametrize("crease", [(1.0, 1.0, 0.0), (1.0, 0.4, 0.01), (0.8, -1.0, 0.02)])
def test_depths_are_distances_to_the_boundary_of_the_union(
    mesh: tuple[int, int], crease: tuple[float, float, float]
) -> None:
    vertices = sheet(mesh, crease=crease)
    row = carpet_row(vertices, DENSITY, THICK, mesh)
    assert row[SHAPED] == 1.0
    assert row[KIND] == CARPET
    outline = union(vertices, mesh)
    half_x, half_y = float(row[HALF_X]), float(row[HALF_Y])
    nodes = node_places(half_x, half_y)
    yaw = np.arctan2(row[7], row[6])
    world = nodes @ np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]]) + row[[X, Y]]
    points = shapely.points(world)
    right = shapely.distance(outline.boundary, points) * np.where(shapely.contains(outline, points), 1.0, -1.0)
    assert np.abs(row[SHAPE:] - right).max() < 0.001  # the points that stand for the boundary are that far apart
    places = np.random.default_rng(3).uniform(-0.04, 0.04, (400, 2)) + row[[X, Y]]
    inside = shapely.contains(outline, shapely.points(places))
    near = shapely.distance(outline.boundary, shapely.points(places)) < 0.0015
    assert (covers(row, places) == inside)[~near].all()
    assert depth_at(row[SHAPE:], half_x, half_y, np.array([0.3]), np.array([0.0]))[0] < 0.0


def test_only_what_is_over_the_real_outline_is_carried() -> None:
    """A corner folded over: where the rectangle is empty, the table carries, not the carpet."""
    lain = sheet(COARSE, crease=(1.0, 1.0, 0.0))
    world = World(default_table(), (), (LyingCarpet(4, 0.0, 0.0, 0.0, lain, COARSE),))
    flight = Flight(Throw((0.0, 0.0, 0.002), (0.0, 0.0, 0.0)), Settings.resolve(world=world, mesh=COARSE))
    flight.advance(24)
    outline = union(lain, COARSE)
    points = shapely.points(flight.x[:, :2])
    depth = shapely.distance(outline.boundary, points) * np.where(shapely.contains(outline, points), 1.0, -1.0)
    support = flight.hold[:, SUPPORT]
    assert (support > NOTHING).all()
    thickness = flight.plates.table[0, THICKNESS]
    assert (depth < -0.005).sum() > 5  # of the thrown carpet's vertices are within the rectangle's empty corners
    assert support[depth > 0.002] == pytest.approx(thickness)
    assert support[depth < -0.005] == pytest.approx(0.0)


def test_a_landing_on_a_folded_carpet_is_judged_by_its_outline() -> None:
    lain = sheet(COARSE, crease=(1.0, 1.0, 0.0))
    world = World(default_table(), (), (LyingCarpet(4, 0.0, 0.0, 0.0, lain, COARSE),))
    path = simulate(Throw((0.01, 0.02, 0.003), (0.0, 0.0, 0.0)), world=world, mesh=COARSE)
    assert isinstance(path, Landing)
    side = path.sides["carpet", 4]
    points = shapely.points(path.final_vertices[:, :2])
    depth = shapely.distance(union(lain, COARSE).boundary, points)
    inside = shapely.contains(union(lain, COARSE), points)
    clear = depth > 0.0015
    assert ((side == 1) == inside)[clear].all()
    assert np.array_equal(path.resting[4], lain)


def card_outline(x: float, y: float, yaw: float) -> shapely.Geometry:
    """A lying card as GEOS sees it."""
    card = shapely.affinity.rotate(shapely.box(-0.0295, -0.0455, 0.0295, 0.0455), yaw, (0.0, 0.0), use_radians=True)
    return shapely.affinity.translate(card, x, y)


@pytest.mark.parametrize("mesh", [COARSE, STANDARD])
def test_a_card_lies_over_a_folded_carpet_only_where_their_outlines_overlap(mesh: tuple[int, int]) -> None:
    """Their rectangles overlap in many more places."""
    lain = sheet(mesh, crease=(1.0, 1.0, 0.0))
    outline = union(lain, mesh)
    random = np.random.default_rng(11)
    told: list[bool] = []
    for _ in range(150):
        x, y = random.uniform(-0.09, 0.09, 2)
        yaw = random.uniform(-3.1, 3.1)
        card = card_outline(x, y, yaw)
        if shapely.distance(card, outline) < 0.002 and not card.buffer(-0.002).intersects(outline):
            continue
        world = World(default_table(), (LyingCard(1, x, y, yaw),), (LyingCarpet(4, 0.0, 0.0, 0.0, lain, mesh),))
        plates = build_plates(world, Settings.resolve(world=world).values, DENSITY, THICK)
        related = np.zeros((2, 2), np.int8)
        relate(plates.table, related, np.zeros((MOST_CORNERS, MEETING_COLUMNS)))
        assert bool(related[0, 1]) == card.intersects(outline), (x, y, yaw)
        told.append(bool(related[0, 1]))
    assert 20 < sum(told) < len(told) - 20


@pytest.mark.parametrize("speed", [0.7, 1.2])
def test_a_sliding_card_meets_the_folded_edge_and_not_the_empty_corner_of_the_rectangle(speed: float) -> None:
    lain = sheet(STANDARD, crease=(1.0, 1.0, 0.0))
    outline = union(lain, STANDARD)
    diagonal = np.array([1.0, 1.0]) / np.sqrt(2.0)  # towards the crease, along its normal
    start = 0.075 * diagonal
    world = World(
        default_table(),
        (LyingCard(1, float(start[0]), float(start[1]), -0.25 * np.pi),),
        (LyingCarpet(4, 0.0, 0.0, 0.0, lain, STANDARD),),
    )
    assert not card_outline(*start, -0.25 * np.pi).intersects(outline)
    flight = Flight(Throw((0.6, 0.6, 0.3), (0.0, 0.0, 0.0)), Settings.resolve(world=world, mesh=COARSE))
    card, carpet = (flight.plates.keys.index(key) for key in (("card", 1), ("carpet", 4)))
    flight.plates.table[card, VX : VX + 2] = -speed * diagonal
    flight.plates.table[card, AWAKE] = 1.0
    before = flight.plates.table[carpet, :3].copy()
    nearest, deepest = 1.0, 0.0
    for _ in range(60):
        flight.advance(2)
        row, other = flight.plates.table[card], flight.plates.table[carpet]
        there = card_outline(float(row[X]), float(row[Y]), float(row[YAW]))
        edge = union(moved(lain, before, other[:3]), STANDARD)
        nearest = min(nearest, shapely.distance(there, edge))
        deepest = max(deepest, math.sqrt(shapely.area(there.intersection(edge))))
    assert nearest < 0.0005
    assert deepest < 0.004
    assert np.hypot(*(flight.plates.table[carpet, :2] - before[:2])) > 0.001  # it was pushed
