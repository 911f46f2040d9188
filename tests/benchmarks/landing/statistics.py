"""Shares of throws by outcome, with standard errors from the spread between tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from fliegende3d.collision.landing import landed
from fliegende3d.flight import COARSE, STANDARD, Throw
from fliegende3d.game.aiming import Aiming
from fliegende3d.game.levels import Level
from fliegende3d.game.tabletop import Tabletop
from fliegende3d.rules import CarpetsLanded, Side

from .scenes import Scene, aimed_throw, rule_set, scene

CARPET_MM2 = 59.0 * 91.0
MESHES = {"8x10": COARSE, "14x20": STANDARD}
FLOWN = 9  # index of the carpet that is thrown


@dataclass(frozen=True)
class Throwing:
    """What became of one throw."""

    table: int
    on: int
    aimed_mm2: float
    most_covered: bool
    under: bool
    off: bool
    farthest_push: float
    settled: bool
    rest: tuple[float, float]
    verdict: tuple[int, ...]


@dataclass(frozen=True)
class Share:
    """A share of throws and its standard error, both in per cent."""

    percent: float
    error: float

    def __str__(self) -> str:
        return f"{self.percent:.1f} ± {self.error:.1f}"


def outcome(tabletop: Tabletop, table: int, place: Scene, target: int, throw: Throw) -> Throwing:
    """Fly one throw at a scene and judge it as a game does."""
    result = tabletop.fly(throw, cards=place.cards, resting=place.resting, wind_seed=0, curl_seed=place.curl_seed)
    carpets = dict(result.resting) | {FLOWN: result.rest("thrower", order=len(place.resting))}
    facts: CarpetsLanded = landed(
        seat=0,
        carpet=FLOWN,
        carpets=carpets,
        cards=result.cards,
        table=tabletop.edges,
        fallen=result.fallen,
        tops=result.tops,
    )
    mine = [entry for entry in facts.coverage if entry.carpet == FLOWN]
    above = {entry.card: entry.area_above_mm2 for entry in mine if entry.area_above_mm2 >= 1.0}
    before = {card.id: card for card in place.cards}
    moves = [math.hypot(card.x - before[card.id].x, card.y - before[card.id].y) for card in result.cards]
    aimed = above.get(target, 0.0)
    rest = result.trajectory.final_vertices[:, :2].mean(0)
    return Throwing(
        table=table,
        on=len(above),
        aimed_mm2=aimed,
        most_covered=aimed > 0.0 and aimed == max(above.values()),
        under=any(entry.area_below_mm2 >= 1.0 for entry in mine),
        off=FLOWN in facts.off_table,
        farthest_push=max(moves, default=0.0) if not result.fallen else 1.0,
        settled=result.trajectory.settled,
        rest=(float(rest[0]), float(rest[1])),
        verdict=tuple(sorted(above)),
    )


def play(tables: Sequence[int], throws: int, level: Level, meshes: Sequence[str]) -> Iterator[dict[str, Throwing]]:
    """The same throws on each mesh: for every table, `throws` throws at random cards from random sides."""
    rules = rule_set()
    tops = {name: Tabletop(rules.table, mesh=MESHES[name]) for name in meshes}
    coarse = Tabletop(rules.table, mesh=COARSE)
    aiming = Aiming(coarse)
    for table in tables:
        place = scene(table, coarse, aiming, level, table % 4, rules)
        stream = np.random.default_rng([table, 2])
        for _ in range(throws):
            target = place.cards[int(stream.integers(len(place.cards)))]
            side = list(Side)[int(stream.integers(4))]
            throw = aimed_throw(aiming, target, side, level, stream)
            yield {name: outcome(top, table, place, target.id, throw) for name, top in tops.items()}


def share(results: Sequence[Throwing], hits: Sequence[bool]) -> Share:
    """The share of hits; its error from the spread of the tables' own shares."""
    by_table: dict[int, list[bool]] = {}
    for result, hit in zip(results, hits, strict=True):
        by_table.setdefault(result.table, []).append(hit)
    means = np.array([np.mean(group) for group in by_table.values()])
    error = float(means.std(ddof=1) / math.sqrt(len(means))) if len(means) > 1 else float("nan")
    return Share(100.0 * float(means.mean()), 100.0 * error)


def shares(results: Sequence[Throwing]) -> dict[str, Share]:
    """All shares by name."""
    rows: dict[str, list[bool]] = {
        "on no card": [r.on == 0 for r in results],
        "on 1 card": [r.on == 1 for r in results],
        "on 2 cards": [r.on == 2 for r in results],
        "on 3 or more": [r.on >= 3 for r in results],
        "aimed card: any contact that counts": [r.aimed_mm2 > 0.0 for r in results],
        "aimed card: a quarter of the carpet": [r.aimed_mm2 >= CARPET_MM2 / 4 for r in results],
        "aimed card: a third of the carpet": [r.aimed_mm2 >= CARPET_MM2 / 3 for r in results],
        "aimed card is the most covered": [r.most_covered for r in results],
        "under a card": [r.under for r in results],
        "off the table": [r.off for r in results],
        "a card moved over 1 mm": [r.farthest_push > 0.001 for r in results],
        "a card moved over 10 mm": [r.farthest_push > 0.010 for r in results],
        "not settled": [not r.settled for r in results],
    }
    return {name: share(results, hits) for name, hits in rows.items()}
