"""All sounds, made by formulas: cloth in the air and on wood, cards, the evening, a plucked tune.

Mono, 16 bits, 22.05 kHz. Loops are joined so that their end runs into their beginning.
"""

from __future__ import annotations

import os
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, lfilter, sosfilt

from fliegende3d.art.noise import generator

Wave = NDArray[np.float64]

RATE = 22050
PEAK = 0.89  # −1 dB of full scale
FOLDER = "sounds"

# The tune's scale: D with a flat second and a sharp third, as in the maqam Hijaz; semitones above D.
SCALE = (0, 1, 4, 5, 7, 8, 10, 12)
LOW_D = 146.83  # Hz, equal temperament at a' = 440 Hz


def seconds(duration: float) -> Wave:
    """The times of a sound [s], shape (samples,)."""
    return np.arange(round(duration * RATE)) / RATE


def noise(name: str, duration: float) -> Wave:
    """White noise of unit deviation."""
    return generator(f"sound {name}").standard_normal(round(duration * RATE))


def band(signal: Wave, low: float, high: float) -> Wave:
    """The part of a signal between two frequencies [Hz], second-order Butterworth on either side."""
    filtered: Wave = sosfilt(butter(2, (low, high), "bandpass", fs=RATE, output="sos"), signal)
    return filtered


def below(signal: Wave, limit: float) -> Wave:
    """The part of a signal below a frequency [Hz]."""
    filtered: Wave = sosfilt(butter(2, limit, "lowpass", fs=RATE, output="sos"), signal)
    return filtered


def swell(name: str, duration: float, slowest: float) -> Wave:
    """A slowly wandering loudness around 1, never below 0.2; ``slowest`` [Hz] is how fast it may wander."""
    rough = below(noise(f"{name} swell", duration), slowest)
    return np.maximum(0.2, 1.0 + 0.45 * rough / max(float(rough.std()), 1e-9))


def looped(signal: Wave, overlap: float = 0.35) -> Wave:
    """The signal with its end faded into its beginning, shorter by the overlap [s]."""
    count = round(overlap * RATE)
    ramp = np.sin(np.linspace(0.0, np.pi / 2.0, count))
    body = signal[:-count].copy()
    body[:count] = body[:count] * ramp + signal[-count:] * ramp[::-1]
    return body


def decay(duration: float, half: float, attack: float = 0.002) -> Wave:
    """A loudness that rises in ``attack`` and halves every ``half`` seconds."""
    time = seconds(duration)
    return np.minimum(1.0, time / attack) * 0.5 ** (time / half)


def faded(signal: Wave, length: float = 0.02) -> Wave:
    """The signal with its last moment faded out, so that it does not click."""
    count = min(len(signal), round(length * RATE))
    result = signal.copy()
    result[-count:] *= np.linspace(1.0, 0.0, count)
    return result


def whoosh() -> Wave:
    """Air along a flying carpet."""
    return looped(band(noise("whoosh", 2.2), 260.0, 2400.0) * swell("whoosh", 2.2, 3.0))


def flutter() -> Wave:
    """Cloth that flaps fast."""
    time = seconds(1.9)
    beat = 0.5 + 0.5 * np.sign(np.sin(2.0 * np.pi * 17.0 * time)) * np.abs(np.sin(2.0 * np.pi * 17.0 * time)) ** 0.4
    return looped(band(noise("flutter", 1.9), 120.0, 1100.0) * beat)


def slap() -> Wave:
    """A carpet meets the wood: a dull knock and the breath of air pressed out below it."""
    time = seconds(0.4)
    knock = np.sin(2.0 * np.pi * 118.0 * time * (1.0 - 0.25 * time)) * decay(0.4, 0.028)
    breath = band(noise("slap", 0.4), 350.0, 3600.0) * decay(0.4, 0.035, 0.004)
    return faded(knock + 0.5 * breath)


def slide() -> Wave:
    """Wool that slides over wood."""
    return looped(band(noise("slide", 1.7), 900.0, 5200.0) * swell("slide", 1.7, 12.0))


def card() -> Wave:
    """A card is laid down."""
    return faded(band(noise("card", 0.16), 1200.0, 6500.0) * decay(0.16, 0.014, 0.001))


def flip() -> Wave:
    """A card is turned over: two short strokes of air and paper."""
    stroke = band(noise("flip", 0.3), 1500.0, 7000.0)
    late = np.concatenate([np.zeros(round(0.13 * RATE)), decay(0.17, 0.02, 0.002)])[: len(stroke)]
    return faded(stroke * (0.6 * decay(0.3, 0.03, 0.03) + late))


def tick() -> Wave:
    """The focus moves: a small wooden tick."""
    time = seconds(0.06)
    return faded(np.sin(2.0 * np.pi * 1250.0 * time) * decay(0.06, 0.006, 0.001), 0.01)


def press() -> Wave:
    """A button: two wooden ticks, the second higher."""
    time = seconds(0.12)
    first = np.sin(2.0 * np.pi * 740.0 * time) * decay(0.12, 0.012, 0.001)
    second = np.sin(2.0 * np.pi * 1110.0 * time) * decay(0.12, 0.016, 0.001)
    second = np.concatenate([np.zeros(round(0.035 * RATE)), second])[: len(first)]
    return faded(first + second)


def refuse() -> Wave:
    """No: two low plucks going down."""
    return faded(mixed(0.7, [(0.0, pluck(LOW_D, 0.6)), (0.13, pluck(LOW_D * 2 ** (-2 / 12), 0.55))]))


def win() -> Wave:
    """A rising run over the scale with a last chord."""
    notes = [(0.11 * k, pluck(2.0 * LOW_D * 2 ** (SCALE[step] / 12), 1.2)) for k, step in enumerate((0, 2, 3, 4, 6, 7))]
    chord = [(0.75, pluck(2.0 * LOW_D * 2 ** (step / 12), 2.2)) for step in (0, 7, 12)]
    return faded(mixed(3.0, notes + chord), 0.2)


def wind() -> Wave:
    """The evening wind: low noise that comes and goes."""
    return looped(band(noise("wind", 9.0), 70.0, 620.0) * swell("wind", 9.0, 0.35) ** 1.6, 1.5)


def evening() -> Wave:
    """A city at dusk: crickets near and far over a soft murmur."""
    duration = 14.0
    time = seconds(duration)
    murmur = 0.30 * band(noise("murmur", duration), 110.0, 480.0) * swell("murmur", duration, 0.6)
    crickets = np.zeros_like(time)
    for pitch, period, phase, loud in ((4150.0, 0.92, 0.0, 0.20), (4480.0, 1.31, 0.4, 0.12), (3890.0, 1.07, 0.7, 0.08)):
        chirp = ((time + phase) % period < 0.34) * (0.5 + 0.5 * np.sin(2.0 * np.pi * 31.0 * time)) ** 2
        crickets += loud * np.sin(2.0 * np.pi * pitch * time) * below(chirp, 60.0)
    return looped(murmur + crickets, 1.5)


def pluck(frequency: float, duration: float) -> Wave:
    """A plucked string (Karplus and Strong 1983): noise through a delay line that averages neighbours."""
    delay = RATE / frequency - 0.5
    whole = int(delay)
    excitation = np.zeros(round(duration * RATE))
    excitation[:whole] = below(noise(f"string {frequency:.1f}", whole / RATE + 0.01), 4200.0)[:whole]
    part = delay - whole
    loss = 0.996
    coefficients = np.zeros(whole + 3)
    coefficients[0] = 1.0
    # The average of neighbours, shifted by the fraction of a sample that the pitch needs.
    coefficients[whole] = -loss * 0.5 * (1.0 - part)
    coefficients[whole + 1] = -loss * 0.5
    coefficients[whole + 2] = -loss * 0.5 * part
    string: Wave = lfilter([1.0], coefficients, excitation)
    return string


def mixed(duration: float, parts: list[tuple[float, Wave]]) -> Wave:
    """Sounds added up, each from its time [s] on."""
    total = np.zeros(round(duration * RATE))
    for start, part in parts:
        first = round(start * RATE)
        count = min(len(part), len(total) - first)
        if count > 0:
            total[first : first + count] += part[:count]
    return total


def music() -> Wave:
    """A slow tune of plucked strings over a drone, made by a walk over the scale."""
    beat, bars = 0.52, 16
    choose = generator("sound tune")
    parts: list[tuple[float, Wave]] = []
    step = 4
    for count in range(bars * 4):
        time = count * beat
        if count % 8 == 0:
            parts += [(time, 0.7 * pluck(LOW_D / 2.0, 3.5)), (time + 0.02, 0.4 * pluck(LOW_D, 3.0))]
        if count % 8 == 7 or choose.random() < 0.25:
            continue
        step = int(np.clip(step + choose.integers(-2, 3), 0, len(SCALE) - 1))
        note = 2.0 * LOW_D * 2 ** (SCALE[step] / 12)
        parts.append(
            (time + float(choose.normal(0.0, 0.008)) + 0.03, float(choose.uniform(0.5, 0.8)) * pluck(note, 1.6))
        )
        if choose.random() < 0.3:
            parts.append((time + beat / 2, 0.35 * pluck(note * 2 ** (1 / 12) if step != 4 else note, 0.7)))
    return looped(mixed(bars * 4 * beat + 3.0, parts), 2.9)


SOUNDS: dict[str, Callable[[], Wave]] = {
    "whoosh": whoosh,
    "flutter": flutter,
    "slap": slap,
    "slide": slide,
    "card": card,
    "flip": flip,
    "tick": tick,
    "press": press,
    "refuse": refuse,
    "win": win,
    "wind": wind,
    "evening": evening,
    "music": music,
}


def build_sound(name: str, folder: Path) -> None:
    """Write one sound below a folder, whole or not at all."""
    signal = SOUNDS[name]()
    signal = signal - signal.mean()
    numbers = np.round(signal / max(float(np.abs(signal).max()), 1e-9) * PEAK * 32767.0).astype("<i2")
    path = folder / FOLDER / f"{name}.wav"
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    with partial.open("wb") as stream:
        with wave.open(stream, "wb") as output:
            output.setnchannels(1)
            output.setsampwidth(2)
            output.setframerate(RATE)
            output.writeframes(numbers.tobytes())
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)
