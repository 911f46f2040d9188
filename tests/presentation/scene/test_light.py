"""Light through the day: interpolation, and fill light that is what a sky of that radiance gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fliegende3d.presentation.scene.light import NUMBERS, VECTORS, Daylight, Light, LightError
from fliegende3d.resources import find

Array = NDArray[np.float64]
NORMALS = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0.6, 0.0, 0.8), (-0.36, 0.48, 0.8)], float)


class _Painted(Light):
    """A light whose radiance is a given function of direction."""

    def radiance(self, directions: Array) -> Array:
        return _RADIANCE[self.numbers["which"]](directions)


def _uniform(directions: Array) -> Array:
    return np.tile((0.3, 0.5, 0.7), (len(directions), 1))


def _tilted(directions: Array) -> Array:
    return np.repeat(1.0 + directions[:, 2:], 3, axis=1)


_RADIANCE = {0.0: _uniform, 1.0: _tilted}


def irradiance(c: Array, n: Array) -> Array:
    """The shader's polynomial for normals (m, 3)."""
    x, y, z = n.T[:, :, None]
    return np.asarray(
        c[0] + c[1] * y + c[2] * z + c[3] * x + c[4] * x * y + c[5] * y * z
        + c[6] * (3 * z * z - 1) + c[7] * x * z + c[8] * (x * x - y * y)
    )  # fmt: skip


def test_a_uniform_sky_lights_every_surface_with_its_own_radiance() -> None:
    light = _Painted({}, {"which": 0.0, "ambient": 1.0})
    assert irradiance(light.fill_light(), NORMALS) == pytest.approx(np.tile((0.3, 0.5, 0.7), (6, 1)), rel=3e-3)


def test_a_sky_that_rises_with_height_gives_two_thirds_of_its_slope() -> None:
    """For L = 1 + z the irradiance over pi is 1 + 2/3 n.z, from the integral of a cosine lobe."""
    light = _Painted({}, {"which": 1.0, "ambient": 1.0})
    expected = np.repeat(1.0 + 2.0 / 3.0 * NORMALS[:, 2:], 3, axis=1)
    assert irradiance(light.fill_light(), NORMALS) == pytest.approx(expected, rel=4e-3)


def test_at_its_own_time_a_moment_is_exactly_itself() -> None:
    daylight = Daylight()
    sunset = daylight.at(0.70)
    assert sunset.vectors["key_colour"] == pytest.approx((11.6, 6.7, 3.9))
    assert sunset.numbers["exposure"] == pytest.approx(1.05)


def test_directions_keep_unit_length_all_day() -> None:
    daylight = Daylight()
    for time in np.linspace(0.0, 1.0, 41):
        light = daylight.at(float(time))
        assert np.linalg.norm(light.vectors["sun"]) == pytest.approx(1.0)
        assert np.linalg.norm(light.vectors["key"]) == pytest.approx(1.0)
        assert light.vectors["key"][2] > 0.3, "the key light must reach the cards"


def test_the_light_never_jumps() -> None:
    daylight = Daylight()
    steps = [daylight.at(float(time)) for time in np.linspace(0.0, 1.0, 401)]
    for name in VECTORS:
        values = np.array([light.vectors[name] for light in steps])
        assert np.abs(np.diff(values, axis=0)).max() < 0.025 * max(1.0, np.abs(values).max())
    for number in NUMBERS:
        row = np.array([light.numbers[number] for light in steps])
        assert np.abs(np.diff(row)).max() < 0.05


def test_lanterns_take_over_as_the_key_light_fades_in_a_game() -> None:
    daylight = Daylight()
    start, end = daylight.in_game(0.0), daylight.in_game(1.0)
    assert end.vectors["key_colour"].sum() < 0.5 * start.vectors["key_colour"].sum()
    assert end.numbers["lamps"] > 2.0 * start.numbers["lamps"]
    assert np.array_equal(daylight.in_game(-1.0).vectors["key"], start.vectors["key"])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("key_colour = [11.6, 6.7, 3.9]", "key_colour = [11.6, 6.7]", "sunset: key_colour is"),
        ("key = [-0.86, 0.14, 0.50]", "key = [0.0, 0.0, 0.0]", "sunset: key must not be zero"),
        ("exposure = 1.05", "exposure = -1", "sunset: exposure is -1; needed is a number from 0.0 to 10.0"),
        ("time = 0.70", "time = 0.10", "times must rise"),
        ("game_end = 0.94", "game_end = 0.1", "game_end is 0.1; needed is a number from 0.5"),
    ],
)
def test_a_wrong_light_names_file_moment_and_range(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = find("config", "light.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "dark.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LightError, match=complaint) as caught:
        Daylight(path)
    assert str(path) in str(caught.value)
