"""The flight kernel against the same arithmetic in C at -O3: how far is the compiled Python from the limit?

python -m tests.benchmarks.flight.in_c
"""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from fliegende3d.flight import STANDARD, Flight, Settings, Throw, loop

SOURCE = Path(__file__).with_name("kernel.c")
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC")
THROW = Throw((0.0, 0.0, 2.0), (0.0, 2.0, 0.6), (0.0, 0.0, 63.0))
STEPS = 240
REPEATS = 15


def compiler() -> str | None:
    """The C compiler, if there is one."""
    return shutil.which("gcc") or shutil.which("cc")


def build(folder: Path) -> ctypes.CDLL:
    """Compile the C file into a folder and load it."""
    library = folder / "kernel.so"
    subprocess.run([str(compiler()), *FLAGS, "-o", str(library), str(SOURCE), "-lm"], check=True)
    return ctypes.CDLL(str(library))


def prepared(mesh: tuple[int, int]) -> tuple[Flight, dict[str, object]]:
    """A flight just released, high up, whose stiffness stays as it is; and its kernel's arguments by name."""
    settings = Settings.resolve(mesh=mesh, overrides={"solver.spin_stiffening": 0, "solver.contact": 0})
    flight = Flight(THROW, settings, keep_frames=False)
    flight.advance(0)
    return flight, dict(zip(loop.fly.py_func.__code__.co_varnames, flight._arguments, strict=False))  # type: ignore[attr-defined]


def fly_in_c(library: ctypes.CDLL, arguments: dict[str, object], mesh: tuple[int, int], steps: int) -> None:
    """Advance the arrays of a prepared flight by C."""

    def address(name: str) -> ctypes.c_void_p:
        array = arguments[name]
        assert isinstance(array, np.ndarray)
        return array.ctypes.data_as(ctypes.c_void_p)

    columns, rows = mesh
    face, lower = arguments["face"], arguments["lower"]
    assert isinstance(face, np.ndarray)
    assert isinstance(lower, np.ndarray)
    first = [address(name) for name in ("sheet", "body", "spin", "mass", "inverse_mass")]
    sizes = [ctypes.c_long(value) for value in (columns * rows, columns, rows)]
    last = [address(name) for name in ("bonds", "bond_starts", "squares", "lower", "inverse_pivot")]
    library.fly(
        *first, *sizes, address("face"), ctypes.c_long(face.shape[1]), *last, ctypes.c_long(lower.shape[1]),
        address("par"), ctypes.c_long(0), ctypes.c_long(steps),
    )  # fmt: skip


def compare(mesh: tuple[int, int] = STANDARD) -> dict[str, float | bool]:
    """Time both on the same flight by turns [us a substep, processor time], and compare their bits."""
    ours: list[float] = []
    theirs: list[float] = []
    same = True
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        for _ in range(REPEATS):
            flight, _ = prepared(mesh)
            start = time.thread_time()
            flight.advance(STEPS)
            ours.append((time.thread_time() - start) / STEPS * 1e6)
            twin, arguments = prepared(mesh)
            start = time.thread_time()
            fly_in_c(library, arguments, mesh, STEPS)
            theirs.append((time.thread_time() - start) / STEPS * 1e6)
            same = same and bool(np.array_equal(flight.x, twin.x))
    ratio = float(np.median(np.array(ours) / np.array(theirs)))
    return {"ours_us": min(ours), "c_us": min(theirs), "ratio": ratio, "same_bits": same}


if __name__ == "__main__":
    print(json.dumps({f"{mesh[0]}x{mesh[1]}": compare(mesh) for mesh in ((8, 10), STANDARD)}, indent=1))
