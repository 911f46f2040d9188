"""`bench`: how fast flights, verdicts and frames are, against the engine's own soft body in the same run."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from fliegende3d.collision.coverage import coverage
from fliegende3d.collision.scene import CardEntry
from fliegende3d.flight import COARSE, STANDARD, Throw, load_material, simulate, simulate_many, warm_up
from fliegende3d.game.laying import default_layout

from .progress import progress_bar

ROUNDS: Final = 7
THROWS: Final = 12
BATCH: Final = 60
FRAMES: Final = 600


def usual_throws(count: int) -> list[Throw]:
    """Throws as players make them, spread a little, the same in every run."""
    random = np.random.default_rng(1)
    return [
        Throw(
            position=(0.0, -0.75, 0.25),
            velocity=(float(random.normal(0.0, 0.06)), float(random.normal(1.6, 0.1)), 0.2),
            spin=(0.0, 0.0, float(random.normal(63.0, 3.0))),
        )
        for _ in range(count)
    ]


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes [s]."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """How much of a processor some work takes on this thread [s], whatever else the machine does meanwhile."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def fly_all(throws: list[Throw], mesh: tuple[int, int]) -> None:
    """Fly throws one after the other."""
    for throw in throws:
        simulate(throw, mesh=mesh)


def flights() -> dict[str, Any]:
    """Own flights and the yardstick's by processor time, interleaved so that both meet the same machine."""
    from fliegende3d.presentation.yardstick import SoftBody

    material = load_material("magic")
    throws = usual_throws(THROWS)
    durations = [simulate(throw, mesh=STANDARD).duration for throw in throws]
    for throw in throws:
        simulate(throw, mesh=COARSE)
    own: dict[tuple[int, int], list[float]] = {STANDARD: [], COARSE: []}
    yardstick: list[float] = []
    still_there = True
    with progress_bar("flights", ROUNDS) as tick:
        for number in range(ROUNDS):
            for mesh, times in own.items():
                times.append(processor_seconds(partial(fly_all, throws, mesh)) / THROWS)
            throw = throws[number % THROWS]
            body = soft_body(throw, material.areal_density, SoftBody)
            yardstick.append(processor_seconds(partial(body.advance, durations[number % THROWS])))
            still_there = still_there and body.is_finite()
            if tick is not None:
                tick(number + 1)
    standard, coarse, other = (statistics.median(times) for times in (own[STANDARD], own[COARSE], yardstick))
    return {
        "standard_ms_per_throw": round(standard * 1e3, 3),
        "standard_throws_per_second": round(1.0 / standard, 2),
        "coarse_ms_per_throw": round(coarse * 1e3, 3),
        "coarse_throws_per_second": round(1.0 / coarse, 2),
        "seconds_flown_per_throw": round(statistics.mean(durations), 3),
        "bullet_ms_per_throw": round(other * 1e3, 3),
        "times_faster_than_bullet": round(other / standard, 2),
        "bullet_stayed_finite": still_there,
    }


def batches() -> dict[str, Any]:
    """Coarse throws a second by one worker and by one for each processor, by turns."""
    throws = usual_throws(BATCH)
    counts = sorted({1, os.cpu_count() or 1})
    simulate_many(throws[:2], workers=1)
    rates: dict[int, list[float]] = {count: [] for count in counts}
    with progress_bar("batches", ROUNDS) as tick:
        for number in range(ROUNDS):
            for count, measured in rates.items():
                measured.append(BATCH / seconds(partial(simulate_many, throws, workers=count)))
            if tick is not None:
                tick(number + 1)
    answer: dict[str, Any] = {
        f"coarse_throws_per_second_{count}_workers": round(statistics.median(measured), 1)
        for count, measured in rates.items()
    }
    gains = [many / one for one, many in zip(rates[1], rates[counts[-1]], strict=True)]
    return answer | {"times_faster_with_all_processors": round(statistics.median(gains), 2)}


def soft_body(throw: Throw, areal_density: float, kind: type) -> Any:
    """The yardstick's sheet for a throw."""
    columns, rows = STANDARD
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, columns) * 0.059, np.linspace(-0.5, 0.5, rows) * 0.091)
    flat = np.stack([u, v, np.zeros_like(u)], -1).reshape(-1, 3)
    rotation = throw.orientation.matrix()
    arms = (flat[:, :, None] * rotation.T[None]).sum(1)
    positions = arms + np.array(throw.position)
    velocities = np.cross(np.array(throw.spin), arms) + np.array(throw.velocity)
    corners = positions[[0, columns - 1, (rows - 1) * columns, rows * columns - 1]]
    return kind(corners, STANDARD, areal_density * 0.059 * 0.091, velocities)


def verdicts() -> dict[str, Any]:
    """The judgement of four carpets on twelve cards."""
    from fliegende3d.collision.coverage import RestingCarpet

    cards = [CardEntry(card.id, card.x, card.y, card.kind.value, card.yaw).outline() for card in default_layout()]
    carpets = []
    for order, throw in enumerate(usual_throws(4)):
        flight = simulate(throw, mesh=STANDARD)
        carpets.append(RestingCarpet("A", flight.final_vertices, flight.triangles.astype(np.int64), order))
    times = [seconds(lambda: coverage(carpets, cards)) for _ in range(40)]
    return {"verdict_ms_four_carpets_twelve_cards": round(statistics.median(times) * 1e3, 3)}


def start_up() -> dict[str, Any]:
    """From a fresh process to the first flight, with kernels from the cache."""
    program = (
        "from fliegende3d.flight import Throw, simulate\n"
        "simulate(Throw((0.0, -0.75, 0.25), (0.0, 1.6, 0.2), (0.0, 0.0, 63.0)))"
    )
    times = [seconds(lambda: subprocess.run([sys.executable, "-c", program], check=True)) for _ in range(3)]
    return {"import_to_first_throw_s": round(statistics.median(times), 3)}


def bench() -> dict[str, Any]:
    """Measure everything; the answer of the `bench` command, ready for JSON."""
    with progress_bar("kernels", 100) as tick:
        warm_up(None if tick is None else lambda share, _: tick(round(100 * share)))
    answer: dict[str, Any] = {
        "flights": flights(),
        "batches": batches(),
        "verdicts": verdicts(),
        "start_up": start_up(),
    }
    answer["frames"] = frames()
    return answer


def frames() -> dict[str, Any]:
    """Our own time in each frame: playback, upload of vertices, scene logic; without drawing."""
    from fliegende3d.presentation.frame_cost import frame_cost

    return frame_cost(usual_throws(1)[0], default_layout(), frames=FRAMES)


def in_words(answer: dict[str, Any]) -> list[str]:
    """The figures as lines for people."""
    lines = []
    for part, figures in answer.items():
        lines.append(part.replace("_", " "))
        lines += [f"  {name.replace('_', ' '):<42} {value}" for name, value in figures.items()]
    return lines
