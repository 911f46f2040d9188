"""Pairs of a thing and what is said of it: in two aligned columns, or below each other where that is too narrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.elements import Element, Size
from fliegende3d.presentation.ui.painting import Rect

# The second column is at least so wide [reference px]; with less room every pair goes below itself.
LEAST_WIDTH = 230.0
# Words below their thing stand in so far [reference px].
INDENT = 30.0


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Things and words, all in the same way: either every pair on a line, or every one on two."""

    rows: Sequence[tuple[Element, Element]]
    gap: float = 18.0
    row_gap: float = 12.0

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (width, sum(self._heights(context, width)) + context.px(self.row_gap) * max(0, len(self.rows) - 1))

    def _first(self, context: Context, width: float) -> float:
        """Return the width of the first column [px]; 0 where pairs go below each other."""
        first = max((thing.measure(context, width)[0] for thing, _ in self.rows), default=0.0)
        return first if width - first - context.px(self.gap) >= context.px(LEAST_WIDTH) else 0.0

    def _second(self, context: Context, width: float) -> float:
        first = self._first(context, width)
        return width - (first + context.px(self.gap) if first else context.px(INDENT))

    def _heights(self, context: Context, width: float) -> list[float]:
        first, second = self._first(context, width), self._second(context, width)
        heights = []
        for thing, words in self.rows:
            upper, lower = thing.measure(context, first or width)[1], words.measure(context, second)[1]
            heights.append(max(upper, lower) if first else upper + lower)
        return heights

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        first, second = self._first(context, rect.width), self._second(context, rect.width)
        y = rect.y
        for (thing, words), height in zip(self.rows, self._heights(context, rect.width), strict=True):
            if first:
                thing.place(context, Rect(rect.x, y, first, height))
                words.place(context, Rect(rect.right - second, y, second, height))
            else:
                upper = thing.measure(context, rect.width)[1]
                thing.place(context, Rect(rect.x, y, rect.width, upper))
                words.place(context, Rect(rect.right - second, y + upper, second, height - upper))
            y += height + context.px(self.row_gap)
