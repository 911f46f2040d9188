"""Where tags over the table go: as near to what they name as the panels and the other tags leave room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.elements import Element
from fliegende3d.presentation.ui.painting import Rect

Tag = tuple[Element, float, float]
"""An element, and the pixel that its lower edge is to stand on with its middle."""

# Room between tags, panels and the window's edge [reference px].
GAP = 8.0
# A tag is at most so wide [share of the window's width].
WIDEST = 0.4
# Farther from its place than so many of its own heights a tag would name something else: it is left out.
FARTHEST = 3.0


def beside(panels: Context, tags: Iterable[Tag], size: tuple[int, int]) -> list[Tag]:
    """Return the tags of a window [px] moved out from under the panels; those without room nearby are left out."""
    gap = panels.px(GAP)
    window = Rect(0.0, 0.0, float(size[0]), float(size[1])).grown(-gap)
    taken = [panel.grown(gap) for panel in panels.panels]
    taken += [target.rect.grown(gap) for target in panels.targets if target.clip is None]
    placed: list[Tag] = []
    for element, x, y in tags:
        width, height = element.measure(panels, size[0] * WIDEST)
        wanted = Rect(x - width / 2.0, y - height, width, height)
        place = _nearest_free(wanted, window, taken)
        if place is None:
            continue
        taken.append(place.grown(gap / 2.0))
        placed.append((element, place.x + width / 2.0, place.bottom))
    return placed


def _nearest_free(wanted: Rect, window: Rect, taken: Sequence[Rect]) -> Rect | None:
    """Return the free place nearest to the one wanted: there, or touching edges of what is in the way."""
    rows = [wanted.y, window.y, window.bottom - wanted.height]
    columns = [wanted.x, window.x, window.right - wanted.width]
    for rect in taken:
        rows += [rect.y - wanted.height, rect.bottom]
        columns += [rect.x - wanted.width, rect.right]
    best: Rect | None = None
    least = FARTHEST * wanted.height
    for x in columns:
        for y in rows:
            distance = abs(x - wanted.x) + abs(y - wanted.y)
            place = Rect(x, y, wanted.width, wanted.height)
            if distance <= least and _is_within(place, window) and not any(_overlap(place, rect) for rect in taken):
                best, least = place, distance
    return best


def _is_within(place: Rect, window: Rect) -> bool:
    return (
        place.x >= window.x - 0.5
        and place.y >= window.y - 0.5
        and place.right <= window.right + 0.5
        and place.bottom <= window.bottom + 0.5
    )


def _overlap(first: Rect, second: Rect) -> bool:
    common = first.overlap(second)
    return common is not None and common.width > 0.5 and common.height > 0.5
