"""Flights without air, against mechanics."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fliegende3d.flight import Flight, Settings, Throw, simulate

VACUUM = {"air.density": 0.0, "solver.contact": 0.0}


def momenta(flight: Flight) -> tuple[np.ndarray, np.ndarray]:
    """Mean velocity and angular momentum about the centre of mass."""
    mass = flight.mesh.mass[:, None]
    centre = (mass * flight.x).sum(0) / mass.sum()
    velocity = (mass * flight.v).sum(0) / mass.sum()
    return velocity, (mass * np.cross(flight.x - centre, flight.v - velocity)).sum(0)


def test_thrown_carpet_follows_the_parabola_in_vacuum() -> None:
    flight = simulate(
        Throw((0.1, -0.2, 5.0), (3.0, 1.0, 2.0), (5.0, -8.0, 60.0)),
        overrides=VACUUM | {"solver.longest_flight": 0.5},
    )
    t = flight.times[:, None]
    parabola = np.array([0.1, -0.2, 5.0]) + np.array([3.0, 1.0, 2.0]) * t - 0.5 * np.array([0.0, 0.0, 9.81]) * t * t
    assert np.abs(flight.centre_of_mass - parabola).max() < 1e-9


@pytest.mark.parametrize("spin", [60.0, 126.0])
@pytest.mark.parametrize(("material", "rigidity"), [("magic", 1e-4), ("silk", 4e-6)])
def test_a_bent_spinning_sheet_keeps_its_momenta_for_two_seconds(material: str, rigidity: float, spin: float) -> None:
    settings = Settings.resolve(
        material=material, overrides=VACUUM | {"gravity": 0.0, "material.bending_rigidity": rigidity}
    )
    flight = Flight(Throw((0.0, 0.0, 1.0), (3.0, 1.0, 2.0), (3.0, -4.0, spin)), settings)
    flight.advance(1)
    grid = flight.mesh.rest_positions
    flight.v[:, 2] += 1.5 * (grid[:, 1] ** 2 / 0.0455**2 - 1.0 / 3.0) + 0.5 * grid[:, 0] * grid[:, 1] / (
        0.0295 * 0.0455
    )
    linear, angular = momenta(flight)
    flight.advance(960)
    linear_after, angular_after = momenta(flight)
    assert np.abs(linear_after - linear).max() < 1e-10
    assert np.linalg.norm(angular_after - angular) < 1e-10 * np.linalg.norm(angular)


@pytest.mark.parametrize(("density", "time"), [(0.3, 0.63258), (0.06, 1.15679)])
def test_broadside_drop_takes_the_time_of_quadratic_drag(density: float, time: float) -> None:
    terminal = math.sqrt(2.0 * density * 9.81 / (1.2 * 1.17))
    right = terminal / 9.81 * math.acosh(math.exp(9.81 / terminal**2))
    assert right == pytest.approx(time, abs=1e-5)
    flight = simulate(
        Throw((0.0, 0.0, 2.0), (0.0, 0.0, 0.0)),
        material="playing_card",
        overrides={
            "air.normal_drag": 1.17,
            "material.areal_density": density,
            "material.bending_rigidity": 0.05,
            "solver.contact": 0.0,
            "solver.longest_flight": 1.3,
            "solver.frame_rate": 480,
        },
    )
    fallen = 2.0 - flight.centre_of_mass[:, 2]
    assert np.interp(1.0, fallen, flight.times) == pytest.approx(right, rel=1e-4)
