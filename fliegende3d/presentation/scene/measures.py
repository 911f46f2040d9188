"""Measures of the table and of everything that lies on it, in metres."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fliegende3d.resources import find

CARD_WIDTH = 0.059  # along x at yaw 0
CARD_LENGTH = 0.091  # along y at yaw 0
CARD_THICKNESS = 0.0003
CARD_CORNER_RADIUS = 0.003
CARPET_THICKNESS = 0.0010  # as drawn: the simulated cloth and a little pile


class TableError(ValueError):
    """A table file with a missing or impossible measure."""


@dataclass(frozen=True)
class Table:
    """Half measures of table, landing area and throw lines, and the height of the floor. All metres."""

    half_width: float = 0.75
    half_depth: float = 0.65
    floor_height: float = -0.42
    landing_half_width: float = 0.33
    landing_half_depth: float = 0.27
    throw_line_south_north: float = 0.60
    throw_line_east_west: float = 0.66

    @classmethod
    def load(cls, path: Path | None = None) -> Table:
        """Read the shipped table, or another file of the same form.

        Raises:
            TableError: naming the file, the key and the allowed range.
        """
        path = path or find("config", "table.toml")
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise TableError(f"{path}: not a readable TOML file: {error}") from error

        def number(section: str, key: str, low: float, high: float) -> float:
            entry: Any = data.get(section, {})
            value = entry.get(key) if isinstance(entry, dict) else None
            if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
                raise TableError(f"{path}: {section}.{key} is {value!r}; needed is a number from {low} to {high}")
            return float(value)

        half_width = number("table", "half_width", 0.4, 2.0)
        half_depth = number("table", "half_depth", 0.4, 2.0)
        return cls(
            half_width=half_width,
            half_depth=half_depth,
            floor_height=number("table", "floor_height", -2.0, -0.05),
            landing_half_width=number("landing_area", "half_width", 0.1, half_width),
            landing_half_depth=number("landing_area", "half_depth", 0.1, half_depth),
            throw_line_south_north=number("throw_line", "south_north", 0.1, half_depth),
            throw_line_east_west=number("throw_line", "east_west", 0.1, half_width),
        )
