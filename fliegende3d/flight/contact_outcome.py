"""From a flight over cards and carpets to how everything lies afterwards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import layout, plates
from fliegende3d.flight.contact_landing import FLOWN, Key, Landing
from fliegende3d.flight.contact_lying import card_poses
from fliegende3d.flight.contact_tracks import CardTrack, CarpetTrack, fallen_track, moved
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.plates import Plates, carpet_row, order_with, sides_of
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.trajectory import ContactKind, Trajectory
from fliegende3d.flight.world import LyingCard

Floats = NDArray[np.float64]

STILL = 1e-6  # m or rad; a plate that moved less has not moved
SETTLING_TIME = 2.0  # s in which a stirred carpet comes to rest again
HELD = 1e3  # kg; what lies about a carpet that settles again does not give way


def landing_of(flight: Flight, flown: Trajectory) -> Landing:
    """What a flight has recorded, and how everything lies now."""
    lying = flight.plates
    rows, keys = lying.table, lying.keys
    sides = sides_of(flight.x, lying)
    under = [key for key, side in sides.items() if (side == plates.BELOW).any()]
    order = order_with(FLOWN, [keys[k] for k in lying.order if not rows[k, plates.GONE]], under)
    thickness = flight.settings.material.thickness
    everything = _with_flown(flight, order)
    carpets_before = _carpets_before(flight)
    carpets: dict[Key, Floats] = {FLOWN: flight.x.copy()}
    tracks: dict[int, CarpetTrack] = {}
    for k, key in enumerate(keys):
        if key[0] == "carpet":
            carpets[key], track = _carpet_now(flight, k, everything, carpets_before[key])
            if track is not None:
                tracks[key[1]] = track
    poses_before = card_poses(_before(flight), carpets_before, thickness)
    poses = card_poses(everything, carpets, thickness)
    lifted = {
        event.card: event.time
        for event in reversed(flown.events)
        if event.kind is ContactKind.UNDER and event.card is not None
    }
    cards: list[LyingCard] = []
    fallen: list[int] = []
    card_tracks: dict[int, CardTrack] = {}
    for k, (kind, number) in enumerate(keys):
        if kind != "card":
            continue
        path = flight.plate_frames[: len(flown.times), k]
        if rows[k, plates.GONE]:
            fallen.append(number)
            card_tracks[number] = fallen_track(flown.times, path, rows[k], flight.settings.world.table.floor_height)
            continue
        cards.append(LyingCard(number, *(float(part) for part in rows[k, :3])))
        before, after = poses_before[number], poses[number]
        if float(np.abs(after - before).max()) > STILL:
            card_tracks[number] = CardTrack.sliding(flown.times, path, before, after, lifted.get(number))
    return Landing(
        **{name: getattr(flown, name) for name in Trajectory.__dataclass_fields__},
        cards=tuple(cards),
        fallen=tuple(fallen),
        card_tracks=card_tracks,
        carpet_tracks=tracks,
        resting={key[1]: vertices for key, vertices in carpets.items() if key != FLOWN},
        sides=sides,
        order=order,
        poses=poses,
        tops={number: float(pose[2]) + flight.settings.values["card.thickness"] for number, pose in poses.items()},
    )


def _with_flown(flight: Flight, order: tuple[Key, ...]) -> Plates:
    """The plates as they lie now and the carpet that flew as one more, in the new order."""
    material = flight.settings.material
    own = carpet_row(flight.x, material.areal_density, material.thickness, flight.settings.mesh)
    keys = (*flight.plates.keys, FLOWN)
    present = [keys.index(key) for key in order]
    gone = [k for k in range(len(keys)) if k not in present]
    return Plates(np.vstack([flight.plates.table, own]), np.array(present + gone, np.int64), keys)


def _before(flight: Flight) -> Plates:
    return replace(flight.plates, table=flight.plates_before)


def _carpets_before(flight: Flight) -> dict[Key, Floats]:
    """Vertices of the lying carpets before the flight, by key."""
    answer: dict[Key, Floats] = {}
    for carpet in flight.settings.world.carpets:
        k = flight.plates.keys.index(("carpet", carpet.index))
        answer["carpet", carpet.index] = (
            flat_carpet(flight, flight.plates_before[k]) if carpet.vertices is None else carpet.vertices
        )
    return answer


def flat_carpet(flight: Flight, row: Floats) -> Floats:
    """Vertices of a flat carpet on the table where a plate lies [m], shape (vertices, 3)."""
    grid = flight.mesh.rest_positions
    x = row[plates.X] + row[plates.COSINE] * grid[:, 0] - row[plates.SINE] * grid[:, 1]
    y = row[plates.Y] + row[plates.SINE] * grid[:, 0] + row[plates.COSINE] * grid[:, 1]
    return np.stack([x, y, np.zeros(len(grid))], axis=1)


def _carpet_now(flight: Flight, k: int, everything: Plates, before: Floats) -> tuple[Floats, CarpetTrack | None]:
    """Vertices of a lying carpet after the flight, and how it went if it moved.

    A carpet that was moved, or under which something moved, is cloth again until it rests.
    """
    row = flight.plates.table[k]
    before_row = flight.plates_before[k]
    path = flight.plate_frames[: int(flight.count[layout.FRAMES_DONE]), k]
    slid = float(np.abs(row[:3] - before_row[:3]).max()) > STILL
    now = moved(before, before_row[:3], row[:3]) if slid else before
    track = CarpetTrack.sliding(flight.motion[: len(path), 0], path, before) if slid else None
    carpet = next(one for one in flight.settings.world.carpets if ("carpet", one.index) == flight.plates.keys[k])
    is_cloth = carpet.vertices is None or carpet.mesh == flight.settings.mesh
    if not is_cloth or not _stirred(flight, k, before, now, everything):
        return now, track
    again = _settle_again(flight, k, now, everything)
    if track is None:
        track = CarpetTrack(np.zeros(0), np.zeros((0, *now.shape)))
        start = float(flight.motion[len(path) - 1, 0])
        return again.x.copy(), track.followed_by(
            start + again.motion[: _frames(again), 0], again.frames[: _frames(again)]
        )
    return again.x.copy(), track.followed_by(again.motion[: _frames(again), 0], again.frames[: _frames(again)])


def _frames(flight: Flight) -> int:
    return int(flight.count[layout.FRAMES_DONE])


def _stirred(flight: Flight, k: int, before: Floats, now: Floats, everything: Plates) -> bool:
    """Whether a carpet no longer lies as it did.

    It fell, it slid onto, off or over something, or over the rim; or something under it moved, or slipped in.
    """
    row, old = flight.plates.table[k], flight.plates_before[k]
    slid = float(np.abs(row[:3] - old[:3]).max()) > STILL
    table = flight.settings.world.table
    over_rim = (np.abs(now[:, 0]) > table.half_width) | (np.abs(now[:, 1]) > table.half_depth)
    if row[plates.GONE] or (slid and over_rim.any()):
        return True
    flown = len(flight.plates.keys)
    for other in everything.order[: list(everything.order).index(k)]:
        there = everything.table[other]
        if other == flown:
            if plates.covers(there, now[:, :2]).any():
                return True
            continue
        was = flight.plates_before[other]
        if not slid and float(np.abs(there[:3] - was[:3]).max()) <= STILL:
            continue
        if plates.covers(there, now[:, :2]).any() or plates.covers(was, before[:, :2]).any():
            return True
    return False


def _settle_again(flight: Flight, k: int, now: Floats, everything: Plates) -> Flight:
    """Let a lying carpet be cloth from where it is now, between all the others, which are held."""
    row = flight.plates.table[k]
    others = [j for j in range(len(everything.keys)) if j != k]
    table = everything.table[others].copy()
    position = {j: place for place, j in enumerate(everything.order)}
    for new, j in enumerate(others):
        table[new, plates.MASS], table[new, plates.INERTIA] = HELD, HELD
        table[new, plates.INVERSE_MASS], table[new, plates.INVERSE_INERTIA] = 1.0 / HELD, 1.0 / HELD
        table[new, plates.VX : plates.SPIN + 1] = 0.0
        table[new, plates.AWAKE] = 0.0
        table[new, plates.SIDE] = plates.ABOVE if position[j] < position[k] else plates.BELOW
    order = [others.index(int(j)) for j in everything.order if j != k]
    lying = Plates(table, np.array(order, np.int64), tuple(everything.keys[j] for j in others))
    centre = now.mean(axis=0)
    throw = Throw((float(centre[0]), float(centre[1]), max(0.0, float(centre[2]))), (0.0, 0.0, 0.0))
    again = Flight(throw, flight.settings, plates_lying=lying)
    again.par[layout.LONGEST_STEPS] = np.ceil(SETTLING_TIME / again.par[layout.STEP])
    again.x[:] = now
    again.v[:] = 0.0
    if row[plates.GONE]:
        again.v[:, 0] = row[plates.VX] - row[plates.SPIN] * (now[:, 1] - row[plates.Y])
        again.v[:, 1] = row[plates.VY] + row[plates.SPIN] * (now[:, 0] - row[plates.X])
    again.advance(int(again.par[layout.LONGEST_STEPS]))
    return again
