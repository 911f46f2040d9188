"""The window's pointer: a stroke keeps its own times, however slow the frames are that report it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from direct.showbase.MessengerGlobal import messenger
from panda3d.core import ButtonThrower, NodePath

from fliegende3d.presentation.devices import window_input
from fliegende3d.presentation.devices.bindings import load_bindings
from fliegende3d.presentation.devices.events import InputEvent, PointerMoved, PointerPressed, PointerReleased, TextTyped
from fliegende3d.presentation.devices.pointer_sampler import PointerSample
from fliegende3d.presentation.devices.window_input import WindowInput
from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.throwing.flick import read_flick
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.presentation.throwing.trace import TraceSample

TRACES = Path(__file__).parents[1] / "throwing" / "traces"
HEIGHT = 720
BEGUN = 10.0
# The engine hands on in one frame what it met while the frame before was drawn: up to two frames after it happened.
FRAMES_LATE = 2


@dataclass
class Hand:
    """Plays the sampler and the clock: only samples of the past are known."""

    samples: list[PointerSample]
    time: float = 0.0
    closed: bool = field(default=False)

    def since(self, start: float) -> list[PointerSample]:
        return [sample for sample in self.samples if start < sample.time <= self.time]

    def close(self) -> None:
        self.closed = True


def recorded(name: str) -> list[PointerSample]:
    """A recorded stroke in pixels; the hand has rested at the place of the press before."""
    rows = json.loads((TRACES / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    samples = [PointerSample(BEGUN + t, x * HEIGHT, -y * HEIGHT, bool(down)) for t, x, y, down in rows]
    rest = PointerSample(BEGUN - 1.0, samples[0].x, samples[0].y, False)
    last = samples[-1]
    if last.pressed:
        samples[-1] = PointerSample(last.time, last.x, last.y, False)
    return [rest, *samples]


def reported(hand: Hand, frames: float, monkeypatch: pytest.MonkeyPatch) -> list[InputEvent]:
    """What a window reports of a hand at so many frames a second."""
    monkeypatch.setattr(window_input, "now", lambda: hand.time)
    changes = [
        (after.time, after.pressed)
        for before, after in zip(hand.samples, hand.samples[1:], strict=False)
        if before.pressed != after.pressed
    ]
    base = SimpleNamespace(buttonThrowers=[NodePath(ButtonThrower("hand"))])
    host = cast("Host", SimpleNamespace(base=base, output=None, is_open=True))
    hand.time = BEGUN - 2.0
    window = WindowInput(host, load_bindings()["keyboard"], sampler=hand)
    events: list[InputEvent] = []
    try:
        end = hand.samples[-1].time + 6.0 / frames + 1.0
        while hand.time < end:
            hand.time += 1.0 / frames
            events += window.poll()
            # After the poll the engine's own events of a frame come, stamped with nothing but this frame.
            while changes and changes[0][0] + (FRAMES_LATE - 1) / frames <= hand.time:
                messenger.send("input-down" if changes.pop(0)[1] else "input-up", ["mouse1"])
    finally:
        window.destroy()
    return events


def throw_of(events: list[InputEvent]) -> ThrowGesture:
    """The flick that events of a pointer make, taken as the aim takes them."""
    pressed = next(i for i, event in enumerate(events) if isinstance(event, PointerPressed))
    released = next(i for i, event in enumerate(events) if isinstance(event, PointerReleased))
    held: list[Any] = [e for e in events[pressed : released + 1] if not isinstance(e, TextTyped)]
    answer = read_flick([TraceSample(e.time, e.x / HEIGHT, -e.y / HEIGHT) for e in held], held[-1].time)
    assert isinstance(answer, ThrowGesture), answer
    return answer


@pytest.mark.parametrize("name", ["straight", "to_the_right", "with_a_pause"])
@pytest.mark.parametrize("frames", [1.5, 3.0, 10.0, 30.0, 60.0, 144.0])
def test_a_recorded_stroke_at_a_window_is_the_same_throw_at_every_frame_rate(
    name: str, frames: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(recorded(name))
    events = reported(hand, frames, monkeypatch)
    strokes = [TraceSample(s.time, s.x / HEIGHT, -s.y / HEIGHT) for s in hand.samples[1:]]
    expected = read_flick(strokes, strokes[-1].time)
    assert isinstance(expected, ThrowGesture)
    found = throw_of(events)
    assert found.power == pytest.approx(expected.power, abs=1e-6)
    assert found.direction == pytest.approx(expected.direction, abs=1e-6)
    assert found.spin == pytest.approx(expected.spin, abs=1e-6)


@pytest.mark.parametrize("frames", [3.0, 60.0])
def test_press_and_release_have_the_times_and_places_of_the_hand(
    frames: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(recorded("straight"))
    events = reported(hand, frames, monkeypatch)
    first, last = hand.samples[1], hand.samples[-1]
    pressed = [(e.time, e.x, e.y) for e in events if isinstance(e, PointerPressed)]
    released = [(e.time, e.x, e.y) for e in events if isinstance(e, PointerReleased)]
    assert pressed == [(first.time, first.x, first.y)]
    assert released == [(last.time, last.x, last.y)]


def test_a_press_over_another_window_does_not_hold_the_moves_back_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = recorded("straight")
    hand = Hand(samples)
    monkeypatch.setattr(window_input, "now", lambda: hand.time)
    host = cast("Host", SimpleNamespace(base=SimpleNamespace(buttonThrowers=[]), output=None, is_open=True))
    hand.time = BEGUN - 2.0
    window = WindowInput(host, load_bindings()["keyboard"], sampler=hand)
    moves: list[InputEvent] = []
    for _ in range(8):
        hand.time += 1.0
        moves += window.poll()
    window.destroy()
    places = [(e.x, e.y) for e in moves if isinstance(e, PointerMoved)]
    assert places[-1] == (samples[-1].x, samples[-1].y)
    assert hand.closed
