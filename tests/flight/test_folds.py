"""A sheet that folds over itself: layers stay apart, momenta stay, what is flat is not changed by a bit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fliegende3d.flight import (
    COARSE,
    STANDARD,
    Flight,
    LyingCard,
    Orientation,
    Settings,
    Throw,
    World,
    default_table,
    load_material,
    simulate,
)
from fliegende3d.flight.contact_state import SUPPORT
from fliegende3d.flight.validation.folding import PASSING, clapping, crossings, folded
from fliegende3d.flight.validation.vacuum import momenta

EDGE_ON = [
    Throw((0.0, 0.0, 0.3), (0.4 * k, 0.0, -6.0), (0.0, 3.0 * k, 2.0), Orientation(0.3 * k, math.pi / 2, 0.1 * k))
    for k in range(12)
]


def test_crossings_are_counted_by_hand() -> None:
    columns, rows = 4, 4
    x = np.array([[float(k % columns), float(k // columns), 0.0] for k in range(16)])
    cells = [j * columns + i for j in range(rows - 1) for i in range(columns - 1)]
    triangles = np.array([t for k in cells for t in ((k, k + 1, k + 5), (k, k + 5, k + 4))], np.int32)
    assert crossings(x, triangles, columns) == 0
    # The last corner is pulled through the first triangle. Of its three edges two count: the third one begins a cell
    # away from the triangle.
    x[15] = (0.7, 0.2, -0.5)
    x[11], x[14], x[10] = (0.7, 0.1, 0.5), (0.8, 0.2, 0.5), (0.75, 0.3, 0.5)
    assert crossings(x, triangles, columns) == 2


@pytest.mark.parametrize("wind", ["calm", "breeze"])
def test_a_flat_carpet_flies_the_same_bits_with_and_without_self_contact(wind: str) -> None:
    throw = Throw((0.0, -0.6, 0.25), (0.1, 1.9, 0.5), (0.0, 0.0, 60.0))
    with_it, without = (simulate(throw, mesh=COARSE, wind=wind, overrides=more) for more in ({}, PASSING))
    assert with_it.hash == without.hash


@pytest.mark.parametrize("material", ["wool", "silk"])
def test_a_folded_carpet_lies_in_two_layers(material: str) -> None:
    thickness = max(load_material(material).thickness, 2.5e-4)
    path = folded(material, COARSE, {}).to_rest()
    assert path.settled
    assert crossings(path.final_vertices, path.triangles, COARSE[0]) == 0
    far_end = path.final_vertices[-COARSE[0] :, 2]
    assert (far_end > 0.5 * thickness).all()
    fallen_through = folded(material, COARSE, PASSING).to_rest().final_vertices[-COARSE[0] :, 2]
    assert (fallen_through < 0.1 * thickness).all()


def test_a_folded_carpet_lies_the_same_twice() -> None:
    assert folded("wool", COARSE, {}).to_rest().hash == folded("wool", COARSE, {}).to_rest().hash


def test_layers_that_clap_together_in_vacuum_keep_momenta_and_do_not_pass() -> None:
    counts = {}
    for held in (True, False):
        flight = clapping("wool", COARSE, {} if held else PASSING)
        linear, angular = momenta(flight)
        counts[held] = 0
        for _ in range(40):
            flight.advance(4)
            counts[held] += crossings(flight.x, flight.mesh.triangles, COARSE[0])
        linear_after, angular_after = momenta(flight)
        assert np.abs(linear_after - linear).max() < 1e-9 * np.linalg.norm(linear)
        assert np.abs(angular_after - angular).max() < 1e-9 * np.linalg.norm(angular)
    assert counts[True] == 0 < counts[False]


@pytest.mark.parametrize("over", [False, True])
def test_layers_that_lie_too_close_press_none_of_them_into_the_table_or_a_card(over: bool) -> None:
    """The upper half of a folded carpet lies nearer to the lower one than cloth is thick, both just above a card."""
    cards = (LyingCard(1, 0.0, 0.0, 0.0),) if over else ()
    world = World(default_table(), cards)
    flight = Flight(Throw((0.0, 0.0, 0.001), (0.0, 0.0, 0.0)), Settings.resolve(world=world, mesh=STANDARD))
    grid = flight.mesh.rest_positions
    upper = grid[:, 1] > 0.0
    ground = 0.0003 if over else 0.0
    flight.x[:, 1] = np.where(upper, -grid[:, 1], grid[:, 1])
    flight.x[:, 2] = ground + np.where(upper, 1.0e-4, 5.0e-5)
    flight.v[:] = 0.0
    for _ in range(6):
        flight.advance(1)
        assert (flight.x[:, 2] - np.maximum(flight.hold[:, SUPPORT], 0.0)).min() >= -1e-9
    apart = flight.x[upper, 2].mean() - flight.x[~upper, 2].mean()
    assert apart > 1e-4  # they were parted, upwards


def test_throws_edge_on_crumple_and_seldom_pass_through() -> None:
    """Straight down onto an edge at 6 m/s: the hardest of folds on the coarsest of meshes."""
    through = {True: 0, False: 0}
    for held in through:
        for material in ("wool", "silk"):
            for throw in EDGE_ON:
                path = simulate(throw, mesh=COARSE, material=material, overrides={} if held else PASSING)
                assert path.settled
                through[held] += any(crossings(frame, path.triangles, COARSE[0]) for frame in path.vertices[::3])
    assert 3 * through[True] <= through[False], through
