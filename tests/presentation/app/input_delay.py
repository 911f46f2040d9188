"""Counts the frames from a press at a real window to the frame that uses it, and to the screen; prints them as JSON.

Run under a virtual screen: ``DISPLAY=:N python input_delay.py FOLDER``. Everything goes through the display server:
presses and moves are sent to it, and the picture is read back from it.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from panda3d.core import GraphicsWindow

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import CommandPressed, InputEvent, PointerMoved, PointerPressed
from fliegende3d.presentation.graphics.host import Host, open_window
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.settings import default_settings

SIZE = (320, 180)
REPEATS = 4
# So many frames without a report mean that none comes.
MOST_FRAMES = 12
KEY_DOWN_ARROW = 0xFF54  # X11 keysymdef.h: XK_Down
REVERT_TO_PARENT, EVERY_PLANE, Z_PIXMAP = 2, 0xFFFFFFFF, 2  # X11/X.h
BLUE = 0xFF


class Server:
    """The display server, asked directly."""

    def __init__(self, host: Host) -> None:
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        window = host.output
        assert isinstance(window, GraphicsWindow)
        handle, properties = window.get_window_handle(), window.get_properties()
        assert handle is not None
        self._window = ctypes.c_ulong(int(handle.get_int_handle()))
        self._origin = (properties.get_x_origin(), properties.get_y_origin())
        self._key = self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(KEY_DOWN_ARROW))
        self._x.XSetInputFocus(self._display, self._window, REVERT_TO_PARENT, ctypes.c_ulong(0))

    def key(self, down: bool) -> None:
        """Press or release a key."""
        self._test.XTestFakeKeyEvent(self._display, self._key, int(down), ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def button(self, down: bool) -> None:
        """Press or release the mouse's main button."""
        self._test.XTestFakeButtonEvent(self._display, 1, int(down), ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def move(self, x: int, y: int) -> None:
        """Move the pointer to a pixel of the window."""
        left, top = self._origin
        self._test.XTestFakeMotionEvent(self._display, -1, left + x, top + y, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def blue(self) -> int:
        """Return the blue of a pixel of the window, as it is on the screen, 0 to 255."""
        image = ctypes.c_void_p(self._x.XGetImage(self._display, self._window, 9, 9, 1, 1, EVERY_PLANE, Z_PIXMAP))
        return int(self._x.XGetPixel(image, 0, 0)) & BLUE


def frames_to_screen(host: Host, server: Server) -> list[int]:
    """Count the frames, from the one that is told of a colour on, until it is on the screen."""
    counts = []
    for blue in (40, 90, 140, 190):
        host.base.set_background_color(0.0, 0.0, blue / 255.0)
        count = 0
        while abs(server.blue() - blue) > 1 and count < MOST_FRAMES:
            host.base.taskMgr.step()
            count += 1
        counts.append(count)
    return counts


def frames_to_use(app: Application, send: Callable[[int], None], kind: type[InputEvent]) -> list[int]:
    """Count the frames, from the one that follows at once on, until an event of a kind is used."""
    counts = []
    used: list[InputEvent] = []
    dispatch = app.dispatch

    def noted(event: InputEvent) -> None:
        used.append(event)
        dispatch(event)

    app.dispatch = noted  # type: ignore[method-assign]
    for number in range(REPEATS):
        used.clear()
        send(number)
        count = 0
        while not any(isinstance(event, kind) for event in used) and count < MOST_FRAMES:
            app.step(0.02)
            count += 1
        counts.append(count)
        for _ in range(4):
            app.step(0.02)
    app.dispatch = dispatch  # type: ignore[method-assign]
    return counts


def main(folder: Path) -> None:
    """Measure everything."""
    host = open_window("test", SIZE)
    server = Server(host)
    counts = {"picture": frames_to_screen(host, server)}
    settings = default_settings()
    settings = msgspec.structs.replace(settings, video=msgspec.structs.replace(settings.video, preset="low"))
    app = Application(host, settings, folder, saves=folder / "saves", wants_pads=False)
    app.push(TitleScreen(app))
    server.move(5, 5)
    for _ in range(MOST_FRAMES):
        app.step(0.02)

    def key(_: int) -> None:
        server.key(True)
        server.key(False)

    def button(number: int) -> None:
        server.button(number % 2 == 0)

    counts["key"] = frames_to_use(app, key, CommandPressed)
    counts["move"] = frames_to_use(app, lambda number: server.move(6 + number, 6), PointerMoved)
    counts["button"] = frames_to_use(app, button, PointerPressed)[::2]
    app.destroy()
    print(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
