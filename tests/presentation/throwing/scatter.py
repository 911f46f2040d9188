"""How often people hit the card they aim at, by hand and way of throwing: ``python -m …throwing.scatter``.

Each synthetic hand aims at each of a few cards with the right numbers and makes them as well as it can; the carpet is
really flown, in still air, over an empty table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from shapely import MultiPoint, Polygon

from fliegende3d.game.aiming import Aiming
from fliegende3d.game.tabletop import Tabletop
from fliegende3d.presentation.screens.acts.projection import card_corners
from fliegende3d.presentation.throwing.drift import Drift, measure_drift
from fliegende3d.presentation.throwing.flick import DEFAULT_PACE, FlickSettings, read_flick
from fliegende3d.presentation.throwing.gesture import StrokeFault, ThrowGesture
from fliegende3d.presentation.throwing.meter import METER_DIRECTION, SWEEP_TIME, MeterState, read_meter
from fliegende3d.presentation.throwing.release import release
from fliegende3d.presentation.throwing.slingshot import FULL_PULL, LEAST_PULL, read_pull
from fliegende3d.presentation.throwing.step import STEPS, StepValue, with_value
from fliegende3d.resources import folder
from fliegende3d.rules import RuleSet, Side
from tests.presentation.throwing.human_hands import HANDS, HumanHand, flick_trace

# Places of cards on the table as they are often laid, nearest and farthest included [m].
CARDS = ((-0.10, -0.12), (0.09, -0.10), (0.0, 0.0), (-0.11, 0.03), (0.08, 0.11), (-0.02, 0.17))
POWERS = np.linspace(0.15, 0.8, 27)
LEAST_AREA = 1e-6  # m²: so much of a carpet must lie on a card


@dataclass(frozen=True)
class Hits:
    """What came of some throws at cards: the share that hit, the scatter about the aim [mm], refused strokes."""

    share: float
    across_mm: float
    along_mm: float
    faults: int


class Range:
    """A table to throw at, and what an ideal hand would do there."""

    def __init__(self) -> None:
        rules = RuleSet.load(folder("config"))
        self.tabletop = Tabletop(rules.table, material="magic", wind="calm")
        self.aiming = Aiming(self.tabletop)
        self.drift: Drift = measure_drift(self.tabletop)
        reached = [self.rest(ThrowGesture(float(power), spin=0.4))[0] for power in POWERS]
        self._distances = np.array([math.hypot(x, y + self.line) for x, y in reached])

    @property
    def line(self) -> float:
        """How far the throw line is from the middle of the table [m]."""
        return self.aiming.line_distance(Side.SOUTH)

    def wanted(self, x: float, y: float) -> tuple[float, float]:
        """The power and the direction [rad] that bring a carpet to a place."""
        distance = math.hypot(x, y + self.line)
        return float(np.interp(distance, self._distances, POWERS)), math.atan2(x, y + self.line)

    def rest(self, gesture: ThrowGesture) -> tuple[tuple[float, float], Polygon]:
        """Where a throw comes to rest: its middle [m] and its outline seen from above."""
        throw = release(gesture, side=Side.SOUTH, aiming=self.aiming, drift=self.drift)
        vertices = self.tabletop.try_on_endless_table(throw).final_vertices[:, :2]
        x, y = (float(part) for part in vertices.mean(axis=0))
        outline = MultiPoint(vertices).convex_hull
        assert isinstance(outline, Polygon)
        return (x, y), outline


Thrower = Callable[[HumanHand, np.random.Generator, float, float], ThrowGesture | StrokeFault]


def by_flick(*, steady: bool) -> Thrower:
    """Return how a hand flicks."""

    settings = FlickSettings.of_hand(pace=DEFAULT_PACE, sense=1.0, steady=steady)

    def throw(
        hand: HumanHand, random: np.random.Generator, power: float, direction: float
    ) -> ThrowGesture | StrokeFault:
        trace, released = flick_trace(hand, random, speed=settings.speed(power), direction=direction)
        return read_flick(trace, released, settings=settings)

    return throw


def by_slingshot(
    hand: HumanHand, random: np.random.Generator, power: float, direction: float
) -> ThrowGesture | StrokeFault:
    """Pull to the place that the preview shows to be right, as well as the hand points."""
    pull = LEAST_PULL + power * (FULL_PULL - LEAST_PULL)
    noise = hand.pull * random.standard_normal(2)
    return read_pull(-pull * math.sin(direction) + noise[0], pull * math.cos(direction) + noise[1])


def by_meter(
    hand: HumanHand, random: np.random.Generator, power: float, direction: float
) -> ThrowGesture | StrokeFault:
    """Press three times when the mark is at the right place, as well as the hand is in time."""
    marks = (direction / METER_DIRECTION, 2.0 * power - 1.0, 0.0)
    state, time = MeterState(0.0), 0.0
    for mark in marks:
        right = mark * SWEEP_TIME / 4.0 % SWEEP_TIME
        time = state.started + right + SWEEP_TIME + hand.press * random.standard_normal()
        state = state.press(time)
    return read_meter(state)


def by_steps(
    hand: HumanHand, random: np.random.Generator, power: float, direction: float
) -> ThrowGesture | StrokeFault:
    """Set the numbers with single presses: no hand trembles, but numbers are whole steps."""
    gesture = ThrowGesture(0.5, spin=0.4)
    for which, value in ((StepValue.POWER, power), (StepValue.DIRECTION, direction)):
        size = STEPS[which][2]
        gesture = with_value(gesture, which, round(value / size) * size)
    return gesture


def hits(table: Range, thrower: Thrower, hand: HumanHand, *, each: int, seed: int = 1) -> Hits:
    """Aim at every card ``each`` times."""
    random = np.random.default_rng(seed)
    hit, faults = 0, 0
    misses: list[tuple[float, float]] = []
    for x, y in CARDS:
        card = Polygon(card_corners(x, y, 0.0))
        for _ in range(each):
            answer = thrower(hand, random, *table.wanted(x, y))
            if isinstance(answer, StrokeFault):
                faults += 1
                continue
            place, outline = table.rest(answer)
            hit += outline.intersection(card).area >= LEAST_AREA
            misses.append((place[0] - x, place[1] - y))
    spread = np.sqrt((np.array(misses) ** 2).mean(axis=0)) * 1000.0
    return Hits(hit / (len(CARDS) * each), float(spread[0]), float(spread[1]), faults)


WAYS: dict[str, Thrower] = {
    "flick": by_flick(steady=False),
    "flick, steady hand": by_flick(steady=True),
    "slingshot": by_slingshot,
    "meter": by_meter,
    "step": by_steps,
}


def main() -> None:
    """Print the table."""
    table = Range()
    for way, thrower in WAYS.items():
        for name, hand in HANDS.items():
            found = hits(table, thrower, hand, each=40)
            scatter = f"{found.across_mm:4.0f} mm across {found.along_mm:4.0f} mm along"
            print(f"{way:20} {name:10} hits {found.share:4.0%}  {scatter}  refused {found.faults}")


if __name__ == "__main__":
    main()
