"""The left stick as arrow keys for menus: one step when it is pushed over, more while it is held."""

from __future__ import annotations

from dataclasses import dataclass, field

from fliegende3d.presentation.devices.events import Command, CommandPressed, SticksMoved

PUSHED, LET_GO = 0.6, 0.4
FIRST_REPEAT, NEXT_REPEAT = 0.45, 0.12


@dataclass
class _Held:
    command: Command
    since: float
    repeats: int = 0


@dataclass
class StickNavigation:
    """Follows the left sticks of all pads."""

    _held: dict[str, _Held] = field(default_factory=dict)

    def take(self, event: SticksMoved) -> list[CommandPressed]:
        """Return the steps that a report of the sticks makes."""
        x, y = event.left
        held = self._held.get(event.device)
        reach = max(abs(x), abs(y))
        if reach < LET_GO:
            self._held.pop(event.device, None)
            return []
        if reach < PUSHED:
            return []
        if abs(x) >= abs(y):
            command = Command.RIGHT if x > 0.0 else Command.LEFT
        else:
            command = Command.UP if y > 0.0 else Command.DOWN
        if held is not None and held.command is command:
            return []
        self._held[event.device] = _Held(command, event.time)
        return [CommandPressed(event.time, command, event.device)]

    def repeats(self, time: float) -> list[CommandPressed]:
        """Return the steps that are due because sticks are still held."""
        due: list[CommandPressed] = []
        for device, held in self._held.items():
            wait = FIRST_REPEAT + NEXT_REPEAT * held.repeats
            if time - held.since >= wait:
                held.repeats += 1
                due.append(CommandPressed(time, held.command, device, repeat=True))
        return due

    def clear(self) -> None:
        """Forget everything held."""
        self._held.clear()
