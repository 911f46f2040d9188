"""`selfplay`: whole games by bots without a window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fliegende3d import resources
from fliegende3d.flight import load_wind
from fliegende3d.game.levels import load_levels
from fliegende3d.game.selfplay import Plan, play_many
from fliegende3d.rules import RuleSet

from .files import InputError
from .progress import progress_bar


def load_rules(path: Path | None) -> RuleSet:
    """The shipped rules, or those with a file of house rules.

    Raises:
        RuleSetError: if the file is not right.
    """
    return RuleSet.load(resources.folder("config"), house_rules=path)


def selfplay(
    *, games: int, players: int, levels: Sequence[str], seed: int, jobs: int | None, wind: str, rules: Path | None
) -> dict[str, Any]:
    """Play games and tell how they ended.

    Raises:
        InputError: for numbers out of range; LevelError, WindError and RuleSetError for what does not exist.
    """
    if not 1 <= games <= 1_000_000:
        raise InputError(f"--games is {games}; right is 1 to 1000000")
    if not 2 <= players <= 4:
        raise InputError(f"--players is {players}; right is 2, 3 or 4")
    if not 0 <= seed < 2**63:
        raise InputError(f"--seed is {seed}; right is a whole number from 0")
    if len(levels) > players:
        raise InputError(f"--level is given {len(levels)} times; right is at most once for each of {players} players")
    workers = jobs if jobs is not None else os.cpu_count() or 1
    if not 1 <= workers <= 512:
        raise InputError(f"--jobs is {workers}; right is 1 to 512")
    known = load_levels()
    chosen = tuple(known.find(word)[0] for word in levels)
    load_wind(wind)
    rule_set = load_rules(rules)
    plans = [Plan(number, players, chosen, seed + number, wind, rule_set) for number in range(games)]
    with progress_bar("games", games) as tick:
        results = play_many(plans, jobs=workers, progress=tick)
    return {"games": results, "summary": totals(results)}


def totals(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Figures over all games."""
    wins: dict[str, float] = {}
    for result in results:
        for name in result["winners"]:
            wins[name] = wins.get(name, 0.0) + 1.0 / len(result["winners"])
    count = len(results)
    return {
        "games": count,
        "wins": {name: round(share, 6) for name, share in sorted(wins.items())},
        "flights_per_game": round(sum(result["flights"] for result in results) / count, 3),
        "mean_total": round(
            sum(player["total"] for result in results for player in result["players"])
            / sum(len(result["players"]) for result in results),
            3,
        ),
        "settled": all(result["settled"] for result in results),
    }


def in_words(answer: dict[str, Any]) -> list[str]:
    """The games as lines for people."""
    lines = []
    for result in answer["games"]:
        scores = ", ".join(f"{player['name']} {player['total']}" for player in result["players"])
        lines.append(
            f"game {result['game']} (seed {result['seed']}): {scores}; won by {' and '.join(result['winners'])} "
            f"after {result['stages']} stages and {result['flights']} flights"
        )
    figures = answer["summary"]
    lines.append(
        f"{figures['games']} games, {figures['flights_per_game']:g} flights a game, "
        f"mean total {figures['mean_total']:g}"
    )
    return lines
