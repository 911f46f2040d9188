"""Computer opponents: they see what their seat may see and answer through the same door as people."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from fliegende3d.rules import (
    Action,
    Card,
    ChooseGenie,
    ChooseLamps,
    Decision,
    FinishLayout,
    FlightDecision,
    GenieDecision,
    LampDecision,
    Observation,
    PlaceCard,
    PlaceDecision,
    RearrangeDecision,
)

from .judgement import best_aims, card_value, choose_lamps, palaces, pick_genie
from .laying import suggested_place
from .levels import Level

SCATTER_AT_REST: Final = 0.045
"""Standard deviation of where a practised throw comes to rest at middle range [m]."""
PRACTISED_NOISE: Final = 0.02


@dataclass(frozen=True)
class Bot:
    """One computer opponent: its level of skill."""

    name: str
    level: Level

    def decide(self, view: Observation, decision: Decision, random: np.random.Generator) -> Action:
        """Answer any decision but a flight.

        Args:
            view: what the seat may know.
            decision: what is to be decided, by this seat.
            random: this bot's own stream.

        Raises:
            TypeError: for a flight, which wants a throw: see `aim`.
        """
        seat = decision.seat
        match decision:
            case PlaceDecision(card=card):
                x, y, yaw = suggested_place(view.table, view.rules, Random(int(random.integers(2**63))))
                return PlaceCard(seat, x, y, yaw, card.id)
            case RearrangeDecision():
                return FinishLayout(seat)
            case GenieDecision(card=card, seats=seats):
                value = card_value(card, view.hands[seat], self._rivals(view, seat), level=self.level, rules=view.rules)
                genie = pick_genie(view.genies, value, len(seats) - 1, random, level=self.level)
                return ChooseGenie(seat, genie, card.id)
            case LampDecision(most=most):
                rivals = [palaces(hand) for hand in self._rivals(view, seat)]
                return ChooseLamps(seat, choose_lamps(palaces(view.hands[seat]), most, rivals, level=self.level))
            case FlightDecision():
                raise TypeError("a flight is answered by a throw")

    def aims(self, view: Observation, seat: int, random: np.random.Generator) -> list[tuple[float, float]]:
        """Where to aim this seat's next throw, on the table [m]; the most promising place first."""
        values = list(self.values(view, seat).values())
        scatter = SCATTER_AT_REST * self.level.speed_noise / PRACTISED_NOISE
        return best_aims(view.table, values, scatter, random, thorough=self.level.reads_rivals)

    def values(self, view: Observation, seat: int) -> dict[int, float]:
        """What each card on the table is worth to a seat, by id."""
        rivals = self._rivals(view, seat)
        return {
            card.id: card_value(card.card, view.hands[seat], rivals, level=self.level, rules=view.rules)
            for card in view.table
        }

    @staticmethod
    def _rivals(view: Observation, seat: int) -> list[tuple[Card, ...]]:
        return [hand for other, hand in enumerate(view.hands) if other != seat]
