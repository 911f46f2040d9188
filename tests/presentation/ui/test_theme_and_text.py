"""Colours can be read, texts break where they must, fonts tell what they cover."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.ui.coverage import FontError, covered_characters
from fliegende3d.presentation.ui.theme import (
    HIGH_CONTRAST,
    STANDARD,
    Family,
    TextStyle,
    Theme,
    colour,
    contrast,
    interface_scale,
)
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.typeface_files import SUBSTITUTE, characters, displayable, font_path

TYPEFACE = Typeface()


def opaque(front: tuple[float, ...], behind: tuple[float, ...]) -> tuple[float, float, float, float]:
    share = front[3]
    red, green, blue = (f * share + b * (1.0 - share) for f, b in zip(front[:3], behind[:3], strict=True))
    return (red, green, blue, 1.0)


def test_contrast_has_the_values_of_the_standard() -> None:
    # WCAG 2.1: black on white is 21; #777777 on white is 4.48
    assert contrast(colour("000000"), colour("FFFFFF")) == pytest.approx(21.0)
    assert contrast(colour("777777"), colour("FFFFFF")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [STANDARD, HIGH_CONTRAST])
def test_every_text_has_a_contrast_of_4_5(theme: Theme) -> None:
    # The brightest thing that may shine through a panel is white.
    panel = opaque(theme.panel, (1.0, 1.0, 1.0))
    for ink in (theme.text, theme.accent, theme.muted):
        assert contrast(ink, panel) >= 4.5
    for ground in (theme.rest, theme.hover, theme.selected):
        assert contrast(theme.text, ground) >= 4.5
        assert contrast(theme.accent, ground) >= 4.5
    assert contrast(theme.primary_text, theme.primary) >= 4.5
    assert contrast(theme.primary_text, theme.primary_hover) >= 4.5
    assert contrast(theme.disabled_text, theme.disabled) >= 4.5
    assert contrast(theme.ink, theme.paper) >= 4.5


def test_the_focus_ring_stands_out_from_its_underlay() -> None:
    assert contrast(STANDARD.focus, STANDARD.focus_underlay) >= 7.0


def test_high_contrast_panels_hide_what_is_behind() -> None:
    assert HIGH_CONTRAST.panel[3] == 1.0


def test_the_scale_follows_height_and_narrow_windows() -> None:
    assert interface_scale(1920, 1080, 1.0) == pytest.approx(1.0)
    assert interface_scale(3440, 1440, 1.0) == pytest.approx(1440 / 1080)
    assert interface_scale(720, 1080, 1.0) == pytest.approx(0.5)
    assert interface_scale(1920, 1080, 9.0) == pytest.approx(3.0)


words = st.text(alphabet="abc defg hijk", min_size=0, max_size=60)


@given(words, st.floats(30.0, 400.0))
def test_broken_lines_fit_and_lose_nothing(text: str, width: float) -> None:
    block = TYPEFACE.break_lines(text, TextStyle.BODY, 0.5, width)
    assert "".join(block.lines).replace(" ", "") == text.replace(" ", "")
    widest_letter = TYPEFACE.width("k", Family.SANS_REGULAR, 16)
    assert all(w <= max(width + 1.0, widest_letter * 2) for w in block.widths)


def test_a_shortened_text_fits_and_says_so() -> None:
    short = TYPEFACE.shorten("Wolfeschlegelsteinhausenbergerdorff", TextStyle.BODY, 1.0, 120.0)
    assert short.endswith("…")
    assert TYPEFACE.width(short, Family.SANS_REGULAR, 31) <= 120.0
    assert TYPEFACE.shorten("Li", TextStyle.BODY, 1.0, 120.0) == "Li"


def test_characters_without_a_glyph_are_replaced_not_dropped() -> None:
    assert displayable("Jörg 漢", Family.SANS_REGULAR) == f"Jörg {SUBSTITUTE}"
    assert all(ord(SUBSTITUTE) in characters(family) for family in Family)


def test_coverage_knows_letters_and_refuses_what_is_no_font(tmp_path: Path) -> None:
    covered = covered_characters(font_path(Family.SANS_REGULAR))
    assert {ord(c) for c in "AaÄßñ¿…°²−"} <= covered
    assert ord("漢") not in covered
    empty = tmp_path / "no.ttf"
    empty.write_bytes(b"\0" * 64)
    with pytest.raises(FontError, match=r"no\.ttf"):
        covered_characters(empty)
