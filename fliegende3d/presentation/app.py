"""The application: one window, the screens on a stack, and the loop that joins devices, screens and drawing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fliegende3d.game.saving import saves_folder
from fliegende3d.presentation.app_start import chosen_language, merged_bindings, pictures_folder
from fliegende3d.presentation.devices.clock import now
from fliegende3d.presentation.devices.dead_zone import StickShape
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    CloseWanted,
    Command,
    CommandPressed,
    DeviceFound,
    DeviceLost,
    FocusLost,
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
    TextTyped,
    WheelTurned,
)
from fliegende3d.presentation.devices.pads import PadReader, PadTranslator
from fliegende3d.presentation.devices.seats import SeatDevices
from fliegende3d.presentation.devices.stick_navigation import StickNavigation
from fliegende3d.presentation.devices.window_input import WindowInput
from fliegende3d.presentation.graphics.host import Host, set_fullscreen
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.sound.board import SoundBoard
from fliegende3d.presentation.text import load_texts
from fliegende3d.presentation.ui.elements import Label, Panel
from fliegende3d.presentation.ui.focus import Direction
from fliegende3d.presentation.ui.renderer import Renderer
from fliegende3d.presentation.ui.surface import Surface
from fliegende3d.presentation.ui.theme import HIGH_CONTRAST, STANDARD, TextStyle
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.settings import Settings, save_settings

if TYPE_CHECKING:
    from fliegende3d.presentation.warming import WarmUp

# How long a message stays [s]: a base and a little for each character, so that long ones can be read.
MESSAGE_TIME = 2.5
MESSAGE_TIME_PER_CHARACTER = 0.06
# Frames are not drawn faster than this; the screen's own rate is kept by vertical synchronisation.
SHORTEST_FRAME = 1.0 / 250.0
LONGEST_STEP = 0.25
# While flights are compiled the loop rests so much longer than a frame took, up to so long [s].
WARMING_PAUSE, LONGEST_PAUSE = 2.0, 0.2
CAPTION_TIME = 1.6
SMALLEST_WINDOW = 320

__all__ = ["Application", "Message"]

# Events that may change what controls show: a second one within a frame must not meet outdated controls.
ACTING = (TextTyped, CommandPressed, PointerPressed, PointerReleased, WheelTurned)

DIRECTIONS = {
    Command.UP: Direction.UP,
    Command.DOWN: Direction.DOWN,
    Command.LEFT: Direction.LEFT,
    Command.RIGHT: Direction.RIGHT,
}


@dataclass
class Message:
    """A line that is shown for a while, and until when [s]."""

    text: str
    until: float


@dataclass
class Application:
    """Everything that runs in a window or offscreen buffer. `destroy()` gives all of it back."""

    host: Host
    settings: Settings
    folder: Path | None = None
    saves: Path = field(default_factory=saves_folder)
    pictures: Path = field(default_factory=pictures_folder)
    screens: list[Screen] = field(default_factory=list)
    message: Message | None = None
    running: bool = True
    last_device: str = KEYBOARD
    wants_pads: bool = True

    def __post_init__(self) -> None:
        self.texts = load_texts(chosen_language(self.settings.language))
        self.typeface = Typeface()
        self.stage = Stage(self.host, preset=self.settings.video.preset)
        self.renderer = Renderer(self.host.output, self.typeface)
        self.surface = Surface(self.typeface)
        self.bindings = merged_bindings(self.settings)
        self.window = WindowInput(self.host, self.bindings[KEYBOARD])
        self.reader = PadReader() if self.wants_pads else None
        self.pads = PadTranslator(self.bindings["pad"])
        self.navigation = StickNavigation()
        self.seats = SeatDevices()
        self.warm: WarmUp | None = None
        self.sounds = SoundBoard(self.settings.sound, self.show_caption)
        self.subtitle: Message | None = None
        self.time = now()
        self._stale = True
        self._acted = False
        self._stop_listening = self.host.on_resize(lambda _: self.refresh())
        self._apply_access()
        self._apply_controls()

    # Screens

    @property
    def screen(self) -> Screen:
        """The screen in front."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Show a screen above the present one."""
        if self.screens:
            self.screen.leave()
        self.screens.append(screen)
        self._entered()

    def pop(self) -> None:
        """Go back to the screen below; the last one stays."""
        if len(self.screens) > 1:
            self._drop()
            self._entered()

    def replace(self, screen: Screen) -> None:
        """Show a screen that takes over what the present one holds."""
        if self.screens:
            self.screens.pop().leave()
        self.screens.append(screen)
        self._entered()

    def restart(self, screen: Screen) -> None:
        """Take all screens away and show one."""
        while self.screens:
            self._drop()
        self.screens.append(screen)
        self._entered()

    def _drop(self) -> None:
        screen = self.screens.pop()
        screen.leave()
        screen.close()

    def _entered(self) -> None:
        self.surface.cancel()
        self.surface.interaction.focus = None
        self.surface.interaction.offsets.clear()
        self.screen.enter()
        self.surface.size = self.host.size
        self.surface.show(self._whole_view(), keep_focus=False)
        self._stale = True

    def refresh(self) -> None:
        """Ask for the view to be made anew before the next frame."""
        self._stale = True

    def say(self, text: str) -> None:
        """Show a message for a while."""
        if text:
            self.message = Message(text, now() + MESSAGE_TIME + MESSAGE_TIME_PER_CHARACTER * len(text))
            self.refresh()

    def refuse(self, text: str) -> None:
        """Say why something cannot be done."""
        self.sounds.play("refuse", loudness=0.5)
        self.say(text)

    def show_caption(self, name: str) -> None:
        """Show a sound in words for a moment."""
        self.subtitle = Message(self.texts(f"caption.{name}"), now() + CAPTION_TIME)
        self.refresh()

    def rumble(self, seat: int, strength: float, seconds: float) -> None:
        """Shake the pad that a seat is played with, as strongly as the player wants; without one nothing happens."""
        device = self.seats.bound.get(seat, self.last_device)
        strength *= self.settings.controls.rumble
        if self.reader is not None and device != KEYBOARD and strength > 0.0:
            self.reader.rumble(device, strength, seconds)

    def quit(self) -> None:
        """End the loop after this frame."""
        self.running = False

    # Settings

    def key_label(self, name: str, *, pad: bool = False) -> str:
        """Return what is printed on a key or pad button."""
        if not name:
            return ""
        key = f"key.{name}"
        if self.texts.has(key):
            return self.texts(key)
        return name.upper() if pad else self.window.key_label(name).upper()

    def change_settings(self, settings: Settings) -> None:
        """Use other settings at once and keep them; says so if they cannot be kept."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.texts = load_texts(chosen_language(settings.language))
        if settings.video.preset != before.video.preset:
            self.stage.set_preset(settings.video.preset)
        if settings.video.fullscreen != before.video.fullscreen:
            size = (settings.video.width, settings.video.height)
            set_fullscreen(self.host, settings.video.fullscreen, window_size=size)
        self.bindings = merged_bindings(settings)
        self.window.bindings = self.bindings[KEYBOARD]
        self._apply_access()
        self._apply_controls()
        self.sounds.volumes = settings.sound
        problem = save_settings(settings, self.folder)
        if problem:
            self.say(self.texts("settings.not_saved", reason=problem))
        self.refresh()

    def _apply_access(self) -> None:
        access = self.settings.access
        self.surface.theme = HIGH_CONTRAST if access.high_contrast else STANDARD
        self.surface.chosen_scale = access.interface_scale
        self.refresh()

    def _apply_controls(self) -> None:
        controls = self.settings.controls
        inner, outer = controls.inner_dead_zone, controls.outer_dead_zone
        self.pads.bindings = self.bindings["pad"]
        self.pads.aim_shape = StickShape(inner, outer, controls.aim_exponent)
        self.pads.flick_shape = StickShape(inner, outer, controls.flick_exponent)

    # The loop

    def run(self) -> None:
        """Run until the player ends it."""
        while self.running:
            begun = now()
            self.step()
            took = now() - begun
            spare = SHORTEST_FRAME - took
            if self.warm is not None and self.warm.compiling:
                # Where drawing is slow it must not keep the processors from what everybody waits for.
                spare = max(spare, min(WARMING_PAUSE * took, LONGEST_PAUSE))
            if spare > 0.0:
                time.sleep(spare)

    def step(self, dt: float | None = None, events: Sequence[InputEvent] | None = None) -> None:
        """Do one frame: input, time, drawing. ``dt`` [s] and ``events`` replace clock and devices in tests."""
        moment = now()
        passed = min(LONGEST_STEP, moment - self.time) if dt is None else dt
        self.time = moment
        for event in self._poll() if events is None else events:
            self.dispatch(event)
            if not self.running:
                return
        self.screen.update(passed)
        if self.message is not None and now() > self.message.until:
            self.message = None
            self.refresh()
        if self.subtitle is not None and now() > self.subtitle.until:
            self.subtitle = None
            self.refresh()
        self.sounds.loop("evening", 0.55)
        self.sounds.loop("music", 0.6)
        self.sounds.update(passed)
        self.draw()
        self.stage.update(passed)
        self.host.base.taskMgr.step()

    def _poll(self) -> list[InputEvent]:
        """Return what all devices reported since the last frame, in order of time."""
        self.host.gather_input()
        events = self.window.poll()
        if self.reader is not None:
            for news in self.reader.take():
                events += self.pads.translate(news)
            events += self.pads.held(now())
            events += self.navigation.repeats(now())
        return sorted(events, key=lambda event: event.time)

    def draw(self) -> None:
        """Bring the interface up to date if something changed."""
        if self.surface.size != self.host.size:
            self.surface.size = self.host.size
            self._stale = True
        self._acted = False
        if self._stale:
            self._stale = False
            self.surface.show(self._whole_view())
            self.renderer.draw(self.surface.painting, self.host.size)

    def _whole_view(self) -> View:
        view = self.screen.view()
        if self.subtitle is not None:
            words = Label(text=f"[{self.subtitle.text}]", style=TextStyle.SMALL, align=0.5)
            caption = Placed(element=Panel(key="subtitle", body=words, padding=16), across=0.5, down=0.86)
            view = replace(view, placed=[*view.placed, caption])
        if self.message is None:
            return view
        line = Panel(key="message", body=Label(text=self.message.text, style=TextStyle.BODY, align=0.5))
        shown = Placed(element=line, across=0.5, down=0.02, most_width=1100)
        return replace(view, placed=[*view.placed, shown])

    def dispatch(self, event: InputEvent) -> None:
        """Give one event to whoever wants it: the screen's gesture, the controls, the screen's table.

        Of several keys or presses within one slow frame each meets the controls as the one before left them.
        """
        self.refresh()
        if isinstance(event, ACTING):
            if self._acted:
                self.surface.show(self._whole_view())
            self._acted = True
        if isinstance(event, CloseWanted):
            self.quit()
            return
        if isinstance(event, FocusLost):
            self.surface.cancel()
            self.navigation.clear()
            self.pads.release_all()
        if isinstance(event, CommandPressed):
            self.last_device = event.device
            self.surface.interaction.show_focus = True
        if self.screen.handle(event):
            return
        match event:
            case PointerMoved(x=x, y=y):
                self.surface.interaction.show_focus = False
                self.surface.move_pointer(x, y)
                self.screen.table_event(event)
            case PointerPressed(x=x, y=y, button=PointerButton.MAIN):
                self.last_device = KEYBOARD
                if not self.surface.press_pointer(x, y) and not self.surface.covers(x, y):
                    self.screen.table_event(event)
            case PointerPressed(button=PointerButton.SECOND):
                self.screen.table_event(event)
            case PointerReleased(x=x, y=y, button=PointerButton.MAIN):
                if self.surface.release_pointer(x, y):
                    self.sounds.play("press", loudness=0.4)
                else:
                    self.screen.table_event(event)
            case WheelTurned(notches=notches):
                if not self.surface.scroll(notches):
                    self.screen.table_event(event)
            case TextTyped(text=text):
                self.surface.type_text(text)
            case CommandPressed():
                self._command(event)
            case SticksMoved():
                for pressed in self.navigation.take(event):
                    self.dispatch(pressed)
            case DeviceFound() | DeviceLost():
                self._device_changed(event)
            case _:
                self.screen.table_event(event)

    def take_picture(self) -> None:
        """Save a picture of the window in the user's pictures; nothing secret is ever in it."""
        if self.screen.secret:
            self.refuse(self.texts("picture.secret"))
            return
        folder = self.pictures
        try:
            folder.mkdir(parents=True, exist_ok=True)
            number = 1
            while (path := folder / f"fliegende3d-{number:03d}.png").exists():
                number += 1
            self.host.screenshot(path)
        except OSError as error:
            self.refuse(self.texts("picture.failed", reason=error.strerror or str(error)))
            return
        self.say(self.texts("picture.saved", path=path))

    def _open_help(self) -> None:
        from fliegende3d.presentation.screens.controls_screen import ControlsScreen

        if not isinstance(self.screen, ControlsScreen):
            self.push(ControlsScreen(self))

    def keep_window_size(self) -> None:
        """Remember the window's size for the next start."""
        video, size = self.settings.video, self.host.size
        if not video.fullscreen and size != (video.width, video.height) and min(size) >= SMALLEST_WINDOW:
            video = msgspec.structs.replace(video, width=size[0], height=size[1])
            save_settings(msgspec.structs.replace(self.settings, video=video), self.folder)

    def _device_changed(self, event: DeviceFound | DeviceLost) -> None:
        if isinstance(event, DeviceFound):
            self.say(self.texts("devices.found", name=event.name))
        self.screen.table_event(event)

    def _command(self, event: CommandPressed) -> None:
        if self._global_command(event):
            return
        focused = self.surface.focused()
        typing = focused is not None and event.device == KEYBOARD and focused.control.type_text("")
        direction = DIRECTIONS.get(event.command)
        if direction is not None:
            if self.surface.move_focus(direction):
                self.sounds.play("tick", loudness=0.3)
            else:
                self.screen.command(event)
            return
        if typing and event.command not in (Command.CONFIRM, Command.BACK, Command.NEXT, Command.PREVIOUS):
            return
        match event.command:
            case Command.CONFIRM if not event.repeat:
                if typing and self._is_space(event):
                    return
                self.sounds.play("press", loudness=0.4)
                if not self.surface.confirm():
                    self.screen.command(event)
            case Command.NEXT:
                self.surface.step_focus(1)
            case Command.PREVIOUS:
                self.surface.step_focus(-1)
            case Command.PAGE_UP:
                self.surface.page(-1)
            case Command.PAGE_DOWN:
                self.surface.page(1)
            case _:
                self.screen.command(event)

    def _is_space(self, event: CommandPressed) -> bool:
        return self.window.last_key == "space"

    def _global_command(self, event: CommandPressed) -> bool:
        if event.repeat:
            return False
        if event.command is Command.SCREENSHOT:
            self.take_picture()
            return True
        if event.command is Command.HELP:
            self._open_help()
            return True
        if event.command is Command.FULLSCREEN:
            video = msgspec.structs.replace(self.settings.video, fullscreen=not self.settings.video.fullscreen)
            self.change_settings(msgspec.structs.replace(self.settings, video=video))
            return True
        return False

    def destroy(self) -> None:
        """Give back screens, devices, drawing and the window."""
        while self.screens:
            self._drop()
        self._stop_listening()
        self.window.destroy()
        if self.reader is not None:
            self.reader.close()
        self.sounds.destroy()
        self.renderer.destroy()
        self.stage.destroy()
        self.host.destroy()
