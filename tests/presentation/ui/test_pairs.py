"""Pairs of a card and words: aligned in two columns, or all of them on two lines where that is too narrow."""

from __future__ import annotations

import pytest

from fliegende3d.presentation.ui.elements import Label, Panel
from fliegende3d.presentation.ui.painting import TextRun
from fliegende3d.presentation.ui.pairs import Pairs
from fliegende3d.presentation.ui.surface import Surface
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import Placed, View

TYPEFACE = Typeface()
THINGS = ("Palace", "Carpet bazaar", "Lamp")
WORDS = ("lies on it", "only beneath it: does not count", "lies on it too")


def shown(width: float) -> Surface:
    """A panel of a width with three pairs."""
    surface = Surface(TYPEFACE, size=(1920, 1080))
    rows = [(Label(text=thing), Label(text=words)) for thing, words in zip(THINGS, WORDS, strict=True)]
    surface.show(View([Placed(element=Panel(key="p", body=Pairs(rows=rows), width=width))]))
    return surface


def places(width: float) -> dict[str, TextRun]:
    """Where each text begins in a panel of a width."""
    return {run.text: run for run, _ in shown(width).painting.items if isinstance(run, TextRun)}


def test_with_room_all_words_begin_at_the_same_place_on_the_line_of_their_thing() -> None:
    found = places(900.0)
    assert len({found[words].x for words in WORDS}) == 1
    for thing, words in zip(THINGS, WORDS, strict=True):
        assert found[thing].y == found[words].y


def test_without_room_every_pair_goes_below_itself_and_not_only_the_longest() -> None:
    found = places(340.0)
    for thing, words in (("Palace", "lies on it"), ("Lamp", "lies on it too")):
        assert found[words].y > found[thing].y
    assert found["lies on it"].x == found["lies on it too"].x > found["Palace"].x


@pytest.mark.parametrize("width", [300.0, 420.0, 900.0])
def test_the_panel_is_as_high_as_the_pairs_need(width: float) -> None:
    surface = shown(width)
    assert surface.arrange().scrolls == []
    (panel,) = surface.arrange().panels
    lowest = max(run.y for run, _ in surface.painting.items if isinstance(run, TextRun))
    assert panel.bottom - 60.0 < lowest < panel.bottom
