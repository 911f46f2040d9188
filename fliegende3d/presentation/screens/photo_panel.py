"""Photo mode of the viewer: lens, focus, exposure and time of day by sliders, and a large picture of what is seen."""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.replay.export_job import ExportJob
from fliegende3d.presentation.replay.photo import MOST_STOPS, Photo, Print
from fliegende3d.presentation.replay.viewer import NARROWEST, WIDEST, Viewer
from fliegende3d.presentation.screens.export_screen import PSEUDO, free_path
from fliegende3d.presentation.ui.controls import Bar, Button, Choice, Role, Slider
from fliegende3d.presentation.ui.elements import Column, Element, Grid, Label, Panel, Row

# Focus [m]: the lowest place of the slider is off, everything is sharp.
NO_FOCUS, FARTHEST_FOCUS, FOCUS_STEP = 0.1, 2.5, 0.05
# Time of day: the lowest place of the slider is the game's own light.
OWN_TIME, TIME_STEP = -0.05, 0.05
STOP_STEP = 0.25
SCALES = (1, 2, 3, 4)
PICTURE_SIZE = (1280, 720)
FINEST_PRESET = "high"


class PhotoPanel:
    """What photo mode knows and shows. `close()` gives the stage its own look back.

    Args:
        app: the application.
        viewer: what is watched; its free eye takes the picture.
        show: puts the moment on the stage anew.
        restore_light: gives the stage the light of the game back.
        leave: ends photo mode.
    """

    def __init__(
        self,
        app: Application,
        viewer: Viewer,
        *,
        show: Callable[[], None],
        restore_light: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        self._app, self._viewer, self._show, self._leave = app, viewer, show, leave
        self._restore_light = restore_light
        self._print = Print(app.host)
        self._focus: float | None = None
        self._exposure = 0.0
        self._time: float | None = None
        self._scale = 0
        self._hides_names = False
        self._transparent = False
        self._captions = False
        self._job: ExportJob | None = None
        self._look: Path | None = None

    def apply(self) -> None:
        """Give the stage the look of the picture; call after each moment that is shown."""
        stage = self._app.stage
        stage.set_focus(self._focus)
        if self._time is not None:
            stage.set_time_of_day(self._time)
        self._print.set_exposure(self._exposure)

    def close(self) -> None:
        """Break a picture off that is not finished, and take the look off the stage."""
        if self._job is not None:
            self._job.cancel()
            self._finish()
        self._print.destroy()
        self._app.stage.set_focus(None)
        if self._time is not None:
            self._restore_light()

    def update(self) -> bool:
        """Follow the picture that is being made; True if something changed."""
        job = self._job
        result = job.poll() if job is not None else None
        if job is None or result is None:
            return False
        self._finish()
        words = self._app.texts
        self._app.say(words("picture.failed", reason=result) if result else words("picture.saved", path=job.out))
        return True

    def element(self) -> Element:
        """The panel."""
        words = self._app.texts
        sliders = Row(children=[self._lens(), self._focus_slider()], weights=(1, 1), wrap=False)
        light = Row(children=[self._exposure_slider(), self._time_slider()], weights=(1, 1), wrap=False)
        # Across the whole width, so that the sliders at the right are reached from below.
        switches = Grid(
            children=[
                self._switch("captions", self._captions),
                self._switch("hides_names", self._hides_names),
                self._switch("transparent", self._transparent),
            ],
            columns=3,
        )
        sizes = [f"{PICTURE_SIZE[0] * scale} × {PICTURE_SIZE[1] * scale}" for scale in SCALES]
        size = Choice(
            key="photo.size", label=words("export.size"), options=sizes, index=self._scale, on_change=self._set_scale
        )
        foot: list[Element] = [
            Button(key="photo.take", label=words("photo.take"), on_press=self._take, role=Role.PRIMARY),
            Button(key="photo.leave", label=words("photo.leave"), on_press=self._leave),
        ]
        if self._job is not None:
            foot = [
                Label(text=words("photo.working")),
                Button(key="photo.cancel", label=words("export.cancel"), on_press=self._cancel),
            ]
        working: list[Element] = [Bar(value=self._job.share, height=14)] if self._job is not None else []
        parts: list[Element] = [sliders, light, switches, size, *working]
        return Panel(key="photo", body=Column(children=[*parts, Row(children=foot)], gap=8), padding=22)

    def photo(self) -> Photo:
        """How the picture is taken."""
        return Photo(self._viewer.free.view(), self._focus, self._exposure, self._time)

    def options(self, look: Path) -> list[str]:
        """The words for the command that makes it."""
        language = self._app.texts.language
        width, height = PICTURE_SIZE
        words = ["--at", f"{self._viewer.time:.3f}", "--look", str(look), "--size", f"{width}x{height}"]
        words += ["--scale", str(SCALES[self._scale]), "--language", "en" if language == PSEUDO else language]
        words += ["--preset", FINEST_PRESET] if self._app.stage.preset != "low" else ["--preset", "low"]
        words += [] if self._captions else ["--no-captions"]
        words += ["--hide-names"] if self._hides_names else []
        return [*words, "--transparent"] if self._transparent else words

    def _lens(self) -> Slider:
        free, words = self._viewer.free, self._app.texts
        degrees = math.degrees(free.field_of_view)
        return Slider(
            key="photo.lens",
            label=words("replay.lens"),
            value=degrees,
            low=math.degrees(NARROWEST),
            high=math.degrees(WIDEST),
            step=1.0,
            shown=f"{words.number(degrees)}°",
            on_change=lambda angle: self._change(lambda: free.open_lens(math.radians(angle))),
        )

    def _focus_slider(self) -> Slider:
        def change(distance: float) -> None:
            self._focus = distance if distance > NO_FOCUS + 1e-6 else None

        words = self._app.texts
        shown = words("photo.no_focus") if self._focus is None else f"{words.number(self._focus, decimals=2)} m"
        return Slider(
            key="photo.focus",
            label=words("photo.focus"),
            value=NO_FOCUS if self._focus is None else self._focus,
            low=NO_FOCUS,
            high=FARTHEST_FOCUS,
            step=FOCUS_STEP,
            shown=shown,
            on_change=lambda distance: self._change(lambda: change(distance)),
        )

    def _exposure_slider(self) -> Slider:
        def change(stops: float) -> None:
            self._exposure = round(stops / STOP_STEP) * STOP_STEP

        words = self._app.texts
        sign = "+" if self._exposure > 0.0 else ""
        return Slider(
            key="photo.exposure",
            label=words("photo.exposure"),
            value=self._exposure,
            low=-MOST_STOPS,
            high=MOST_STOPS,
            step=STOP_STEP,
            shown=f"{sign}{words.number(self._exposure, decimals=2)}",
            on_change=lambda stops: self._change(lambda: change(stops)),
        )

    def _time_slider(self) -> Slider:
        def change(time: float) -> None:
            self._time = min(1.0, time) if time > OWN_TIME + 1e-6 else None

        words = self._app.texts
        shown = words("photo.own_time") if self._time is None else f"{words.number(100.0 * self._time)} %"
        return Slider(
            key="photo.time",
            label=words("photo.time"),
            value=OWN_TIME if self._time is None else self._time,
            low=OWN_TIME,
            high=1.0,
            step=TIME_STEP,
            shown=shown,
            on_change=lambda time: self._change(lambda: change(time)),
        )

    def _switch(self, name: str, on: bool) -> Button:
        def turn() -> None:
            setattr(self, f"_{name}", not on)

        label = self._app.texts("photo.transparent" if name == "transparent" else f"export.{name}")
        return Button(key=f"photo.{name}", label=label, on_press=lambda: self._change(turn), selected=on)

    def _set_scale(self, index: int) -> None:
        self._scale = index
        self._app.refresh()

    def _change(self, action: Callable[[], None]) -> None:
        had_time = self._time
        action()
        if had_time is not None and self._time is None:
            self._restore_light()
        self._show()

    def _take(self) -> None:
        words = self._app.texts
        try:
            descriptor, name = tempfile.mkstemp(prefix="fliegende3d-", suffix=".json")
            with os.fdopen(descriptor, "wb") as file:
                file.write(self.photo().to_bytes())
            self._look = Path(name)
            out = free_path(self._app.pictures, "png")
            self._job = ExportJob(self._viewer.recording, out, self.options(self._look))
        except OSError as error:
            self._finish()
            self._app.refuse(words("picture.failed", reason=error.strerror or str(error)))
        self._app.refresh()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._finish()
        self._app.refresh()

    def _finish(self) -> None:
        self._job = None
        if self._look is not None:
            with contextlib.suppress(OSError):
                self._look.unlink()
            self._look = None
