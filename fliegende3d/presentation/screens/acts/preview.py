"""The assists: an arrow, the arc to its apex, or the whole way to its region. Made by the function that throws.

Three things are told apart by shape first and colour second: a solid arrow where the hand aims, beads in the air where
the carpet flies, and a soft region where it comes to rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import Orientation, Throw, load_wind, simulate
from fliegende3d.presentation.screens.acts.held import RESTING_BACK, held_back
from fliegende3d.presentation.screens.acts.projection import table_line, to_pixel
from fliegende3d.presentation.ui.elements import Canvas
from fliegende3d.presentation.ui.painting import FillShape, LineShape
from fliegende3d.presentation.ui.theme import colour, faded

if TYPE_CHECKING:
    from fliegende3d.game.session import Session
    from fliegende3d.game.tabletop import Tabletop
    from fliegende3d.presentation.app import Application
    from fliegende3d.presentation.screens.match import Match

Array = NDArray[np.float64]
Pixel = tuple[float, float]

SHADE = colour("1B1230", 0.75)
ARROW_COLOUR = colour("FFB84D")
BEAD_COLOUR = colour("FFF3D6")
# Light blue stays apart from wood, brass and paper for every kind of colour vision.
REGION_COLOUR = colour("8FD8FF")
# The arrow begins so far before the middle of the carpet in the resting hand, just beyond its edge [m].
ARROW_START, ARROW_LENGTH = 0.053, 0.112
ARROW_HEAD, ARROW_WIDTH, ARROW_STEM = 0.024, 0.027, 0.010
BARB = 0.004
# A dark rim around bright marks [reference px].
RIM = 2.5
# Beads stand so far apart along the arc, and are so large at this distance from the eye [reference px, m].
BEAD_GAP, BEAD_SIZE, BEAD_DISTANCE = 19.0, 8.5, 1.5
# After its apex the arc fades to this share, and its beads shrink to this one.
FALLING, SHRINKING = 0.5, 0.7
# The way that it slides over the table: dashes and gaps [m].
DASH, DASH_GAP = 0.012, 0.009
# A region is filled in layers: its size, and how much each adds.
LAYERS = ((1.0, 0.24), (0.8, 0.13), (0.6, 0.13), (0.4, 0.13))
REGION_POINTS = 48
# Lower than this the carpet is taken to lie on the table or to slide over it [m].
TOUCHED = 0.015
# The first part of an arc ends where it has fallen to this share of its height.
OPENING = 0.5
# The path is smoothed over so many frames: a carpet flutters, its mean way does not.
SMOOTHING = 3.0
PATH_POINTS = 72
# A new answer is drawn after a short while, so that nothing jumps: time constant [s].
EASING = 0.07
# What no look ahead knows, above all how the air moves: deviation along the way and across [m].
LEFT_OPEN = (0.014, 0.008)
# So long a hand holds still before the exact answer is sought [s].
STILL = 0.15
# How an ordinary hand scatters about what it means: speed (relative), direction [rad] and tilt [rad].
SCATTER = (
    (0.04, 0.0, 0.0),
    (-0.04, 0.0, 0.0),
    (0.0, 0.03, 0.0),
    (0.0, -0.03, 0.0),
    (0.0, 0.0, 0.035),
    (0.0, 0.0, -0.035),
)


def scattered(throw: Throw) -> list[Throw]:
    """Return the throw as an ordinary hand makes it: a little faster, slower, to either side, tilted either way."""
    throws = []
    for speed, turn, tilt in SCATTER:
        vx, vy, vz = (part * (1.0 + speed) for part in throw.velocity)
        c, s = math.cos(turn), math.sin(turn)
        held = throw.orientation
        orientation = Orientation(held.yaw, held.pitch, held.roll + tilt)
        throws.append(replace(throw, velocity=(c * vx - s * vy, s * vx + c * vy, vz), orientation=orientation))
    return throws


@dataclass(frozen=True, eq=False)
class Foresight:
    """Where a throw goes.

    Attributes:
        path: way of the middle of the carpet to its rest [m], shape (n, 3).
        ends: where it comes to rest when the hand scatters [m], shape (k, 2); empty if nobody asked.
    """

    path: Array
    ends: Array

    def airborne(self) -> Array:
        """Return the smoothed way from the hand to the first touch, evenly in time, shape (n, 3) [m]."""
        return resampled(smoothed(self.path[: self._touch() + 1]), PATH_POINTS)

    def _touch(self) -> int:
        """The frame in which the carpet touches something first, the last one if it never does."""
        top = int(np.argmax(self.path[:, 2]))
        low = np.flatnonzero(self.path[top:, 2] < TOUCHED)
        return max(1, top + int(low[0])) if len(low) else len(self.path) - 1

    def opening(self) -> Array:
        """Return the way up to its highest point and down to half of that, shape (n, 3) [m].

        A flat throw is highest in the hand: the highest point alone would show nothing of it.
        """
        way = self.airborne()
        top = int(np.argmax(way[:, 2]))
        low = np.flatnonzero(way[top:, 2] < OPENING * way[top, 2])
        return way[: top + int(low[0]) + 1] if len(low) else way

    def sliding(self) -> Array:
        """Return the smoothed way over the table from the first touch to the rest, shape (n, 2) [m]."""
        return resampled(smoothed(self.path[self._touch() :, :2]), PATH_POINTS)

    def region(self) -> list[tuple[float, float]]:
        """Return where such a throw comes to rest: the ends, and what no look ahead knows [m]."""
        way = self.path[-1, :2] - self.path[0, :2]
        length = float(np.hypot(*way))
        if length < 1e-6:
            return self.ellipse()
        ahead = way / length
        across = np.array([-ahead[1], ahead[0]])
        return self.ellipse(LEFT_OPEN[0] ** 2 * np.outer(ahead, ahead) + LEFT_OPEN[1] ** 2 * np.outer(across, across))

    def ellipse(self, more: Array | None = None) -> list[tuple[float, float]]:
        """Return the ellipse of two deviations around the ends [m], with ``more`` variance; empty without ends."""
        if len(self.ends) < 3:
            return []
        middle = self.ends.mean(axis=0)
        spread = np.cov((self.ends - middle).T) + np.eye(2) * 1e-6
        if more is not None:
            spread = spread + more
        values, vectors = np.linalg.eigh(spread)
        turns = np.linspace(0.0, 2.0 * math.pi, REGION_POINTS, endpoint=False)
        circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * 2.0 * np.sqrt(values)
        return [(float(x), float(y)) for x, y in circle @ vectors.T + middle]

    def towards(self, other: Foresight, share: float) -> Foresight:
        """Return what lies between two answers; one of another kind is taken as it is."""
        if self.ends.shape != other.ends.shape:
            return other
        mine, theirs = (resampled(seen.path, PATH_POINTS) for seen in (self, other))
        return Foresight(mine + (theirs - mine) * share, self.ends + (other.ends - self.ends) * share)


def smoothed(path: Array) -> Array:
    """Return a path without flutter, its ends where they were; shape as given, (n, k) [m]."""
    if len(path) < 4:
        return path
    reach = math.ceil(3.0 * SMOOTHING)
    steps = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (steps / SMOOTHING) ** 2)
    # Beyond its ends the path goes on as its mirror image through them: so they stay where they are.
    before = 2.0 * path[0] - path[1 : reach + 1][::-1]
    after = 2.0 * path[-1] - path[-reach - 1 : -1][::-1]
    whole = np.concatenate([before, path, after])
    columns = [
        np.convolve(whole[:, k], weights, mode="same") / np.convolve(np.ones(len(whole)), weights, mode="same")
        for k in range(path.shape[1])
    ]
    return np.stack(columns, axis=1)[len(before) : len(before) + len(path)]


def resampled(path: Array, count: int) -> Array:
    """Return a path with so many points, evenly in time, shape (count, k)."""
    old, new = np.linspace(0.0, 1.0, len(path)), np.linspace(0.0, 1.0, count)
    return np.stack([np.interp(new, old, path[:, k]) for k in range(path.shape[1])], axis=1)


def foresee(tabletop: Tabletop, throw: Throw, *, ellipse: bool) -> Foresight:
    """Fly a throw in thought: the coarse mesh in still air."""
    flight = tabletop.try_throw(throw)
    ends = [tabletop.try_throw(other).centre_of_mass[-1, :2] for other in scattered(throw)] if ellipse else []
    return Foresight(
        flight.centre_of_mass, np.array([*ends, flight.centre_of_mass[-1, :2]]) if ellipse else np.zeros((0, 2))
    )


def foresee_among(session: Session, throw: Throw, first: Foresight) -> Foresight:
    """Fly a throw in thought once more, among what lies on the table: the fine mesh, in still air."""
    tabletop, state = session.tabletop, session.state
    resting = {} if state.flown == 0 else session.resting
    world = tabletop.laid(state.table, resting, curl_seed=session.seed)
    flight = simulate(throw, world=world, material=tabletop.material, wind=load_wind("calm"), mesh=tabletop.mesh)
    path = flight.centre_of_mass
    return Foresight(path, first.ends + (path[-1, :2] - first.path[-1, :2]))


class Preview:
    """Looks ahead in the background; only the newest question is answered. ``drawn`` follows what is ``seen``.

    The first answer comes at once, of an empty table; the exact one follows when the hand holds still.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._running: Future[Foresight] | None = None
        self._next: tuple[Throw, bool] | None = None
        self._asked: Throw | None = None
        self._idle = 0.0
        self.seen: Foresight | None = None
        self.drawn: Foresight | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come, the exact one included."""
        return self._running is not None or self._next is not None or self._asked is not None

    def ask(self, throw: Throw, *, ellipse: bool) -> None:
        """Ask where a throw would go."""
        self._next, self._asked = (throw, ellipse), throw
        self.poll()

    def cancel(self) -> None:
        """Forget what was asked."""
        self._next = self._asked = None
        if self._running is not None:
            self._running.cancel()

    def poll(self) -> bool:
        """Take a finished answer and ask the next question; True if there is something new."""
        new = False
        if self._running is not None and self._running.done():
            if not self._running.cancelled():
                self.seen = self._running.result()
                new = True
            self._running = None
        if self._running is None and self._next is not None:
            (throw, ellipse), self._next = self._next, None
            self._idle = 0.0
            tabletop = self._match.session.tabletop
            self._running = self._match.work(lambda: foresee(tabletop, throw, ellipse=ellipse))
        return new

    def advance(self, dt: float) -> bool:
        """Let time pass; True if something else is to be drawn than before."""
        self.poll()
        self._idle += dt
        if self._running is None and self._asked is not None and self.seen is not None and self._idle >= STILL:
            throw, first, session = self._asked, self.seen, self._match.session
            self._asked = None
            self._running = self._match.work(lambda: foresee_among(session, throw, first))
        if self.seen is None or self.drawn is self.seen:
            return False
        share = 1.0 - math.exp(-dt / EASING)
        if self.drawn is None or share > NEARLY:
            self.drawn = self.seen
            return True
        self.drawn = self.drawn.towards(self.seen, share)
        rest = np.abs(self.drawn.path[-1] - self.seen.path[-1]).max()
        ends = np.abs(self.drawn.ends - self.seen.ends).max(initial=0.0)
        if max(float(rest), float(ends)) < CLOSE:
            self.drawn = self.seen
        return True


# So near to the end an answer is drawn as it is: share of the way, distance [m].
NEARLY, CLOSE = 0.95, 0.0005


def preview_lines(
    app: Application,
    throw: Throw,
    heading: tuple[float, float],
    seen: Foresight | None,
    assist: str,
    *,
    strong: bool,
    reach: float = 1.0,
) -> Canvas:
    """Return the marks of the chosen assist.

    ``heading`` is the direction over the table that the arrow shows, ``reach`` how long it is, 1 as usual.
    """
    if assist == "none":
        return Canvas()
    fills, lines = arrow(app, throw, heading, strong=strong, reach=reach)
    if seen is not None and assist == "arc":
        lines += beads(app, seen.opening())
    if seen is not None and assist == "ellipse":
        region_fills, region_lines = region(app, seen.region())
        fills = [*region_fills, *fills]
        lines = [*region_lines, *dashes(app, seen.sliding()), *lines, *beads(app, seen.airborne())]
    return Canvas(lines=lines, fills=fills)


def region(app: Application, ellipse: Sequence[tuple[float, float]]) -> tuple[list[FillShape], list[LineShape]]:
    """Return the landing region: filled ever more densely towards its middle, with a rim."""
    if not ellipse:
        return [], []
    ring = np.array(ellipse)
    middle = ring.mean(axis=0)
    fills = []
    for size, strength in LAYERS:
        points = _pixels(app, middle + (ring - middle) * size, TABLE_LIFT)
        if len(points) >= 3:
            fills.append(FillShape(points, faded(REGION_COLOUR, strength)))
    lines = table_line(app, ellipse, 7.5, SHADE)
    return fills, [*lines, *table_line(app, ellipse, 3.5, REGION_COLOUR)]


def beads(app: Application, way: Array) -> list[LineShape]:
    """Return beads along a way through the air [m], shape (n, 3): nearer ones are larger, falling they fade."""
    scale, eye = app.surface.scale, np.array(app.stage.camera.view.eye)
    seen = [(to_pixel(app, *(float(part) for part in place)), place) for place in way]
    points = np.array([pixel for pixel, _ in seen if pixel is not None]).reshape(-1, 2)
    places = np.array([place for pixel, place in seen if pixel is not None]).reshape(-1, 3)
    if len(points) < 2:
        return []
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    highest = along[int(np.argmax(places[:, 2]))]
    rims, cores = [], []
    for mark in np.arange(BEAD_GAP * scale, along[-1] + 1e-6, BEAD_GAP * scale):
        x, y = (float(np.interp(mark, along, points[:, k])) for k in range(2))
        place = np.array([np.interp(mark, along, places[:, k]) for k in range(3)])
        fallen = max(0.0, mark - highest) / max(1.0, along[-1] - highest)
        size = BEAD_SIZE * scale * BEAD_DISTANCE / float(np.linalg.norm(place - eye))
        size = max(3.0, size * (1.0 - (1.0 - SHRINKING) * fallen))
        strength = 1.0 - (1.0 - FALLING) * fallen
        spot = ((x, y), (x + 0.5, y))
        rims.append(LineShape(spot, size + 2.0 * RIM * scale, faded(SHADE, strength)))
        cores.append(LineShape(spot, size, faded(BEAD_COLOUR, strength)))
    return [*rims, *cores]


def dashes(app: Application, way: Array) -> list[LineShape]:
    """Return the way over the table [m], shape (n, 2), in dashes."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(way, axis=0).T))])
    lines: list[LineShape] = []
    for start in np.arange(DASH_GAP, along[-1] - DASH / 2.0, DASH + DASH_GAP):
        ends = [
            (float(np.interp(mark, along, way[:, 0])), float(np.interp(mark, along, way[:, 1])))
            for mark in (start, min(start + DASH, along[-1]))
        ]
        lines += table_line(app, ends, 6.5, SHADE, closed=False)
        lines += table_line(app, ends, 3.0, faded(REGION_COLOUR, 0.9), closed=False)
    return lines


def arrow(
    app: Application, throw: Throw, heading: tuple[float, float], *, strong: bool, reach: float
) -> tuple[list[FillShape], list[LineShape]]:
    """Return a solid arrow from the carpet in the hand towards where it comes down."""
    x, y, z = np.add(throw.position, held_back(throw, RESTING_BACK))
    ax, ay = heading
    tip = ARROW_START + ARROW_HEAD + (ARROW_LENGTH - ARROW_HEAD - ARROW_START) * reach
    neck = tip - ARROW_HEAD

    def at(along: float, aside: float) -> tuple[float, float]:
        return (x + ax * along + ay * aside, y + ay * along - ax * aside)

    half, wide = ARROW_STEM / 2.0, ARROW_WIDTH / 2.0
    shape = [
        at(ARROW_START, -half * 0.4),
        at(ARROW_START, half * 0.4),
        at(neck, half),
        at(neck - BARB, wide),
        at(tip, 0.0),
        at(neck - BARB, -wide),
        at(neck, -half),
    ]
    points = _pixels(app, np.array(shape), float(z))
    if len(points) < len(shape):
        return [], []
    shown = faded(ARROW_COLOUR, 1.0 if strong else 0.85)
    lines = [
        LineShape(points, 2.0 * RIM * app.surface.scale + 2.0, faded(SHADE, 1.0 if strong else 0.8), closed=True),
        LineShape(points, max(1.2, 1.5 * app.surface.scale), shown, closed=True),
    ]
    return [FillShape(points, shown)], lines


def _pixels(app: Application, places: Array, height: float) -> tuple[Pixel, ...]:
    """The pixels of places [m], shape (n, 2), at a height [m]; those behind the eye are left out."""
    seen = (to_pixel(app, float(x), float(y), height) for x, y in places)
    return tuple(pixel for pixel in seen if pixel is not None)


# Marks lie so high above the table [m].
TABLE_LIFT = 0.0008
