"""From resting carpets to the facts that the rules judge: the only thing they see of a landing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fliegende3d.rules import CarpetsLanded, Coverage, PlacedCard

from .coverage import CARD_TOP, CardOutline, RestingCarpet, coverage, outlines_of
from .stack import resting_pairs

FLOOR_CLEARANCE: Final = 0.01
"""A carpet with a vertex this near to the floor touches it [m]."""


@dataclass(frozen=True)
class TableEdges:
    """How far the table reaches from its centre, and where the floor is [m]."""

    half_width: float
    half_depth: float
    floor_height: float


def left_the_table(carpet: RestingCarpet, table: TableEdges) -> bool:
    """Whether a carpet touches the floor or no part of it is over the table any more.

    A carpet that hangs over the rim is still on the table.
    """
    heights = carpet.vertices[:, 2]
    if float(heights.min()) <= table.floor_height + FLOOR_CLEARANCE:
        return True
    over = (abs(carpet.vertices[:, 0]) <= table.half_width) & (abs(carpet.vertices[:, 1]) <= table.half_depth)
    return not bool(over.any())


def landed(
    *,
    seat: int,
    carpet: int,
    carpets: Mapping[int, RestingCarpet],
    cards: Sequence[PlacedCard],
    table: TableEdges,
    fallen: Sequence[int] = (),
    tops: Mapping[int, float] | None = None,
) -> CarpetsLanded:
    """The facts for the whole table after one flight.

    Args:
        seat: who threw.
        carpet: the index of the carpet that flew.
        carpets: every carpet that has flown in this round, by index, as it lies now.
        cards: the destination cards still on the table, as they lie now.
        table: the table's edges.
        fallen: ids of the cards that this flight pushed off the table.
        tops: heights of the cards' top faces by id [m]; cards not named lie flat on the table.
    """
    heights = tops or {}
    off = tuple(sorted(index for index, lying in carpets.items() if left_the_table(lying, table)))
    lying = sorted(index for index in carpets if index not in off)
    shapes = [carpets[index] for index in lying]
    outlines = [
        CardOutline(card.id, card.x, card.y, card.yaw, heights.get(card.id, CARD_TOP), card.kind) for card in cards
    ]
    footprints = outlines_of(shapes)
    pairs = coverage(shapes, outlines, outlines=footprints)
    return CarpetsLanded(
        seat=seat,
        carpet=carpet,
        cards=tuple(cards),
        fallen=tuple(fallen),
        coverage=tuple(
            Coverage(lying[pair.carpet], pair.card, round(pair.area_above_mm2, 6), round(pair.area_below_mm2, 6))
            for pair in pairs
        ),
        resting=tuple((lying[link.upper], lying[link.lower]) for link in resting_pairs(shapes, outlines=footprints)),
        off_table=off,
    )
