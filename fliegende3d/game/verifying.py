"""Fly a recorded game again and compare: the same throws must come to rest in the same bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fliegende3d.replay.recording import Recording
from fliegende3d.rules import Applied, CarpetsLanded, exact

from .saving import begin

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Verification:
    """What came of comparing.

    Attributes:
        steps: how many steps the recording holds.
        checked: how many agreed.
        flights: how many flights were flown again.
        difference: the first step that differs and in what, or an empty text.
    """

    steps: int
    checked: int
    flights: int
    difference: str = ""

    @property
    def same(self) -> bool:
        """Whether everything agreed."""
        return not self.difference


def verify(recording: Recording, *, progress: Progress | None = None) -> Verification:
    """Repeat every step: the rules must say the same, and every flight must rest in the recorded bits.

    Args:
        recording: a whole recording, deck included.
        progress: told the number of steps done.

    Raises:
        RecordingError: if the recording has no deck, because it was shared before the end.
        ValueError: if its wind, material or a bot's level do not exist any more.
    """
    session = begin(recording)
    flights = 0
    total = len(recording.steps)
    if session.opening != recording.opening:
        return Verification(total, 0, 0, "step 0: the game begins differently")
    for number, step in enumerate(recording.steps, start=1):
        if step.flight is not None and isinstance(step.action, CarpetsLanded):
            due = session.flight_due()
            if due is None or (due.seat, due.carpet) != (step.flight.seat, step.flight.carpet):
                return Verification(total, number - 1, flights, f"step {number}: another carpet is due")
            flight = session.fly(step.flight.throw)
            flights += 1
            if flight.trajectory.hash != step.flight.hash:
                text = f"step {number}, flight {flights}: the carpet comes to rest differently"
                return Verification(total, number - 1, flights, text)
            if exact(session.state, flight.facts) != exact(session.state, step.action):
                text = f"step {number}, flight {flights}: the landing is judged differently"
                return Verification(total, number - 1, flights, text)
            answer = session.land(flight)
        else:
            answer = session.submit(step.action)
        if not isinstance(answer, Applied):
            return Verification(total, number - 1, flights, f"step {number}: refused, {answer.key.value}")
        if answer.events != step.events:
            return Verification(total, number - 1, flights, f"step {number}: something else happens")
        if progress is not None:
            progress(number)
    damage = f"after step {total}: {recording.damage}" if recording.damage else ""
    return Verification(total, total, flights, damage)
