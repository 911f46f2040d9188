"""The focus graph: which control is next in a direction, for keys and pads. Pure geometry over placed controls."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from fliegende3d.presentation.ui.context import Target
from fliegende3d.presentation.ui.painting import Rect


class Direction(Enum):
    """Where to go, as a step (x, y) with y downwards."""

    UP = (0.0, -1.0)
    DOWN = (0.0, 1.0)
    LEFT = (-1.0, 0.0)
    RIGHT = (1.0, 0.0)


# How much worse it is to lie off to the side than to lie further ahead.
SIDEWAYS_COST = 3.0


def first_focus(targets: Sequence[Target], wanted: str | None) -> str | None:
    """Return the control to focus: the wanted one if it is there, else the first."""
    keys = [target.control.key for target in targets]
    if wanted in keys:
        return wanted
    return keys[0] if keys else None


def next_in_order(targets: Sequence[Target], focus: str | None, step: int) -> str | None:
    """Return the control after (or before) the focused one in reading order, round and round."""
    keys = [target.control.key for target in targets]
    if not keys:
        return None
    if focus not in keys:
        return keys[0] if step > 0 else keys[-1]
    return keys[(keys.index(focus) + step) % len(keys)]


def next_in_direction(targets: Sequence[Target], focus: str | None, direction: Direction) -> str | None:
    """Return the nearest control in a direction; the far end if there is none, so that no control is out of reach."""
    here = next((target for target in targets if target.control.key == focus), None)
    if here is None:
        return first_focus(targets, None)
    scored = [
        (score, target.control.key)
        for target in targets
        if target is not here and (score := _cost(here.rect, target.rect, direction)) is not None
    ]
    if scored:
        return min(scored, key=lambda pair: pair[0])[1]
    if direction in (Direction.UP, Direction.DOWN):
        return next_in_order(targets, focus, 1 if direction is Direction.DOWN else -1)
    return focus


def _cost(here: Rect, there: Rect, direction: Direction) -> float | None:
    dx, dy = direction.value
    if dx:
        ahead = there.x - here.right if dx > 0 else here.x - there.right
        middle_ahead = (there.centre[0] - here.centre[0]) * dx
        aside = max(0.0, there.y - here.bottom, here.y - there.bottom)
        offset = abs(there.centre[1] - here.centre[1])
    else:
        ahead = there.y - here.bottom if dy > 0 else here.y - there.bottom
        middle_ahead = (there.centre[1] - here.centre[1]) * dy
        aside = max(0.0, there.x - here.right, here.x - there.right)
        offset = abs(there.centre[0] - here.centre[0])
    if ahead < -1.0 or middle_ahead <= 0.0:
        return None
    return max(0.0, ahead) + SIDEWAYS_COST * aside + 0.05 * offset
