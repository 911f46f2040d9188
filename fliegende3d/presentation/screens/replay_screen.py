"""Watching a recorded game: play, pause, steps, speeds, a time line with marks, loops, and eyes to choose from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
    WheelTurned,
)
from fliegende3d.presentation.replay.cameras import Cameras
from fliegende3d.presentation.replay.theatre import Theatre
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import View as EyeView
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import Button, Choice, Role, Slider
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row, Size
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.presentation.ui.theme import PLAYER_GROUNDS
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.replay.director import Director, Plan, Shot
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.shots import FOLLOWING, ShotKind, ShotSheet

RATES = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
ORDINARY_RATE = RATES.index(1.0)
FRAME = 1.0 / 60.0
JUMP = 1.0
DIRECTOR, FREE = "director", "free"
EYES = (DIRECTOR, *(kind.value for kind in ShotKind), FREE)
# The free eye: how far one pixel of dragging turns it [rad], and its limits.
DRAG_TURN = 0.006
STICK_TURN = 1.6
CLOSEST, FARTHEST = 0.25, 1.8
LOWEST, HIGHEST = math.radians(6.0), math.radians(88.0)
ZOOM = 0.9


@dataclass(frozen=True)
class Marks:
    """Small marks over the time line: where each carpet flies, in its player's colour."""

    places: Sequence[tuple[float, int]]

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (width, context.px(16))

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        margin = context.px(26)
        for share, seat in self.places:
            x = rect.x + margin + (rect.width - 2 * margin) * share
            mark = Rect(x - context.px(4), rect.y, context.px(8), rect.height)
            context.box(mark, PLAYER_GROUNDS[seat], radius=context.px(3), edge=context.theme.text, edge_width=1.0)


@dataclass
class FreeEye:
    """An eye that the player turns around the middle of the table."""

    turn: float = 0.0
    height: float = math.radians(35.0)
    distance: float = 0.9

    def rotate(self, across: float, up: float) -> None:
        """Turn by angles [rad]."""
        self.turn = math.remainder(self.turn + across, 2.0 * math.pi)
        self.height = min(HIGHEST, max(LOWEST, self.height + up))

    def zoom(self, factor: float) -> None:
        """Come nearer (below 1) or go away."""
        self.distance = min(FARTHEST, max(CLOSEST, self.distance * factor))

    def view(self) -> EyeView:
        """Return what it sees."""
        level = self.distance * math.cos(self.height)
        eye = (level * math.sin(self.turn), -level * math.cos(self.turn), self.distance * math.sin(self.height))
        return EyeView(eye, (0.0, 0.0, 0.0))


class ReplayScreen(Screen):
    """Plays one recording on the stage."""

    def __init__(self, app: Application, recording: Recording) -> None:
        super().__init__(app)
        self._playback = Playback(recording)
        sheet = ShotSheet.load()
        director = Director(self._playback, sheet.directing, reduced_motion=app.settings.access.reduced_motion)
        self._plan: Plan = director.game()
        self._cameras = Cameras(self._playback, sheet, Table.load())
        self._theatre: Theatre | None = None
        self._time = 0.0
        self._playing = True
        self._rate = ORDINARY_RATE
        self._eye = DIRECTOR
        self._free = FreeEye()
        self._dragging: tuple[float, float] | None = None
        self._loop: tuple[float, float | None] | None = None
        self._hidden = False
        self._marks = self._flight_marks()

    def enter(self) -> None:
        """See ``Screen``."""
        texts = self.app.texts
        self._theatre = Theatre(self.app.stage, self._playback, card_label=lambda kind: card_name(texts, kind))
        self._show()

    def leave(self) -> None:
        """See ``Screen``."""
        if self._theatre is not None:
            self._theatre.close()
            self._theatre = None

    def _flight_marks(self) -> list[tuple[float, int]]:
        marks: list[tuple[float, int]] = []
        length = max(1e-6, self._plan.duration)
        seen: set[int] = set()
        for start, shot in zip(self._plan.starts, self._plan.shots, strict=True):
            segment = self._playback.timeline.segments[shot.segment]
            if shot.flight is not None and shot.flight not in seen and segment.seat is not None:
                seen.add(shot.flight)
                marks.append((start / length, segment.seat))
        return marks

    # Time

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        if not self._playing:
            return
        self._time += dt * RATES[self._rate]
        loop = self._loop
        if loop is not None and loop[1] is not None and self._time > loop[1]:
            self._time = loop[0]
        if self._time >= self._plan.duration:
            self._time, self._playing = self._plan.duration, False
        self._show()

    def _jump(self, seconds: float) -> None:
        self._time = min(self._plan.duration, max(0.0, self._time + seconds))
        self._show()

    def _step(self, frames: int) -> None:
        self._playing = False
        number, _ = self._plan.at(self._time)
        self._jump(frames * FRAME / self._plan.shots[number].rate)

    def _show(self) -> None:
        """Put the moment on the stage."""
        if self._theatre is None or not self._plan.shots:
            return
        number, time = self._plan.at(self._time)
        shot = self._plan.shots[number]
        self._theatre.show(self._playback.scene(time))
        view = self._view(shot, time, self._time - self._plan.starts[number])
        self.app.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        self.app.refresh()

    def _view(self, shot: Shot, time: float, inside: float) -> EyeView:
        if self._eye == DIRECTOR:
            return self._cameras.view(shot, inside)
        if self._eye == FREE:
            return self._free.view()
        kind = ShotKind(self._eye)
        segment = self._playback.timeline.segments[shot.segment]
        if segment.flight is None and (kind in FOLLOWING or kind is ShotKind.DUEL):
            kind = ShotKind.TABLE
        if segment.flight is not None and kind is ShotKind.DUEL:
            kind = ShotKind.VERDICT
        fixed = Shot(kind, segment.start, segment.end, 1.0, shot.segment, segment.flight)
        return self._cameras.view(fixed, time - segment.start)

    # Input

    def table_event(self, event: InputEvent) -> bool:
        """Dragging turns the free eye, the wheel brings it nearer; see ``Screen``."""
        match event:
            case PointerPressed(x=x, y=y, button=PointerButton.MAIN):
                self._dragging = (x, y)
            case PointerReleased():
                self._dragging = None
            case PointerMoved(x=x, y=y) if self._dragging is not None:
                before = self._dragging
                self._dragging = (x, y)
                self._eye = FREE
                self._free.rotate(-(x - before[0]) * DRAG_TURN, (y - before[1]) * DRAG_TURN)
                self._show()
            case WheelTurned(notches=notches):
                self._eye = FREE
                self._free.zoom(ZOOM**notches)
                self._show()
            case _:
                return False
        return True

    def handle(self, event: InputEvent) -> bool:
        """The right stick turns the free eye; see ``Screen``."""
        if isinstance(event, SticksMoved) and event.right != (0.0, 0.0):
            self._eye = FREE
            self._free.rotate(event.right[0] * STICK_TURN * FRAME, -event.right[1] * STICK_TURN * FRAME)
            self._show()
            return True
        if self._hidden and isinstance(event, CommandPressed | PointerPressed):
            self._hidden = False
            self.app.refresh()
            return True
        return False

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        match pressed.command:
            case Command.MENU if not pressed.repeat:
                self._toggle()
            case Command.TILT_LEFT | Command.PAGE_UP:
                self._jump(-JUMP)
            case Command.TILT_RIGHT | Command.PAGE_DOWN:
                self._jump(JUMP)
            case Command.TOP_VIEW if not pressed.repeat:
                self._look(EYES[(EYES.index(self._eye) + 1) % len(EYES)])
            case _:
                return super().command(pressed)
        return True

    def _toggle(self) -> None:
        self._playing = not self._playing
        if self._playing and self._time >= self._plan.duration:
            self._time = 0.0
        self.app.refresh()

    def _look(self, eye: str) -> None:
        self._eye = eye
        self._show()

    def _seek(self, time: float) -> None:
        self._time = time
        self._show()

    def _mark_loop(self) -> None:
        """First press: the loop begins here; second: it ends here; third: no loop."""
        if self._loop is None:
            self._loop = (self._time, None)
        elif self._loop[1] is None and self._time > self._loop[0]:
            self._loop = (self._loop[0], self._time)
        else:
            self._loop = None
        self.app.refresh()

    def _hide(self) -> None:
        self._hidden = True
        self.app.refresh()

    # What is shown

    def view(self) -> View:
        """See ``Screen``."""
        if self._hidden or not self._plan.shots:
            return View([] if self._hidden else [Placed(element=self._empty())])
        placed = [Placed(element=self._panel(), across=0.5, down=1.0, most_width=1500, most_height_share=0.6)]
        words = self._event_words()
        if words:
            caption = Panel(key="replay.words", body=Label(text=words, align=0.5), padding=18)
            placed.append(Placed(element=caption, across=0.5, down=0.0, most_width=1200))
        return View(placed, first_focus="replay.play")

    def _empty(self) -> Element:
        back = Button(key="back", label=self.words("common.back"), on_press=self.back)
        return Panel(key="replay", body=Column(children=[Label(text=self.words("replay.empty")), back]))

    def _event_words(self) -> str:
        number, _ = self._plan.at(self._time)
        segment = self._playback.timeline.segments[self._plan.shots[number].segment]
        names = self._playback.recording.header.names
        sentences = [event_text(self.app.texts, names, event) for event in segment.events]
        return " ".join(sentence for sentence in sentences if sentence)

    def _panel(self) -> Element:
        words, texts = self.words, self.app.texts
        clock = f"{_clock(self._time)} / {_clock(self._plan.duration)}"
        loop = "replay.loop_start" if self._loop is None else "replay.loop_end"
        if self._loop is not None and self._loop[1] is not None:
            loop = "replay.loop_off"
        line = Slider(
            key="replay.time",
            label=words("replay.time"),
            value=self._time,
            low=0.0,
            high=max(0.1, self._plan.duration),
            step=0.1,
            shown=clock,
            on_change=self._seek,
        )
        play = "replay.pause" if self._playing else "replay.play"
        buttons = Row(
            children=[
                Button(key="replay.play", label=words(play), on_press=self._toggle, role=Role.PRIMARY),
                Button(key="replay.back1", label=words("replay.second_back"), on_press=lambda: self._jump(-JUMP)),
                Button(key="replay.on1", label=words("replay.second_on"), on_press=lambda: self._jump(JUMP)),
                Button(key="replay.frame_back", label=words("replay.frame_back"), on_press=lambda: self._step(-1)),
                Button(key="replay.frame_on", label=words("replay.frame_on"), on_press=lambda: self._step(1)),
                Button(key="replay.loop", label=words(loop), on_press=self._mark_loop),
                Button(key="replay.hide", label=words("replay.hide"), on_press=self._hide),
                Button(key="back", label=words("common.back"), on_press=self.back),
            ]
        )
        choices = Row(
            children=[
                Choice(
                    key="replay.eye",
                    label=words("replay.eye"),
                    options=[words(f"replay.eye_{eye}") for eye in EYES],
                    index=EYES.index(self._eye),
                    on_change=lambda index: self._look(EYES[index]),
                ),
                Choice(
                    key="replay.rate",
                    label=words("replay.rate"),
                    options=[f"{texts.number(rate, decimals=2).rstrip('0').rstrip('.,')} ×" for rate in RATES],
                    index=self._rate,
                    on_change=self._set_rate,
                ),
            ],
            weights=(1, 1),
            wrap=False,
        )
        return Panel(
            key="replay", body=Column(children=[Marks(self._marks), line, buttons, choices], gap=8), padding=22
        )

    def _set_rate(self, index: int) -> None:
        self._rate = index
        self.app.refresh()


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"
