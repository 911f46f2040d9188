"""Drives screens as a player would: presses, flicks, sticks; and reads what they say."""

from __future__ import annotations

from collections.abc import Callable

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
)
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.projection import to_pixel
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.ui.painting import TextRun

Front = Callable[[str], GameScreen]


def shown_text(app: Application) -> str:
    """Every word that is on the screen now."""
    app.surface.show(app._whole_view())
    return " ".join(item.text for item, _ in app.surface.painting.items if isinstance(item, TextRun))


def send(app: Application, *events: InputEvent) -> None:
    for event in events:
        app.dispatch(event)
    app.surface.size = app.host.size
    if app.screens:
        app.surface.show(app._whole_view())


def press(app: Application, key: str) -> None:
    app.surface.size = app.host.size
    app.surface.show(app._whole_view())
    target = next(t for t in app.surface.targets if t.control.key == key)
    x, y = target.rect.centre
    send(
        app,
        PointerMoved(0.0, x, y),
        PointerPressed(0.0, x, y, PointerButton.MAIN),
        PointerReleased(0.0, x, y, PointerButton.MAIN),
    )


def carpet_pixel(app: Application, act: AimAct) -> tuple[float, float]:
    pixel = to_pixel(app, *(float(part) for part in act.shown.mean(axis=0)))
    assert pixel is not None
    return pixel


def flick_events(app: Application, act: AimAct, *, speed: float = 1.4) -> list[InputEvent]:
    """Grip, draw back, push: samples every 4 ms; speed in window heights a second."""
    x, y = carpet_pixel(app, act)
    height = app.host.size[1]
    time = 1.0
    events: list[InputEvent] = [PointerPressed(time, x, y, PointerButton.MAIN)]
    for k in range(50):
        time += 0.004
        events.append(PointerMoved(time, x, y + 0.15 * height * (k + 1) / 50))
    for k in range(50):
        time += 0.004
        events.append(PointerMoved(time, x, y + 0.15 * height - speed * height * 0.004 * (k + 1)))
    events.append(PointerReleased(time, x, y + 0.15 * height - speed * height * 0.2, PointerButton.MAIN))
    return events


def flick(app: Application, act: AimAct) -> None:
    """Flick the carpet."""
    send(app, *flick_events(app, act))


def sticks(time: float, height: float) -> SticksMoved:
    return SticksMoved(time, "pad:a", (0.0, 0.0), (0.0, height), 0.0, 0.0)


class NeverDone:
    """A computation that takes for ever."""

    def done(self) -> bool:
        return False

    def cancel(self) -> bool:
        return True
