"""Keys and buttons: what each does, changed by pressing another, and live bars of the sticks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.bindings import Bindings
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    InputEvent,
    KeyPressed,
    SticksMoved,
)
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Bar, Button
from fliegende3d.presentation.ui.elements import Column, Element, Label, Row, Rule
from fliegende3d.presentation.ui.theme import TextStyle

PAD = "pad"


class ControlsScreen(PanelScreen):
    """Lists every command with its key and its pad button."""

    title_key = "controls.title"
    width = 1240.0

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._waiting: tuple[str, Command] | None = None
        self._sticks: SticksMoved | None = None

    def handle(self, event: InputEvent) -> bool:
        """While a new key is awaited every key is that one; see ``Screen``."""
        if isinstance(event, SticksMoved):
            self._sticks = event
            return False
        if self._waiting is None:
            return False
        if isinstance(event, KeyPressed):
            kind, command = self._waiting
            if (event.device == KEYBOARD) == (kind == KEYBOARD):
                self._waiting = None
                if not (event.name == "escape" and command is not Command.BACK):
                    self._bind(kind, command, event.name)
                # The key's own command must not be carried out as well.
                self._swallow = event.time
            return True
        return isinstance(event, CommandPressed | CommandReleased)

    _swallow = -1.0

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        if pressed.time == self._swallow:
            return True
        return super().command(pressed)

    def _bind(self, kind: str, command: Command, name: str) -> None:
        bindings = self.app.bindings["keyboard" if kind == KEYBOARD else PAD]
        changed = bindings.rebound(command, name)
        if isinstance(changed, str):
            self.app.refuse(self.words("controls.needed", command=self.words(f"command.{changed}")))
            return
        self._keep(kind, changed)

    def _keep(self, kind: str, bindings: Bindings) -> None:
        table = {command.value: list(names) for command, names in bindings.names.items() if names}
        settings = self.app.settings
        changes = {"keyboard" if kind == KEYBOARD else PAD: table}
        controls = msgspec.structs.replace(settings.controls, **changes)
        self.app.change_settings(msgspec.structs.replace(settings, controls=controls))

    def _reset(self) -> None:
        settings = self.app.settings
        controls = msgspec.structs.replace(settings.controls, keyboard={}, pad={})
        self.app.change_settings(msgspec.structs.replace(settings, controls=controls))

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        rows: list[Element] = [self._row(command) for command in Command]
        rows += [Rule(), *self._bars()]
        return rows

    def head(self) -> Element:
        """See ``PanelScreen``: how it works, and whose keys stand below each other."""
        muted = self.app.surface.theme.muted
        names = [
            Label(text=self.words(f"controls.{name}"), style=TextStyle.SMALL, colour=muted, align=0.5, least_width=240)
            for name in ("keyboard", "pad")
        ]
        tops = Row(children=[Label(text="", least_width=420), *names], weights=(1, 0.6, 0.6), wrap=False)
        if self.app.settings.access.interface_scale > ROOMY_SCALE:
            return tops
        return Column(children=[Label(text=self.words("controls.help"), style=TextStyle.SMALL), tops], gap=6)

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [Button(key="controls.reset", label=self.words("controls.reset"), on_press=self._reset)]

    def _row(self, command: Command) -> Element:
        return Row(
            children=[
                Label(text=self.words(f"command.{command.value}"), least_width=420),
                self._key(KEYBOARD, command),
                self._key(PAD, command),
            ],
            weights=(1, 0.6, 0.6),
            wrap=False,
        )

    def _key(self, kind: str, command: Command) -> Element:
        bindings = self.app.bindings["keyboard" if kind == KEYBOARD else PAD]
        names = [self.app.key_label(name, pad=kind == PAD) for name in bindings.names.get(command, ())]
        waiting = self._waiting == (kind, command)
        label = self.words("controls.press") if waiting else " / ".join(names) or "–"
        return Button(
            key=f"controls.{kind}.{command.value}",
            label=label,
            on_press=lambda: self._wait(kind, command),
            selected=waiting,
            least_width=240,
        )

    def _wait(self, kind: str, command: Command) -> None:
        self._waiting = (kind, command)
        self.app.refresh()

    def _bars(self) -> list[Element]:
        names = self.app.pads.names()
        if not names:
            return [Label(text=self.words("controls.no_pad"), style=TextStyle.SMALL)]
        moved = self._sticks
        device = moved.device if moved is not None else next(iter(names))
        elements: list[Element] = [Label(text=self.words("controls.bars", name=names.get(device, "")))]
        raw = self.app.pads.raw(device)
        shaped = (*moved.left, *moved.right) if moved is not None else (0.0,) * 4
        for index, axis in enumerate(("left_x", "left_y", "right_x", "right_y")):
            sign = -1.0 if index % 2 else 1.0
            bars = Column(
                children=[
                    Bar(value=(sign * raw[index] + 1.0) / 2.0, height=14, mark=0.5),
                    Bar(value=(shaped[index] + 1.0) / 2.0, height=14, mark=0.5),
                ],
                gap=6,
            )
            name = Label(text=self.words(f"controls.{axis}"), style=TextStyle.SMALL, least_width=260)
            elements.append(Row(children=[name, bars], weights=(0, 1), wrap=False))
        return elements

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        if self.app.pads.names():
            self.app.refresh()
