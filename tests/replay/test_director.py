"""The director's plan: the same for the same recording, slow only where it is deserved, never too long."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from fliegende3d.replay.director import Director, Plan
from fliegende3d.replay.facts import FlightFacts, Merit
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import from_bytes, to_bytes
from fliegende3d.replay.shots import ShotKind, ShotsError, ShotSheet, shot_kinds
from fliegende3d.replay.timeline import SegmentKind
from fliegende3d.resources import find
from fliegende3d.rules import CardKind, CardPushed, CardTaken, DuelOpened

from .sample import game

GAME = game(players=2)
SHEET = ShotSheet.load()
DIRECTOR = Director(Playback(GAME), SHEET.directing)


def test_the_same_recording_gives_the_same_film() -> None:
    again = Director(Playback(from_bytes(to_bytes(GAME))), SHEET.directing)
    assert again.game() == DIRECTOR.game()
    assert again.highlights() == DIRECTOR.highlights()


def test_time_of_the_recording_strictly_increases_in_a_film_of_the_game() -> None:
    plan = DIRECTOR.game()
    shown = [plan.at(plan.duration * share / 2000.0)[1] for share in range(2000)]
    assert all(first < second for first, second in pairwise(shown))


def test_a_film_of_the_game_leaves_nothing_out() -> None:
    plan = DIRECTOR.game()
    assert plan.shots[0].start == 0.0
    for first, second in pairwise(plan.shots):
        assert second.start == pytest.approx(first.end)
    assert plan.duration == pytest.approx(sum(shot.length for shot in plan.shots))


def test_only_throws_that_deserve_it_are_slow() -> None:
    for shot in DIRECTOR.game().shots:
        if shot.rate < 1.0:
            assert shot.flight is not None
            assert DIRECTOR.facts[shot.flight].merits
    slow = [shot for shot in DIRECTOR.game().shots if shot.kind is ShotKind.IMPACT and shot.rate < 1.0]
    assert slow
    for shot in slow:
        fact = DIRECTOR.facts[shot.flight or 0]
        release = DIRECTOR._timeline.segment_of_flight(fact.number).start + 0.8
        assert fact.touchdown is not None
        assert shot.start == pytest.approx(release + fact.touchdown - 0.2)
        assert shot.end <= release + fact.touchdown + 0.6 + 1e-9
        assert shot.rate == 0.25


def test_a_film_of_the_game_is_slow_once_in_a_round_unless_more_is_at_stake() -> None:
    segments = DIRECTOR._timeline.segments
    slow: list[int] = []
    for shot in DIRECTOR.game().shots:
        if segments[shot.segment].kind in (SegmentKind.DUEL, SegmentKind.CLAIMS, SegmentKind.STAGE_END):
            slow = []
        if shot.kind is ShotKind.IMPACT and shot.rate < 1.0 and shot.flight is not None:
            merits = DIRECTOR.facts[shot.flight].merits
            if not merits & {Merit.EDGE, Merit.DECIDING}:
                slow.append(shot.flight)
            assert len(slow) <= 1


def test_no_shot_is_a_flash_and_neighbours_without_slow_motion_differ() -> None:
    plan = DIRECTOR.game()
    moving = [shot for shot in plan.shots if shot.flight is not None]
    assert all(shot.length >= SHEET.directing.shortest - 1e-9 for shot in moving)
    plain = [shot.kind for shot in plan.shots if shot.kind in (ShotKind.CHASE, ShotKind.EDGE) and shot.rate == 1.0]
    after_slow = [shot.kind for shot in moving if shot.kind is ShotKind.EDGE and shot.flight in DIRECTOR._slow]
    assert not after_slow
    assert all(first is not second for first, second in pairwise(plain))


def test_further_duels_in_a_row_go_faster() -> None:
    segments = DIRECTOR._timeline.segments
    for before, shot in pairwise(DIRECTOR.game().shots):
        if shot.kind is ShotKind.DUEL:
            again = segments[before.segment].kind is SegmentKind.DUEL
            assert shot.rate == (SHEET.directing.duel_rate if again else 1.0)


def test_the_reel_ends_with_the_best() -> None:
    titles = DIRECTOR.titles()[: SHEET.directing.highlights]
    shown = list(dict.fromkeys(shot.flight for shot in DIRECTOR.highlights().shots if shot.flight is not None))
    assert shown == [fact.number for _, fact in reversed(titles)]


def test_an_instant_replay_is_never_longer_than_allowed() -> None:
    lengths = [DIRECTOR.replay(fact.number).duration for fact in DIRECTOR.facts]
    assert 0.0 < max(lengths) <= SHEET.directing.longest + 1e-9
    tight = Director(Playback(GAME), replace(SHEET.directing, longest=1.5))
    assert max(tight.replay(fact.number).duration for fact in tight.facts) <= 1.5 + 1e-9


def test_a_throw_that_deserves_nothing_gets_no_replay() -> None:
    plain = [fact.number for fact in DIRECTOR.facts if not fact.merits]
    assert all(DIRECTOR.replay(number) == Plan.of(()) for number in plain)


def test_less_motion_cuts_straight_to_the_verdict() -> None:
    calm = Director(Playback(GAME), SHEET.directing, reduced_motion=True)
    plan = calm.game()
    assert all(shot.rate >= 1.0 for shot in plan.shots)
    assert {shot.kind for shot in plan.shots} <= {ShotKind.TABLE, ShotKind.VERDICT, ShotKind.DUEL}
    deserving = next(fact.number for fact in calm.facts if fact.merits)
    assert [shot.kind for shot in calm.replay(deserving).shots] == [ShotKind.VERDICT]


def test_contested_throws_are_those_on_cards_that_were_fought_for() -> None:
    duels = [event.card.id for event in GAME.events() if isinstance(event, DuelOpened)]
    assert duels
    contested = [fact for fact in DIRECTOR.facts if Merit.CONTESTED in fact.merits]
    assert contested
    assert all(set(fact.cards) & set(duels) for fact in contested)


def test_pushes_are_counted() -> None:
    flights = [step for step in GAME.steps if step.flight is not None]
    for fact, step in zip(DIRECTOR.facts, flights, strict=True):
        assert fact.pushed == sum(isinstance(event, CardPushed) for event in step.events)


def test_stolen_palaces_were_won_in_a_duel() -> None:
    by_duel = [
        (event.seat, event.card.kind) for event in GAME.events() if isinstance(event, CardTaken) and event.by == "duel"
    ]
    for fact in DIRECTOR.facts:
        if fact.stolen:
            assert (fact.seat, CardKind.PALACE) in by_duel
    assert any(fact.won for fact in DIRECTOR.facts)


def test_the_reel_shows_each_throw_once_with_a_title() -> None:
    titles = DIRECTOR.titles()
    assert len({fact.number for _, fact in titles}) == len(titles) > 2
    reel = DIRECTOR.highlights()
    assert all(shot.title is not None for shot in reel.shots)
    assert len({shot.flight for shot in reel.shots} - {None}) == min(SHEET.directing.highlights, len(titles))
    assert {title.key for title, _ in titles} <= set(language_keys())


def language_keys() -> list[str]:
    catalogue = tomllib.loads(find("config", "locale/en.toml").read_text(encoding="utf-8"))
    return [f"highlight.{key}" for key in catalogue["highlight"]]


def test_the_longest_slide_is_titled() -> None:
    slides = [(title, fact) for title, fact in DIRECTOR.titles() if title.key == "highlight.slide"]
    others = {fact.number for title, fact in DIRECTOR.titles() if title.key != "highlight.slide"}
    for title, fact in slides:
        free = [one for one in DIRECTOR.facts if one.number not in others and not one.off_table]
        assert title.numbers[0][1] == max(one.slide for one in free)
        assert isinstance(fact, FlightFacts)


def test_a_short_film_keeps_to_its_length_and_order() -> None:
    plan = DIRECTOR.abridged(30.0)
    assert 15.0 < plan.duration <= 30.0
    starts = [shot.start for shot in plan.shots]
    assert starts == sorted(starts)
    assert plan.shots[0].segment == 0
    kinds = {DIRECTOR._timeline.segments[shot.segment].kind for shot in plan.shots}
    assert {SegmentKind.LAYING, SegmentKind.FLIGHT, SegmentKind.VERDICT, SegmentKind.END} <= kinds


def test_the_shortest_film_still_shows_a_throw() -> None:
    plan = DIRECTOR.abridged(5.0)
    assert 0.0 < plan.duration <= 5.0
    assert any(shot.flight is not None for shot in plan.shots)


def test_only_wanted_shots_are_filmed() -> None:
    plan = DIRECTOR.game(kinds=shot_kinds("impact,7"))
    assert {shot.kind for shot in plan.shots} == {ShotKind.IMPACT, ShotKind.DUEL}
    with pytest.raises(ShotsError, match="no shot"):
        shot_kinds("zoom")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("slow_rate = 0.25", "slow_rate = 3", r"director\.slow_rate is 3; allowed is a number from 0\.05 to 1"),
        ("longest = 8.0", "longest = true", r"director\.longest is True"),
        ("[shots.orbit]", "[shots.spiral]", r"shots\.orbit"),
        ("apex_rate", "apex_speed", r"apex_speed is unknown"),
        ("[limits]", "[limits", "not a readable TOML file"),
    ],
)
def test_a_wrong_file_of_shots_is_refused_with_key_and_range(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = find("config", "shots.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "shots.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ShotsError, match=message):
        ShotSheet.load(path)


def test_a_stolen_palace_is_shown_with_its_duel() -> None:
    stolen = next((fact for title, fact in DIRECTOR.titles() if title.key == "highlight.stolen_palace"), None)
    assert stolen is not None
    duels = [shot for shot in DIRECTOR.highlights().shots if shot.kind is ShotKind.DUEL]
    assert len(duels) == 1
    events = DIRECTOR._timeline.segments[duels[0].segment].events
    assert any(isinstance(event, CardTaken) and event.seat == stolen.seat for event in events)
    assert duels[0].title is not None
