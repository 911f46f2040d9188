"""A yardstick for the speed of flights: the engine's own soft body (Bullet) doing the same work on the same mesh."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from panda3d.bullet import (
    BulletBoxShape,
    BulletRigidBodyNode,
    BulletSoftBodyConfig,
    BulletSoftBodyNode,
    BulletWorld,
)
from panda3d.core import NodePath, Point3, Vec3

RATE: Final = 960.0
"""Steps a second: fewer let the soft body stretch and sink visibly [Hz]."""
MARGIN: Final = 0.001
GRAVITY: Final = 9.81
AIR_DENSITY: Final = 1.2
FRICTION: Final = 0.35
NORMAL_DRAG: Final = 1.18
BENDING_DISTANCE: Final = 2


class SoftBody:
    """One thrown sheet as a Bullet soft body with two-sided aerodynamics over a table.

    Args:
        corners: of the flat sheet: first row's two ends, then the last row's [m], shape (4, 3).
        mesh: vertices along width and length.
        mass: of the whole sheet [kg].
        velocities: of every vertex at release [m/s], shape (columns * rows, 3).
    """

    def __init__(
        self,
        corners: npt.NDArray[np.float64],
        mesh: tuple[int, int],
        mass: float,
        velocities: npt.NDArray[np.float64],
    ) -> None:
        columns, rows = mesh
        self._world = BulletWorld()
        self._world.set_gravity(Vec3(0, 0, -GRAVITY))
        info = self._world.get_world_info()
        info.set_air_density(AIR_DENSITY)
        info.set_water_density(0.0)
        info.set_gravity(Vec3(0, 0, -GRAVITY))
        table = BulletRigidBodyNode("table")
        # A box: soft bodies fall through Bullet's plane shape.
        box = BulletBoxShape(Vec3(5.0, 5.0, 0.5))
        box.set_margin(MARGIN)
        table.add_shape(box)
        table.set_friction(FRICTION)
        NodePath(table).set_pos(0.0, 0.0, -0.5)
        self._world.attach_rigid_body(table)
        first, second, third, fourth = (Point3(*(float(part) for part in corner)) for corner in corners)
        body = BulletSoftBodyNode.make_patch(info, first, second, third, fourth, columns, rows, 0, True)
        material = body.get_material(0)
        material.set_linear_stiffness(1.0)
        material.set_angular_stiffness(1.0)
        body.generate_bending_constraints(BENDING_DISTANCE, material)
        settings = body.get_cfg()
        settings.set_aero_model(BulletSoftBodyConfig.AM_face_two_sided)
        settings.set_drag_coefficient(NORMAL_DRAG)
        settings.set_lift_coefficient(0.0)
        settings.set_dynamic_friction_coefficient(FRICTION)
        settings.set_positions_solver_iterations(1)
        body.set_total_mass(mass)
        body.get_shape(0).set_margin(MARGIN)
        self._world.attach_soft_body(body)
        for index, velocity in enumerate(velocities):
            body.add_velocity(Vec3(*(float(part) for part in velocity)), index)
        self._body = body

    def advance(self, duration: float) -> None:
        """Step through so many seconds."""
        step = 1.0 / RATE
        for _ in range(round(duration * RATE)):
            self._world.do_physics(step, 1, step)

    def is_finite(self) -> bool:
        """Whether the sheet is still somewhere."""
        place = self._body.get_node(0).get_pos()
        return bool(np.isfinite([place.x, place.y, place.z]).all())
