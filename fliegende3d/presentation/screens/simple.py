"""Screens of one panel: a title, some content, a way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.names import card_picture
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.cards import CardImage
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row, Rule
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.rules import CardKind

# The cards over the credits are so high [reference px].
PICTURE_HEIGHT = 210.0
CREDITED = ("engine", "fonts", "licence")


class PanelScreen(Screen):
    """A panel in the middle of the window."""

    title_key = ""
    width = 1100.0
    # Where pages are turned the frame keeps its height [reference px].
    height = 0.0
    veil = 0.7
    first_focus: str | None = None

    def head(self) -> Element | None:
        """Return what stays in sight above the content while that scrolls."""
        return None

    def body(self) -> Sequence[Element]:
        """Return the content, from top to bottom."""
        return ()

    def buttons(self) -> Sequence[Element]:
        """Return the buttons at the foot, before the way back."""
        return ()

    def view(self) -> View:
        """See ``Screen``."""
        back = Button(key="back", label=self.words("common.back"), on_press=self.back)
        foot = Row(children=[*self.buttons(), back])
        panel = Panel(
            key="panel",
            title=self.words(self.title_key),
            body=Column(children=list(self.body())),
            head=self.head(),
            foot=foot,
            width=self.width,
            height=self.height,
        )
        return View([Placed(element=panel)], veil=self.veil, first_focus=self.first_focus)


class CreditsScreen(PanelScreen):
    """Who and what the game owes something to."""

    title_key = "credits.title"

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        texts = self.app.texts
        cards: list[Element] = [
            CardImage(picture=card_picture(texts, kind), height=PICTURE_HEIGHT)
            for kind in CardKind
            if kind.value.startswith("adventure")
        ]
        game = Label(text=self.words("credits.game"))
        rest = [Label(text=self.words(f"credits.{part}"), style=TextStyle.SMALL) for part in CREDITED]
        return [Column(children=[Row(children=cards, align=0.5), game, Rule(), *rest], gap=18)]


class QuestionScreen(Screen):
    """A question with two or more answers, over what was there before."""

    def __init__(self, app: Application, question: str, answers: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        super().__init__(app)
        self._question = question
        self._answers = answers

    def view(self) -> View:
        """See ``Screen``."""
        buttons = [
            Button(
                key=f"answer.{key}",
                label=label,
                on_press=self._answer(action),
                role=Role.PRIMARY if index == 0 else Role.NORMAL,
            )
            for index, (key, label, action) in enumerate(self._answers)
        ]
        asked = Label(text=self._question, style=TextStyle.HEADING, align=0.5)
        body = Column(children=[asked, Row(children=buttons, align=0.5)], gap=32)
        return View([Placed(element=Panel(key="question", body=body, width=900))], veil=0.8)

    def _answer(self, action: Callable[[], None]) -> Callable[[], None]:
        def chosen() -> None:
            self.app.pop()
            action()

        return chosen
