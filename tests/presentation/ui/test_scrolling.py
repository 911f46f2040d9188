"""What does not fit announces itself: a sign, a bar to hold, fading edges; nothing of it where all is in sight."""

from __future__ import annotations

import pytest

from fliegende3d.presentation.ui.controls import Button, Choice
from fliegende3d.presentation.ui.elements import Column, Grid, Label, Panel
from fliegende3d.presentation.ui.painting import TextRun
from fliegende3d.presentation.ui.surface import Surface
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import Placed, View

TYPEFACE = Typeface()


def panel_of(count: int, *, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Surface:
    """A surface with so many buttons below each other in one panel."""
    surface = Surface(TYPEFACE, chosen_scale=scale, size=size)
    buttons = [Button(key=f"b{index}", label=f"Button {index}") for index in range(count)]
    surface.show(View([Placed(element=Panel(key="list", body=Column(children=buttons), width=600))]))
    return surface


def drawn_words(surface: Surface) -> list[str]:
    return [item.text for item, _ in surface.painting.items if isinstance(item, TextRun)]


def test_what_fits_shows_no_sign() -> None:
    surface = panel_of(4)
    assert surface.arrange().scrolls == []


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_what_is_hidden_below_is_announced_and_a_press_on_the_sign_turns_the_page(scale: float) -> None:
    surface = panel_of(40, scale=scale)
    (area,) = surface.arrange().scrolls
    assert area.sign is not None
    assert surface.press_pointer(*area.sign.centre)
    surface.release_pointer(*area.sign.centre)
    offset = surface.interaction.offsets[area.key]
    assert 0.5 * area.rect.height < offset < area.rect.height, "some of what was seen stays in sight"


def test_at_the_end_the_sign_is_gone() -> None:
    surface = panel_of(40)
    (area,) = surface.arrange().scrolls
    surface.interaction.offsets[area.key] = area.furthest
    (area,) = surface.arrange().scrolls
    assert area.sign is None


def test_the_bar_is_dragged_to_any_place_and_let_go() -> None:
    surface = panel_of(40)
    (area,) = surface.arrange().scrolls
    x, top = area.bar.x + area.bar.width / 2, area.bar.y
    assert surface.press_pointer(x, top + area.bar.height / 2)
    assert surface.interaction.offsets[area.key] == pytest.approx(area.furthest / 2)
    surface.move_pointer(x + 200.0, area.bar.bottom + 50.0)
    assert surface.interaction.offsets[area.key] == pytest.approx(area.furthest)
    assert surface.release_pointer(x, area.bar.bottom)
    surface.move_pointer(x, top)
    assert surface.interaction.offsets[area.key] == pytest.approx(area.furthest), "let go is let go"


def test_a_page_never_jumps_over_anything() -> None:
    surface = panel_of(60, scale=2.0)
    seen: set[str] = set()
    for _ in range(40):
        (area,) = surface.arrange().scrolls
        for target in surface.targets:
            if target.rect.y >= area.rect.y - 1 and target.rect.bottom <= area.rect.bottom + 1:
                seen.add(target.control.key)
        surface.page(1)
    assert seen == {f"b{index}" for index in range(60)}


def test_large_letters_take_less_padding_so_that_more_content_is_in_sight() -> None:
    ordinary = panel_of(40, size=(1920, 1080)).arrange()
    large = panel_of(40, size=(1920, 1080), scale=2.0).arrange()
    assert not ordinary.tight
    assert large.tight
    part = [context.scrolls[0].rect.height / 1080 for context in (ordinary, large)]
    assert part[1] > 0.85


def choice(label: str, options: list[str], width: float) -> Surface:
    surface = Surface(TYPEFACE, size=(1920, 1080))
    element = Choice(key="c", label=label, options=options, index=0, on_change=lambda index: None)
    surface.show(View([Placed(element=Panel(key="p", body=element, width=width))]))
    return surface


def test_in_a_narrow_place_the_label_goes_above_the_value() -> None:
    wide = choice("Help", ["Arc and landing"], 900.0)
    narrow = choice("Help", ["Arc and landing"], 420.0)
    assert drawn_words(narrow) == drawn_words(wide) == ["Help", "Arc and landing"], "on one line each"
    places = {run.text: run for run, _ in narrow.painting.items if isinstance(run, TextRun)}
    assert places["Help"].y < places["Arc and landing"].y


def test_a_name_without_any_gap_is_cut_short_and_not_broken_inside() -> None:
    words = drawn_words(choice("Player", ["Wolfeschlegelsteinhausenbergerdorff"], 420.0))
    assert len(words) == 2
    assert words[1].endswith("…")


def test_a_grid_keeps_columns_and_lines_even() -> None:
    surface = Surface(TYPEFACE, size=(1920, 1080))
    labels = ["Short", "A label so long that it certainly takes two lines of this column", "Third"]
    children = [Button(key=label[:5], label=label) for label in labels]
    surface.show(View([Placed(element=Panel(key="p", body=Grid(children=children), width=700))]))
    first, second, third = (target.rect for target in surface.targets)
    assert first.width == pytest.approx(second.width)
    assert (first.y, first.height) == pytest.approx((second.y, second.height))
    assert third.x == pytest.approx(first.x)
    assert third.y > first.bottom


def test_a_frame_keeps_its_height_while_its_pages_change() -> None:
    surface = Surface(TYPEFACE, size=(1920, 1080))
    frames = []
    for lines in (1, 9):
        body = Column(children=[Label(text=f"Line {number}") for number in range(lines)])
        surface.show(View([Placed(element=Panel(key="p", body=body, width=700, height=800.0))]))
        frames.append(surface.arrange().panels[0])
    assert frames[0] == frames[1]
