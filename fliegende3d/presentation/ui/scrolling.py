"""Content that is taller than its place: it scrolls, and whatever is hidden announces itself at the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fliegende3d.presentation.ui.context import Context, ScrollArea
from fliegende3d.presentation.ui.painting import FillShape, Rect
from fliegende3d.presentation.ui.theme import faded

if TYPE_CHECKING:
    from fliegende3d.presentation.ui.elements import Element

# Room for the bar at the right [reference px]; the bar itself takes a part of it.
SCROLL_BAR_ROOM = 34.0
BAR_SHARE = 0.42
# Focus rings reach this far out of the place of a control [reference px].
CLIP_MARGIN = 12.0
# Content fades out over this height where more of it follows [reference px].
FADE = 60.0
# The round sign that tells that more follows [reference px].
SIGN_RADIUS = 21.0
# Fades and signs need a place at least so high [reference px].
LEAST_SIGNED = 110.0


@dataclass(frozen=True, kw_only=True)
class Scroll:
    """Content that scrolls when it is taller than its place."""

    key: str
    child: Element

    def measure(self, context: Context, width: float) -> tuple[float, float]:
        """See ``Element``."""
        return self.child.measure(context, width)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        height = self.child.measure(context, rect.width)[1]
        if height <= rect.height + 0.5:
            self.child.place(context, rect)
            context.interaction.offsets.pop(self.key, None)
            return
        inner = rect.width - context.px(SCROLL_BAR_ROOM)
        height = self.child.measure(context, inner)[1]
        bar_width = context.px(SCROLL_BAR_ROOM) * BAR_SHARE
        bar = Rect(rect.right - bar_width, rect.y, bar_width, rect.height)
        offset = min(max(context.interaction.offsets.get(self.key, 0.0), 0.0), max(0.0, height - rect.height))
        context.interaction.offsets[self.key] = offset
        area = ScrollArea(self.key, rect, height, bar=bar, sign=self._sign(context, rect, inner, height, offset))
        context.scrolls.append(area)
        outer_clip, outer_key = context.painting.clip, context.scroll_key
        cut = rect.grown(context.px(CLIP_MARGIN))
        context.painting.clip = cut if outer_clip is None else (cut.overlap(outer_clip) or Rect(0, 0, 0, 0))
        context.scroll_key = self.key
        self.child.place(context, Rect(rect.x, rect.y - offset, inner, height))
        if rect.height >= context.px(LEAST_SIGNED):
            _draw_fades(context, rect, inner, above=offset, below=area.furthest - offset)
        context.painting.clip, context.scroll_key = outer_clip, outer_key
        _draw_bar(context, area, offset)
        if area.sign is not None:
            _draw_sign(context, area.sign)

    def _sign(self, context: Context, rect: Rect, inner: float, height: float, offset: float) -> Rect | None:
        """Where the sign stands that more follows below; None at the end, or where there is no room for it."""
        more = height - rect.height - offset
        if more < context.px(SIGN_RADIUS) or rect.height < context.px(LEAST_SIGNED):
            return None
        size = 2 * context.px(SIGN_RADIUS)
        return Rect(rect.x + (inner - size) / 2, rect.bottom - size + context.px(CLIP_MARGIN) * 0.6, size, size)


def _draw_fades(context: Context, rect: Rect, width: float, *, above: float, below: float) -> None:
    """Let content fade into the panel where it is cut."""
    fade, margin = context.px(FADE), context.px(CLIP_MARGIN)
    panel = context.theme.panel
    for hidden, edge in ((above, rect.y - margin), (below, rect.bottom + margin)):
        depth = min(fade, hidden)
        if depth > 1.0:
            strip = Rect(rect.x - 2 * margin - depth, edge - depth / 2, width + 4 * margin + 2 * depth, depth)
            context.box(strip, (panel[0], panel[1], panel[2], 1.0), softness=depth)


def _draw_bar(context: Context, area: ScrollArea, offset: float) -> None:
    theme, bar = context.theme, area.bar
    height = max(bar.width * 2.5, area.rect.height * area.rect.height / area.content_height)
    y = bar.y + (bar.height - height) * (offset / area.furthest if area.furthest else 0.0)
    context.box(bar, theme.disabled, radius=bar.width / 2)
    context.box(Rect(bar.x, y, bar.width, height), theme.accent, radius=bar.width / 2)


def _draw_sign(context: Context, place: Rect) -> None:
    theme, radius = context.theme, place.width / 2
    context.box(place.grown(context.px(3)), faded(theme.focus_underlay, 0.7), radius=radius + context.px(3), softness=4)
    context.box(place, theme.rest, radius=radius, edge=theme.accent, edge_width=max(1.0, context.px(2)))
    x, y, half = *place.centre, radius * 0.5
    points = ((x - half, y - half * 0.45), (x + half, y - half * 0.45), (x, y + half * 0.65))
    context.painting.add(FillShape(points, theme.accent))
