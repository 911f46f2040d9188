"""The limits of a layout: where a card may lie. Areas and gaps are exact for every turn of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, pi, remainder, sin

from fliegende3d.rules.cards import PlacedCard
from fliegende3d.rules.geometry import Rectangle, rectangle, separation, signed_gap
from fliegende3d.rules.refusals import BrokenLimit, Limit
from fliegende3d.rules.ruleset import RuleSet

MM = 0.001
TOLERANCE_MM = 1e-6
"""A limit broken by less than this, a nanometre, is kept: 10 mm stay 10 mm after rounding in binary."""


def card_rectangle(x: float, y: float, yaw: float, rules: RuleSet) -> Rectangle:
    """Return a card's rectangle [m]."""
    return rectangle(x, y, yaw, rules.card_width_mm * MM, rules.card_length_mm * MM)


def rectangles(cards: Sequence[PlacedCard], rules: RuleSet) -> tuple[Rectangle, ...]:
    """Return the rectangles [m] of lying cards."""
    return tuple(card_rectangle(card.x, card.y, card.yaw, rules) for card in cards)


def gap_mm(first: PlacedCard, second: PlacedCard, rules: RuleSet) -> float:
    """Return the gap between two cards [mm]: their shortest distance; if they overlap, minus the depth of that."""
    one, other = rectangles((first, second), rules)
    return signed_gap(one, other) / MM


def check_placement(
    laid: Sequence[PlacedCard], x: float, y: float, yaw: float, rules: RuleSet
) -> tuple[BrokenLimit, ...]:
    """Return every limit that a card at (x, y) [m], turned by yaw [rad], would break; empty if the place is legal.

    ``laid`` are the other cards on the table. Each card that is too close is listed, nearest trouble first.
    """
    place = card_rectangle(x, y, yaw, rules)
    broken = _gaps_and_reach(laid, place, rules)
    outside = outside_area_mm(place, rules)
    if outside > TOLERANCE_MM:
        broken.append(BrokenLimit(Limit.AREA, outside))
    if not rules.any_rotation:
        off = abs(remainder(yaw, pi / 2))
        chord = 2 * sin(off / 2) * hypot(place.half_width, place.half_length) / MM
        if chord > TOLERANCE_MM:
            broken.append(BrokenLimit(Limit.ROTATION, chord))
    return tuple(broken)


def _gaps_and_reach(laid: Sequence[PlacedCard], place: Rectangle, rules: RuleSet) -> list[BrokenLimit]:
    """Check the gaps to all cards. Circles in and around the cards answer most pairs without exact geometry."""
    least, most = rules.minimum_gap_mm * MM, rules.reach_mm * MM
    tolerance = TOLERANCE_MM * MM
    surely_far_enough = least + 2 * hypot(place.half_width, place.half_length)
    surely_near_enough = most + 2 * place.half_width
    in_reach = not laid
    too_close: list[BrokenLimit] = []
    undecided: list[PlacedCard] = []
    for card in laid:
        distance = hypot(card.x - place.x, card.y - place.y)
        if distance <= surely_near_enough:
            in_reach = True
        else:
            undecided.append(card)
        if distance < surely_far_enough:
            other = card_rectangle(card.x, card.y, card.yaw, rules)
            if separation(place, other) < least - tolerance:
                gap = signed_gap(place, other)
                if gap < least - tolerance:
                    too_close.append(BrokenLimit(Limit.GAP, (least - gap) / MM, card.id))
    too_close.sort(key=lambda limit: (-limit.by_mm, limit.card))
    if in_reach:
        return too_close
    others = [(card_rectangle(card.x, card.y, card.yaw, rules), card.id) for card in undecided]
    if any(_in_reach(place, other, most + tolerance) for other, _ in others):
        return too_close
    nearest, nearest_card = min((signed_gap(place, other), card) for other, card in others)
    too_close.append(BrokenLimit(Limit.REACH, (nearest - most) / MM, nearest_card))
    return too_close


def _in_reach(first: Rectangle, second: Rectangle, most: float) -> bool:
    """Tell whether the gap between two cards is at most ``most`` [m]; the cheap bounds of it come first."""
    if hypot(second.x - first.x, second.y - first.y) <= most + first.half_width + second.half_width:
        return True
    return separation(first, second) <= most and signed_gap(first, second) <= most


def outside_area_mm(place: Rectangle, rules: RuleSet) -> float:
    """Return how far a card sticks out of the landing area [mm]; negative inside: the room to the nearest edge."""
    beyond_x = abs(place.x) + place.extent(1.0, 0.0) - rules.table.landing_half_width
    beyond_y = abs(place.y) + place.extent(0.0, 1.0) - rules.table.landing_half_depth
    return max(beyond_x, beyond_y) / MM


def check_move(
    table: Sequence[PlacedCard], card: int, x: float, y: float, yaw: float, rules: RuleSet
) -> tuple[BrokenLimit, ...]:
    """Return every limit that moving a lying card, given by id, to a new place would break; empty if it is legal.

    The moved card keeps the limits of a newly laid one towards all others. All cards together must remain a layout
    that could have been laid card by card: no card or group of cards may be left out of reach of the rest.
    """
    others = [other for other in table if other.id != card]
    broken = check_placement(others, x, y, yaw, rules)
    if any(limit.limit is Limit.REACH for limit in broken):
        return broken
    apart = {other.id: card_rectangle(other.x, other.y, other.yaw, rules) for other in others}
    return broken + _stranded(card_rectangle(x, y, yaw, rules), apart, rules)


def _stranded(moved: Rectangle, apart: dict[int, Rectangle], rules: RuleSet) -> tuple[BrokenLimit, ...]:
    """Return the limit broken by the nearest card that no chain of gaps within reach joins to the moved one."""
    joined = [moved]
    most = (rules.reach_mm + TOLERANCE_MM) * MM
    for here in joined:  # grows while it is walked: a search in breadth
        found = [card for card, shape in apart.items() if _in_reach(here, shape, most)]
        joined += [apart.pop(card) for card in found]
    if not apart:
        return ()
    gap, card = min((signed_gap(one, other), card) for one in joined for card, other in apart.items())
    return (BrokenLimit(Limit.STRANDED, gap / MM - rules.reach_mm, card),)
