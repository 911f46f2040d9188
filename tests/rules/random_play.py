"""Whole games with random landings and random decisions, for tests and the benchmark. No physics, no search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fliegende3d.rules import (
    Action,
    Applied,
    CarpetsLanded,
    ChooseGenie,
    ChooseLamps,
    Coverage,
    Event,
    FinishLayout,
    FlightDecision,
    GameState,
    GenieDecision,
    LampDecision,
    MoveCard,
    PlaceCard,
    PlacedCard,
    PlaceDecision,
    RearrangeDecision,
    SwapCards,
    apply,
    check_move,
    flight_order,
    pending,
)

COLUMNS, PITCH_X, PITCH_Y = 4, 0.095, 0.125
JITTER_M, TILT = 0.006, 0.06
CARD_AREA_MM2 = 59.0 * 91.0


def grid_place(index: int, random: Random) -> tuple[float, float, float]:
    """Return a legal place for the card number ``index`` of a stage: a loose grid, a little crooked."""
    row, column = divmod(index, COLUMNS)
    x = (column - 1.5) * PITCH_X + random.uniform(-JITTER_M, JITTER_M)
    y = (1 - row) * PITCH_Y + random.uniform(-JITTER_M, JITTER_M)
    return round(x, 4), round(y, 4), round(random.uniform(-TILT, TILT), 3)


def random_move(state: GameState, random: Random) -> MoveCard | None:
    """Return a legal move of a random card a little to the side, or None if chance picked none."""
    card = random.choice(state.table)
    x, y = round(card.x + random.uniform(-0.01, 0.01), 4), round(card.y + random.uniform(-0.01, 0.01), 4)
    if check_move(state.table, card.id, x, y, card.yaw, state.rules) or (x, y) == (card.x, card.y):
        return None
    return MoveCard(state.dealer, card.id, x, y, card.yaw)


def random_landing(state: GameState, seat: int, carpet: int, random: Random) -> CarpetsLanded:
    """Return possible facts after a flight: some cards pushed, rarely one fallen, carpets on up to two cards."""
    cards = list(state.table)
    fallen: tuple[int, ...] = ()
    chance = random.random()
    if chance < 0.02:
        fallen = (cards.pop(random.randrange(len(cards))).id,)
    elif chance < 0.25:
        pushed = random.randrange(len(cards))
        old = cards[pushed]
        x, y = round(old.x + random.gauss(0, 0.01), 4), round(old.y + random.gauss(0, 0.01), 4)
        cards[pushed] = PlacedCard(old.id, old.kind, x, y, old.yaw)
    before = state.landed
    coverage = [] if before is None else list(before.coverage)
    if fallen:
        coverage = [cover for cover in coverage if cover.card != fallen[0]]
    resting = () if before is None else before.resting
    off_table: tuple[int, ...] = ()
    chance = random.random()
    if chance < 0.1:
        off_table = (carpet,)
    elif chance < 0.85 and cards:
        picked = [random.choice(cards) for _ in range(1 if chance < 0.6 else 2)]
        for card in {card.id: card for card in picked}.values():
            above = round(random.random() * CARD_AREA_MM2, 1)
            coverage.append(Coverage(carpet, card.id, above, round((CARD_AREA_MM2 - above) / 2, 1)))
        if state.flown and chance < 0.2:
            flown = flight_order(state.dealer, state.players, state.rules)[: state.flown]
            resting = (*resting, (carpet, random.choice(flown)[1]))
    return CarpetsLanded(seat, carpet, tuple(cards), fallen, tuple(coverage), resting, off_table)


def random_action(state: GameState, random: Random) -> Action:
    """Return a legal action for one of the pending decisions."""
    decisions = pending(state)
    decision = decisions[0] if len(decisions) == 1 else random.choice(decisions)
    match decision:
        case PlaceDecision(seat=seat):
            x, y, yaw = grid_place(len(state.table), random)
            return PlaceCard(seat, x, y, yaw)
        case RearrangeDecision(seat=seat, changes_left=left):
            if left and random.random() < 0.1:
                nudged = random_move(state, random)
                if nudged:
                    return nudged
            if left and random.random() < 0.4:
                first, second = random.sample([card.id for card in state.table], 2)
                return SwapCards(seat, first, second)
            return FinishLayout(seat)
        case FlightDecision(seat=seat, carpet=carpet):
            return random_landing(state, seat, carpet, random)
        case GenieDecision(seat=seat):
            return ChooseGenie(seat, random.choice(state.genies[seat]))
        case LampDecision(seat=seat, most=most):
            return ChooseLamps(seat, random.randint(0, most))


def steps(state: GameState, random: Random) -> Iterator[tuple[Action, GameState, tuple[Event, ...]]]:
    """Play to the end; yield each action with the state and the events after it."""
    while not state.over:
        action = random_action(state, random)
        applied = apply(state, action)
        assert isinstance(applied, Applied), (action, applied)
        state = applied.state
        yield action, state, applied.events
