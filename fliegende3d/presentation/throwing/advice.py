"""After a miss: what would have brought the carpet onto the card that was aimed at, seen from the thrower's place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from fliegende3d.flight import MAX_SPIN, Throw
from fliegende3d.presentation.throwing.drift import Drift
from fliegende3d.rules import PlacedCard


class Hint(StrEnum):
    """One thing to do otherwise; each has a text ``verdict.hint.NAME``."""

    HARDER = "harder"
    MUCH_HARDER = "much_harder"
    SOFTER = "softer"
    MUCH_SOFTER = "much_softer"
    LEFT = "left"
    RIGHT = "right"


# Who aims beside all cards means the one next to the line; along the line people are less sure of themselves.
ALONG_SHARE = 0.35
# Farther off in length than this [m] it takes more than a little.
MUCH = 0.16
# The lesser error is told too if it is at least this share of the greater one, and at least so large [m].
ALSO_SHARE, ALSO_LEAST = 0.6, 0.045
# A throw that comes to rest nearer than this [m] does not say which way it went.
LEAST_RANGE = 0.02


@dataclass(frozen=True)
class Advice:
    """The card that was meant, and what to do otherwise, the more important first."""

    card: PlacedCard
    hints: tuple[Hint, ...]


def meant_bearing(throw: Throw, drift: Drift) -> float:
    """Return the direction that a hand meant [rad, counter-clockwise from the x axis]: its throw without the drift."""
    vx, vy, vz = throw.velocity
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    spin = math.copysign(math.hypot(*throw.spin), -throw.spin[2]) / MAX_SPIN
    return math.atan2(vy, vx) + drift.angle(speed, spin)


def advice(throw: Throw, rest: tuple[float, float], cards: Iterable[PlacedCard], drift: Drift) -> Advice | None:
    """Return what to do otherwise after a throw that came to rest beside all cards [m]; None without cards."""
    hand = (throw.position[0], throw.position[1])
    bearing = meant_bearing(throw, drift)
    ahead = (math.cos(bearing), math.sin(bearing))
    along_rest = _along(hand, rest, ahead)

    def off_the_aim(card: PlacedCard) -> float:
        place = (card.x, card.y)
        return abs(_aside(hand, place, ahead)) + ALONG_SHARE * abs(_along(hand, place, ahead) - along_rest)

    card = min(cards, key=off_the_aim, default=None)
    if card is None:
        return None
    reach = max(LEAST_RANGE, math.hypot(card.x - hand[0], card.y - hand[1]))
    to_card = ((card.x - hand[0]) / reach, (card.y - hand[1]) / reach)
    gone = math.hypot(rest[0] - hand[0], rest[1] - hand[1])
    length = gone - reach
    right = _aside(hand, rest, to_card) if gone > LEAST_RANGE else 0.0
    return Advice(card, _hints(length, right))


def _hints(length: float, right: float) -> tuple[Hint, ...]:
    """Turn how far a throw went too far and too far to the right [m] into what to do."""
    if length < 0.0:
        strength = Hint.HARDER if length > -MUCH else Hint.MUCH_HARDER
    else:
        strength = Hint.SOFTER if length < MUCH else Hint.MUCH_SOFTER
    ordered = [(abs(length), strength), (abs(right), Hint.LEFT if right > 0.0 else Hint.RIGHT)]
    (most, first), (less, second) = sorted(ordered, key=lambda pair: -pair[0])
    also = less >= ALSO_LEAST and less >= ALSO_SHARE * most
    return (first, second) if also else (first,)


def _along(hand: tuple[float, float], place: tuple[float, float], ahead: tuple[float, float]) -> float:
    return (place[0] - hand[0]) * ahead[0] + (place[1] - hand[1]) * ahead[1]


def _aside(hand: tuple[float, float], place: tuple[float, float], ahead: tuple[float, float]) -> float:
    """How far a place is to the right of a line from the hand [m]."""
    return (place[0] - hand[0]) * ahead[1] - (place[1] - hand[1]) * ahead[0]
