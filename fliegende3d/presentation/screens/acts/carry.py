"""A card in the hand: follows the pointer or the arrow keys, turns, and knows which limits it would break."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import Command
from fliegende3d.presentation.screens.acts.projection import around_card, card_corners, table_line
from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.theme import colour, faded
from fliegende3d.rules import BrokenLimit, PlacedCard, RuleSet

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

STEP = 0.005
FINE_STEP = 0.001
TURN_STEP = math.radians(5.0)
FINE_TURN = math.radians(1.0)
ALLOWED = colour("7FD6A8")
REFUSED = colour("FF8A6B")
SUN = colour("FFD9A0")
SHADE = colour("1B1230", 0.8)

Check = Callable[[float, float, float], tuple[BrokenLimit, ...]]


@dataclass
class CarriedCard:
    """Where the hand holds a card over the table [m, rad]."""

    x: float
    y: float
    yaw: float
    check: Check
    forward: tuple[float, float]
    fine: bool = False

    @property
    def broken(self) -> tuple[BrokenLimit, ...]:
        """The limits that laying it here would break."""
        return self.check(self.x, self.y, self.yaw)

    def command(self, command: Command) -> bool:
        """Move by a step as the player sees it, or turn; False for other commands."""
        step = FINE_STEP if self.fine else STEP
        turn = FINE_TURN if self.fine else TURN_STEP
        ahead_x, ahead_y = self.forward
        match command:
            case Command.UP:
                self._move(ahead_x * step, ahead_y * step)
            case Command.DOWN:
                self._move(-ahead_x * step, -ahead_y * step)
            case Command.LEFT:
                self._move(-ahead_y * step, ahead_x * step)
            case Command.RIGHT:
                self._move(ahead_y * step, -ahead_x * step)
            case Command.TILT_LEFT:
                self.turn(turn)
            case Command.TILT_RIGHT:
                self.turn(-turn)
            case Command.FINE:
                self.fine = not self.fine
            case _:
                return False
        return True

    def put(self, x: float, y: float, rules: RuleSet) -> None:
        """Hold the card over a place; never further out than the table reaches."""
        self.x = min(rules.table.half_width, max(-rules.table.half_width, x))
        self.y = min(rules.table.half_depth, max(-rules.table.half_depth, y))

    def turn(self, angle: float) -> None:
        """Turn the card [rad], counter-clockwise seen from above."""
        self.yaw = math.remainder(self.yaw + angle, 2.0 * math.pi)

    def _move(self, dx: float, dy: float) -> None:
        self.x += dx
        self.y += dy


def limit_lines(
    app: Application, laid: Sequence[PlacedCard], rules: RuleSet, held: CarriedCard | None
) -> list[LineShape]:
    """Return the limits as lines: the landing area, the least gap around each card, the reach around the nearest."""
    lines: list[LineShape] = []
    table = rules.table
    w, d = table.landing_half_width, table.landing_half_depth
    lines += table_line(app, [(-w, -d), (w, -d), (w, d), (-w, d)], 3.0, faded(SUN, 0.8))
    gap, reach = rules.minimum_gap_mm / 1000.0, rules.reach_mm / 1000.0
    for card in laid:
        lines += table_line(app, around_card(card, gap), 2.0, faded(REFUSED, 0.75))
    if held is None:
        return lines
    for card in sorted(laid, key=lambda c: math.hypot(c.x - held.x, c.y - held.y))[:2]:
        lines += table_line(app, around_card(card, reach), 2.5, faded(ALLOWED, 0.6))
    outline = card_corners(held.x, held.y, held.yaw)
    lines += table_line(app, outline, 9.0, SHADE, height=0.012)
    lines += table_line(app, outline, 5.0, REFUSED if held.broken else ALLOWED, height=0.012)
    return lines
