"""A flight's facts: checked against what is possible, taken over into the state, and judged once all have flown."""

from __future__ import annotations

from operator import attrgetter

from fliegende3d.rules.actions import CarpetsLanded, Coverage
from fliegende3d.rules.cards import CARDS, Card, PlacedCard
from fliegende3d.rules.claims import cards_under, claim_order, claims
from fliegende3d.rules.events import (
    CardFell,
    CardPushed,
    CardTaken,
    CarpetFlew,
    CarpetOnNothing,
    DuelOpened,
    Event,
    TakenBy,
)
from fliegende3d.rules.geometry import Rectangle, separation
from fliegende3d.rules.layout import card_rectangle
from fliegende3d.rules.refusals import Refusal, RefusalKey, finite, of_type, whole
from fliegende3d.rules.stages import go_on
from fliegende3d.rules.state import Duel, GameState, Phase, Step, flight_order

AREA_TOLERANCE_MM2 = 1.0
"""A covered area may exceed a card's by this much: overlay on a grid of finite width rounds."""


def carpets_landed(state: GameState, action: CarpetsLanded) -> Step | Refusal:
    """Take over the facts of one flight; after the last flight of a round the claims are settled."""
    if state.phase is not Phase.FLIGHT:
        return Refusal(RefusalKey.NOT_NOW, {"phase": state.phase.value})
    order = flight_order(state.dealer, state.players, state.rules)
    seat, carpet = order[state.flown]
    if action.seat != seat:
        return Refusal(RefusalKey.NOT_YOUR_TURN, {"seat": action.seat, "expected": seat})
    if not whole(action.carpet):
        return Refusal(RefusalKey.MALFORMED, {"field": "carpet"})
    if action.carpet != carpet:
        return Refusal(RefusalKey.WRONG_CARPET, {"carpet": action.carpet, "expected": carpet})
    flown = {carpet for _, carpet in order[: state.flown + 1]}
    refusal = _impossible_cards(state, action) or _impossible_carpets(state, action, flown)
    if refusal:
        return refusal
    landed = ordered(action, state.table)
    next_state, events = _taken_over(state, landed)
    if next_state.flown < len(order):
        return next_state, events
    return _settle(next_state, landed, events)


def ordered(action: CarpetsLanded, table: tuple[PlacedCard, ...]) -> CarpetsLanded:
    """Return the same facts in one order and with plain floats, so that equal facts compare equal.

    Cards come in the order of the given table, the rest ascending.
    """
    return CarpetsLanded(
        action.seat,
        action.carpet,
        _in_table_order(action.cards, table),
        tuple(sorted(action.fallen)) if action.fallen else (),
        tuple(map(_plain_cover, sorted(action.coverage, key=attrgetter("carpet", "card")))),
        tuple(sorted(action.resting)) if action.resting else (),
        tuple(sorted(action.off_table)) if action.off_table else (),
    )


def _in_table_order(cards: tuple[PlacedCard, ...], table: tuple[PlacedCard, ...]) -> tuple[PlacedCard, ...]:
    """Return the cards in the table's order; a card that has not moved, and a table where none has, stay the same."""
    if cards == table:
        return table
    now = {card.id: card for card in cards}
    plain = []
    for old in table:
        new = now.get(old.id)
        if new is old or new == old:
            plain.append(old)
        elif new is not None:
            plain.append(PlacedCard(old.id, old.kind, float(new.x), float(new.y), float(new.yaw)))
    return tuple(plain)


def _plain_cover(cover: Coverage) -> Coverage:
    if type(cover.area_above_mm2) is float and type(cover.area_below_mm2) is float:
        return cover
    return Coverage(cover.carpet, cover.card, float(cover.area_above_mm2), float(cover.area_below_mm2))


def _taken_over(state: GameState, landed: CarpetsLanded) -> Step:
    """Move the cards, drop the fallen ones, and note which carpets left the table."""
    off_carpets = state.off_carpets
    if landed.off_table:
        off_carpets = tuple(sorted({*off_carpets, *landed.off_table}))
    events: list[Event] = [CarpetFlew(landed.seat, landed.carpet, state.throws + 1, landed.carpet not in off_carpets)]
    if landed.cards is not state.table:
        before = {card.id: card for card in state.table}
        events += [CardPushed(card) for card in landed.cards if card is not before[card.id]]
    fallen = tuple(CARDS[card] for card in landed.fallen)
    events += [CardFell(card) for card in fallen]
    changes: dict[str, object] = {}
    if fallen and state.rules.fallen_cards == "thrower_takes":
        changes["hands"] = with_cards(state.hands, landed.seat, fallen)
        events += [CardTaken(landed.seat, card, TakenBy.FALLEN) for card in fallen]
    elif fallen:
        changes["set_aside"] = state.set_aside + fallen
    next_state = state.evolve(
        table=landed.cards,
        flown=state.flown + 1,
        throws=state.throws + 1,
        landed=landed,
        off_carpets=off_carpets,
        before=None,
        **changes,
    )
    return next_state, events


def _settle(state: GameState, landed: CarpetsLanded, events: list[Event]) -> Step:
    """Give uncontested cards to their claimants and open the duels, or go on at once if there are none."""
    on = cards_under(landed, state.off_carpets, state.rules)
    order = claim_order(state.table, state.side(state.dealer), state.rules)
    found = claims(state.table, on, state.players, order)
    flights = flight_order(state.dealer, state.players, state.rules)
    events += [CarpetOnNothing(seat, carpet) for seat, carpet in flights if carpet not in on]
    hands = state.hands
    taken = set()
    for claim in found:
        if len(claim.seats) == 1:
            card = CARDS[claim.card.id]
            hands = with_cards(hands, claim.seats[0], (card,))
            taken.add(card.id)
            events.append(CardTaken(claim.seats[0], card, TakenBy.CLAIM))
    duels = tuple(Duel(CARDS[claim.card.id], claim.seats) for claim in found if len(claim.seats) > 1)
    settled = state.evolve(
        table=tuple(card for card in state.table if card.id not in taken),
        hands=hands,
        duels=duels,
        barren=0 if found else state.barren + len(flights),
    )
    if not duels:
        return go_on(settled, events)
    events.append(DuelOpened(duels[0].card, duels[0].seats))
    return settled.evolve(phase=Phase.DUEL), events


def with_cards(hands: tuple[tuple[Card, ...], ...], seat: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the hands with more cards in one of them."""
    return (*hands[:seat], hands[seat] + cards, *hands[seat + 1 :])


def _impossible_cards(state: GameState, action: CarpetsLanded) -> Refusal | None:
    if not of_type(action.cards, tuple):
        return Refusal(RefusalKey.MALFORMED, {"field": "cards"})
    if not of_type(action.fallen, tuple):
        return Refusal(RefusalKey.MALFORMED, {"field": "fallen"})
    if action.cards == state.table and not action.fallen:
        return None
    unseen = {card.id: card for card in state.table}
    lying = frozenset(unseen)
    table = Rectangle(0.0, 0.0, 1.0, 0.0, state.rules.table.half_width, state.rules.table.half_depth)
    for card in action.cards:
        if not of_type(card, PlacedCard) or not whole(card.id):
            return Refusal(RefusalKey.MALFORMED, {"field": "cards"})
        if card.id not in lying or card.kind != CARDS[card.id].kind:
            return Refusal(RefusalKey.LANDED_CARD_UNKNOWN, {"card": card.id})
        old = unseen.pop(card.id, None)
        if old is None:
            return Refusal(RefusalKey.LANDED_CARD_TWICE, {"card": card.id})
        if card is old:
            continue
        if not (finite(card.x) and finite(card.y) and finite(card.yaw)):
            return Refusal(RefusalKey.MALFORMED, {"field": "cards"})
        if card != old and separation(table, card_rectangle(card.x, card.y, card.yaw, state.rules)) > 0:
            return Refusal(RefusalKey.LANDED_CARD_BEYOND_TABLE, {"card": card.id})
    for fallen in action.fallen:
        if not whole(fallen):
            return Refusal(RefusalKey.MALFORMED, {"field": "fallen"})
        if fallen not in lying:
            return Refusal(RefusalKey.LANDED_CARD_UNKNOWN, {"card": fallen})
        if unseen.pop(fallen, None) is None:
            return Refusal(RefusalKey.LANDED_CARD_TWICE, {"card": fallen})
    if unseen:
        return Refusal(RefusalKey.LANDED_CARD_MISSING, {"card": min(unseen)})
    return None


def _impossible_carpets(state: GameState, action: CarpetsLanded, flown: set[int]) -> Refusal | None:
    return (
        _impossible_coverage(state, action, flown)
        or _impossible_resting(action, flown)
        or _impossible_off_table(action, flown)
    )


def _impossible_coverage(state: GameState, action: CarpetsLanded, flown: set[int]) -> Refusal | None:
    if not of_type(action.coverage, tuple):
        return Refusal(RefusalKey.MALFORMED, {"field": "coverage"})
    most = state.rules.card_width_mm * state.rules.card_length_mm
    on_table = {card.id for card in action.cards}
    seen = set()
    for cover in action.coverage:
        if not of_type(cover, Coverage) or not (whole(cover.carpet) and whole(cover.card)):
            return Refusal(RefusalKey.MALFORMED, {"field": "coverage"})
        if cover.carpet not in flown:
            return Refusal(RefusalKey.LANDED_CARPET_UNKNOWN, {"carpet": cover.carpet})
        pair = (cover.carpet, cover.card)
        if cover.card not in on_table:
            return Refusal(RefusalKey.LANDED_COVERAGE_UNKNOWN, {"carpet": cover.carpet, "card": cover.card})
        if pair in seen:
            return Refusal(RefusalKey.LANDED_COVERAGE_TWICE, {"carpet": cover.carpet, "card": cover.card})
        seen.add(pair)
        for area in (cover.area_above_mm2, cover.area_below_mm2):
            if not finite(area):
                return Refusal(RefusalKey.MALFORMED, {"field": "coverage"})
            if not 0 <= area <= most + AREA_TOLERANCE_MM2:
                numbers = {"carpet": cover.carpet, "card": cover.card, "area_mm2": float(area), "most_mm2": most}
                return Refusal(RefusalKey.LANDED_AREA_IMPOSSIBLE, numbers)
    return None


def _impossible_resting(action: CarpetsLanded, flown: set[int]) -> Refusal | None:
    if not of_type(action.resting, tuple):
        return Refusal(RefusalKey.MALFORMED, {"field": "resting"})
    seen = set()
    for pair in action.resting:
        if not of_type(pair, tuple) or len(pair) != 2 or not all(whole(carpet) for carpet in pair):
            return Refusal(RefusalKey.MALFORMED, {"field": "resting"})
        for carpet in pair:
            if carpet not in flown:
                return Refusal(RefusalKey.LANDED_CARPET_UNKNOWN, {"carpet": carpet})
        if pair in seen or pair[0] == pair[1]:
            return Refusal(RefusalKey.LANDED_CARPET_TWICE, {"carpet": pair[0]})
        seen.add(pair)
    return None


def _impossible_off_table(action: CarpetsLanded, flown: set[int]) -> Refusal | None:
    if not of_type(action.off_table, tuple):
        return Refusal(RefusalKey.MALFORMED, {"field": "off_table"})
    seen = set()
    for carpet in action.off_table:
        if not whole(carpet):
            return Refusal(RefusalKey.MALFORMED, {"field": "off_table"})
        if carpet not in flown:
            return Refusal(RefusalKey.LANDED_CARPET_UNKNOWN, {"carpet": carpet})
        if carpet in seen:
            return Refusal(RefusalKey.LANDED_CARPET_TWICE, {"carpet": carpet})
        seen.add(carpet)
    return None
