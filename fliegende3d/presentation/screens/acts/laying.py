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
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.carry import TURN_STEP, CarriedCard, limit_lines
from fliegende3d.presentation.screens.acts.projection import to_pixel, to_table_place
from fliegende3d.presentation.screens.names import card_name, limit_text, refusal_text
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import BrokenLimit, PlaceCard, PlaceDecision, Undo, check_placement, undoable
from fliegende3d.rules.cards import FORWARD

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen


class LayingAct(Act):
    """A person lays one destination card after the other."""

    first_focus = "lay.carry"

    def __init__(self, screen: GameScreen, decision: PlaceDecision) -> None:
        super().__init__(screen)
        self._decision = decision
        self._carrying = False
        self._pointing = False
        self._random = Random(self.match.session.stream_seed(LAY_STREAM, len(self.match.session.history)))
        state = self.match.session.state
        self._rules = state.rules
        self._laid = state.table
        place = self._suggestion()
        x, y, yaw = place if place is not None else (0.0, 0.0, 0.0)

        def check(x: float, y: float, yaw: float) -> tuple[BrokenLimit, ...]:
            return check_placement(self._laid, x, y, yaw, self._rules)

        self._held = CarriedCard(x, y, yaw, check, FORWARD[state.side(decision.seat)])

    @property
    def actor(self) -> int | None:
        """See ``Act``."""
        return self._decision.seat

    def begin(self) -> None:
        """See ``Act``."""
        self.screen.look(lay_view(self.match.session.state.side(self._decision.seat)))
        self.match.show_deck()
        self._show()

    def end(self) -> None:
        """See ``Act``."""
        self.match.show_cards()

    def _show(self) -> None:
        card = self._decision.card
        held = (card, self._held.x, self._held.y, self._held.yaw, not self._held.broken)
        self.screen.show_table(self._laid, held=held)
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
        self._show()
        return True

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        match event:
            case PointerMoved(x=x, y=y) if not self._carrying and not self.app.surface.covers(x, y):
                place = to_table_place(self.app, x, y)
                if place is not None:
                    self._pointing = True
                    self._held.put(*place, self._rules)
                    self._show()
            case PointerPressed(button=PointerButton.MAIN, x=x, y=y):
                place = to_table_place(self.app, x, y)
                if place is not None:
                    self._held.put(*place, self._rules)
                    self._lay()
            case PointerPressed(button=PointerButton.SECOND):
                self._held.turn(TURN_STEP * 3)
                self._show()
            case WheelTurned(notches=notches):
                self._held.turn(TURN_STEP * notches)
                self._show()
            case _:
                return False
        return True

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command in (Command.TILT_LEFT, Command.TILT_RIGHT) and self._held.command(pressed.command):
            self._show()
            return True
        if pressed.command is Command.UNDO and not pressed.repeat:
            self._undo()
            return True
        return False

    def _lay(self) -> None:
        decision, held = self._decision, self._held
        refusal = self.match.submit(PlaceCard(decision.seat, held.x, held.y, held.yaw, decision.card.id))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()

    def _suggestion(self) -> tuple[float, float, float] | None:
        try:
            return suggested_place(self._laid, self._rules, self._random)
        except NoPlaceError:
            return None

    def _lay_for_me(self) -> None:
        place = self._suggestion()
        if place is None:
            self.app.say(self.words("lay.no_place"))
            return
        self._held.x, self._held.y, self._held.yaw = place
        self._lay()

    def _lay_all(self) -> None:
        self.screen.lay_rest_for = self._decision.seat
        self._lay_for_me()

    def _undo(self) -> None:
        if self._decision.seat not in undoable(self.match.session.state):
            self.app.say(self.words("lay.no_undo"))
            return
        refusal = self.match.submit(Undo(self._decision.seat))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()

    def _carry(self) -> None:
        self._carrying = True
        self._show()

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        words, decision = self.words, self._decision
        kind = decision.card.kind
        can_undo = decision.seat in undoable(self.match.session.state)
        help_key = "lay.help_carry" if self._carrying else "lay.help"
        body = Column(
            children=[
                Row(
                    children=[
                        CardTag(kind=kind.value, name=card_name(self.app.texts, kind)),
                        Label(text=words("lay.left", n=decision.cards_to_lay)),
                    ]
                ),
                Label(text=words(help_key), style=TextStyle.SMALL),
                Button(
                    key="lay.carry",
                    label=words("lay.carrying" if self._carrying else "lay.carry"),
                    on_press=self._carry,
                    selected=self._carrying,
                ),
                Button(key="lay.one", label=words("lay.one"), on_press=self._lay_for_me, role=Role.PRIMARY),
                Button(key="lay.all", label=words("lay.all"), on_press=self._lay_all),
                Button(
                    key="lay.undo",
                    label=words("common.undo"),
                    on_press=self._undo,
                    enabled=can_undo,
                    why_not=words("lay.no_undo"),
                    refuse=self.app.refuse,
                ),
            ]
        )
        title = words("lay.title", name=self.name(decision.seat))
        panel = Panel(key="lay", title=title, body=body, width=520)
        return [Placed(element=panel, across=1.0, down=1.0, most_width_share=0.42, most_height_share=0.86)]

    def canvas(self) -> Canvas:
        """See ``Act``."""
        shown = self._held if self._pointing or self._carrying else None
        return Canvas(lines=limit_lines(self.app, self._laid, self._rules, shown or self._held))

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``."""
        broken = self._held.broken
        place = to_pixel(self.app, self._held.x, self._held.y, 0.02)
        if not broken or place is None or not (self._pointing or self._carrying):
            return ()
        text = "\n".join(limit_text(self.app.texts, limit) for limit in broken[:2])
        note = Panel(key="lay.why", body=Label(text=text, style=TextStyle.SMALL), padding=16)
        return [(note, place[0], place[1] - 70.0 * self.app.surface.scale)]


# The stream of chance for places found for people; beside the session's own purposes.
LAY_STREAM = 17
