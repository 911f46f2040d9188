"""Reads the pointer at an even rate beside the frames, so that a slow frame neither loses nor bends a stroke.

The engine reports pointer events once a frame and stamps all of them with the frame's time. Asking the system itself
from a thread gives true times at any frame rate.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from fliegende3d.presentation.devices.clock import now

SAMPLE_PERIOD = 0.004
KEPT_SECONDS = 6.0


@dataclass(frozen=True)
class PointerSample:
    """Where the pointer was [px of the window, y downwards], and whether the main button was down."""

    time: float
    x: float
    y: float
    pressed: bool


Reading = tuple[float, float, bool]
Reader = Callable[[], Reading | None]


def open_reader(window_handle: int) -> tuple[Reader, Callable[[], None]] | None:
    """Return a function that reads the pointer over a window, and one that closes it; None if this system has none."""
    try:
        opener = _OPENERS.get(sys.platform)
        return opener(window_handle) if opener is not None else None
    except (OSError, AttributeError):
        return None


def _open_x11(window_handle: int) -> tuple[Reader, Callable[[], None]] | None:
    name = ctypes.util.find_library("X11")
    if name is None:
        return None
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    integer, mask = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_uint)
    window = ctypes.POINTER(ctypes.c_ulong)
    x11.XQueryPointer.argtypes = [
        ctypes.c_void_p,
        ctypes.c_ulong,
        window,
        window,
        integer,
        integer,
        integer,
        integer,
        mask,
    ]
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    root, child = ctypes.c_ulong(), ctypes.c_ulong()
    root_x, root_y, x, y = (ctypes.c_int() for _ in range(4))
    buttons = ctypes.c_uint()
    main_button = 1 << 8  # Button1Mask of X.h

    def read() -> Reading | None:
        same = x11.XQueryPointer(
            display,
            window_handle,
            ctypes.byref(root),
            ctypes.byref(child),
            ctypes.byref(root_x),
            ctypes.byref(root_y),
            ctypes.byref(x),
            ctypes.byref(y),
            ctypes.byref(buttons),
        )
        return (float(x.value), float(y.value), bool(buttons.value & main_button)) if same else None

    def close() -> None:
        x11.XCloseDisplay(display)

    return read, close


def _open_windows(window_handle: int) -> tuple[Reader, Callable[[], None]] | None:
    user: ctypes.CDLL | None = getattr(ctypes, "windll", None) and ctypes.windll.user32  # type: ignore[attr-defined]
    if user is None:
        return None

    class Point(ctypes.Structure):
        _fields_ = (("x", ctypes.c_long), ("y", ctypes.c_long))

    point = Point()
    left_button = 0x01  # VK_LBUTTON of winuser.h

    def read() -> Reading | None:
        if not user.GetCursorPos(ctypes.byref(point)):
            return None
        user.ScreenToClient(ctypes.c_void_p(window_handle), ctypes.byref(point))
        return (float(point.x), float(point.y), bool(user.GetAsyncKeyState(left_button) & 0x8000))

    return read, lambda: None


_OPENERS = {"linux": _open_x11, "win32": _open_windows}


class PointerSampler:
    """A thread that keeps the last seconds of the pointer. ``close()`` ends it."""

    def __init__(self, reader: Reader, close_reader: Callable[[], None]) -> None:
        self._reader = reader
        self._close_reader = close_reader
        self._samples: deque[PointerSample] = deque(maxlen=int(KEPT_SECONDS / SAMPLE_PERIOD))
        self._running = True
        self._thread = threading.Thread(target=self._run, name="pointer", daemon=True)
        self._thread.start()

    def since(self, start: float) -> list[PointerSample]:
        """Return the samples taken after ``start`` [s], oldest first."""
        return [sample for sample in list(self._samples) if sample.time > start]

    def close(self) -> None:
        """End the thread and give back what it held."""
        self._running = False
        self._thread.join(timeout=1.0)
        self._close_reader()

    def _run(self) -> None:
        while self._running:
            reading = self._reader()
            if reading is not None:
                last = self._samples[-1] if self._samples else None
                if last is None or (last.x, last.y, last.pressed) != reading:
                    self._samples.append(PointerSample(now(), *reading))
            time.sleep(SAMPLE_PERIOD)
