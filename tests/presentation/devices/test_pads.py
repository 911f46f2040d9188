"""Pads: identity, dead zones, bindings, stuck buttons; and SDL's virtual controllers in the running reader."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.devices.bindings import load_bindings
from fliegende3d.presentation.devices.clock import now
from fliegende3d.presentation.devices.dead_zone import StickShape, shaped, shaped_trigger
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    CommandReleased,
    DeviceFound,
    DeviceLost,
    InputEvent,
    SticksMoved,
)
from fliegende3d.presentation.devices.pads import PadPlug, PadReader, PadReport, PadTranslator, identity
from fliegende3d.presentation.devices.seats import SeatDevices
from fliegende3d.presentation.devices.stick_navigation import FIRST_REPEAT, StickNavigation

REST = (0.0,) * 6
STICK = st.floats(-1.0, 1.0)


def translator() -> PadTranslator:
    pads = PadTranslator(load_bindings()["pad"])
    pads.translate(PadPlug(0.0, "pad", "Test pad", True))
    pads.translate(PadReport(0.0, "pad", REST, frozenset()))
    return pads


def commands(events: list[InputEvent]) -> list[Command]:
    return [event.command for event in events if isinstance(event, CommandPressed)]


@given(STICK, STICK, st.floats(0.0, 0.4), st.floats(0.7, 1.0), st.floats(1.0, 3.0))
def test_a_shaped_stick_keeps_its_direction_and_stays_in_the_circle(
    x: float, y: float, inner: float, outer: float, exponent: float
) -> None:
    out_x, out_y = shaped(x, y, StickShape(inner, outer, exponent))
    assert math.hypot(out_x, out_y) <= 1.0 + 1e-9
    if (out_x, out_y) != (0.0, 0.0):
        assert math.atan2(out_y, out_x) == pytest.approx(math.atan2(y, x), abs=1e-6)


def test_the_dead_zone_is_radial_and_rescaled() -> None:
    shape = StickShape(0.15, 0.95, 1.0)
    assert shaped(0.10, 0.10, shape) == (0.0, 0.0)
    assert shaped(0.55, 0.0, shape)[0] == pytest.approx(0.5)
    assert shaped(0.95, 0.0, shape)[0] == pytest.approx(1.0)
    assert shaped(0.55, 0.0, StickShape(0.15, 0.95, 1.6))[0] == pytest.approx(0.5**1.6)


def test_a_broken_axis_rests() -> None:
    assert shaped(math.nan, 0.3, StickShape()) == (0.0, 0.0)
    assert shaped_trigger(math.inf, 0.0, StickShape()) == 0.0


def test_a_trigger_that_rests_half_pressed_rests_at_zero() -> None:
    pads = PadTranslator(load_bindings()["pad"])
    pads.translate(PadPlug(0.0, "pad", "", True))
    drifting = (0.0, 0.0, 0.0, 0.0, 0.2, 0.2)
    events = pads.translate(PadReport(0.0, "pad", drifting, frozenset()))
    sticks = next(event for event in events if isinstance(event, SticksMoved))
    assert sticks.left_trigger == 0.0
    assert sticks.right_trigger == 0.0


@pytest.mark.parametrize("rest", [0.3, 0.5, 1.0])
def test_a_trigger_that_rests_pressed_or_is_held_at_the_connection_pulls_nothing_until_it_was_let_go(
    rest: float,
) -> None:
    pads = PadTranslator(load_bindings()["pad"])
    pads.translate(PadPlug(0.0, "pad", "", True))

    def pulled(time: float, value: float) -> float:
        events = pads.translate(PadReport(time, "pad", (0.0,) * 5 + (value,), frozenset()))
        assert commands(events) == []
        return next(event for event in events if isinstance(event, SticksMoved)).right_trigger

    assert pulled(0.0, rest) == 0.0
    assert pulled(0.1, 0.0) == 0.0
    assert pulled(0.2, 0.55) == pytest.approx((0.55 - 0.15) / 0.8)


def test_a_stick_held_still_goes_on_reporting_until_it_rests_or_everything_is_let_go() -> None:
    pads = translator()
    assert pads.held(0.0) == []
    over = (1.0, *REST[1:])
    pads.translate(PadReport(0.1, "pad", over, frozenset()))
    held = pads.held(0.5)
    assert [(e.time, e.left) for e in held if isinstance(e, SticksMoved)] == [(0.5, (1.0, 0.0))]
    pads.release_all()
    assert pads.held(0.6) == []
    pads.translate(PadReport(0.7, "pad", over, frozenset()))
    pads.translate(PadReport(0.8, "pad", REST, frozenset()))
    assert pads.held(0.9) == []


def test_stick_drift_at_connection_is_taken_away() -> None:
    pads = PadTranslator(load_bindings()["pad"], flick_shape=StickShape(0.0, 1.0))
    pads.translate(PadPlug(0.0, "pad", "", True))
    pads.translate(PadReport(0.0, "pad", (0.1, 0.0, 0.1, -0.1, 0.0, 0.0), frozenset()))
    events = pads.translate(PadReport(0.1, "pad", (0.1, 0.0, 0.1, -0.1, 0.0, 0.0), frozenset()))
    sticks = next(event for event in events if isinstance(event, SticksMoved))
    assert sticks.right == (0.0, 0.0)


def test_a_button_stuck_when_connected_is_not_believed_until_it_was_released() -> None:
    pads = PadTranslator(load_bindings()["pad"])
    pads.translate(PadPlug(0.0, "pad", "", True))
    assert commands(pads.translate(PadReport(0.0, "pad", REST, frozenset({"a"})))) == []
    assert commands(pads.translate(PadReport(0.1, "pad", REST, frozenset()))) == []
    assert commands(pads.translate(PadReport(0.2, "pad", REST, frozenset({"a"})))) == [Command.CONFIRM]


def test_buttons_press_and_release_their_commands() -> None:
    pads = translator()
    assert commands(pads.translate(PadReport(0.1, "pad", REST, frozenset({"b"})))) == [Command.BACK]
    events = pads.translate(PadReport(0.2, "pad", REST, frozenset()))
    assert [event.command for event in events if isinstance(event, CommandReleased)] == [Command.BACK]


def test_unplugging_releases_what_was_held() -> None:
    pads = translator()
    pads.translate(PadReport(0.1, "pad", REST, frozenset({"b"})))
    events = pads.translate(PadPlug(0.2, "pad", "", False))
    assert isinstance(events[0], CommandReleased)
    assert isinstance(events[-1], DeviceLost)
    assert pads.translate(PadReport(0.3, "pad", REST, frozenset({"a"}))) == []


def test_after_losing_the_focus_held_buttons_must_be_pressed_anew() -> None:
    pads = translator()
    pads.translate(PadReport(0.1, "pad", REST, frozenset({"a"})))
    assert any(isinstance(event, CommandReleased) for event in pads.release_all())
    assert commands(pads.translate(PadReport(0.2, "pad", REST, frozenset({"a"})))) == []


def test_two_pads_of_a_kind_get_numbers_and_keep_them() -> None:
    first = identity("abc", "", frozenset())
    second = identity("abc", "", frozenset({first}))
    assert first != second
    assert identity("abc", "", frozenset({second})) == first
    assert identity("abc", "SERIAL", frozenset({first})) == "pad:abc:SERIAL"


def test_seats_are_bound_to_devices() -> None:
    seats = SeatDevices().with_device(0, "pad:a").with_device(1, "pad:b")
    assert seats.may_act(0, "pad:a")
    assert not seats.may_act(0, "pad:b")
    assert not seats.may_act(0, "keyboard")
    assert seats.may_act(2, "keyboard")
    assert not seats.may_act(2, "pad:a")
    assert seats.with_device(2, "pad:a").bound == {1: "pad:b", 2: "pad:a"}
    assert seats.freed(0).may_act(0, "pad:a")


def test_a_held_stick_steps_once_and_then_repeats() -> None:
    navigation = StickNavigation()

    def sticks(time: float, x: float, y: float) -> SticksMoved:
        return SticksMoved(time, "pad", (x, y), (0.0, 0.0), 0.0, 0.0)

    assert [p.command for p in navigation.take(sticks(0.0, 0.0, -0.9))] == [Command.DOWN]
    assert navigation.take(sticks(0.1, 0.1, -0.95)) == []
    assert navigation.repeats(FIRST_REPEAT - 0.01) == []
    assert [p.command for p in navigation.repeats(FIRST_REPEAT + 0.01)] == [Command.DOWN]
    assert navigation.take(sticks(0.6, 0.0, 0.0)) == []
    assert navigation.repeats(5.0) == []


LEFT_X, RIGHT_TRIGGER = 0, 5


class VirtualPad:
    """One of SDL's virtual controllers."""

    def __init__(self, *, held: int | None = None, trigger: float = 0.0, drift: float = 0.0) -> None:
        """``held`` is a button that is down, ``trigger`` and ``drift`` how axes stand when it is plugged in."""
        import sdl2

        self._sdl = sdl2
        # Whoever reads pads waits meanwhile: this is how the pad is found.
        sdl2.SDL_LockJoysticks()
        self.index = sdl2.SDL_JoystickAttachVirtual(sdl2.SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
        assert self.index >= 0
        self.joystick = sdl2.SDL_JoystickOpen(self.index)
        if held is not None:
            self.button(held, down=True)
        self.axis(RIGHT_TRIGGER, 2.0 * trigger - 1.0)
        self.axis(LEFT_X, drift)
        sdl2.SDL_UnlockJoysticks()

    def button(self, number: int, *, down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self.joystick, number, int(down))

    def axis(self, number: int, value: float) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self.joystick, number, int(value * 32767))

    def unplug(self) -> None:
        instance = self._sdl.SDL_JoystickInstanceID(self.joystick)
        for index in range(self._sdl.SDL_NumJoysticks()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(index) == instance:
                self._sdl.SDL_JoystickDetachVirtual(index)


@pytest.fixture
def reader() -> Iterator[PadReader]:
    made = PadReader()
    assert made.problem == ""
    yield made
    made.close()


def gather(reader: PadReader, pads: PadTranslator, until: type[InputEvent], limit: float = 3.0) -> list[InputEvent]:
    """Translate what the reader reports until an event of a type is among it."""
    events: list[InputEvent] = []
    end = time.monotonic() + limit
    while time.monotonic() < end:
        for news in reader.take():
            events += pads.translate(news)
        if any(isinstance(event, until) for event in events):
            return events
    raise AssertionError(f"no {until.__name__} within {limit} s: {events}")


def test_a_pad_that_is_held_when_it_is_plugged_in_does_nothing_until_it_was_let_go(reader: PadReader) -> None:
    pads = PadTranslator(load_bindings()["pad"])
    begun = now()
    pad = VirtualPad(held=1, trigger=1.0, drift=0.2)
    events = gather(reader, pads, SticksMoved)
    found = next(event for event in events if isinstance(event, DeviceFound))
    assert found.time - begun >= 0.1, "its driver has had the time to speak"
    first = next(event for event in events if isinstance(event, SticksMoved))
    assert (first.left, first.right_trigger) == ((0.0, 0.0), 0.0)
    pad.axis(RIGHT_TRIGGER, -1.0)
    pad.button(1, down=False)
    events += gather(reader, pads, SticksMoved)
    assert commands(events) == []
    pad.button(0, down=True)
    assert commands(gather(reader, pads, CommandPressed)) == [Command.CONFIRM]
    pad.unplug()


def test_virtual_pads_are_found_pressed_flicked_and_unplugged(reader: PadReader) -> None:
    pads = PadTranslator(load_bindings()["pad"])
    first = VirtualPad()
    found = next(e for e in gather(reader, pads, DeviceFound) if isinstance(e, DeviceFound))
    second = VirtualPad()
    other = next(e for e in gather(reader, pads, DeviceFound) if isinstance(e, DeviceFound))
    assert found.device != other.device
    first.button(0, down=True)
    pressed = next(e for e in gather(reader, pads, CommandPressed) if isinstance(e, CommandPressed))
    assert (pressed.command, pressed.device) == (Command.CONFIRM, found.device)
    first.unplug()
    lost = next(e for e in gather(reader, pads, DeviceLost) if isinstance(e, DeviceLost))
    assert lost.device == found.device
    again = VirtualPad()
    back = next(e for e in gather(reader, pads, DeviceFound) if isinstance(e, DeviceFound))
    assert back.device == found.device, "a pad of the same kind takes the place that is free"
    second.unplug()
    again.unplug()
