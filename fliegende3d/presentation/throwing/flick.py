"""The flick: press on the carpet, drag back, push forward, release. Samples in, a gesture or a fault out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fliegende3d.presentation.throwing.gesture import (
    ORDINARY_POWER,
    RESTING_LOFT,
    WIDEST_DIRECTION,
    StrokeFault,
    ThrowGesture,
)
from fliegende3d.presentation.throwing.trace import (
    HOLD_AFTER,
    Trace,
    curvature,
    last_move,
    resampled,
    slope,
    sorted_trace,
    stroke_start,
    window,
    with_holds,
)

# The part of the trace that makes the speed: the last 90 ms before the release.
SPEED_WINDOW = 0.090
# A slope needs at least this many reports over at least this long; else total travel over total time is taken.
LEAST_SAMPLES = 3
LEAST_SPAN = 0.015
# A press that travels less than this [window heights] never throws.
LEAST_TRAVEL = 0.012
# The speed [window heights per second] that gives 63 % of full power, before calibration.
DEFAULT_PACE = 2.6
PACE_RANGE = (0.3, 8.0)
# A turn of this much [rad per window height] in the last third gives the strongest spin. A wrist turning by a
# quarter circle over the end of an ordinary push of 0.3 heights makes about 8.
STRONGEST_CURVATURE = 8.0
# Pushes that are meant to be straight bend by about as much; a steadied hand is forgiven more.
LEAST_CURVATURE = 1.0
STEADY_CURVATURE = 2.5
# A hand that swerves banks the carpet: by this part of the angle between its whole push and its release.
BANKING = 0.8
# A steadied hand keeps this share of that tilt.
STEADY_TILT_SHARE = 0.25
# Its powers lie closer together: still from before the first card to well beyond the last.
STEADY_EVENNESS = 0.3
# No speed gives full power; this is as near as the inverse goes.
HIGHEST = 0.999
# The wrist always turns a little: a straight push leaves with this share of the strongest spin, so that the carpet
# flies steadily (a flat sheet without spin tumbles); the sign follows the throwing hand.
RESTING_SPIN = 0.4


@dataclass(frozen=True)
class FlickSettings:
    """What is personal about a flick.

    Attributes:
        pace: speed v0 [window heights per second] in p = 1 − exp(−v / v0).
        resting_spin: spin of a straight push, −1 to 1; negative for a left-handed player.
        evenness: how much of what the power differs from the ordinary one is left out, 0 to 1.
        tilt_share: how much of the stroke's tilt stays.
        ignored_curvature: so little bending is no meant spin [rad per window height].
    """

    pace: float = DEFAULT_PACE
    resting_spin: float = RESTING_SPIN
    ignored_curvature: float = LEAST_CURVATURE
    tilt_share: float = 1.0
    evenness: float = 0.0

    def power(self, speed: float) -> float:
        """Return the power of a speed [window heights per second]."""
        return power_of(speed, self.pace) + self.evenness * (ORDINARY_POWER - power_of(speed, self.pace))

    def speed(self, power: float) -> float:
        """Return the speed that gives a power; the inverse of ``power``."""
        plain = (power - self.evenness * ORDINARY_POWER) / (1.0 - self.evenness)
        return -self.pace * math.log(1.0 - min(HIGHEST, max(0.0, plain)))

    @classmethod
    def of_hand(cls, *, pace: float, sense: float, steady: bool) -> FlickSettings:
        """Return what is personal about a hand: ``sense`` 1 for the right one, −1 for the left; helped if steady."""
        if not steady:
            return cls(pace=pace, resting_spin=sense * RESTING_SPIN)
        return cls(
            pace=pace,
            resting_spin=sense * RESTING_SPIN,
            ignored_curvature=STEADY_CURVATURE,
            tilt_share=STEADY_TILT_SHARE,
            evenness=STEADY_EVENNESS,
        )


def meant(curve: float, ignored: float) -> float:
    """Return a curvature without what every hand's push bends: nothing below ``ignored``, the rest above it."""
    return math.copysign(max(0.0, abs(curve) - ignored), curve)


def power_of(speed: float, pace: float) -> float:
    """Return the power 0 to 1 of a speed: p = 1 − exp(−v / v0)."""
    return 1.0 - math.exp(-max(0.0, speed) / pace)


def pace_from_speeds(speeds: tuple[float, ...], *, wanted_power: float = 0.55) -> float:
    """Return the pace at which a player's ordinary throws have ``wanted_power``; from the median of the speeds.

    Raises:
        ValueError: without any positive speed.
    """
    useful = sorted(speed for speed in speeds if speed > 0.0)
    if not useful:
        raise ValueError("a calibration needs at least one throw with a speed above 0")
    middle = (
        useful[len(useful) // 2] if len(useful) % 2 else (useful[len(useful) // 2 - 1] + useful[len(useful) // 2]) / 2
    )
    pace = middle / -math.log(1.0 - wanted_power)
    return min(PACE_RANGE[1], max(PACE_RANGE[0], pace))


def release_velocity(samples: Trace, release: float) -> tuple[float, float] | StrokeFault:
    """Return the velocity (x, y) [window heights per second] at the release, or why there is none."""
    ordered = [sample for sample in sorted_trace(samples) if sample.time <= release + 1e-9]
    if len(ordered) < 2:
        return StrokeFault.NO_TRAVEL
    travel = max(math.hypot(s.x - ordered[0].x, s.y - ordered[0].y) for s in ordered)
    if travel < LEAST_TRAVEL:
        return StrokeFault.NO_TRAVEL
    held = with_holds(ordered, release)
    recent = window(ordered, release - SPEED_WINDOW, release)
    if len(recent) >= LEAST_SAMPLES and recent[-1].time - recent[0].time >= LEAST_SPAN:
        return slope(resampled(held, max(release - SPEED_WINDOW, held[0].time), held[-1].time))
    if release - last_move(ordered) > HOLD_AFTER:
        # The hand held still at the end: the pause is part of the throw.
        return slope(resampled(held, max(release - SPEED_WINDOW, held[0].time), held[-1].time))
    first, last = ordered[stroke_start(ordered)], ordered[-1]
    span = last.time - first.time
    if span < LEAST_SPAN or last is first:
        return StrokeFault.TOO_SHORT
    return ((last.x - first.x) / span, (last.y - first.y) / span)


def stroke_tilt(samples: Trace, release: float) -> float:
    """Return how far the push so far has tilted the carpet [rad], positive right edge down; 0 before a push."""
    ordered = [sample for sample in sorted_trace(samples) if sample.time <= release + 1e-9]
    if len(ordered) < LEAST_SAMPLES:
        return 0.0
    push = ordered[stroke_start(ordered) :]
    chord_x, chord_y = push[-1].x - push[0].x, push[-1].y - push[0].y
    velocity = release_velocity(ordered, release)
    if isinstance(velocity, StrokeFault) or chord_y < LEAST_TRAVEL or velocity[1] <= 0.0:
        return 0.0
    return BANKING * math.remainder(math.atan2(*velocity) - math.atan2(chord_x, chord_y), math.tau)


def read_flick(
    samples: Trace,
    release: float,
    *,
    settings: FlickSettings | None = None,
    tilt: float = 0.0,
    loft: float | None = None,
    shift: float = 0.0,
) -> ThrowGesture | StrokeFault:
    """Turn the trace of one press into a gesture; ``release`` [s] is on the clock of the samples."""
    personal = settings or FlickSettings()
    velocity = release_velocity(samples, release)
    if isinstance(velocity, StrokeFault):
        return velocity
    sideways, forward = velocity
    speed = math.hypot(sideways, forward)
    ordered = [sample for sample in sorted_trace(samples) if sample.time <= release + 1e-9]
    push = ordered[stroke_start(ordered) :]
    advanced = push[-1].y - push[0].y
    if advanced < LEAST_TRAVEL:
        return StrokeFault.BACKWARDS
    if speed > 1e-6 and forward <= 0.0:
        return StrokeFault.BACKWARDS
    direction = math.atan2(sideways, forward) if speed > 1e-6 else 0.0
    if abs(direction) > WIDEST_DIRECTION:
        return StrokeFault.TOO_WIDE
    bend = meant(curvature(push), personal.ignored_curvature)
    spin = personal.resting_spin + bend / STRONGEST_CURVATURE * (1.0 - abs(personal.resting_spin))
    held = tilt + personal.tilt_share * stroke_tilt(ordered, release)
    rise = RESTING_LOFT if loft is None else loft
    return ThrowGesture(personal.power(speed), direction, spin, held, rise, shift).clamped()
