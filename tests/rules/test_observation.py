"""What a seat may know, and that nothing more comes through."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.rules import GameState, Phase, new_game, observation, pending
from tests.rules.positions import NAMES, STANDARD, started
from tests.rules.random_play import steps


def random_moment(seed: int, players: int) -> GameState:
    """Return a state somewhere in a random game; duels and lamp choices more often than by chance."""
    random = Random(seed)
    state, _ = new_game(NAMES[:players], STANDARD, random=random)
    states = [state, *(later for _, later, _ in steps(state, random))]
    secret = [state for state in states if state.phase in (Phase.DUEL, Phase.LAMPS)]
    return random.choice(secret if secret and random.random() < 0.7 else states)


def with_other_secrets(state: GameState, seat: int | None, random: Random) -> GameState:
    """Return a state that differs only in what the seat may not know."""
    deck = list(state.deck)
    random.shuffle(deck)
    others = [other for other in range(state.players) if other != seat]
    genies = list(state.genies)
    pool = [genie for other in others for genie in genies[other]]
    random.shuffle(pool)
    for other in others:
        count = len(genies[other])
        genies[other], pool = tuple(sorted(pool[:count], reverse=True)), pool[count:]
    picks = tuple(
        random.choice(genies[other]) if other != seat and pick is not None else pick
        for other, pick in enumerate(state.picks)
    )
    choices = tuple(
        random.randint(0, state.lamps(other)) if other != seat and choice is not None else choice
        for other, choice in enumerate(state.lamp_choices)
    )
    before = state.before and with_other_secrets(state.before, seat, random)
    return state.evolve(deck=tuple(deck), genies=tuple(genies), picks=picks, lamp_choices=choices, before=before)


@given(st.integers(0, 10**6), st.integers(2, 4), st.data())
@settings(max_examples=150)
def test_states_that_differ_only_in_secrets_look_the_same(seed: int, players: int, data: st.DataObject) -> None:
    state = random_moment(seed, players)
    seat = data.draw(st.one_of(st.none(), st.integers(0, players - 1)))
    other = with_other_secrets(state, seat, Random(seed + 1))
    seen = observation(state, seat)
    assert seen == observation(other, seat)
    assert repr(seen) == repr(observation(other, seat))


def test_a_seat_sees_its_own_genies_and_how_many_the_others_hold() -> None:
    state = started(3)
    for seat in range(3):
        seen = observation(state, seat)
        assert seen.genies == state.genies[seat]
        assert seen.genie_counts == (2, 2, 2)
    assert observation(state, None).genies == ()


def test_the_face_down_cards_are_known_as_a_set_but_not_in_order() -> None:
    state = started(2)
    seen = observation(state, 0)
    assert seen.deck_count == 51
    assert {card.id for card in seen.unseen} == {card.id for card in state.deck}
    assert [card.id for card in seen.unseen] == sorted(card.id for card in state.deck)


def test_everything_public_is_there() -> None:
    state = random_moment(7, 3)
    seen = observation(state, 1)
    for name in (
        "names",
        "rules",
        "phase",
        "stage",
        "stages",
        "dealer",
        "turned_up",
        "table",
        "hands",
        "set_aside",
        "gone",
        "palace_points",
        "changes_left",
        "round",
        "flown",
        "throws",
        "barren",
        "landed",
        "off_carpets",
        "duels",
    ):
        assert getattr(seen, name) == getattr(state, name), name
    assert seen.pending == pending(state)


def test_the_own_secret_choice_is_visible_to_its_owner_only() -> None:
    state = started(2).evolve(phase=Phase.LAMPS, lamp_choices=(2, None))
    assert (observation(state, 0).own_choice, observation(state, 1).own_choice) == (2, None)
    assert observation(state, 1).chosen == observation(state, None).chosen == (True, False)
