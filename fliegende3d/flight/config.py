"""Every number a flight depends on, by its dotted key: read from `config/`, checked, and overridable one by one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from fliegende3d import resources
from fliegende3d.flight.errors import ConfigError, FlightError, near, within


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: dotted name, allowed range, unit and whether it must be a whole number."""

    name: str
    low: float
    high: float
    unit: str = ""
    whole: bool = False

    def check(self, value: object, where: str, error: type[FlightError] = ConfigError) -> float:
        """Return the value as a float within the range.

        Raises:
            FlightError: (the given kind) naming place, key, value and range.
        """
        result = within(f"{where}{self.name}", value, self.low, self.high, self.unit, error)
        if self.whole and result != int(result):
            raise error(f"{where}{self.name} = {result:g} must be a whole number of {self.unit}")
        return result


PHYSICS_KEYS = (
    Key("gravity", 0.0, 100.0, "m/s^2"),
    Key("incline", -1.5, 1.5, "rad"),
    Key("carpet.width", 0.001, 1.0, "m"),
    Key("carpet.length", 0.001, 1.0, "m"),
    Key("air.density", 0.0, 20.0, "kg/m^3"),
    Key("air.normal_drag", 0.0, 5.0),
    Key("air.lift_slope_width", 0.0, 7.0, "per rad"),
    Key("air.lift_slope_length", 0.0, 7.0, "per rad"),
    Key("air.stall_sine", 0.05, 10.0),
    Key("air.pressure_shift", 0.0, 0.5),
    Key("air.rotational_lift", 0.0, 1.0),
    Key("air.rotational_drag", 0.0, 2.0),
    Key("air.skin_friction", 0.0, 1.0),
    Key("friction.carpet_table", 0.0, 5.0),
    Key("friction.carpet_card", 0.0, 5.0),
    Key("friction.carpet_carpet", 0.0, 5.0),
    Key("friction.card_table", 0.0, 5.0),
    Key("friction.carpet_floor", 0.0, 5.0),
    Key("solver.step_rate", 240.0, 9600.0, "Hz", whole=True),
    Key("solver.frame_rate", 10.0, 9600.0, "Hz", whole=True),
    Key("solver.longest_flight", 0.01, 60.0, "s"),
    Key("solver.rest_distance", 0.0, 0.01, "m"),
    Key("solver.rest_time", 0.05, 5.0, "s"),
    Key("solver.numerical_damping", 0.0, 1.0),
    Key("solver.contact", 0.0, 1.0, "(0 or 1)", whole=True),
    Key("solver.spin_stiffening", 0.0, 1.0, "(0 or 1)", whole=True),
    Key("solver.self_contact", 0.0, 1.0, "(0 or 1)", whole=True),
)
CONTACT_KEYS = (
    Key("card.thickness", 1e-5, 0.01, "m"),
    Key("card.mass", 1e-5, 1.0, "kg"),
    Key("friction.card_card", 0.0, 5.0),
    Key("lips.card_tallest", 0.0, 0.01, "m"),
    Key("lips.card_sharpness", 1.0, 20.0, whole=True),
    Key("lips.carpet_tallest", 0.0, 0.01, "m"),
    Key("lips.carpet_sharpness", 1.0, 20.0, whole=True),
    Key("lips.climb_card", 0.0, 0.01, "m"),
    Key("lips.climb_carpet", 0.0, 0.01, "m"),
    Key("lips.slip_under", -0.01, 0.01, "m"),
    Key("lips.ramp", 1e-5, 0.02, "m"),
    Key("contact.passes", 1.0, 50.0, whole=True),
    Key("contact.static_speed", 0.0, 1.0, "m/s"),
    Key("contact.repair_speed", 0.0, 10.0, "m/s"),
    Key("contact.zone", 0.003, 0.1, "m"),
)
TABLE_KEYS = (
    Key("table.half_width", 0.05, 1e7, "m"),
    Key("table.half_depth", 0.05, 1e7, "m"),
    Key("table.floor_height", -100.0, -0.01, "m"),
)
MATERIAL_KEYS = (
    Key("material.areal_density", 0.005, 20.0, "kg/m^2"),
    Key("material.thickness", 1e-5, 0.01, "m"),
    Key("material.bending_width", 0.0, 100.0, "N m"),
    Key("material.bending_length", 0.0, 100.0, "N m"),
    Key("material.stretch", 1.0, 1e9, "N/m"),
    Key("material.shear", 0.1, 1e9, "N/m"),
    Key("material.damping", 0.0, 0.1, "s"),
)
WIND_KEYS = (
    Key("wind.speed", 0.0, 30.0, "m/s"),
    Key("wind.direction", -100.0, 100.0, "rad"),
    Key("wind.veer", 0.0, 3.2, "rad"),
    Key("wind.profile_height", 0.0, 10.0, "m"),
    Key("wind.gust", 0.0, 10.0, "m/s"),
    Key("wind.gust_time", 0.05, 60.0, "s"),
    Key("wind.turbulence", 0.0, 10.0, "m/s"),
    Key("wind.turbulence_size", 0.05, 10.0, "m"),
    Key("wind.calm_layer", 0.0, 1.0, "m"),
)
BENDING = "material.bending_rigidity"  # sets both directions at once
ALL_KEYS = {key.name: key for key in (*PHYSICS_KEYS, *CONTACT_KEYS, *TABLE_KEYS, *MATERIAL_KEYS, *WIND_KEYS)} | {
    BENDING: Key(BENDING, 0.0, 100.0, "N m")
}


def read_toml(name: str) -> dict[str, Any]:
    """Read one shipped TOML file.

    Raises:
        ConfigError: if it is missing or not TOML.
    """
    path = resources.find("config", name)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as reason:
        raise ConfigError(f"config/{name}: {reason}") from reason


def flatten(tables: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Turn nested tables into dotted keys."""
    result: dict[str, Any] = {}
    for name, value in tables.items():
        if isinstance(value, Mapping):
            result.update(flatten(value, f"{prefix}{name}."))
        else:
            result[prefix + name] = value
    return result


def checked(
    values: Mapping[str, object], keys: tuple[Key, ...], where: str, error: type[FlightError] = ConfigError
) -> dict[str, float]:
    """Check that `values` has exactly the given keys, each within its range.

    Raises:
        FlightError: (the given kind) naming file, key, value and range.
    """
    known = {key.name: key for key in keys}
    for name in values:
        if name not in known:
            raise error(f"{where}unknown key {name}; {near(name, known)}")
    missing = [name for name in known if name not in values]
    if missing:
        low, high = known[missing[0]].low, known[missing[0]].high
        raise error(f"{where}the key {missing[0]} is missing; it must be {low:g} to {high:g}")
    return {name: key.check(values[name], where, error) for name, key in known.items()}


@cache
def shipped_values() -> Mapping[str, float]:
    """The values of physics.toml, contact.toml and table.toml in `config/` that a flight uses, by dotted key.

    Raises:
        ConfigError: naming file, key and allowed range.
    """
    values = checked(flatten(read_toml("physics.toml")), PHYSICS_KEYS, "config/physics.toml: ")
    table = {name: value for name, value in flatten(read_toml("table.toml")).items() if name.startswith("table.")}
    contact = checked(flatten(read_toml("contact.toml")), CONTACT_KEYS, "config/contact.toml: ")
    return values | contact | checked(table, TABLE_KEYS, "config/table.toml: ")


def check_overrides(overrides: Mapping[str, object] | None) -> dict[str, float]:
    """Check overrides of dotted keys.

    Raises:
        ConfigError: for an unknown key (listing the near ones) or a value outside its range.
    """
    result: dict[str, float] = {}
    for name, value in (overrides or {}).items():
        if name not in ALL_KEYS:
            raise ConfigError(f"unknown setting {name!r}; {near(name, ALL_KEYS)}")
        result[name] = ALL_KEYS[name].check(value, "")
    return result
