"""Glyphs at exact pixel sizes: where each lies in its font's texture pages, and how far the pen moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from panda3d.core import DynamicTextFont, DynamicTextGlyph, Filename, SamplerState, Texture

from fliegende3d.presentation.ui.theme import Family
from fliegende3d.presentation.ui.typeface_files import font_path

PAGE_SIZE = 512
# Empty texels around each glyph, so that filtering never shows its neighbours.
MARGIN = 2


@dataclass(frozen=True)
class Glyph:
    """One glyph in whole pixels from the pen on the baseline, y upwards, and its texels as texture coordinates.

    ``texture`` is None for what leaves no ink, such as a space.
    """

    advance: float
    left: float
    top: float
    width: float
    height: float
    u0: float
    v0: float
    u1: float
    v1: float
    texture: Texture | None


class GlyphSet:
    """The glyphs of one family at one size."""

    def __init__(self, family: Family, pixels: int) -> None:
        self.pixels = pixels
        self._font = DynamicTextFont(Filename.from_os_specific(str(font_path(family))), 0)
        self._font.set_pixels_per_unit(pixels)
        self._font.set_scale_factor(1.0)
        self._font.set_page_size(PAGE_SIZE, PAGE_SIZE)
        self._font.set_texture_margin(MARGIN)
        self._font.set_minfilter(SamplerState.FT_linear)
        self._font.set_magfilter(SamplerState.FT_linear)
        self._glyphs: dict[str, Glyph] = {}

    def glyph(self, character: str) -> Glyph:
        """Return a glyph; it is drawn into a page when it is asked for the first time."""
        known = self._glyphs.get(character)
        if known is None:
            known = self._measure(character)
            self._glyphs[character] = known
        return known

    def width(self, text: str) -> float:
        """Return how far the pen moves over a text [px]."""
        return sum(self.glyph(character).advance for character in text)

    def _measure(self, character: str) -> Glyph:
        # The type library leaves out most of a glyph's methods, and that there may be none.
        found: Any = self._font.get_glyph(ord(character))
        if found is None:
            return Glyph(self.pixels * 0.25, 0, 0, 0, 0, 0, 0, 0, 0, None)
        advance = round(found.get_advance() * self.pixels)
        page = found.get_page() if isinstance(found, DynamicTextGlyph) else None
        if page is None:
            # A space has no texels; what it says of them is not even set.
            return Glyph(advance, 0, 0, 0, 0, 0, 0, 0, 0, None)
        width = round((found.get_uv_right() - found.get_uv_left()) * PAGE_SIZE)
        height = round((found.get_uv_top() - found.get_uv_bottom()) * PAGE_SIZE)
        # The engine's coordinates lie half a texel inside, and its quad leaves out that the margin is part of it.
        x = round(found.get_uv_left() * PAGE_SIZE - 0.5)
        y = round(PAGE_SIZE - found.get_uv_top() * PAGE_SIZE - 0.5)
        return Glyph(
            advance,
            round(found.get_left() * self.pixels) - MARGIN,
            round(found.get_top() * self.pixels) + MARGIN,
            width,
            height,
            x / PAGE_SIZE,
            1.0 - y / PAGE_SIZE,
            (x + width) / PAGE_SIZE,
            1.0 - (y + height) / PAGE_SIZE,
            page,
        )
