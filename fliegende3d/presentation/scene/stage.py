"""The whole place of the game as one object: told what to show, never asked what happened."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from panda3d.core import AntialiasAttrib, DirectionalLight, NodePath, Vec4

from fliegende3d.presentation.graphics.host import Host, Size
from fliegende3d.presentation.graphics.meshes import DynamicMesh, MeshBuilder, Node
from fliegende3d.presentation.scene.measures import (
    CARD_LENGTH,
    CARD_THICKNESS,
    CARD_WIDTH,
    CARPET_THICKNESS,
    Table,
)
from fliegende3d.presentation.scene.smoothing import Sheet
from fliegende3d.presentation.scene.view import Vector, View, ViewCamera
from fliegende3d.presentation.scene.views import (
    AimView,
    CardView,
    GuideView,
    PileView,
    VerdictView,
    WindSample,
)

SEAT_COLOURS = ((0.65, 0.12, 0.20), (0.14, 0.19, 0.42), (0.91, 0.64, 0.13), (0.12, 0.61, 0.58))


class Stage:
    """Draws table, cards, carpets and surroundings through a host. Owns all of its nodes and textures.

    Args:
        host: the window or buffer to draw into; it must outlive the stage.
        preset: name of a quality preset, or "auto".
        table: measures of the table.
    """

    def __init__(self, host: Host, *, preset: str = "auto", table: Table | None = None) -> None:
        self._host = host
        self._table = table or Table.load()
        self.scene: Node = NodePath("scene")
        self.scene.set_antialias(AntialiasAttrib.M_auto)
        self.camera = ViewCamera(self.scene, host.aspect_ratio)
        self._region = host.output.make_display_region()
        self._region.set_sort(-10)
        self._region.set_camera(self.camera.node)
        self._stop_listening = host.on_resize(self._resized)
        self._cards: dict[int, tuple[CardView, Node]] = {}
        self._carpets: dict[int, tuple[Sheet, DynamicMesh]] = {}
        self._preset = preset
        sun = DirectionalLight("sun")
        sun.set_color(Vec4(1.0, 0.9, 0.8, 1.0))
        light = self.scene.attach_new_node(sun)
        light.set_hpr(120.0, -40.0, 0.0)
        self.scene.set_light(light)
        builder = MeshBuilder()
        t = self._table
        builder.box((-t.half_width, -t.half_depth, -0.04), (t.half_width, t.half_depth, 0.0))
        top = builder.build("table")
        top.set_color(0.3, 0.18, 0.12, 1.0)
        top.reparent_to(self.scene)

    @property
    def preset(self) -> str:
        """Name of the quality preset in use."""
        return self._preset

    def set_preset(self, name: str) -> None:
        """Switch the quality while the game runs."""
        self._preset = name

    def set_view(
        self,
        eye: Vector,
        look_at: Vector,
        field_of_view: float = math.radians(36.0),
        up: Vector = (0.0, 0.0, 1.0),
    ) -> None:
        """Place the camera: places [m], vertical field of view at 16:9 [rad]."""
        self.camera.set(View(eye, look_at, field_of_view, up))

    def set_cards(self, cards: Sequence[CardView]) -> None:
        """Show exactly these cards; those that did not change are left alone."""
        wanted = {card.id: card for card in cards}
        for identity in [key for key, (view, _) in self._cards.items() if wanted.get(key) != view]:
            self._cards.pop(identity)[1].remove_node()
        for card in cards:
            if card.id not in self._cards:
                self._cards[card.id] = (card, self._card_node(card))

    def set_piles(self, piles: Sequence[PileView]) -> None:
        """Show exactly these piles of cards."""

    def add_carpet(self, index: int, seat: int, columns: int = 14, rows: int = 20, *, ghost: bool = False) -> None:
        """Make the carpet `index` of a seat, hidden until it is posed; `ghost` draws it translucent."""
        self.remove_carpet(index)
        sheet = Sheet(columns, rows, thickness=CARPET_THICKNESS)
        mesh = DynamicMesh(f"carpet {index}", sheet.coordinates, sheet.triangles)
        mesh.node.set_color(*SEAT_COLOURS[seat % len(SEAT_COLOURS)], 1.0)
        mesh.node.reparent_to(self.scene)
        mesh.node.hide()
        self._carpets[index] = (sheet, mesh)

    def pose_carpet(self, index: int, vertices: NDArray[np.float64]) -> None:
        """Show the carpet with these vertices [m], shape (columns * rows, 3), row-major with x fastest."""
        sheet, mesh = self._carpets[index]
        mesh.update(*sheet.shape(vertices))
        mesh.node.show()

    def hide_carpet(self, index: int) -> None:
        """Take the carpet out of sight; posing shows it again."""
        self._carpets[index][1].node.hide()

    def remove_carpet(self, index: int) -> None:
        """Forget a carpet and its mesh; unknown indices are ignored."""
        entry = self._carpets.pop(index, None)
        if entry is not None:
            entry[1].node.remove_node()

    def set_wind(self, sample: WindSample | None) -> None:
        """Let pennants, palms, flames and dust follow this wind; None is still air."""

    def set_stage_progress(self, share: float) -> None:
        """Move the light from late afternoon (0) through sunset to night with lanterns (1)."""

    def set_verdict(self, verdict: VerdictView | None) -> None:
        """Draw outlines and hatched overlaps, or remove them."""

    def set_throw_line(self, seat: int | None) -> None:
        """Light up the throw line of the seat's side (0 south, 1 west, 2 north, 3 east), or none."""

    def set_landing_area(self, shown: bool) -> None:
        """Light up the border of the landing area."""

    def set_aim(self, aim: AimView | None) -> None:
        """Draw the preview of a throw, or remove it."""

    def set_guides(self, guides: Sequence[GuideView]) -> None:
        """Draw measuring lines between cards, or remove them with an empty sequence."""

    def set_focus(self, distance: float | None) -> None:
        """Blur what lies far from this distance [m] from the eye (replays and photo mode); None ends it."""

    def set_motion_blur(self, share: float) -> None:
        """Blur moving carpets over this share of a frame's time (replays only); 0 ends it."""

    def table_point(self, x: float, y: float, height: float = 0.0) -> tuple[float, float] | None:
        """Where the ray through a screen point (-1..1, y up) meets the level `height` [m]."""
        return self.camera.table_point(x, y, height)

    def screen_point(self, point: Vector) -> tuple[float, float] | None:
        """Where a point [m] appears on the screen (-1..1, y up); None behind the camera."""
        return self.camera.screen_point(point)

    def update(self, dt: float) -> None:
        """Advance what moves by itself by `dt` [s]: pennants, palms, flames, dust, light."""

    def destroy(self) -> None:
        """Remove everything from the host."""
        self._stop_listening()
        self._host.output.remove_display_region(self._region)
        self._cards.clear()
        self._carpets.clear()
        self.camera.destroy()
        self.scene.remove_node()

    def _resized(self, size: Size) -> None:
        self.camera.set_aspect(size[0] / size[1])

    def _card_node(self, card: CardView) -> Node:
        builder = MeshBuilder()
        half = (CARD_WIDTH / 2.0, CARD_LENGTH / 2.0)
        builder.box((-half[0], -half[1], 0.0), (half[0], half[1], CARD_THICKNESS))
        node = builder.build(f"card {card.id}")
        node.set_color(0.95, 0.90, 0.80, 1.0)
        node.set_pos(card.x, card.y, card.z)
        node.set_hpr(math.degrees(card.yaw), math.degrees(card.pitch), math.degrees(card.roll))
        node.reparent_to(self.scene)
        return node
