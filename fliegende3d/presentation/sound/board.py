"""Plays the game's sounds through the engine; without a device everything stays silent and nothing fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from panda3d.core import AudioManager, AudioSound, Filename

from fliegende3d.presentation.quiet import quiet_libraries
from fliegende3d.resources import ResourceError, find
from fliegende3d.settings import Sound

Place = tuple[float, float, float]

# Inside this distance [m] a sound is at its full loudness.
NEAR = 0.6
# How fast loops follow a new loudness [1/s].
FOLLOWING = 9.0
AUDIBLE = 0.004
# The same sound is not started again within this time [s].
LEAST_GAP = 0.04
CAPTION_LOUDNESS = 0.2
# Without a device another attempt is made after this time [s].
RETRY_TIME = 20.0


class Channel(StrEnum):
    """What a volume slider is for."""

    EFFECTS = "effects"
    AMBIENCE = "ambience"
    MUSIC = "music"


CHANNELS = {"wind": Channel.AMBIENCE, "evening": Channel.AMBIENCE, "music": Channel.MUSIC}


@dataclass
class _Loop:
    sound: AudioSound
    wanted: float = 0.0
    present: float = 0.0
    rate: float = 1.0


@dataclass
class SoundBoard:
    """All sounds of one application. ``destroy()`` silences it."""

    volumes: Sound
    caption: Callable[[str], None]
    manager: AudioManager | None = None
    _single: dict[str, AudioSound] = field(default_factory=dict)
    _loops: dict[str, _Loop] = field(default_factory=dict)
    _clock: float = 0.0
    _tried: float = 0.0
    _started: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.manager is None:
            with quiet_libraries():
                self.manager = AudioManager.create_AudioManager()
        self.manager.audio_3d_set_distance_factor(1.0)

    @property
    def works(self) -> bool:
        """Whether there is a device to play on."""
        return self.manager is not None and self.manager.is_valid()

    def play(self, name: str, *, loudness: float = 1.0, place: Place | None = None, captioned: bool = False) -> None:
        """Play a sound once, at a place of the room [m] if given."""
        if captioned and self.volumes.captions and loudness >= CAPTION_LOUDNESS:
            self.caption(name)
        last = self._started.get(name)
        if last is not None and self._clock - last < LEAST_GAP:
            return
        self._started[name] = self._clock
        volume = self._volume(name) * min(1.0, max(0.0, loudness))
        if volume < AUDIBLE:
            return
        sound = self._sound(name, self._single)
        if sound is not None:
            sound.set_volume(volume)
            self._locate(sound, place)
            sound.play()

    def loop(self, name: str, loudness: float, *, rate: float = 1.0, place: Place | None = None) -> None:
        """Let a loop run at a loudness; 0 fades it out."""
        loop = self._loops.get(name)
        if loop is None:
            if loudness <= 0.0:
                return
            sounds: dict[str, AudioSound] = {}
            sound = self._sound(name, sounds)
            if sound is None:
                return
            sound.set_loop(True)
            loop = self._loops[name] = _Loop(sound)
        loop.wanted = min(1.0, max(0.0, loudness))
        loop.rate = rate
        self._locate(loop.sound, place)

    def listen(self, eye: Place, ahead: Place, up: Place) -> None:
        """Put the ears where the eye is."""
        if self.manager is not None:
            self.manager.audio_3d_set_listener_attributes(*eye, 0.0, 0.0, 0.0, *ahead, *up)

    def update(self, dt: float) -> None:
        """Let loops follow their loudness; called once a frame."""
        self._clock += dt
        for name, loop in self._loops.items():
            loop.present += (loop.wanted - loop.present) * min(1.0, FOLLOWING * dt)
            volume = loop.present * self._volume(name)
            playing = loop.sound.status() == AudioSound.PLAYING
            if volume >= AUDIBLE:
                loop.sound.set_volume(volume)
                loop.sound.set_play_rate(loop.rate)
                if not playing:
                    loop.sound.play()
            elif playing:
                loop.sound.stop()
        if not self.works and self._clock - self._tried > RETRY_TIME:
            # A device may have been plugged in since.
            self._tried = self._clock
            with quiet_libraries():
                self.manager = AudioManager.create_AudioManager()
            self._single.clear()
            self._loops.clear()
        if self.manager is not None:
            self.manager.update()

    def silence(self) -> None:
        """Stop the effects' loops; ambience and music go on."""
        for name, loop in self._loops.items():
            if name not in CHANNELS:
                loop.wanted = 0.0

    def destroy(self) -> None:
        """Stop everything."""
        for loop in self._loops.values():
            loop.sound.stop()
        self._loops.clear()
        self._single.clear()
        if self.manager is not None:
            self.manager.stop_all_sounds()
            self.manager = None

    def _volume(self, name: str) -> float:
        channel = CHANNELS.get(name, Channel.EFFECTS)
        share: float = getattr(self.volumes, channel.value)
        return self.volumes.master * share

    def _sound(self, name: str, known: dict[str, AudioSound]) -> AudioSound | None:
        sound = known.get(name)
        if sound is None and self.manager is not None and self.works:
            try:
                path = find("models", f"sounds/{name}.wav")
            except ResourceError:
                return None
            positional = name not in CHANNELS
            sound = self.manager.get_sound(Filename.from_os_specific(str(path)), positional)
            if positional:
                sound.set_3d_min_distance(NEAR)
            known[name] = sound
        return sound

    def _locate(self, sound: AudioSound, place: Place | None) -> None:
        if place is not None:
            sound.set_3d_attributes(*place, 0.0, 0.0, 0.0)
