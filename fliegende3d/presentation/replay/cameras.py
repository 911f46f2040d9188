"""The director's cameras: where the eye is in every shot, on springs, never inside anything."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from fliegende3d.presentation.scene.measures import CARD_LENGTH, CARD_WIDTH, Table
from fliegende3d.presentation.scene.view import DESIGN_ASPECT, Vector, View
from fliegende3d.replay.director import Shot
from fliegende3d.replay.motion import Motion
from fliegende3d.replay.playback import Playback, eased
from fliegende3d.replay.poses import Floats
from fliegende3d.replay.shots import FOLLOWING, ShotKind, ShotLook, ShotSheet
from fliegende3d.replay.timeline import IN_HAND, Segment, SegmentKind
from fliegende3d.rules import GeniesShown, Side, seat_side
from fliegende3d.rules.cards import FORWARD

from .framing import UP, allowed_eye, flat, kept_in_frame, sprung, vector

SAMPLE_RATE: Final = 60.0
"""The way of a camera is kept at so many places for each second of the film [1/s]."""
SUBSTEPS: Final = 4
"""Steps of the springs between two of these places."""
STILL: Final = frozenset({ShotKind.VERDICT, ShotKind.DUEL})
"""Shots in which the camera does not move."""
HEADING_SPAN: Final = 0.1
"""A heading is where a carpet goes from so long before a moment to so long after it [s]."""
SLOWEST_HEADING, SUREST_HEADING = 0.15, 1.2
"""A carpet slower than the first keeps the heading of its throw, one faster than the second has its own [m/s]; between
them the camera turns only in part: a gust may turn a slow carpet faster than an eye can follow."""
AGAINST_THE_SUN: Final = np.array((1.0, 0.4, 0.0))
"""A lens on this side of the table looks into the glare of the low sun: the other side is taken."""
PULL_BACK, LIFT = 2.0, 4.0
"""The eye at the impact is farther off and higher by these shares for each metre that the carpet is still away [1/m]:
from above it shows its face before the table, from below only its dark edge before the sky."""
TOWARDS_LANDING: Final = 0.35
"""The look at the impact is drawn so far from the carpet to where it will land."""
SIDE_MARGIN: Final = 0.90
"""Table and carpet fill at most this share of the picture's width in a verdict."""
UPPER_PART, TOP_MARGIN = 0.62, 0.05
"""And this share of its height, so far below its upper edge: the caption stands below."""
OPENED_WIDE: Final = (0.55, -0.42, 0.10)
"""Between rounds the eye is farther away and lower by these shares, and looks higher by this [m]: the terrace shows."""


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
        film = np.arange(count) / SAMPLE_RATE
        eyes, targets, places = np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3))
        for index, seconds in enumerate(film if shot.kind not in STILL else film[:1]):
            subject = self._subject(segment, min(shot.start + seconds * shot.rate, shot.end))
            places[index] = subject.place
            share = seconds / shot.length if shot.length > 0.0 else 0.0
            eyes[index], targets[index] = self._wanted(shot, look, segment, subject, seconds, share)
        if shot.kind in STILL:
            eyes[:], targets[:], places[:] = eyes[0], targets[0], places[0]
        else:
            step = 1.0 / (SAMPLE_RATE * SUBSTEPS)
            eyes = sprung(finer(eyes), look.damping, step, leading=False)[::SUBSTEPS]
            targets = sprung(finer(targets), look.damping, step, leading=True)[::SUBSTEPS]
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
                side = away_from_sun(side)
                eye = side * look.distance + forward * look.aside + up * look.height
                return eye, place + along * look.ahead
            case ShotKind.ORBIT:
                angle = math.radians(look.aside) * (share - 0.5) - math.pi / 2.0
                ring = np.array((math.cos(angle), math.sin(angle), 0.0))
                eye = place + (forward * ring[0] + np.array((-forward[1], forward[0], 0.0)) * ring[1]) * look.distance
                return eye + up * look.height, place
            case ShotKind.IMPACT:
                return self._impact(look, segment, place, forward)
            case ShotKind.VERDICT:
                centre, height = self._whole_layout(look, segment, forward)
                return centre - forward * 0.001 + up * height, centre
            case ShotKind.DUEL:
                return place - forward * look.distance + up * look.height, place - forward * look.ahead
            case ShotKind.TABLE:
                return self._over_table(look, segment, forward, shot.start + seconds * shot.rate)

    def _impact(self, look: ShotLook, segment: Segment, place: Floats, forward: Floats) -> tuple[Floats, Floats]:
        """From the side of the first contact, ahead of it, so that the carpet comes towards the eye.

        While it is still far away the eye stands back, so that carpet and landing place fit into one picture.
        """
        flight = self._playback.timeline.flights[segment.flight or 0]
        touch = next((touch.position for touch in flight.contacts if touch.kind == "first_contact"), None)
        motion = self._playback.motion(segment.flight or 0).carpet
        down = np.array(touch) if touch is not None else motion.centre(motion.duration)
        rest = motion.centre(motion.duration)
        middle = np.array((*(0.5 * (down[:2] + rest[:2])), max(down[2], 0.0)))
        side = away_from_sun(np.array((forward[1], -forward[0], 0.0)))
        gap = float(np.sqrt(((place - middle) ** 2).sum()))
        offset = (side * look.distance + forward * look.aside) * (1.0 + PULL_BACK * gap)
        eye = middle + offset + np.array(UP) * look.height * (1.0 + LIFT * gap)
        return eye, place + (middle - place) * TOWARDS_LANDING

    def _whole_layout(self, look: ShotLook, segment: Segment, forward: Floats) -> tuple[Floats, float]:
        """What a verdict looks at, and from how high: all cards and the carpet in the upper part of the picture."""
        right = np.array((forward[1], -forward[0], 0.0))
        limits = np.array((self._table.half_width, self._table.half_depth, 0.0))
        corners = [np.array((card.x, card.y, 0.0)) for card in (*segment.table, *segment.after)]
        reach = [0.5 * math.hypot(CARD_WIDTH, CARD_LENGTH)] * len(corners)
        if segment.flight is not None:
            motion = self._playback.motion(segment.flight).carpet
            corners += list(np.clip(motion.at(motion.duration) * (1.0, 1.0, 0.0), -limits, limits))
            reach += [0.0] * (len(corners) - len(reach))
        if not corners:
            return forward * look.ahead, look.height
        points, around = np.array(corners), np.array(reach)
        across, along = points @ right, points @ forward
        left, wide = (across - around).min(), (across + around).max()
        near, far = (along - around).min(), (along + around).max()
        tall = math.tan(math.radians(look.field_of_view) / 2.0) * 2.0
        height = max((wide - left) / (SIDE_MARGIN * tall * DESIGN_ASPECT), (far - near) / (UPPER_PART * tall))
        height = min(max(height, look.height), self._sheet.limits.highest)
        # The middle of the layout goes to the middle of the upper part.
        lower = (0.5 * (1.0 - UPPER_PART) - TOP_MARGIN) * tall * height
        centre: Floats = right * (0.5 * (left + wide)) + forward * (0.5 * (near + far) - lower)
        return centre, height

    def _over_table(self, look: ShotLook, segment: Segment, forward: Floats, time: float) -> tuple[Floats, Floats]:
        """Slowly swaying over the table; between rounds and stages the eye cranes out and back in."""
        angle = math.radians(look.aside) * time * 0.5
        turned = math.atan2(-forward[1], -forward[0]) + 0.35 * math.sin(angle)
        wide = opening(segment.kind, (time - segment.start) / segment.length)
        farther, lower, upwards = OPENED_WIDE
        level, height = look.distance * (1.0 + farther * wide), look.height * (1.0 + lower * wide)
        eye = np.array((math.cos(turned) * level, math.sin(turned) * level, height))
        return eye, -forward * 0.03 + np.array(UP) * upwards * wide


def finer(places: Floats) -> Floats:
    """Places (n, 3) with `SUBSTEPS` - 1 more between any two, in a straight line."""
    known = np.arange(len(places))
    wanted = np.arange((len(places) - 1) * SUBSTEPS + 1) / SUBSTEPS
    return np.column_stack([np.interp(wanted, known, column) for column in places.T])


def opening(kind: SegmentKind, share: float) -> float:
    """How far the eye over the table has craned out, 0 to 1, at a share of a segment."""
    match kind:
        case SegmentKind.STAGE:
            return 1.0 - eased(share)
        case SegmentKind.STAGE_END:
            return eased(share)
        case SegmentKind.PALACES | SegmentKind.END:
            return 1.0
        case _:
            return 0.0


def away_from_sun(side: Floats) -> Floats:
    """The side of the table, or the other one, from where the low sun does not glare on it."""
    turned: Floats = -side if side @ AGAINST_THE_SUN > 0.0 else side
    return turned


def heading(motion: Motion, time: float, forward: Floats) -> Floats:
    """Direction of flight on the table, shape (2,); a slow carpet keeps its throw's."""
    span = HEADING_SPAN
    step = (motion.centre(time + span) - motion.centre(time - span))[:2] / (2.0 * span)
    speed = float(np.sqrt((step**2).sum()))
    share = min(1.0, max(0.0, (speed - SLOWEST_HEADING) / (SUREST_HEADING - SLOWEST_HEADING)))
    mixed = step / max(speed, 1e-9) * share + forward * (1.0 - share)
    length = float(np.sqrt((mixed**2).sum()))
    answer: Floats = mixed / length if length > 1e-6 else forward
    return answer
