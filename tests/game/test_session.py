"""Whole games without a window: they end, their sums are right, and the same seed is the same game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliegende3d import resources
from fliegende3d.flight import Throw
from fliegende3d.game.levels import LevelError, load_levels
from fliegende3d.game.players import Player, PlayerError, bots, parse_player
from fliegende3d.game.selfplay import Plan, play
from fliegende3d.game.session import Session
from fliegende3d.rules import CardKind, FlightDecision, PlaceDecision, Refusal, RuleSet, score_sheet


def rules(preset: str = "standard") -> RuleSet:
    return RuleSet.load(resources.folder("config"), preset=preset)


@pytest.fixture(scope="module", params=[2, 3, 4])
def finished(request: pytest.FixtureRequest) -> Session:
    session = Session.new(bots(request.param, ["expert", "novice"]), rules("family"), seed=11)
    while not session.over:
        session.advance()
    return session


def test_every_card_is_accounted_for(finished: Session) -> None:
    state = finished.state
    ids = [card.id for hand in state.hands for card in hand]
    ids += [card.id for card in (*state.gone, *state.set_aside, *state.deck)]
    ids += [card.id for card in state.table]
    assert sorted(ids) == list(range(52))


def test_totals_are_the_sums_of_their_parts(finished: Session) -> None:
    state = finished.state
    for hand, palace_points in zip(state.hands, state.palace_points, strict=True):
        sheet = score_sheet(hand, state.rules, palace_points=palace_points)
        assert sheet.total == sheet.palaces + sheet.bazaars + sheet.adventures + sheet.treasures + sheet.deserts
        assert sheet.palaces == palace_points
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert sheet.treasures == 3 * sum(card.kind is CardKind.TREASURE for card in hand) + 3 * sum(
            use.stands_for is CardKind.TREASURE for use in sheet.lamps
        )


def test_all_carpets_come_to_rest(finished: Session) -> None:
    flights = [entry.flight for entry in finished.history if entry.flight is not None]
    assert flights
    assert all(flight.trajectory.settled for flight in flights)


def test_the_same_seed_is_the_same_game() -> None:
    plan = Plan(0, 2, ("practised",), 5, "garden", rules("family"))
    assert play(plan) == play(plan)
    assert play(plan) != play(replace(plan, seed=6))


def test_people_are_waited_for() -> None:
    session = Session.new([Player("Mia"), Player("Bot", "novice")], rules(), seed=2)
    human = next(decision for decision in session.pending)
    assert isinstance(human, PlaceDecision)
    if human.seat == 0:
        with pytest.raises(RuntimeError, match="is a person"):
            session.advance()
    with pytest.raises(RuntimeError, match="no flight is due"):
        session.fly(Throw((0.0, -0.6, 0.25), (0.0, 1.0, 0.2)))


def test_flying_changes_nothing_until_it_counts() -> None:
    session = Session.new(bots(2, []), rules(), seed=3)
    while session.flight_due() is None:
        session.advance()
    due = session.flight_due()
    assert isinstance(due, FlightDecision)
    answer = session.bot_answer(due)
    assert isinstance(answer, Throw)
    before = session.state
    flight = session.fly(answer)
    assert session.state is before
    assert session.fly(answer).trajectory.hash == flight.trajectory.hash
    assert not isinstance(session.land(flight), Refusal)
    assert session.state is not before
    again = session.land(flight)
    assert isinstance(again, Refusal)


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Mia", Player("Mia")),
        ("Mia:human", Player("Mia")),
        ("Ada:bot-expert", Player("Ada", "expert")),
        ("Ada:bot-1", Player("Ada", "novice")),
        ("Ada:bot", Player("Ada", "practised")),
        ("a:b:human", Player("a:b")),
    ],
)
def test_players_are_read(text: str, player: Player) -> None:
    assert parse_player(text, load_levels()) == player


@pytest.mark.parametrize("text", ["", ":human", " \t:bot", "Mia:robot", "x" * 41])
def test_players_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        parse_player(text, load_levels())


def test_an_unknown_level_lists_the_known() -> None:
    with pytest.raises(LevelError, match=r"novice \(1\), practised \(2\), expert \(3\)"):
        parse_player("Ada:bot-master", load_levels())
