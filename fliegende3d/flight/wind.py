"""The air over the table: mean profile, large gusts and eddies, one seeded field for the kernels and for whoever
draws it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fliegende3d.flight import lanes, layout
from fliegende3d.flight.air import blend_lattice, sample_air
from fliegende3d.flight.compiled import kernel
from fliegende3d.flight.config import WIND_KEYS, checked, read_toml
from fliegende3d.flight.errors import WindError, near
from fliegende3d.flight.throw import quantise

Floats = NDArray[np.float64]

GUST_RATE = 60.0  # Hz; gusts are interpolated between samples
GUST_SAMPLES = 2**15  # the gust record is a closed loop of nine minutes
KEY_COUNT = 32  # eddy lattices in the closed loop of their evolution
LATTICE_ENTRIES = 128  # distinct gradients of a lattice
OCTAVES = 3
OCTAVE_GAIN = 2.0 ** (-1.0 / 3.0)  # velocity from one octave to the next smaller: Kolmogorov's k^(-5/3) spectrum
FLATTENING = (
    2.0  # eddies are half as high as wide, so vertical gusts have 0.71 of the horizontal deviation, as near the ground
)
# variance of one derivative of gradient noise with unit-variance gradients, averaged over a cell
SLOPE_VARIANCE = 0.7443
SMALLEST_EVOLUTION_SPEED = 0.02  # m/s; eddies evolve at least this fast


@dataclass(frozen=True, slots=True)
class Wind:
    """The numbers of a wind, see `config/winds.toml` for what each means.

    Raises:
        WindError: naming field, value and range.
    """

    name: str = "calm"
    speed: float = 0.0
    direction: float = 0.0
    veer: float = 0.0
    profile_height: float = 0.03
    gust: float = 0.0
    gust_time: float = 3.0
    turbulence: float = 0.0
    turbulence_size: float = 0.4
    calm_layer: float = 0.07

    def __post_init__(self) -> None:
        for key in WIND_KEYS:
            attribute = key.name.removeprefix("wind.")
            object.__setattr__(self, attribute, key.check(getattr(self, attribute), f"{self.name}: ", WindError))

    def with_overrides(self, overrides: Mapping[str, float]) -> Wind:
        """The same wind with the `wind.` keys of checked overrides put in their places."""
        changes: dict[str, Any] = {
            key.name.removeprefix("wind."): overrides[key.name] for key in WIND_KEYS if key.name in overrides
        }
        return replace(self, **changes) if changes else self


@kernel
def ornstein_uhlenbeck(noise: Floats, keep: float, start: float, out: Floats) -> float:
    """Exact samples of an Ornstein-Uhlenbeck process of unit variance: u' = keep u + sqrt(1 - keep^2) xi; returns the
    last.

    Args:
        noise: independent standard normal numbers, shape (samples,).
        keep: exp(-interval/correlation time).
        out: output, shape (samples,).
    """
    spread = math.sqrt(1.0 - keep * keep)
    u = start
    for i in range(noise.shape[0]):
        u = keep * u + spread * noise[i]
        out[i] = u
    return u


@dataclass(frozen=True)
class WindField:
    """A wind with its seed: one definite field of air velocities over space and time (a closed loop of nine minutes).

    The same seed gives the same field in every process.
    """

    wind: Wind = Wind()
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise WindError(f"seed = {self.seed!r} must be a whole number from 0 up")

    def _random(self, purpose: int) -> np.random.Generator:
        return np.random.Generator(np.random.Philox(np.random.SeedSequence([self.seed, purpose])))

    @cached_property
    def direction(self) -> float:
        """The yaw [rad] towards which the mean wind blows, veer included."""
        return quantise(self.wind.direction + self.wind.veer * (2.0 * float(self._random(0).random()) - 1.0))

    @cached_property
    def parameters(self) -> Floats:
        """Numbers for the kernel, shape (layout.AIR_COUNT,)."""
        wind = self.wind
        air = np.zeros(layout.AIR_COUNT)
        air[layout.MEAN_X] = wind.speed * quantise(math.cos(self.direction))
        air[layout.MEAN_Y] = wind.speed * quantise(math.sin(self.direction))
        air[layout.PROFILE_HEIGHT] = wind.profile_height
        air[layout.CALM_LAYER] = wind.calm_layer
        air[layout.GUST_RATE] = GUST_RATE
        air[layout.FLATTENING] = FLATTENING
        air[layout.WIND_ON] = 1.0 if max(wind.speed, wind.gust, wind.turbulence) > 0.0 else 0.0
        air[layout.OCTAVES] = OCTAVES if wind.turbulence > 0.0 else 0
        total = math.sqrt(sum(OCTAVE_GAIN ** (2 * k) for k in range(OCTAVES)))
        for k in range(OCTAVES):
            size = wind.turbulence_size * 0.5**k
            deviation = wind.turbulence * quantise(OCTAVE_GAIN**k / total)
            first = layout.OCTAVE_FIRST + layout.OCTAVE_STRIDE * k
            air[first + layout.OCTAVE_AMPLITUDE] = deviation * size / (FLATTENING * math.sqrt(SLOPE_VARIANCE))
            air[first + layout.OCTAVE_INVERSE_SIZE] = 1.0 / size
            air[first + layout.OCTAVE_RATE] = max(deviation, SMALLEST_EVOLUTION_SPEED) / size
        return air

    @cached_property
    def gusts(self) -> Floats:
        """Large gusts [m/s] at `GUST_RATE`, world axes, shape (samples, 2), float64: independent Ornstein-Uhlenbeck
        processes.
        """
        if self.wind.gust == 0.0:
            return np.zeros((1, 2))
        keep = quantise(math.exp(-1.0 / (GUST_RATE * self.wind.gust_time)))
        noise = np.floor(self._random(1).standard_normal((2, GUST_SAMPLES)) * 2.0**30 + 0.5) * 2.0**-30
        loops = []
        for row in noise:
            loop = np.empty_like(row)
            ornstein_uhlenbeck(row, keep, ornstein_uhlenbeck(row, keep, 0.0, loop), loop)  # the second round closes it
            loops.append(loop)
        return self.wind.gust * np.stack(loops, axis=1)

    @cached_property
    def keys(self) -> Floats:
        """Gradient vectors of the eddies' two potentials, shape (octaves, keys, entries, 6), float64, unit variance."""
        if self.wind.turbulence == 0.0:
            return np.zeros((1, 1, 1, 6))
        uniform = self._random(2).random((OCTAVES, KEY_COUNT, LATTICE_ENTRIES, 6))
        return (2.0 * uniform - 1.0) * math.sqrt(3.0)

    @cached_property
    def shuffle(self) -> NDArray[np.int64]:
        """A random order of the lattice's entries, shape (entries,), int64."""
        return self._random(3).permutation(LATTICE_ENTRIES).astype(np.int64)

    def sample(self, positions: ArrayLike, time: float) -> Floats:
        """Air velocity [m/s] at positions [m], shape (..., 3), at a time [s]: the very field the carpets fly in.

        Cost well below a microsecond a point; the seeded tables of a field are made at its first use.
        """
        points = np.ascontiguousarray(positions, dtype=np.float64)
        if points.shape[-1:] != (3,):
            raise WindError(f"positions have shape {points.shape}; the last axis must be 3")
        count = points.size // 3
        whole = np.zeros((-(-count // lanes.WIDTH) * lanes.WIDTH, 3))  # kernels take so many at a time
        whole[:count] = points.reshape(-1, 3)
        out = np.zeros_like(whole)
        if self.parameters[layout.WIND_ON]:
            lattice = np.zeros((self.keys.shape[0], self.keys.shape[2], 6))
            blend_lattice(time, self.parameters, self.keys, lattice)
            sample_air(whole, out, time, self.parameters, self.gusts, lattice, self.shuffle)
        return out[:count].reshape(points.shape)

    def with_overrides(self, overrides: Mapping[str, float]) -> WindField:
        """The same seed with the `wind.` keys of checked overrides put in their places."""
        wind = self.wind.with_overrides(overrides)
        return self if wind is self.wind else WindField(wind, self.seed)


@cache
def _shipped() -> Mapping[str, Wind]:
    result: dict[str, Wind] = {}
    for name, table in read_toml("winds.toml").items():
        where = f"config/winds.toml: {name}: "
        if not isinstance(table, dict):
            raise WindError(f"{where}must be a table")
        values = checked({f"wind.{key}": value for key, value in table.items()}, WIND_KEYS, where, WindError)
        result[name] = Wind(name=name, **{key.removeprefix("wind."): value for key, value in values.items()})
    return MappingProxyType(result)


def wind_names() -> tuple[str, ...]:
    """The names of the shipped winds, calmest first."""
    return tuple(_shipped())


def load_wind(name: str, seed: int = 0) -> WindField:
    """Return a shipped wind as a field.

    Raises:
        WindError: for an unknown name (listing the near ones), a bad seed or a faulty file.
    """
    known = _shipped()
    if name not in known:
        raise WindError(f"unknown wind {name!r}; {near(name, known)}")
    return WindField(known[name], seed)
