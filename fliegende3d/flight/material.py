"""What a carpet is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from fliegende3d.flight.config import BENDING, MATERIAL_KEYS, PHYSICS_KEYS, checked, read_toml
from fliegende3d.flight.errors import MaterialError, near

FRICTION_KEYS = {key.name: key for key in PHYSICS_KEYS if key.name.startswith("friction.")}


@dataclass(frozen=True, slots=True)
class Material:
    """A sheet material.

    Attributes:
        name: as in `config/materials.toml`, or any other for a material of one's own.
        areal_density: mass per area [kg/m^2].
        thickness: [m].
        bending_width: bending rigidity per width [N m] when the 59 mm side is bent.
        bending_length: the same for the 91 mm side.
        stretch: in-plane stiffness of a mesh edge along rows and columns [N/m].
        shear: in-plane shear stiffness [N/m]; woven cloth has 30 to 100.
        damping: time [s] by which bending stress lags: inner friction.
        friction: pairs (dotted key of `config/physics.toml`, Coulomb coefficient) that replace the shipped ones.

    Raises:
        MaterialError: naming field, value and range.
    """

    name: str
    areal_density: float
    thickness: float
    bending_width: float
    bending_length: float
    stretch: float = 1.0e6
    shear: float = 1.0e6
    damping: float = 2.0e-4
    friction: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        for key in MATERIAL_KEYS:
            attribute = key.name.removeprefix("material.")
            object.__setattr__(self, attribute, key.check(getattr(self, attribute), f"{self.name}: ", MaterialError))
        for name, value in self.friction:
            if name not in FRICTION_KEYS:
                raise MaterialError(f"{self.name}: unknown friction {name}; {near(name, FRICTION_KEYS)}")
            FRICTION_KEYS[name].check(value, f"{self.name}: ", MaterialError)

    def with_overrides(self, overrides: Mapping[str, float]) -> Material:
        """The same material with the `material.` keys of checked overrides put in their places."""
        changes: dict[str, Any] = {}
        if BENDING in overrides:
            changes = {"bending_width": overrides[BENDING], "bending_length": overrides[BENDING]}
        for key in MATERIAL_KEYS:
            if key.name in overrides:
                changes[key.name.removeprefix("material.")] = overrides[key.name]
        return replace(self, **changes) if changes else self


@cache
def _shipped() -> Mapping[str, Material]:
    result: dict[str, Material] = {}
    for name, table in read_toml("materials.toml").items():
        where = f"config/materials.toml: {name}: "
        if not isinstance(table, dict):
            raise MaterialError(f"{where}must be a table")
        friction = tuple((f"friction.{key}", value) for key, value in table.pop("friction", {}).items())
        values = checked(
            {f"material.{key}": value for key, value in table.items()}, MATERIAL_KEYS, where, MaterialError
        )
        result[name] = Material(
            name=name, friction=friction, **{key.removeprefix("material."): value for key, value in values.items()}
        )
    return MappingProxyType(result)


def material_names() -> tuple[str, ...]:
    """The names of the shipped materials, the default first."""
    return tuple(_shipped())


def load_material(name: str) -> Material:
    """Return a shipped material.

    Raises:
        MaterialError: for an unknown name (listing the near ones) or a faulty file.
    """
    known = _shipped()
    if name not in known:
        raise MaterialError(f"unknown material {name!r}; {near(name, known)}")
    return known[name]
