"""Pointer and keyboard of the window: engine events and the sampler's times together become input events."""

from __future__ import annotations

from typing import Any, Protocol

from direct.showbase.DirectObject import DirectObject
from panda3d.core import ButtonThrower, GraphicsWindow, WindowProperties

from fliegende3d.presentation.devices.bindings import Bindings
from fliegende3d.presentation.devices.clock import now
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    CloseWanted,
    Command,
    CommandPressed,
    CommandReleased,
    FocusGained,
    FocusLost,
    InputEvent,
    KeyPressed,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
    WheelTurned,
)
from fliegende3d.presentation.devices.pointer_sampler import PointerSample, PointerSampler, open_reader
from fliegende3d.presentation.graphics.host import Host

MOUSE_BUTTONS = {"mouse1": PointerButton.MAIN, "mouse2": PointerButton.MIDDLE, "mouse3": PointerButton.SECOND}
WHEEL = {"wheel_up": 1.0, "wheel_down": -1.0}
MODIFIERS = {
    "lshift": "shift",
    "rshift": "shift",
    "lcontrol": "control",
    "rcontrol": "control",
    "lalt": "alt",
    "ralt": "alt",
    "shift": "shift",
    "control": "control",
    "alt": "alt",
}
# A sampled change of the main button may lie this far before the engine's event of it [s]: several frames of a slow
# machine, less than the sampler keeps.
BUTTON_LOOKBACK = 5.0
# A sampled press or release without an engine event within this time [s] and so many frames belongs to another window.
# The engine hands an event on one or two frames after it happened.
UNEXPLAINED_PRESS = 0.5
UNEXPLAINED_FRAMES = 4
# The engine's own pointer place is some frames older than the sampler's; it counts once the sampler saw no move for
# this long [s] and for so many frames.
SAMPLER_IDLE = 0.15
IDLE_FRAMES = 4


class Sampler(Protocol):
    """What knows the pointer's last seconds: see ``PointerSampler``."""

    def since(self, start: float) -> list[PointerSample]:
        """Return the samples taken after ``start`` [s], oldest first."""
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...


class WindowInput(DirectObject):
    """Collects what happened at the window since the last frame. ``destroy()`` lets go of the window.

    Without a ``sampler`` one is opened for the window, if the system can be asked for its pointer.
    """

    def __init__(self, host: Host, bindings: Bindings, *, sampler: Sampler | None = None) -> None:
        super().__init__()
        self._host = host
        self.bindings = bindings
        self._waiting: list[InputEvent] = []
        self._held: dict[str, tuple[Command, ...]] = {}
        self._modifiers: set[str] = set()
        self._raw_keys = False
        self.last_key = ""
        self._handled = now()
        self._moved = 0.0
        self._idle_frames = 0
        self._unexplained: tuple[float, int] = (0.0, 0)
        self._foreign_press = False
        self._place = (-1.0, -1.0)
        self._main_down = False
        self._foreground = True
        self._sampler: Sampler | None = sampler if sampler is not None else self._open_sampler()
        self._prepare_throwers()
        self.accept("window-event", self._window_event)

    def poll(self) -> list[InputEvent]:
        """Return everything since the last call, in order of time."""
        self._follow_pointer()
        events, self._waiting = self._waiting, []
        return events

    def release_all(self) -> None:
        """Forget every key and button that is held."""
        time = now()
        for commands in self._held.values():
            self._waiting.extend(CommandReleased(time, command, KEYBOARD) for command in commands)
        self._held.clear()
        self._modifiers.clear()
        self._main_down = False

    def key_label(self, name: str) -> str:
        """Return what is printed on the key with a physical name, by the system's layout."""
        window = self._host.output
        if isinstance(window, GraphicsWindow):
            keyboard = window.get_keyboard_map()
            label = keyboard.get_mapped_button_label(name) if keyboard else ""
            if label:
                return str(label)
        return name

    def destroy(self) -> None:
        """Stop listening and sampling."""
        self.ignore_all()
        if self._sampler is not None:
            self._sampler.close()
            self._sampler = None

    def _open_sampler(self) -> PointerSampler | None:
        window = self._host.output
        handle = window.get_window_handle() if isinstance(window, GraphicsWindow) else None
        reader = open_reader(int(handle.get_int_handle())) if handle is not None else None
        return PointerSampler(*reader) if reader is not None else None

    def _prepare_throwers(self) -> None:
        throwers: list[Any] = list(self._host.base.buttonThrowers or [])
        for path in throwers:
            thrower = path.node()
            if not isinstance(thrower, ButtonThrower):
                continue
            thrower.set_button_down_event("input-down")
            thrower.set_button_up_event("input-up")
            thrower.set_button_repeat_event("input-repeat")
            thrower.set_raw_button_down_event("input-raw-down")
            thrower.set_raw_button_up_event("input-raw-up")
            thrower.set_keystroke_event("input-key")
        if throwers:
            self.accept("input-down", self._button_down)
            self.accept("input-up", self._button_up)
            self.accept("input-repeat", self._button_repeat)
            self.accept("input-raw-down", self._raw_down)
            self.accept("input-raw-up", self._raw_up)
            self.accept("input-key", self._keystroke)

    def _button_down(self, name: str) -> None:
        if name in MOUSE_BUTTONS:
            self._mouse(name, True)
        elif name in WHEEL:
            self._waiting.append(WheelTurned(now(), WHEEL[name]))
        elif not self._raw_keys:
            self._key_down(name)

    def _button_up(self, name: str) -> None:
        if name in MOUSE_BUTTONS:
            self._mouse(name, False)
        elif name not in WHEEL and not self._raw_keys:
            self._key_up(name)

    def _button_repeat(self, name: str) -> None:
        time = now()
        for command in self._held.get(name, ()):
            self._waiting.append(CommandPressed(time, command, KEYBOARD, repeat=True))
        if name == "backspace":
            self._waiting.append(TextTyped(time, "\b"))

    def _raw_down(self, name: str) -> None:
        if name not in MOUSE_BUTTONS and name not in WHEEL:
            self._raw_keys = True
            self._key_down(name)

    def _raw_up(self, name: str) -> None:
        if name not in MOUSE_BUTTONS and name not in WHEEL:
            self._key_up(name)

    def _keystroke(self, text: str) -> None:
        if text.isprintable():
            self._waiting.append(TextTyped(now(), text))

    def _key_down(self, name: str) -> None:
        if name in self._held:
            return
        time = now()
        self.last_key = name
        combined = "-".join([*sorted({MODIFIERS[m] for m in self._modifiers}), name])
        if name in MODIFIERS:
            self._modifiers.add(name)
        commands = self.bindings.commands_of(combined) or (
            self.bindings.commands_of(name) if combined == name or not self._strong_modifier() else ()
        )
        self._held[name] = commands
        if name == "backspace":
            self._waiting.append(TextTyped(time, "\b"))
        self._waiting.append(KeyPressed(time, combined, KEYBOARD))
        self._waiting.extend(CommandPressed(time, command, KEYBOARD) for command in commands)

    def _strong_modifier(self) -> bool:
        return bool({MODIFIERS[m] for m in self._modifiers} - {"shift"})

    def _key_up(self, name: str) -> None:
        self._modifiers.discard(name)
        time = now()
        commands = self._held.pop(name, ())
        self._waiting.extend(CommandReleased(time, command, KEYBOARD) for command in commands)

    def _mouse(self, name: str, down: bool) -> None:
        button = MOUSE_BUTTONS[name]
        time, place = now(), self._pointer_place()
        if button is PointerButton.MAIN:
            found = self._sampled_change(down)
            if found is not None:
                time, place = found.time, (found.x, found.y)
            self._moves_until(time)
            self._main_down = down
            self._foreign_press = False
        x, y = place if place is not None else self._place
        self._place = (x, y)
        kind = PointerPressed if down else PointerReleased
        self._waiting.append(kind(time, x, y, button))
        self._handled = max(self._handled, time)

    def _sampled_change(self, down: bool) -> PointerSample | None:
        if self._sampler is None:
            return None
        samples = self._sampler.since(max(self._handled, now() - BUTTON_LOOKBACK))
        was = self._main_down
        for sample in samples:
            if sample.pressed == down and was != down:
                return sample
            was = sample.pressed
        return None

    def _moves_until(self, time: float, *, stop_at_press: bool = False) -> bool:
        """Report sampled moves up to a time; True if it stopped at a press or release that has no event yet."""
        if self._sampler is None:
            return False
        for sample in self._sampler.since(self._handled):
            if sample.time > time:
                break
            if sample.pressed == self._main_down:
                self._foreign_press = False
            elif stop_at_press and self._awaits_event(sample, time):
                return True
            if (sample.x, sample.y) != self._place:
                self._place = (sample.x, sample.y)
                self._waiting.append(PointerMoved(sample.time, sample.x, sample.y))
                self._moved = sample.time
                self._idle_frames = 0
            self._handled = sample.time
        return False

    def _awaits_event(self, change: PointerSample, time: float) -> bool:
        """Tell whether the engine may still report a sampled change of the button; counts one frame of waiting."""
        if self._foreign_press:
            return False
        since, frames = self._unexplained
        frames = frames + 1 if since == change.time else 1
        self._unexplained = (change.time, frames)
        waits = time - change.time < UNEXPLAINED_PRESS or frames <= UNEXPLAINED_FRAMES
        self._foreign_press = not waits
        return waits

    def _follow_pointer(self) -> None:
        time = now()
        self._idle_frames += 1
        if self._foreground and self._moves_until(time, stop_at_press=True):
            return
        place = self._pointer_place()
        idle = self._sampler is None or (time - self._moved > SAMPLER_IDLE and self._idle_frames > IDLE_FRAMES)
        if place is not None and place != self._place and idle:
            self._place = place
            self._waiting.append(PointerMoved(time, *place))

    def _pointer_place(self) -> tuple[float, float] | None:
        window = self._host.output
        if not isinstance(window, GraphicsWindow) or not self._host.is_open:
            return None
        pointer = window.get_pointer(0)
        return (float(pointer.get_x()), float(pointer.get_y())) if pointer.get_in_window() else None

    def _window_event(self, window: GraphicsWindow | None) -> None:
        if window is None or window != self._host.output:
            return
        properties: WindowProperties = window.get_properties()
        if not properties.get_open():
            self._waiting.append(CloseWanted(now()))
            return
        foreground = properties.get_foreground()
        if foreground != self._foreground:
            self._foreground = foreground
            if not foreground:
                self.release_all()
            self._waiting.append(FocusGained(now()) if foreground else FocusLost(now()))
