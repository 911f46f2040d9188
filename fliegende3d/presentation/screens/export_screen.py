"""Make a film or a picture of a recorded game: what, how, how large; progress, and a way to break it off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.replay.export_job import ExportJob
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Bar, Button, Choice, Role
from fliegende3d.presentation.ui.elements import Element, Label
from fliegende3d.replay.recording import Recording

CONTENTS = ("reel", "short", "whole")
FORMATS = ("mp4", "gif", "png")
SIZES = ("640x360", "1280x720", "1920x1080", "3840x2160")
PRESETS = ("low", "medium", "high", "ultra")
ORDINARY_SIZE = SIZES.index("1280x720")
SHORT_SECONDS = 60
# A language without captions of its own is filmed in the source language.
PSEUDO = "qps"


class ExportScreen(PanelScreen):
    """Chooses and follows one export; the film goes to the folder of pictures.

    Args:
        app: the application.
        recording: what is filmed.
        at: the moment of the film for a single picture [s].
    """

    title_key = "export.title"

    def __init__(self, app: Application, recording: Recording, *, at: float = 0.0) -> None:
        super().__init__(app)
        self._recording = recording
        self._at = at
        self._content, self._format, self._size, self._preset = 0, 0, ORDINARY_SIZE, 0
        self._captions, self._hides_names = True, False
        self._job: ExportJob | None = None
        self._shown = -1

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        job = self._job
        if job is None:
            return
        result = job.poll()
        if result is not None:
            self._job = None
            self.app.say(
                self.words("export.failed", reason=result) if result else self.words("export.done", path=job.out)
            )
            self.app.refresh()
        elif job.done != self._shown:
            self._shown = job.done
            self.app.refresh()

    def leave(self) -> None:
        """See ``Screen``: leaving breaks an export off."""
        self._cancel()

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        words, job = self.words, self._job
        if job is not None:
            told = words("export.progress", done=job.done, total=job.total) if job.total else words("export.begins")
            return [Label(text=told), Bar(value=job.share, height=26)]
        parts: list[Element] = [
            self._choice("format", [name.upper() for name in FORMATS], self._format),
            self._choice("size", [size.replace("x", " × ") for size in SIZES], self._size),
            self._choice("preset", [words(f"preset.{name}") for name in PRESETS], self._preset),
            self._choice("captions", [words("common.off"), words("common.on")], int(self._captions)),
            self._choice("hides_names", [words("common.off"), words("common.on")], int(self._hides_names)),
        ]
        if FORMATS[self._format] != "png":
            parts.insert(1, self._choice("content", [words(f"export.{name}") for name in CONTENTS], self._content))
        return [*parts, Label(text=words("export.note"))]

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        if self._job is not None:
            return [Button(key="export.cancel", label=self.words("export.cancel"), on_press=self._cancel)]
        start = self.words("export.start")
        return [Button(key="export.start", label=start, on_press=self._start, role=Role.PRIMARY)]

    def _choice(self, name: str, options: Sequence[str], index: int) -> Choice:
        def change(chosen: int) -> None:
            setattr(self, f"_{name}", bool(chosen) if name in ("captions", "hides_names") else chosen)
            self.app.refresh()

        label = self.words(f"export.{name}")
        return Choice(key=f"export.{name}", label=label, options=options, index=index, on_change=change)

    def _words_for_command(self) -> list[str]:
        language = self.app.texts.language
        options = ["--size", SIZES[self._size], "--preset", PRESETS[self._preset]]
        options += ["--language", "en" if language == PSEUDO else language]
        options += [] if self._captions else ["--no-captions"]
        options += ["--hide-names"] if self._hides_names else []
        if FORMATS[self._format] == "png":
            return [*options, "--at", f"{self._at:.3f}"]
        return (
            options
            + {"reel": ["--highlights"], "short": ["--seconds", str(SHORT_SECONDS)], "whole": []}[
                CONTENTS[self._content]
            ]
        )

    def _start(self) -> None:
        path = free_path(self.app.pictures, FORMATS[self._format])
        try:
            self._job = ExportJob(self._recording, path, self._words_for_command())
        except OSError as error:
            self.app.refuse(self.words("export.failed", reason=error.strerror or str(error)))
            return
        self._shown = -1
        self.app.refresh()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self.app.refresh()


def free_path(folder: Path, ending: str) -> Path:
    """Return a name in a folder that is not taken."""
    number = 1
    while (path := folder / f"fliegende3d-{number:03d}.{ending}").exists():
        number += 1
    return path
