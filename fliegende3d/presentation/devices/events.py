"""What devices report, in one form: times in seconds of one monotonic clock, places in window pixels (y downwards)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

KEYBOARD = "keyboard"


class Command(StrEnum):
    """What a key or pad button means. Bindings map physical keys and buttons to these."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    CONFIRM = "confirm"
    BACK = "back"
    MENU = "menu"
    SCORES = "scores"
    TOP_VIEW = "top_view"
    NEXT = "next"
    PREVIOUS = "previous"
    PAGE_UP = "page_up"
    PAGE_DOWN = "page_down"
    TILT_LEFT = "tilt_left"
    TILT_RIGHT = "tilt_right"
    LOFT_UP = "loft_up"
    LOFT_DOWN = "loft_down"
    FINE = "fine"
    UNDO = "undo"
    HELP = "help"
    FULLSCREEN = "fullscreen"
    SCREENSHOT = "screenshot"


class PointerButton(StrEnum):
    """The buttons of a mouse."""

    MAIN = "main"
    SECOND = "second"
    MIDDLE = "middle"


@dataclass(frozen=True)
class PointerMoved:
    """The pointer is at a place."""

    time: float
    x: float
    y: float


@dataclass(frozen=True)
class PointerPressed:
    """A mouse button went down."""

    time: float
    x: float
    y: float
    button: PointerButton


@dataclass(frozen=True)
class PointerReleased:
    """A mouse button went up."""

    time: float
    x: float
    y: float
    button: PointerButton


@dataclass(frozen=True)
class WheelTurned:
    """The wheel turned; positive away from the player."""

    time: float
    notches: float


@dataclass(frozen=True)
class CommandPressed:
    """A bound key or button went down; ``repeat`` if it only repeats while held."""

    time: float
    command: Command
    device: str
    repeat: bool = False


@dataclass(frozen=True)
class CommandReleased:
    """A bound key or button went up."""

    time: float
    command: Command
    device: str


@dataclass(frozen=True)
class KeyPressed:
    """Any key or pad button went down, bound or not: for rebinding. ``name`` is its physical name."""

    time: float
    name: str
    device: str


@dataclass(frozen=True)
class TextTyped:
    """Typed characters; ``"\\b"`` is a backspace."""

    time: float
    text: str


@dataclass(frozen=True)
class SticksMoved:
    """The sticks and triggers of a pad after dead zones: −1 to 1, x to the right, y up; triggers 0 to 1."""

    time: float
    device: str
    left: tuple[float, float]
    right: tuple[float, float]
    left_trigger: float
    right_trigger: float


@dataclass(frozen=True)
class DeviceFound:
    """A pad was connected; ``name`` is what its maker calls it."""

    time: float
    device: str
    name: str


@dataclass(frozen=True)
class DeviceLost:
    """A pad was disconnected."""

    time: float
    device: str


@dataclass(frozen=True)
class FocusLost:
    """The window is no longer in front: everything held is let go."""

    time: float


@dataclass(frozen=True)
class FocusGained:
    """The window is in front again."""

    time: float


@dataclass(frozen=True)
class CloseWanted:
    """The player closed the window."""

    time: float


InputEvent = (
    PointerMoved
    | PointerPressed
    | PointerReleased
    | WheelTurned
    | CommandPressed
    | CommandReleased
    | KeyPressed
    | TextTyped
    | SticksMoved
    | DeviceFound
    | DeviceLost
    | FocusLost
    | FocusGained
    | CloseWanted
)
