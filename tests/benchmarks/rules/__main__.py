"""How fast the rules are, and whether memory stays flat: ``python -m tests.benchmarks.rules --help``.

Speeds are per second of processor time, so that other work on the same machine disturbs them little.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from fliegende3d.rules import CARDS, RuleSet, final_points, new_game, score_sheet
from tests.rules.random_play import steps

CONFIG = Path(__file__).resolve().parents[3] / "config"
NAMES = ("Amira", "Basil", "Cem", "Dora")
LEAST_GAMES_PER_SECOND = 300
LEAST_SHEETS_PER_SECOND = 2000
MOST_GROWTH_MIB = 4.0
"""Resident memory may grow by this between the first tenth and the end of a soak: the allocator's own slack."""


def resident_mib() -> float:
    """Return the resident memory of this process [MiB]; where the system does not tell, its peak."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def games(count: int, rules: RuleSet, *, seed: int) -> dict[str, Any]:
    """Play whole games of two, three and four in turn, with random landings and decisions; return speed and size."""
    random, actions = Random(seed), 0
    marks: list[float] = []
    start = time.process_time()
    for number in range(count):
        state, _ = new_game(NAMES[: 2 + number % 3], rules, random=random)
        for _ in steps(state, random):
            actions += 1
        if (number + 1) % max(count // 10, 1) == 0:
            gc.collect()
            marks.append(resident_mib())
    seconds = time.process_time() - start
    return {
        "games": count,
        "games_per_second": round(count / seconds, 1),
        "actions_per_game": round(actions / count, 1),
        "resident_mib_after_each_tenth": [round(mark, 2) for mark in marks],
    }


def sheets(count: int, rules: RuleSet, *, seed: int, lamps: bool) -> float:
    """Return score sheets per second, of random hands of 6 to 20 cards; with ``lamps`` all four in each hand."""
    random = Random(seed)
    wild = [card for card in CARDS if card.kind == "lamp"]
    others = [card for card in CARDS if card.kind not in ("lamp", "palace")]
    hands = [random.sample(others, random.randint(6, 16)) + (wild if lamps else []) for _ in range(count)]
    start = time.process_time()
    for hand in hands:
        score_sheet(hand, rules)
    return round(count / (time.process_time() - start), 1)


def totals(count: int, rules: RuleSet, *, seed: int) -> float:
    """Return totals without a sheet per second, of random hands of 6 to 20 cards."""
    random = Random(seed)
    hands = [[card.kind for card in random.sample(CARDS, random.randint(6, 20))] for _ in range(count)]
    start = time.process_time()
    for hand in hands:
        final_points(hand, rules)
    return round(count / (time.process_time() - start), 1)


def main() -> int:
    """Measure, print, and return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="whole games to play (100000 is the memory soak)")
    parser.add_argument("--sheets", type=int, default=20_000, help="score sheets to make")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = RuleSet.load(CONFIG)
    result = games(options.games, rules, seed=options.seed)
    result["sheets_per_second"] = sheets(options.sheets, rules, seed=options.seed, lamps=False)
    result["sheets_per_second_with_four_lamps"] = sheets(options.sheets, rules, seed=options.seed, lamps=True)
    result["totals_per_second"] = totals(options.sheets, rules, seed=options.seed)
    marks = result["resident_mib_after_each_tenth"]
    growth = marks[-1] - marks[0]
    reached = (
        result["games_per_second"] >= LEAST_GAMES_PER_SECOND
        and result["sheets_per_second"] >= LEAST_SHEETS_PER_SECOND
        and result["sheets_per_second_with_four_lamps"] >= LEAST_SHEETS_PER_SECOND
        and growth <= MOST_GROWTH_MIB
    )
    print(json.dumps({**result, "targets_reached": reached}, indent=2))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
