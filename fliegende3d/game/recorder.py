"""From a session to its recording, and from recorded flights back to trajectories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fliegende3d import __version__
from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.flight import ContactEvent, ContactKind, Trajectory
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.replay.flights import CardTrack, RecordedFlight, record_flight
from fliegende3d.replay.poses import Floats, Poses, rigid_frames
from fliegende3d.replay.recording import Header, Recording, Secrets, Step
from fliegende3d.replay.resting import RestingShape
from fliegende3d.rules import CarpetsLanded

from .session import Entry, Flight, Session


class RememberedFlight(Flight):
    """A flight from a recording; its trajectory is made from the recorded poses when somebody asks for it."""

    def __init__(self, recorded: RecordedFlight, facts: CarpetsLanded) -> None:
        values = {
            "seat": recorded.seat,
            "carpet": recorded.carpet,
            "throw": recorded.throw,
            "resting": {},
            "facts": facts,
            "wind_seed": recorded.wind_seed,
            "recorded": recorded,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    recorded: RecordedFlight

    @cached_property
    def trajectory(self) -> Trajectory:
        """The flight as it was recorded, to within the recording's resolution; velocities are differences of poses."""
        return trajectory_from(self.recorded)


def trajectory_from(recorded: RecordedFlight) -> Trajectory:
    """A trajectory from recorded poses.

    Raises:
        RecordingError: if the poses are damaged.
    """
    poses = recorded.poses()
    known = set(ContactKind)
    contacts = [touch for touch in recorded.contacts if touch.kind in known]
    centres = poses.vertices.mean(1)
    return Trajectory(
        times=poses.times,
        vertices=poses.vertices,
        centre_of_mass=centres,
        velocity=rates(centres, poses.times),
        angular_velocity=turning(poses),
        events=tuple(
            ContactEvent(at.time, ContactKind(at.kind), at.position, at.speed, at.card, at.carpet) for at in contacts
        ),
        settled=recorded.settled,
        mesh=(poses.columns, poses.rows),
        triangles=grid_triangles(poses.columns, poses.rows).astype(np.int32),
    )


def increasing(times: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which frames (frames,) are later than all before: where two motions were joined, one moment may stand twice."""
    keep = np.ones(len(times), np.bool_)
    keep[1:] = times[1:] > np.maximum.accumulate(times)[:-1]
    return keep


def rates(values: Floats, times: Floats) -> Floats:
    """Changes over time [1/s] of values (frames, n), by differences; zero if there is one frame only."""
    if len(times) < 2:
        return np.zeros_like(values)
    answer: Floats = np.gradient(values, times, axis=0)
    return answer


def turning(poses: Poses) -> Floats:
    """Angular velocity [rad/s] of the rectangle that fits best, shape (frames, 3): half the sum of axis x change."""
    _, pair = rigid_frames(poses.vertices, poses.columns, poses.rows)
    axes = np.concatenate([pair, np.cross(pair[:, 0], pair[:, 1])[:, None]], 1)
    change = rates(axes.reshape(len(axes), 9), poses.times).reshape(axes.shape)
    answer: Floats = 0.5 * np.cross(axes, change).sum(1)
    return answer


def grid_triangles(columns: int, rows: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Two triangles for each face of a grid with columns fastest, shape (n, 3), counter-clockwise seen from above."""
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1)
    lower = np.stack([corner, corner + 1, corner + columns], 1)
    upper = np.stack([corner + 1, corner + columns + 1, corner + columns], 1)
    return np.stack([lower, upper], 1).reshape(-1, 3)


@dataclass(frozen=True)
class Snapshot:
    """A session at one moment, ready to be written elsewhere."""

    header: Header
    entries: tuple[Entry, ...]
    resting: Mapping[int, RestingCarpet]


class Recorder:
    """Turns a session into a recording; what was packed once is kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._steps: list[Step] = []

    def snapshot(self) -> Snapshot:
        """The session now. Cheap: call it where the session lives, and write elsewhere."""
        session = self._session
        return Snapshot(header_of(session), tuple(session.history), dict(session.resting))

    def recording(self, snapshot: Snapshot | None = None) -> Recording:
        """The recording of a snapshot, or of the session now."""
        taken = snapshot or self.snapshot()
        for entry in taken.entries[len(self._steps) :]:
            self._steps.append(step_of(entry))
        setup = self._session.setup
        return Recording(
            header=taken.header,
            secrets=Secrets(
                seed=self._session.seed, deck=setup.deck, genies=setup.genies, first_dealer=setup.first_dealer
            ),
            opening=self._session.opening,
            steps=tuple(self._steps[: len(taken.entries)]),
            resting={
                index: RestingShape(carpet.order, carpet.vertices, carpet.sides)
                for index, carpet in taken.resting.items()
            },
        )


def record(session: Session) -> Recording:
    """The recording of a session as it is now."""
    return Recorder(session).recording()


def header_of(session: Session) -> Header:
    """What a list of games shows of a session."""
    state = session.state
    return Header(
        program=__version__,
        names=state.names,
        levels=tuple(player.level for player in session.players),
        rules=state.rules.to_dict(),
        wind=session.wind,
        material=session.material,
        mesh=session.tabletop.mesh,
        finished=session.over,
        stage=state.stage,
        stages=state.stages,
        flights=session.flights,
    )


def step_of(entry: Entry) -> Step:
    """A recorded step."""
    flight = entry.flight
    if flight is None:
        return Step(entry.action, entry.events)
    if isinstance(flight, RememberedFlight):
        return Step(entry.action, entry.events, flight.recorded)
    trajectory = flight.trajectory
    cards: dict[int, CardTrack] = {}
    carpets: dict[int, Poses] = {}
    if isinstance(trajectory, Landing):
        for card, moved in trajectory.card_tracks.items():
            later = increasing(moved.times)
            cards[card] = CardTrack(moved.times[later], moved.poses[later])
        for index, slid in trajectory.carpet_tracks.items():
            later = increasing(slid.times)
            if later.any():
                carpets[index] = Poses(slid.times[later], slid.vertices[later], *trajectory.mesh)
    recorded = record_flight(
        seat=flight.seat,
        carpet=flight.carpet,
        throw=flight.throw,
        wind_seed=flight.wind_seed,
        poses=Poses(trajectory.times, trajectory.vertices, *trajectory.mesh),
        contacts=trajectory.events,
        settled=trajectory.settled,
        resting_hash=trajectory.hash,
        cards=cards,
        carpets=carpets,
    )
    return Step(entry.action, entry.events, recorded)
