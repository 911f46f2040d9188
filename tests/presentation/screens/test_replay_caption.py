"""What a replay says stands on one line in its own panel, one sentence after the other, and never over the cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.replay_screen import ReplayScreen
from fliegende3d.presentation.text import load_texts
from fliegende3d.presentation.ui.painting import TextRun
from fliegende3d.replay.recording import load

pytestmark = pytest.mark.display

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "four-duel.teppich"


@pytest.fixture
def replay(app: Application) -> Iterator[ReplayScreen]:
    """A recorded game in front, at an ordinary scale and in English."""
    app.texts = load_texts("en")
    app.surface.chosen_scale = 1.0
    screen = ReplayScreen(app, load(GOLDEN))
    app.screens = [screen]
    screen.enter()
    app.surface.size = app.host.size
    yield screen
    app.screens = []
    screen.leave()


def lines_at(app: Application, screen: ReplayScreen, time: float) -> set[str]:
    screen.viewer.seek(time)
    app.surface.show(screen.view())
    return {item.text for item, _ in app.surface.painting.items if isinstance(item, TextRun)}


def test_every_sentence_of_a_moment_is_told_in_its_turn_on_one_line(app: Application, replay: ReplayScreen) -> None:
    viewer = replay.viewer
    names = viewer.recording.header.names
    segments = viewer.playback.timeline.segments
    wordy = next(
        number
        for number, segment in enumerate(segments)
        if sum(bool(event_text(app.texts, names, event)) for event in segment.events) >= 3
        and any(shot.segment == number for shot in viewer.plan.shots)
    )
    wanted = {text for event in segments[wordy].events if (text := event_text(app.texts, names, event))}
    starts = [
        (start, shot.length)
        for start, shot in zip(viewer.plan.starts, viewer.plan.shots, strict=True)
        if shot.segment == wordy
    ]
    seen: set[str] = set()
    for start, length in starts:
        for step in range(40):
            seen |= lines_at(app, replay, start + length * step / 40.0) & wanted
    assert seen == wanted


def test_nothing_but_the_panel_lies_before_the_table(app: Application, replay: ReplayScreen) -> None:
    heights = set()
    for step in range(30):
        lines_at(app, replay, replay.viewer.duration * step / 30.0)
        context = app.surface.arrange()
        assert len(context.panels) == 1
        heights.add(round(context.panels[0].height))
    assert len(heights) == 1, "the panel keeps still whether something is said or not"
