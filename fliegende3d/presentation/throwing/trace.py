"""Time-stamped pointer or stick samples: resampling with holds, slopes by least squares, and the curve of a stroke."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TraceSample:
    """A place at a time: seconds; window heights, x to the right and y up (towards the table)."""

    time: float
    x: float
    y: float


Trace = Sequence[TraceSample]

# Devices report only changes. After this long without a report the hand is taken to have held still.
HOLD_AFTER = 0.020
# How dense a trace is made before a slope is taken, so that the device's rate does not weigh the samples.
RESAMPLE_STEP = 0.002
# Points that a parabola is fitted to for the curve of a stroke.
CURVE_POINTS = 25


def sorted_trace(samples: Trace) -> list[TraceSample]:
    """Return the samples in order of time; of several at one time only the last counts."""
    ordered: list[TraceSample] = []
    for sample in sorted(samples, key=lambda s: s.time):
        if ordered and sample.time - ordered[-1].time < 1e-9:
            ordered[-1] = sample
        else:
            ordered.append(sample)
    return ordered


def with_holds(samples: Trace, until: float) -> list[TraceSample]:
    """Return the trace with the pauses made visible: a sample where a hold ends, and one at ``until``."""
    ordered = sorted_trace(samples)
    held: list[TraceSample] = []
    for sample in ordered:
        if held and sample.time - held[-1].time > HOLD_AFTER:
            last = held[-1]
            held.append(TraceSample(sample.time - HOLD_AFTER, last.x, last.y))
        held.append(sample)
    if held and until - held[-1].time > HOLD_AFTER:
        held.append(TraceSample(until, held[-1].x, held[-1].y))
    return held


def last_move(samples: Trace) -> float:
    """Return when the place changed last [s]; the first sample's time if it never did."""
    ordered = list(samples)
    for before, after in zip(reversed(ordered[:-1]), reversed(ordered[1:]), strict=True):
        if (before.x, before.y) != (after.x, after.y):
            return after.time
    return ordered[0].time if ordered else 0.0


def window(samples: Trace, start: float, end: float) -> list[TraceSample]:
    """Return the samples between two times, both included."""
    return [sample for sample in samples if start - 1e-9 <= sample.time <= end + 1e-9]


def resampled(samples: Trace, start: float, end: float) -> NDArray[np.float64]:
    """Return times [s], x and y at even steps by linear interpolation, shape (count, 3)."""
    times = np.array([s.time for s in samples])
    count = max(2, math.ceil((end - start) / RESAMPLE_STEP) + 1)
    even = np.linspace(start, end, count)
    xs = np.interp(even, times, [s.x for s in samples])
    ys = np.interp(even, times, [s.y for s in samples])
    return np.stack([even, xs, ys], axis=1)


def slope(rows: NDArray[np.float64]) -> tuple[float, float]:
    """Return the velocity (x, y) [window heights per second] by least squares over rows of time, x, y."""
    times = rows[:, 0] - rows[:, 0].mean()
    spread = float((times**2).sum())
    if spread <= 0.0:
        return (0.0, 0.0)
    return (float((times * rows[:, 1]).sum()) / spread, float((times * rows[:, 2]).sum()) / spread)


def stroke_start(samples: Trace) -> int:
    """Return the index where the last forward push begins: the lowest point after which the hand only advances."""
    ordered = list(samples)
    return min(range(len(ordered)), key=lambda i: (ordered[i].y, -i), default=0)


def curvature(samples: Trace, *, share: float = 1.0 / 3.0) -> float:
    """Return how the last ``share`` of a stroke's length turns [rad per window height], positive to the right.

    A parabola is fitted to that part, so that tremor and whole pixels average out; the turn is the angle between its
    directions at both ends.
    """
    points = np.array([(s.x, s.y) for s in samples], dtype=np.float64).reshape(-1, 2)
    steps = np.hypot(*np.diff(points, axis=0).T) if len(points) > 1 else np.zeros(0)
    total = float(steps.sum())
    if total < 1e-6:
        return 0.0
    lengths = np.concatenate([[0.0], np.cumsum(steps)])
    marks = np.linspace(total * (1.0 - share), total, CURVE_POINTS)
    places = np.stack([np.interp(marks, lengths, points[:, 0]), np.interp(marks, lengths, points[:, 1])], axis=1)
    chord = places[-1] - places[0]
    reach = float(np.hypot(*chord))
    if reach < 1e-9:
        return 0.0
    ahead = chord / reach
    along = (places - places[0]) @ ahead
    aside = (places - places[0]) @ np.array([ahead[1], -ahead[0]])
    bend, lean, _ = np.polyfit(along, aside, 2)
    turn = math.atan(lean + 2.0 * bend * reach) - math.atan(lean)
    return float(turn / (total * share))
