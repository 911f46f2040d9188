"""Strokes as hands make them: a planned push with the noise of speed, direction, curve, tremor, release and device.

The push is a minimum-jerk movement (Flash and Hogan 1985). Its spread follows what is measured of ballistic hand
movements: the speed varies by a constant share (Schmidt et al. 1979: some 5 to 10 % for adults, about twice that for
children), directions by 2 to 5 degrees (Gordon et al. 1994), physiological tremor has 8 to 12 Hz, and a release in the
middle of a movement is timed to 10 to 30 ms (Hore and Watts 2011).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from fliegende3d.presentation.throwing.trace import TraceSample

# Of a minimum-jerk movement of one length in one time unit the highest speed is 1.875.
PEAK = 1.875
TREMOR_RATE = 10.0


@dataclass(frozen=True)
class HumanHand:
    """Standard deviations of one person's strokes.

    Attributes:
        speed: relative spread of the speed.
        direction: spread of the direction [rad].
        curve: spread of how much the path bends [rad per window height].
        tremor: amplitude of the tremor [window heights].
        release: spread of the moment of the release [s].
        pull: spread of a place pointed at [window heights], for the slingshot.
        press: spread of the moment of a press [s], for the meter.
    """

    speed: float
    direction: float
    curve: float
    tremor: float
    release: float
    pull: float
    press: float


CHILD = HumanHand(0.14, math.radians(4.5), 1.2, 0.0015, 0.025, 0.014, 0.055)
ADULT = HumanHand(0.08, math.radians(2.5), 0.7, 0.0008, 0.015, 0.007, 0.035)
PRACTISED = HumanHand(0.05, math.radians(1.5), 0.4, 0.0005, 0.010, 0.004, 0.022)
HANDS = {"child": CHILD, "adult": ADULT, "practised": PRACTISED}


def flick_trace(
    hand: HumanHand,
    random: np.random.Generator,
    *,
    speed: float,
    direction: float = 0.0,
    rate: float = 125.0,
    lines: int = 1080,
) -> tuple[list[TraceSample], float]:
    """Return a draw back and a push meant to leave at a speed [window heights/s] and direction [rad], and its release.

    Places are whole pixels of a window of so many lines, reported at a rate [1/s] whenever they change.
    """
    made = speed * (1.0 + hand.speed * random.standard_normal())
    heading = direction + hand.direction * random.standard_normal()
    bend = hand.curve * random.standard_normal()
    length = 0.34
    duration = PEAK * length / max(0.2, made)
    # Let go about the fastest moment, a little after the middle.
    release = duration * 0.56 + hand.release * random.standard_normal()
    back = 0.40
    phase = random.uniform(0.0, math.tau)
    end = back + 0.08 + max(0.03, min(duration, release))
    samples: list[TraceSample] = []
    last: tuple[int, int] | None = None
    for k in range(int(end * rate) + 2):
        time = min(end, k / rate)
        x, y = _place(time, back, duration, length, heading, bend)
        shake = hand.tremor * math.sin(math.tau * TREMOR_RATE * time + phase)
        pixel = (round((x + shake) * lines), round((y + 0.5 * shake) * lines))
        if pixel != last:
            samples.append(TraceSample(time, pixel[0] / lines, pixel[1] / lines))
            last = pixel
    return samples, end


def _jerk(share: float) -> float:
    s = min(1.0, max(0.0, share))
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)


def _place(
    time: float, back: float, duration: float, length: float, heading: float, bend: float
) -> tuple[float, float]:
    """Where the pointer is: drawn back along the line it will be pushed along, then pushed along an arc."""
    pulled = 0.14
    if time < back + 0.08:
        gone = -pulled * _jerk(time / back)
        return (gone * math.sin(heading), gone * math.cos(heading))
    along = length * _jerk((time - back - 0.08) / duration)
    # The hand means the direction of the middle of its push; the arc bends away from it on both sides.
    middle = heading + bend * (0.5 * along - 0.45 * length)
    return (
        -pulled * math.sin(heading) + along * math.sin(middle),
        -pulled * math.cos(heading) + along * math.cos(middle),
    )
