"""Score sheets as plain data: checks what a file says about hands, and answers with points that files can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fliegende3d.rules.cards import CARDS, DECK_COUNTS, MOST_PLAYERS, Card, CardKind
from fliegende3d.rules.errors import RulesError
from fliegende3d.rules.refusals import whole
from fliegende3d.rules.ruleset import RuleSet, near
from fliegende3d.rules.scoring import ScoreLine, ScoreSheet, score_sheet, winning

MOST_PALACE_POINTS = 1000
LONGEST_NAME = 200
_PLAYER_KEYS = ("name", "cards", "palace_points")


class SheetError(RulesError):
    """A sheet of hands is malformed; the message says what, where and what would be right."""


def score_document(document: object, rules: RuleSet) -> dict[str, Any]:
    """Score the hands of a sheet and return totals, parts, lamps, lines and winners as plain values.

    The sheet is ``{"players": [{"name": …, "cards": [kind, …], "palace_points": 0}]}``; palace points may be left out.
    Each hand is checked against one deck; several hands need not come from the same game. Palaces in a hand are
    allowed and count nothing, because in a game they leave it at the end of each stage for palace points.

    Raises:
        SheetError: if the sheet is malformed, a kind is unknown, or a hand holds more of a kind than the deck.
    """
    players = _players(document)
    names: list[str] = []
    hands: list[tuple[Card, ...]] = []
    sheets: list[ScoreSheet] = []
    for position, player in enumerate(players):
        name, hand, points = _player(player, f"players[{position}]")
        if name in names:
            raise SheetError(f"players[{position}].name: {name!r} is there twice; each name may be there once")
        names.append(name)
        hands.append(hand)
        sheets.append(score_sheet(hand, rules, palace_points=points))
    deserts = [sum(card.kind is CardKind.DESERT for card in hand) for hand in hands]
    winners = winning([sheet.total for sheet in sheets], deserts, rules=rules)
    return {
        "players": [sheet_document(name, sheet) for name, sheet in zip(names, sheets, strict=True)],
        "winners": [names[position] for position in winners],
    }


def sheet_document(name: str, sheet: ScoreSheet) -> dict[str, Any]:
    """Return one score sheet as plain values. A lamp ``as`` desert lies on a desert and cancels it."""
    return {
        "name": name,
        "total": sheet.total,
        "palaces": sheet.palaces,
        "bazaars": sheet.bazaars,
        "adventures": sheet.adventures,
        "treasures": sheet.treasures,
        "deserts": sheet.deserts,
        "lamps": [{"as": use.stands_for.value} for use in sheet.lamps],
        "lines": [line_text(line) for line in sheet.lines],
    }


def line_text(line: ScoreLine) -> str:
    """Return a line of a score sheet in keys and numbers, such as ``spice_bazaar + lamp as spice_bazaar: 5``."""
    stands_for = {use.lamp.id: use.stands_for for use in line.lamps}
    words = [
        f"{card.kind.value} as {stands_for[card.id].value}"
        if card.id in stands_for and stands_for[card.id] is not CardKind.DESERT
        else card.kind.value
        for card in line.cards
    ]
    return f"{' + '.join(words) or line.key.value}: {line.points}"


def _players(document: object) -> list[object]:
    if not isinstance(document, Mapping):
        raise SheetError(f'the sheet is {_type(document)}; an object {{"players": […]}} would be right')
    _only(document, ("players",), "the sheet")
    players = document.get("players")
    if not isinstance(players, (list, tuple)):
        raise SheetError(f"players: is {_type(players)}; a list of players would be right")
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise SheetError(f"players: has {len(players)} entries; 1 to {MOST_PLAYERS} would be right")
    return list(players)


def _player(player: object, where: str) -> tuple[str, tuple[Card, ...], int]:
    if not isinstance(player, Mapping):
        raise SheetError(f"{where}: is {_type(player)}; an object with name and cards would be right")
    _only(player, _PLAYER_KEYS, where)
    name, kinds, points = player.get("name"), player.get("cards"), player.get("palace_points", 0)
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        shown = f"of {len(name)} characters" if isinstance(name, str) and name else _shown(name)
        raise SheetError(f"{where}.name: is {shown}; a text of 1 to {LONGEST_NAME} characters would be right")
    if not isinstance(kinds, (list, tuple)):
        raise SheetError(f"{where}.cards: is {_type(kinds)}; a list of card kinds would be right")
    if not whole(points) or abs(points) > MOST_PALACE_POINTS:
        allowed = f"a whole number from {-MOST_PALACE_POINTS} to {MOST_PALACE_POINTS}"
        raise SheetError(f"{where}.palace_points: is {_shown(points)}; {allowed} would be right")
    return name, _hand(kinds, f"{where}.cards"), points


def _hand(kinds: list[object] | tuple[object, ...], where: str) -> tuple[Card, ...]:
    """Make a hand of cards, each with an id of its own among the deck's cards of its kind."""
    known = [kind.value for kind in CardKind]
    used: Counter[str] = Counter()
    hand = []
    for position, kind in enumerate(kinds):
        if not isinstance(kind, str) or kind not in known:
            hint = near(kind, known) if isinstance(kind, str) else f"known are {', '.join(known)}"
            raise SheetError(f"{where}[{position}]: {_shown(kind)} is no kind of card; {hint}")
        most = DECK_COUNTS[CardKind(kind)]
        if used[kind] == most:
            raise SheetError(
                f"{where}[{position}]: more {kind} than the deck holds; at most {most} of them would be right"
            )
        hand.append([card for card in CARDS if card.kind.value == kind][used[kind]])
        used[kind] += 1
    return tuple(hand)


def _only(mapping: Mapping[Any, object], keys: tuple[str, ...], where: str) -> None:
    for key in mapping:
        if key not in keys:
            raise SheetError(f"{where}: the key {_shown(key)} is unknown; {near(str(key), keys)}")


def _type(value: object) -> str:
    return "missing" if value is None else f"of type {type(value).__name__}"


def _shown(value: object) -> str:
    """Return a value for an error message, cut if it is long."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**15:
        return "a number of more than 15 digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
