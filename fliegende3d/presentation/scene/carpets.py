"""The carpets: woven cloth on the simulated mesh, with pile, back, thickness and fringe."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.graphics.meshes import DynamicMesh, Node
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK, MOTION_MASK, VIEW_MASK
from fliegende3d.presentation.scene.materials import Painter, Tint
from fliegende3d.presentation.scene.measures import CARPET_THICKNESS
from fliegende3d.presentation.scene.smoothing import Sheet
from fliegende3d.resources import find

GHOST_OPACITY = 0.38
SEATS = 4

COLOUR_MAPS = {"pileMap": "pile.jpg", "backMap": "back.jpg"}
DATA_MAPS = {
    "pileRelief": "pile_relief.jpg",
    "backRelief": "back_relief.jpg",
    "napMap": "nap.jpg",
}
ALPHA_MAP = "alpha.png"


class CarpetsError(ValueError):
    """A carpets file with a missing key or a value out of range."""


@dataclass(frozen=True)
class CarpetLook:
    """A seat's carpet: folder of its maps, linear colours of its ground and of its outline, dash and gap [m]."""

    name: str
    colour: Tint
    outline: Tint
    dash: float
    gap: float


def load_carpets(path: Path | None = None) -> tuple[CarpetLook, ...]:
    """The looks of the four seats' carpets.

    Raises:
        CarpetsError: naming the file, the carpet, the key and what is needed.
    """
    path = path or find("config", "carpets.toml")
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CarpetsError(f"{path}: not a readable TOML file: {error}") from error
    tables = data.get("carpet", [])
    if not isinstance(tables, list) or len(tables) != SEATS:
        raise CarpetsError(f"{path}: exactly {SEATS} [[carpet]] tables are needed")
    return tuple(_look(path, number, table) for number, table in enumerate(tables))


def _look(path: Path, number: int, table: dict[str, Any]) -> CarpetLook:
    def text(key: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value:
            raise CarpetsError(f"{path}: carpet {number}: {key} is {value!r}; needed is a text")
        return value

    def colour(key: str) -> Tint:
        value = text(key)
        digits = value.removeprefix("#")
        try:
            red, green, blue = (int(digits[i : i + 2], 16) / 255.0 for i in (0, 2, 4))
        except ValueError as error:
            raise CarpetsError(f"{path}: carpet {number}: {key} is {value!r}; needed is #RRGGBB") from error
        return _linear(red), _linear(green), _linear(blue)

    def length(key: str) -> float:
        value = table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 50:
            raise CarpetsError(f"{path}: carpet {number}: {key} is {value!r}; needed is a number from 0 to 50")
        return float(value) / 1000.0

    return CarpetLook(text("name"), colour("colour"), colour("outline"), length("dash"), length("gap"))


def _maps(painter: Painter, look: CarpetLook) -> dict[str, object]:
    textures, place = painter.textures, f"carpets/{look.name}"
    colours = {key: textures.colour(f"{place}/{file}", plain=look.colour) for key, file in COLOUR_MAPS.items()}
    data = {key: textures.data(f"{place}/{file}") for key, file in DATA_MAPS.items()}
    return {**colours, **data, "alphaMap": textures.data(f"{place}/{ALPHA_MAP}", plain=(1.0, 1.0, 1.0))}


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


class Carpet:
    """One carpet that is drawn."""

    def __init__(self, parent: Node, painter: Painter, look: CarpetLook, size: tuple[int, int], *, ghost: bool) -> None:
        self._sheet = Sheet(*size, thickness=CARPET_THICKNESS)
        self._mesh = DynamicMesh(f"carpet {look.name}", self._sheet.coordinates, self._sheet.triangles)
        self._motion: DynamicMesh | None = None
        self._former: NDArray[np.float64] | None = None
        self.node = self._mesh.node
        self.node.reparent_to(parent)
        self.node.hide()
        inputs: dict[str, object] = {"opacity": GHOST_OPACITY if ghost else 1.0}
        if painter.shaders is not None:
            inputs |= _maps(painter, look)
        painter.special(self.node, ("mesh.vert", "cloth.frag"), inputs, plain=look.colour)
        if painter.shaders is None:
            self.node.set_texture(painter.textures.colour(f"carpets/{look.name}/pile.jpg"), 1)
            self.node.set_color(1.0, 1.0, 1.0, 1.0)
        painter.translucent(self.node, depth_write=not ghost)
        if ghost:
            self.node.hide(LIGHT_MASK)

    def pose(self, vertices: NDArray[np.float64], *, moving: bool = False) -> None:
        """Show the carpet with cloth vertices [m], shape (columns * rows, 3); `moving` also draws its motion."""
        positions, normals = self._sheet.shape(vertices)
        self._mesh.update(positions, normals)
        self.node.show()
        if moving:
            self._draw_motion(positions)
        elif self._motion is not None:
            self._motion.node.remove_node()
            self._motion, self._former = None, None

    def hide(self) -> None:
        """Take it out of sight."""
        self.node.hide()

    def destroy(self) -> None:
        """Remove its meshes."""
        if self._motion is not None:
            self._motion.node.remove_node()
        self.node.remove_node()

    def _draw_motion(self, positions: NDArray[np.float64]) -> None:
        if self._motion is None:
            self._motion = DynamicMesh("motion", self._sheet.coordinates, self._sheet.triangles)
            self._motion.node.reparent_to(self.node.get_parent())
            self._motion.node.hide(VIEW_MASK | LIGHT_MASK)
            self._motion.node.show_through(MOTION_MASK)
        former = positions if self._former is None else self._former
        self._motion.update(positions, former)
        self._former = positions.copy()
