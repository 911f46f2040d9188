"""Films are what players expect: H.264 and AAC in MP4, looping GIF, PNG; written whole or not at all."""

from __future__ import annotations

import math
import os
from pathlib import Path

import av
import numpy as np
import pytest

from fliegende3d.presentation.film.writer import SOUND_RATE, FilmError, Frame, checked_size, film, png


def picture(step: int, size: tuple[int, int]) -> Frame:
    """A smooth evening sky with a moving square."""
    width, height = size
    frame = np.empty((height, width, 3), np.uint8)
    frame[..., 0] = np.linspace(40, 220, height)[:, None]
    frame[..., 1] = np.linspace(30, 120, width)[None]
    frame[..., 2] = 120
    frame[10:20, 5 + step : 15 + step] = 255
    return frame


def write(path: Path, size: tuple[int, int], frames: int, *, rate: int = 30, sound: float = 0.0) -> None:
    tone = 0.5 * np.sin(2.0 * math.pi * 440.0 * np.arange(int(sound * SOUND_RATE)) / SOUND_RATE)
    with film(path, size, rate=rate, sound=np.array_split(tone, 7) if sound else None) as sink:
        for step in range(frames):
            sink.add(picture(step, size))


def test_an_mp4_is_h264_yuv420p_with_even_sides_and_starts_fast(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    assert checked_size(path, (161, 91)) == (160, 90)
    write(path, (160, 90), 24)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.name == "h264"
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert (stream.width, stream.height) == (160, 90)
        assert float(stream.average_rate or 0) == 30.0
        assert sum(1 for _ in container.decode(video=0)) == 24
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    assert [entry.name for entry in tmp_path.iterdir()] == ["film.mp4"]


def test_the_sound_track_is_the_tone_and_lasts_as_long_as_the_pictures(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    write(path, (160, 90), 45, sound=4.0)
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        assert stream.codec_context.name == "aac"
        assert stream.rate == SOUND_RATE
        heard = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(audio=0)])
    assert len(heard) / SOUND_RATE == pytest.approx(1.5, abs=0.06)
    middle = heard[SOUND_RATE // 2 : SOUND_RATE]
    spectrum = np.abs(np.fft.rfft(middle))
    assert np.argmax(spectrum) * SOUND_RATE / len(middle) == pytest.approx(440.0, abs=3.0)


def test_colours_come_back(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    write(path, (160, 90), 6)
    with av.open(str(path)) as container:
        first = next(container.decode(video=0)).to_ndarray(format="rgb24").astype(int)
    assert np.abs(first[40:, 40:] - picture(0, (160, 90))[40:, 40:]).mean() < 4.0


def test_a_gif_moves_and_keeps_a_smooth_sky_smooth(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    write(path, (120, 80), 10, rate=15)
    with av.open(str(path)) as container:
        frames = [frame.to_ndarray(format="rgb24").astype(int) for frame in container.decode(video=0)]
    assert len(frames) == 10
    wanted = picture(0, (120, 80)).astype(int)
    assert np.abs(frames[0] - wanted).mean() < 6.0
    assert (frames[0] != frames[9]).any()


def test_a_png_is_the_last_picture_to_the_last_bit(tmp_path: Path) -> None:
    path = tmp_path / "film.png"
    write(path, (51, 37), 3)
    with av.open(str(path)) as container:
        read = next(container.decode(video=0)).to_ndarray(format="rgb24")
    assert (read == picture(2, (51, 37))).all()
    assert png(np.zeros((4, 4, 4), np.uint8)).startswith(b"\x89PNG")


def test_a_film_that_is_broken_off_leaves_nothing_and_keeps_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"old")

    def broken_off() -> None:
        with film(path, (64, 48)) as sink:
            sink.add(picture(0, (64, 48)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["film.mp4"]


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path / "film.gif", (64, 48), 2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "size", "message"),
    [
        ("film.avi", (64, 48), "written as .mp4, .gif, .png"),
        ("film", (64, 48), "without an ending"),
        ("film.mp4", (8, 48), "out of range"),
        ("film.mp4", (64, 100_000), "out of range"),
        ("nowhere/film.mp4", (64, 48), "does not exist"),
    ],
)
def test_what_cannot_be_written_is_said_before_a_frame_is_drawn(
    tmp_path: Path, name: str, size: tuple[int, int], message: str
) -> None:
    with pytest.raises(FilmError, match=message):
        write(tmp_path / name, size, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_encoder_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(self: object, name: str, **options: object) -> None:
        raise ValueError(name)

    class Bare:
        options: dict[str, str] = {}  # noqa: RUF012
        add_stream = without

        def close(self) -> None:
            pass

    monkeypatch.setattr(av, "open", lambda *arguments, **options: Bare())
    with pytest.raises(FilmError, match="no encoder 'libx264'"):
        write(tmp_path / "film.mp4", (64, 48), 1)
    assert list(tmp_path.iterdir()) == []


def test_a_film_never_takes_the_place_of_what_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.mkdir()
    with pytest.raises(FilmError, match="no ordinary file"):
        write(path, (64, 48), 1)
    assert path.is_dir()
