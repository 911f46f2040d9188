"""Everything that a flight is made with but the throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fliegende3d.flight.config import MATERIAL_KEYS, WIND_KEYS, check_overrides, shipped_values
from fliegende3d.flight.errors import ConfigError
from fliegende3d.flight.material import Material, load_material
from fliegende3d.flight.mesh import STANDARD, check_mesh
from fliegende3d.flight.wind import WindField, load_wind
from fliegende3d.flight.world import Table, World, default_world


@dataclass(frozen=True, eq=False)
class Settings:
    """Everything but the throw: material, wind, world, mesh and the physics values by dotted key."""

    material: Material
    wind: WindField
    world: World
    mesh: tuple[int, int]
    values: Mapping[str, float]

    @classmethod
    def resolve(
        cls,
        *,
        world: World | None = None,
        material: Material | str = "magic",
        wind: WindField | str = "calm",
        mesh: tuple[int, int] = STANDARD,
        seed: int = 0,
        overrides: Mapping[str, float] | None = None,
    ) -> Settings:
        """Look up names, apply overrides and check everything.

        Raises:
            FlightError: naming field, value and range, or listing near names.
        """
        checked = check_overrides(overrides)
        found = load_material(material) if isinstance(material, str) else material
        field = load_wind(wind, seed) if isinstance(wind, str) else wind
        values = {**shipped_values(), **dict(found.friction), **checked}
        place = world if world is not None else default_world()
        if any(key.startswith("table.") for key in checked):
            table = Table(values["table.half_width"], values["table.half_depth"], values["table.floor_height"])
            place = replace(place, table=table)
        if values["solver.step_rate"] % values["solver.frame_rate"]:
            raise ConfigError(
                f"solver.step_rate = {values['solver.step_rate']:g} Hz must be a multiple of "
                f"solver.frame_rate = {values['solver.frame_rate']:g} Hz"
            )
        return cls(found.with_overrides(checked), field.with_overrides(checked), place, check_mesh(mesh), values)

    def all_values(self) -> dict[str, float]:
        """Every setting in force, by its dotted key: physics, contact, table, material and wind."""
        material = {
            key.name: float(getattr(self.material, key.name.removeprefix("material."))) for key in MATERIAL_KEYS
        }
        wind = {key.name: float(getattr(self.wind.wind, key.name.removeprefix("wind."))) for key in WIND_KEYS}
        return {**self.values, **material, **wind}
