"""A second way to common areas that shares nothing with the first: clipping triangles by half-planes."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def clipped_area(polygon: Floats, x: float, y: float, yaw: float, half: tuple[float, float]) -> float:
    """Area of a convex polygon (k, 2) within a turned rectangle, by Sutherland and Hodgman's clipping and shoelace."""
    cosine, sine = math.cos(yaw), math.sin(yaw)
    points = [
        (cosine * (px - x) + sine * (py - y), cosine * (py - y) - sine * (px - x)) for px, py in np.asarray(polygon)
    ]
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            kept: list[tuple[float, float]] = []
            for k, here in enumerate(points):
                before = points[k - 1]
                a, b = sign * before[axis] - half[axis], sign * here[axis] - half[axis]
                if (a <= 0.0) != (b <= 0.0):
                    share = a / (a - b)
                    kept.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
                if b <= 0.0:
                    kept.append(here)
            points = kept
            if not points:
                return 0.0
    return 0.5 * abs(math.fsum(points[k - 1][0] * q[1] - q[0] * points[k - 1][1] for k, q in enumerate(points)))
