"""Publish the shares: `python -m tests.benchmarks.landing [--tables 64] [--throws 4] [--first 0] [--mesh 8x10]`."""

from __future__ import annotations

import argparse
import time

import numpy as np

from fliegende3d.game.levels import load_levels

from .statistics import MESHES, Throwing, play, shares

LEVELS = ("practised", "novice")


def main() -> None:
    """Fly the throws and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--throws", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="number of the first table; others were not tuned on")
    parser.add_argument("--mesh", nargs="+", choices=list(MESHES), default=list(MESHES))
    chosen = parser.parse_args()
    levels = load_levels()
    tables = range(chosen.first, chosen.first + chosen.tables)
    columns: dict[str, list[Throwing]] = {}
    notes: list[str] = []
    started = time.perf_counter()
    for name in LEVELS:
        level = levels.find(name)[1]
        flown = list(play(tables, chosen.throws, level, chosen.mesh))
        for mesh in chosen.mesh:
            columns[f"{name} {mesh}"] = [entry[mesh] for entry in flown]
        if len(chosen.mesh) == 2:
            first, second = chosen.mesh
            same = np.mean([entry[first].verdict == entry[second].verdict for entry in flown])
            aimed = np.mean([(entry[first].aimed_mm2 > 0) == (entry[second].aimed_mm2 > 0) for entry in flown])
            apart = [np.hypot(*np.subtract(entry[first].rest, entry[second].rest)) * 1e3 for entry in flown]
            notes.append(
                f"{name}: {first} and {second} give the same set of cards in {100 * same:.0f} % of throws and the "
                f"same answer about the aimed card in {100 * aimed:.0f} %; rest differs by {np.median(apart):.0f} mm "
                "(median)"
            )
    print(
        f"{chosen.tables} tables from number {chosen.first}, {chosen.throws} throws each; per cent ± standard error\n"
    )
    print("| | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    tabled = {name: shares(results) for name, results in columns.items()}
    for row in next(iter(tabled.values())):
        print(f"| {row} | " + " | ".join(str(tabled[name][row]) for name in columns) + " |")
    print()
    for note in notes:
        print(note)
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
