"""Watching a recording, without any widget: time, speed, loop, bookmarks, ghosts, and from where it is seen."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Final

from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import View
from fliegende3d.replay.director import Director, Plan, Shot
from fliegende3d.replay.playback import Playback, Scene
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.shots import FOLLOWING, ShotKind, ShotSheet
from fliegende3d.replay.timeline import SegmentKind

from .cameras import Cameras

RATES: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
ORDINARY_RATE: Final = RATES.index(1.0)
FRAME: Final = 1.0 / 60.0
"""One step of the recording [s]."""
JUMP: Final = 1.0
DIRECTOR, FREE = "director", "free"
EYES: Final = (DIRECTOR, *(kind.value for kind in ShotKind), FREE)
SAME_MOMENT: Final = 0.25
"""A bookmark so near to the moment is taken away instead of a second one being set [s]."""
CLOSEST, FARTHEST = 0.25, 1.7
"""Of the free eye from what it looks at [m]."""
LOWEST, HIGHEST = math.radians(6.0), math.radians(88.0)
ORDINARY_FIELD: Final = math.radians(36.0)
NARROWEST, WIDEST = math.radians(8.0), math.radians(75.0)


@dataclass
class FreeEye:
    """An eye that the player turns around a point of the table, and whose lens may be changed."""

    turn: float = 0.0
    height: float = math.radians(35.0)
    distance: float = 0.9
    field_of_view: float = ORDINARY_FIELD
    target: tuple[float, float] = (0.0, 0.0)

    def rotate(self, across: float, up: float) -> None:
        """Turn by angles [rad]."""
        self.turn = math.remainder(self.turn + across, 2.0 * math.pi)
        self.height = min(HIGHEST, max(LOWEST, self.height + up))

    def zoom(self, factor: float) -> None:
        """Come nearer (below 1) or go away."""
        self.distance = min(FARTHEST, max(CLOSEST, self.distance * factor))

    def open_lens(self, angle: float) -> None:
        """Set the field of view [rad]."""
        self.field_of_view = min(WIDEST, max(NARROWEST, angle))

    def stand(self, view: View) -> None:
        """Take another camera's place: from there to where that one's look meets the table."""
        (x, y, z), (to_x, to_y, to_z) = view.eye, view.look_at
        share = z / (z - to_z) if z - to_z > 1e-6 else 1.0
        share = min(share, FARTHEST / max(math.dist(view.eye, view.look_at), 1e-6))
        self.target = (x + (to_x - x) * share, y + (to_y - y) * share)
        across, along = x - self.target[0], self.target[1] - y
        self.turn = math.atan2(across, along) if math.hypot(across, along) > 1e-6 else self.turn
        self.height = min(HIGHEST, max(LOWEST, math.atan2(z, math.hypot(across, along))))
        self.distance = min(FARTHEST, max(CLOSEST, math.hypot(across, along, z)))
        self.open_lens(view.field_of_view)

    def view(self) -> View:
        """What it sees."""
        level = self.distance * math.cos(self.height)
        x, y = self.target
        eye = (x + level * math.sin(self.turn), y - level * math.cos(self.turn), self.distance * math.sin(self.height))
        return View(eye, (x, y, 0.0), self.field_of_view)


@dataclass(frozen=True, eq=False)
class Moment:
    """What is to be shown: the table, from where, in which shot of the plan."""

    scene: Scene
    view: View
    shot: Shot


@dataclass
class Viewer:
    """Watches one recording. Times are of the film, which runs slower than the game in slow motion.

    Attributes:
        recording: what is watched.
        reduced_motion: whether the director's cameras stay still.
        reel: watch only the remarkable throws.
        chosen: watch these shots instead, or None.
        time: where in the film [s].
        playing: whether it runs.
        rate: number of the speed in `RATES`.
        loop: where the loop begins and ends; the end is None while it is being set.
        eye: one of `EYES`.
        free: the eye of the free camera.
        ghosts: whether earlier throws of the same player are shown translucent.
        bookmarks: times of the film, ascending.
    """

    recording: Recording
    reduced_motion: bool = False
    reel: bool = False
    chosen: Plan | None = None
    time: float = 0.0
    playing: bool = True
    rate: int = ORDINARY_RATE
    loop: tuple[float, float | None] | None = None
    eye: str = DIRECTOR
    free: FreeEye = field(default_factory=FreeEye)
    ghosts: bool = False
    bookmarks: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        sheet = ShotSheet.load()
        self.playback = Playback(self.recording)
        director = Director(self.playback, sheet.directing, reduced_motion=self.reduced_motion)
        self.plan: Plan = self.chosen or (director.highlights() if self.reel else director.game())
        if not self.plan.shots:
            self.plan = director.game()
        self._cameras = Cameras(self.playback, sheet, Table.load())
        places = (self.film_time(time) for time in self.recording.bookmarks)
        self.bookmarks = sorted(place for place in places if place is not None)

    @property
    def duration(self) -> float:
        """Length of the film [s]."""
        return self.plan.duration

    def update(self, dt: float) -> bool:
        """Let time pass [s]; tells whether the picture changed."""
        if not self.playing:
            return False
        self.time += dt * RATES[self.rate]
        if self.loop is not None and self.loop[1] is not None and self.time > self.loop[1]:
            self.time = self.loop[0]
        if self.time >= self.duration:
            self.time, self.playing = self.duration, False
        return True

    def toggle(self) -> None:
        """Play or pause; at the end it begins again."""
        self.playing = not self.playing
        if self.playing and self.time >= self.duration:
            self.time = 0.0

    def seek(self, time: float) -> None:
        """Go to a time of the film [s]."""
        self.time = min(self.duration, max(0.0, time))

    def jump(self, seconds: float) -> None:
        """Go on or back [s]."""
        self.seek(self.time + seconds)

    def step(self, frames: int) -> None:
        """Pause, and go on or back by frames of the recording."""
        self.playing = False
        number, _ = self.plan.at(self.time)
        self.jump(frames * FRAME / self.plan.shots[number].rate)

    def set_rate(self, number: int) -> None:
        """Choose a speed by its number in `RATES`."""
        self.rate = min(len(RATES) - 1, max(0, number))

    def mark_loop(self) -> None:
        """First time: the loop begins here; second: it ends here; third: no loop."""
        if self.loop is None:
            self.loop = (self.time, None)
        elif self.loop[1] is None and self.time > self.loop[0]:
            self.loop = (self.loop[0], self.time)
        else:
            self.loop = None

    def toggle_bookmark(self) -> bool:
        """Mark this moment, or take away the mark that is here; tells whether there is one now."""
        near = [mark for mark in self.bookmarks if abs(mark - self.time) <= SAME_MOMENT]
        if near:
            self.bookmarks.remove(min(near, key=lambda mark: abs(mark - self.time)))
            return False
        self.bookmarks.insert(bisect_left(self.bookmarks, self.time), self.time)
        return True

    def marks(self) -> list[float]:
        """Times that one can jump to: the beginning of every flight, duel and stage, and the bookmarks; ascending."""
        kinds = (SegmentKind.FLIGHT, SegmentKind.DUEL, SegmentKind.STAGE)
        segments = self.playback.timeline.segments
        begun: set[int] = set()
        found = [*self.bookmarks]
        for start, shot in zip(self.plan.starts, self.plan.shots, strict=True):
            if shot.segment not in begun and segments[shot.segment].kind in kinds:
                found.append(start)
            begun.add(shot.segment)
        return sorted(set(found))

    def next_mark(self, direction: int) -> None:
        """Go to the next mark (1) or the one before (-1)."""
        marks = self.marks()
        if direction > 0:
            place = bisect_right(marks, self.time + 1e-6)
            self.seek(marks[place] if place < len(marks) else self.duration)
        else:
            # While it runs, going back twice must not end at the same mark again.
            place = bisect_left(marks, self.time - (SAME_MOMENT if self.playing else 1e-6)) - 1
            self.seek(marks[place] if place >= 0 else 0.0)

    def look(self, eye: str) -> None:
        """Choose from where it is seen: one of `EYES`."""
        if eye in EYES:
            self.eye = eye

    def look_by_key(self, number: int) -> None:
        """Choose the shot with this number, 1 to 7; 0 is the director."""
        if 0 <= number <= 7:
            self.eye = EYES[number]

    def flight_starts(self) -> list[tuple[float, int]]:
        """Where each flight begins, as a share of the film, and whose it is."""
        marks: list[tuple[float, int]] = []
        seen: set[int] = set()
        for start, shot in zip(self.plan.starts, self.plan.shots, strict=True):
            seat = self.playback.timeline.segments[shot.segment].seat
            if shot.flight is not None and shot.flight not in seen and seat is not None:
                seen.add(shot.flight)
                marks.append((start / max(self.duration, 1e-6), seat))
        return marks

    def film_time(self, time: float) -> float | None:
        """When the film shows a time of the recording [s], or None if it leaves it out."""
        for start, shot in zip(self.plan.starts, self.plan.shots, strict=True):
            if shot.start <= time <= shot.end:
                return start + (time - shot.start) / shot.rate
        return None

    def recorded_bookmarks(self) -> tuple[float, ...]:
        """The bookmarks as times of the recording [s], as a file keeps them."""
        return tuple(sorted(self.plan.at(mark)[1] for mark in self.bookmarks))

    def moment(self) -> Moment:
        """What is to be shown now.

        Raises:
            RecordingError: if a flight is damaged.
        """
        number, time = self.plan.at(self.time)
        shot = self.plan.shots[number]
        return Moment(self.playback.scene(time), self._view(shot, time, self.time - self.plan.starts[number]), shot)

    def _view(self, shot: Shot, time: float, inside: float) -> View:
        if self.eye == DIRECTOR:
            return self._cameras.view(shot, inside)
        if self.eye == FREE:
            return self.free.view()
        kind = ShotKind(self.eye)
        segment = self.playback.timeline.segments[shot.segment]
        if segment.flight is None and (kind in FOLLOWING or kind is ShotKind.DUEL) and segment.kind.value != kind.value:
            kind = ShotKind.TABLE
        if segment.flight is not None and kind is ShotKind.DUEL:
            kind = ShotKind.VERDICT
        fixed = Shot(kind, segment.start, segment.end, 1.0, shot.segment, segment.flight)
        return self._cameras.view(fixed, time - segment.start)
