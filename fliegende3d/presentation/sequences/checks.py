"""What makes a flight the one that is looked for: measured facts, and how clearly they hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import default_table
from fliegende3d.flight.trajectory import ContactKind
from fliegende3d.presentation.sequences.trials import Flown

FLAT_TILT = math.radians(20.0)
LEAST_TURNS = 2.0
LEAST_CURVE = 0.05  # m away from the straight line
LEAST_SWINGS = 3
SWING = math.sin(math.radians(6.0))
LEAST_DRIFT, GOOD_DRIFT = 0.05, 0.20  # m between wind and calm
LEAST_SLIDE, GOOD_SLIDE = 0.06, 0.25  # m
LEAST_COVER = 60  # vertices of 280 over a card or carpet
LEAST_UNDER = 50  # vertices under a card
LEAST_PUSH, GOOD_PUSH = 0.012, 0.03  # m
HANGING = (0.10, 0.48)  # share of the sheet beyond the rim
LEAST_DROOP = 0.002  # m below the table's top
FOLDED = 0.80  # of the sheet's area seen from above
ABOVE, BELOW = 1, 2


@dataclass(frozen=True)
class Finding:
    """How clearly a flight is what was looked for, and the facts in words."""

    score: float
    words: str


Check = Callable[[Flown], Finding | None]


def flat_spin(flown: Flown) -> Finding | None:
    """It turns at least twice in the air and stays level."""
    air = flown.in_air()
    turns = float(np.trapezoid(np.abs(flown.path.angular_velocity[air, 2]), flown.path.times[air])) / (2 * math.pi)
    tilt = float(np.arccos(np.clip(flown.normals[air, 2], -1.0, 1.0)).max())
    if turns < LEAST_TURNS or tilt > FLAT_TILT:
        return None
    return Finding(turns - tilt, f"{turns:.1f} turns in the air, tilted by {math.degrees(tilt):.0f} deg at most")


def curve(flown: Flown) -> Finding | None:
    """Its path bends away from the straight line of the release."""
    start, way = flown.path.centre_of_mass[0, :2], flown.path.velocity[0, :2]
    way = way / np.linalg.norm(way)
    offset = flown.path.centre_of_mass[flown.in_air()][-1, :2] - start
    aside = float(way[0] * offset[1] - way[1] * offset[0])
    if abs(aside) < LEAST_CURVE or not _on_table(flown):
        return None
    side = "left" if aside > 0 else "right"
    return Finding(abs(aside), f"touches down {abs(aside) * 1000:.0f} mm to the {side} of the straight line")


def tumble(flown: Flown) -> Finding | None:
    """It turns over in the air, at least one whole time."""
    upright = flown.normals[flown.in_air(), 2]
    turns = int(np.diff(upright >= 0.0).sum())
    if turns < 2 or not _on_table(flown):
        return None
    return Finding(turns, f"turns over {turns} half times before it touches down")


def flutter(flown: Flown) -> Finding | None:
    """It swings to and fro without turning over."""
    air = flown.in_air()
    normal = flown.normals[air]
    columns, rows = flown.path.mesh
    grid = flown.path.vertices[air].reshape(-1, rows, columns, 3)
    rise = (grid[:, -1] - grid[:, 0]).mean(axis=1)
    nose = rise[:, 2] / np.linalg.norm(rise, axis=1)
    swings = _swings(nose, SWING)
    if swings < LEAST_SWINGS or normal[:, 2].min() <= 0.0 or not _on_table(flown):
        return None
    return Finding(swings + float(np.ptp(nose)), f"swings {swings} times between nose up and nose down")


def gust(flown: Flown) -> Finding | None:
    """Wind brings it down elsewhere than still air would."""
    if flown.calm is None or not _on_table(flown):
        return None
    drift = float(np.linalg.norm(flown.path.centre_of_mass[-1, :2] - flown.calm.centre_of_mass[-1, :2]))
    if drift < LEAST_DRIFT:
        return None
    return Finding(-abs(drift - GOOD_DRIFT), f"comes to rest {drift * 1000:.0f} mm from where it would in still air")


def slide(flown: Flown) -> Finding | None:
    """It glides on over the table after it touched down, the right way up."""
    after = slice(flown.in_air().stop, None)
    path = flown.path.centre_of_mass[after, :2]
    if len(path) < 2 or flown.normals[after, 2].min() < 0.9 or not _on_table(flown):
        return None
    way = float(np.linalg.norm(path[-1] - path[0]))
    if way < LEAST_SLIDE:
        return None
    return Finding(-abs(way - GOOD_SLIDE), f"slides {way * 1000:.0f} mm after it touched down")


def rim_hang(flown: Flown) -> Finding | None:
    """It comes to rest partly beyond the rim and hangs down there."""
    table, last = default_table(), flown.path.final_vertices
    beyond = (np.abs(last[:, 0]) > table.half_width) | (np.abs(last[:, 1]) > table.half_depth)
    share, droop = float(beyond.mean()), float(-last[:, 2].min())
    if not HANGING[0] <= share <= HANGING[1] or not LEAST_DROOP <= droop < 0.1 or not flown.path.settled:
        return None
    return Finding(droop, f"rests with {share:.0%} of it beyond the rim, hanging down {droop * 1000:.0f} mm")


def over_card(flown: Flown) -> Finding | None:
    """It comes to rest on a card."""
    covers = _covers(flown, "card", ABOVE)
    if not covers or _covers(flown, "card", BELOW) or max(covers.values()) < LEAST_COVER:
        return None
    card, count = max(covers.items(), key=lambda item: item[1])
    heard = any(event.kind is ContactKind.CARD and event.card == card for event in flown.path.events)
    told = ", contact event heard" if heard else ""
    return Finding(count, f"lies over card {card} with {count} of {len(flown.path.final_vertices)} vertices{told}")


def under_card(flown: Flown) -> Finding | None:
    """It slips under a card."""
    covers = _covers(flown, "card", BELOW)
    if not covers or max(covers.values()) < LEAST_UNDER:
        return None
    card, count = max(covers.items(), key=lambda item: item[1])
    events = [event for event in flown.path.events if event.kind is ContactKind.UNDER]
    when = f"; first under at {events[0].time:.2f} s" if events else ""
    return Finding(count, f"lies under card {card} with {count} vertices{when}")


def push(flown: Flown) -> Finding | None:
    """It moves a card that stays on the table."""
    before = {card.id: card for card in flown.trial.cards}
    ways = {c.id: math.hypot(c.x - before[c.id].x, c.y - before[c.id].y) for c in flown.outcome.cards}
    card, way = max(ways.items(), key=lambda item: item[1])
    if way < LEAST_PUSH or _covers(flown, "card", BELOW):
        return None
    events = [event for event in flown.path.events if event.kind is ContactKind.PUSH]
    return Finding(-abs(way - GOOD_PUSH), f"pushes card {card} by {way * 1000:.0f} mm in {len(events)} push events")


def carpet_on_carpet(flown: Flown) -> Finding | None:
    """It comes to rest on another carpet."""
    covers = _covers(flown, "carpet", ABOVE)
    if not covers or max(covers.values()) < LEAST_COVER:
        return None
    carpet, count = max(covers.items(), key=lambda item: item[1])
    return Finding(count, f"lies over carpet {carpet} with {count} of {len(flown.path.final_vertices)} vertices")


def off_table(flown: Flown) -> Finding | None:
    """It falls from the table to the floor."""
    floor = default_table().floor_height
    last = flown.path.final_vertices
    if last[:, 2].max() > floor + 0.1:
        return None
    hit = [event for event in flown.path.events if event.kind in (ContactKind.TABLE, ContactKind.CARD, ContactKind.RIM)]
    if not hit:
        return None
    return Finding(-flown.path.duration, f"touches the table at {hit[0].time:.2f} s and ends on the floor")


def fold(flown: Flown) -> Finding | None:
    """It lies folded: from above less of it is seen than when it is spread."""
    last = flown.path.final_vertices[flown.path.triangles]
    normal = 0.5 * np.cross(last[:, 1] - last[:, 0], last[:, 2] - last[:, 0])
    area = np.linalg.norm(normal, axis=1).sum()
    turned = normal[:, 2]
    minority = min(-turned[turned < 0].sum(), turned[turned > 0].sum()) / area
    share = float(abs(turned.sum()) / area)
    if share > FOLDED or minority < 0.05 or not _on_table(flown):
        return None
    return Finding(1.0 - share, f"rests folded: {minority:.0%} of it lies the other way up")


def _on_table(flown: Flown) -> bool:
    """Whether all of it lies on the table in the end."""
    table, last = default_table(), flown.path.final_vertices
    inside = (np.abs(last[:, 0]) < table.half_width) & (np.abs(last[:, 1]) < table.half_depth)
    return bool(inside.all()) and flown.path.settled


def _covers(flown: Flown, kind: str, side: int) -> dict[int, int]:
    """How many vertices lie on that side of each card or carpet."""
    found = {n: int((sides == side).sum()) for (what, n), sides in flown.landing.sides.items() if what == kind}
    return {number: count for number, count in found.items() if count}


def _swings(values: NDArray[np.float64], least: float) -> int:
    """How often a value goes from above `least` to below its negative or back."""
    state, count = 0, 0
    for value in values:
        now = 1 if value > least else -1 if value < -least else 0
        if now and state and now != state:
            count += 1
        state = now or state
    return count
