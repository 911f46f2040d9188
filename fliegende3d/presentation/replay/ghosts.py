"""Earlier throws of the same player, translucent beside the one that is shown: same time since the release."""

from __future__ import annotations

from typing import Final

from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.replay.playback import Playback, Scene

FIRST_INDEX: Final = 100
"""Ghosts have carpet indices from here on, clear of the carpets of the game."""
MOST: Final = 3


class Ghosts:
    """Shows ghosts on a stage. `close()` takes them away.

    Args:
        stage: where they are shown.
        playback: whose throws.
    """

    def __init__(self, stage: Stage, playback: Playback) -> None:
        self._stage = stage
        self._playback = playback
        self._of: int | None = None
        self._shown: tuple[int, ...] = ()

    def earlier(self, flight: int) -> tuple[int, ...]:
        """Numbers of the latest throws of the same player before a flight, the oldest first."""
        flights = self._playback.timeline.flights
        seat = flights[flight].seat
        return tuple(number for number in range(flight) if flights[number].seat == seat)[-MOST:]

    def show(self, scene: Scene) -> None:
        """Show the ghosts of the flight that is in the air; none if no carpet flies.

        Raises:
            RecordingError: if a flight is damaged.
        """
        flight = scene.segment.flight if scene.flying is not None else None
        if flight != self._of:
            self.close()
            self._of = flight
            if flight is not None:
                self._shown = self.earlier(flight)
                seat = self._playback.timeline.flights[flight].seat
                for place in range(len(self._shown)):
                    mesh = self._playback.recording.header.mesh
                    self._stage.add_carpet(FIRST_INDEX + place, seat, *mesh, ghost=True)
        for place, number in enumerate(self._shown):
            carpet = self._playback.motion(number).carpet
            self._stage.pose_carpet(FIRST_INDEX + place, carpet.at(max(0.0, scene.flight_time)))

    def close(self) -> None:
        """Take them away."""
        for place in range(len(self._shown)):
            self._stage.remove_carpet(FIRST_INDEX + place)
        self._shown, self._of = (), None
