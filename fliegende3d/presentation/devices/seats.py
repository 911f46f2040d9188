"""Which device plays for which seat: bound to the device's identity, so that unplugging never swaps players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fliegende3d.presentation.devices.events import KEYBOARD


@dataclass(frozen=True)
class SeatDevices:
    """Devices of seats; a seat without one is played with whatever belongs to nobody else."""

    bound: Mapping[int, str] = field(default_factory=dict)

    def may_act(self, seat: int, device: str) -> bool:
        """Tell whether a device plays for a seat."""
        own = self.bound.get(seat)
        return device == own if own is not None else device not in self.bound.values()

    def with_device(self, seat: int, device: str) -> SeatDevices:
        """Return the seats with this device bound to one of them, and to no other."""
        kept = {other: name for other, name in self.bound.items() if name != device or name == KEYBOARD}
        kept = {other: name for other, name in kept.items() if other != seat}
        return SeatDevices({**kept, seat: device})

    def freed(self, seat: int) -> SeatDevices:
        """Return the seats with this one played by whatever belongs to nobody else."""
        return SeatDevices({other: name for other, name in self.bound.items() if other != seat})

    def seats_of(self, device: str) -> tuple[int, ...]:
        """Return the seats that a device plays for."""
        return tuple(sorted(seat for seat, name in self.bound.items() if name == device))
