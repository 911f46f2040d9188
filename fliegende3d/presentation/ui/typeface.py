"""Fonts at exact pixel sizes, the widths of texts, and breaking texts into lines."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from panda3d.core import DynamicTextFont, Filename, SamplerState, TextNode

from fliegende3d.presentation.ui.coverage import FontError, covered_characters
from fliegende3d.presentation.ui.theme import LETTERS, Family, TextStyle

FILES: dict[Family, tuple[str, str]] = {
    Family.SERIF_SEMIBOLD: ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    Family.SANS_REGULAR: ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Family.SANS_SEMIBOLD: ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}
# Heights in parts of the size; the line is set so that capitals stand in its optical middle.
LINE_HEIGHT = 1.28
CAPITAL_HEIGHT = 0.66
# What is drawn for a character that the fonts do not have (a name in another script, an emoji).
SUBSTITUTE = "¤"
SMALLEST_SIZE = 9
# Empty texels around each glyph, so that filtering never shows its neighbours.
GLYPH_MARGIN = 4
# Places are whole pixels; a line that fits exactly must not break for that [px].
ROUNDING_ROOM = 1.0


def font_path(family: Family) -> Path:
    """Return the file of a family.

    Raises:
        FontError: if the font package is not installed.
    """
    package, name = FILES[family]
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise FontError(f"the font package {package} is missing; reinstalling the program mends this")
    path = Path(spec.origin).parent / "files" / name
    if not path.exists():
        raise FontError(f"the font file {path} is missing; reinstalling the program mends this")
    return path


@cache
def characters(family: Family) -> frozenset[int]:
    """Return the code points that a family can draw."""
    return covered_characters(font_path(family))


def displayable(text: str, family: Family) -> str:
    """Return ``text`` with every character that the family cannot draw replaced by a box."""
    known = characters(family)
    return "".join(c if c == "\n" or ord(c) in known else SUBSTITUTE for c in text)


@dataclass(frozen=True)
class TextBlock:
    """A text broken into lines: widths and height in pixels."""

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    line_height: float

    @property
    def width(self) -> float:
        """The widest line [px]."""
        return max(self.widths, default=0.0)

    @property
    def height(self) -> float:
        """All lines together [px]."""
        return self.line_height * len(self.lines)


@dataclass
class Typeface:
    """The fonts in the pixel sizes that were asked for; measuring needs no window."""

    _fonts: dict[tuple[Family, int], DynamicTextFont] = field(default_factory=dict)
    _widths: dict[tuple[str, Family, int], float] = field(default_factory=dict)
    _blocks: dict[tuple[str, TextStyle, float, float], TextBlock] = field(default_factory=dict)

    def font(self, family: Family, pixels: int) -> DynamicTextFont:
        """Return a font whose glyphs are drawn exactly ``pixels`` high, so that they stay sharp."""
        key = (family, pixels)
        font = self._fonts.get(key)
        if font is None:
            font = DynamicTextFont(Filename.from_os_specific(str(font_path(family))), 0)
            font.set_pixels_per_unit(pixels)
            font.set_scale_factor(1.0)
            font.set_page_size(512, 512)
            font.set_texture_margin(GLYPH_MARGIN)
            font.set_minfilter(SamplerState.FT_linear)
            font.set_magfilter(SamplerState.FT_linear)
            self._fonts[key] = font
        return font

    def width(self, text: str, family: Family, pixels: int) -> float:
        """Return the width of one line [px]."""
        key = (text, family, pixels)
        width = self._widths.get(key)
        if width is None:
            node = TextNode("measure")
            node.set_font(self.font(family, pixels))
            width = float(node.calc_width(displayable(text, family))) * pixels
            if len(self._widths) > 8000:
                self._widths.clear()
            self._widths[key] = width
        return width

    def break_lines(self, text: str, style: TextStyle, scale: float, width: float) -> TextBlock:
        """Break ``text`` to fit ``width`` [px]; words that are too long are broken inside."""
        key = (text, style, scale, width)
        block = self._blocks.get(key)
        if block is None:
            block = self._break(text, style, scale, width)
            if len(self._blocks) > 4000:
                self._blocks.clear()
            self._blocks[key] = block
        return block

    def _break(self, text: str, style: TextStyle, scale: float, width: float) -> TextBlock:
        letters = LETTERS[style]
        pixels = pixel_size(style, scale)
        width += ROUNDING_ROOM
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if self.width(longer, letters.family, pixels) <= width:
                    line = longer
                    continue
                if line:
                    lines.append(line)
                pieces = self._break_word(word, letters.family, pixels, width)
                lines.extend(pieces[:-1])
                line = pieces[-1]
            lines.append(line)
        widths = tuple(self.width(line, letters.family, pixels) for line in lines)
        return TextBlock(tuple(lines), widths, round(pixels * LINE_HEIGHT))

    def _break_word(self, word: str, family: Family, pixels: int, width: float) -> list[str]:
        if self.width(word, family, pixels) <= width or len(word) < 2:
            return [word]
        pieces: list[str] = []
        piece = ""
        for character in word:
            if piece and self.width(piece + character, family, pixels) > width:
                pieces.append(piece)
                piece = ""
            piece += character
        return [*pieces, piece]

    def shorten(self, text: str, style: TextStyle, scale: float, width: float) -> str:
        """Return ``text``, cut with an ellipsis if one line of ``width`` [px] cannot hold it."""
        family, pixels = LETTERS[style].family, pixel_size(style, scale)
        if self.width(text, family, pixels) <= width:
            return text
        for length in range(len(text) - 1, 0, -1):
            shortened = f"{text[:length].rstrip()}…"
            if self.width(shortened, family, pixels) <= width:
                return shortened
        return "…"


def pixel_size(style: TextStyle, scale: float) -> int:
    """Return the size of a style in whole pixels."""
    return max(SMALLEST_SIZE, round(LETTERS[style].size * scale))
