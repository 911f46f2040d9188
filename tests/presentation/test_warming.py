"""The bar of the first start: truthful by what was compiled, gentle between, never back, never ready too early."""

from __future__ import annotations

import importlib
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d import flight
from fliegende3d.presentation.warming import FARTHEST, Costs, CostsError, Forecast, load_costs

COSTS = Costs(1.0, 2, {"fly": 6.0, "bend": 2.0})


def compiled(*kernels: tuple[str, float]) -> tuple[Forecast, float]:
    """A forecast after kernels that took so many seconds each, one after the other."""
    forecast, moment = Forecast(COSTS), 100.0
    for kernel, took in kernels:
        forecast.begin(kernel, moment)
        moment += took
        forecast.end(moment)
    return forecast, moment


def test_the_share_is_the_cost_of_what_is_compiled() -> None:
    forecast, moment = compiled(("bend", 2.0), ("small", 1.0))
    assert forecast.share(moment) == pytest.approx(3.0 / 10.0)


def test_nothing_has_begun_is_nothing_done() -> None:
    assert not Forecast(COSTS).begun
    assert Forecast(COSTS).share(50.0) == 0.0


@pytest.mark.parametrize("slowness", [0.3, 1.0, 8.0])
def test_while_a_long_kernel_is_compiled_the_bar_goes_on_at_the_pace_of_the_machine(slowness: float) -> None:
    forecast, moment = compiled(("bend", 2.0 * slowness))
    forecast.begin("fly", moment)
    shares = [forecast.share(moment + 6.0 * slowness * part) for part in (0.0, 0.25, 0.5, 1.0, 2.0, 50.0)]
    assert shares[0] == pytest.approx(0.2)
    steps = [later - sooner for sooner, later in pairwise(shares)]
    assert all(step > 0.0 for step in steps)
    assert shares[1] > 0.25
    assert shares[3] == pytest.approx(0.2 + 0.6 * 0.95 * (1.0 - 2.718281828**-1.0), abs=1e-6)
    assert shares[-1] < 0.8, "it is not taken for done before it is"


@given(st.lists(st.tuples(st.sampled_from(["fly", "bend", "a", "b"]), st.floats(0.0, 30.0)), max_size=30))
def test_the_bar_never_goes_back_and_never_says_ready(kernels: list[tuple[str, float]]) -> None:
    forecast, moment, last = Forecast(COSTS), 0.0, 0.0
    for kernel, took in kernels:
        forecast.begin(kernel, moment)
        for _ in range(3):
            moment += took / 3.0
            assert last <= (last := forecast.share(moment)) <= FARTHEST
        forecast.end(moment)
        assert last <= (last := forecast.share(moment)) <= FARTHEST


def test_kernels_within_kernels_end_from_the_inside() -> None:
    forecast = Forecast(COSTS)
    forecast.begin("fly", 0.0)
    forecast.begin("bend", 1.0)
    assert forecast.kernel == "bend"
    forecast.end(3.0)
    assert forecast.kernel == "fly"
    assert forecast.share(3.0) >= 0.2


def test_the_shipped_costs_are_of_kernels_that_there_are() -> None:
    costs = load_costs()
    assert costs.total > 1.0
    modules = [importlib.import_module(f"fliegende3d.flight.{found.name}") for found in iter_modules(flight.__path__)]
    for name in costs.kernels:
        assert any(hasattr(module, name) for module in modules), name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("small_cost = 1", "small_count"),
        ("small_cost = 0.1\nsmall_count = 3\n[kernels]\n'a_b' = -1.0", "a_b"),
        ("small_cost = 0.1\nsmall_count = 3\n[kernels]\n'a_b' = inf", "a_b"),
        ("not toml", "costs.toml"),
    ],
)
def test_a_broken_file_of_costs_is_named_with_what_is_wrong(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "costs.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CostsError, match=words):
        load_costs(path)
