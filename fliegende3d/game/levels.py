"""How good a computer opponent is: the noise of its hand and what it thinks of."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec

from fliegende3d.resources import find

DEFAULT_LEVEL: Final = "practised"


class LevelError(ValueError):
    """An unknown level, or a file of levels that is not right."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level of skill: standard deviations of a throw (relative; in degrees; of the place of release in metres),
    what decisions consider, and how often each throw that might do is flown in the mind first."""

    number: int
    speed_noise: float
    aim_noise_deg: float
    spin_noise: float
    tilt_noise_deg: float
    release_noise: float
    weighs_deserts: bool
    counts_sets: bool
    reads_rivals: bool
    foresight: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


@dataclass(frozen=True)
class Levels:
    """All levels by name."""

    by_name: Mapping[str, Level]

    def find(self, word: str) -> tuple[str, Level]:
        """The level with this name or number.

        Raises:
            LevelError: if there is none; the message lists those that exist.
        """
        for name, level in self.by_name.items():
            if word in (name, str(level.number)):
                return name, level
        known = ", ".join(f"{name} ({level.number})" for name, level in self.by_name.items())
        raise LevelError(f"unknown level {word!r}; right is one of {known}")


def load_levels(path: Path | None = None) -> Levels:
    """Read the shipped levels, or those of another file.

    Raises:
        LevelError: if the file is not right; the message names the file, the key and what would be right.
    """
    place = path or find("config", "bots.toml")
    try:
        table = tomllib.loads(place.read_text(encoding="utf-8"))
        levels = msgspec.convert(table.get("levels"), dict[str, Level])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise LevelError(f"{place}: {error}") from error
    for name, level in levels.items():
        for key in ("speed_noise", "aim_noise_deg", "spin_noise", "tilt_noise_deg", "release_noise"):
            value = getattr(level, key)
            limit = 90.0 if key.endswith("deg") else 1.0
            if not 0.0 <= value <= limit:
                raise LevelError(f"{place}: levels.{name}.{key} is {value}; right is 0 to {limit:g}")
    return Levels(levels)
