"""Tags over the table stay beside panels and beside each other; without room nearby they are left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.screens.tags import FARTHEST, beside
from fliegende3d.presentation.ui.context import Context, Interaction
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.presentation.ui.theme import STANDARD
from fliegende3d.presentation.ui.typeface import Typeface

SIZE = (1280, 720)


def context(*panels: Rect) -> Context:
    made = Context(scale=1.0, theme=STANDARD, typeface=Typeface(), interaction=Interaction())
    made.panels.extend(panels)
    return made


def rect_of(made: Context, tag: tuple[CardTag, float, float]) -> Rect:
    element, x, y = tag
    width, height = element.measure(made, SIZE[0] * 0.4)
    return Rect(x - width / 2.0, y - height, width, height)


def tag(name: str = "Palace") -> CardTag:
    return CardTag(kind="palace", name=name)


def test_a_tag_with_room_stays_where_it_belongs() -> None:
    assert beside(context(), [(tag(), 640.0, 300.0)], SIZE)[0][1:] == pytest.approx((640.0, 300.0))


@given(st.floats(0.0, 1280.0), st.floats(0.0, 720.0))
def test_no_tag_is_under_a_panel_or_cut_by_the_window(x: float, y: float) -> None:
    panel = Rect(900.0, 200.0, 380.0, 520.0)
    made = context(panel)
    for placed in beside(made, [(tag(), x, y)], SIZE):
        place = rect_of(made, placed)  # type: ignore[arg-type]
        assert place.overlap(panel) is None
        assert place.x >= 0.0
        assert place.y >= 0.0
        assert place.right <= 1280.0
        assert place.bottom <= 720.0


def test_a_tag_deep_under_a_panel_is_left_out() -> None:
    panel = Rect(400.0, 200.0, 700.0, 500.0)
    made = context(panel)
    height = tag().measure(made, 500.0)[1]
    assert FARTHEST * height < 200.0, "the panel is too small for this test"
    assert beside(made, [(tag(), 750.0, 450.0)], SIZE) == []


def test_tags_of_cards_close_together_do_not_cover_each_other() -> None:
    made = context()
    placed = beside(
        made, [(tag("Palace"), 640.0, 300.0), (tag("Desert"), 650.0, 305.0), (tag("Lamp"), 655.0, 300.0)], SIZE
    )
    rects = [rect_of(made, one) for one in placed]  # type: ignore[arg-type]
    assert len(rects) == 3
    for index, first in enumerate(rects):
        assert all(first.overlap(second) is None for second in rects[index + 1 :])
