"""The rules in short, with the numbers of the rules in use: what cards are worth, and how a game goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.screens.names import breadth_text, card_picture, genie_picture
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.ui.cards import CardImage, Picture
from fliegende3d.presentation.ui.controls import Bar
from fliegende3d.presentation.ui.elements import Column, Element, Grid, Label, Row
from fliegende3d.presentation.ui.theme import Colour, TextStyle
from fliegende3d.resources import folder
from fliegende3d.rules import CardKind, RuleSet, RuleSetError
from fliegende3d.rules.scoring import DESERT_POINTS, TREASURE_POINTS

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application

# Cards beside what they are worth, and beside a part of the rules, are so high [reference px].
VALUE_HEIGHT = 104.0
PART_HEIGHT = 150.0
# The parts of the rules in the order of a game, each with the card that stands for it.
PARTS = (
    ("layout", CardKind.SPICE_BAZAAR),
    ("flight", CardKind.ADVENTURE_B),
    ("claims", CardKind.TREASURE),
    ("duel", None),
    ("again", CardKind.ADVENTURE_A),
    ("palaces", CardKind.PALACE),
    ("end", CardKind.LAMP),
)
HIGHEST_GENIE = 8


def rules_in_use(app: Application) -> RuleSet:
    """Return the rules that a new game would have; the standard ones if the kept house rules do not fit together."""
    game = app.settings.game
    try:
        return RuleSet.load(folder("config"), preset=game.rules, overrides=game.house)
    except RuleSetError:
        return RuleSet.load(folder("config"))


def part_text(texts: Texts, rules: RuleSet, part: str) -> str:
    """Return one part of the rules in words."""
    match part:
        case "layout":
            gap, reach = breadth_text(texts, rules.minimum_gap_mm), breadth_text(texts, rules.reach_mm)
            laid = texts("rulebook.layout", n=rules.layout_cards, gap=gap, reach=reach)
            return f"{laid} {texts('rulebook.changes', n=rules.changes)}" if rules.changes else laid
        case "end":
            two = texts("rulebook.deals", n=rules.stages_each_of_two)
            more = texts("rulebook.deals", n=rules.stages_each_of_more)
            return texts("rulebook.end", two=two, more=more)
        case _:
            return texts(f"rulebook.{part}")


def value_words(texts: Texts, rules: RuleSet) -> list[tuple[CardKind, str, str]]:
    """Return for each family of cards one card of it, the family's name, and what it is worth."""
    sets = ", ".join(str(points) for points in rules.adventure_sets)
    bazaars = texts(
        "rulebook.value_bazaars",
        spice=rules.spice_bazaar_pair,
        carpet=rules.carpet_bazaar_pair,
        camel=rules.camel_bazaar_pair,
    )
    return [
        (
            CardKind.TREASURE,
            texts("rulebook.treasures"),
            texts("rulebook.value_treasures", points=texts.number(TREASURE_POINTS, sign=True)),
        ),
        (CardKind.ADVENTURE_D, texts("rulebook.adventures"), texts("rulebook.value_adventures", points=sets)),
        (CardKind.CAMEL_BAZAAR, texts("rulebook.bazaars"), bazaars),
        (CardKind.PALACE, texts("rulebook.palaces_name"), texts("rulebook.value_palaces")),
        (CardKind.LAMP, texts("rulebook.lamps"), texts("rulebook.value_lamps")),
        (
            CardKind.DESERT,
            texts("rulebook.deserts"),
            texts("rulebook.value_deserts", points=texts.number(DESERT_POINTS, sign=True)),
        ),
    ]


def values_element(texts: Texts, rules: RuleSet, *, warning: Colour, columns: int = 2) -> Element:
    """Return what each family of cards is worth, beside a card of it; the unwanted one stands out."""
    cells: list[Element] = []
    for kind, name, worth in value_words(texts, rules):
        bad = kind is CardKind.DESERT
        told = Column(
            children=[
                Label(text=name, style=TextStyle.STRONG, colour=warning if bad else None),
                Label(text=worth, style=TextStyle.SMALL, colour=warning if bad else None),
            ],
            gap=2,
        )
        cells.append(_beside(card_picture(texts, kind), VALUE_HEIGHT, told))
    return Grid(children=cells, columns=columns, gap=18)


def _beside(picture: Picture, height: float, told: Element) -> Element:
    return Row(children=[CardImage(picture=picture, height=height), told], gap=18, weights=(0, 1), wrap=False)


class RulebookScreen(PanelScreen):
    """The rules in short; while flights are prepared it tells how far that is."""

    title_key = "rulebook.title"
    width = 1240.0

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._waiting = False

    def update(self, dt: float) -> None:
        """See ``Screen``: whoever reads while flights are prepared is told when they are."""
        warm = self.app.warm
        waiting = warm is not None and not warm.finished
        if waiting:
            self.app.refresh()
        elif self._waiting:
            self.app.say(self.words("loading.ready"))
        self._waiting = waiting

    def head(self) -> Element | None:
        """See ``PanelScreen``."""
        warm = self.app.warm
        return None if warm is None or warm.finished else Bar(value=warm.share, height=10)

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        texts, rules, theme = self.app.texts, rules_in_use(self.app), self.app.surface.theme
        values = values_element(texts, rules, warning=theme.warning)
        parts: list[Element] = [Label(text=texts("lesson.goal"))]
        parts += [Label(text=texts("rulebook.values_title"), style=TextStyle.HEADING), values]
        for part, kind in PARTS:
            told = Column(
                children=[
                    Label(text=texts(f"rulebook.{part}_title"), style=TextStyle.HEADING),
                    Label(text=part_text(texts, rules, part)),
                ],
                gap=4,
            )
            picture = genie_picture(texts, HIGHEST_GENIE) if kind is None else card_picture(texts, kind)
            parts.append(_beside(picture, PART_HEIGHT, told))
        return [Column(children=parts, gap=24)]
