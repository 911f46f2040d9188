"""Getting flights ready beside the menus: kernels are compiled or loaded in a thread of their own.

How far that is follows the kernels that were really compiled, each weighted by what it costs; between two of them
the share goes on gently, at the pace of this machine so far. ``python -m fliegende3d.presentation.warming`` measures
the costs anew.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import msgspec
from numba.core import event as compiling

from fliegende3d.flight import warm_up
from fliegende3d.presentation.devices.clock import now
from fliegende3d.resources import find

FILE_NAME = "warm_up.toml"
# The share stays below this until everything is ready.
FARTHEST = 0.99
# A running kernel is taken to be so far at most.
KERNEL_FARTHEST = 0.95
# Before this part of the work is done the machine's pace is not known yet; until then it is the reference machine's.
LEARNING_PART = 0.04
# Kernels that cost less are not listed one by one [s].
WORTH_LISTING = 0.15
DECIMALS = 2


class Part(StrEnum):
    """What kernels are for, as players may be told."""

    WIND = "wind"
    CLOTH = "cloth"
    TOUCH = "touch"
    FOLDS = "folds"
    FLIGHT = "flight"


# By the first word of the name of a kernel's module; others belong to what was told before.
SUBJECTS: Mapping[str, Part] = {
    "wind": Part.WIND,
    "air": Part.CLOTH,
    "bending": Part.CLOTH,
    "kernels": Part.CLOTH,
    "lanes": Part.CLOTH,
    "rigid": Part.CLOTH,
    "stretching": Part.CLOTH,
    "contact": Part.TOUCH,
    "ground": Part.TOUCH,
    "folds": Part.FOLDS,
    "loop": Part.FLIGHT,
}


class CostsError(ValueError):
    """The file of costs cannot be used; the message names the file, the key and what would be right."""


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What compiling costs on the reference machine [s].

    Attributes:
        small_cost: of a kernel that is not listed.
        small_count: how many such kernels there are.
        kernels: the others, by name.
    """

    small_cost: float
    small_count: int
    kernels: dict[str, float]

    @property
    def total(self) -> float:
        """All kernels together [s]."""
        return self.small_cost * self.small_count + sum(self.kernels.values())

    def of(self, kernel: str) -> float:
        """Return what one kernel costs [s]."""
        return self.kernels.get(kernel, self.small_cost)


def load_costs(path: Path | None = None) -> Costs:
    """Read the shipped costs, or those of another file.

    Raises:
        CostsError: if the file is not right.
    """
    place = path or find("config", FILE_NAME)
    try:
        costs = msgspec.convert(tomllib.loads(place.read_text(encoding="utf-8")), Costs)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise CostsError(f"{place.name}: {error}") from error
    wrong = [name for name, cost in costs.kernels.items() if not 0.0 < cost < math.inf]
    if wrong or not costs.small_cost > 0.0 or costs.small_count < 0:
        raise CostsError(f"{place.name}: costs must be above 0 s: {', '.join(wrong) or 'small_cost, small_count'}")
    return costs


@dataclass
class Forecast:
    """How far compiling is, from what began and ended when [s]; never goes back."""

    costs: Costs
    _open: list[str] = field(default_factory=list)
    _done: float = 0.0
    _first: float | None = None
    _last: float = 0.0
    _best: float = 0.0

    def begin(self, kernel: str, moment: float) -> None:
        """A kernel's compilation begins; it may lie within another's."""
        if self._first is None:
            self._first = moment
        self._open.append(kernel)
        self._last = moment

    def end(self, moment: float) -> None:
        """The kernel that began last is compiled."""
        self._best = self.share(moment)
        self._done += self.costs.of(self._open.pop())
        self._last = moment

    @property
    def begun(self) -> bool:
        """Whether anything had to be compiled at all."""
        return self._first is not None

    @property
    def kernel(self) -> str:
        """What is being compiled, or an empty text."""
        return self._open[-1] if self._open else ""

    def share(self, moment: float) -> float:
        """Return the share done, 0 to 1."""
        if self._first is None:
            return 0.0
        running = self.costs.of(self.kernel)
        waited = max(0.0, moment - self._last) / self._pace()
        creeping = running * KERNEL_FARTHEST * (1.0 - math.exp(-waited / running))
        return max(self._best, min(FARTHEST, (self._done + creeping) / self.costs.total))

    def _pace(self) -> float:
        """How much slower than the reference machine this one is."""
        if self._first is None or self._done < LEARNING_PART * self.costs.total:
            return 1.0
        return max(0.1, (self._last - self._first) / self._done)


# Takes the names of a kernel and of its module.
Begin = Callable[[str, str], None]


class _Heard(compiling.Listener):
    """Passes on which kernels begin and end."""

    def __init__(self, begin: Begin, end: Callable[[], None]) -> None:
        self._begin, self._end = begin, end

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        self._begin(function.__name__, function.__module__.rpartition(".")[2])

    def on_end(self, event: Any) -> None:
        self._end()


def prepare_flights(begin: Begin, end: Callable[[], None]) -> None:
    """Compile or load everything that flies, and tell which kernels are compiled."""
    with compiling.install_listener("numba:compile", _Heard(begin, end)):
        warm_up()


class WarmUp:
    """Prepares the flights in a thread of its own; how far it is, and what went wrong."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self._part = Part.CLOTH
        self._forecast = Forecast(load_costs())
        self._lock = Lock()
        self._thread = Thread(target=self._prepare, name="warm-up", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether flights can be flown at once; raises what went wrong."""
        if self._thread.is_alive():
            return False
        if self.failure is not None:
            raise self.failure
        return True

    @property
    def share(self) -> float:
        """How far it is, 0 to 1."""
        with self._lock:
            return self._forecast.share(now())

    @property
    def compiling(self) -> bool:
        """Whether kernels are being compiled, which takes long: the first start of a version."""
        return self._thread.is_alive() and self._forecast.begun

    @property
    def part(self) -> Part:
        """What the kernel is for that is being compiled."""
        return self._part

    def _prepare(self) -> None:
        try:
            prepare_flights(self._begin, self._end)
        except Exception as error:
            # Raised on the thread of whoever asks: see `finished`.
            self.failure = error

    def _begin(self, kernel: str, module: str) -> None:
        with self._lock:
            self._part = SUBJECTS.get(module.partition("_")[0], self._part)
            self._forecast.begin(kernel, now())

    def _end(self) -> None:
        with self._lock:
            self._forecast.end(now())


def measured_costs() -> Costs:
    """Compile everything and return what each kernel cost by itself; needs an empty cache (``NUMBA_CACHE_DIR``)."""
    costs: dict[str, float] = {}
    running: list[list[float]] = []
    names: list[str] = []

    def begin(kernel: str, _: str) -> None:
        names.append(kernel)
        running.append([now(), 0.0])

    def end() -> None:
        started, within = running.pop()
        took = now() - started
        name = names.pop()
        # A kernel may be compiled for several types: the dearest counts.
        costs[name] = max(costs.get(name, 0.0), took - within)
        if running:
            running[-1][1] += took
        counts[name] = counts.get(name, 0) + 1

    counts: dict[str, int] = {}
    prepare_flights(begin, end)
    listed = {name: round(cost, DECIMALS) for name, cost in costs.items() if cost >= WORTH_LISTING}
    rest = [(costs[name], count) for name, count in counts.items() if name not in listed]
    number = sum(count for _, count in rest) + sum(counts[name] - 1 for name in listed)
    mean = sum(cost * count for cost, count in rest) / max(1, sum(count for _, count in rest))
    return Costs(max(0.01, round(mean, DECIMALS)), number, listed)


def main() -> None:
    """Print the costs of this machine as they belong into the shipped file."""
    costs = measured_costs()
    print("# What compiling each kernel of flight costs, for the bar of the first start; only the shares matter.")
    print("# Measured with an empty cache: python -m fliegende3d.presentation.warming\n")
    print(f"small_cost = {costs.small_cost}          # s, of each kernel that is not listed")
    print(f"small_count = {costs.small_count}\n\n[kernels]                 # s")
    for name, cost in costs.kernels.items():
        print(f"{name} = {cost}")


if __name__ == "__main__":
    main()
