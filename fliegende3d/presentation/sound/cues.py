"""What a flight sounds like: numbers from its speeds and contacts, without any device."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fliegende3d.flight import ContactKind, Trajectory

# A carpet at this speed [m/s] rushes at full loudness.
LOUD_SPEED = 3.5
# Turning this fast [rad/s] flutters at full loudness.
LOUD_SPIN = 110.0
# A touch at this speed [m/s] is the loudest slap; below the softest nothing is heard.
LOUD_TOUCH = 2.0
SOFT_TOUCH = 0.08
# Nearer to the table than this [m] a moving carpet slides.
SLIDING_HEIGHT = 0.012
LOUD_SLIDE = 1.2


@dataclass(frozen=True)
class FlightSound:
    """Loudness (0 to 1) and pitch of the loops at a moment of a flight, and where they are [m]."""

    whoosh: float
    pitch: float
    flutter: float
    slide: float
    place: tuple[float, float, float]


@dataclass(frozen=True)
class Touch:
    """A slap that was reached: loudness 0 to 1 and place [m]."""

    loudness: float
    place: tuple[float, float, float]


def flight_sound(trajectory: Trajectory, time: float) -> FlightSound:
    """Return how a flight sounds at a time [s]."""
    index = int(np.clip(np.searchsorted(trajectory.times, time), 0, len(trajectory.times) - 1))
    speed = float(np.linalg.norm(trajectory.velocity[index]))
    level = float(np.hypot(*trajectory.velocity[index, :2]))
    spin = float(np.linalg.norm(trajectory.angular_velocity[index]))
    x, y, z = (float(part) for part in trajectory.centre_of_mass[index])
    low = z < SLIDING_HEIGHT
    resting = time >= trajectory.duration
    return FlightSound(
        whoosh=0.0 if low or resting else min(1.0, (speed / LOUD_SPEED) ** 1.5),
        pitch=0.75 + 0.5 * min(1.0, speed / LOUD_SPEED),
        flutter=0.0 if low or resting else 0.6 * min(1.0, spin / LOUD_SPIN),
        slide=min(1.0, level / LOUD_SLIDE) if low and not resting else 0.0,
        place=(x, y, z),
    )


def touches_between(trajectory: Trajectory, start: float, end: float) -> list[Touch]:
    """Return the slaps after ``start`` up to ``end`` [s]; coming to rest makes no sound."""
    silent = (ContactKind.REST, ContactKind.FIRST_CONTACT)
    return [
        Touch(min(1.0, event.speed / LOUD_TOUCH), event.position)
        for event in trajectory.events
        if start < event.time <= end and event.kind not in silent and event.speed > SOFT_TOUCH
    ]
