"""How fast flights are: ratios within one run are asserted, absolute figures printed."""

from __future__ import annotations

import time

import numpy as np
import pytest

from fliegende3d.flight import STANDARD, Flight, Settings, Throw
from tests.benchmarks.flight import in_c

THROW = Throw((0.0, -0.6, 0.25), (0.0, 1.6, 0.5), (0.0, 0.0, 63.0))


@pytest.mark.slow
@pytest.mark.parametrize("mesh", [(8, 10), STANDARD])
def test_the_kernel_is_as_fast_as_c_and_gives_its_bits(mesh: tuple[int, int]) -> None:
    if in_c.compiler() is None:
        pytest.skip("no C compiler on this machine")
    result = in_c.compare(mesh)
    print(result)
    assert result["same_bits"]
    assert result["ratio"] < 1.3


@pytest.mark.slow
def test_a_core_flies_a_hundred_coarse_throws_a_second() -> None:
    settings = Settings.resolve(mesh=(8, 10))
    Flight(THROW, settings).to_rest()
    spent = []
    for _ in range(40):
        start = time.thread_time()
        Flight(THROW, settings).to_rest()
        spent.append(time.thread_time() - start)
    rate = 1.0 / float(np.median(spent))
    print(f"{rate:.0f} throws a second of processor time")
    assert rate > 100.0
