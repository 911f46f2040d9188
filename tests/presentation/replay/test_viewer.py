"""Watching: time, speeds, loops, bookmarks, marks and eyes, all without a widget; then the screen with keys alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    InputEvent,
    KeyPressed,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from fliegende3d.presentation.graphics.host import open_offscreen
from fliegende3d.presentation.replay.viewer import EYES, FREE, RATES, Viewer
from fliegende3d.presentation.screens.replay_screen import ReplayScreen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.replay.recording import Recording, load
from fliegende3d.replay.shots import ShotKind
from fliegende3d.replay.timeline import SegmentKind
from fliegende3d.settings import default_settings

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "four-duel.teppich"


@pytest.fixture(scope="module")
def recording() -> Recording:
    return load(GOLDEN)


@pytest.fixture
def viewer(recording: Recording) -> Viewer:
    return Viewer(recording)


def test_it_plays_at_the_chosen_speed_and_stops_at_the_end(viewer: Viewer) -> None:
    for number, rate in enumerate(RATES):
        viewer.seek(1.0)
        viewer.set_rate(number)
        viewer.update(0.5)
        assert viewer.time == pytest.approx(1.0 + 0.5 * rate)
    viewer.seek(viewer.duration - 0.1)
    viewer.update(1.0)
    assert (viewer.time, viewer.playing) == (viewer.duration, False)
    assert not viewer.update(1.0)
    viewer.toggle()
    assert (viewer.time, viewer.playing) == (0.0, True)


def test_a_step_is_one_frame_of_the_recording_also_in_slow_motion(viewer: Viewer) -> None:
    for start, shot in zip(viewer.plan.starts, viewer.plan.shots, strict=True):
        if shot.length > 0.5:
            viewer.seek(start + 0.25)
            before = viewer.plan.at(viewer.time)[1]
            viewer.step(1)
            assert viewer.plan.at(viewer.time)[1] - before == pytest.approx(1.0 / 60.0)
            viewer.step(-1)
            assert viewer.plan.at(viewer.time)[1] == pytest.approx(before)
    assert not viewer.playing


def test_a_loop_goes_round(viewer: Viewer) -> None:
    viewer.seek(2.0)
    viewer.mark_loop()
    assert viewer.loop == (2.0, None)
    viewer.seek(3.0)
    viewer.mark_loop()
    viewer.update(0.5)
    assert viewer.time == 2.0
    viewer.mark_loop()
    assert viewer.loop is None


def test_bookmarks_are_set_taken_away_and_kept_as_times_of_the_recording(viewer: Viewer) -> None:
    for time in (9.0, 4.0):
        viewer.seek(time)
        assert viewer.toggle_bookmark()
    assert viewer.bookmarks == [4.0, 9.0]
    kept = replace(viewer.recording, bookmarks=viewer.recorded_bookmarks())
    assert Viewer(kept).bookmarks == pytest.approx([4.0, 9.0])
    viewer.seek(4.1)
    assert not viewer.toggle_bookmark()
    assert viewer.bookmarks == [9.0]


def test_marks_are_every_flight_duel_and_stage_and_can_be_walked_both_ways(viewer: Viewer) -> None:
    kinds = (SegmentKind.FLIGHT, SegmentKind.DUEL, SegmentKind.STAGE)
    segments = viewer.playback.timeline.segments
    marks = viewer.marks()
    assert len(marks) == sum(segment.kind in kinds for segment in segments)
    viewer.playing = False
    viewer.seek(0.0)
    forwards = []
    while viewer.time < viewer.duration:
        viewer.next_mark(1)
        forwards.append(viewer.time)
    assert forwards == [*marks[1:], viewer.duration]
    backwards = []
    while viewer.time > 0.0:
        viewer.next_mark(-1)
        backwards.append(viewer.time)
    assert backwards == marks[::-1]


def test_every_eye_sees_every_moment(viewer: Viewer) -> None:
    for eye in EYES:
        viewer.look(eye)
        for share in (0.0, 0.3, 0.6, 0.95):
            viewer.seek(share * viewer.duration)
            view = viewer.moment().view
            assert all(math.isfinite(number) for number in (*view.eye, *view.look_at))
            assert view.eye[2] > 0.0
    viewer.look_by_key(5)
    assert viewer.eye == ShotKind.IMPACT.value
    viewer.look_by_key(0)
    assert viewer.eye == "director"


def test_the_reel_holds_only_titled_shots(recording: Recording) -> None:
    reel = Viewer(recording, reel=True)
    assert all(shot.title is not None for shot in reel.plan.shots)
    assert 0.0 < reel.duration < Viewer(recording).duration


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Application]:
    settings = default_settings()
    change = msgspec.structs.replace
    settings = change(settings, language="en", video=change(settings.video, preset="low"))
    made = Application(open_offscreen((320, 180)), settings, tmp_path, saves=tmp_path / "saves", wants_pads=False)
    for number in range(made.host.engine.get_num_windows()):
        made.host.engine.get_window(number).set_active(False)
    made.push(TitleScreen(made))
    yield made
    made.destroy()


@pytest.mark.display
def test_the_screen_is_worked_by_keys_alone_and_by_dragging(app: Application, recording: Recording) -> None:
    screen = ReplayScreen(app, recording)
    app.push(screen)
    viewer = screen.viewer

    def press(*events: InputEvent) -> None:
        app.step(0.0, list(events))

    def command(what: Command) -> CommandPressed:
        return CommandPressed(0.0, what, KEYBOARD)

    app.step(0.5, [])
    assert viewer.time == pytest.approx(0.5)
    press(command(Command.MENU))
    assert not viewer.playing
    press(command(Command.TILT_RIGHT))
    assert viewer.time == pytest.approx(1.5)
    press(command(Command.SCORES))
    assert viewer.bookmarks == pytest.approx([1.5])
    press(KeyPressed(0.0, "2", KEYBOARD))
    assert viewer.eye == ShotKind.CHASE.value
    for key in ("replay.mark_on", "replay.ghosts", "replay.frame_on"):
        app.surface.interaction.focus = key
        press(command(Command.CONFIRM))
    assert viewer.ghosts
    flights = [
        start
        for start, shot in zip(viewer.plan.starts, viewer.plan.shots, strict=True)
        if shot.flight == len(viewer.playback.timeline.flights) - 1
    ]
    viewer.seek(flights[0] + 0.9)
    screen.update(0.0)
    viewer.playing = True
    app.step(0.1, [])
    press(
        PointerMoved(0.0, 160.0, 20.0),
        PointerPressed(0.0, 160.0, 20.0, PointerButton.MAIN),
        PointerMoved(0.0, 200.0, 25.0),
        PointerReleased(0.0, 200.0, 25.0, PointerButton.MAIN),
    )
    assert viewer.eye == FREE
    assert viewer.free.turn != 0.0
    press(command(Command.BACK))
    assert isinstance(app.screen, TitleScreen)
