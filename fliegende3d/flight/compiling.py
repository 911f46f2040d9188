# mypy: disable-error-code="no-untyped-call"
"""How numba compiles kernels: the same code from the same passes, without work whose result is thrown away.

An inner kernel becomes part of whatever calls it. Numba would nevertheless optimise each one, together with all that
it calls itself, and make machine code of it that nothing ever runs; here it is only handed on, and optimised once,
inside the kernel that Python calls. Numba also compares its options with each other for every operator of a function,
by tables of all of them that it builds anew each time; here they are put together from the few that were set. And it
asks rules for lists, sets, dates and arrays before it finds that two numbers make a number; here that is asked first.
"""

from __future__ import annotations

import gc
import operator
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any, Final

from numba.core import codegen, compiler, types
from numba.core.typing import templates

signature: Any = templates.signature
infer_global: Any = templates.infer_global
OPTIONS_HASH: Final = hash(compiler.Flags())
DEFAULTS: Final[dict[str, Any]] = compiler.Flags().values()

COLLECTION_THRESHOLDS: Final = (100_000, 50, 100)  # objects, and younger collections for an older one


class QuickFlags(compiler.Flags):
    """Numba's options, quick to compare."""

    def values(self) -> dict[str, Any]:
        """All options by name."""
        return DEFAULTS | self._values

    def __eq__(self, other: object) -> bool:
        if isinstance(other, QuickFlags):
            return self._values == other._values or self.values() == other.values()
        return bool(compiler.Flags.__eq__(self, other))

    def __hash__(self) -> int:
        return OPTIONS_HASH


def _ask_first(operation: Callable[..., Any], rules: dict[Any, Any]) -> None:
    """Let numba know at once what an operator makes of two numbers of one kind, as its own rules have it."""

    @infer_global(operation)
    class Rule(templates.AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and args[0] == args[1] and args[0] in rules:
                return signature(rules[args[0]], *args)
            return None

    Rule.metadata = {"target": "cpu"}  # such rules come first


for _operation in (operator.add, operator.sub, operator.mul, operator.iadd, operator.isub, operator.imul):
    _ask_first(_operation, {types.float64: types.float64, types.int64: types.int64})
for _operation in (operator.truediv, operator.itruediv):
    _ask_first(_operation, {types.float64: types.float64, types.int64: types.float64})
for _operation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
    _ask_first(_operation, {types.float64: types.boolean, types.int64: types.boolean})


class HandedOn(codegen.JITCodeLibrary):
    """The code of an inner kernel: neither optimised as a whole nor made into machine code."""

    def _optimize_final_module(self) -> None:
        """Left to the kernels that it becomes part of."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No function of it can be called by itself."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """What makes code, except that there is nothing here that an environment could be set for."""
        return SimpleNamespace(set_env=lambda name, environment: None)


class KernelCompiler(compiler.Compiler):
    """Numba's compiler with quick options."""

    def __init__(
        self, typing: Any, target: Any, library: Any, arguments: Any, result: Any, flags: Any, variables: Any
    ) -> None:
        super().__init__(typing, target, library, arguments, result, QuickFlags(flags), variables)


class InnerKernelCompiler(KernelCompiler):
    """The same for kernels that are handed on."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a Python function."""
        self.state.library = HandedOn(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def compiled_once(kernel: Any) -> Any:
    """Let a kernel be compiled for whole numbers, not once more for each constant that another kernel calls it with."""
    of_constants = kernel.get_call_template

    def of_numbers(args: Any, kws: Any) -> Any:
        return of_constants(tuple(types.unliteral(kind) for kind in args), kws)

    kernel.get_call_template = of_numbers
    return kernel


@cache
def say_not_kept(reason: str) -> None:
    """Warn, once for all kernels, that they will have to be compiled again."""
    warnings.warn(f"flights are not kept compiled ({reason}): every start takes half a minute", stacklevel=2)


def kept_if_possible(kernel: Any) -> Any:
    """Let a kernel that cannot be written into the cache (a full disk, say) be used all the same, with a warning."""
    save = kernel._cache.save_overload

    def save_or_say(*compiled: Any) -> None:
        try:
            save(*compiled)
        except OSError as error:
            say_not_kept(error.strerror or str(error))

    kernel._cache.save_overload = save_or_say
    return kernel


@contextmanager
def few_collections() -> Iterator[None]:
    """Look for garbage more rarely meanwhile: compiling makes many objects that stay."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
