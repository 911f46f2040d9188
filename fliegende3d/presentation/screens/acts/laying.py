"""The dealer lays the turned-up card: by pointer, by keys or pad, or lets the place be found."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from fliegende3d.game.laying import NoPlaceError, suggested_place
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    WheelTurned,
)
from fliegende3d.presentation.screens.acts.carry import TURN_STEP, CarriedCard, limit_lines
from fliegende3d.presentation.screens.acts.dealing import DealingAct
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import card_name, card_picture
from fliegende3d.presentation.ui.cards import CardImage
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label, Row
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import BrokenLimit, PlaceCard, PlaceDecision, check_placement
from fliegende3d.rules.cards import FORWARD

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# The turned-up card is shown so high in the panel [reference px].
PICTURE_HEIGHT = 150.0


class LayingAct(DealingAct):
    """A person lays one destination card after the other."""

    first_focus = "lay.carry"
    prefix = "lay"

    def __init__(self, screen: GameScreen, decision: PlaceDecision) -> None:
        super().__init__(screen, decision.seat)
        self._decision = decision
        self._carrying = False
        self._pointing = False
        self._random = Random(self.match.session.stream_seed(LAY_STREAM, len(self.match.session.history)))
        place = self._suggestion()
        x, y, yaw = place if place is not None else (0.0, 0.0, 0.0)

        def check(x: float, y: float, yaw: float) -> tuple[BrokenLimit, ...]:
            return check_placement(self.table, x, y, yaw, self.rules)

        self._held = CarriedCard(x, y, yaw, check, FORWARD[self.side])

    def show(self) -> None:
        """See ``DealingAct``."""
        card = self._decision.card
        held = (card, self._held.x, self._held.y, self._held.yaw, not self._held.broken)
        self.screen.show_table(self.table, held=held)
        self.app.refresh()

    def handle(self, event: InputEvent) -> bool:
        """While the card is carried by keys they move it; see ``Screen``."""
        if not self._carrying or not isinstance(event, CommandPressed):
            return False
        if event.command is Command.CONFIRM and not event.repeat:
            self._lay()
        elif event.command is Command.BACK:
            self._carrying = False
        elif not self._held.command(event.command):
            return False
        if not self.over:
            self.show()
        return True

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        match event:
            case PointerMoved(x=x, y=y) if not self._carrying and not self.app.surface.covers(x, y):
                if self.hold_over(self._held, x, y):
                    self._pointing = True
                    self.show()
            case PointerPressed(button=PointerButton.MAIN, x=x, y=y):
                if self.hold_over(self._held, x, y):
                    self._pointing = True
                    self._lay()
            case PointerPressed(button=PointerButton.SECOND):
                self._held.turn(TURN_STEP * 3)
                self.show()
            case WheelTurned(notches=notches):
                self._held.turn(TURN_STEP * notches)
                self.show()
            case _:
                return False
        return True

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command in (Command.TILT_LEFT, Command.TILT_RIGHT) and self._held.command(pressed.command):
            self.show()
            return True
        return super().command(pressed)

    def _lay(self) -> None:
        held = self._held
        self.submit(PlaceCard(self.seat, held.x, held.y, held.yaw, self._decision.card.id))

    def _suggestion(self) -> tuple[float, float, float] | None:
        try:
            return suggested_place(self.table, self.rules, self._random)
        except NoPlaceError:
            return None

    def _lay_for_me(self) -> None:
        place = self._suggestion()
        if place is None:
            self.app.refuse(self.words("lay.no_place"))
            return
        self._held.x, self._held.y, self._held.yaw = place
        self._lay()

    def _lay_all(self) -> None:
        self.screen.lay_rest_for = self.seat
        self._lay_for_me()

    def _carry(self) -> None:
        self._carrying = True
        self.show()

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        words, decision = self.words, self._decision
        kind = decision.card.kind
        told = Column(
            children=[
                CardTag(kind=kind.value, name=card_name(self.app.texts, kind)),
                Label(text=words("lay.left", n=decision.cards_to_lay)),
            ]
        )
        picture = CardImage(picture=card_picture(self.app.texts, kind), height=PICTURE_HEIGHT)
        help_text = words("lay.help_carry") if self._carrying else self.words_for_device("lay.help")
        explained = Label(text=help_text, style=TextStyle.SMALL)
        buttons = [
            Button(
                key="lay.carry",
                label=words("lay.carrying") if self._carrying else self.words_for_device("lay.carry"),
                on_press=self._carry,
                selected=self._carrying,
            ),
            Button(key="lay.one", label=words("lay.one"), on_press=self._lay_for_me, role=Role.PRIMARY),
            Button(key="lay.all", label=words("lay.all"), on_press=self._lay_all),
            self.undo_button(),
        ]
        if self.app.settings.access.interface_scale <= ROOMY_SCALE:
            head = Row(children=[picture, told], gap=22, weights=(0, 1), wrap=False)
            body = Column(children=[head, explained, *buttons])
        else:
            # With large letters what can be pressed comes before what explains it; the card is seen on the table.
            body = Column(children=[told, *buttons, explained])
        return self.placed(words("lay.title", name=self.name(decision.seat)), body)

    def canvas(self) -> Canvas:
        """See ``Act``."""
        return Canvas(lines=limit_lines(self.app, self.table, self.rules, self._held))

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``."""
        if not self._held.broken or not (self._pointing or self._carrying):
            return ()
        return self.note_at(self._held, self.why_note(self._held))


# The stream of chance for places found for people; beside the session's own purposes.
LAY_STREAM = 17
