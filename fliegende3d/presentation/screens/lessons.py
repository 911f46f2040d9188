"""First-run lessons at a real table: grip, throw, verdict, duel, scoring. Each waits for the player, or is skipped."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

import msgspec

from fliegende3d.game.session import Flight
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import KEYBOARD, CommandPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.names import card_picture, genie_picture
from fliegende3d.presentation.screens.practice import PracticeScreen
from fliegende3d.presentation.screens.score_sheet import sheet_elements
from fliegende3d.presentation.screens.viewpoint import top_view
from fliegende3d.presentation.ui.cards import FACE_DOWN, CardButton, CardImage
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import CARDS, Card, CardKind, cards_under, score_sheet


class Lesson(StrEnum):
    """The lessons, in order."""

    GRIP = "grip"
    THROW = "throw"
    VERDICT = "verdict"
    DUEL = "duel"
    SCORING = "scoring"
    DONE = "done"


ORDER = tuple(Lesson)
# The cards of the example sheet: two sets of adventures, a pair with a lamp, a treasure, a desert.
EXAMPLE = (
    CardKind.ADVENTURE_A,
    CardKind.ADVENTURE_A,
    CardKind.ADVENTURE_B,
    CardKind.ADVENTURE_C,
    CardKind.CAMEL_BAZAAR,
    CardKind.LAMP,
    CardKind.TREASURE,
)
EXAMPLE_GENIES = (7, 4)
RIVAL_GENIE = 5
# Cards of the lesson about duels are so high [reference px].
CARD_HEIGHT = 205.0


def example_hand() -> tuple[Card, ...]:
    """Return cards of the example's kinds."""
    rest = list(CARDS)
    hand: list[Card] = []
    for kind in EXAMPLE:
        card = next(card for card in rest if card.kind is kind)
        rest.remove(card)
        hand.append(card)
    return tuple(hand)


class ReadingAct(Act):
    """A lesson that is read: the table is seen from above."""

    first_focus = "lesson.next"

    def begin(self) -> None:
        """See ``Act``."""
        self.screen.look(top_view(self.match.session.state.side(0)))
        self.match.show_cards()
        self.match.show_resting()

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        assert isinstance(self.screen, LessonScreen)
        return self.screen.side_panels()


class LessonVerdict(VerdictAct):
    """How the learner's own throw is judged, with what there is to learn from it beside it."""

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        assert isinstance(self.screen, LessonScreen)
        return [*super().parts(), *self.screen.side_panels()]

    def finish(self) -> None:
        """On a card the next lesson comes, else another throw."""
        assert isinstance(self.screen, LessonScreen)
        self.screen.judged()


class LessonScreen(PracticeScreen):
    """Teaches by doing."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.lesson = Lesson.GRIP
        self._picked: int | None = None
        self._missed = False

    def next_act(self) -> None:
        """See ``GameScreen``."""
        if self.lesson in (Lesson.GRIP, Lesson.THROW):
            super().next_act()
            return
        self.play(ReadingAct(self))

    def landed(self, flight: Flight) -> None:
        """A throw was made: it is judged as in a game; beside all cards it is made once more."""
        state = self.match.session.state
        on = cards_under(flight.facts, flight.facts.off_table, state.rules).get(flight.carpet, frozenset())
        self._missed = not on
        self.lesson = Lesson.VERDICT if on else Lesson.THROW
        self.play(LessonVerdict(self, flight, state.table))

    def judged(self) -> None:
        """The verdict was read."""
        if self._missed:
            self.next_act()
        else:
            self._next()

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        super().update(dt)
        if self.lesson is Lesson.GRIP and isinstance(self.act, AimAct) and self.act.wound:
            self.lesson = Lesson.THROW
            self.app.refresh()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        return self.act is not None and self.act.command(pressed)

    def _next(self) -> None:
        index = ORDER.index(self.lesson) + 1
        self._picked, self._missed = None, False
        if index >= len(ORDER):
            self._leave()
            return
        self.lesson = ORDER[index]
        self.next_act()

    def _leave(self) -> None:
        settings = self.app.settings
        game = msgspec.structs.replace(settings.game, lessons_seen=True)
        self.app.change_settings(msgspec.structs.replace(settings, game=game))
        self.app.pop()

    def side_panels(self) -> list[Placed]:
        """Return the lesson's panel."""
        words = self.words
        number = ORDER.index(self.lesson) + 1
        body: list[Element] = [Label(text=words(self._text_key()))]
        if self.lesson is Lesson.DUEL:
            body += self._duel()
        if self.lesson is Lesson.SCORING:
            rules = self.match.session.state.rules
            sheet = score_sheet(example_hand(), rules, palace_points=5)
            body += sheet_elements(self.app.texts, 0, self.match.session.state.names[0], sheet, winner=False)
        last = self.lesson is Lesson.DONE
        buttons: list[Element] = [
            Button(
                key="lesson.next",
                label=words("lesson.finish" if last else "lesson.next"),
                on_press=self._next,
                role=Role.PRIMARY,
            )
        ]
        if not last:
            buttons.append(Button(key="lesson.skip", label=words("lesson.skip"), on_press=self._leave))
        panel = Panel(
            key="lesson",
            title=words("lesson.title", number=number, count=len(ORDER)),
            body=Column(children=body),
            foot=Row(children=buttons),
            width=760 if self.lesson in (Lesson.SCORING, Lesson.DUEL) else 560,
        )
        return [Placed(element=panel, across=0.0, down=0.0, most_width_share=0.55, most_height_share=0.92)]

    def _text_key(self) -> str:
        """What is said: of the hand as it fits the device used last, and why a throw is made again."""
        if self._missed:
            return "lesson.missed"
        by_pad = self.lesson in (Lesson.GRIP, Lesson.THROW) and self.app.last_device != KEYBOARD
        return f"lesson.{self.lesson.value}{'_pad' if by_pad else ''}"

    def _duel(self) -> list[Element]:
        words = self.words
        texts, kind = self.app.texts, CardKind.PALACE
        rival = genie_picture(texts, RIVAL_GENIE)
        shown: list[Element] = [
            CardImage(picture=card_picture(texts, kind), height=CARD_HEIGHT),
            CardImage(picture=rival, height=CARD_HEIGHT, turn=0.0 if self._picked is not None else FACE_DOWN),
        ]
        own: list[Element] = [
            CardButton(
                key=f"lesson.genie{genie}",
                picture=genie_picture(texts, genie),
                label=words("duel.genie", genie=genie),
                on_press=partial(self._pick, genie),
                selected=self._picked == genie,
                height=CARD_HEIGHT,
            )
            for genie in EXAMPLE_GENIES
        ]
        elements: list[Element] = [Row(children=[*shown, *own], gap=14)]
        if self._picked is not None:
            won = self._picked > RIVAL_GENIE
            key = "lesson.duel_won" if won else "lesson.duel_lost"
            text = words(key, own=self._picked, other=RIVAL_GENIE)
            elements.append(Label(text=text, style=TextStyle.STRONG))
        return elements

    def _pick(self, genie: int) -> None:
        self._picked = genie
        self.app.refresh()
