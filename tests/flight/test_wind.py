"""The wind is one field for flying and drawing, seeded, free of divergence, and calm at the table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.flight import Throw, Wind, WindField, load_wind, simulate, wind_names
from fliegende3d.flight.wind import GUST_RATE, GUST_SAMPLES, SLOPE_VARIANCE


def test_the_constant_of_the_eddies_is_the_variance_of_gradient_noise() -> None:
    """Mean over a cell of the variance of one derivative, by Gauss-Legendre quadrature."""
    nodes, weights = np.polynomial.legendre.leggauss(16)
    t, weights = 0.5 * (nodes + 1.0), 0.5 * weights
    x, y, z = np.meshgrid(t, t, t, indexing="ij")
    measure = weights[:, None, None] * weights[None, :, None] * weights[None, None, :]

    def fade(s: np.ndarray) -> np.ndarray:
        return s**3 * (10.0 - 15.0 * s + 6.0 * s * s)

    def slope(s: np.ndarray) -> np.ndarray:
        return 30.0 * s * s * (1.0 - s) ** 2

    total = 0.0
    for corner in range(8):
        offset = (corner & 1, (corner >> 1) & 1, corner >> 2)
        away = [c - o for c, o in zip((x, y, z), offset, strict=True)]
        share = [fade(c) if o else 1.0 - fade(c) for c, o in zip((x, y, z), offset, strict=True)]
        rise = slope(x) if offset[0] else -slope(x)
        weight, change = share[0] * share[1] * share[2], rise * share[1] * share[2]
        squares = sum(a * a for a in away)
        total += float((measure * (change**2 * squares + 2.0 * change * weight * away[0] + weight**2)).sum())
    assert total == pytest.approx(SLOPE_VARIANCE, abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 50), st.floats(-2.0, 2.0), st.floats(-2.0, 2.0), st.floats(0.002, 1.0), st.floats(0.0, 500.0))
def test_eddies_have_no_divergence(seed: int, x: float, y: float, z: float, time: float) -> None:
    field = WindField(Wind(turbulence=0.5, turbulence_size=0.3), seed)
    step = 1e-5
    point = np.array([x, y, z])
    divergence = sum(
        float(field.sample(point + step * axis, time) @ axis - field.sample(point - step * axis, time) @ axis)
        / (2 * step)
        for axis in np.eye(3)
    )
    assert abs(divergence) * 0.3 / 0.5 < 1e-3


@pytest.mark.parametrize("name", wind_names())
def test_the_air_stands_still_at_the_table_and_below(name: str) -> None:
    field = load_wind(name, 4)
    points = np.random.default_rng(1).uniform([-1, -1, -0.4], [1, 1, 0.0], (100, 3))
    assert np.abs(field.sample(points, 3.0)).max() == 0.0


@pytest.mark.parametrize("name", ["window", "garden", "sandstorm"])
def test_the_wind_blows_its_speed_on_average_and_never_without_end(name: str) -> None:
    field = load_wind(name, 2)
    points = np.random.default_rng(2).uniform([-3, -3, 1.0], [3, 3, 2.0], (200, 3))
    samples = np.concatenate([field.sample(points, float(t)) for t in np.linspace(0.0, 500.0, 60)])
    downwind = np.array([np.cos(field.direction), np.sin(field.direction), 0.0])
    profile = np.mean(points[:, 2] / (points[:, 2] + field.wind.profile_height))
    scatter = 4.0 * field.wind.gust * np.sqrt(2.0 * field.wind.gust_time / 500.0) + 0.05 * field.wind.speed
    assert float(samples.mean(axis=0) @ downwind) == pytest.approx(field.wind.speed * profile, abs=scatter)
    assert np.abs(samples).max() < field.wind.speed + 8.0 * (field.wind.gust + field.wind.turbulence)


def test_a_field_depends_on_its_seed_only_and_closes_its_loop() -> None:
    points = np.random.default_rng(3).uniform([-1, -1, 0], [1, 1, 1], (50, 3))
    one, same, other = load_wind("breeze", 5), load_wind("breeze", 5), load_wind("breeze", 6)
    assert (one.sample(points, 12.3) == same.sample(points, 12.3)).all()
    assert np.abs(one.sample(points, 12.3) - other.sample(points, 12.3)).max() > 0.1
    gust_only = WindField(Wind(gust=0.5), 5)
    loop = GUST_SAMPLES / GUST_RATE
    assert np.abs(gust_only.sample(points, 1.25) - gust_only.sample(points, 1.25 + loop)).max() < 1e-6


def test_neighbouring_moments_and_places_have_neighbouring_winds() -> None:
    field = load_wind("sandstorm", 1)
    points = np.random.default_rng(4).uniform([-1, -1, 0.01], [1, 1, 1], (200, 3))
    assert np.abs(field.sample(points, 7.0) - field.sample(points, 7.0 + 1e-4)).max() < 0.02
    assert np.abs(field.sample(points, 7.0) - field.sample(points + 1e-4, 7.0)).max() < 0.04


def test_carpets_fly_in_the_field_that_is_drawn() -> None:
    """A cross wind of 1 m/s moves a throw to 1 m the way the field blows."""
    throw = Throw((0.0, -0.6, 0.25), (0.0, 2.0, 0.5), (0.0, 0.0, 63.0))
    still = simulate(throw)
    blown = simulate(throw, wind=WindField(Wind(speed=1.0)))
    assert blown.touchdown is not None
    assert still.touchdown is not None
    frame = int(still.touchdown.time * 60)
    shift = blown.centre_of_mass[frame] - still.centre_of_mass[frame]
    assert 0.005 < shift[0] < 0.1


def test_release_at_another_moment_meets_another_wind() -> None:
    throw = Throw((0.0, -0.6, 0.25), (0.0, 2.0, 0.5), (0.0, 0.0, 63.0))
    field = load_wind("breeze", 9)
    assert simulate(throw, wind=field, time=0.0).hash != simulate(throw, wind=field, time=3.0).hash


def test_many_points_at_once_have_the_wind_of_each() -> None:
    field = load_wind("sandstorm", 9)
    points = np.random.default_rng(3).uniform([-1.0, -1.0, -0.1], [1.0, 1.0, 0.5], (11, 3))
    together = field.sample(points, 4.2)
    assert together.shape == points.shape
    np.testing.assert_array_equal(together, [field.sample(point, 4.2) for point in points])
    assert field.sample(np.zeros((0, 3)), 4.2).shape == (0, 3)
