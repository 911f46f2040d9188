"""Properties of every game, on random ones: nothing is lost, everything ends, everything can be told again."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.rules import (
    CARDS,
    GENIE_SETS,
    Applied,
    CardTaken,
    CarpetsLanded,
    GameEnded,
    GameState,
    PalacesScored,
    Phase,
    Refusal,
    RuleSet,
    Undo,
    apply,
    draw_setup,
    final_scores,
    from_text,
    legal_actions,
    new_game,
    pending,
    record_game,
    start_game,
    to_text,
    undoable,
)
from tests.rules.positions import CONFIG, NAMES, STANDARD
from tests.rules.random_play import steps

FAMILY = RuleSet.load(CONFIG, preset="family")
HOUSE = RuleSet.load(
    CONFIG,
    overrides={
        "layout.cards": 6,
        "rearranging.changes": 0,
        "flight.two_carpets": "together",
        "flight.barren_limit": 5,
        "lying.through_carpets": False,
        "lying.fallen_cards": "thrower_takes",
        "duels.order": "laid",
        "stage_end.leftovers": "dealer_takes",
        "stage_end.secret_lamps": False,
        "scoring.tie": "fewer_deserts",
    },
)
LONGEST_GAME = 2000
"""More actions than any game can have: 48 placements and 48 claims with at most 12 barren flights between them."""

games = st.tuples(st.integers(0, 10**9), st.integers(2, 4), st.sampled_from([STANDARD, FAMILY, HOUSE]))
Game = tuple[int, int, RuleSet]


def begun(game: Game) -> tuple[GameState, Random]:
    seed, players, rules = game
    random = Random(seed)
    return new_game(NAMES[:players], rules, random=random)[0], random


def all_cards(state: GameState) -> list[int]:
    piles = (state.deck, state.set_aside, state.gone, *state.hands, (state.turned_up,) if state.turned_up else ())
    return sorted([card.id for pile in piles for card in pile] + [card.id for card in state.table])


@given(games)
@settings(max_examples=60)
def test_cards_and_genies_are_conserved_and_every_game_ends(game: Game) -> None:
    state, random = begun(game)
    genies = sorted(genie for held in GENIE_SETS[state.players] for genie in held)
    sizes = [len(held) for held in state.genies]
    for count, (_, state, _) in enumerate(steps(state, random)):  # noqa: B020
        assert count < LONGEST_GAME
        assert all_cards(state) == list(range(len(CARDS)))
        assert sorted(genie for held in state.genies for genie in held) == genies
        assert [len(held) for held in state.genies] == sizes
        assert (state.phase is Phase.OVER) == (not pending(state))
    assert state.over
    assert state.stage == state.stages


@given(games)
@settings(max_examples=30)
def test_events_account_for_every_hand_and_every_point(game: Game) -> None:
    state, random = begun(game)
    hands: list[set[int]] = [set() for _ in range(state.players)]
    points = [0] * state.players
    ended: list[GameEnded] = []
    for _, state, events in steps(state, random):  # noqa: B020
        for event in events:
            match event:
                case CardTaken(seat, card, _):
                    hands[seat].add(card.id)
                case PalacesScored(_, _, gained):
                    points = [old + new for old, new in zip(points, gained, strict=True)]
                    hands = [
                        {card for card in hand if card in {kept.id for kept in state.hands[seat]}}
                        for seat, hand in enumerate(hands)
                    ]
                case GameEnded():
                    ended.append(event)
        assert [{card.id for card in hand} for hand in state.hands] == hands
    scores = final_scores(state)
    assert tuple(points) == state.palace_points
    assert ended == [GameEnded(tuple(sheet.total for sheet in scores.sheets), scores.winners)]


@given(games)
@settings(max_examples=30)
def test_taking_back_leads_exactly_to_the_state_before(game: Game) -> None:
    state, random = begun(game)
    before = state
    for action, state, _ in steps(state, random):  # noqa: B020
        seats = undoable(state)
        for seat in range(state.players):
            taken_back = apply(state, Undo(seat))
            assert isinstance(taken_back, Applied) == (seat in seats)
            if seat == action.seat and isinstance(taken_back, Applied):
                assert taken_back.state == before
        if isinstance(action, CarpetsLanded):
            assert seats == ()
        before = state


@given(games)
@settings(max_examples=25)
def test_the_notation_reads_back_the_same_game(game: Game) -> None:
    seed, players, rules = game
    random = Random(seed)
    setup = draw_setup(NAMES[:players], rules, random=random)
    state, _ = start_game(setup)
    actions = []
    for action, state, _ in steps(state, random):  # noqa: B020
        actions.append(action)
        if undoable(state) == (action.seat,):
            actions += [Undo(action.seat), action]
    text = to_text(setup, actions)
    read = from_text(text)
    assert read == record_game(setup, actions)
    assert (read.setup, read.state) == (setup, state)
    assert to_text(read.setup, read.actions) == text


@given(games)
@settings(max_examples=20)
def test_every_finite_choice_that_is_offered_is_legal_and_no_other_seat_has_any(game: Game) -> None:
    state, random = begun(game)
    for _, state, _ in steps(state, random):  # noqa: B020
        deciding = {decision.seat for decision in pending(state)}
        for seat in range(state.players):
            choices = legal_actions(state, seat)
            assert not choices or seat in deciding
            for choice in random.sample(choices, min(4, len(choices))):
                assert isinstance(apply(state, choice), Applied)


@given(games)
@settings(max_examples=20)
def test_an_action_of_an_earlier_moment_is_refused_or_still_legal_but_never_harms(game: Game) -> None:
    state, random = begun(game)
    old: list[object] = []
    for action, state, _ in steps(state, random):  # noqa: B020
        old.append(action)
        for late in random.sample(old, min(3, len(old))):
            answer = apply(state, late)  # type: ignore[arg-type]
            if isinstance(answer, Applied):
                assert all_cards(answer.state) == list(range(len(CARDS)))
            else:
                assert isinstance(answer, Refusal)


@given(games)
@settings(max_examples=15)
def test_the_same_actions_always_lead_to_the_same_states(game: Game) -> None:
    state, random = begun(game)
    first = state
    actions = [action for action, _, _ in steps(state, random)]
    states = []
    for _ in range(2):
        state = first
        for action in actions:
            applied = apply(state, action)
            assert isinstance(applied, Applied)
            state = applied.state
        states.append(state)
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])
