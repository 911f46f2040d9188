"""Fonts at exact pixel sizes, the widths of texts, and breaking texts into lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from fliegende3d.presentation.ui.glyphs import GlyphSet
from fliegende3d.presentation.ui.theme import LETTERS, Family, TextStyle
from fliegende3d.presentation.ui.typeface_files import displayable

# Heights in parts of the size; the line is set so that capitals stand in its optical middle.
LINE_HEIGHT = 1.28
CAPITAL_HEIGHT = 0.66
SMALLEST_SIZE = 9
# Places are whole pixels; a line that fits exactly must not break for that [px].
ROUNDING_ROOM = 1.0
CACHED_WIDTHS = 8000
CACHED_BLOCKS = 4000


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

    _sets: dict[tuple[Family, int], GlyphSet] = field(default_factory=dict)
    _widths: dict[tuple[str, Family, int], float] = field(default_factory=dict)
    _blocks: dict[tuple[str, TextStyle, float, float], TextBlock] = field(default_factory=dict)

    def glyphs(self, family: Family, pixels: int) -> GlyphSet:
        """Return the glyphs of a family drawn exactly ``pixels`` high, so that they stay sharp."""
        key = (family, pixels)
        found = self._sets.get(key)
        if found is None:
            found = self._sets[key] = GlyphSet(family, pixels)
        return found

    def width(self, text: str, family: Family, pixels: int) -> float:
        """Return the width of one line [px]."""
        key = (text, family, pixels)
        width = self._widths.get(key)
        if width is None:
            width = self.glyphs(family, pixels).width(displayable(text, family))
            if len(self._widths) > CACHED_WIDTHS:
                self._widths.clear()
            self._widths[key] = width
        return width

    def break_lines(self, text: str, style: TextStyle, scale: float, width: float) -> TextBlock:
        """Break ``text`` to fit ``width`` [px]; words that are too long are broken inside."""
        key = (text, style, scale, width)
        block = self._blocks.get(key)
        if block is None:
            block = self._break(text, style, scale, width)
            if len(self._blocks) > CACHED_BLOCKS:
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
