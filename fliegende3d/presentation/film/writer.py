"""Write frames as PNG, GIF or MP4: into a temporary file first, put in place only when it is whole."""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol

import av
import av.filter
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream
from av.container.output import OutputContainer
from av.video.stream import VideoStream

Frame = npt.NDArray[np.uint8]
"""One picture, shape (height, width, 3), red green blue, top row first."""

SUFFIXES: Final = (".mp4", ".gif", ".png")
Sound = npt.NDArray[np.float64]
"""A piece of one channel of sound, -1 to 1, shape (samples,), `SOUND_RATE` a second."""
SOUND_RATE: Final = 48_000
RGB: Final = av.VideoFormat("rgb24")
SOUND_BLOCK: Final = 1_024
"""Samples in one frame of AAC."""
QUALITY: Final = "18"
"""Constant rate factor of H.264: visually lossless on gradients such as an evening sky."""


class FilmError(ValueError):
    """A film that cannot be written; one sentence that says why and what would be right."""


class FilmSink(Protocol):
    """Where frames go."""

    def add(self, frame: Frame) -> None:
        """Take the next frame."""

    def finish(self) -> None:
        """Write what is left."""


class MovieSink:
    """H.264 in MP4 or animated GIF; an MP4 may have a sound track, which goes in as its pictures do."""

    def __init__(self, path: Path, size: tuple[int, int], rate: int, sound: Iterable[Sound] | None = None) -> None:
        self._is_gif = path.suffix == ".gif"
        self._container: OutputContainer = av.open(str(path), "w")
        options = {} if self._is_gif else {"movflags": "+faststart"}
        self._container.options.update(options)
        codec = "gif" if self._is_gif else "libx264"
        try:
            stream = self._container.add_stream(codec, rate=Fraction(rate))
        except (ValueError, av.error.FFmpegError) as error:
            raise FilmError(
                f"this installation has no encoder {codec!r}; a .png of the last frame can be had"
            ) from error
        assert isinstance(stream, VideoStream)
        self._stream = stream
        stream.width, stream.height = size
        stream.pix_fmt = "pal8" if self._is_gif else "yuv420p"
        if not self._is_gif:
            stream.options = {"crf": QUALITY, "preset": "medium", "profile": "high"}
        self._rate = rate
        self._count = 0
        self._palette = palette_graph(size, rate) if self._is_gif else None
        self._sound = None if self._is_gif or sound is None else SoundTrack(self._container, sound)

    def add(self, frame: Frame) -> None:
        """Encode the next frame."""
        picture: Any = av.VideoFrame.from_ndarray(np.ascontiguousarray(frame), format="rgb24")
        picture.pts = self._count
        picture.time_base = Fraction(1, self._rate)
        self._count += 1
        if self._palette is not None:
            self._palette.push(picture)
            picture = self._palette.pull()
        for packet in self._stream.encode(picture):
            self._container.mux(packet)
        if self._sound is not None:
            self._sound.add_until(self._count / self._rate)

    def finish(self) -> None:
        """Flush the encoders and write the index."""
        for packet in self._stream.encode(None):
            self._container.mux(packet)
        if self._sound is not None:
            self._sound.finish(self._count / self._rate)
        self._container.close()


def palette_graph(size: tuple[int, int], rate: int) -> av.filter.Graph:
    """Filters that give each picture of a GIF its own best 256 colours, with error diffusion for smooth skies."""
    graph = av.filter.Graph()
    width, height = size
    source = graph.add_buffer(width=width, height=height, format=RGB, time_base=Fraction(1, rate))
    split, chosen = graph.add("split"), graph.add("palettegen", "stats_mode=single:reserve_transparent=0")
    used, sink = graph.add("paletteuse", "new=1:dither=sierra2_4a"), graph.add("buffersink")
    source.link_to(split)
    split.link_to(chosen, 0, 0)
    split.link_to(used, 1, 0)
    chosen.link_to(used, 0, 1)
    used.link_to(sink)
    graph.configure()
    return graph


class SoundTrack:
    """AAC beside the pictures of a film; the sound ends with them. Pieces are asked for when they are needed.

    Raises:
        FilmError: if this installation has no AAC encoder.
    """

    def __init__(self, container: OutputContainer, sound: Iterable[Sound]) -> None:
        try:
            stream = container.add_stream("aac", rate=SOUND_RATE)
        except (ValueError, av.error.FFmpegError) as error:
            raise FilmError("this installation has no encoder 'aac'; a film without sound can be had") from error
        assert isinstance(stream, AudioStream)
        stream.layout = "mono"
        self._container = container
        self._stream = stream
        self._pieces = iter(sound)
        self._waiting: Sound = np.zeros(0)
        self._done = 0

    def add_until(self, seconds: float) -> None:
        """Write what is heard until a time of the film [s]."""
        while self._done + SOUND_BLOCK <= int(seconds * SOUND_RATE) and self._fetch():
            self._encode(self._next(SOUND_BLOCK))

    def finish(self, seconds: float) -> None:
        """Write the rest, filled up with silence to whole blocks, and flush."""
        while (left := math.ceil(seconds * SOUND_RATE) - self._done) > 0 and (self._fetch() or len(self._waiting)):
            block = self._next(min(SOUND_BLOCK, left))
            self._encode(np.pad(block, (0, SOUND_BLOCK - len(block))))
        for packet in self._stream.encode(None):
            self._container.mux(packet)

    def _fetch(self) -> bool:
        """Whether there is enough for a block, once pieces were asked for."""
        while len(self._waiting) < SOUND_BLOCK:
            piece = next(self._pieces, None)
            if piece is None:
                return False
            self._waiting = np.concatenate([self._waiting, piece])
        return True

    def _next(self, count: int) -> Sound:
        block, self._waiting = self._waiting[:count], self._waiting[count:]
        return block

    def _encode(self, block: Sound) -> None:
        frame = av.AudioFrame.from_ndarray(block.astype(np.float32)[None], format="fltp", layout="mono")
        frame.sample_rate = SOUND_RATE
        frame.pts = self._done
        frame.time_base = Fraction(1, SOUND_RATE)
        self._done += len(block)
        for packet in self._stream.encode(frame):
            self._container.mux(packet)


class PictureSink:
    """Keeps the last frame and writes it as PNG."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last: Frame | None = None

    def add(self, frame: Frame) -> None:
        """Keep the frame."""
        self._last = frame

    def finish(self) -> None:
        """Write the last frame."""
        if self._last is not None:
            self._path.write_bytes(png(self._last))


def png(frame: npt.NDArray[np.uint8]) -> bytes:
    """The bytes of a PNG file: frame (height, width, 3 or 4)."""
    form = "rgba" if frame.shape[2] == 4 else "rgb24"
    encoder = av.CodecContext.create("png", "w")
    picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(frame), format=form)
    encoder.width, encoder.height = frame.shape[1], frame.shape[0]
    encoder.pix_fmt = form
    encoder.time_base = Fraction(1, 25)
    packets = [*encoder.encode(picture), *encoder.encode(None)]
    return b"".join(bytes(packet) for packet in packets)


def checked_size(path: Path, size: tuple[int, int]) -> tuple[int, int]:
    """The size a film of this kind can have: H.264 wants even sides.

    Raises:
        FilmError: for a device or folder instead of a file, an unknown kind of file, or a size out of range.
    """
    if path.exists() and not path.is_file():
        raise FilmError(f"{path} is no ordinary file; right is the name of a file that ends in .mp4, .gif or .png")
    if path.suffix.lower() not in SUFFIXES:
        raise FilmError(
            f"{path}: films are written as {', '.join(SUFFIXES)}, not {path.suffix or 'without an ending'!r}"
        )
    width, height = size
    if not (16 <= width <= 7680 and 16 <= height <= 4320):
        raise FilmError(f"the size {width}x{height} is out of range; right is 16x16 to 7680x4320")
    return (width - width % 2, height - height % 2) if path.suffix.lower() == ".mp4" else (width, height)


@contextlib.contextmanager
def film(
    path: Path, size: tuple[int, int], *, rate: int = 30, sound: Iterable[Sound] | None = None
) -> Iterator[FilmSink]:
    """Open a film; if anything fails or is cancelled, nothing is left at the path.

    Args:
        path: where the film goes; its ending says the format.
        size: width and height in pixels; see `checked_size`.
        rate: frames per second.
        sound: what is heard, in an MP4; pieces one after the other.

    Raises:
        FilmError: for a format, size or encoder that cannot be had, or a folder that cannot be written.
        OSError: if the disk is full.
    """
    size = checked_size(path, size)
    if not path.parent.is_dir():
        raise FilmError(f"{path}: the folder {path.parent} does not exist")
    try:
        descriptor, name = tempfile.mkstemp(prefix=".", suffix=path.suffix.lower(), dir=path.parent)
    except OSError as error:
        raise FilmError(f"{path}: cannot be written: {error.strerror or error}") from error
    os.close(descriptor)
    part = Path(name)
    try:
        sink: FilmSink = PictureSink(part) if path.suffix.lower() == ".png" else MovieSink(part, size, rate, sound)
        yield sink
        sink.finish()
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.chmod(0o644)
        os.replace(part, path)
    except av.error.FFmpegError as error:
        raise FilmError(f"{path}: the film could not be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
