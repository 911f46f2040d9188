"""Quality presets from `config/graphics.toml`, and the automatic choice among them."""

from __future__ import annotations

import math
import statistics
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fliegende3d.presentation.graphics.driver import Driver
from fliegende3d.resources import find

NAMES = ("low", "medium", "high", "ultra")
AUTOMATIC = "auto"
# Allowed sizes of the picture before it is enlarged to the window.
SHARES = (0.5, 2.0)
# Frames that a decision needs in any case: fewer tell nothing about the next ones.
FEWEST_FRAMES = 8
# A smaller picture is at least this much smaller, so that a step can be felt.
LEAST_SHRINK = 0.85
# It aims at this share of the sluggish frame time, so that it comes to rest.
AIMED_SHARE = 0.9


class PresetError(ValueError):
    """A graphics file with a missing key or a value out of range, or an unknown preset."""


@dataclass(frozen=True)
class Preset:
    """What one quality costs; the meaning of each field stands beside it in `config/graphics.toml`."""

    name: str
    shadow_size: int
    shadow_taps: int
    soft_shadow: bool
    occlusion_taps: int
    pile: bool
    samples: int
    fxaa: bool
    bloom: int
    texture_share: float
    resolution_share: float
    anisotropy: int
    dust: int

    @property
    def defines(self) -> tuple[str, ...]:
        """The shader options of this preset."""
        options = [f"SHADOW_TAPS {self.shadow_taps}", f"OCCLUSION_TAPS {self.occlusion_taps}"]
        options += ["SOFT_SHADOW"] if self.soft_shadow else []
        options += ["PILE"] if self.pile else []
        return tuple(options)


@dataclass(frozen=True)
class Automatic:
    """How a preset is chosen: where to start, and at which frame times [ms] to step.

    Where even the lowest preset takes longer than `sluggish_frame_ms` the picture is drawn smaller and enlarged, down
    to `least_resolution_share`. A decision needs `sample_frames` frames, or fewer that took `sample_seconds` [s].
    """

    software: str
    hardware: str
    slow_frame_ms: float
    fast_frame_ms: float
    sluggish_frame_ms: float
    least_resolution_share: float
    sample_frames: int
    sample_seconds: float


@dataclass(frozen=True)
class GraphicsFile:
    """Everything that `config/graphics.toml` holds."""

    presets: Mapping[str, Preset]
    automatic: Automatic

    def preset(self, name: str) -> Preset:
        """The preset of a name.

        Raises:
            PresetError: if there is none.
        """
        if name not in self.presets:
            raise PresetError(f"unknown preset {name!r}; known are {', '.join(self.presets)} and {AUTOMATIC}")
        return self.presets[name]

    def first_choice(self, driver: Driver) -> Preset:
        """Where the automatic choice starts on this driver."""
        return self.preset(self.automatic.software if driver.is_software else self.automatic.hardware)


def load_graphics(path: Path | None = None) -> GraphicsFile:
    """Read the presets.

    Raises:
        PresetError: naming the file, the key and the allowed range.
    """
    path = path or find("config", "graphics.toml")
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise PresetError(f"{path}: not a readable TOML file: {error}") from error
    table = data.get("preset", {})
    presets = {name: _preset(path, name, table.get(name, {})) for name in NAMES}
    automatic = _Reader(path, "automatic", data.get("automatic", {}))
    return GraphicsFile(
        presets,
        Automatic(
            automatic.choice("software", NAMES),
            automatic.choice("hardware", NAMES),
            automatic.number("slow_frame_ms", 1, 1000),
            automatic.number("fast_frame_ms", 1, 1000),
            automatic.number("sluggish_frame_ms", 1, 1000),
            automatic.number("least_resolution_share", *SHARES),
            automatic.whole("sample_frames", 5, 10_000),
            automatic.number("sample_seconds", 1, 100),
        ),
    )


class AutomaticChoice:
    """Watches frame times and proposes another preset when the picture is too slow, or could be better.

    It steps up at most once, and never after having stepped down, so that it comes to rest. Below the lowest preset
    the picture gets smaller instead.
    """

    def __init__(self, file: GraphicsFile, driver: Driver) -> None:
        self._file = file
        self._times: list[float] = []
        self._may_rise = True
        self.preset = file.first_choice(driver)

    def frame(self, seconds: float) -> Preset | None:
        """Note the time of one frame [s]; returns a preset to switch to, or None."""
        self._times.append(seconds * 1000.0)
        rule = self._file.automatic
        waited = sum(self._times) >= rule.sample_seconds * 1000.0 and len(self._times) >= FEWEST_FRAMES
        if len(self._times) < rule.sample_frames and not waited:
            return None
        median = statistics.median(self._times)
        self._times.clear()
        at = NAMES.index(self.preset.name)
        if median > rule.slow_frame_ms and at > 0:
            self._may_rise = False
            self.preset = self._file.preset(NAMES[at - 1])
            return self.preset
        if median > rule.sluggish_frame_ms and at == 0:
            return self._smaller(median)
        if median < rule.fast_frame_ms and self._may_rise and at < len(NAMES) - 1:
            self._may_rise = False
            self.preset = self._file.preset(NAMES[at + 1])
            return self.preset
        return None

    def _smaller(self, median: float) -> Preset | None:
        """The lowest preset with a smaller picture: a frame costs about as much as it has pixels."""
        rule, before = self._file.automatic, self.preset.resolution_share
        shrink = min(LEAST_SHRINK, math.sqrt(AIMED_SHARE * rule.sluggish_frame_ms / median))
        share = max(rule.least_resolution_share, before * shrink)
        self._may_rise = False
        if share >= before:
            return None
        self.preset = replace(self.preset, resolution_share=share)
        return self.preset


class _Reader:
    """Reads checked values of one table and names what is wrong."""

    def __init__(self, path: Path, section: str, table: object) -> None:
        if not isinstance(table, dict):
            raise PresetError(f"{path}: [{section}] must be a table")
        self._path, self._section, self._table = path, section, table

    def _wrong(self, key: str, needed: str) -> PresetError:
        return PresetError(f"{self._path}: {self._section}.{key} is {self._table.get(key)!r}; needed is {needed}")

    def whole(self, key: str, low: int, high: int) -> int:
        value = self._table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def number(self, key: str, low: float, high: float) -> float:
        value = self._table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            raise self._wrong(key, f"a number from {low} to {high}")
        return float(value)

    def flag(self, key: str) -> bool:
        value = self._table.get(key)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def choice(self, key: str, allowed: tuple[object, ...]) -> Any:
        value = self._table.get(key)
        if isinstance(value, bool) or value not in allowed:
            raise self._wrong(key, "one of " + ", ".join(str(option) for option in allowed))
        return value


def _preset(path: Path, name: str, table: object) -> Preset:
    reader = _Reader(path, f"preset.{name}", table)
    return Preset(
        name=name,
        shadow_size=reader.whole("shadow_size", 512, 8192),
        shadow_taps=reader.whole("shadow_taps", 1, 64),
        soft_shadow=reader.flag("soft_shadow"),
        occlusion_taps=reader.whole("occlusion_taps", 0, 32),
        pile=reader.flag("pile"),
        samples=reader.choice("samples", (1, 2, 4, 8)),
        fxaa=reader.flag("fxaa"),
        bloom=reader.choice("bloom", (0, 2, 4)),
        texture_share=reader.number("texture_share", 0.25, 1.0),
        resolution_share=reader.number("resolution_share", *SHARES),
        anisotropy=reader.whole("anisotropy", 1, 16),
        dust=reader.whole("dust", 0, 2000),
    )
