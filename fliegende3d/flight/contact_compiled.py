"""Compilation of kernels that call kernels of another module, cached without going stale."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from fliegende3d.flight.compiled import inner_kernel, kernel

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

SOURCES = (
    "compiled.py",
    "kernels.py",
    "outline.py",
    "plates.py",
    "contact_compiled.py",
    "contact_layers.py",
    "folds.py",
    "loop.py",
)


@cache
def sources_stamp() -> tuple[tuple[float, int], ...]:
    """Time of the last change [s] and size of every source that takes part in contact."""
    folder = Path(__file__).parent
    states = [(folder / name).stat() for name in SOURCES if (folder / name).exists()]
    return tuple((state.st_mtime, state.st_size) for state in states)


def contact_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a kernel as `kernel` does, and make its cache depend on all sources that take part.

    Numba's cache looks at one file only: without this an edit of `kernels.py` would leave old code inside the loop.
    """
    return _stamped(kernel(function))


def inner_contact_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for a kernel that only other kernels call."""
    return _stamped(inner_kernel(function))


def _stamped(compiled: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    files: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if hasattr(files, "_source_stamp"):
        files._source_stamp = sources_stamp()
    return compiled
