"""The same throw gives the same bits in every process, on every instruction set and with any number of workers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fliegende3d.flight import Flight, Settings, Throw, simulate, simulate_many

ROOT = Path(__file__).resolve().parents[2]
THROWS = [
    Throw((0.1 * k, -0.6, 0.25), (0.05 * k, 1.8 + 0.1 * k, 0.5), (0.0, 2.0 * k, 60.0 * (-1) ** k)) for k in range(6)
]
PROGRAM = """
from fliegende3d.flight import Throw, simulate
from fliegende3d.flight import Orientation
throw = Throw((0.1, -0.6, 0.25), (0.3, 2.0, 0.6), (3.0, 5.0, 60.0), Orientation(0.2, 0.1, 0.05))
for material, wind in (("magic", "calm"), ("silk", "breeze"), ("playing_card", "garden")):
    print(simulate(throw, mesh=(8, 10), material=material, wind=wind, seed=11).hash)
"""


def hashes(tmp_path: Path, **environment: str) -> str:
    """Run the program in a process of its own with a kernel cache of its own."""
    variables = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)} | environment
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=variables, capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout


@pytest.mark.slow
def test_fresh_processes_generic_code_and_other_blas_give_the_same_bits(tmp_path: Path) -> None:
    here = hashes(tmp_path / "host")
    assert len(set(here.split())) == 3
    again = hashes(tmp_path / "host")
    generic = hashes(
        tmp_path / "generic",
        NUMBA_CPU_NAME="generic",
        NUMBA_CPU_FEATURES="",
        OPENBLAS_CORETYPE="Nehalem",
        NPY_DISABLE_CPU_FEATURES="AVX2 FMA3",
    )
    assert here == again == generic


def test_a_fresh_process_gives_the_bits_of_this_one(tmp_path: Path) -> None:
    ours = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    ).stdout
    captured: list[str] = []
    exec(compile(PROGRAM, "program", "exec"), {"print": captured.append})
    assert ours.split() == captured


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_batches_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    batch = simulate_many(THROWS, wind="garden", seed=2, workers=workers)
    assert [flight.hash for flight in batch] == [
        simulate(throw, wind="garden", seed=2, mesh=(8, 10)).hash for throw in THROWS
    ]


def test_a_flight_in_pieces_is_the_flight_in_one_go() -> None:
    settings = Settings.resolve(mesh=(8, 10), wind="breeze", seed=1)
    whole = Flight(THROWS[1], settings).to_rest()
    pieces = Flight(THROWS[1], settings)
    while not pieces.finished:
        pieces.advance(17)
    assert pieces.trajectory().hash == whole.hash
    assert pieces.trajectory().times[-1] == whole.times[-1]


def test_nothing_is_left_between_flights() -> None:
    first = simulate(THROWS[0], mesh=(8, 10)).hash
    simulate(THROWS[1], mesh=(8, 10), material="silk", wind="sandstorm")
    assert simulate(THROWS[0], mesh=(8, 10)).hash == first


def test_other_threads_run_while_a_carpet_flies() -> None:
    """The GIL is released for the whole flight: Python code goes on meanwhile."""
    long = Settings.resolve(overrides={"solver.contact": 0, "solver.longest_flight": 60.0})
    flight = Flight(Throw((0.0, 0.0, 5.0), (0.0, 1.0, 1.0), (0.0, 0.0, 60.0)), long, keep_frames=False)
    flight.advance(1)
    thread = threading.Thread(target=flight.advance, args=(9600,))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    thread.join()
    assert flight.time > 15.0
    assert turns > 1000
