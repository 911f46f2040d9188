"""Every screen fits: in each language, at common window sizes and scales nothing overlaps or is cut."""

from __future__ import annotations

import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.text import load_texts
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.focus import Direction, next_in_direction, next_in_order
from fliegende3d.presentation.ui.painting import Rect, TextRun
from fliegende3d.presentation.ui.theme import LETTERS
from fliegende3d.presentation.ui.view import lay_out

pytestmark = pytest.mark.display

CASES = [
    ((1280, 720), "en", 1.0),
    ((1920, 1080), "en", 1.0),
    ((3440, 1440), "de", 1.0),
    ((1280, 720), "de", 1.0),
    ((1280, 720), "es", 1.0),
    ((1280, 720), "qps", 1.0),
    ((800, 600), "de", 1.0),
    ((1920, 1080), "qps", 0.75),
    ((1920, 1080), "de", 2.0),
    ((1280, 720), "es", 2.0),
    ((1920, 1080), "en", 3.0),
]


def laid_out(app: Application, screen: Screen, size: tuple[int, int], language: str, scale: float) -> Context:
    app.texts = load_texts(language)
    access = msgspec.structs.replace(app.settings.access, interface_scale=scale)
    app.settings = msgspec.structs.replace(app.settings, language=language, access=access)
    app.surface.chosen_scale = scale
    return lay_out(
        screen.view(),
        size=size,
        chosen_scale=scale,
        theme=app.surface.theme,
        typeface=app.typeface,
        interaction=app.surface.interaction,
    )


def overlap(first: Rect, second: Rect) -> float:
    common = first.overlap(second)
    return 0.0 if common is None else min(common.width, common.height)


@pytest.mark.parametrize(("size", "language", "scale"), CASES)
def test_controls_lie_in_the_window_and_never_overlap(
    app: Application, screen: Screen, size: tuple[int, int], language: str, scale: float
) -> None:
    context = laid_out(app, screen, size, language, scale)
    window = Rect(0, 0, *size)
    targets = context.targets
    assert targets, "a screen without any control cannot be left"
    for target in targets:
        if target.clip is None:
            rect = target.rect
            inside = rect.overlap(window)
            assert inside is not None, (target.control.key, rect)
            assert inside.width >= rect.width - 1.5, (target.control.key, rect)
            assert inside.height >= rect.height - 1.5, (target.control.key, rect)
    for index, first in enumerate(targets):
        for second in targets[index + 1 :]:
            if first.scroll == second.scroll:
                assert overlap(first.rect, second.rect) < 1.5, (first.control.key, second.control.key)


@pytest.mark.parametrize(("size", "language", "scale"), CASES)
def test_no_text_leaves_the_window_sideways(
    app: Application, screen: Screen, size: tuple[int, int], language: str, scale: float
) -> None:
    context = laid_out(app, screen, size, language, scale)
    for item, clip in context.painting.items:
        if isinstance(item, TextRun):
            width = app.typeface.width(item.text, item.family, item.pixels)
            limit = Rect(0, 0, *size) if clip is None else clip
            assert item.x >= limit.x - 1.5, item.text
            assert item.x + width <= limit.right + 1.5, item.text
            if clip is None:
                assert 0 <= item.y <= size[1], item.text


@pytest.mark.parametrize(("size", "language", "scale"), [c for c in CASES if c[2] <= 2.0 and c[0][0] >= 1280])
def test_panels_do_not_cover_each_other_up_to_200_percent(
    app: Application, screen: Screen, size: tuple[int, int], language: str, scale: float
) -> None:
    context = laid_out(app, screen, size, language, scale)
    panels = context.panels
    for index, first in enumerate(panels):
        for second in panels[index + 1 :]:
            assert overlap(first, second) < 2.0, (first, second)


def test_every_control_is_reached_by_keys_alone(app: Application, screen: Screen) -> None:
    context = laid_out(app, screen, (1280, 720), "en", 1.0)
    keys = {target.control.key for target in context.targets}
    assert len(keys) == len(context.targets), "keys of controls are unique"
    reached, waiting = set(), [context.targets[0].control.key]
    while waiting:
        key = waiting.pop()
        if key in reached:
            continue
        reached.add(key)
        for direction in Direction:
            following = next_in_direction(context.targets, key, direction)
            if following is not None:
                waiting.append(following)
    assert reached == keys
    key = context.targets[0].control.key
    tabbed = set()
    for _ in keys:
        tabbed.add(key)
        key = next_in_order(context.targets, key, 1) or ""
    assert tabbed == keys


def test_texts_are_large_enough_at_1080_lines() -> None:
    assert min(letters.size for letters in LETTERS.values()) >= 28.0
