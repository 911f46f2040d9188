"""The one way kernels are compiled: cached on disk, without the GIL, and never with re-ordered arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "fastmath": False,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,
}


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function of flat arrays and numbers with numba; types are kept for the type checker.

    ``fastmath`` stays off: re-ordered or fused arithmetic would make results depend on the processor.
    Kernels call only kernels of their own module, because numba's cache does not see edits elsewhere.
    """
    return _compiled(function, OPTIONS)


def inner_kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a kernel that only other kernels call: without an entry from Python, which compiles sooner."""
    return _compiled(function, OPTIONS | {"no_cpython_wrapper": True})


def _compiled(function: Callable[Parameters, Result], options: dict[str, Any]) -> Callable[Parameters, Result]:
    njit: Any = numba.njit  # its stubs know neither all options nor that types should stay
    return cast("Callable[Parameters, Result]", njit(**options)(function))
