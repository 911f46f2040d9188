"""What is drawn over the table for the player: verdict, throw line, landing area, aim, distances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node
from fliegende3d.presentation.scene.carpets import CarpetLook
from fliegende3d.presentation.scene.materials import Painter
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.ribbons import Hatch, Stroke, add_ribbon, area_node, circle, line_node
from fliegende3d.presentation.scene.views import AimView, GuideView, VerdictView

LIFT = 0.0016  # m: lines float this high above the table
HALF_THROW_LINE = {0: 0.36, 1: 0.30, 2: 0.36, 3: 0.30}  # m: half length by seat
HATCH_SPACING = 0.0050  # m
GLOW = (1.5, 1.0, 0.42)
ALLOWED, BROKEN = (0.35, 1.3, 0.75), (2.2, 0.30, 0.16)
TICK = 0.006  # m: cross strokes at the ends of a measured distance


class Overlays:
    """All marks on the table. Each setter replaces what it drew before."""

    def __init__(self, parent: Node, painter: Painter, table: Table, looks: Sequence[CarpetLook]) -> None:
        self._root = parent.attach_new_node("overlays")
        self._painter, self._table, self._looks = painter, table, looks
        self._groups: dict[str, Node] = {}

    def set_verdict(self, verdict: VerdictView | None) -> None:
        """Outlines in each seat's colour and dash; overlaps hatched to the right above, to the left below."""
        group = self._fresh("verdict")
        if verdict is None:
            return
        for overlap in verdict.overlaps:
            look = self._look(overlap.seat)
            spacing = HATCH_SPACING if overlap.above else HATCH_SPACING * 0.62
            opacity = 0.92 if overlap.above else 0.70
            hatch = Hatch(look.outline, opacity, spacing, 1.0 if overlap.above else -1.0)
            if len(overlap.points) >= 3:
                area_node(group, self._painter, overlap.points, hatch, on_top=True)
        for outline in verdict.outlines:
            look = self._look(outline.seat)
            builder = MeshBuilder()
            width = 0.0014 if outline.below else 0.0026
            add_ribbon(builder, outline.points, width, closed=True)
            stroke = Stroke(look.outline, 0.75 if outline.below else 1.0, width, look.dash, look.gap)
            line_node(group, self._painter, builder, stroke, on_top=True)

    def set_throw_line(self, seat: int | None) -> None:
        """Light up the line of a seat: 0 south, 1 west, 2 north, 3 east."""
        group = self._fresh("throw line")
        if seat is None:
            return
        half = HALF_THROW_LINE[seat % 4]
        y, x = self._table.throw_line_south_north, self._table.throw_line_east_west
        ends = {
            0: ((-half, -y), (half, -y)),
            1: ((-x, half), (-x, -half)),
            2: ((half, y), (-half, y)),
            3: ((x, -half), (x, half)),
        }[seat % 4]
        points = [(px, py, LIFT) for px, py in ends]
        for width, opacity in ((0.020, 0.16), (0.0045, 0.9)):
            builder = MeshBuilder()
            add_ribbon(builder, points, width)
            line_node(group, self._painter, builder, Stroke(GLOW, opacity, width), on_top=False)

    def set_landing_area(self, shown: bool) -> None:
        """Light up the border inside which cards are laid."""
        group = self._fresh("landing area")
        if not shown:
            return
        x, y = self._table.landing_half_width, self._table.landing_half_depth
        corners = [(-x, -y, LIFT), (x, -y, LIFT), (x, y, LIFT), (-x, y, LIFT)]
        for width, opacity in ((0.016, 0.14), (0.0036, 0.8)):
            builder = MeshBuilder()
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                add_ribbon(builder, [start, end], width)
            line_node(group, self._painter, builder, Stroke(GLOW, opacity, width), on_top=False)

    def set_aim(self, aim: AimView | None) -> None:
        """The arc of a throw in dashes, and where it will probably come down."""
        group = self._fresh("aim")
        if aim is None:
            return
        look = self._look(aim.seat)
        if len(aim.arc) >= 2:
            for upright in (False, True):
                builder = MeshBuilder()
                add_ribbon(builder, aim.arc, 0.0036, upright=upright)
                line_node(group, self._painter, builder, Stroke(look.outline, 0.9, 0.0036, 0.016, 0.010), on_top=False)
        if aim.landing is not None:
            e = aim.landing
            ring = circle(e.x, e.y, LIFT, e.half_long, e.half_short, e.yaw)
            area_node(group, self._painter, ring, Hatch(look.outline, 0.35, 0.008, 1.0), on_top=False)
            builder = MeshBuilder()
            add_ribbon(builder, ring, 0.0028, closed=True)
            line_node(group, self._painter, builder, Stroke(look.outline, 1.0, 0.0028), on_top=False)

    def set_guides(self, guides: Sequence[GuideView]) -> None:
        """Measured distances with cross strokes: solid where kept, dashed where broken."""
        group = self._fresh("guides")
        for guide in guides:
            start, end = (np.array([*point, LIFT]) for point in (guide.start, guide.end))
            length = float(np.linalg.norm(end - start))
            if length < 1e-6:
                continue
            across = np.cross((end - start) / length, (0.0, 0.0, 1.0)) * TICK
            builder = MeshBuilder()
            for a, b in ((start, end), (start - across, start + across), (end - across, end + across)):
                add_ribbon(builder, [a, b], 0.0022)
            stroke = Stroke(BROKEN, 1.0, dash=0.004, gap=0.003) if guide.broken else Stroke(ALLOWED, 0.9)
            line_node(group, self._painter, builder, stroke, on_top=True)

    def destroy(self) -> None:
        """Remove all marks."""
        self._groups.clear()
        self._root.remove_node()

    def _fresh(self, name: str) -> Node:
        old = self._groups.pop(name, None)
        if old is not None:
            old.remove_node()
        group = self._root.attach_new_node(name)
        self._groups[name] = group
        return group

    def _look(self, seat: int) -> CarpetLook:
        return self._looks[seat % len(self._looks)]
