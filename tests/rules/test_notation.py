"""The notation: golden games, exact numbers, and what is told about texts that are no game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from random import Random

import pytest

from fliegende3d.rules import (
    ChooseGenie,
    FinishLayout,
    GameState,
    NotationError,
    PlaceCard,
    RuleSet,
    draw_setup,
    from_text,
    record_game,
    to_text,
)
from tests.rules.golden_games import GAMES, GOLDEN, transcript
from tests.rules.positions import CONFIG, NAMES, STANDARD, started


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_reads_the_same_line_by_line(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    record = from_text(text)
    assert to_text(record.setup, record.actions) == text
    assert record.state.over
    assert record.state.players == GAMES[name][0]


def test_remarks_and_empty_lines_do_not_matter() -> None:
    text = transcript(2, 5)
    bare = "\n".join(line for line in text.split("\n") if line and not line.startswith(";"))
    assert from_text(bare) == from_text(text)
    assert from_text(f"\n  {bare}\n; the end\n\n") == from_text(text)


def test_numbers_come_back_to_the_last_bit() -> None:
    setup = draw_setup(NAMES[:2], STANDARD, random=Random(2))
    dealer = setup.first_dealer
    action = PlaceCard(dealer, 0.1 + 0.02, -1e-17, 2 / 3)
    (read,) = from_text(to_text(setup, [action])).actions
    assert isinstance(read, PlaceCard)
    assert (read.x.hex(), read.y.hex(), read.yaw.hex()) == (action.x.hex(), action.y.hex(), action.yaw.hex())


@pytest.mark.parametrize("name", ['Zo"e', "a;b", "new\nline", "ü ñ 漢", "; x", " spaced ", "a\u2028b"])
def test_any_name_comes_back(name: str) -> None:
    setup = draw_setup([name, "B"], STANDARD, random=Random(2))
    assert from_text(to_text(setup, [])).setup == setup


def test_an_unfinished_game_comes_back() -> None:
    text = transcript(3, 8)
    lines = text.split("\n")
    for end in (40, 60, 100, 150):
        record = from_text("\n".join(lines[:end]))
        assert from_text(to_text(record.setup, record.actions)) == record
        assert not record.state.over


def test_changed_rules_are_stored_in_the_game() -> None:
    rules = RuleSet.load(CONFIG, preset="family")
    assert from_text(transcript(2, 3, rules)).setup.rules == rules


def test_optional_cards_are_filled_in() -> None:
    record = from_text(transcript(4, 11))
    for action in record.actions:
        if isinstance(action, (PlaceCard, ChooseGenie)):
            assert action.card is not None


def test_a_refused_action_cannot_be_recorded() -> None:
    state: GameState = started(2)
    with pytest.raises(NotationError, match="action 1 is refused: not_now"):
        record_game(state.setup, [FinishLayout(state.dealer)])


def swap(old: str, new: str, count: int = 1) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, count)

    return change


def after_setup(line: str) -> Callable[[str], str]:
    """Return what puts a line where the first action stands."""

    def change(text: str) -> str:
        lines = text.split("\n")
        first = next(number for number, each in enumerate(lines) if " lays " in each)
        return "\n".join([*lines[:first], line, *lines[first:]])

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "line 1: a game begins with 'fliegende teppiche 1'"),
        (swap("teppiche 1", "teppiche 2"), "line 1: a game begins with"),
        (swap("deck ", "dreck "), "player, rules, rule, table, deck, genies or dealer would be right"),
        (swap("deck ", "deck x "), "line [0-9]+: 'deck x"),
        (swap('player "', "player {"), "line 2: 'player {"),
        (swap('player "Amira"', "player 3"), "the setup is wrong: the name of seat 0 is 3"),
        (swap("genies 8", "genies 9"), "the setup is wrong: the genie sets"),
        (swap("\ndealer ", "\ndealer A"), "'A[AB]' is no seat; A, B, C, D would be right"),
        (swap("rule layout.cards 12", "rule layout.cards 99"), "layout.cards is 99"),
        (swap("rule layout.cards 12", "rule layout.cards NaN"), "layout.cards is nan"),
        (swap("rule layout.cards 12\n", ""), "layout.cards is missing"),
        (lambda text: text.split("\ndealer")[0], "the setup does not end"),
        (after_setup("A"), "lays, swaps, moves, finishes, flies, picks, counts or undoes would be right"),
        (after_setup("A sings"), "'A sings' cannot be read"),
        (after_setup("E finishes"), "'E finishes' cannot be read"),
        (after_setup("A finishes"), "refused, n"),
        (after_setup("A lays palace:99 at 0 0 turned 0"), "'palace:99' is no card"),
        (after_setup("A lays palace:51 at 0 0 turned 0"), "'palace:51' is no card"),
        (after_setup("A lays palace:x at 0 0 turned 0"), "invalid literal"),
        (after_setup("A lays palace:1 at zero 0 turned 0"), "could not convert"),
        (after_setup("A picks 8 for"), "cannot be read"),
        (after_setup("A counts " + "9" * 5000), "cannot be read"),
        (after_setup("A flies 0 | jumps 3"), "'jumps 3': card, fell, carpet, rests or off would be right"),
        (after_setup("A flies 0 | fell palace:1"), "cannot be read"),
        (after_setup(" | "), "cannot be read"),
        (swap(" above ", " above -"), "refused, landed_area_impossible"),
        (swap(" above ", " above nan"), "cannot be read"),
    ],
)
def test_a_text_that_is_no_game_is_told_with_its_line(change: Callable[[str], str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        from_text(change(transcript(2, 5)))


@pytest.mark.parametrize("seed", range(40))
def test_a_garbled_text_is_a_game_or_a_told_error_and_nothing_else(seed: int) -> None:
    random, letters = Random(seed), list(GARBLE)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(letters))
        letters[place] = random.choice(["", "\n", " ", "9", "-", "|", "nan", ":", "A", "\x00", "é"])
    with contextlib.suppress(NotationError):
        from_text("".join(letters))


GARBLE = transcript(2, 21)
