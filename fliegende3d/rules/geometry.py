"""Plane geometry of card rectangles: gaps, overlaps and edges, for any turn. Metres and radians."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import NamedTuple


class Rectangle(NamedTuple):
    """A rectangle by its centre [m], the direction of its short side, and half its sides [m].

    A named tuple, because layouts make thousands and this is the class of Python that is made fastest.
    """

    x: float
    y: float
    along_x: float
    along_y: float
    half_width: float
    half_length: float

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Return the four corners (x, y) [m], anticlockwise."""
        ux, uy = self.along_x * self.half_width, self.along_y * self.half_width
        vx, vy = -self.along_y * self.half_length, self.along_x * self.half_length
        return (
            (self.x - ux - vx, self.y - uy - vy),
            (self.x + ux - vx, self.y + uy - vy),
            (self.x + ux + vx, self.y + uy + vy),
            (self.x - ux + vx, self.y - uy + vy),
        )

    def extent(self, direction_x: float, direction_y: float) -> float:
        """Return how far the rectangle reaches from its centre along a unit direction [m]."""
        u = self.along_x * direction_x + self.along_y * direction_y
        v = -self.along_y * direction_x + self.along_x * direction_y
        return self.half_width * abs(u) + self.half_length * abs(v)

    def distance_to(self, x: float, y: float) -> float:
        """Return the distance [m] from a point to the rectangle; 0 inside it."""
        dx, dy = x - self.x, y - self.y
        u = abs(self.along_x * dx + self.along_y * dy) - self.half_width
        v = abs(self.along_x * dy - self.along_y * dx) - self.half_length
        if u <= 0.0:
            return max(v, 0.0)
        return u if v <= 0.0 else hypot(u, v)


def rectangle(x: float, y: float, yaw: float, width: float, length: float) -> Rectangle:
    """Return the rectangle of a card: at yaw 0 its width lies along x and its length along y."""
    return Rectangle(x, y, cos(yaw), sin(yaw), width / 2, length / 2)


def separation(first: Rectangle, second: Rectangle) -> float:
    """Return the widest separation [m] along any side's direction; negative: the depth of the overlap.

    This is the separating-axis theorem for two boxes. A positive value is a lower bound of the gap; a negative one is
    the shortest way that parts the two.
    """
    dx, dy = second.x - first.x, second.y - first.y
    ax, ay, bx, by = first.along_x, first.along_y, second.along_x, second.along_y
    c, s = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    fw, fl, sw, sl = first.half_width, first.half_length, second.half_width, second.half_length
    return max(
        abs(ax * dx + ay * dy) - fw - sw * c - sl * s,
        abs(ax * dy - ay * dx) - fl - sw * s - sl * c,
        abs(bx * dx + by * dy) - sw - fw * c - fl * s,
        abs(bx * dy - by * dx) - sl - fw * s - fl * c,
    )


def signed_gap(first: Rectangle, second: Rectangle) -> float:
    """Return the shortest distance [m] between two rectangles; if they overlap, minus the depth of the overlap.

    The shortest distance between two disjoint convex polygons always starts at a corner of one of them.
    """
    apart = separation(first, second)
    if apart <= 0.0:
        return apart
    return min(
        min(second.distance_to(x, y) for x, y in first.corners()),
        min(first.distance_to(x, y) for x, y in second.corners()),
    )
