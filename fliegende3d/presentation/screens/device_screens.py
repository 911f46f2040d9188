"""Taking a seat with a controller, and what happens when one is unplugged."""

from __future__ import annotations

from collections.abc import Sequence

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    DeviceFound,
    InputEvent,
)
from fliegende3d.presentation.devices.seats import SeatDevices
from fliegende3d.presentation.screens.names import seat_name
from fliegende3d.presentation.screens.new_game import HUMAN
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.emblems import PlayerChip, TurnMark
from fliegende3d.presentation.ui.view import Placed, View


def device_name(app: Application, device: str | None) -> str:
    """Return what a device is called: the keyboard, the maker's name of a pad, or that it is missing."""
    if device is None:
        return app.texts("devices.shared")
    if device == KEYBOARD:
        return app.texts("devices.keyboard")
    return app.pads.names().get(device) or app.texts("devices.missing")


class JoinScreen(PanelScreen):
    """Each person presses the confirm button of the device to play with."""

    title_key = "devices.join_title"
    first_focus = "back"

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        players = app.settings.game.players
        self._seats = [seat for seat, (_, kind) in enumerate(players) if kind == HUMAN]
        self._names = {seat: seat_name(app.texts, seat, players[seat][0]) for seat in self._seats}
        self._next = 0

    def handle(self, event: InputEvent) -> bool:
        """The confirm button of a device takes the next seat; see ``Screen``."""
        if not isinstance(event, CommandPressed) or event.repeat:
            return False
        if event.command is not Command.CONFIRM or self._next >= len(self._seats):
            return False
        taken = self.app.seats.seats_of(event.device)
        waiting = self._seats[self._next :]
        if event.device != KEYBOARD and taken and taken[0] not in waiting:
            self.app.refuse(self.words("devices.has_seat", name=self._names.get(taken[0], "")))
            return True
        self.app.seats = self.app.seats.with_device(self._seats[self._next], event.device)
        self._next += 1
        self.app.refresh()
        return True

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        waiting = self._next < len(self._seats)
        rows: list[Element] = [Label(text=self.words("devices.join_help" if waiting else "devices.join_done"))]
        for index, seat in enumerate(self._seats):
            device = self.app.seats.bound.get(seat)
            rows.append(
                Row(
                    children=[
                        TurnMark(shown=waiting and index == self._next),
                        PlayerChip(seat=seat),
                        Label(text=self._names[seat], least_width=420),
                        Label(text=device_name(self.app, device), colour=self.app.surface.theme.muted),
                    ],
                    weights=(0, 0, 1, 1),
                    wrap=False,
                )
            )
        return rows

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [Button(key="join.reset", label=self.words("devices.share"), on_press=self._reset)]

    def _reset(self) -> None:
        self.app.seats = SeatDevices()
        self._next = 0
        self.app.refresh()


class ReconnectScreen(Screen):
    """The game waits for a controller that was unplugged."""

    def __init__(self, app: Application, seat: int, name: str, device: str) -> None:
        super().__init__(app)
        self._seat, self._name, self._device = seat, name, device

    def handle(self, event: InputEvent) -> bool:
        """The same controller, or the confirm button of another, goes on; see ``Screen``."""
        match event:
            case DeviceFound(device=device) if device == self._device:
                self.app.pop()
                return True
            case CommandPressed(command=Command.CONFIRM, device=device) if device != KEYBOARD:
                if self.app.seats.seats_of(device):
                    return True
                self.app.seats = self.app.seats.with_device(self._seat, device)
                self.app.pop()
                return True
            case _:
                return False

    def back(self) -> None:
        """Leaving this screen frees the seat for the keyboard and the mouse."""
        self.app.seats = self.app.seats.freed(self._seat)
        self.app.pop()

    def view(self) -> View:
        """See ``Screen``."""
        words = self.words
        body = Column(
            children=[
                Row(children=[PlayerChip(seat=self._seat), Label(text=words("devices.lost", name=self._name))]),
                Label(text=words("devices.lost_help")),
                Button(
                    key="reconnect.keyboard",
                    label=words("devices.use_keyboard"),
                    on_press=self.back,
                    role=Role.PRIMARY,
                ),
            ]
        )
        panel = Panel(key="reconnect", title=words("devices.lost_title"), body=body, width=900)
        return View([Placed(element=panel)], veil=1.0, curtain=True)
