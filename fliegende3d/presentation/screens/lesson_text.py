"""What stands in the panel of a lesson: words, cards with their worth, a duel to be tried, a sheet to be read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.lesson_plan import Lesson, example_hand, main_card
from fliegende3d.presentation.screens.names import card_picture, genie_picture
from fliegende3d.presentation.screens.rulebook import part_text, rules_in_use, values_element
from fliegende3d.presentation.screens.score_sheet import sheet_elements
from fliegende3d.presentation.ui.cards import FACE_DOWN, CardButton, CardImage
from fliegende3d.presentation.ui.elements import Column, Element, Label, Row
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.rules import CardKind, score_sheet
from fliegende3d.rules.scoring import DESERT_POINTS

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.lessons import LessonScreen

EXAMPLE_GENIES = (7, 4)
FIRST_PICK = f"lesson.genie{EXAMPLE_GENIES[0]}"
RIVAL_GENIE = 5
# Cards of the lesson about duels are so high [reference px].
CARD_HEIGHT = 190.0
# What a stage is, in the order of the rulebook.
STAGE_PARTS = ("layout", "flight", "again", "palaces", "end")


class LessonText:
    """The content of the panel of whichever lesson is on."""

    def __init__(self, screen: LessonScreen) -> None:
        self._screen = screen
        # The genie that the learner picked for the example.
        self.picked: int | None = None

    def body(self, key: str) -> Element:
        """Return the content: the text of ``key``, and what the lesson shows."""
        screen = self._screen
        texts = screen.app.texts
        names = {"meter": texts("mode.meter"), "step": texts("mode.step")}
        pressed = {"start": texts("throw.meter_start"), "throw": texts("throw.now")}
        match screen.lesson:
            case Lesson.STAGE:
                rules = rules_in_use(screen.app)
                return Column(children=[Label(text=part_text(texts, rules, part)) for part in STAGE_PARTS])
            case Lesson.GOAL:
                warning = screen.app.surface.theme.warning
                columns = 2 if screen.app.settings.access.interface_scale <= ROOMY_SCALE else 1
                shown = [values_element(texts, rules_in_use(screen.app), warning=warning, columns=columns)]
            case Lesson.DUEL:
                shown = self._duel()
            case Lesson.SCORING:
                rules = screen.match.session.state.rules
                sheet = score_sheet(example_hand(), rules, palace_points=MOST_PALACES)
                shown = sheet_elements(texts, 0, screen.match.session.state.names[0], sheet, winner=False)
            case _:
                shown = []
        return Column(
            children=[
                Label(text=texts(key, **names, **pressed, points=texts("sheet.total", n=-DESERT_POINTS))),
                *shown,
            ],
            gap=20,
        )

    def _duel(self) -> list[Element]:
        screen = self._screen
        texts = screen.app.texts
        rival = genie_picture(texts, RIVAL_GENIE)
        turned = 0.0 if self.picked is not None else FACE_DOWN

        def captioned(image: Element, caption: str) -> Element:
            return Column(children=[image, Label(text=caption, style=TextStyle.SMALL, align=0.5)], gap=10)

        cards: list[Element] = [
            captioned(
                CardImage(picture=card_picture(texts, self._card()), height=CARD_HEIGHT), texts("lesson.duel_for")
            ),
            captioned(CardImage(picture=rival, height=CARD_HEIGHT, turn=turned), texts("lesson.duel_rival")),
            *(
                CardButton(
                    key=f"lesson.genie{genie}",
                    picture=genie_picture(texts, genie),
                    label=texts("duel.genie", genie=genie),
                    on_press=partial(self._pick, genie),
                    selected=self.picked == genie,
                    height=CARD_HEIGHT,
                )
                for genie in EXAMPLE_GENIES
            ),
        ]
        elements: list[Element] = [Row(children=cards, gap=18)]
        if self.picked is not None:
            key = "lesson.duel_won" if self.picked > RIVAL_GENIE else "lesson.duel_lost"
            text = texts(key, own=self.picked, other=RIVAL_GENIE)
            elements.append(Label(text=text, style=TextStyle.STRONG))
        return elements

    def _card(self) -> CardKind:
        """The card that the learner's carpet lies on, or a palace if it was never thrown."""
        flight = self._screen.flight
        if flight is None:
            return CardKind.PALACE
        card = main_card(self._screen.match.session, flight)
        return CardKind.PALACE if card is None else card.kind

    def _pick(self, genie: int) -> None:
        self.picked = genie
        self._screen.app.refresh()


# Palace points of the example sheet: most palaces once.
MOST_PALACES = 5
