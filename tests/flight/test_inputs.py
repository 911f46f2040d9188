"""Bad input is refused by name, value and range, before anything is simulated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.flight import (
    ALL_KEYS,
    MAX_SPEED,
    MAX_SPIN,
    ConfigError,
    Material,
    MaterialError,
    MeshError,
    Orientation,
    Settings,
    Throw,
    ThrowError,
    Wind,
    WindError,
    WindField,
    load_material,
    load_wind,
    material_names,
    shipped_values,
    simulate,
    simulate_many,
    wind_names,
)

DROP = Throw((0.0, 0.0, 0.05), (0.0, 0.0, 0.0))
BAD_NUMBERS = st.sampled_from([math.nan, math.inf, -math.inf])
NUMBERS = st.floats(-1.0, 1.0)


@given(
    st.sampled_from(["position", "velocity", "spin", "orientation"]),
    st.integers(0, 2),
    BAD_NUMBERS,
    st.lists(NUMBERS, min_size=3, max_size=3),
)
def test_a_throw_must_be_finite(field: str, place: int, bad: float, numbers: list[float]) -> None:
    numbers = [abs(number) for number in numbers]
    numbers[place] = bad
    values: dict[str, object] = {"position": (0.0, 0.0, 0.1), "velocity": (0.0, 0.0, 0.0)}
    maker = Orientation if field == "orientation" else lambda *parts: parts
    with pytest.raises(ThrowError, match=field):
        Throw(**(values | {field: maker(*numbers)}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "throw"),
    [
        ("speed", {"velocity": (0.0, 0.0, MAX_SPEED * 1.001)}),
        ("spin", {"spin": (0.0, MAX_SPIN * 1.001, 0.0)}),
        (r"position\[2\]", {"position": (0.0, 0.0, -0.001)}),
        ("position", {"position": (0.0, 0.0)}),
        ("position", {"position": "abc"}),
        ("velocity", {"velocity": 3.0}),
        ("orientation", {"orientation": (0.0, 0.0, 0.0)}),
        (r"spin\[0\]", {"spin": (True, 0.0, 0.0)}),
    ],
)
def test_a_throw_outside_human_limits_names_the_field(field: str, throw: dict[str, object]) -> None:
    values: dict[str, object] = {"position": (0.0, 0.0, 0.1), "velocity": (0.0, 0.0, 0.0)}
    with pytest.raises(ThrowError, match=field):
        Throw(**(values | throw))  # type: ignore[arg-type]


def test_the_limits_themselves_can_be_thrown_in_any_direction() -> None:
    for angle in np.linspace(0.0, 2.0 * math.pi, 50):
        c, s = math.cos(angle), math.sin(angle)
        Throw((0.0, 0.0, 0.0), (MAX_SPEED * c, MAX_SPEED * s, 0.0), (0.0, MAX_SPIN * s, MAX_SPIN * c))


@given(st.lists(st.floats(-20.0, 20.0), min_size=3, max_size=3))
def test_an_orientation_is_a_rotation_applied_roll_then_pitch_then_yaw(angles: list[float]) -> None:
    yaw, pitch, roll = angles

    def about(axis: int, angle: float) -> np.ndarray:
        a, b = (axis + 1) % 3, (axis + 2) % 3
        matrix = np.eye(3)
        matrix[a, a] = matrix[b, b] = math.cos(angle)
        matrix[a, b], matrix[b, a] = -math.sin(angle), math.sin(angle)
        return matrix

    right = about(2, yaw) @ about(0, pitch) @ about(1, roll)
    assert np.abs(Orientation(yaw, pitch, roll).matrix() - right).max() < 1e-11


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"air.densty": 1.0}, "air.density"),
        ({"air.density": -1.0}, "air.density = -1 .* 0 to 20"),
        ({"air.density": math.nan}, "air.density"),
        ({"air.density": "thin"}, "air.density"),
        ({"solver.step_rate": 480.5}, "whole"),
        ({"solver.step_rate": 500}, "multiple"),
        ({"friction.carpet_tabel": 0.3}, "friction.carpet_table"),
    ],
)
def test_a_wrong_setting_is_explained(overrides: dict[str, float], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        simulate(DROP, overrides=overrides)


@pytest.mark.parametrize("mesh", [(13, 19), (14,), "14x20", (2, 10), (14.0, 20), (66, 20), (True, 10)])
def test_a_mesh_must_have_even_counts(mesh: object) -> None:
    with pytest.raises(MeshError, match="mesh"):
        simulate(DROP, mesh=mesh)  # type: ignore[arg-type]


def test_unknown_names_list_the_near_ones() -> None:
    with pytest.raises(MaterialError, match="felt"):
        load_material("fel")
    with pytest.raises(WindError, match="garden"):
        load_wind("gardn")
    with pytest.raises(WindError, match="seed"):
        load_wind("garden", -1)
    with pytest.raises(MaterialError, match="areal_density"):
        Material("lead", 100.0, 0.001, 1.0, 1.0)
    with pytest.raises(MaterialError, match="friction"):
        Material("ice", 0.3, 0.001, 1e-4, 1e-4, friction=(("friction.ice", 0.01),))
    with pytest.raises(WindError, match="gust_time"):
        Wind(gust_time=0.0)
    with pytest.raises(WindError, match="positions"):
        WindField().sample([[0.0, 0.0]], 0.0)
    with pytest.raises(ConfigError, match="workers"):
        simulate_many([DROP], workers=0)


def test_the_shipped_names_are_complete() -> None:
    assert set(material_names()) == {"magic", "playing_card", "paperboard", "felt", "wool", "silk"}
    assert wind_names() == ("calm", "room", "window", "fan", "garden", "breeze", "sandstorm")
    assert material_names()[0] == "magic"


def test_every_shipped_value_is_a_known_key_and_overrides_reach_material_and_friction() -> None:
    assert set(shipped_values()) <= set(ALL_KEYS)
    resolved = Settings.resolve(material="silk", overrides={"material.bending_rigidity": 1e-3})
    assert resolved.material.bending_width == resolved.material.bending_length == 1e-3
    assert resolved.values["friction.carpet_table"] == 0.20
    resolved = Settings.resolve(material="silk", overrides={"friction.carpet_table": 0.3})
    assert resolved.values["friction.carpet_table"] == 0.3


def test_all_values_in_force_can_be_listed_and_given_back() -> None:
    values = Settings.resolve(material="felt", wind="garden").all_values()
    assert values["material.areal_density"] == 0.20
    assert values["wind.speed"] == 1.0
    again = Settings.resolve(overrides=values)
    assert again.all_values() == values
    assert set(values) | {"material.bending_rigidity"} == set(ALL_KEYS)


@settings(max_examples=15, deadline=None)
@given(
    st.floats(-1e5, 1e5),
    st.floats(-1e5, 1e5),
    st.floats(0.0, 50.0),
    st.floats(-math.pi, math.pi),
    st.floats(-math.pi, math.pi),
)
def test_a_throw_may_start_anywhere_above_the_table_top(
    x: float, y: float, z: float, pitch: float, roll: float
) -> None:
    flight = simulate(
        Throw((x, y, z), (1.0, 0.0, 0.0), (0.0, 0.0, 30.0), Orientation(0.0, pitch, roll)),
        mesh=(8, 10),
        overrides={"solver.longest_flight": 0.3},
    )
    assert np.isfinite(flight.vertices).all()
    assert np.linalg.norm(flight.vertices - flight.centre_of_mass[:, None], axis=2).max() < 0.08
