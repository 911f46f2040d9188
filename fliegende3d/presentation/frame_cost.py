"""Our own time in each frame with a full table and a carpet in flight, everything but the drawing.

`python -m fliegende3d.presentation.frame_cost` measures ten minutes of play and fails beyond the bounds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from fliegende3d.flight import STANDARD, Throw, load_wind, simulate
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.rules import PlacedCard

FRAME_TIME: Final = 1.0 / 60.0
FLYING: Final = 3
MOST_MEDIAN_MS: Final = 2.5
MOST_RARE_MS: Final = 8.0
MOST_GROWTH_MB: Final = 8.0
"""What a frame may cost, and how much the process may grow over a long game."""
DRAWN_EVERY: Final = 10
"""A frame is drawn this seldom: enough to show that what was prepared can be drawn."""


def frame_cost(throw: Throw, cards: Sequence[PlacedCard], *, frames: int, seed: int = 1) -> dict[str, Any]:
    """Play a flight back over and over and time each frame's preparation.

    Args:
        throw: the flight that is played back.
        cards: what lies on the table, beside three resting carpets.
        frames: how many frames are timed.
        seed: of the wind that moves what hangs about the table.

    Returns:
        Median, 99.9th percentile and maximum [ms], the first two also as processor time (others cannot take that
        away from us), growth of memory from the first tenth to the end [MB].
    """
    flight = simulate(throw, mesh=STANDARD)
    host = open_offscreen((96, 54))
    stage = Stage(host, preset="low")
    try:
        stage.set_cards([CardView(card.id, card.kind.value, card.x, card.y, card.yaw) for card in cards])
        stage.set_wind(load_wind("garden", seed).sample)
        for index in range(FLYING + 1):
            stage.add_carpet(index, index)
            offset = np.array([0.1 * index - 0.2, 0.0, 0.001 * index])
            stage.pose_carpet(index, flight.final_vertices + offset)
        host.render_frame()
        times, busy = np.empty(frames), np.empty(frames)
        memory_early = 0
        for number in range(frames):
            start, start_busy = time.perf_counter(), time.thread_time()
            moment = (number * FRAME_TIME) % flight.duration
            after = min(int(np.searchsorted(flight.times, moment, side="right")), len(flight.times) - 1)
            before = after - 1
            share = (moment - flight.times[before]) / (flight.times[after] - flight.times[before])
            stage.pose_carpet(FLYING, (1.0 - share) * flight.vertices[before] + share * flight.vertices[after])
            stage.update(FRAME_TIME)
            busy[number], times[number] = time.thread_time() - start_busy, time.perf_counter() - start
            if number == frames // 10:
                memory_early = resident_kilobytes()
            if number % DRAWN_EVERY == 0:
                host.render_frame()
        growth = resident_kilobytes() - memory_early
    finally:
        stage.destroy()
        host.destroy()
    return {
        "frames": frames,
        "median_ms": round(float(np.median(times)) * 1e3, 3),
        "percentile_99_9_ms": round(float(np.quantile(times, 0.999)) * 1e3, 3),
        "maximum_ms": round(float(times.max()) * 1e3, 3),
        "cpu_median_ms": round(float(np.median(busy)) * 1e3, 3),
        "cpu_percentile_99_9_ms": round(float(np.quantile(busy, 0.999)) * 1e3, 3),
        "memory_growth_mb": round(growth / 1024.0, 2),
    }


def resident_kilobytes() -> int:
    """The most memory this process has held so far [kB]."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure so many minutes of play and print the figures; returns 1 if they are beyond the bounds."""
    from fliegende3d.game.laying import default_layout

    parser = argparse.ArgumentParser(prog="python -m fliegende3d.presentation.frame_cost", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="of play at 60 frames a second (default: 10)")
    options = parser.parse_args(arguments)
    throw = Throw((0.05, -0.60, 0.40), (0.0, 2.0, 0.3), (0.0, 0.0, 40.0))
    found = frame_cost(throw, default_layout(), frames=max(20, round(options.minutes * 60.0 / FRAME_TIME)))
    if hasattr(os, "getloadavg"):
        found["load_average"] = round(os.getloadavg()[0], 2)
    print(json.dumps(found, indent=1))
    good = (
        found["cpu_median_ms"] <= MOST_MEDIAN_MS
        and found["cpu_percentile_99_9_ms"] < MOST_RARE_MS
        and found["memory_growth_mb"] <= MOST_GROWTH_MB
    )
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
