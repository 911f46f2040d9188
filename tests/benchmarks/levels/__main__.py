"""Levels against each other: `python -m tests.benchmarks.levels expert practised [--games 40] [--blind]`.

Two players, family rules; every deck is played twice with the seats exchanged. With `--blind` the second one loses its
foresight, so that `expert expert --blind` shows what thinking throws through is worth.
"""

from __future__ import annotations

import argparse
import math
import time
from random import Random
from statistics import mean, stdev

import msgspec

from fliegende3d import resources
from fliegende3d.game.levels import Levels, load_levels
from fliegende3d.game.players import Player
from fliegende3d.game.session import Session
from fliegende3d.rules import RuleSet, draw_setup, final_scores


def totals(names: tuple[str, str], levels: Levels, number: int) -> tuple[int, int]:
    """Play one game; the points of the first and of the second level."""
    turned = number % 2
    players = [Player(name, name) for name in (names[::-1] if turned else names)]
    rules = RuleSet.load(resources.folder("config"), preset="family")
    setup = draw_setup([player.name for player in players], rules, random=Random(f"levels {number // 2}"))
    session = Session(players, setup, seed=number // 2, levels=levels)
    while not session.over:
        session.advance()
    sheets = final_scores(session.state).sheets
    return sheets[turned].total, sheets[1 - turned].total


def main() -> None:
    """Play the games and print wins, points and time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--blind", action="store_true")
    chosen = parser.parse_args()
    shipped = load_levels()
    first, second = shipped.find(chosen.first)[1], shipped.find(chosen.second)[1]
    rival = msgspec.structs.replace(second, foresight=0) if chosen.blind else second
    levels = Levels({"first": first, "second": rival})
    started = time.process_time()
    results = [totals(("first", "second"), levels, number) for number in range(chosen.games)]
    margins = [a - b for a, b in results]
    error = stdev(margins) / math.sqrt(len(margins)) if len(margins) > 1 else math.nan
    print(f"{chosen.games} games: {chosen.first} against {chosen.second}{' without foresight' if chosen.blind else ''}")
    print(f"won {sum(m > 0 for m in margins)}, lost {sum(m < 0 for m in margins)}, tied {margins.count(0)}")
    points = [mean(pair[place] for pair in results) for place in (0, 1)]
    print(f"points {points[0]:.1f} to {points[1]:.1f}, margin {mean(margins):.1f} ± {error:.1f}")
    print(f"{(time.process_time() - started) / chosen.games:.1f} s of processor time a game")


if __name__ == "__main__":
    main()
