"""From a gesture at a seat to the throw that flies: one mapping for people of every mode, within the game's limits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import MAX_SPIN, STANDARD, Throw
from fliegende3d.game.aiming import Aiming
from fliegende3d.presentation.throwing.drift import NO_DRIFT, Drift
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.rules import Side

# Speeds of the hand [m/s]: what no power and full power give. The far edge of the landing area needs about 2.2 m/s, so
# full power goes well beyond the cards.
SLOWEST = 0.3
FASTEST = 3.0
CARPET_WIDTH = 0.059
CARPET_LENGTH = 0.091


def speed_of(power: float) -> float:
    """Return the speed of release [m/s] for a power from 0 to 1."""
    return SLOWEST + (FASTEST - SLOWEST) * min(1.0, max(0.0, power))


def power_for(speed: float) -> float:
    """Return the power that gives a speed [m/s]; the inverse of ``speed_of``."""
    return min(1.0, max(0.0, (speed - SLOWEST) / (FASTEST - SLOWEST)))


def release(gesture: ThrowGesture, *, side: Side, aiming: Aiming, drift: Drift = NO_DRIFT) -> Throw:
    """Return the throw of a gesture made at a side of the table, turned against its drift."""
    kept = gesture.clamped()
    speed = speed_of(kept.power)
    return aiming.release(
        side,
        speed=speed,
        bearing=-kept.direction - drift.angle(speed, kept.spin),
        sideways=kept.shift,
        spin=-kept.spin * MAX_SPIN * SPIN_MARGIN,
        loft=kept.loft,
        roll=kept.tilt,
    )


# Keeps the strongest spin a rounding below the limit.
SPIN_MARGIN = 1.0 - 1e-9


def flat_carpet(throw: Throw, *, offset: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> NDArray[np.float64]:
    """Return the vertices [m] of the carpet as it is held for a throw, shape (14 · 20, 3), rows along its length."""
    columns, rows = STANDARD
    across = np.linspace(-CARPET_WIDTH / 2, CARPET_WIDTH / 2, columns)
    along = np.linspace(-CARPET_LENGTH / 2, CARPET_LENGTH / 2, rows)
    grid = np.zeros((rows, columns, 3))
    grid[:, :, 0] = across[None, :]
    grid[:, :, 1] = along[:, None]
    turned: NDArray[np.float64] = grid.reshape(-1, 3) @ throw.orientation.matrix().T
    held: NDArray[np.float64] = turned + np.array(throw.position) + np.array(offset)
    return held


def coasting(throw: Throw, elapsed: float) -> NDArray[np.float64]:
    """Return the vertices [m] of a carpet flying on without air, for the frames before the first result."""
    vertices = flat_carpet(throw)
    centre = np.array(throw.position)
    spin = np.array(throw.spin)
    rate = float(np.linalg.norm(spin))
    local = vertices - centre
    if rate > 1e-9:
        axis, angle = spin / rate, rate * elapsed
        local = (
            local * np.cos(angle)
            + np.cross(axis, local) * np.sin(angle)
            + np.outer(local @ axis, axis) * (1.0 - np.cos(angle))
        )
    moved = centre + np.array(throw.velocity) * elapsed + np.array([0.0, 0.0, -0.5 * STANDARD_GRAVITY * elapsed**2])
    moved[2] = max(float(moved[2]), LOWEST)
    flying: NDArray[np.float64] = local + moved
    return flying


STANDARD_GRAVITY = 9.80665
LOWEST = 0.002
