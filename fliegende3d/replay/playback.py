"""What a recorded game looks like at any moment: places of cards and shapes of carpets, forwards and backwards."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from fliegende3d.rules import (
    CardPlaced,
    CardTaken,
    GeniesShown,
    PlacedCard,
    carpet_owner,
    seat_side,
)
from fliegende3d.rules.cards import FORWARD

from .container import RecordingError
from .flights import CardTrack
from .motion import FlightMotion, card_at
from .poses import Floats, flat_grid, last_pose
from .recording import Recording
from .timeline import IN_HAND, Segment, SegmentKind, Timeline, timeline_of

DECK_PLACE: Final = (0.52, 0.40)
"""Where the deck lies: beside the landing area, clear of every throw line [m]."""
ARC: Final = 0.09
"""Height of a card's way through the air [m]."""
HAND_DISTANCE: Final = 0.62
"""How far from the table's centre taken cards go, towards the player who takes them [m]."""
GENIE_HEIGHT: Final = 0.055
"""Genies stand over the table this high when they are shown [m]."""
GENIE_SPACING: Final = 0.085
"""Distance from one shown genie to the next [m]."""
GENIE_ID: Final = 1_000
"""Ids of shown genies begin here, clear of the destination cards."""
KEPT_FLIGHTS: Final = 8
"""So many unpacked flights stay in memory: every carpet that can lie, and the next flights both ways."""


@dataclass(frozen=True)
class CardPose:
    """A card in space: centre and underside [m], turns [rad], and whether its face is up."""

    id: int
    kind: str
    x: float
    y: float
    z: float = 0.0
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    face_up: bool = True


@dataclass(frozen=True, eq=False)
class Scene:
    """The table at one moment.

    Attributes:
        time: on the timeline [s].
        segment: what is happening.
        cards: all cards to be seen.
        carpets: vertices [m] of all carpets to be seen, by index, each (vertices, 3).
        flying: index of the carpet that flies or is in the hand, or None.
        flight_time: seconds since its release, negative in the hand; 0 if none flies.
        deck: how many cards are left in the deck.
    """

    time: float
    segment: Segment
    cards: tuple[CardPose, ...]
    carpets: Mapping[int, Floats]
    flying: int | None
    flight_time: float
    deck: int


class Playback:
    """Plays a recording. Any moment is reached from any other in the same short time.

    Raises:
        RecordingError: if nothing was recorded that could be seen, or the times of a flight are damaged.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.timeline: Timeline = timeline_of(recording)
        if not self.timeline.segments:
            raise RecordingError(f"nothing in this recording can be played ({recording.damage or 'it is empty'})")
        self._motions: OrderedDict[int, FlightMotion] = OrderedDict()
        self._layout_cards = recording.header.rule_set().layout_cards
        self._resting: dict[tuple[int, int], Floats] = {}
        self._tracks: dict[int, dict[int, CardTrack]] = {}

    def motion(self, flight: int) -> FlightMotion:
        """An unpacked flight, counted from 0; the last ones asked for are kept.

        Raises:
            RecordingError: if it is damaged.
        """
        found = self._motions.get(flight)
        if found is None:
            found = FlightMotion.of(self.timeline.flights[flight])
            self._motions[flight] = found
            if len(self._motions) > KEPT_FLIGHTS:
                self._motions.popitem(last=False)
        self._motions.move_to_end(flight)
        return found

    def scene(self, time: float) -> Scene:
        """The table at a time [s] of the timeline; before the beginning and after the end it stands still.

        Raises:
            RecordingError: if a flight that is needed is damaged.
        """
        segment = self.timeline.segment_at(time)
        local = min(max(time, segment.start), segment.end) - segment.start
        share = local / segment.length
        carpets: dict[int, Floats] = {}
        flying: int | None = None
        flight_time = 0.0
        moved = self._lifted(segment)
        for index, number in segment.lying.items():
            carpets[index] = self._lying(index, number)
        if segment.kind is SegmentKind.FLIGHT and segment.flight is not None:
            flight = self.timeline.flights[segment.flight]
            motion = self.motion(segment.flight)
            flying, flight_time = flight.carpet, local - IN_HAND
            for index, other in motion.carpets.items():
                if index in carpets and len(other.poses.times):
                    carpets[index] = other.at(flight_time)
            carpets[flying] = motion.carpet.at(flight_time) if flight_time > 0.0 else self._in_hand(segment.flight)
            moved |= {card: card_at(track, flight_time) for card, track in motion.cards.items() if len(track.times)}
        if segment.kind in (SegmentKind.CLAIMS, SegmentKind.STAGE_END):
            carpets = carpets if share < 0.5 else {}
        cards = self._cards(segment, share, moved)
        return Scene(time, segment, cards, carpets, flying, flight_time, self._deck(segment))

    def _lying(self, carpet: int, number: int) -> Floats:
        """Where a carpet lies after a flight that brought or pushed it there."""
        found = self._resting.get((carpet, number))
        if found is None:
            flight = self.timeline.flights[number]
            packed = flight.packed if flight.carpet == carpet else flight.packed_carpets[carpet]
            found = self._resting[carpet, number] = last_pose(packed)
        return found

    def _in_hand(self, number: int) -> Floats:
        """The carpet as it is held before the throw: flat, where it will be released."""
        flight = self.timeline.flights[number]
        poses = self.motion(number).carpet.poses
        if len(poses.vertices):
            first: Floats = poses.vertices[0]
            return first
        flat: Floats = flat_grid(poses.columns, poses.rows, 0.059, 0.091) + np.array(flight.position)
        return flat

    def _lifted(self, segment: Segment) -> dict[int, Floats]:
        """How cards lie that carpets of this round moved: the end of the latest track of each."""
        found: dict[int, Floats] = {}
        for number in sorted(set(segment.lying.values())):
            if number not in self._tracks:
                self._tracks[number] = self.timeline.flights[number].moved_cards()
            found |= {card: track.places[-1] for card, track in self._tracks[number].items() if len(track.places)}
        return found

    def _deck(self, segment: Segment) -> int:
        laid = self._layout_cards
        on_table = len(segment.after) if segment.kind is SegmentKind.LAYING else laid
        if segment.kind is SegmentKind.STAGE:
            on_table = 0
        return max(0, 52 - laid * (segment.stage - 1) - on_table)

    def _cards(self, segment: Segment, share: float, moved: Mapping[int, Floats]) -> tuple[CardPose, ...]:
        before = {card.id: card for card in segment.table}
        after = {card.id: card for card in segment.after}
        poses = []
        takers = {event.card.id: event.seat for event in segment.events if isinstance(event, CardTaken)}
        cleared = segment.kind in (SegmentKind.CLAIMS, SegmentKind.STAGE_END)
        for identity, card in before.items():
            if identity in moved and identity not in takers and not (cleared and share >= 0.5):
                poses.append(tilted(card, moved[identity]))
            elif segment.kind is SegmentKind.FLIGHT:
                poses.append(lying(card if share < 0.5 else after.get(identity, card)))
            elif identity in after:
                poses.append(between(card, after[identity], eased(share)))
            elif identity in takers:
                poses.append(self._taken(card, takers[identity], share, segment.kind))
            elif segment.kind in (SegmentKind.STAGE_END, SegmentKind.REARRANGING) and share < 0.5:
                poses.append(lying(card))
        for event in segment.events:
            if isinstance(event, CardPlaced) and segment.kind is SegmentKind.LAYING:
                poses.append(between(deck_card(event.card), event.card, eased(share)))
            elif isinstance(event, GeniesShown):
                poses += self._genies(event, before.get(event.card.id), share)
        return tuple(poses)

    def _taken(self, card: PlacedCard, seat: int, share: float, kind: SegmentKind) -> CardPose:
        """A card on its way to the player who takes it, in the second half of the segment."""
        begin = 0.75 if kind is SegmentKind.DUEL else 0.5
        late = eased(max(0.0, (share - begin) / (1.0 - begin)))
        x, y = towards(seat, self.recording.header.players)
        return between(card, PlacedCard(card.id, card.kind, x, y, card.yaw), late)

    def _genies(self, event: GeniesShown, fought_for: PlacedCard | None, share: float) -> list[CardPose]:
        """The genies of a duel side by side over the table: face down first, then all turn over at once."""
        x0, y0 = (fought_for.x, fought_for.y) if fought_for is not None else (0.0, 0.0)
        forward = FORWARD[seat_side(event.winner, self.recording.header.players)]
        yaw = math.atan2(-forward[0], forward[1])
        turn = min(1.0, max(0.0, (share - 0.3) / 0.15))
        flip = math.pi * (1.0 - eased(turn))
        poses = []
        for place, (seat, genie) in enumerate(event.shown):
            offset = (place - (len(event.shown) - 1) / 2.0) * GENIE_SPACING
            poses.append(
                CardPose(
                    id=GENIE_ID + seat,
                    kind=f"genie_{genie}",
                    x=x0 + offset * math.cos(yaw) + 0.085 * forward[0] * -1.0,
                    y=y0 + offset * math.sin(yaw) + 0.085 * forward[1] * -1.0,
                    z=GENIE_HEIGHT + 0.03 * math.sin(math.pi * turn),
                    yaw=yaw,
                    roll=flip,
                )
            )
        return poses


def eased(share: float) -> float:
    """0 to 1 with a soft beginning and a soft end."""
    return share * share * (3.0 - 2.0 * share)


def lying(card: PlacedCard) -> CardPose:
    """A card flat on the table."""
    return CardPose(card.id, card.kind.value, card.x, card.y, 0.0, card.yaw)


def tilted(card: PlacedCard, place: Floats) -> CardPose:
    """A card as a track has it."""
    x, y, z, yaw, pitch, roll = (float(number) for number in place)
    return CardPose(card.id, card.kind.value, x, y, z, yaw, pitch, roll)


def deck_card(card: PlacedCard) -> PlacedCard:
    """The card while it is still on the deck."""
    return PlacedCard(card.id, card.kind, *DECK_PLACE, 0.0)


def between(first: PlacedCard, second: PlacedCard, share: float) -> CardPose:
    """A card on its way from one place to another, through the air if it is far."""
    distance = math.hypot(second.x - first.x, second.y - first.y)
    height = min(ARC, distance) * 4.0 * share * (1.0 - share)
    turn = math.remainder(second.yaw - first.yaw, 2.0 * math.pi)
    return CardPose(
        first.id,
        first.kind.value,
        first.x + (second.x - first.x) * share,
        first.y + (second.y - first.y) * share,
        height,
        first.yaw + turn * share,
    )


def towards(seat: int, players: int) -> tuple[float, float]:
    """Where a player's taken cards go [m]."""
    forward = FORWARD[seat_side(seat, players)]
    return -forward[0] * HAND_DISTANCE, -forward[1] * HAND_DISTANCE


def owner_of(carpet: int, recording: Recording) -> int:
    """Seat of a carpet's owner."""
    return carpet_owner(carpet, recording.header.players)
