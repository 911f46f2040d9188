"""The plan of the lessons: their order, what they say to whom, and the throw that is shown to the learner."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import Throw
from fliegende3d.game.session import Flight, Session
from fliegende3d.presentation.devices.events import KEYBOARD
from fliegende3d.presentation.screens.showcase import lying_vertices
from fliegende3d.presentation.throwing.drift import Drift
from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import ORDINARY_POWER, ThrowGesture
from fliegende3d.presentation.throwing.release import release
from fliegende3d.rules import CARDS, Card, CardKind, PlacedCard, cards_under

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application


class Lesson(StrEnum):
    """The lessons, in order."""

    GOAL = "goal"
    GRIP = "grip"
    THROW = "throw"
    VERDICT = "verdict"
    DUEL = "duel"
    STAGE = "stage"
    SCORING = "scoring"


ORDER = tuple(Lesson)
# Here the learner does something at the table.
BY_HAND = frozenset({Lesson.GRIP, Lesson.THROW})
# Ways of throwing that follow the hand on a pointer or stick; keys alone cannot make them.
ANALOGUE = frozenset({"flick", "slingshot"})
# The cards of the example sheet: a set of adventures, a pair with a lamp, a treasure, a desert.
EXAMPLE = (
    CardKind.ADVENTURE_A,
    CardKind.ADVENTURE_B,
    CardKind.ADVENTURE_C,
    CardKind.CAMEL_BAZAAR,
    CardKind.LAMP,
    CardKind.TREASURE,
    CardKind.DESERT,
)
# The powers and directions [rad] that the shown throw tries one after the other until it lands on a card.
POWERS = (0.0, -0.03, 0.03, -0.06, 0.06, -0.1, 0.1)
DIRECTIONS = (0.0, math.radians(4.0), math.radians(-4.0))
# The rival's carpet of the duel lies so far from the middle of the card [m], turned and lifted so much.
RIVAL_STEP, RIVAL_TURN, RIVAL_LIFT = 0.03, 0.9, 0.004


def example_hand() -> tuple[Card, ...]:
    """Return cards of the example's kinds."""
    rest = list(CARDS)
    hand: list[Card] = []
    for kind in EXAMPLE:
        card = next(card for card in rest if card.kind is kind)
        rest.remove(card)
        hand.append(card)
    return tuple(hand)


def throw_key(lesson: Lesson, mode: str, app: Application, *, missed: bool) -> str:
    """Return the key of what a lesson says: in words for the way of throwing and for the device used last."""
    if missed:
        return "lesson.missed"
    if lesson not in BY_HAND:
        return f"lesson.{lesson.value}"
    key = f"lesson.{lesson.value}_{mode}"
    if app.last_device != KEYBOARD:
        return f"{key}_pad" if mode in ANALOGUE else key
    by_keys = app.surface.interaction.show_focus and mode in ANALOGUE
    return "lesson.grip_keys" if by_keys and lesson is Lesson.GRIP else key


def cards_of(session: Session, flight: Flight) -> frozenset[int]:
    """Return the cards that a flight's carpet came to lie on."""
    facts = flight.facts
    return frozenset(cards_under(facts, facts.off_table, session.state.rules).get(flight.carpet, ()))


def main_card(session: Session, flight: Flight) -> PlacedCard | None:
    """Return the card that most of a flight's carpet lies on; None if it lies on none."""
    under = cards_of(session, flight)
    area = {c.card: c.area_above_mm2 for c in flight.facts.coverage if c.carpet == flight.carpet}
    lying = [card for card in flight.facts.cards if card.id in under]
    return max(lying, key=lambda card: area.get(card.id, 0.0), default=None)


def demonstration(session: Session, drift: Drift) -> tuple[Throw, Flight]:
    """Return a throw from the first seat that comes to lie on a card, and its flight; the last try if none does."""
    side = session.state.side(0)
    tried: tuple[Throw, Flight] | None = None
    for direction in DIRECTIONS:
        for step in POWERS:
            gesture = ThrowGesture(power=ORDINARY_POWER + step, direction=direction, spin=RESTING_SPIN)
            throw = release(gesture, side=side, aiming=session.aiming, drift=drift)
            flight = session.fly(throw)
            tried = (throw, flight)
            if cards_of(session, flight):
                return tried
    assert tried is not None, "there is something to try"
    return tried


def second_carpet(session: Session, flight: Flight) -> tuple[int, NDArray[np.float64]] | None:
    """Return a rival's carpet on a card that ``flight`` came to lie on: its index and vertices [m], shape (280, 3)."""
    card = main_card(session, flight)
    if card is None:
        return None
    middle = flight.trajectory.final_vertices[:, :2].mean(axis=0)
    away = np.array([card.x, card.y]) - middle
    length = float(np.hypot(*away))
    away = away / length if length > 1e-6 else np.array([0.0, 1.0])
    x, y = np.array([card.x, card.y]) + RIVAL_STEP * away
    vertices = lying_vertices(float(x), float(y), card.yaw + RIVAL_TURN)
    vertices[:, 2] += RIVAL_LIFT
    rival = 1 if flight.carpet != 1 else 0
    return rival, vertices
