"""A throw: where the carpet leaves the hand, how fast, how it spins and how it is held; and the limits of a human
hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.errors import ThrowError, number, within

MAX_SPEED = 8.0  # m/s; twice a hard flick of the wrist
MAX_SPIN = 25.0 * 2.0 * math.pi  # rad/s; 25 revolutions a second
MAX_DISTANCE = 1e6  # m from the origin; beyond it double precision no longer resolves a carpet's strain
ROUNDING = 1.0 + 1e-12  # a vector scaled to exactly the limit may come out a rounding above it
QUANTUM = 2.0**-40  # results of sine and cosine are rounded to this, so that no processor's last bit reaches the state

Vector = tuple[float, float, float]


def _vector(field: str, value: object) -> Vector:
    try:
        parts: tuple[object, ...] = tuple(value)  # type: ignore[arg-type]
    except TypeError:
        raise ThrowError(f"{field} = {value!r} must be three numbers") from None
    if len(parts) != 3:
        raise ThrowError(f"{field} has {len(parts)} numbers; it must have three")
    x, y, z = (number(f"{field}[{k}]", part, ThrowError) for k, part in enumerate(parts))
    return (x, y, z)


@dataclass(frozen=True, slots=True)
class Orientation:
    """How the carpet is held [rad]: roll about y is applied first, then pitch about x, then yaw about z."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = number(f"orientation.{field.name}", getattr(self, field.name), ThrowError)
            object.__setattr__(self, field.name, value)

    def matrix(self) -> NDArray[np.float64]:
        """Rotation from the carpet's axes to the world, shape (3, 3), float64; entries are multiples of 2^-40."""
        (cy, sy), (cx, sx), (cr, sr) = (
            (quantise(math.cos(angle)), quantise(math.sin(angle))) for angle in (self.yaw, self.pitch, self.roll)
        )
        # R = Rz(yaw) Rx(pitch) Ry(roll), written out: a matrix product would go through BLAS
        return np.array(
            [
                [cy * cr - sy * sx * sr, -sy * cx, cy * sr + sy * sx * cr],
                [sy * cr + cy * sx * sr, cy * cx, sy * sr - cy * sx * cr],
                [-cx * sr, sx, cx * cr],
            ]
        )


@dataclass(frozen=True, slots=True)
class Throw:
    """A carpet leaving the hand.

    Attributes:
        position: centre of the carpet [m], world axes; z >= 0.
        velocity: of the centre [m/s]; at most `MAX_SPEED`.
        spin: angular velocity [rad/s], world axes; at most `MAX_SPIN`.
        orientation: how the flat carpet is held at release.

    Raises:
        ThrowError: naming field, value and range.
    """

    position: Vector
    velocity: Vector
    spin: Vector = (0.0, 0.0, 0.0)
    orientation: Orientation = Orientation()

    def __post_init__(self) -> None:
        for name in ("position", "velocity", "spin"):
            object.__setattr__(self, name, _vector(name, getattr(self, name)))
        if not isinstance(self.orientation, Orientation):
            raise ThrowError(f"orientation = {self.orientation!r} must be an Orientation(yaw, pitch, roll)")
        for k, part in enumerate(self.position):
            within(f"position[{k}]", part, -MAX_DISTANCE, MAX_DISTANCE, "m", ThrowError)
        within("position[2]", self.position[2], 0.0, MAX_DISTANCE, "m", ThrowError)
        within("speed |velocity|", math.hypot(*self.velocity), 0.0, MAX_SPEED * ROUNDING, "m/s", ThrowError)
        within("spin |spin|", math.hypot(*self.spin), 0.0, MAX_SPIN * ROUNDING, "rad/s", ThrowError)

    def mirrored(self) -> Throw:
        """The mirror image across the plane x = 0."""
        (px, py, pz), (vx, vy, vz), (sx, sy, sz) = self.position, self.velocity, self.spin
        held = self.orientation
        return Throw(
            position=(-px, py, pz),
            velocity=(-vx, vy, vz),
            spin=(sx, -sy, -sz),
            orientation=Orientation(yaw=-held.yaw, pitch=held.pitch, roll=-held.roll),
        )


def quantise(value: float) -> float:
    """Round to a multiple of 2^-40, below any effect on a flight and above the disagreement of maths libraries."""
    return math.floor(value / QUANTUM + 0.5) * QUANTUM
