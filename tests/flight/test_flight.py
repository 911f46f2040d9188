"""How carpets behave in flight, where formulas do not reach: direction of curves, smoothness, frames, warm-up."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fliegende3d.flight import (
    STANDARD,
    ContactKind,
    Material,
    Orientation,
    Throw,
    load_material,
    material_names,
    simulate,
    simulate_many,
    warm_up,
    wind_names,
)
from tests.flight.soak import soak

AWAY = Throw((0.0, 0.0, 0.6), (0.0, 4.0, 0.7), (0.0, 0.0, 63.0))
OPEN = {"table.half_width": 10.0, "table.half_depth": 10.0}


def test_counter_clockwise_spin_curves_right_and_clockwise_left() -> None:
    right = simulate(AWAY, overrides=OPEN)
    left = simulate(AWAY.mirrored(), overrides=OPEN)
    assert right.touchdown is not None
    assert left.touchdown is not None
    assert right.touchdown.position[0] > 0.1
    assert left.touchdown.position[0] < -0.1


def test_a_spinning_carpet_carries_farther_than_a_still_one() -> None:
    still = Throw(AWAY.position, AWAY.velocity)
    flights = [simulate(throw, overrides=OPEN) for throw in (still, AWAY)]
    reach = [float(flight.centre_of_mass[-1, 1]) for flight in flights]
    assert reach[1] > reach[0]


def test_a_magic_carpet_ripples_in_a_gust_and_a_card_does_not() -> None:
    ripples = []
    for name in ("magic", "playing_card"):
        flight = simulate(AWAY, material=name, wind="breeze", seed=4, overrides=OPEN | {"solver.longest_flight": 0.4})
        shape = flight.vertices[-1] - flight.vertices[-1].mean(axis=0)
        ripples.append(float(np.linalg.svd(shape, compute_uv=False)[2]) / math.sqrt(len(shape)))
    assert ripples[0] > 10.0 * ripples[1]


def test_frames_come_at_sixty_hertz_and_the_last_is_the_rest() -> None:
    flight = simulate(Throw((0.0, -0.6, 0.25), (0.0, 1.5, 0.4), (0.0, 0.0, 63.0)))
    assert flight.settled
    assert np.abs(np.diff(flight.times) - 1.0 / 60.0).max() < 1e-12
    assert flight.duration == flight.times[-1]
    assert flight.events[-1].kind is ContactKind.REST
    assert flight.events[-1].time == flight.duration
    assert flight.vertices.shape == (len(flight.times), STANDARD[0] * STANDARD[1], 3)
    assert np.abs(flight.vertices[0] - flight.vertices[0].mean(axis=0)).max() < 0.05
    counts = np.bincount(flight.triangles.ravel(), minlength=280)
    assert len(flight.triangles) == 2 * 13 * 19
    assert counts.min() >= 1


def test_triangles_face_up_on_a_flat_carpet() -> None:
    flight = simulate(Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
    a, b, c = (flight.final_vertices[flight.triangles[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0.0).all()


def test_spin_and_velocity_are_those_of_the_release() -> None:
    throw = Throw((0.0, 0.0, 1.0), (1.0, 2.0, 0.5), (3.0, -2.0, 40.0), Orientation(0.3, 0.1, -0.2))
    flight = simulate(throw, overrides={"solver.longest_flight": 0.05})
    assert flight.velocity[0] == pytest.approx(throw.velocity, abs=1e-9)
    assert flight.angular_velocity[0] == pytest.approx(throw.spin, abs=1e-6)


def test_touchdown_moves_smoothly_with_speed_aim_and_spin() -> None:
    """Steps of 0.5 % in speed, 0.25 degrees of aim and 1 % of spin move a landing at 1 m by millimetres."""
    throws = []
    for k in range(9):
        aim = math.radians(0.25 * k)
        speed = 1.6 * (1.0 + 0.005 * k)
        throws.append(
            Throw(
                (0.0, -0.6, 0.25),
                (speed * math.sin(aim), speed * math.cos(aim), 0.45),
                (0.0, 0.0, 63.0 * (1.0 + 0.01 * k)),
                Orientation(yaw=-aim),
            )
        )
    flights = simulate_many(throws)
    heights = [flight.centre_of_mass[int(0.25 * 60)] for flight in flights]
    assert np.linalg.norm(np.diff(heights, axis=0), axis=1).max() < 0.006


def test_a_limp_sheet_neither_explodes_nor_tears_when_it_is_hurled() -> None:
    limp = Material("limp", 0.05, 0.0002, 1e-7, 1e-7)
    throw = Throw((0.0, 0.0, 0.5), (8.0, 0.0, 0.0), (90.0, 90.0, 90.0), Orientation(0.4, 0.7, 1.1))
    flight = simulate(throw, material=limp, wind="sandstorm")
    assert np.isfinite(flight.vertices).all()
    assert np.linalg.norm(flight.vertices - flight.centre_of_mass[:, None], axis=2).max() < 0.12


def test_each_material_has_its_weight_and_stiffness() -> None:
    stiffness = [
        load_material(name).bending_length for name in ("silk", "wool", "magic", "felt", "playing_card", "paperboard")
    ]
    assert stiffness == sorted(stiffness)
    assert load_material("magic").areal_density == 0.30
    assert all(0.03 < load_material(name).areal_density < 0.5 for name in material_names())


def test_random_throws_over_all_materials_and_winds_are_sound() -> None:
    report = soak(len(material_names()) * len(wind_names()))
    assert report.sound, report


@pytest.mark.slow
def test_twenty_thousand_random_throws_are_sound() -> None:
    report = soak(20_000)
    assert report.sound, report


def test_warm_up_tells_its_progress_from_nothing_to_all() -> None:
    told: list[tuple[float, str]] = []
    warm_up(lambda share, name: told.append((share, name)))
    shares = [share for share, _ in told]
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert all(name for _, name in told)
