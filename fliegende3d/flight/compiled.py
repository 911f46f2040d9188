"""The one way kernels are compiled: cached on disk, without the GIL, and never with re-ordered arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

from fliegende3d.flight.compiling import InnerKernelCompiler, KernelCompiler, compiled_once, kept_if_possible

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


OPTIONS: dict[str, Any] = {
    "nogil": True,
    "fastmath": False,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # kernels make no arrays, so nothing has to be counted
}


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function of flat arrays and numbers with numba; types are kept for the type checker.

    ``fastmath`` stays off: re-ordered or fused arithmetic would make results depend on the processor.
    The cache on disk depends on all sources of kernels: numba itself looks at one file only, so an edit of a kernel in
    another file would leave old code inside its callers.
    """
    compiled: Any = _compiled(function, OPTIONS | {"cache": True, "pipeline_class": KernelCompiler})
    files: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if hasattr(files, "_source_stamp"):
        files._source_stamp = sources_stamp()
    return cast("Callable[Parameters, Result]", kept_if_possible(compiled))


def inner_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a kernel that only other kernels call: it becomes part of them, without an entry from Python and without
    a cache of its own, and compiles sooner.
    """
    return _compiled(function, OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": InnerKernelCompiler})


def _compiled(function: Callable[Parameters, Result], options: dict[str, Any]) -> Callable[Parameters, Result]:
    njit: Any = numba.njit  # its stubs know neither all options nor that types should stay
    return cast("Callable[Parameters, Result]", compiled_once(njit(**options)(function)))


@cache
def sources_stamp() -> tuple[tuple[float, int], ...]:
    """Time of the last change [s] and size of every source beside this one, in the order of their names."""
    states = [path.stat() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return tuple((state.st_mtime, state.st_size) for state in states)
