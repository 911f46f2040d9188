"""Who lies on what, and in which order duels are fought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fliegende3d.rules.actions import CarpetsLanded
from fliegende3d.rules.cards import FORWARD, PlacedCard, Side, carpet_owner
from fliegende3d.rules.layout import MM, TOLERANCE_MM
from fliegende3d.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Claim:
    """A card that is lain on, and the seats whose carpets do; one seat: it takes the card, several: a duel."""

    card: PlacedCard
    seats: tuple[int, ...]


def cards_under(landed: CarpetsLanded, off_carpets: Sequence[int], rules: RuleSet) -> dict[int, frozenset[int]]:
    """Return the ids of the cards that each carpet is on; carpets on nothing are left out.

    A carpet is on a card if it is above it in a large enough common area, or if it rests, directly or through further
    carpets, on a carpet that is. A carpet that left the table is on nothing and carries nobody.
    """
    off = {*off_carpets, *landed.off_table}
    on: dict[int, set[int]] = {}
    for cover in landed.coverage:
        if cover.carpet not in off and cover.area_above_mm2 >= rules.minimum_area_mm2:
            on.setdefault(cover.carpet, set()).add(cover.card)
    pairs = [pair for pair in landed.resting if not off.intersection(pair)] if rules.through_carpets else []
    changed = bool(pairs)
    while changed:
        changed = False
        for upper, lower in pairs:
            new = on.get(lower, set()) - on.get(upper, set())
            if new:
                on.setdefault(upper, set()).update(new)
                changed = True
    return {carpet: frozenset(cards) for carpet, cards in on.items()}


def claims(
    table: Sequence[PlacedCard], on: dict[int, frozenset[int]], players: int, order: Sequence[int]
) -> tuple[Claim, ...]:
    """Return the claims on all cards lain on, in the given order of card ids; seats ascend within a claim."""
    seats: dict[int, set[int]] = {}
    for carpet, cards in on.items():
        for card in cards:
            seats.setdefault(card, set()).add(carpet_owner(carpet, players))
    lying = {card.id: card for card in table}
    return tuple([Claim(lying[card], tuple(sorted(seats[card]))) for card in order if card in seats])


def reading_order(table: Sequence[PlacedCard], side: Side, row_depth_mm: float) -> tuple[int, ...]:
    """Return the ids of the cards as someone at this side reads them: rows from far to near, left to right.

    A row begins with the farthest card left; whoever's centre is at most ``row_depth_mm`` nearer belongs to it. Only
    centres count, so the turn of a card does not matter. Cards equally far to the left are read from far to near.
    """
    forward_x, forward_y = FORWARD[side]
    placed = sorted(
        [(-card.x * forward_x - card.y * forward_y, card.x * forward_y - card.y * forward_x, card.id) for card in table]
    )
    depth = (row_depth_mm + TOLERANCE_MM) * MM
    order: list[int] = []
    while placed:
        nearest_in_row = placed[0][0] + depth
        row = sorted([(right, back, card) for back, right, card in placed if back <= nearest_in_row])
        placed = placed[len(row) :]
        order += [card for _, _, card in row]
    return tuple(order)


def claim_order(table: Sequence[PlacedCard], side: Side, rules: RuleSet) -> tuple[int, ...]:
    """Return the ids of the cards in the order in which claims and duels are settled."""
    if rules.duel_order == "laid":
        return tuple(card.id for card in table)
    return reading_order(table, side, rules.row_depth_mm)
