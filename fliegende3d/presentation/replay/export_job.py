"""An export while the window goes on: another process draws the film, this one follows, cancels and tells."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final

from fliegende3d.replay.recording import Recording, to_bytes

TOLD: Final = re.compile(r"frame (\d+) of (\d+)")
WAIT_FOR_END: Final = 10.0
"""A process that was ended may take so long to go [s]."""


def program() -> list[str]:
    """The command that starts this program, also from a bundle without an interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-c", "from fliegende3d.cli import main; main()"]


@dataclass
class ExportJob:
    """Draws one film. Everything unfinished lies in a folder of its own, which is gone in the end.

    Args:
        recording: what is filmed.
        out: where the film goes.
        options: further words for the command `replay --export`.

    Raises:
        OSError: if the folder cannot be written or the process not be started.
    """

    recording: Recording
    out: Path
    options: Sequence[str] = ()
    done: int = 0
    total: int = 0
    _last: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.out.parent.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(prefix=".export-", dir=self.out.parent))
        self._film = self._folder / self.out.name
        self._result: str | None = None
        try:
            game = self._folder / "game.teppich"
            game.write_bytes(to_bytes(self.recording))
            words = ["replay", str(game), "--export", str(self._film), "--progress", *self.options]
            self._process = subprocess.Popen(
                [*program(), *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._reader = Thread(target=self._listen, daemon=True, name="export")
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stderr is not None, "the process was started with a pipe"
        for line in self._process.stderr:
            found = TOLD.search(line)
            if found is not None:
                self.done, self.total = int(found[1]), int(found[2])
            elif line.strip():
                self._last = line.strip()

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return self.done / self.total if self.total else 0.0

    def poll(self) -> str | None:
        """None while it runs; then an empty text if the film is in place, or why it is not."""
        if self._result is None and self._process.poll() is not None:
            self._reader.join(WAIT_FOR_END)
            if self._process.returncode == 0:
                try:
                    os.replace(self._film, self.out)
                    self._finish("")
                except OSError as error:
                    self._finish(error.strerror or str(error))
            else:
                self._finish(self._last.removeprefix("fliegende3d: ") or f"exit code {self._process.returncode}")
        return self._result

    def cancel(self) -> None:
        """End it; nothing is left of it. A film that is already in place stays."""
        if self._result is None:
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(WAIT_FOR_END)
            self._finish("cancelled")

    def _finish(self, result: str) -> None:
        self._result = result
        if self._process.stderr is not None and not self._reader.is_alive():
            self._process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)
