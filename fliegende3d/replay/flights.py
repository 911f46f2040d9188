"""One recorded flight: the throw, what it touched, and the poses of everything that moved."""

from __future__ import annotations

import bz2
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

import msgspec
import numpy as np
from msgspec import Meta

from fliegende3d.flight import ContactEvent, Orientation, Throw
from fliegende3d.rules import CARDS

from .container import RecordingError
from .plain import MOST_CARPETS, check_numbers
from .poses import Floats, Poses, changes, decode_poses, encode_poses, expanded, folded_planes, unfolded_planes

PLACE_STEP: Final = 1e-5
"""Places of cards are multiples of this [m]."""
TURN_STEP: Final = 1e-4
"""Turns of cards are multiples of this [rad]."""
CARD_HEAD: Final = struct.Struct("<I")
MAXIMUM_FRAMES: Final = 3_600
MOST_CONTACTS: Final = 1_000
STEPS: Final = np.array((PLACE_STEP,) * 3 + (TURN_STEP,) * 3)
STEPS.flags.writeable = False

Vector = tuple[float, float, float]
Blob = Annotated[bytes, Meta(max_length=4 * 1024 * 1024)]


@dataclass(frozen=True)
class Contact:
    """A touch: time since release [s], what was touched, place [m], speed of impact [m/s]; which card or carpet."""

    time: float
    kind: str
    position: Vector
    speed: float
    card: int | None = None
    carpet: int | None = None


@dataclass(frozen=True, eq=False)
class RecordedFlight:
    """A flight as a recording keeps it; poses stay packed until they are asked for.

    Attributes:
        seat, carpet: who flew which carpet.
        position, velocity, spin, orientation: the throw, see `Throw`; orientation is yaw, pitch, roll [rad].
        wind_seed: what the wind's gusts come from.
        settled: whether the carpet came to rest in time.
        hash: SHA-256 of the resting bits.
        contacts: in the order of time.
        packed: the carpet's own poses.
        packed_cards: by id, poses over time of the cards that moved.
        packed_carpets: by index, poses over time of the other carpets that moved.
    """

    seat: int
    carpet: int
    position: Vector
    velocity: Vector
    spin: Vector
    orientation: Vector
    wind_seed: int
    settled: bool
    hash: str
    contacts: tuple[Contact, ...]
    packed: bytes
    packed_cards: Mapping[int, bytes] = field(default_factory=dict)
    packed_carpets: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def throw(self) -> Throw:
        """The throw.

        Raises:
            ThrowError: if it is outside today's limits.
        """
        return Throw(self.position, self.velocity, self.spin, Orientation(*self.orientation))

    def poses(self) -> Poses:
        """The carpet over time; unpacking takes some hundredths of a second.

        Raises:
            RecordingError: if they are damaged.
        """
        return decode_poses(self.packed)

    def moved_cards(self) -> dict[int, CardTrack]:
        """The cards that moved, by id.

        Raises:
            RecordingError: if they are damaged.
        """
        return {card: decode_track(packed) for card, packed in self.packed_cards.items()}

    def moved_carpets(self) -> dict[int, Poses]:
        """The other carpets that moved, by index.

        Raises:
            RecordingError: if they are damaged.
        """
        return {carpet: decode_poses(packed) for carpet, packed in self.packed_carpets.items()}


@dataclass(frozen=True, eq=False)
class CardTrack:
    """A card over time.

    Attributes:
        times: seconds since the throw, strictly increasing, shape (frames,), float64.
        places: x, y, z of its underside's centre [m] and yaw, pitch, roll [rad], shape (frames, 6), float64.
    """

    times: Floats
    places: Floats


def encode_track(track: CardTrack) -> bytes:
    """Pack a card's poses to within half of `PLACE_STEP` and `TURN_STEP`.

    Raises:
        RecordingError: if there are more frames than a recording holds, they are not finite or far away, or do not
            increase in time.
    """
    frames = len(track.times)
    if not (np.diff(track.times) > 0.0).all():
        raise RecordingError("the times of a card's poses do not increase")
    if frames > MAXIMUM_FRAMES or not (np.abs(track.places) < 1e4).all():
        raise RecordingError(f"a card's {frames} poses are more than a recording holds, or far away")
    whole = np.rint(track.places / STEPS).astype(np.int64)
    body = np.asarray(track.times, "<f8").tobytes() + folded_planes(changes(whole).T)
    return CARD_HEAD.pack(frames) + bz2.compress(body)


def decode_track(payload: bytes) -> CardTrack:
    """Unpack a card's poses.

    Raises:
        RecordingError: for sizes out of range, times that do not increase, or damage.
    """
    if len(payload) < CARD_HEAD.size:
        raise RecordingError("a card's poses are cut off")
    (frames,) = CARD_HEAD.unpack_from(payload)
    if frames > MAXIMUM_FRAMES:
        raise RecordingError(f"a card claims {frames} poses; right is at most {MAXIMUM_FRAMES}")
    body = expanded(payload[CARD_HEAD.size :], frames * (8 + 6 * 4))
    times = np.frombuffer(body, "<f8", frames).astype(np.float64)
    if not (np.isfinite(times).all() and (np.diff(times) > 0.0).all()):
        raise RecordingError("the times of a card's poses do not increase")
    places = unfolded_planes(body[8 * frames :], 6 * frames).reshape(6, frames).T.cumsum(0) * STEPS
    if not (np.abs(places) < 2e4 / PLACE_STEP * TURN_STEP).all():
        raise RecordingError("a card's poses lead too far away")
    return CardTrack(times, places)


class FlightRecord(msgspec.Struct, frozen=True):
    """A flight as it stands in the file."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_CARPETS)]
    carpet: Annotated[int, Meta(ge=0, lt=MOST_CARPETS)]
    throw: tuple[Vector, Vector, Vector, Vector]
    wind_seed: int
    settled: bool
    hash: Annotated[str, Meta(max_length=64)]
    contacts: Annotated[list[tuple[float, str, Vector, float, int | None, int | None]], Meta(max_length=MOST_CONTACTS)]
    poses: Blob
    cards: dict[int, Blob]
    carpets: dict[int, Blob]


def encode_flight(flight: RecordedFlight) -> bytes:
    """The bytes of a flight's chunk."""
    record = FlightRecord(
        flight.seat,
        flight.carpet,
        (flight.position, flight.velocity, flight.spin, flight.orientation),
        flight.wind_seed,
        flight.settled,
        flight.hash,
        [(at.time, at.kind, at.position, at.speed, at.card, at.carpet) for at in flight.contacts],
        flight.packed,
        dict(flight.packed_cards),
        dict(flight.packed_carpets),
    )
    return msgspec.msgpack.encode(record)


def decode_flight(payload: bytes) -> RecordedFlight:
    """Read a flight's chunk.

    Raises:
        RecordingError: if it is damaged or names what does not exist.
    """
    try:
        record = msgspec.msgpack.decode(payload, type=FlightRecord)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordingError(f"a flight of the recording is wrong: {error}") from error
    check_numbers([list(vector) for vector in record.throw])
    check_numbers([[time, kind, list(place), *rest] for time, kind, place, *rest in record.contacts])
    if not all(0 <= card < len(CARDS) for card in record.cards):
        raise RecordingError("a flight moves a card that does not exist")
    if not all(0 <= carpet < MOST_CARPETS for carpet in record.carpets):
        raise RecordingError("a flight moves a carpet that does not exist")
    position, velocity, spin, orientation = record.throw
    return RecordedFlight(
        seat=record.seat,
        carpet=record.carpet,
        position=position,
        velocity=velocity,
        spin=spin,
        orientation=orientation,
        wind_seed=record.wind_seed,
        settled=record.settled,
        hash=record.hash,
        contacts=tuple(Contact(*touch) for touch in record.contacts),
        packed=record.poses,
        packed_cards=record.cards,
        packed_carpets=record.carpets,
    )


def record_flight(
    *,
    seat: int,
    carpet: int,
    throw: Throw,
    wind_seed: int,
    poses: Poses,
    contacts: Sequence[ContactEvent],
    settled: bool,
    resting_hash: str,
    cards: Mapping[int, CardTrack] | None = None,
    carpets: Mapping[int, Poses] | None = None,
) -> RecordedFlight:
    """Pack a flight.

    Raises:
        RecordingError: if it is larger than a recording holds.
    """
    held = throw.orientation
    return RecordedFlight(
        seat=seat,
        carpet=carpet,
        position=throw.position,
        velocity=throw.velocity,
        spin=throw.spin,
        orientation=(held.yaw, held.pitch, held.roll),
        wind_seed=wind_seed,
        settled=settled,
        hash=resting_hash,
        contacts=tuple(
            Contact(at.time, at.kind.value, at.position, at.speed, at.card, at.carpet)
            for at in contacts[:MOST_CONTACTS]
        ),
        packed=encode_poses(poses),
        packed_cards={card: encode_track(track) for card, track in (cards or {}).items()},
        packed_carpets={index: encode_poses(moved) for index, moved in (carpets or {}).items()},
    )
