"""A lying carpet that is folded counts with its real outline: as support, for sides, for what lies on it."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from fliegende3d.flight import COARSE, STANDARD, Flight, LyingCarpet, Settings, Throw, World, default_table, simulate
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.flight.contact_layers import NOTHING, SUPPORT
from fliegende3d.flight.outline import depth_at, node_places, triangles_of
from fliegende3d.flight.plates import CARPET, HALF_X, HALF_Y, KIND, SHAPE, SHAPED, THICKNESS, X, Y, carpet_row, covers

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
