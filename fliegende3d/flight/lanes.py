"""Four numbers side by side in one register: the arithmetic of the hot kernels.

Loops that a compiler vectorises by itself depend on what it can prove about arrays; here kernels say it themselves.
`Lanes` exist inside kernels only. Every operation is the plain IEEE operation on each of four float64, and sums over
lanes have one fixed order, so the bits are the same whether a processor takes four, two or one at a time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

import numpy as np
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.typing import templates
from numba.extending import intrinsic, register_model
from numba.extending import lower_builtin as numba_lower_builtin
from numpy.typing import NDArray

WIDTH: Final = 4
"""Numbers in a vector."""

Floats = NDArray[np.float64]
ir: Any = vars(cgutils)["ir"]  # LLVM's types and constants
signature: Any = templates.signature
infer_global: Any = templates.infer_global
lower_builtin: Any = numba_lower_builtin


class Lanes(Protocol):
    """Four float64, as the type checker sees them; numbers spread to all four lanes."""

    def __add__(self, other: Lanes | float) -> Lanes:
        """Sums, lane by lane."""

    def __radd__(self, other: float) -> Lanes:
        """Sums, lane by lane."""

    def __sub__(self, other: Lanes | float) -> Lanes:
        """Differences, lane by lane."""

    def __rsub__(self, other: float) -> Lanes:
        """Differences, lane by lane."""

    def __mul__(self, other: Lanes | float) -> Lanes:
        """Products, lane by lane."""

    def __rmul__(self, other: float) -> Lanes:
        """Products, lane by lane."""

    def __truediv__(self, other: Lanes | float) -> Lanes:
        """Quotients, lane by lane."""

    def __rtruediv__(self, other: float) -> Lanes:
        """Quotients, lane by lane."""


class LanesType(types.Type):
    """What numba calls `Lanes`."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


LANES: Final = LanesType()
VECTOR: Final = ir.VectorType(ir.DoubleType(), WIDTH)
MASK: Final = ir.VectorType(ir.IntType(32), WIDTH)


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):
    """Held in a vector register."""

    def __init__(self, manager: Any, lanes: LanesType) -> None:
        super().__init__(manager, lanes, VECTOR)  # type: ignore[no-untyped-call]


def _spread(builder: Any, number: Any) -> Any:
    """A vector with one number in all lanes."""
    first = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.IntType(32)(0))
    return builder.shuffle_vector(first, ir.Constant(VECTOR, ir.Undefined), ir.Constant(MASK, [0] * WIDTH))


def _as_vector(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A vector of whatever stands beside an operator."""
    if kind == LANES:
        return value
    return _spread(builder, context.cast(builder, value, kind, types.float64))


def _define(operation: Callable[..., Any], instruction: str) -> None:
    """Teach numba one operator between lanes, and between lanes and numbers."""

    @infer_global(operation)
    class Typed(templates.AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and LANES in args and all(a == LANES or isinstance(a, types.Number) for a in args):
                return signature(LANES, *args)
            return None

    Typed.metadata = {"target": "cpu"}  # asked before the many rules for everything else

    def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, second = (_as_vector(context, builder, kind, value) for kind, value in zip(sig.args, args, strict=True))
        return getattr(builder, instruction)(first, second)

    for pair in ((LanesType, LanesType), (LanesType, types.Number), (types.Number, LanesType)):
        lower_builtin(operation, *pair)(lowered)


_define(operator.add, "fadd")
_define(operator.sub, "fsub")
_define(operator.mul, "fmul")
_define(operator.truediv, "fdiv")


def _flat(array: Any) -> bool:
    """Whether an array of numbers lies in memory without gaps."""
    return isinstance(array, types.Array) and array.dtype == types.float64 and array.layout in ("C", "F")


def _address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Pointer to four numbers of an array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), VECTOR.as_pointer())


def _intrinsic(function: Callable[..., Any]) -> Any:
    """`numba.extending.intrinsic`, whose stubs lack types."""
    return intrinsic(function)


@_intrinsic
def _load(typing: Any, array: Any, at: Any) -> Any:
    if not _flat(array):
        return None

    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        return builder.load(_address(context, builder, sig.args[0], args[0], index), align=8)

    return signature(LANES, array, at), generated


@_intrinsic
def _store(typing: Any, array: Any, at: Any, lanes: Any) -> Any:
    if not _flat(array):
        return None

    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        builder.store(args[2], _address(context, builder, sig.args[0], args[0], index), align=8)
        return context.get_dummy_value()

    return signature(types.none, array, at, lanes), generated


@_intrinsic
def _load_every(typing: Any, array: Any, at: Any, stride: Any) -> Any:
    if not _flat(array):
        return None

    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        index, step = (context.cast(builder, args[k], sig.args[k], types.intp) for k in (1, 2))
        lanes = ir.Constant(VECTOR, ir.Undefined)
        for k in range(WIDTH):
            lanes = builder.insert_element(lanes, builder.load(builder.gep(data, [index])), ir.IntType(32)(k))
            index = builder.add(index, step)
        return lanes

    return signature(LANES, array, at, stride), generated


@_intrinsic
def _gather(typing: Any, array: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
    if not _flat(array):
        return None

    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        lanes = ir.Constant(VECTOR, ir.Undefined)
        for k in range(WIDTH):
            index = context.cast(builder, args[1 + k], sig.args[1 + k], types.intp)
            lanes = builder.insert_element(lanes, builder.load(builder.gep(data, [index])), ir.IntType(32)(k))
        return lanes

    return signature(LANES, array, first, second, third, fourth), generated


@_intrinsic
def _store_every(typing: Any, array: Any, at: Any, stride: Any, lanes: Any) -> Any:
    if not _flat(array):
        return None

    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        index, step = (context.cast(builder, args[k], sig.args[k], types.intp) for k in (1, 2))
        for k in range(WIDTH):
            builder.store(builder.extract_element(args[3], ir.IntType(32)(k)), builder.gep(data, [index]))
            index = builder.add(index, step)
        return context.get_dummy_value()

    return signature(types.none, array, at, stride, lanes), generated


@_intrinsic
def _spread_number(typing: Any, number: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _as_vector(context, builder, sig.args[0], args[0])

    return signature(LANES, number), generated


@_intrinsic
def _total(typing: Any, lanes: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b, c, d = (builder.extract_element(args[0], ir.IntType(32)(k)) for k in range(WIDTH))
        return builder.fadd(builder.fadd(a, b), builder.fadd(c, d))

    return signature(types.float64, lanes), generated


@_intrinsic
def _largest(typing: Any, lanes: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        def of_two(a: Any, b: Any) -> Any:
            return builder.select(builder.fcmp_ordered(">", a, b), a, b)

        a, b, c, d = (builder.extract_element(args[0], ir.IntType(32)(k)) for k in range(WIDTH))
        return of_two(of_two(a, b), of_two(c, d))

    return signature(types.float64, lanes), generated


@_intrinsic
def _lane(typing: Any, lanes: Any, number: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.int32)
        return builder.extract_element(args[0], index)

    return signature(types.float64, lanes, number), generated


def _of_each(name: str) -> Any:
    """A function of LLVM's on each lane."""

    @_intrinsic
    def function(typing: Any, lanes: Any) -> Any:
        def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            kind = ir.FunctionType(VECTOR, [VECTOR])
            called = builder.module.declare_intrinsic(f"llvm.{name}.v{WIDTH}f64", fnty=kind)
            return builder.call(called, args)

        return signature(LANES, lanes), generated

    return function


def _chosen(comparison: str) -> Any:
    """Per lane the first of two if it compares so with the second, else the second."""

    @_intrinsic
    def function(typing: Any, first: Any, second: Any) -> Any:
        def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            a, b = (_as_vector(context, builder, kind, value) for kind, value in zip(sig.args, args, strict=True))
            return builder.select(builder.fcmp_ordered(comparison, a, b), a, b)

        return signature(LANES, first, second), generated

    return function


@_intrinsic
def _picked(typing: Any, tested: Any, first: Any, second: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero = ir.Constant(VECTOR, [0.0] * WIDTH)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], args[2])

    return signature(LANES, tested, first, second), generated


@_intrinsic
def _where_positive(typing: Any, tested: Any, lanes: Any) -> Any:
    def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero = ir.Constant(VECTOR, [0.0] * WIDTH)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], zero)

    return signature(LANES, tested, lanes), generated


def _shuffled(order: tuple[int, ...]) -> Any:
    """Lanes picked from two vectors."""

    @_intrinsic
    def function(typing: Any, first: Any, second: Any) -> Any:
        def generated(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.shuffle_vector(args[0], args[1], ir.Constant(MASK, list(order)))

        return signature(LANES, first, second), generated

    return function


load = cast("Callable[[Floats, int], Lanes]", _load)
"""load(array, at): four numbers of an array without gaps, from place `at` of its memory."""
store = cast("Callable[[Floats, int, Lanes], None]", _store)
"""store(array, at, lanes): put four numbers there."""
load_every = cast("Callable[[Floats, int, int], Lanes]", _load_every)
"""load_every(array, at, stride): four numbers so far apart, from place `at` of the array's memory."""
gather = cast("Callable[[Floats, int, int, int, int], Lanes]", _gather)
"""gather(array, i, j, k, m): four numbers from these places of the array's memory."""
store_every = cast("Callable[[Floats, int, int, Lanes], None]", _store_every)
"""store_every(array, at, stride, lanes): put four numbers so far apart, the first at `at`."""
spread = cast("Callable[[float], Lanes]", _spread_number)
"""spread(number): the number in every lane."""
total = cast("Callable[[Lanes], float]", _total)
"""total(lanes): their sum, (first + second) + (third + fourth)."""
largest = cast("Callable[[Lanes], float]", _largest)
"""largest(lanes): the largest of the four."""
lane = cast("Callable[[Lanes, int], float]", _lane)
"""lane(lanes, number): one of the four."""
root = cast("Callable[[Lanes], Lanes]", _of_each("sqrt"))
"""root(lanes): square roots."""
size = cast("Callable[[Lanes], Lanes]", _of_each("fabs"))
"""size(lanes): absolute values."""
floor = cast("Callable[[Lanes], Lanes]", _of_each("floor"))
"""floor(lanes): the next whole numbers below."""
larger = cast("Callable[[Lanes, Lanes | float], Lanes]", _chosen(">"))
"""larger(a, b): the larger of each pair."""
where_positive = cast("Callable[[Lanes, Lanes], Lanes]", _where_positive)
"""where_positive(tested, lanes): the lanes where `tested` is above zero, zero elsewhere."""
picked = cast("Callable[[Lanes, Lanes, Lanes], Lanes]", _picked)
"""picked(tested, a, b): the lanes of `a` where `tested` is above zero, those of `b` elsewhere."""
evens = cast("Callable[[Lanes, Lanes], Lanes]", _shuffled((0, 2, 4, 6)))
"""evens(a, b): every other of eight numbers in a row, from the first."""
odds = cast("Callable[[Lanes, Lanes], Lanes]", _shuffled((1, 3, 5, 7)))
"""odds(a, b): every other of eight numbers in a row, from the second."""
first_mixed = cast("Callable[[Lanes, Lanes], Lanes]", _shuffled((0, 4, 1, 5)))
"""first_mixed(evens, odds): the first four of the eight numbers that these were taken from."""
last_mixed = cast("Callable[[Lanes, Lanes], Lanes]", _shuffled((2, 6, 3, 7)))
"""last_mixed(evens, odds): the last four of the eight numbers that these were taken from."""
