"""Contact with cards and carpets against statics, momentum and symmetry: every row of the table passes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliegende3d.flight.validation import contact_rows
from fliegende3d.flight.validation.row import Row


@pytest.mark.parametrize("rows", contact_rows.ALL, ids=lambda rows: rows.__name__)
def test_contact_is_right(rows: Callable[[], list[Row]]) -> None:
    found = rows()
    assert found
    wrong = [f"{row.what}: right {row.right:g}, ours {row.ours:g}" for row in found if not row.passed]
    assert not wrong, "\n".join(wrong)


def test_a_stack_stays_even_while_it_is_watched_for_longer_than_a_flight_lasts() -> None:
    (top, others, *_) = contact_rows.creep()
    assert top.ours < 1e-4
    assert others.ours == 0.0
