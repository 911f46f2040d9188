"""First-run lessons at a real table: what it is about, grip, throw, verdict, duel, a stage, points.

Whoever does not want to do something is shown it: a throw of the program's own, judged like the learner's.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import msgspec
import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import Throw
from fliegende3d.game.session import Flight
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.lesson_plan import (
    BY_HAND,
    ORDER,
    Lesson,
    cards_of,
    demonstration,
    main_card,
    second_carpet,
    throw_key,
)
from fliegende3d.presentation.screens.lesson_text import FIRST_PICK, LessonText
from fliegende3d.presentation.screens.practice import PracticeScreen, PracticeWatch
from fliegende3d.presentation.screens.viewpoint import above_framing, outline
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Element, Grid, Panel, Row
from fliegende3d.presentation.ui.view import Placed


class ReadingAct(Act):
    """A lesson that is read: the table is seen from above, with the carpets that came to lie on it."""

    @property
    def first_focus(self) -> str | None:
        """See ``Act``: what is to be done comes before the way on."""
        assert isinstance(self.screen, LessonScreen)
        return FIRST_PICK if self.screen.lesson is Lesson.DUEL else "lesson.next"

    def begin(self) -> None:
        """See ``Act``."""
        assert isinstance(self.screen, LessonScreen)
        self.match.show_cards()
        self.screen.frame(above_framing(self.match.session.state.side(0), self.screen.show_carpets()))

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        assert isinstance(self.screen, LessonScreen)
        return self.screen.side_panels()


class ShowingAct(ReadingAct):
    """Waits for the throw that the program makes for the learner."""

    def __init__(self, screen: LessonScreen, pending: Future[tuple[Throw, Flight]]) -> None:
        super().__init__(screen)
        self._pending = pending

    def begin(self) -> None:
        """See ``Act``: the eye stays where it is."""
        self.match.show_cards()

    def update(self, dt: float) -> None:
        """See ``Act``."""
        if self._pending.done():
            throw, flight = self._pending.result()
            self.screen.play(PracticeWatch(self.screen, throw=throw, flight=flight))


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
        self.lesson = Lesson.GOAL
        self.flight: Flight | None = None
        self._text = LessonText(self)
        self._missed = False
        # The throw as it was before the learner changed anything.
        self._untouched: ThrowGesture | None = None

    def next_act(self) -> None:
        """See ``GameScreen``."""
        if self.lesson in BY_HAND:
            super().next_act()
            self._untouched = self.act.gesture if isinstance(self.act, AimAct) else None
            return
        self.play(ReadingAct(self))

    def show_carpets(self) -> list[NDArray[np.float64]]:
        """Lay the carpet where it landed, and for the duel a second one on the same card.

        Returns what the lesson is about [m]: the duel's carpets and card, else all cards; shape (n, 3) each.
        """
        self.match.show_resting()
        table = self.match.session.state.table
        everything = [outline(card) for card in table]
        if self.flight is None:
            return everything
        stage = self.app.stage
        for index, resting in self.flight.resting.items():
            stage.pose_carpet(index, resting.vertices)
        rival = second_carpet(self.match.session, self.flight) if self.lesson is Lesson.DUEL else None
        if rival is None:
            return everything
        stage.pose_carpet(*rival)
        card = main_card(self.match.session, self.flight)
        duelled = [] if card is None else [outline(card)]
        return [*duelled, self.flight.trajectory.final_vertices, rival[1]]

    def landed(self, flight: Flight) -> None:
        """A throw was made: it is judged as in a game; beside all cards it is made once more."""
        state = self.match.session.state
        on = cards_of(self.match.session, flight)
        self._missed = not on
        self.flight = flight if on else None
        self.lesson = Lesson.VERDICT if on else Lesson.THROW
        self.play(LessonVerdict(self, flight, state.table))

    def judged(self) -> None:
        """The verdict was read."""
        if self._missed:
            self.next_act()
        else:
            self.go_on()

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        super().update(dt)
        act = self.act
        if self.lesson is Lesson.GRIP and isinstance(act, AimAct) and self._is_gripped(act):
            self.lesson = Lesson.THROW
            self.app.refresh()

    def _is_gripped(self, act: AimAct) -> bool:
        """Tell whether the learner has begun to throw, in whatever way."""
        return act.wound or act.meter is not None or (act.mode == "step" and act.gesture != self._untouched)

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        if self.act is not None and self.act.command(pressed):
            return True
        if pressed.command in (Command.BACK, Command.MENU) and not pressed.repeat:
            self.leave_lessons()
            return True
        return False

    def go_on(self) -> None:
        """Go to the next lesson; after the last one they are over."""
        index = ORDER.index(self.lesson) + 1
        self._missed = False
        self._text.picked = None
        if index >= len(ORDER):
            self.leave_lessons()
            return
        self.lesson = ORDER[index]
        self.next_act()

    def show_throw(self) -> None:
        """Make a throw for the learner."""
        session = self.match.session
        self.play(ShowingAct(self, self.match.work(lambda: demonstration(session, self.match.drift))))

    def leave_lessons(self) -> None:
        """Back to where the lessons were opened; they are known now."""
        settings = self.app.settings
        game = msgspec.structs.replace(settings.game, lessons_seen=True)
        self.app.change_settings(msgspec.structs.replace(settings, game=game))
        self.app.pop()

    def play_now(self) -> None:
        """From the last lesson straight to a game."""
        self.leave_lessons()
        menu.open_new_game(self.app)

    def side_panels(self) -> list[Placed]:
        """Return the lesson's panel."""
        roomy = self._roomy
        number, name = ORDER.index(self.lesson) + 1, self.words(f"lesson.name_{self.lesson.value}")
        title = "lesson.title" if roomy else "lesson.title_short"
        by_hand = self.lesson in BY_HAND or self.lesson is Lesson.VERDICT
        panel = Panel(
            key="lesson",
            title=self.words(title, number=number, count=len(ORDER), name=name),
            body=self._text.body(self._spoken()),
            foot=Row(children=self._buttons()) if roomy else Grid(children=self._buttons()),
            width=HAND_WIDTH if by_hand else READING_WIDTH,
        )
        share = READING_SHARE if not by_hand else HAND_SHARE if roomy else TIGHT_HAND_SHARE
        height = 0.92 if roomy or not by_hand else TIGHT_HEIGHT_SHARE
        return [Placed(element=panel, across=0.0, down=0.0, most_width_share=share, most_height_share=height)]

    @property
    def _roomy(self) -> bool:
        """Whether the letters are small enough for whole headings."""
        return self.app.settings.access.interface_scale <= ROOMY_SCALE

    def _spoken(self) -> str:
        """What is said of the hand: as it fits the way of throwing and the device, and why a throw is made again."""
        mode = self.act.mode if isinstance(self.act, AimAct) else self.app.settings.hands[self.hand_seat].throw_mode
        return throw_key(self.lesson, mode, self.app, missed=self._missed)

    def _buttons(self) -> list[Element]:
        words = self.words
        skip = words("lesson.skip" if self._roomy else "lesson.skip_short")
        leave = Button(key="lesson.skip", label=skip, on_press=self.leave_lessons, role=Role.QUIET)
        if self.lesson in BY_HAND and isinstance(self.act, AimAct):
            return [Button(key="lesson.show", label=words("lesson.show"), on_press=self.show_throw), leave]
        if self.lesson in BY_HAND or self.lesson is Lesson.VERDICT:
            # The verdict has its own way on.
            return [leave]
        if self.lesson is not ORDER[-1]:
            waiting = self.lesson is Lesson.DUEL and self._text.picked is None
            role = Role.NORMAL if waiting else Role.PRIMARY
            onward = Button(key="lesson.next", label=words("lesson.next"), on_press=self.go_on, role=role)
            return [onward, leave]
        return [
            Button(key="lesson.next", label=words("lesson.play"), on_press=self.play_now, role=Role.PRIMARY),
            Button(key="lesson.finish", label=words("lesson.finish"), on_press=self.leave_lessons),
        ]


# Widths of the panel [reference px] and the part of the window it takes: beside a throw, and to be read.
HAND_WIDTH, READING_WIDTH = 580.0, 860.0
HAND_SHARE, READING_SHARE = 0.5, 0.62
# With large letters the carpet below and the panel of the throw at the right stay free.
TIGHT_HAND_SHARE, TIGHT_HEIGHT_SHARE = 0.54, 0.7
