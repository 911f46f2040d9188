"""Score sheets that explain every point card by card."""

from __future__ import annotations

from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.ui.elements import RIGHT, Column, Element, Label, Row, Rule
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip, TurnMark
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.rules import Card, ScoreLine, ScoreSheet


def _cards(texts: Texts, line: ScoreLine) -> Element:
    stands = {use.lamp.id: use.stands_for for use in line.lamps}
    tags: list[Element] = []
    for card in line.cards:
        note = texts("sheet.as", card=card_name(texts, stands[card.id])) if card.id in stands else ""
        tags.append(CardTag(kind=card.kind.value, name=card_name(texts, card.kind), note=note))
    return Row(children=tags, gap=8)


def _line(texts: Texts, line: ScoreLine) -> Element:
    what = Label(text=texts(f"sheet.{line.key.value}"), style=TextStyle.SMALL)
    points = Label(text=texts.number(line.points, sign=True), style=TextStyle.STRONG, align=RIGHT)
    return Row(children=[Column(children=[what, _cards(texts, line)], gap=4), points], weights=(1, 0), wrap=False)


def sheet_elements(texts: Texts, seat: int, name: str, sheet: ScoreSheet, *, winner: bool) -> list[Element]:
    """Return one player's sheet: the name and total, then a line for each group of cards with its points."""
    head = Row(
        children=[
            TurnMark(shown=winner),
            PlayerChip(seat=seat),
            Label(text=name, style=TextStyle.HEADING),
            Label(text=texts("sheet.total", n=sheet.total), style=TextStyle.HEADING, align=RIGHT),
        ],
        weights=(0, 0, 1, 0),
    )
    elements: list[Element] = [head]
    elements += [_line(texts, line) for line in sheet.lines]
    if not sheet.lines:
        elements.append(Label(text=texts("sheet.nothing"), style=TextStyle.SMALL))
    elements.append(Rule())
    return elements


def hand_element(texts: Texts, cards: tuple[Card, ...]) -> Element:
    """Return all cards of a hand as tags."""
    if not cards:
        return Label(text=texts("sheet.no_cards"), style=TextStyle.SMALL)
    tags = [
        CardTag(kind=card.kind.value, name=card_name(texts, card.kind)) for card in sorted(cards, key=lambda c: c.id)
    ]
    return Row(children=tags, gap=8)
