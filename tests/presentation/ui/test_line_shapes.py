"""Lines are drawn as one capsule for each part, as wide as asked, with nothing where they do not move."""

from __future__ import annotations

import numpy as np
import pytest

from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.renderer import line_vertices

WHITE = (1.0, 1.0, 1.0, 1.0)


def test_a_level_part_is_a_capsule_around_it() -> None:
    rows = line_vertices(LineShape(((10.0, 20.0), (30.0, 20.0)), 4.0, WHITE))
    assert rows.shape[0] == 4
    # Half the length and the round ends, half the width, and a pixel for the smooth edge.
    assert rows[:, 0].min() == pytest.approx(10.0 - 2.0 - 1.0)
    assert rows[:, 0].max() == pytest.approx(30.0 + 2.0 + 1.0)
    assert -rows[:, 2].max() == pytest.approx(20.0 - 2.0 - 1.0)
    assert -rows[:, 2].min() == pytest.approx(20.0 + 2.0 + 1.0)


@pytest.mark.parametrize(("closed", "parts"), [(False, 2), (True, 3)])
def test_each_part_has_its_own_corners_and_a_closed_line_comes_back(closed: bool, parts: int) -> None:
    shape = LineShape(((0.0, 0.0), (8.0, 0.0), (8.0, 6.0)), 2.0, WHITE, closed=closed)
    rows = line_vertices(shape)
    assert rows.shape[0] == 4 * parts
    middles = np.stack([rows[:, 0], -rows[:, 2]], axis=1).reshape(parts, 4, 2).mean(axis=1)
    assert middles[:2] == pytest.approx(np.array([[4.0, 0.0], [8.0, 3.0]]))
    if closed:
        assert middles[2] == pytest.approx([4.0, 3.0])


def test_a_line_that_stands_still_draws_nothing() -> None:
    assert len(line_vertices(LineShape(((5.0, 5.0), (5.0, 5.0)), 3.0, WHITE))) == 0
