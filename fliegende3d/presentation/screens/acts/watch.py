"""A carpet flies: its trajectory is played back in true time, from the frame after the release."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import Throw, Trajectory
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.game.session import Flight
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    PointerButton,
    PointerPressed,
)
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.instant_replay import after_landing
from fliegende3d.presentation.screens.framing import Framing
from fliegende3d.presentation.screens.match import last_pose
from fliegende3d.presentation.sound.cues import flight_sound, touches_between
from fliegende3d.presentation.throwing.release import coasting, flat_carpet

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# A computer's carpet is shown in the hand for this long [s] before it flies.
HAND_TIME = 0.5
# After the carpet has come to rest the eye stays for this long [s].
REST_TIME = 0.45
# How a pad shakes when its carpet slaps onto something: strength at the loudest, and for how long [s].
SLAP_RUMBLE, SLAP_TIME = 0.8, 0.09
# Flying on without a result never lasts longer than this [s]; then the picture waits for the simulation.
LONGEST_COAST = 0.25
# The eye may see so much while it watches [rad]; of the way every so many frames are kept in sight.
FARTHEST_FIELD = math.radians(40.0)
WAY_STEP = 4
# Beside the table's edge a carpet is followed no farther than this [m].
BESIDE = 0.06


def way_over_table(trajectory: Trajectory, table: Table) -> list[NDArray[np.float64]]:
    """Return the carpet at moments of its flight [m], from the hand until it rests or leaves the table."""
    half = np.array([table.half_width + BESIDE, table.half_depth + BESIDE])
    seen: list[NDArray[np.float64]] = []
    for vertices in [*trajectory.vertices[::WAY_STEP], trajectory.vertices[-1]]:
        if seen and (np.abs(vertices[:, :2]).min(axis=0) > half).any():
            break
        if seen and float(vertices[:, 2].max()) < 0.0:
            break
        seen.append(vertices)
    return seen


def pose_at(trajectory: Trajectory, time: float) -> NDArray[np.float64]:
    """Return the vertices [m] at a time [s], between frames by linear interpolation, shape (n, 3)."""
    return between(trajectory.times, trajectory.vertices, time)


def between(times: NDArray[np.float64], values: NDArray[np.float64], time: float) -> NDArray[np.float64]:
    """Return the values at a time [s], shape (frames, …) without the first; the ends hold."""
    after = int(np.clip(np.searchsorted(times, time), 0, len(times) - 1))
    before = max(0, after - 1)
    span = float(times[after] - times[before])
    share = min(1.0, max(0.0, (time - float(times[before])) / span)) if span > 0.0 else 1.0
    mixed: NDArray[np.float64] = values[before] * (1.0 - share) + values[after] * share
    return mixed


class WatchAct(Act):
    """Plays one flight, then lets it count."""

    def __init__(
        self,
        screen: GameScreen,
        *,
        throw: Throw,
        flight: Flight | None = None,
        pending: Future[Flight] | None = None,
    ) -> None:
        super().__init__(screen)
        self.thrown = throw
        self._flight = flight
        self._pending = pending
        due = self.match.session.flight_due()
        assert due is not None, "a carpet flies only when a flight is due"
        self._seat, self._carpet = due.seat, due.carpet
        # A computer's throw begins in the hand; a person's has begun already.
        self._time = -HAND_TIME if flight is not None else 0.0
        self._skipped = False
        self._followed = False
        self._table = self.match.session.state.table

    def begin(self) -> None:
        """See ``Act``."""
        self.match.show_resting()
        self.screen.frame(self._framing(), gently=True)
        self.app.stage.pose_carpet(self._carpet, flat_carpet(self.thrown))

    def _framing(self, trajectory: Trajectory | None = None) -> Framing:
        """The cards with the carpet as it leaves the hand, and its whole way over the table once that is known."""
        side = self.match.session.state.side(self._seat)
        seen = [flat_carpet(self.thrown)] if trajectory is None else way_over_table(trajectory, self.app.stage.table)
        return replace(self.screen.aim_framing(side, *seen), farthest=FARTHEST_FIELD)

    def caption(self) -> str:
        """See ``Act``."""
        return self.words("watch.caption", name=self.name(self._seat))

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if isinstance(event, PointerPressed) and event.button is PointerButton.MAIN and self._time > 0.3:
            self._skipped = True
            return True
        return False

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command in (Command.CONFIRM, Command.BACK) and not pressed.repeat:
            self._skipped = True
            return True
        return False

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._time += dt
        if self._flight is None and self._pending is not None and self._pending.done():
            self._flight = self._pending.result()
        if self._flight is not None and not self._followed:
            # One quiet movement of the eye if the way leads out of the picture, instead of one after the carpet.
            self._followed = True
            self.screen.frame(self._framing(self._flight.trajectory), gently=True)
        if self._flight is None:
            self.app.stage.pose_carpet(self._carpet, coasting(self.thrown, min(self._time, LONGEST_COAST)))
            self._time = min(self._time, LONGEST_COAST)
            return
        trajectory = self._flight.trajectory
        self._sound(trajectory, dt)
        if self._skipped:
            self._time = trajectory.duration + REST_TIME
        if self._time <= 0.0:
            self.app.stage.pose_carpet(self._carpet, flat_carpet(self.thrown))
        else:
            self.app.stage.pose_carpet(self._carpet, pose_at(trajectory, self._time))
            self._move_others(trajectory)
        if self._time >= trajectory.duration + REST_TIME and not self.over:
            self.land(self._flight)

    def _move_others(self, trajectory: Trajectory) -> None:
        """Show the cards and carpets that this flight pushes, as they are now."""
        if not isinstance(trajectory, Landing):
            return
        for index, track in trajectory.carpet_tracks.items():
            if len(track.times) and self._time >= float(track.times[0]):
                self.app.stage.pose_carpet(index, between(track.times, track.vertices, self._time))
        moving = {
            card: between(track.times, track.poses, self._time)
            for card, track in trajectory.card_tracks.items()
            if len(track.times) and self._time >= float(track.times[0])
        }
        if moving:
            poses = {card: last_pose(pose[None]) for card, pose in moving.items()}
            self.screen.show_table(self._table, poses={**self.match.poses, **poses})

    def end(self) -> None:
        """See ``Act``."""
        self.app.sounds.silence()

    def _sound(self, trajectory: Trajectory, dt: float) -> None:
        """Let the cloth rush and flutter by its speed, and slap where it touches."""
        sounds, heard = self.app.sounds, flight_sound(trajectory, self._time)
        flying = self._time > 0.0
        sounds.loop("whoosh", heard.whoosh if flying else 0.0, rate=heard.pitch, place=heard.place)
        sounds.loop("flutter", heard.flutter if flying else 0.0, place=heard.place)
        sounds.loop("slide", heard.slide if flying else 0.0, place=heard.place)
        for touch in touches_between(trajectory, self._time - dt, self._time):
            sounds.play("slap", loudness=touch.loudness, place=touch.place, captioned=True)
            self.app.rumble(self._seat, SLAP_RUMBLE * touch.loudness, SLAP_TIME)

    def land(self, flight: Flight) -> None:
        """Let the flight count, and show how it is judged."""
        table = self.match.session.state.table
        refusal = self.match.land(flight)
        if refusal is not None:
            raise RuntimeError(f"the rules refuse a landing: {refusal}")
        self.screen.play(after_landing(self.screen, flight, table))
