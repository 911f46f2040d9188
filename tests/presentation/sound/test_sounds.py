"""Sounds: shipped and whole, strings in tune, cues that follow a flight, silence without a device."""

from __future__ import annotations

import wave

import numpy as np
import pytest

from fliegende3d.flight import ContactEvent, ContactKind, Trajectory
from fliegende3d.presentation.sound.board import SoundBoard
from fliegende3d.presentation.sound.cues import flight_sound, touches_between
from fliegende3d.resources import find
from fliegende3d.settings import default_settings

NAMES = (
    "whoosh",
    "flutter",
    "slap",
    "slide",
    "card",
    "flip",
    "tick",
    "press",
    "refuse",
    "win",
    "wind",
    "evening",
    "music",
)
LOOPS = ("whoosh", "flutter", "wind", "evening")


def samples(name: str) -> np.ndarray:
    with wave.open(str(find("models", f"sounds/{name}.wav"))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768.0


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_shipped_audible_and_not_clipped(name: str) -> None:
    signal = samples(name)
    assert 0.5 < np.abs(signal).max() < 0.95
    assert signal.std() > 0.02
    assert abs(signal.mean()) < 0.005


@pytest.mark.parametrize("name", LOOPS)
def test_loops_join_without_a_click(name: str) -> None:
    signal = samples(name)
    assert abs(signal[0] - signal[-1]) < 4.0 * np.abs(np.diff(signal)).std() + 0.01


def test_a_plucked_string_has_its_pitch() -> None:
    sounds = pytest.importorskip("fliegende3d.art.sounds", exc_type=ImportError)
    for frequency in (146.83, 220.0, 440.0):
        tone = sounds.pluck(frequency, 2.0)
        spectrum = np.abs(np.fft.rfft(tone * np.hanning(len(tone)), 8 * len(tone)))
        low = int(0.8 * frequency * 8 * len(tone) / sounds.RATE)
        high = int(1.2 * frequency * 8 * len(tone) / sounds.RATE)
        peak = (low + int(spectrum[low:high].argmax())) * sounds.RATE / (8 * len(tone))
        # 10 cents
        assert abs(1200.0 * np.log2(peak / frequency)) < 10.0


def flight() -> Trajectory:
    times = np.array([0.0, 0.5, 1.0, 1.5])
    centre = np.array([[0.0, -0.6, 0.25], [0.0, -0.1, 0.2], [0.0, 0.1, 0.001], [0.0, 0.12, 0.001]])
    velocity = np.array([[0.0, 2.0, 0.2], [0.0, 1.8, -0.5], [0.0, 0.4, 0.0], [0.0, 0.0, 0.0]])
    spin = np.array([[0.0, 0.0, 60.0]] * 3 + [[0.0, 0.0, 0.0]])
    events = (
        ContactEvent(0.9, ContactKind.FIRST_CONTACT, (0.0, 0.08, 0.0), 1.1),
        ContactEvent(0.9, ContactKind.TABLE, (0.0, 0.08, 0.0), 1.1),
        ContactEvent(1.2, ContactKind.TABLE, (0.0, 0.1, 0.0), 0.01),
        ContactEvent(1.5, ContactKind.REST, (0.0, 0.12, 0.0), 0.0),
    )
    path = centre[:, None, :].repeat(4, axis=1)
    return Trajectory(times, path, centre, velocity, spin, events, True, (2, 2), np.zeros((0, 3), dtype=np.int32))


def test_a_flying_carpet_rushes_and_a_sliding_one_slides() -> None:
    flying, sliding, resting = (flight_sound(flight(), time) for time in (0.2, 1.0, 1.5))
    assert flying.whoosh > 0.2
    assert flying.flutter > 0.1
    assert flying.slide == 0.0
    assert sliding.whoosh == 0.0
    assert sliding.slide > 0.2
    assert (resting.whoosh, resting.flutter, resting.slide) == (0.0, 0.0, 0.0)


def test_each_touch_slaps_once_however_long_the_frames_are() -> None:
    for step in (0.01, 0.1, 0.7):
        heard, time = 0, 0.0
        while time < 2.0:
            heard += len(touches_between(flight(), time, time + step))
            time += step
        assert heard == 1


def test_a_board_without_a_device_is_silent_and_captions_still_come() -> None:
    captions: list[str] = []
    volumes = default_settings().sound
    volumes = type(volumes)(volumes.master, volumes.effects, volumes.ambience, volumes.music, True)
    board = SoundBoard(volumes, captions.append)
    board.play("slap", loudness=0.8, place=(0.0, 0.0, 0.0), captioned=True)
    board.loop("wind", 0.5)
    board.listen((0.0, -1.0, 0.5), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    for _ in range(5):
        board.update(0.1)
    board.destroy()
    assert captions == ["slap"]
