"""Game controllers through SDL: read at an even rate in a thread, known by identity, safe against unplugging.

SDL knows the layouts of most pads. The thread owns SDL: it reads all pads every 4 ms and stamps each change, so that a
flick of the stick does not depend on the frame rate.
"""

from __future__ import annotations

import os
import queue
import threading
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fliegende3d.presentation.devices.bindings import Bindings
from fliegende3d.presentation.devices.clock import now
from fliegende3d.presentation.devices.dead_zone import RestCalibration, StickShape, shaped, shaped_trigger
from fliegende3d.presentation.devices.events import (
    CommandPressed,
    CommandReleased,
    DeviceFound,
    DeviceLost,
    InputEvent,
    KeyPressed,
    SticksMoved,
)

PERIOD = 0.004
# A pad that was just opened seems to be at rest until its driver has spoken: it is announced and read from so much
# later on [s].
SETTLING = 0.1
FULL_SCALE = 32767.0
# A trigger counts as a button from here, and no longer below there.
TRIGGER_DOWN, TRIGGER_UP = 0.6, 0.4
AT_REST = (0.0, 0.0)
AXES = ("leftx", "lefty", "rightx", "righty", "triggerleft", "triggerright")
BUTTONS = (
    "a",
    "b",
    "x",
    "y",
    "back",
    "guide",
    "start",
    "left_stick",
    "right_stick",
    "left_shoulder",
    "right_shoulder",
    "dpad_up",
    "dpad_down",
    "dpad_left",
    "dpad_right",
)


@dataclass(frozen=True)
class PadReport:
    """All axes (−1..1, y downwards as SDL counts) and the pressed buttons of a pad at a time."""

    time: float
    device: str
    axes: tuple[float, ...]
    buttons: frozenset[str]


@dataclass(frozen=True)
class PadPlug:
    """A pad came or went; ``rumbles`` if it has motors."""

    time: float
    device: str
    name: str
    connected: bool
    rumbles: bool = False


PadNews = PadReport | PadPlug


def identity(guid: str, serial: str, taken: frozenset[str]) -> str:
    """Return the name that a pad is known by: its serial number, or its kind and the first free number.

    The number of a pad that was unplugged is free again, so the same kind of pad takes its place when it comes back.
    """
    if serial:
        return f"pad:{guid}:{serial}"
    number = 1
    while f"pad:{guid}:#{number}" in taken:
        number += 1
    return f"pad:{guid}:#{number}"


class PadReader:
    """The thread that owns SDL. ``close()`` ends it."""

    def __init__(self) -> None:
        self._news: queue.SimpleQueue[PadNews] = queue.SimpleQueue()
        self._running = True
        self._rumbles: queue.SimpleQueue[tuple[str, float, float]] = queue.SimpleQueue()
        self._open: dict[int, tuple[str, Any]] = {}
        self._last: dict[str, PadReport] = {}
        # Pads that were opened but not announced yet: when that is due [s], and what will be told.
        self._settling: dict[str, tuple[float, PadPlug]] = {}
        self._ready = threading.Event()
        self.problem = ""
        # The binding warns that it uses the library it was installed with: that is what is wanted.
        warnings.filterwarnings("ignore", message="Using SDL2 binaries")
        self._thread = threading.Thread(target=self._run, name="pads", daemon=True)
        self._thread.start()
        self._ready.wait(timeout=2.0)

    def take(self) -> list[PadNews]:
        """Return everything since the last call, in order of time."""
        found: list[PadNews] = []
        while not self._news.empty():
            found.append(self._news.get_nowait())
        return found

    def rumble(self, device: str, strength: float, seconds: float) -> None:
        """Shake a pad; pads without motors ignore it."""
        self._rumbles.put((device, strength, seconds))

    def close(self) -> None:
        """End the thread."""
        self._running = False
        self._thread.join(timeout=1.5)

    def _run(self) -> None:
        os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
        try:
            import sdl2
        except Exception as error:  # the binding raises whatever its loader meets
            self.problem = str(error)
            self._ready.set()
            return
        if sdl2.SDL_InitSubSystem(sdl2.SDL_INIT_GAMECONTROLLER) != 0:
            self.problem = bytes(sdl2.SDL_GetError()).decode("utf-8", "replace")
            self._ready.set()
            return
        try:
            while self._running:
                sdl2.SDL_GameControllerUpdate()
                self._follow_plugs(sdl2)
                self._announce()
                self._read_all(sdl2)
                self._shake(sdl2)
                self._ready.set()
                time.sleep(PERIOD)
        finally:
            for _, controller in self._open.values():
                sdl2.SDL_GameControllerClose(controller)
            self._open.clear()
            sdl2.SDL_QuitSubSystem(sdl2.SDL_INIT_GAMECONTROLLER)

    def _follow_plugs(self, sdl2: Any) -> None:
        for instance, (device, controller) in list(self._open.items()):
            if not sdl2.SDL_GameControllerGetAttached(controller):
                sdl2.SDL_GameControllerClose(controller)
                del self._open[instance]
                self._last.pop(device, None)
                if self._settling.pop(device, None) is None:
                    self._news.put(PadPlug(now(), device, "", False))
        for index in range(sdl2.SDL_NumJoysticks()):
            instance = sdl2.SDL_JoystickGetDeviceInstanceID(index)
            if instance in self._open or not sdl2.SDL_IsGameController(index):
                continue
            controller = sdl2.SDL_GameControllerOpen(index)
            if not controller:
                continue
            joystick = sdl2.SDL_GameControllerGetJoystick(controller)
            guid = bytes(sdl2.SDL_JoystickGetDeviceGUID(index).data).hex()
            serial = (sdl2.SDL_JoystickGetSerial(joystick) or b"").decode("utf-8", "replace")
            name = (sdl2.SDL_GameControllerName(controller) or b"").decode("utf-8", "replace")
            device = identity(guid, serial, frozenset(taken for taken, _ in self._open.values()))
            self._open[instance] = (device, controller)
            rumbles = bool(sdl2.SDL_GameControllerHasRumble(controller))
            self._settling[device] = (now() + SETTLING, PadPlug(now(), device, name, True, rumbles))

    def _announce(self) -> None:
        for device, (due, plug) in list(self._settling.items()):
            if now() >= due:
                del self._settling[device]
                self._news.put(replace(plug, time=now()))

    def _read_all(self, sdl2: Any) -> None:
        for device, controller in self._open.values():
            if device in self._settling:
                continue
            axes = tuple(
                max(-1.0, sdl2.SDL_GameControllerGetAxis(controller, axis) / FULL_SCALE) for axis in range(len(AXES))
            )
            buttons = frozenset(
                name for code, name in enumerate(BUTTONS) if sdl2.SDL_GameControllerGetButton(controller, code)
            )
            last = self._last.get(device)
            if last is None or last.axes != axes or last.buttons != buttons:
                report = PadReport(now(), device, axes, buttons)
                self._last[device] = report
                self._news.put(report)

    def _shake(self, sdl2: Any) -> None:
        while not self._rumbles.empty():
            wanted, strength, seconds = self._rumbles.get_nowait()
            power = int(min(1.0, max(0.0, strength)) * 0xFFFF)
            for device, controller in self._open.values():
                if device == wanted:
                    sdl2.SDL_GameControllerRumble(controller, power, power // 2, int(seconds * 1000))


@dataclass
class PadState:
    """What is known of one connected pad."""

    name: str
    rumbles: bool = False
    calibration: RestCalibration = field(default_factory=RestCalibration)
    down: set[str] = field(default_factory=set)
    # Pressed already when it was connected: not believed until they were released once.
    stuck: set[str] | None = None
    triggers: set[str] = field(default_factory=set)
    axes: tuple[float, ...] = (0.0,) * len(AXES)
    # The last report after dead zones; None until there is one, and after everything was let go.
    sticks: SticksMoved | None = None


@dataclass
class PadTranslator:
    """Turns reports of pads into input events by bindings, dead zones and curves. Pure: tests feed it reports."""

    bindings: Bindings
    aim_shape: StickShape = field(default_factory=lambda: StickShape(exponent=1.6))
    flick_shape: StickShape = field(default_factory=StickShape)
    left_handed: bool = False
    pads: dict[str, PadState] = field(default_factory=dict)

    def translate(self, news: PadNews) -> list[InputEvent]:
        """Return the events of one report or plug."""
        if isinstance(news, PadPlug):
            return self._plug(news)
        state = self.pads.get(news.device)
        if state is None:
            return []
        state.calibration.take(news.axes)
        events = self._buttons(state, news)
        events += self._triggers(state, news)
        if news.axes != state.axes:
            state.axes = news.axes
        events.append(self._sticks(state, news))
        return events

    def held(self, time: float) -> list[InputEvent]:
        """Return once more where the sticks are that are held away from rest: a stick held still reports nothing."""
        return [
            replace(state.sticks, time=time)
            for state in self.pads.values()
            if state.sticks is not None and (state.sticks.left, state.sticks.right) != (AT_REST, AT_REST)
        ]

    def raw(self, device: str) -> tuple[float, ...]:
        """Return the axes of a pad as they are, for the live bars."""
        state = self.pads.get(device)
        return state.axes if state is not None else (0.0,) * len(AXES)

    def names(self) -> Mapping[str, str]:
        """Return the connected pads: identity and what their maker calls them."""
        return {device: state.name for device, state in self.pads.items()}

    def can_rumble(self) -> bool:
        """Tell whether any connected pad has motors."""
        return any(state.rumbles for state in self.pads.values())

    def release_all(self) -> list[InputEvent]:
        """Let go of everything that is held."""
        events: list[InputEvent] = []
        for device, state in self.pads.items():
            for button in state.down:
                events += self._released(button, device, now())
            state.stuck = set(state.down) | set(state.triggers)
            state.down.clear()
            state.triggers.clear()
            state.sticks = None
        return events

    def _plug(self, plug: PadPlug) -> list[InputEvent]:
        if plug.connected:
            self.pads[plug.device] = PadState(plug.name, plug.rumbles)
            return [DeviceFound(plug.time, plug.device, plug.name)]
        state = self.pads.pop(plug.device, None)
        events: list[InputEvent] = []
        if state is not None:
            for button in state.down:
                events += self._released(button, plug.device, plug.time)
        return [*events, DeviceLost(plug.time, plug.device)]

    def _buttons(self, state: PadState, report: PadReport) -> list[InputEvent]:
        if state.stuck is None:
            state.stuck = set(report.buttons)
        state.stuck &= set(report.buttons) | set(TRIGGERS)
        believed = {button for button in report.buttons if button not in state.stuck}
        events: list[InputEvent] = []
        for button in sorted(believed - state.down):
            events += self._pressed(button, report.device, report.time)
        for button in sorted(state.down - believed):
            events += self._released(button, report.device, report.time)
        state.down = believed
        return events

    def _triggers(self, state: PadState, report: PadReport) -> list[InputEvent]:
        events: list[InputEvent] = []
        for axis, button in TRIGGER_AXES.items():
            value = shaped_trigger(report.axes[axis], state.calibration.trigger_rest(axis), self.flick_shape)
            if value >= TRIGGER_DOWN and button not in state.triggers and button not in (state.stuck or ()):
                state.triggers.add(button)
                events += self._pressed(button, report.device, report.time)
            elif value <= TRIGGER_UP:
                if state.stuck:
                    state.stuck.discard(button)
                if button in state.triggers:
                    state.triggers.remove(button)
                    events += self._released(button, report.device, report.time)
        return events

    def _sticks(self, state: PadState, report: PadReport) -> SticksMoved:
        rest = state.calibration.rest
        raw = [value - rest(axis) for axis, value in enumerate(report.axes[:4])]
        left_shape, right_shape = self.aim_shape, self.flick_shape
        if self.left_handed:
            left_shape, right_shape = right_shape, left_shape
        left = shaped(raw[0], -raw[1], left_shape)
        right = shaped(raw[2], -raw[3], right_shape)
        pressed = state.calibration.trigger_rest
        triggers = [shaped_trigger(report.axes[axis], pressed(axis), self.flick_shape) for axis in TRIGGER_AXES]
        state.sticks = SticksMoved(report.time, report.device, left, right, triggers[0], triggers[1])
        return state.sticks

    def _pressed(self, button: str, device: str, time: float) -> list[InputEvent]:
        commands = self.bindings.commands_of(button)
        return [
            KeyPressed(time, button, device),
            *(CommandPressed(time, command, device) for command in commands),
        ]

    def _released(self, button: str, device: str, time: float) -> list[InputEvent]:
        return [CommandReleased(time, command, device) for command in self.bindings.commands_of(button)]


TRIGGER_AXES = {4: "left_trigger", 5: "right_trigger"}
TRIGGERS = frozenset(TRIGGER_AXES.values())
