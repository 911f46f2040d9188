"""The camera: where it stands, and how points of the table and of the screen belong together."""

from __future__ import annotations

import math
from dataclasses import dataclass

from panda3d.core import Camera, PerspectiveLens, Point2, Point3, Vec3

from fliegende3d.presentation.graphics.meshes import Node

Vector = tuple[float, float, float]

NEAR = 0.02  # m
FAR = 140.0  # m: beyond the sky's dome
NARROWEST_ASPECT = 4.0 / 3.0
WIDEST_ASPECT = 32.0 / 9.0
DESIGN_ASPECT = 16.0 / 9.0
LEAST_ASPECT = 0.5


@dataclass(frozen=True)
class View:
    """A camera: places [m], vertical field of view [rad] at 16:9, and which way is up.

    ``shift`` is where ``look_at`` appears in the window, −1 to 1 to the right and upwards: the lens is moved, the
    perspective stays.
    """

    eye: Vector
    look_at: Vector
    field_of_view: float = math.radians(36.0)
    up: Vector = (0.0, 0.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)


SEAT_VIEW = View((0.0, -1.02, 0.62), (0.0, 0.02, -0.03), math.radians(32.0))


def design_field(half: float, aspect: float) -> float:
    """The field of view [rad] of a ``View`` whose half picture has this vertical tangent in a window."""
    return 2.0 * math.atan(half * min(1.0, max(aspect, LEAST_ASPECT) / DESIGN_ASPECT))


def vertical_field(view: View, aspect: float) -> float:
    """Vertical field of view [rad] for a window: narrower than 16:9 keeps the width, wider keeps the height."""
    half = math.tan(view.field_of_view / 2.0)
    if aspect < DESIGN_ASPECT:
        half *= DESIGN_ASPECT / max(aspect, LEAST_ASPECT)
    return 2.0 * math.atan(half)


class ViewCamera:
    """The scene's camera node and its lens."""

    node: Node
    lens: PerspectiveLens

    def __init__(self, parent: Node, aspect: float) -> None:
        self.lens = PerspectiveLens()
        self.lens.set_near_far(NEAR, FAR)
        camera = Camera("view", self.lens)
        self.node = parent.attach_new_node(camera)
        self.view = SEAT_VIEW
        self._aspect = aspect
        self.set(SEAT_VIEW)

    def set(self, view: View) -> None:
        """Put the camera there."""
        self.view = view
        self.node.set_pos(*view.eye)
        self.node.look_at(Point3(*view.look_at), Vec3(*view.up))
        self._fit()

    def set_aspect(self, aspect: float) -> None:
        """Fit the lens to a window's width divided by its height."""
        self._aspect = aspect
        self._fit()

    def table_point(self, x: float, y: float, height: float = 0.0) -> tuple[float, float] | None:
        """Where the ray through a screen point (-1..1, y up) meets the level `height` [m]; None if it does not."""
        near, far = Point3(), Point3()
        if not self.lens.extrude(Point2(x, y), near, far):
            return None
        root = self.node.get_parent()
        start = root.get_relative_point(self.node, near)
        end = root.get_relative_point(self.node, far)
        drop = start.z - end.z
        if drop <= 1e-9 or start.z < height:
            return None
        share = (start.z - height) / drop
        return start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share

    def screen_point(self, point: Vector) -> tuple[float, float] | None:
        """Where a point [m] appears on the screen (-1..1, y up); None behind the camera."""
        seen = Point2()
        local = self.node.get_relative_point(self.node.get_parent(), Point3(*point))
        if not self.lens.project(local, seen):
            return (seen.x, seen.y) if local.y > NEAR else None
        return seen.x, seen.y

    def destroy(self) -> None:
        """Take the camera out of the scene."""
        self.node.remove_node()

    def _fit(self) -> None:
        vertical = vertical_field(self.view, self._aspect)
        horizontal = 2.0 * math.atan(math.tan(vertical / 2.0) * self._aspect)
        self.lens.set_fov(math.degrees(horizontal), math.degrees(vertical))
        film, (right, up) = self.lens.get_film_size(), self.view.shift
        self.lens.set_film_offset(-0.5 * right * film.x, -0.5 * up * film.y)
