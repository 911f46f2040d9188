"""Score sheets from files: the answer, and what is told about malformed ones."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from fliegende3d.rules import SheetError, score_document
from tests.rules.positions import STANDARD


def sheet(*cards: str, name: str = "A", **more: Any) -> dict[str, Any]:
    return {"name": name, "cards": list(cards), **more}


def scored(*players: dict[str, Any]) -> dict[str, Any]:
    return score_document({"players": list(players)}, STANDARD)


def test_the_example_of_the_command() -> None:
    answer = scored(sheet("spice_bazaar", "lamp", palace_points=5))
    assert answer == {
        "players": [
            {
                "name": "A",
                "total": 10,
                "palaces": 5,
                "bazaars": 5,
                "adventures": 0,
                "treasures": 0,
                "deserts": 0,
                "lamps": [{"as": "spice_bazaar"}],
                "lines": ["palaces: 5", "spice_bazaar + lamp as spice_bazaar: 5"],
            }
        ],
        "winners": ["A"],
    }


def test_the_answer_is_plain_json() -> None:
    answer = scored(sheet("desert", "lamp", "adventure_a", "palace", "treasure"), sheet(name="B"))
    assert json.loads(json.dumps(answer)) == answer


def test_a_lamp_on_a_desert_is_told_as_desert() -> None:
    (player,) = scored(sheet("desert", "lamp"))["players"]
    assert (player["total"], player["deserts"]) == (0, 0)
    assert player["lamps"] == [{"as": "desert"}]
    assert player["lines"] == ["desert + lamp: 0"]


def test_the_best_win_and_equal_ones_share() -> None:
    assert scored(sheet("treasure"), sheet("desert", name="B"))["winners"] == ["A"]
    assert scored(sheet("treasure"), sheet("lamp", name="B"), sheet(name="C"))["winners"] == ["A", "B"]


def test_palaces_in_a_hand_count_nothing() -> None:
    (player,) = scored(sheet("palace", "palace", palace_points=-5))["players"]
    assert (player["total"], player["palaces"]) == (-5, -5)


def test_a_hand_may_hold_as_much_as_the_deck() -> None:
    whole = ["desert"] * 4 + ["lamp"] * 4 + ["treasure"] * 3 + ["camel_bazaar"] * 4
    assert scored(sheet(*whole), sheet(*whole, name="B"))["winners"] == ["A", "B"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, 'the sheet is missing; an object {"players": […]} would be right'),
        ([], "the sheet is of type list"),
        ({}, "players: is missing; a list of players would be right"),
        ({"players": []}, "players: has 0 entries; 1 to 4 would be right"),
        ({"players": [sheet()] * 5}, "players: has 5 entries; 1 to 4 would be right"),
        ({"players": {}}, "players: is of type dict"),
        ({"player": []}, "the sheet: the key 'player' is unknown; near are players"),
        ({"players": ["A"]}, "players[0]: is of type str; an object with name and cards would be right"),
        ({"players": [{"cards": []}]}, "players[0].name: is None; a text of 1 to 200 characters would be right"),
        ({"players": [{"name": "", "cards": []}]}, "players[0].name: is ''"),
        ({"players": [{"name": 3, "cards": []}]}, "players[0].name: is 3"),
        ({"players": [{"name": "A"}]}, "players[0].cards: is missing; a list of card kinds would be right"),
        ({"players": [{"name": "A", "cards": "lamp"}]}, "players[0].cards: is of type str"),
        ({"players": [sheet("lamb")]}, "players[0].cards[0]: 'lamb' is no kind of card; near are lamp"),
        ({"players": [sheet("lamp", "x")]}, "players[0].cards[1]: 'x' is no kind of card; known are palace, adv"),
        ({"players": [{"name": "A", "cards": [3]}]}, "players[0].cards[0]: 3 is no kind of card; known are"),
        ({"players": [{"name": "A", "cards": [["lamp"]]}]}, "players[0].cards[0]: ['lamp'] is no kind of card"),
        ({"players": [sheet(*["lamp"] * 5)]}, "cards[4]: more lamp than the deck holds; at most 4 of them would be"),
        ({"players": [sheet(), sheet()]}, "players[1].name: 'A' is there twice"),
        ({"players": [sheet(palace_points="5")]}, "palace_points: is '5'; a whole number from -1000 to 1000"),
        ({"players": [sheet(palace_points=5.0)]}, "palace_points: is 5.0; a whole number"),
        ({"players": [sheet(palace_points=True)]}, "palace_points: is True; a whole number"),
        ({"players": [sheet(palace_points=None)]}, "palace_points: is None; a whole number"),
        ({"players": [sheet(palace_points=1001)]}, "palace_points: is 1001; a whole number"),
        ({"players": [sheet(palace_points=10**5000)]}, "palace_points: is a number of more than 15 digits"),
        ({"players": [sheet(palace_point=5)]}, "players[0]: the key 'palace_point' is unknown; near are palace_points"),
        ({"players": [sheet("y" * 100)]}, "...: "),
    ],
)
def test_a_malformed_sheet_is_told_with_place_and_remedy(document: object, message: str) -> None:
    if message == "...: ":
        message = "... is no kind of card"
    with pytest.raises(SheetError, match=re.escape(message)):
        score_document(document, STANDARD)
