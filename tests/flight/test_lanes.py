"""Four numbers at once give what one at a time gives."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from fliegende3d.flight import Flight, Settings, Throw, lanes, layout, load_material
from fliegende3d.flight.mesh import bond_numbers, build_mesh
from fliegende3d.flight.rigid import fit_rigid
from fliegende3d.flight.stretching import stretch_sweep

Floats = NDArray[np.float64]
MESHES = [(4, 4), (4, 10), (6, 4), (8, 10), (10, 6), (14, 20), (22, 8)]
THROW = Throw((0.0, 0.0, 1.5), (0.3, 2.0, 0.4), (4.0, -3.0, 60.0))


def all_operations(a: Floats, b: Floats, out: Floats) -> float:
    """Every operation once, each result in a row of its own."""
    x, y = lanes.load(a, 1), lanes.load(b, 0)
    lanes.store(out, 0, x + y)
    lanes.store(out, 4, x - y)
    lanes.store(out, 8, x * y)
    lanes.store(out, 12, x / y)
    lanes.store(out, 16, 2.0 - x)
    lanes.store(out, 20, x * 3)
    lanes.store(out, 24, lanes.root(lanes.size(x)))
    lanes.store(out, 28, lanes.larger(x, y))
    lanes.store(out, 32, lanes.larger(x, 0.0))
    lanes.store(out, 36, lanes.where_positive(x, y))
    lanes.store(out, 40, lanes.evens(x, y))
    lanes.store(out, 44, lanes.odds(x, y))
    lanes.store(out, 48, lanes.first_mixed(lanes.evens(x, y), lanes.odds(x, y)))
    lanes.store(out, 52, lanes.last_mixed(lanes.evens(x, y), lanes.odds(x, y)))
    lanes.store(out, 56, lanes.spread(7.0))
    lanes.store(out, 60, lanes.load_every(a, 0, 2))
    lanes.store(out, 64, lanes.gather(a, 7, 0, 3, 3))
    lanes.store(out, 68, lanes.floor(x))
    lanes.store(out, 72, lanes.picked(x, y, x))
    lanes.store_every(out, 76, 3, y)
    return lanes.total(x) + 1000.0 * lanes.lane(y, 2) + 1e6 * lanes.largest(y)


compiled: Any = numba.njit(all_operations)


def test_operations_on_lanes_are_those_of_numpy() -> None:
    a = np.array([9.0, -1.5, 2.0, -3.25, 4.0, 5.0, -6.0, 7.0])
    b = np.array([0.5, -2.0, 3.0, 4.0])
    out = np.full(90, -77.0)
    answer = compiled(a, b, out)
    x = a[1:5]
    right = [
        x + b,
        x - b,
        x * b,
        x / b,
        2.0 - x,
        x * 3,
        np.sqrt(abs(x)),
        np.maximum(x, b),
        np.maximum(x, 0.0),
        np.where(x > 0.0, b, 0.0),
        [x[0], x[2], b[0], b[2]],
        [x[1], x[3], b[1], b[3]],
        x,
        b,
        [7.0] * 4,
        a[::2],
        [a[7], a[0], a[3], a[3]],
        np.floor(x),
        np.where(x > 0.0, b, x),
    ]
    np.testing.assert_array_equal(out[:76].reshape(19, 4), np.array(right))
    np.testing.assert_array_equal(out[76:86:3], b)
    assert (out[86:] == -77.0).all()
    assert answer == ((x[0] + x[1]) + (x[2] + x[3])) + 1000.0 * b[2] + 1e6 * b.max()


def test_arrays_with_gaps_have_no_lanes() -> None:
    with pytest.raises(numba.core.errors.TypingError):
        compiled(np.zeros(16)[::2], np.zeros(4), np.zeros(90))


@pytest.mark.parametrize("mesh", MESHES)
def test_every_edge_is_held_once_and_those_of_a_colour_share_no_vertex(mesh: tuple[int, int]) -> None:
    sheet = build_mesh(*mesh, 0.059, 0.091, load_material("magic"))
    bonds = sheet.bonds
    real = bonds.edge >= 0
    assert sorted(bonds.edge[real].tolist()) == list(range(len(sheet.edges)))
    np.testing.assert_array_equal(bonds.ends[real], sheet.edges[bonds.edge[real]])
    fours = [start // (lanes.WIDTH * 3) for start in bonds.starts] + [len(bonds.edge)]
    for first, last in itertools.pairwise(fours):
        ends = bonds.ends[first:last][real[first:last]].ravel()
        assert len(set(ends.tolist())) == len(ends)


def swept(x: Floats, mesh: Any, inverse_mass: Floats, compliance: Floats, *, backwards: bool) -> float:
    """One XPBD sweep in plain Python, edge after edge as the mesh lists them; returns the largest strain."""
    worst = 0.0
    for k in reversed(range(len(mesh.edges))) if backwards else range(len(mesh.edges)):
        i, j = (int(end) for end in mesh.edges[k])
        d = x[i] - x[j]
        square = float(d @ d)
        right = float(mesh.rest_lengths[k]) ** 2
        error = square - right
        worst = max(worst, 0.5 * abs(error) / right)
        s = error / ((1.5 * square + 0.5 * right) * (inverse_mass[i] + inverse_mass[j] + compliance[k]))
        x[i] -= s * inverse_mass[i] * d
        x[j] += s * inverse_mass[j] * d
    return worst


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("backwards", [False, True])
def test_a_stretch_sweep_is_the_sweep_over_the_list_of_edges(mesh: tuple[int, int], backwards: bool) -> None:
    random = np.random.default_rng(4)
    sheet = build_mesh(*mesh, 0.059, 0.091, load_material("magic"))
    inverse_mass, compliance = 1.0 / sheet.mass, random.uniform(0.0, 1e5, len(sheet.edges))
    par = np.zeros(layout.PARAMETER_COUNT)
    par[layout.COLUMNS], par[layout.TAUT_DIAGONALS] = mesh[0], 1.0
    room = np.zeros((2, 3, sheet.vertex_count))
    x = room[0].T
    x[:, :2] = sheet.rest_positions
    x += random.normal(0.0, 1e-4, x.shape)
    plain = x.copy()
    bonds = bond_numbers(sheet, inverse_mass, compliance)
    strain = stretch_sweep(x, bonds, sheet.bonds.starts, sheet.bonds.squares, par, backwards)
    assert strain == pytest.approx(swept(plain, sheet, inverse_mass, compliance, backwards=backwards), rel=1e-12)
    np.testing.assert_allclose(x, plain, rtol=0.0, atol=1e-15)
    assert not room[1].any()


@pytest.mark.parametrize("mesh", MESHES)
def test_a_sheet_taken_apart_in_four_bends_as_the_whole_sheet(mesh: tuple[int, int]) -> None:
    settings = Settings.resolve(mesh=mesh, material="silk")
    nothing_held = np.zeros(mesh[0] * mesh[1], np.bool_)
    in_four = Flight(THROW, settings, keep_frames=False)
    whole = Flight(THROW, settings, keep_frames=False, anchored=nothing_held)
    assert in_four.par[layout.FOLDED] == 1.0
    assert whole.par[layout.FOLDED] == 0.0
    for flight in (in_four, whole):
        flight.advance(24)
    np.testing.assert_allclose(in_four.x, whole.x, rtol=0.0, atol=1e-11)


def test_the_fit_of_a_sheet_is_that_of_its_vertices() -> None:
    flight = Flight(THROW, Settings.resolve(mesh=(6, 10)), keep_frames=False)
    flight.x[:] += np.random.default_rng(2).normal(0.0, 0.004, flight.x.shape)
    mass = flight.mesh.mass
    fit_rigid(flight.x, flight.v, mass, flight.body)
    centre = [math.fsum(mass * flight.x[:, d]) / math.fsum(mass) for d in range(3)]
    velocity = [math.fsum(mass * flight.v[:, d]) / math.fsum(mass) for d in range(3)]
    arm = flight.x - centre
    momentum = (mass[:, None] * np.cross(arm, flight.v)).sum(0)
    inertia = sum(m * (np.dot(r, r) * np.eye(3) - np.outer(r, r)) for m, r in zip(mass, arm, strict=True))
    body = flight.body
    np.testing.assert_allclose(body[layout.CENTRE : layout.CENTRE + 3], centre, rtol=1e-13)
    np.testing.assert_allclose(body[layout.VELOCITY : layout.VELOCITY + 3], velocity, rtol=1e-13)
    np.testing.assert_allclose(body[layout.MOMENTUM : layout.MOMENTUM + 3], momentum, rtol=1e-10)
    spin = np.linalg.solve(inertia, momentum)
    np.testing.assert_allclose(body[layout.SPIN : layout.SPIN + 3], spin, rtol=1e-9)
