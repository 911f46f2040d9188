"""The sound of a film, mixed without a device: cloth and contacts by what was recorded, at the film's own pace."""

from __future__ import annotations

import math
import wave
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from fliegende3d.game.recorder import trajectory_from
from fliegende3d.presentation.film.writer import SOUND_RATE
from fliegende3d.presentation.sound.cues import flight_sound, touches_between
from fliegende3d.replay.director import Plan, Shot
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.timeline import IN_HAND, SegmentKind
from fliegende3d.resources import find
from fliegende3d.rules import CardPlaced, GameEnded, GeniesShown

Samples = npt.NDArray[np.float64]

CONTROL_RATE: Final = 60.0
"""Loudness and pitch of the loops are looked up so often [1/s]."""
EVENING_LOUDNESS: Final = 0.35
EFFECT_LOUDNESS: Final = 0.8
PEAK: Final = 0.97


@cache
def recorded_sound(name: str) -> Samples:
    """A shipped sound, mixed to one channel at `SOUND_RATE`, -1 to 1, shape (samples,).

    Raises:
        ResourceError: if it is not shipped; ValueError if it is not 16-bit PCM.
    """
    return read_wave(find("models", f"sounds/{name}.wav"))


def read_wave(path: Path) -> Samples:
    """Read a WAV file of 16-bit PCM as one channel at `SOUND_RATE`, -1 to 1.

    Raises:
        ValueError: if it is of another kind.
    """
    try:
        with wave.open(str(path), "rb") as file:
            channels, width, rate, frames = file.getparams()[:4]
            data = file.readframes(frames)
    except (wave.Error, EOFError) as error:
        raise ValueError(f"{path.name}: not a WAV file: {error}") from error
    if width != 2:
        raise ValueError(f"{path.name}: {8 * width} bits a sample; right is 16")
    mono: Samples = np.frombuffer(data, "<i2").reshape(-1, channels).mean(1) / 32768.0
    if rate == SOUND_RATE or not len(mono):
        return mono
    places = np.arange(int(len(mono) * SOUND_RATE / rate)) * (rate / SOUND_RATE)
    answer: Samples = np.interp(places, np.arange(len(mono)), mono)
    return answer


class Mixer:
    """One channel that sounds are added to, and whose finished beginning is taken away: it never holds a whole film.

    Args:
        seconds: length of the film; nothing sounds beyond it.
    """

    def __init__(self, seconds: float) -> None:
        self._end = max(1, math.ceil(seconds * SOUND_RATE))
        self._begin = 0
        self._samples: Samples = np.zeros(0)

    def add(self, name: str, at: float, loudness: float, *, pitch: float = 1.0) -> None:
        """Start a sound at a time [s]; a lower pitch lasts longer."""
        self._mix(int(at * SOUND_RATE), loudness * resampled(recorded_sound(name), pitch))

    def ambience(self, name: str, start: float, end: float, loudness: float) -> None:
        """Let a sound go round and round between two times [s]; further parts of it join without a seam."""
        sound = recorded_sound(name)
        first, last = int(start * SOUND_RATE), min(int(end * SOUND_RATE), self._end)
        if len(sound) and first < last:
            self._mix(first, loudness * sound[np.arange(first, last) % len(sound)])

    def loop(self, name: str, start: float, loudness: Samples, pitch: Samples) -> None:
        """Let a sound go round and round; loudness and pitch are given `CONTROL_RATE` times a second."""
        sound = recorded_sound(name)
        if not len(sound) or not loudness.any():
            return
        control = np.arange(int(len(loudness) / CONTROL_RATE * SOUND_RATE)) * (CONTROL_RATE / SOUND_RATE)
        known = np.arange(len(loudness))
        place = np.cumsum(np.interp(control, known, pitch)) % len(sound)
        # The loop's seam: one more sample, the first, so that interpolation goes round.
        around = np.append(sound, sound[0])
        wave_form = np.interp(place, np.arange(len(around)), around)
        self._mix(int(start * SOUND_RATE), np.interp(control, known, loudness) * wave_form)

    def take(self, until: float) -> Samples:
        """What sounds before a time [s], softly limited: never beyond -1 to 1. It is final and leaves the memory."""
        count = min(max(int(until * SOUND_RATE), self._begin), self._end) - self._begin
        self._reach(self._begin + count)
        limited: Samples = PEAK * np.tanh(self._samples[:count])
        self._samples = self._samples[count:].copy()
        self._begin += count
        return limited

    def rest(self) -> Samples:
        """What sounds from there to the end."""
        return self.take((self._end + 0.5) / SOUND_RATE)

    def _mix(self, first: int, sound: Samples) -> None:
        """Add samples from a place on; what is taken already or beyond the end is left out."""
        early = max(0, self._begin - first)
        last = min(first + len(sound), self._end)
        if first + early < last:
            self._reach(last)
            self._samples[first + early - self._begin : last - self._begin] += sound[early : last - first]

    def _reach(self, last: int) -> None:
        """Make room up to a sample."""
        missing = last - self._begin - len(self._samples)
        if missing > 0:
            self._samples = np.concatenate([self._samples, np.zeros(missing)])


def resampled(sound: Samples, pitch: float) -> Samples:
    """A sound at another speed."""
    if pitch == 1.0 or not len(sound):
        return sound
    answer: Samples = np.interp(np.arange(0.0, len(sound) - 1.0, pitch), np.arange(len(sound)), sound)
    return answer


def soundtrack(playback: Playback, plan: Plan) -> Iterator[Samples]:
    """The sound of a film, -1 to 1 at `SOUND_RATE`, piece after piece; together they are as long as the film.

    Raises:
        RecordingError: if a flight is damaged; ResourceError if a sound is missing.
    """
    mixer = Mixer(plan.duration)
    for start, shot in zip(plan.starts, plan.shots, strict=True):
        mixer.ambience("evening", start, start + shot.length, EVENING_LOUDNESS)
        add_shot(mixer, playback, shot, start)
        # No sound of a later shot begins before its start.
        yield mixer.take(start + shot.length)
    yield mixer.rest()


def add_shot(mixer: Mixer, playback: Playback, shot: Shot, start: float) -> None:
    """Everything that begins to sound in one shot, which begins at a time of the film [s]."""
    segment = playback.timeline.segments[shot.segment]
    if segment.kind is SegmentKind.FLIGHT:
        add_flight(mixer, playback, shot, start)
    for event in segment.events:
        end = segment.start + 0.9 * segment.length
        if isinstance(event, CardPlaced) and shot.start <= end < shot.end:
            mixer.add("card", start + (end - shot.start) / shot.rate, EFFECT_LOUDNESS)
        elif isinstance(event, GeniesShown):
            mixer.add("flip", start + 0.3 * segment.length / shot.rate, EFFECT_LOUDNESS)
        elif isinstance(event, GameEnded):
            mixer.add("win", start, EFFECT_LOUDNESS)


def add_flight(mixer: Mixer, playback: Playback, shot: Shot, start: float) -> None:
    """Cloth in the air, slaps and slides of one shot; slow motion is deeper."""
    assert shot.flight is not None, "a flight segment has a flight"
    segment = playback.timeline.segments[shot.segment]
    trajectory = trajectory_from(playback.timeline.flights[shot.flight])
    count = max(2, math.ceil(shot.length * CONTROL_RATE))
    moments = shot.start + np.arange(count) / CONTROL_RATE * shot.rate - segment.start - IN_HAND
    heard = [flight_sound(trajectory, float(moment)) if moment > 0.0 else None for moment in moments]
    pitch = np.array([0.0 if one is None else one.pitch for one in heard]) * math.sqrt(shot.rate)
    for name in ("whoosh", "flutter", "slide"):
        loudness = np.array([0.0 if one is None else float(getattr(one, name)) for one in heard])
        mixer.loop(name, start, loudness * EFFECT_LOUDNESS, np.maximum(pitch, 0.2))
    for first, last in pairwise(moments):
        for touch in touches_between(trajectory, float(first), float(last)):
            at = start + (float(last) + segment.start + IN_HAND - shot.start) / shot.rate
            mixer.add("slap", at, touch.loudness * EFFECT_LOUDNESS, pitch=math.sqrt(shot.rate))
