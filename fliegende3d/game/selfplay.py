"""Whole games by computer opponents, without a window, as many at a time as there are processors."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, Final

from fliegende3d.rules import CardTaken, PalacesScored, RuleSet, StageEnded, final_scores

from .players import bots
from .session import Session

MOST_STEPS: Final = 5_000
"""No game takes nearly so many steps: one that does has gone wrong."""


@dataclass(frozen=True)
class Plan:
    """One game to be played."""

    number: int
    players: int
    levels: tuple[str, ...]
    seed: int
    wind: str
    rules: RuleSet


def play(plan: Plan) -> dict[str, Any]:
    """Play one game to its end; the answer is ready for JSON.

    Raises:
        RuntimeError: if the game does not end.
    """
    players = bots(plan.players, plan.levels)
    session = Session.new(players, plan.rules, seed=plan.seed, wind=plan.wind)
    for _ in range(MOST_STEPS):
        if session.over:
            return summary(session, plan)
        session.advance()
    raise RuntimeError(f"game {plan.number} (seed {plan.seed}) did not end after {MOST_STEPS} steps")


def summary(session: Session, plan: Plan) -> dict[str, Any]:
    """What is told of a finished game."""
    scores = final_scores(session.state)
    events = [event for entry in session.history for event in entry.events]
    stages = [event for event in events if isinstance(event, StageEnded)]
    taken = sum(isinstance(event, CardTaken) for event in events)
    aside = len(session.state.set_aside) + sum(len(stage.leftovers) for stage in stages)
    return {
        "game": plan.number,
        "seed": plan.seed,
        "players": [
            {
                "name": player.name,
                "level": player.level,
                "total": sheet.total,
                "palaces": sheet.palaces,
                "bazaars": sheet.bazaars,
                "adventures": sheet.adventures,
                "treasures": sheet.treasures,
                "deserts": sheet.deserts,
                "cards": sorted(card.kind.value for card in session.state.hands[seat]),
                "palace_points": session.state.palace_points[seat],
            }
            for seat, (player, sheet) in enumerate(zip(session.players, scores.sheets, strict=True))
        ],
        "winners": [session.players[seat].name for seat in scores.winners],
        "stages": len(stages),
        "flights": sum(entry.flight is not None for entry in session.history),
        "cards_taken": taken,
        "cards_left_over": aside,
        "palace_reckonings": sum(isinstance(event, PalacesScored) for event in events),
        "settled": all(entry.flight.trajectory.settled for entry in session.history if entry.flight is not None),
    }


def leave_stopping() -> None:
    """Let only the first process hear that the player wants to stop: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_many(
    plans: Sequence[Plan], *, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> list[dict[str, Any]]:
    """Play games in several processes; the answer is in the order of the plans whatever finishes first."""
    done = 0
    if jobs <= 1 or len(plans) <= 1:
        results = []
        for plan in plans:
            results.append(play(plan))
            done += 1
            if progress is not None:
                progress(done)
        return results
    context = multiprocessing.get_context("spawn")
    found: dict[int, dict[str, Any]] = {}
    with ProcessPoolExecutor(max_workers=min(jobs, len(plans)), mp_context=context, initializer=leave_stopping) as pool:
        waiting = {pool.submit(play, plan): index for index, plan in enumerate(plans)}
        try:
            for future in as_completed(waiting):
                found[waiting[future]] = future.result()
                done += 1
                if progress is not None:
                    progress(done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise
    return [found[index] for index in range(len(plans))]
