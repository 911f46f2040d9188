"""The assists: an arrow, the arc to its apex, or the arc with the landing ellipse. Made by the function that throws."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import Orientation, Throw
from fliegende3d.presentation.screens.acts.projection import path_line, table_line
from fliegende3d.presentation.ui.elements import Canvas
from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.theme import colour, faded

if TYPE_CHECKING:
    from fliegende3d.game.tabletop import Tabletop
    from fliegende3d.presentation.app import Application
    from fliegende3d.presentation.screens.match import Match

SUN = colour("FFD9A0")
SHADE = colour("1B1230", 0.7)
# Far enough ahead not to be drawn over the carpet in the hand [m].
ARROW_START = 0.34
ARROW_LENGTH = 0.50
ARROW_HEAD = 0.03
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


class Foresight:
    """Where a throw goes: its path to rest, and where it ends when the hand scatters."""

    def __init__(self, path: NDArray[np.float64], ends: NDArray[np.float64]) -> None:
        self.path = path
        self.ends = ends

    def apex(self) -> NDArray[np.float64]:
        """Return the path up to its highest point, shape (n, 3) [m]."""
        return self.path[: int(np.argmax(self.path[:, 2])) + 1]

    def ellipse(self) -> list[tuple[float, float]]:
        """Return the ellipse of two deviations around the ends [m]; empty without ends."""
        if len(self.ends) < 3:
            return []
        middle = self.ends.mean(axis=0)
        spread = np.cov((self.ends - middle).T) + np.eye(2) * 1e-6
        values, vectors = np.linalg.eigh(spread)
        turns = np.linspace(0.0, 2.0 * math.pi, 36, endpoint=False)
        circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * 2.0 * np.sqrt(values)
        return [(float(x), float(y)) for x, y in circle @ vectors.T + middle]


def foresee(tabletop: Tabletop, throw: Throw, *, ellipse: bool) -> Foresight:
    """Fly a throw in thought: the coarse mesh in still air."""
    flight = tabletop.try_throw(throw)
    ends = [tabletop.try_throw(other).centre_of_mass[-1, :2] for other in scattered(throw)] if ellipse else []
    return Foresight(
        flight.centre_of_mass, np.array([*ends, flight.centre_of_mass[-1, :2]]) if ellipse else np.zeros((0, 2))
    )


class Preview:
    """Looks ahead in the background; only the newest question is answered."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._running: Future[Foresight] | None = None
        self._next: tuple[Throw, bool] | None = None
        self.seen: Foresight | None = None

    def ask(self, throw: Throw, *, ellipse: bool) -> None:
        """Ask where a throw would go."""
        self._next = (throw, ellipse)
        self.poll()

    def cancel(self) -> None:
        """Forget what was asked."""
        self._next = None
        if self._running is not None:
            self._running.cancel()

    def poll(self) -> bool:
        """Take a finished answer and ask the next question; True if there is something new to draw."""
        new = False
        if self._running is not None and self._running.done():
            if not self._running.cancelled():
                self.seen = self._running.result()
                new = True
            self._running = None
        if self._running is None and self._next is not None:
            (throw, ellipse), self._next = self._next, None
            tabletop = self._match.session.tabletop
            self._running = self._match.work(lambda: foresee(tabletop, throw, ellipse=ellipse))
        return new


def preview_lines(
    app: Application, throw: Throw, heading: tuple[float, float], preview: Preview, assist: str, *, strong: bool
) -> Canvas:
    """Return the lines of the chosen assist; ``heading`` is the direction over the table that the arrow shows."""
    if assist == "none":
        return Canvas()
    lines = arrow(app, throw, heading, strong=strong)
    seen = preview.seen
    if seen is not None and assist in ("arc", "ellipse"):
        path = seen.apex() if assist == "arc" else seen.path
        lines += path_line(app, path, 9.0, SHADE)
        lines += path_line(app, path, 4.5, SUN)
        if assist == "ellipse":
            lines += table_line(app, seen.ellipse(), 7.0, SHADE)
            lines += table_line(app, seen.ellipse(), 3.5, SUN)
    return Canvas(lines=lines)


def arrow(app: Application, throw: Throw, heading: tuple[float, float], *, strong: bool) -> list[LineShape]:
    """Return an arrow on the table from under the hand towards where the carpet comes down."""
    x, y, _ = throw.position
    ax, ay = heading
    start = (x + ax * ARROW_START, y + ay * ARROW_START)
    tip = (x + ax * ARROW_LENGTH, y + ay * ARROW_LENGTH)
    barbs = [
        (
            tip[0] - ax * ARROW_HEAD + side * ay * ARROW_HEAD * 0.7,
            tip[1] - ay * ARROW_HEAD - side * ax * ARROW_HEAD * 0.7,
        )
        for side in (-1.0, 1.0)
    ]
    shown = faded(SUN, 1.0 if strong else 0.75)
    lines: list[LineShape] = []
    for width, shade in ((11.0, SHADE), (5.5, shown)):
        lines += table_line(app, [start, tip], width, shade, closed=False)
        lines += table_line(app, [barbs[0], tip, barbs[1]], width, shade, closed=False)
    return lines
