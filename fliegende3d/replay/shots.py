"""How throws are filmed: the numbers of `config/shots.toml`, checked."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from fliegende3d.resources import find

FILE: Final = "shots.toml"


class ShotsError(ValueError):
    """A file of shots cannot be used; the message names file, key and allowed range."""


class ShotKind(StrEnum):
    """From where something is filmed; the first seven have a key each in the viewer."""

    HAND = "hand"
    CHASE = "chase"
    EDGE = "edge"
    ORBIT = "orbit"
    IMPACT = "impact"
    VERDICT = "verdict"
    DUEL = "duel"
    TABLE = "table"


FOLLOWING: Final = frozenset({ShotKind.HAND, ShotKind.CHASE, ShotKind.EDGE, ShotKind.ORBIT, ShotKind.IMPACT})
"""Shots that keep the carpet in the picture."""


@dataclass(frozen=True)
class ShotLook:
    """One kind of shot: angles in degrees, lengths in metres, times in seconds; see the file for what each means."""

    field_of_view: float
    distance: float
    height: float
    aside: float
    ahead: float
    damping: float


@dataclass(frozen=True)
class Directing:
    """What the director decides by; see the file for what each number means."""

    longest: float
    slow_rate: float
    slow_before: float
    slow_after: float
    hand_after: float
    apex_rate: float
    apex_half: float
    apex_height: float
    layout_rate: float
    duel_rate: float
    shortest: float
    cutaway: float
    edge_margin: float
    highlights: int


@dataclass(frozen=True)
class Limits:
    """Where the camera may be; see the file for what each number means."""

    above_table: float
    radius: float
    highest: float
    nearest: float
    frame: float


LOOK_RANGES: Final = {
    "field_of_view": (5.0, 110.0),
    "distance": (0.0, 3.0),
    "height": (-0.3, 3.0),
    "aside": (-180.0, 180.0),
    "ahead": (-1.0, 1.0),
    "damping": (0.001, 5.0),
}
DIRECTING_RANGES: Final = {
    "longest": (1.0, 60.0),
    "slow_rate": (0.05, 1.0),
    "slow_before": (0.0, 2.0),
    "slow_after": (0.05, 3.0),
    "hand_after": (0.0, 1.0),
    "apex_rate": (0.05, 1.0),
    "apex_half": (0.02, 1.0),
    "apex_height": (0.0, 2.0),
    "layout_rate": (0.25, 20.0),
    "duel_rate": (1.0, 4.0),
    "shortest": (0.05, 3.0),
    "cutaway": (0.05, 5.0),
    "edge_margin": (0.0, 0.3),
    "highlights": (1, 50),
}
LIMIT_RANGES: Final = {
    "above_table": (0.01, 1.0),
    "radius": (0.9, 10.0),
    "highest": (0.8, 10.0),
    "nearest": (0.02, 1.0),
    "frame": (0.1, 0.8),
}


@dataclass(frozen=True)
class ShotSheet:
    """Everything of the file."""

    directing: Directing
    looks: Mapping[ShotKind, ShotLook]
    limits: Limits

    @classmethod
    def load(cls, path: Path | None = None) -> ShotSheet:
        """Read the shipped file or another of the same form.

        Raises:
            ShotsError: naming file, key and allowed range.
        """
        path = path or find("config", FILE)
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ShotsError(f"{path.name}: not a readable TOML file: {error}") from error
        shots = section(data, "shots", path)
        looks = {
            kind: ShotLook(**numbers(section(shots, kind.value, path, "shots."), LOOK_RANGES, f"shots.{kind}", path))
            for kind in ShotKind
        }
        directing: dict[str, Any] = numbers(section(data, "director", path), DIRECTING_RANGES, "director", path)
        directing["highlights"] = int(directing["highlights"])
        limits = Limits(**numbers(section(data, "limits", path), LIMIT_RANGES, "limits", path))
        return cls(Directing(**directing), looks, limits)


def section(data: Mapping[str, Any], name: str, path: Path, prefix: str = "") -> Mapping[str, Any]:
    """A table of the file."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise ShotsError(f"{path.name}: [{prefix}{name}] is missing; it must be a table of numbers")
    return found


def numbers(
    table: Mapping[str, Any], ranges: Mapping[str, tuple[float, float]], name: str, path: Path
) -> dict[str, float]:
    """The numbers of a table, each within its range."""
    for key in table:
        if key not in ranges:
            raise ShotsError(f"{path.name}: {name}.{key} is unknown; known are {', '.join(ranges)}")
    found = {}
    for key, (low, high) in ranges.items():
        value = table.get(key)
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not number or not low <= float(value) <= high:  # type: ignore[arg-type]
            raise ShotsError(f"{path.name}: {name}.{key} is {value!r}; allowed is a number from {low:g} to {high:g}")
        found[key] = float(value)  # type: ignore[arg-type]
    return found


def shot_kinds(words: str) -> tuple[ShotKind, ...]:
    """Read a list such as ``hand,impact``; numbers from 1 to 7 stand for the first seven.

    Raises:
        ShotsError: for a word that is none.
    """
    kinds = []
    known = list(ShotKind)
    for word in filter(None, (part.strip().lower() for part in words.split(","))):
        if word.isdigit() and 1 <= int(word) <= 7:
            kinds.append(known[int(word) - 1])
        elif word in known:
            kinds.append(ShotKind(word))
        else:
            raise ShotsError(f"{word!r} is no shot; right are {', '.join(known)}, or 1 to 7")
    if not kinds:
        raise ShotsError(f"the list of shots is empty; right are {', '.join(known)}")
    return tuple(dict.fromkeys(kinds))
