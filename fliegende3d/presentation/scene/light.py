"""The light through the day: moments from `config/light.toml`, interpolated, and the fill light they give."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fliegende3d.resources import find

Array = NDArray[np.float64]

VECTORS = (
    "sun",
    "key",
    "key_colour",
    "zenith",
    "dusk",
    "rose",
    "apricot",
    "low_away",
    "mid_away",
    "sun_glow",
    "disc",
    "cloud_dark",
    "cloud_lit",
    "earth",
)
NUMBERS = ("ambient", "lamps", "windows", "stars", "exposure")
DIRECTIONS = ("sun", "key")
BRIGHTEST = 100.0  # unit: exposure 1 maps 0.18 to middle grey

GROUND_ALBEDO = np.array([0.40, 0.22, 0.15])  # burnt clay and stone
GROUND_OPENNESS = 0.06  # share of the terrace that the key light reaches
RINGS, STEPS = 24, 48  # directions that the fill light is summed over


class LightError(ValueError):
    """A light file with a missing key or a value out of range."""


@dataclass(frozen=True)
class Light:
    """One moment: unit vectors towards sun and key light, linear colours, and strengths."""

    vectors: Mapping[str, Array]
    numbers: Mapping[str, float]

    def radiance(self, directions: Array) -> Array:
        """Light from directions (n, 3), unit length: the sky above, the terrace below. Shape (n, 3).

        The same function as `skyGradient` in `shaders/library/light.glsl`.
        """
        v = self.vectors
        height = np.maximum(directions[:, 2], 0.0)[:, None]
        flat = directions[:, :2] / (np.linalg.norm(directions[:, :2], axis=1, keepdims=True) + 1e-9)
        sun_flat = v["sun"][:2] / np.linalg.norm(v["sun"][:2])
        toward = ((flat @ sun_flat) * 0.5 + 0.5)[:, None]
        low = _mix(v["low_away"], v["apricot"], _smoothstep(0.45, 1.0, toward))
        middle = _mix(v["mid_away"], v["rose"], _smoothstep(0.4, 1.0, toward))
        sky = _mix(low, middle, _smoothstep(0.0, 0.095, height))
        sky = _mix(sky, v["dusk"], _smoothstep(0.06, 0.24, height))
        sky = _mix(sky, v["zenith"], _smoothstep(0.20, 0.75, height))
        near = np.maximum(directions @ v["sun"], 0.0)[:, None]
        sky = sky + v["sun_glow"] * (0.20 * near**12 + 0.75 * near**90)
        lit = v["key_colour"] * v["key"][2] * GROUND_OPENNESS / np.pi + 0.5 * (v["dusk"] + v["rose"])
        return np.where(directions[:, 2:] < 0.0, GROUND_ALBEDO * lit, sky)

    def fill_light(self) -> Array:
        """Irradiance over pi as nine spherical harmonics, shape (9, 3), times the moment's `ambient`.

        Bands weighted by 1, 2/3 and 1/4 for a cosine lobe: Ramamoorthi and Hanrahan, "An efficient representation
        for irradiance environment maps", SIGGRAPH 2001. The polynomial constants are folded in, as the shader needs.
        """
        directions, weights = _sphere()
        x, y, z = directions.T
        constants = (0.282095, 0.488603, 0.488603, 0.488603, 1.092548, 1.092548, 0.315392, 1.092548, 0.546274)
        polynomials = (np.ones_like(x), y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y)
        bands = (1.0, *(2.0 / 3.0,) * 3, *(0.25,) * 5)
        light = self.radiance(directions) * weights[:, None]
        rows = [
            band * constant**2 * (polynomial[:, None] * light).sum(0)
            for band, constant, polynomial in zip(bands, constants, polynomials, strict=True)
        ]
        return np.array(rows) * self.numbers["ambient"]


class Daylight:
    """All moments of a day, in order of time.

    Args:
        path: a file like `config/light.toml`, which is the default.

    Raises:
        LightError: naming the file, the moment, the key and what is needed.
    """

    def __init__(self, path: Path | None = None) -> None:
        path = path or find("config", "light.toml")
        try:
            data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise LightError(f"{path}: not a readable TOML file: {error}") from error
        moments = data.get("moment", [])
        if not isinstance(moments, list) or len(moments) < 2:
            raise LightError(f"{path}: at least two [[moment]] tables are needed")
        self._times = [_number(path, moment, "time", 0.0, 1.0) for moment in moments]
        if sorted(self._times) != self._times or len(set(self._times)) != len(self._times):
            raise LightError(f"{path}: the moments' times must rise")
        self._moments = [_moment(path, moment) for moment in moments]
        self.game_start = _number(path, data, "game_start", 0.0, 1.0)
        self.game_end = _number(path, data, "game_end", self.game_start, 1.0)

    def at(self, time: float) -> Light:
        """The light at a time of day from 0 (morning) to 1 (night); outside it the nearest is taken."""
        time = min(max(time, self._times[0]), self._times[-1])
        upper = next(i for i, moment in enumerate(self._times) if moment >= time)
        if upper == 0:
            return self._moments[0]
        span = self._times[upper] - self._times[upper - 1]
        share = (time - self._times[upper - 1]) / span
        share = share * share * (3.0 - 2.0 * share)
        before, after = self._moments[upper - 1], self._moments[upper]
        vectors = {name: _mix(before.vectors[name], after.vectors[name], share) for name in VECTORS}
        for name in DIRECTIONS:
            vectors[name] = vectors[name] / np.linalg.norm(vectors[name])
        numbers = {name: (1 - share) * before.numbers[name] + share * after.numbers[name] for name in NUMBERS}
        return Light(vectors, numbers)

    def in_game(self, progress: float) -> Light:
        """The light at a share 0..1 of a game."""
        return self.at(self.game_start + (self.game_end - self.game_start) * min(max(progress, 0.0), 1.0))


def _sphere() -> tuple[Array, Array]:
    """Directions over the whole sphere and their solid angles."""
    z = (np.arange(RINGS) + 0.5) / RINGS * 2.0 - 1.0
    angle = (np.arange(STEPS) + 0.5) / STEPS * 2.0 * np.pi
    flat = np.sqrt(1.0 - z * z)
    grid = np.stack(
        [
            np.outer(flat, np.cos(angle)).ravel(),
            np.outer(flat, np.sin(angle)).ravel(),
            np.repeat(z, STEPS),
        ],
        1,
    )
    return grid, np.full(RINGS * STEPS, 4.0 * np.pi / (RINGS * STEPS))


def _mix(a: Array, b: Array, share: Array | float) -> Array:
    mixed: Array = a * (1.0 - share) + b * share
    return mixed


def _smoothstep(low: float, high: float, value: Array) -> Array:
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _number(path: Path, table: Mapping[str, Any], key: str, low: float, high: float) -> float:
    value = table.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        where = table.get("name", "top level")
        raise LightError(f"{path}: {where}: {key} is {value!r}; needed is a number from {low} to {high}")
    return float(value)


def _moment(path: Path, table: Mapping[str, Any]) -> Light:
    vectors = {}
    for name in VECTORS:
        value = table.get(name)
        low = -1.0 if name in DIRECTIONS else 0.0
        if (
            not isinstance(value, list)
            or len(value) != 3
            or not all(isinstance(part, int | float) and low <= part <= BRIGHTEST for part in value)
        ):
            needed = f"three numbers from {low} to {BRIGHTEST}"
            raise LightError(f"{path}: {table.get('name', 'moment')}: {name} is {value!r}; needed are {needed}")
        vectors[name] = np.array(value, float)
    for name in DIRECTIONS:
        length = float(np.linalg.norm(vectors[name]))
        if length < 1e-6:
            raise LightError(f"{path}: {table.get('name', 'moment')}: {name} must not be zero")
        vectors[name] = vectors[name] / length
    return Light(vectors, {name: _number(path, table, name, 0.0, 10.0) for name in NUMBERS})
