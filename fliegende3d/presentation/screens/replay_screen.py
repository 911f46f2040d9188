"""Watching a recorded game: play, pause, steps, speeds, a time line with marks, loops, and eyes to choose from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fliegende3d.game.saving import keep_bookmarks
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    KeyPressed,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
    WheelTurned,
)
from fliegende3d.presentation.replay.captions import title_text
from fliegende3d.presentation.replay.ghosts import Ghosts
from fliegende3d.presentation.replay.theatre import Theatre
from fliegende3d.presentation.replay.viewer import (
    EYES,
    FREE,
    JUMP,
    NARROWEST,
    RATES,
    SAME_MOMENT,
    WIDEST,
    Viewer,
)
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.photo_panel import PhotoPanel
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import Button, Choice, Role, Slider
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row, Size
from fliegende3d.presentation.ui.painting import FillShape, Rect
from fliegende3d.presentation.ui.theme import PLAYER_GROUNDS, TextStyle
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.replay.director import Plan
from fliegende3d.replay.recording import Recording

# The free eye: how far one pixel of dragging turns it [rad], the stick in a second [rad], and a notch of the wheel.
DRAG_TURN = 0.006
STICK_TURN = 1.6
# A report of the sticks counts for no longer than this [s].
LONGEST_STEERING = 0.1
ZOOM = 0.9
# While it plays and nobody does anything for so long [s], only the time line stays before the picture.
QUIET = 3.0
WAKING = frozenset(
    {Command.CONFIRM, Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT, Command.NEXT, Command.PREVIOUS}
)
# The panel is at most so wide, and its caption is narrower by so much [reference px].
PANEL_WIDTH, CAPTION_MARGINS = 1700.0, 160.0
# The director, then the seven shots.
DIGITS = tuple("01234567")


@dataclass(frozen=True)
class Marks:
    """Small marks over the time line: where each carpet flies, in its player's colour, and bookmarks."""

    places: Sequence[tuple[float, int]]
    bookmarks: Sequence[float] = ()

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
        for share in self.bookmarks:
            x = rect.x + margin + (rect.width - 2 * margin) * share
            size = context.px(9)
            points = ((x - size, rect.y), (x + size, rect.y), (x, rect.y + rect.height))
            context.painting.add(FillShape(points, context.theme.accent))


class ReplayScreen(Screen):
    """Plays one recording on the stage."""

    def __init__(
        self,
        app: Application,
        recording: Recording,
        *,
        reel: bool = False,
        path: Path | None = None,
        plan: Plan | None = None,
    ) -> None:
        super().__init__(app)
        self._path = path
        calm = app.settings.access.reduced_motion
        self.viewer = Viewer(recording, reduced_motion=calm, reel=reel, chosen=plan)
        self._theatre: Theatre | None = None
        self._ghosts: Ghosts | None = None
        self._dragging: tuple[float, float] | None = None
        self._hidden = False
        self._quiet = 0.0
        self._sticks: SticksMoved | None = None
        self._photo: PhotoPanel | None = None
        self._marks = self.viewer.flight_starts()

    def enter(self) -> None:
        """See ``Screen``."""
        texts = self.app.texts
        playback = self.viewer.playback
        self._theatre = Theatre(self.app.stage, playback, card_label=lambda kind: card_name(texts, kind))
        self._ghosts = Ghosts(self.app.stage, playback)
        self._show()

    def leave(self) -> None:
        """See ``Screen``."""
        self._leave_photo()
        if self._ghosts is not None:
            self._ghosts.close()
            self._ghosts = None
        if self._theatre is not None:
            self._theatre.close()
            self._theatre = None
        self._keep_bookmarks()

    def _keep_bookmarks(self) -> None:
        """Write changed bookmarks into the recording's file."""
        marks = self.viewer.recorded_bookmarks()
        before = self.viewer.recording.bookmarks
        if self._path is None or marks == before:
            return
        try:
            keep_bookmarks(self._path, marks)
        except (OSError, ValueError) as error:
            self.app.say(self.words("saves.failed", reason=str(error)))
            return
        self.viewer.recording = replace(self.viewer.recording, bookmarks=marks)

    def back(self) -> None:
        """To where it was opened from; a window that was opened for it is closed."""
        if self._photo is not None:
            self._do(self._leave_photo)
        elif len(self.app.screens) > 1:
            self.app.pop()
        else:
            self.app.quit()

    # Time

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        if self._photo is not None and self._photo.update():
            self.app.refresh()
        self._quiet = self._quiet + dt if self.viewer.playing else 0.0
        if self.viewer.update(dt):
            self._show()

    @property
    def _thin(self) -> bool:
        """Whether only the time line is shown."""
        return self._quiet > QUIET and self._photo is None

    def _wake(self, event: InputEvent) -> bool:
        """Show the whole panel again; what would act on a control that was not to be seen does only that."""
        thin = self._thin
        if isinstance(event, CommandPressed | KeyPressed | PointerMoved | PointerPressed | WheelTurned):
            self._quiet = 0.0
        return thin and isinstance(event, CommandPressed) and event.command in WAKING

    def _do(self, action: Callable[[], object]) -> None:
        """Change something of the viewer and show it."""
        action()
        self._show()

    def _show(self) -> None:
        """Put the moment on the stage."""
        if self._theatre is None or self._ghosts is None:
            return
        moment = self.viewer.moment()
        self._theatre.show(moment.scene)
        if self.viewer.ghosts:
            self._ghosts.show(moment.scene)
        else:
            self._ghosts.close()
        view = moment.view
        self.app.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        if self._photo is not None:
            self._photo.apply()
        self.app.refresh()

    # Input

    def table_event(self, event: InputEvent) -> bool:
        """Dragging turns the free eye, the wheel brings it nearer; see ``Screen``."""
        viewer = self.viewer
        match event:
            case PointerPressed(x=x, y=y, button=PointerButton.MAIN):
                self._dragging = (x, y)
            case PointerReleased():
                self._dragging = None
            case PointerMoved(x=x, y=y) if self._dragging is not None:
                before = self._dragging
                self._dragging = (x, y)
                viewer.look(FREE)
                viewer.free.rotate(-(x - before[0]) * DRAG_TURN, (y - before[1]) * DRAG_TURN)
                self._show()
            case WheelTurned(notches=notches):
                viewer.look(FREE)
                viewer.free.zoom(ZOOM**notches)
                self._show()
            case _:
                return False
        return True

    def handle(self, event: InputEvent) -> bool:
        """The right stick turns the free eye, the left one changes its lens; digits choose shots; see ``Screen``."""
        if self._wake(event):
            return True
        if self._hidden and isinstance(event, CommandPressed | PointerPressed):
            self._hidden = False
            self.app.refresh()
            return True
        if isinstance(event, SticksMoved) and self._steer(event):
            return True
        if isinstance(event, KeyPressed) and event.name in DIGITS:
            self._do(lambda: self.viewer.look_by_key(DIGITS.index(event.name)))
            return True
        return False

    def _steer(self, event: SticksMoved) -> bool:
        """Turn the free eye for as long as the sticks were where the last report told; True if they do anything."""
        before, self._sticks = self._sticks, event
        if before is None or (before.right == (0.0, 0.0) and before.left[1] == 0.0):
            return event.right != (0.0, 0.0) or event.left[1] != 0.0
        passed = min(LONGEST_STEERING, max(0.0, event.time - before.time))
        free = self.viewer.free
        self.viewer.look(FREE)
        free.rotate(before.right[0] * STICK_TURN * passed, -before.right[1] * STICK_TURN * passed)
        free.open_lens(free.field_of_view * (1.0 - before.left[1] * passed))
        self._show()
        return True

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        viewer = self.viewer
        match pressed.command:
            case Command.MENU if not pressed.repeat:
                self._do(viewer.toggle)
            case Command.TILT_LEFT:
                self._do(lambda: viewer.jump(-JUMP))
            case Command.TILT_RIGHT:
                self._do(lambda: viewer.jump(JUMP))
            case Command.PAGE_UP:
                self._do(lambda: viewer.next_mark(-1))
            case Command.PAGE_DOWN:
                self._do(lambda: viewer.next_mark(1))
            case Command.SCORES if not pressed.repeat:
                self._do(viewer.toggle_bookmark)
            case Command.TOP_VIEW if not pressed.repeat:
                self._do(lambda: viewer.look(EYES[(EYES.index(viewer.eye) + 1) % len(EYES)]))
            case _:
                return super().command(pressed)
        return True

    def _toggle_ghosts(self) -> None:
        self.viewer.ghosts = not self.viewer.ghosts

    def _hide(self) -> None:
        self._hidden = True
        self.app.refresh()

    def _enter_photo(self) -> None:
        """Stop, and let the free eye stand where the picture is seen from."""
        viewer = self.viewer
        viewer.playing = False
        if viewer.eye != FREE:
            viewer.free.stand(viewer.moment().view)
            viewer.look(FREE)
        restore = self._theatre.restore_light if self._theatre is not None else lambda: None
        self._photo = PhotoPanel(
            self.app, viewer, show=self._show, restore_light=restore, leave=lambda: self._do(self._leave_photo)
        )
        self._show()

    def _leave_photo(self) -> None:
        if self._photo is not None:
            self._photo.close()
            self._photo = None

    def _export(self) -> None:
        from fliegende3d.presentation.screens.export_screen import ExportScreen

        self.app.push(ExportScreen(self.app, self.viewer.recording, at=self.viewer.time))

    # What is shown

    def view(self) -> View:
        """See ``Screen``."""
        if self._hidden:
            return View([])
        if self._photo is not None:
            panel = Placed(
                element=self._photo.element(), across=0.5, down=1.0, most_width=PANEL_WIDTH, most_height_share=0.6
            )
            return View([panel], first_focus="photo.take")
        panel = Placed(element=self._panel(), across=0.5, down=1.0, most_width=PANEL_WIDTH, most_height_share=0.6)
        return View([panel], first_focus="replay.play")

    def _caption(self) -> Element:
        """What happens, on one line over the time line: nothing of it lies over the table."""
        surface = self.app.surface
        room = min(PANEL_WIDTH * surface.scale, surface.size[0]) - CAPTION_MARGINS * surface.scale
        words = self.app.typeface.shorten(self._event_words() or " ", TextStyle.STRONG, surface.scale, room)
        return Label(text=words, style=TextStyle.STRONG, colour=surface.theme.accent, align=0.5)

    def _event_words(self) -> str:
        """A title in the reel, else what happens: one sentence after the other while it is shown."""
        number, time = self.viewer.plan.at(self.viewer.time)
        shot = self.viewer.plan.shots[number]
        names = self.viewer.recording.header.names
        if shot.title is not None:
            return title_text(self.app.texts, names, shot.title)
        segment = self.viewer.playback.timeline.segments[shot.segment]
        told = [event_text(self.app.texts, names, event) for event in segment.events]
        sentences = [sentence for sentence in told if sentence]
        if not sentences:
            return ""
        gone = (time - segment.start) / max(segment.end - segment.start, 1e-6)
        return sentences[min(len(sentences) - 1, int(max(0.0, gone) * len(sentences)))]

    def _button(self, name: str, action: Callable[[], object], *, label: str = "", selected: bool = False) -> Button:
        return Button(
            key=f"replay.{name}",
            label=label or self.words(f"replay.{name}"),
            on_press=lambda: self._do(action),
            selected=selected,
        )

    def _panel(self) -> Element:
        words, texts, viewer = self.words, self.app.texts, self.viewer
        loop = "replay.loop_start" if viewer.loop is None else "replay.loop_end"
        if viewer.loop is not None and viewer.loop[1] is not None:
            loop = "replay.loop_off"
        line = Slider(
            key="replay.time",
            label=words("replay.time"),
            value=viewer.time,
            low=0.0,
            high=max(0.1, viewer.duration),
            step=0.1,
            shown=f"{_clock(viewer.time)} / {_clock(viewer.duration)}",
            on_change=lambda time: self._do(lambda: viewer.seek(time)),
        )
        bookmarks = [mark / max(viewer.duration, 1e-6) for mark in viewer.bookmarks]
        marks = Marks(self._marks, bookmarks)
        if self._thin:
            return Panel(key="replay", body=Column(children=[self._caption(), marks, line], gap=8), padding=22)
        play = words("replay.pause" if viewer.playing else "replay.play")
        marked = any(abs(mark - viewer.time) <= SAME_MOMENT for mark in viewer.bookmarks)
        first = Row(
            children=[
                Button(key="replay.play", label=play, on_press=lambda: self._do(viewer.toggle), role=Role.PRIMARY),
                self._button("mark_back", lambda: viewer.next_mark(-1)),
                self._button("second_back", lambda: viewer.jump(-JUMP)),
                self._button("frame_back", lambda: viewer.step(-1)),
                self._button("frame_on", lambda: viewer.step(1)),
                self._button("second_on", lambda: viewer.jump(JUMP)),
                self._button("mark_on", lambda: viewer.next_mark(1)),
            ]
        )
        second = Row(
            children=[
                self._button("loop", viewer.mark_loop, label=words(loop), selected=viewer.loop is not None),
                self._button("bookmark", viewer.toggle_bookmark, selected=marked),
                self._button("ghosts", self._toggle_ghosts, selected=viewer.ghosts),
                Button(key="replay.photo", label=words("replay.photo"), on_press=self._enter_photo),
                Button(key="replay.hide", label=words("replay.hide"), on_press=self._hide),
                Button(key="replay.export", label=words("replay.export"), on_press=self._export),
                Button(key="back", label=words("common.back"), on_press=self.back),
            ]
        )
        eye = Choice(
            key="replay.eye",
            label=words("replay.eye"),
            options=[words(f"replay.eye_{eye}") for eye in EYES],
            index=EYES.index(viewer.eye),
            on_change=lambda index: self._do(lambda: viewer.look(EYES[index])),
        )
        rate = Choice(
            key="replay.rate",
            label=words("replay.rate"),
            options=[f"{texts.number(rate, decimals=2).rstrip('0').rstrip('.,')} ×" for rate in RATES],
            index=viewer.rate,
            on_change=lambda index: self._do(lambda: viewer.set_rate(index)),
        )
        choices: list[Element] = [Row(children=[eye, rate], weights=(1, 1), wrap=False)]
        if viewer.eye == FREE:
            choices.append(self._lens())
        parts: list[Element] = [self._caption(), marks, line, first, second, *choices]
        return Panel(key="replay", body=Column(children=parts, gap=8), padding=22)

    def _lens(self) -> Element:
        free = self.viewer.free
        return Slider(
            key="replay.lens",
            label=self.words("replay.lens"),
            value=math.degrees(free.field_of_view),
            low=math.degrees(NARROWEST),
            high=math.degrees(WIDEST),
            step=1.0,
            shown=f"{self.app.texts.number(math.degrees(free.field_of_view))}°",
            on_change=lambda angle: self._do(lambda: free.open_lens(math.radians(angle))),
        )


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"
