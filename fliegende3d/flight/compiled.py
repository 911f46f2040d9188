"""The one way kernels are compiled: cached on disk, without the GIL, and never with re-ordered arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function of flat arrays and numbers with numba; types are kept for the type checker.

    ``fastmath`` stays off: re-ordered or fused arithmetic would make results depend on the processor.
    Kernels call only kernels of their own module, because numba's cache does not see edits elsewhere.
    """
    return cast(
        "Callable[Parameters, Result]",
        njit(cache=True, nogil=True, fastmath=False, error_model="numpy", boundscheck=False)(function),
    )
