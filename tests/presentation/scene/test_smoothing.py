"""The drawn sheet: a true spline through the simulated vertices, with thickness and outward normals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from fliegende3d.presentation.scene.smoothing import FINE_COLUMNS, FINE_ROWS, Sheet, spline_matrices

THICKNESS = 0.001


def flat_cloth(columns: int = 14, rows: int = 20, height: float = 0.2) -> NDArray[np.float64]:
    """A flat cloth of card size [m]."""
    x, y = np.meshgrid(np.linspace(-0.0295, 0.0295, columns), np.linspace(-0.0455, 0.0455, rows))
    return np.stack([x, y, np.full_like(x, height)], -1).reshape(-1, 3)


@given(st.integers(4, 24), st.integers(0, 2**32 - 1))
def test_the_spline_is_the_natural_cubic_spline(knots: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=knots)
    reference = CubicSpline(np.linspace(0.0, 1.0, knots), values, bc_type="natural")
    value, slope = spline_matrices(knots, 33)
    places = np.linspace(0.0, 1.0, 33)
    assert value @ values == pytest.approx(reference(places), abs=1e-9)
    assert slope @ values == pytest.approx(reference(places, 1), abs=1e-7)


def test_a_flat_cloth_is_drawn_as_a_slab_of_the_given_thickness() -> None:
    sheet = Sheet(14, 20, thickness=THICKNESS)
    positions, normals = sheet.shape(flat_cloth())
    size = FINE_COLUMNS * FINE_ROWS
    middle = slice(size // 2 - 5, size // 2 + 5)
    assert positions[middle, 2] == pytest.approx(0.2 + THICKNESS / 2)
    assert positions[size:][middle, 2] == pytest.approx(0.2 - THICKNESS / 2)
    assert normals[:size] == pytest.approx(np.tile((0.0, 0.0, 1.0), (size, 1)), abs=1e-12)
    assert positions[:size, 0].min() == pytest.approx(-0.0295)


@pytest.mark.parametrize(("columns", "rows"), [(8, 10), (14, 20)])
def test_every_triangle_faces_the_way_of_its_normals(columns: int, rows: int) -> None:
    sheet = Sheet(columns, rows, thickness=THICKNESS)
    cloth = flat_cloth(columns, rows)
    cloth[:, 2] += 0.006 * np.sin(70.0 * cloth[:, 1] + 30.0 * cloth[:, 0])
    positions, normals = sheet.shape(cloth)
    a, b, c = (positions[sheet.triangles[:, k]] for k in range(3))
    facing = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals[sheet.triangles].mean(axis=1))
    assert facing.min() > 0.0


@settings(max_examples=25)
@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
def test_turning_the_cloth_turns_what_is_drawn(yaw: float, pitch: float, roll: float) -> None:
    def axis(angle: float, i: int, j: int) -> NDArray[np.float64]:
        turn = np.eye(3)
        turn[i, i] = turn[j, j] = np.cos(angle)
        turn[i, j], turn[j, i] = -np.sin(angle), np.sin(angle)
        return turn

    rotation = axis(yaw, 0, 1) @ axis(pitch, 1, 2) @ axis(roll, 0, 2)
    cloth = flat_cloth(height=0.0)
    cloth[:, 2] += 0.004 * np.sin(60.0 * cloth[:, 1])
    high = np.array([0.0, 0.0, 2.0])
    sheet = Sheet(14, 20, thickness=THICKNESS)
    positions, normals = (array.copy() for array in sheet.shape(cloth + high))
    turned, turned_normals = sheet.shape(cloth @ rotation.T + high)
    assert turned - high == pytest.approx((positions - high) @ rotation.T, abs=1e-12)
    assert turned_normals == pytest.approx(normals @ rotation.T, abs=1e-9)


def test_a_resting_cloth_is_never_drawn_into_the_table() -> None:
    sheet = Sheet(14, 20, thickness=THICKNESS)
    positions, _ = sheet.shape(flat_cloth(height=0.0002))
    assert positions[:, 2].min() >= -1e-12


def test_a_wrong_number_of_vertices_is_refused_with_the_right_one() -> None:
    with pytest.raises(ValueError, match=r"needed is \(280, 3\) for 14 x 20"):
        Sheet(14, 20, thickness=THICKNESS).shape(np.zeros((80, 3)))
