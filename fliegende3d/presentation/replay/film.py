"""Films from recordings, drawn without a display at a fixed step: frame after frame, however long each takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from fliegende3d.presentation.film.writer import Frame, Sound, checked_size, film
from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.text import Texts
from fliegende3d.replay.director import Plan, Shot
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.shots import FOLLOWING, ShotSheet

from .cameras import Cameras
from .captions import Captions
from .cutout import cut_out
from .photo import Photo, Print
from .soundtrack import soundtrack
from .theatre import Theatre

MOVIE_RATE: Final = 30
GIF_RATE: Final = 15
"""Frames a second: browsers draw GIFs no faster than this well."""

ROUNDING = 1e-6  # of a picture: shots add up to whole pictures only to rounding
SETTLING_FRAMES: Final = 3

RGBA = npt.NDArray[np.uint8]
"""A picture with coverage, shape (height, width, 4), not multiplied by it, top row first."""

Progress = Callable[[int, int], bool]
"""Told the frames done and all frames; answers whether to go on."""


class CancelledError(RuntimeError):
    """The export was cancelled; nothing is left of it."""


@dataclass(frozen=True)
class FilmOptions:
    """How a film looks.

    Attributes:
        preset: quality preset of the stage.
        captions: whether words are shown.
        hide_names: whether players are called by their seats' letters.
        depth_of_field: whether what is far from the subject is blurred in shots that follow it.
        motion_blur: whether moving carpets are blurred.
        sound: whether a film has a sound track.
        photo: for a single picture: another camera, focus, exposure and light than the film's.
    """

    preset: str = "low"
    captions: bool = True
    hide_names: bool = False
    depth_of_field: bool = False
    motion_blur: bool = False
    sound: bool = True
    photo: Photo | None = None


class FilmMaker:
    """Draws a plan through a host. `close()` gives the stage back.

    Args:
        host: the buffer that is drawn into; its size is the film's.
        playback: the recording.
        plan: which shots.
        texts: the language of the captions.
        options: how it looks.
    """

    def __init__(
        self, host: Host, playback: Playback, plan: Plan, texts: Texts, options: FilmOptions | None = None
    ) -> None:
        self._host = host
        self._playback = playback
        self._plan = plan
        self._options = options or FilmOptions()
        table = Table.load()
        self._stage = Stage(host, preset=self._options.preset, table=table)
        self._theatre = Theatre(self._stage, playback, card_label=lambda kind: card_name(texts, kind))
        names = "ABCD"[: playback.recording.header.players] if self._options.hide_names else None
        self._captions = Captions(host, texts, playback.recording, names=names) if self._options.captions else None
        self._cameras = Cameras(playback, ShotSheet.load(), table)
        self._print = Print(host)

    @property
    def stage(self) -> Stage:
        """Where the film is played."""
        return self._stage

    def show(self, film_time: float, dt: float) -> Shot:
        """Put a moment of the film on the stage, `dt` seconds after the one before; returns its shot."""
        number, time = self._plan.at(film_time)
        shot = self._plan.shots[number]
        scene = self._playback.scene(time)
        view = self._cameras.view(shot, film_time - self._plan.starts[number])
        self._theatre.show(scene)
        self._stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        if self._options.depth_of_field and shot.kind in FOLLOWING:
            self._stage.set_focus(math.dist(view.eye, view.look_at))
        else:
            self._stage.set_focus(None)
        self._stage.set_motion_blur(0.5 if self._options.motion_blur and shot.rate >= 1.0 else 0.0)
        if self._captions is not None:
            self._captions.show(scene.segment, shot.title)
        self._stage.update(dt)
        return shot

    def frames(self, rate: int) -> Iterator[Frame]:
        """All pictures of the film, `rate` a second."""
        for index in range(self.frame_count(rate)):
            self.show(index / rate, 1.0 / rate)
            yield self._draw()

    def picture(self, film_time: float) -> Frame:
        """One picture of the film, as its `photo` wants it; what moves by itself has had time to begin."""
        for _ in range(SETTLING_FRAMES):
            self.show(film_time, 1.0 / MOVIE_RATE)
            self._take(self._options.photo)
        return self._draw()

    def carpets(self, film_time: float, *, samples: int) -> RGBA:
        """The carpets of one moment alone, on a transparent ground; the host is `samples` times larger each way."""
        for _ in range(SETTLING_FRAMES):
            self.show(film_time, 1.0 / MOVIE_RATE)
            self._take(self._options.photo)
        # Focus would mix in the ground.
        self._stage.set_focus(None)
        self._stage.set_motion_blur(0.0)
        return cut_out(self._stage, self._draw, samples=samples)

    def _take(self, photo: Photo | None) -> None:
        """Put camera, focus, light and exposure where a picture wants them."""
        if photo is None:
            return
        if photo.view is not None:
            view = photo.view
            self._stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        if photo.time_of_day is not None:
            self._stage.set_time_of_day(photo.time_of_day)
        self._stage.set_focus(photo.focus)
        self._print.set_exposure(photo.exposure)

    def _draw(self) -> Frame:
        self._host.render_frame()
        return self._host.pixels()

    def sound(self) -> Iterator[Sound] | None:
        """What is heard, or None for a silent film.

        Raises:
            RecordingError: if a flight is damaged; ResourceError if a sound is missing.
        """
        return soundtrack(self._playback, self._plan) if self._options.sound else None

    def frame_count(self, rate: int) -> int:
        """How many pictures the film has."""
        return max(1, math.ceil(self._plan.duration * rate - ROUNDING))

    def close(self) -> None:
        """Take the film off the host."""
        if self._captions is not None:
            self._captions.destroy()
        self._print.destroy()
        self._theatre.close()
        self._stage.destroy()


def film_rate(path: Path) -> int:
    """Frames a second of a film in this file."""
    return GIF_RATE if path.suffix.lower() == ".gif" else MOVIE_RATE


def export(maker: FilmMaker, host: Host, path: Path, *, progress: Progress | None = None) -> int:
    """Write a film to MP4 or GIF; returns the number of frames. See `export_picture` for PNG.

    Raises:
        CancelledError: if `progress` answers no; nothing is left at the path.
        FilmError: for a format, size or encoder that cannot be had.
        OSError: if the folder cannot be written or the disk is full.
    """
    rate = film_rate(path)
    size = checked_size(path, host.size)
    total = maker.frame_count(rate)
    sound = maker.sound() if path.suffix.lower() == ".mp4" else None
    with film(path, size, rate=rate, sound=sound) as sink:
        for done, frame in enumerate(maker.frames(rate), start=1):
            sink.add(frame[: size[1], : size[0]])
            if progress is not None and not progress(done, total):
                raise CancelledError(f"{path}: the export was cancelled")
    return total


def export_picture(maker: FilmMaker, host: Host, path: Path, *, at: float) -> int:
    """Write the picture at a time of a film [s] to a PNG; returns 1, the number of frames.

    Raises:
        FilmError: for a size that cannot be had, or if the folder does not exist.
        OSError: if the folder cannot be written or the disk is full.
    """
    size = checked_size(path, host.size)
    with film(path, size) as sink:
        sink.add(maker.picture(at))
    return 1


def export_carpets(maker: FilmMaker, host: Host, path: Path, *, at: float, samples: int) -> int:
    """Write the carpets of one moment [s] to a PNG with a transparent ground; returns 1, the number of pictures.

    The picture is smaller than the host by `samples` in each direction.

    Raises:
        FilmError: for a size that cannot be had, or if the folder does not exist.
        OSError: if the folder cannot be written or the disk is full.
    """
    width, height = checked_size(path, host.size)
    with film(path, (width // samples, height // samples)) as sink:
        sink.add(maker.carpets(at, samples=samples))
    return 1
