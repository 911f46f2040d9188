"""Random throws at full tables: all settle, nothing lies inside anything, and a second run gives the same bits."""

from __future__ import annotations

import pytest

from fliegende3d.flight import COARSE, STANDARD
from tests.benchmarks.landing.soak import soak


def test_a_few_throws_at_full_tables_come_to_rest_as_they_must() -> None:
    tally = soak(50, first=900)
    assert tally.throws == 50
    assert tally.wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize(("mesh", "throws"), [(COARSE, 2000), (STANDARD, 500)])
def test_many_throws_at_full_tables_come_to_rest_as_they_must(mesh: tuple[int, int], throws: int) -> None:
    first, again = soak(throws, first=1000, mesh=mesh), soak(throws, first=1000, mesh=mesh)
    assert first.wrong == 0
    assert first.digest.hexdigest() == again.digest.hexdigest()
