"""How kernels are compiled: once each, only what is run, and stale code never."""

from __future__ import annotations

import errno
import gc
import operator
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import compiler, types
from numba.core.registry import cpu_target

from fliegende3d.flight import compiled, compiling, warm_up
from fliegende3d.flight.compiling import HandedOn, QuickFlags, few_collections


def twice(values: Any, number: int) -> float:
    """An inner kernel."""
    return float(2.0 * values[number])


def outer(values: Any) -> float:
    """A kernel that calls it with constants and with a variable."""
    answer: float = twice_inner(values, 0) + twice_inner(values, 1)
    for k in range(values.shape[0]):
        answer += twice_inner(values, k)
    return answer


def halved(number: float) -> float:
    """A kernel to be kept."""
    return 0.5 * number


twice_inner: Any = compiled.inner_kernel(twice)


def test_an_inner_kernel_is_compiled_once_and_without_machine_code() -> None:
    kernel: Any = numba.njit(pipeline_class=compiling.KernelCompiler)(outer)
    assert kernel(np.array([1.0, 10.0, 100.0])) == 244.0
    assert len(twice_inner.signatures) == 1
    (result,) = twice_inner.overloads.values()
    assert isinstance(result.library, HandedOn)
    assert result.library.get_pointer_to_function("anything") == 0


def test_quick_options_compare_as_numbas_own() -> None:
    plain: list[Any] = [compiler.Flags() for _ in range(3)]  # type: ignore[no-untyped-call]
    plain[1].release_gil = True
    plain[2].release_gil = False
    for first in plain:
        for second in plain:
            for a in (first, QuickFlags(first)):  # type: ignore[no-untyped-call]
                for b in (second, QuickFlags(second)):  # type: ignore[no-untyped-call]
                    assert (a == b) == (first == second)
                    assert a.values() == first.values()
                    assert hash(a) == hash(b)


def test_the_cache_depends_on_every_source_of_kernels() -> None:
    stamps: Any = compiled.sources_stamp()
    assert len(stamps) > 20
    kernel: Any = compiled.kernel(outer)
    assert kernel._cache._cache_file._source_stamp == stamps


def test_garbage_is_looked_for_as_before_once_kernels_are_ready() -> None:
    before = gc.get_threshold()
    warm_up()
    assert gc.get_threshold() == before
    with few_collections():
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before


def test_operators_between_numbers_mean_what_numba_takes_them_for() -> None:
    """The rule asked first answers as the first of numba's own rules that has an answer."""
    context = cpu_target.typing_context
    context.refresh()
    kinds = (types.float64, types.int64)
    for operation in (operator.add, operator.sub, operator.mul, operator.truediv, operator.lt, operator.eq):
        known = [(rule, rule.__mro__[1].__module__) for rule in context._lookup_global(operation).templates]
        ours = [rule for rule, module in known if module == compiling.__name__]
        own = [rule for rule, module in known if module.startswith("numba")]
        assert len(ours) == 1
        for kind in kinds:
            answers = [rule(context).apply((kind, kind), {}) for rule in own if "Overload" not in rule.__name__]
            first = next(answer for answer in answers if answer is not None)
            assert ours[0](context).apply((kind, kind), {}).return_type == first.return_type
        assert ours[0](context).apply((types.float64, types.int64), {}) is None


def test_a_kernel_that_cannot_be_kept_is_used_all_the_same_and_says_so() -> None:
    def full(*compiled: Any) -> None:
        raise OSError(errno.ENOSPC, "this test's disk is full")

    kernel: Any = numba.njit(cache=True)(halved)
    kernel._cache.save_overload = full
    with pytest.warns(UserWarning, match="this test's disk is full"):
        assert compiling.kept_if_possible(kernel)(3.0) == 1.5
