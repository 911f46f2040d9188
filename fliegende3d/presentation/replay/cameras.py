"""The director's cameras: where the eye is in every shot, on springs, never inside anything."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import DESIGN_ASPECT, Vector, View
from fliegende3d.replay.director import Shot
from fliegende3d.replay.motion import Motion
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.poses import Floats
from fliegende3d.replay.shots import FOLLOWING, Limits, ShotKind, ShotLook, ShotSheet
from fliegende3d.replay.timeline import IN_HAND, Segment
from fliegende3d.rules import GeniesShown, Side, seat_side
from fliegende3d.rules.cards import FORWARD

SAMPLE_RATE: Final = 60.0
"""The way of a camera is kept at so many places for each second of the film [1/s]."""
SUBSTEPS: Final = 4
SLOWEST_HEADING: Final = 0.15
"""A carpet slower than this keeps the heading of its throw [m/s]."""
UP: Final = (0.0, 0.0, 1.0)
AGAINST_THE_SUN: Final = np.array((1.0, 0.4, 0.0))
"""A lens on this side of the table looks into the glare of the low sun: the other side is taken."""


@dataclass(frozen=True, eq=False)
class CameraPath:
    """The way of a camera through one shot, in time of the film.

    Attributes:
        eyes, targets: places [m], shape (samples, 3), `SAMPLE_RATE` for each second.
        field_of_view: vertical at 16:9 [rad].
        up: which way is up in the picture.
    """

    eyes: Floats
    targets: Floats
    field_of_view: float
    up: Vector

    def at(self, seconds: float) -> View:
        """The view so long after the beginning of the shot."""
        place = min(max(seconds * SAMPLE_RATE, 0.0), len(self.eyes) - 1.0)
        before = min(int(place), len(self.eyes) - 2) if len(self.eyes) > 1 else 0
        after, share = min(before + 1, len(self.eyes) - 1), place - before
        eye = self.eyes[before] * (1.0 - share) + self.eyes[after] * share
        target = self.targets[before] * (1.0 - share) + self.targets[after] * share
        return View(vector(eye), vector(target), self.field_of_view, self.up)


@dataclass(frozen=True, eq=False)
class Subject:
    """What a shot is about at one moment: place [m], heading on the table (2,), and the throw's heading (2,)."""

    place: Floats
    heading: Floats
    forward: Floats


class Cameras:
    """Cameras for the shots of one recording.

    Args:
        playback: the recording.
        sheet: how shots look.
        table: measures of the table.
    """

    def __init__(self, playback: Playback, sheet: ShotSheet, table: Table) -> None:
        self._playback = playback
        self._sheet = sheet
        self._table = table
        self._path = lru_cache(maxsize=16)(self._make_path)

    def view(self, shot: Shot, seconds: float) -> View:
        """The view in a shot, so many seconds of the film after its beginning.

        Raises:
            RecordingError: if the flight that it follows is damaged.
        """
        return self._path(shot).at(seconds)

    def path(self, shot: Shot) -> CameraPath:
        """The whole way of the camera through a shot.

        Raises:
            RecordingError: if the flight that it follows is damaged.
        """
        return self._path(shot)

    def _make_path(self, shot: Shot) -> CameraPath:
        look = self._sheet.looks[shot.kind]
        segment = self._playback.timeline.segments[shot.segment]
        count = max(2, math.ceil(shot.length * SAMPLE_RATE) + 1)
        film = np.arange((count - 1) * SUBSTEPS + 1) / (SAMPLE_RATE * SUBSTEPS)
        eyes, targets = np.empty((len(film), 3)), np.empty((len(film), 3))
        places = np.empty((len(film), 3))
        for index, seconds in enumerate(film):
            subject = self._subject(segment, min(shot.start + seconds * shot.rate, shot.end))
            places[index] = subject.place
            share = seconds / shot.length if shot.length > 0.0 else 0.0
            eyes[index], targets[index] = self._wanted(shot, look, segment, subject, seconds, share)
        step = 1.0 / (SAMPLE_RATE * SUBSTEPS)
        eyes = sprung(eyes, look.damping, step, leading=False)[::SUBSTEPS]
        targets = sprung(targets, look.damping, step, leading=True)[::SUBSTEPS]
        places = places[::SUBSTEPS]
        field = math.radians(look.field_of_view)
        for index in range(len(eyes)):
            eyes[index] = allowed_eye(eyes[index], places[index], shot.kind, self._sheet.limits, self._table)
            if shot.kind in FOLLOWING:
                targets[index] = kept_in_frame(
                    eyes[index], targets[index], places[index], field, self._sheet.limits.frame
                )
        return CameraPath(eyes, targets, field, self._up(shot, segment))

    def _up(self, shot: Shot, segment: Segment) -> Vector:
        if shot.kind is not ShotKind.VERDICT:
            return UP
        forward = self._forward(segment)
        return float(forward[0]), float(forward[1]), 0.0

    def _forward(self, segment: Segment) -> Floats:
        players = self._playback.recording.header.players
        side = seat_side(segment.seat, players) if segment.seat is not None else Side.SOUTH
        return np.array(FORWARD[side])

    def _subject(self, segment: Segment, time: float) -> Subject:
        """The carpet of a flight, the card of a duel, else the middle of the table."""
        forward = self._forward(segment)
        if segment.flight is not None:
            motion = self._playback.motion(segment.flight).carpet
            flight_time = time - segment.start - IN_HAND
            if segment.kind.value != "flight":
                flight_time = motion.duration
            return Subject(motion.centre(flight_time), heading(motion, flight_time, forward), forward)
        for event in segment.events:
            if isinstance(event, GeniesShown):
                card = next((card for card in segment.table if card.id == event.card.id), None)
                if card is not None:
                    return Subject(np.array((card.x, card.y, 0.0)), forward, forward)
        return Subject(np.zeros(3), forward, forward)

    def _wanted(
        self, shot: Shot, look: ShotLook, segment: Segment, subject: Subject, seconds: float, share: float
    ) -> tuple[Floats, Floats]:
        """Where eye and look want to be, before springs and limits."""
        place, forward = subject.place, flat(subject.forward)
        along = flat(subject.heading)
        right = np.array((along[1], -along[0], 0.0))
        up = np.array(UP)
        match shot.kind:
            case ShotKind.HAND:
                side = np.array((forward[1], -forward[0], 0.0))
                release = np.array(self._playback.timeline.flights[shot.flight or 0].position)
                eye = release - forward * look.distance + side * look.aside + up * look.height
                return eye, place + forward * look.ahead
            case ShotKind.CHASE:
                eye = place - along * look.distance + right * look.aside + up * look.height
                return eye, place + along * look.ahead
            case ShotKind.EDGE:
                side = np.array((forward[1], -forward[0], 0.0))
                if side @ AGAINST_THE_SUN > 0.0:
                    side = -side
                eye = side * look.distance + forward * look.aside + up * look.height
                return eye, place + along * look.ahead
            case ShotKind.ORBIT:
                angle = math.radians(look.aside) * (share - 0.5) - math.pi / 2.0
                ring = np.array((math.cos(angle), math.sin(angle), 0.0))
                eye = place + (forward * ring[0] + np.array((-forward[1], forward[0], 0.0)) * ring[1]) * look.distance
                return eye + up * look.height, place
            case ShotKind.IMPACT:
                return self._impact(look, segment, forward), place
            case ShotKind.VERDICT:
                centre = np.array((float(np.clip(place[0], -0.3, 0.3)), float(np.clip(place[1], -0.25, 0.25)), 0.0))
                centre = centre + forward * look.ahead
                return centre - forward * 0.001 + up * look.height, centre
            case ShotKind.DUEL:
                return place - forward * look.distance + up * look.height, place - forward * look.ahead
            case ShotKind.TABLE:
                angle = math.radians(look.aside) * (shot.start + seconds * shot.rate) * 0.5
                turned = math.atan2(-forward[1], -forward[0]) + 0.35 * math.sin(angle)
                eye = np.array((math.cos(turned) * look.distance, math.sin(turned) * look.distance, look.height))
                return eye, -forward * 0.03

    def _impact(self, look: ShotLook, segment: Segment, forward: Floats) -> Floats:
        """A fixed place to the side of the first contact, ahead of it, so that the carpet comes towards the eye."""
        flight = self._playback.timeline.flights[segment.flight or 0]
        touch = next((touch.position for touch in flight.contacts if touch.kind == "first_contact"), None)
        motion = self._playback.motion(segment.flight or 0).carpet
        down = np.array(touch) if touch is not None else motion.centre(motion.duration)
        rest = motion.centre(motion.duration)
        middle = np.array((*(0.5 * (down[:2] + rest[:2])), max(down[2], 0.0)))
        side = np.array((forward[1], -forward[0], 0.0))
        return middle + side * look.distance + forward * look.aside + np.array(UP) * look.height


def heading(motion: Motion, time: float, forward: Floats) -> Floats:
    """Direction of flight on the table, shape (2,); a slow carpet keeps its throw's."""
    span = 1.0 / 30.0
    step = (motion.centre(time + span) - motion.centre(time - span))[:2] / (2.0 * span)
    speed = float(np.sqrt((step**2).sum()))
    share = min(1.0, max(0.0, (speed - SLOWEST_HEADING) / SLOWEST_HEADING))
    mixed = step / max(speed, 1e-9) * share + forward * (1.0 - share)
    length = float(np.sqrt((mixed**2).sum()))
    answer: Floats = mixed / length if length > 1e-6 else forward
    return answer


def sprung(wanted: Floats, time_constant: float, step: float, *, leading: bool) -> Floats:
    """Follow places (n, 3) on a critically damped spring, as if it had followed for long.

    Semi-implicit integration of x'' = (goal - x) / T² + 2 (v - x') / T. A leading spring knows the goal's speed v and
    follows steady motion without lag, as a look does; else v is 0 and it lags by 2 T v, as a heavy camera does.
    """
    answer = np.empty_like(wanted)
    speeds = np.gradient(wanted, step, axis=0) if len(wanted) > 1 else np.zeros_like(wanted)
    speed = speeds[0].copy()
    place = wanted[0] - (0.0 if leading else 2.0 * time_constant) * speed
    stiffness, brake = 1.0 / time_constant**2, 2.0 / time_constant
    known = speeds if leading else np.zeros_like(speeds)
    for index, goal in enumerate(wanted):
        answer[index] = place
        speed = speed + step * (stiffness * (goal - place) + brake * (known[index] - speed))
        place = place + step * speed
    return answer


def allowed_eye(eye: Floats, subject: Floats, kind: ShotKind, limits: Limits, table: Table) -> Floats:
    """The nearest place for the eye that is not inside the table, the surroundings or the carpet."""
    x, y, z = (float(number) for number in eye)
    radius = math.hypot(x, y)
    if radius > limits.radius:
        x, y = x * limits.radius / radius, y * limits.radius / radius
    z = min(max(z, limits.above_table), limits.highest)
    moved = np.array((x, y, z))
    away = moved - subject
    distance = float(np.sqrt((away**2).sum()))
    if kind in FOLLOWING and distance < limits.nearest:
        direction = away / distance if distance > 1e-6 else np.array(UP)
        moved = subject + direction * limits.nearest
        moved[2] = max(float(moved[2]), limits.above_table)
    return moved


def kept_in_frame(eye: Floats, target: Floats, subject: Floats, field: float, share: float) -> Floats:
    """Turn the look towards the subject until it is within a share of half the picture (16:9), no further."""
    if in_frame(eye, target, subject, field, share):
        return target
    low, high = 0.0, 1.0
    reach = float(np.sqrt(((subject - eye) ** 2).sum()))
    offset = target - eye
    start = eye + offset / max(float(np.sqrt((offset**2).sum())), 1e-9) * reach
    for _ in range(12):
        middle = 0.5 * (low + high)
        if in_frame(eye, start + (subject - start) * middle, subject, field, share):
            high = middle
        else:
            low = middle
    answer: Floats = start + (subject - start) * high
    return answer


def in_frame(eye: Floats, target: Floats, subject: Floats, field: float, share: float) -> bool:
    """Whether a point is within a share of half the picture (16:9) around its middle."""
    x, y = projected(View(vector(eye), vector(target), field), vector(subject), DESIGN_ASPECT)
    return abs(x) <= share and abs(y) <= share


def projected(view: View, point: Vector, aspect: float) -> tuple[float, float]:
    """Where a point appears in the picture, -1 to 1 from left to right and from bottom to top; far out if behind."""
    ahead = unit(np.array(view.look_at) - np.array(view.eye))
    right = unit(np.cross(ahead, np.array(view.up)))
    above = np.cross(right, ahead)
    way = np.array(point) - np.array(view.eye)
    depth = float(way @ ahead)
    if depth <= 1e-6:
        return math.inf, math.inf
    half = math.tan(view.field_of_view / 2.0)
    return float(way @ right) / depth / (half * aspect), float(way @ above) / depth / half


def unit(vector: Floats) -> Floats:
    """A vector scaled to length one."""
    answer: Floats = vector / max(float(np.sqrt((vector**2).sum())), 1e-12)
    return answer


def flat(direction: Floats) -> Floats:
    """A direction on the table, shape (2,), as one in space."""
    return np.array((float(direction[0]), float(direction[1]), 0.0))


def vector(place: Floats) -> Vector:
    """Three plain numbers."""
    return float(place[0]), float(place[1]), float(place[2])
