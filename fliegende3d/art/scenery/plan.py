"""Where the table's inlay runs: the rules' own lines from `config/table.toml`, in metres about the table's middle."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.resources import find

Array = NDArray[np.float64]

BAND = 0.040  # m: width of the inlaid band round the landing area
STAR_RADIUS = 0.20  # m: the great star in the middle
STAR_NOTCH = 0.80  # its notches, as a share of the radius
SATELLITE_RADIUS = 0.158  # m: from the middle to the eight small stars
SATELLITES = 8


@dataclass(frozen=True)
class Plan:
    """Half measures of table and landing area, and the throw lines [m]."""

    half_width: float
    half_depth: float
    landing_half_width: float
    landing_half_depth: float
    throw_y: float
    throw_x: float


@dataclass(frozen=True)
class Piece:
    """One piece of inlay: points (n, 2) [m]; a line of this width [m], or filled where the width is 0."""

    points: Array
    width: float = 0.0
    closed: bool = True


def read_plan() -> Plan:
    """The plan from `config/table.toml`."""
    data = tomllib.loads(find("config", "table.toml").read_text(encoding="utf-8"))
    table, landing, throw = data["table"], data["landing_area"], data["throw_line"]
    return Plan(
        table["half_width"],
        table["half_depth"],
        landing["half_width"],
        landing["half_depth"],
        throw["south_north"],
        throw["east_west"],
    )


def frame(plan: Plan, margin: float) -> Array:
    """The corners of the landing area grown by a margin [m]."""
    x, y = plan.landing_half_width + margin, plan.landing_half_depth + margin
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def star(x: float, y: float, radius: float, notch: float, tips: int = 8) -> Array:
    """The corners of a star [m]; `notch` is the share of the radius between two tips."""
    k = np.arange(2 * tips)
    reach = np.where(k % 2 == 0, radius, radius * notch)
    angle = k * np.pi / tips
    return np.stack([x + reach * np.sin(angle), y + reach * np.cos(angle)], 1)


def brass(plan: Plan) -> list[Piece]:
    """All pieces of brass."""
    pieces = [
        Piece(frame(plan, margin), width)
        for margin, width in ((0.0, 0.0030), (-0.007, 0.0015), (BAND, 0.0030), (BAND + 0.007, 0.0015))
    ]
    pieces += [
        Piece(star(0.0, 0.0, radius, notch), width)
        for radius, notch, width in (
            (STAR_RADIUS, STAR_NOTCH, 0.0024),
            (STAR_RADIUS - 0.012, STAR_NOTCH, 0.0014),
            (0.128, STAR_NOTCH, 0.0022),
            (0.085, 0.62, 0.0016),
            (0.034, 0.70, 0.0016),
        )
    ]
    pieces += [Piece(star(x, y, 0.020, 0.72), 0.0018) for x, y in _satellites()]
    return [*pieces, *_band_stars(plan), *_throw_lines(plan), *_corner_scrolls(plan)]


def pearl(_: Plan) -> list[Piece]:
    """All pieces of mother-of-pearl."""
    return [Piece(star(x, y, 0.0105, 0.70)) for x, y in _satellites()]


def _satellites() -> Iterator[tuple[float, float]]:
    for j in range(SATELLITES):
        angle = 2.0 * math.pi * j / SATELLITES
        yield SATELLITE_RADIUS * math.cos(angle), SATELLITE_RADIUS * math.sin(angle)


def _band_stars(plan: Plan) -> Iterator[Piece]:
    wide, deep, middle = plan.landing_half_width, plan.landing_half_depth, BAND / 2
    for half, fixed, count, along_x in ((wide, deep + middle, 22, True), (deep, wide + middle, 18, False)):
        for side in (-1, 1):
            for i in range(count):
                offset = -half + (i + 0.5) * 2 * half / count
                x, y = (offset, side * fixed) if along_x else (side * fixed, offset)
                yield Piece(star(x, y, 0.0098, 0.6))
    for x in (-wide - middle, wide + middle):
        for y in (-deep - middle, deep + middle):
            yield Piece(star(x, y, 0.0165, 0.68))


def _throw_lines(plan: Plan) -> Iterator[Piece]:
    """A fine double line on each side with diamonds along it."""
    count = 13
    for side in (-1, 1):
        for line, half, along_x in ((plan.throw_y, 0.36, True), (plan.throw_x, 0.30, False)):
            for offset, width in ((0.0, 0.0022), (0.006, 0.0010)):
                at = side * (line + offset)
                ends = [(-half, at), (half, at)] if along_x else [(at, -half), (at, half)]
                yield Piece(np.array(ends), width, closed=False)
            for i in range(count):
                offset = (i - count // 2) * 2 * half / (count - 1)
                x, y = (offset, side * line) if along_x else (side * line, offset)
                r = 0.008 if i % 3 else 0.012
                yield Piece(np.array([(x, y + r), (x + r * 0.66, y), (x, y - r), (x - r * 0.66, y)]))


def _corner_scrolls(plan: Plan) -> Iterator[Piece]:
    """In each corner three vines, each rolled up towards its own middle."""
    t = np.linspace(0.0, 1.0, 90)
    for x_side in (-1, 1):
        for y_side in (-1, 1):
            for reach, hand, shift, swaps in ((0.046, 1, 0.085, (False,)), (0.030, -1, 0.165, (False, True))):
                for swap in swaps:
                    dx, dy = (0.072, shift) if swap else (shift, 0.072)
                    x, y = x_side * (plan.half_width - dx), y_side * (plan.half_depth - dy)
                    angle = hand * t * 10 + (math.pi if swap else 0.0)
                    radius = reach * (1 - t) ** 0.8
                    vine = [x + x_side * radius * np.cos(angle), y + y_side * radius * np.sin(angle)]
                    yield Piece(np.stack(vine, 1), 0.0026, closed=False)
