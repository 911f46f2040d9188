"""Contact with the table and its friction, against Coulomb's law."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fliegende3d.flight import ContactKind, Throw, default_table, simulate

BIG_TABLE = {"table.half_width": 50.0, "table.half_depth": 50.0}
MESHES = [(8, 10), (14, 20)]


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("material", ["magic", "playing_card"])
def test_a_flat_slide_ends_where_coulomb_says(mesh: tuple[int, int], material: str) -> None:
    flight = simulate(
        Throw((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        material=material,
        mesh=mesh,
        overrides=BIG_TABLE | {"friction.carpet_table": 0.3, "air.density": 0.0},
    )
    assert flight.settled
    assert flight.centre_of_mass[-1, 0] == pytest.approx(1.0 / (2.0 * 0.3 * 9.81), rel=0.01)
    assert flight.centre_of_mass[-1, 1] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize(("spin", "distance"), [(5.0, 0.1720), (20.0, 0.2057), (60.0, 0.4151)])
def test_spin_lengthens_a_slide_by_the_integrated_amount(mesh: tuple[int, int], spin: float, distance: float) -> None:
    flight = simulate(
        Throw((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, spin)),
        material="playing_card",
        mesh=mesh,
        overrides=BIG_TABLE | {"friction.carpet_table": 0.3, "air.density": 0.0},
    )
    assert flight.centre_of_mass[-1, 0] == pytest.approx(distance, rel=0.03)


def test_a_carpet_holds_on_an_incline_just_below_the_angle_of_friction() -> None:
    flight = simulate(
        Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        overrides=BIG_TABLE
        | {
            "friction.carpet_table": 0.3,
            "air.density": 0.0,
            "incline": math.atan(0.98 * 0.3),
            "solver.rest_distance": 0.0,
            "solver.longest_flight": 10.0,
        },
    )
    assert np.abs(flight.vertices[-1] - flight.vertices[0]).max() < 1e-4


def test_a_carpet_slides_on_an_incline_just_above_it() -> None:
    slope = math.atan(1.02 * 0.3)
    flight = simulate(
        Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        overrides=BIG_TABLE
        | {"friction.carpet_table": 0.3, "air.density": 0.0, "incline": slope, "solver.longest_flight": 2.0},
    )
    acceleration = 2.0 * flight.centre_of_mass[-1, 0] / flight.duration**2
    assert acceleration == pytest.approx(9.81 * (math.sin(slope) - 0.3 * math.cos(slope)), rel=0.02)


def test_a_throw_across_the_table_tells_its_contacts_and_rests_on_the_top() -> None:
    flight = simulate(Throw((0.0, -0.6, 0.25), (0.0, 1.2, 0.5), (0.0, 0.0, 63.0)))
    assert flight.settled
    assert flight.events[0].kind is ContactKind.FIRST_CONTACT
    assert flight.events[-1].kind is ContactKind.REST
    assert list(flight.times) == sorted(flight.times)
    assert flight.final_vertices[:, 2].min() >= 0.0
    assert flight.final_vertices[:, 2].max() < 0.01


def test_a_throw_past_the_table_falls_to_the_floor() -> None:
    flight = simulate(Throw((2.0, 0.0, 0.1), (0.5, 0.0, 0.0)))
    assert flight.settled
    assert {event.kind for event in flight.events} == {ContactKind.FIRST_CONTACT, ContactKind.FLOOR, ContactKind.REST}
    assert flight.final_vertices[:, 2].max() < -0.40


@pytest.mark.parametrize("overhang", [0.022, 0.026, 0.033, 0.037])
@pytest.mark.parametrize("mesh", MESHES)
def test_a_stiff_carpet_falls_over_the_rim_when_its_middle_is_beyond(mesh: tuple[int, int], overhang: float) -> None:
    flight = simulate(
        Throw((default_table().half_width - 0.0295 + overhang, 0.0, 0.0), (0.0, 0.0, 0.0)),
        material="playing_card",
        mesh=mesh,
        overrides={"material.bending_rigidity": 0.02},
    )
    assert (flight.centre_of_mass[-1, 2] < -0.1) == (overhang > 0.0295)
