"""The dealer may exchange or move some cards before the first carpet flies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
from fliegende3d.presentation.screens.acts.projection import card_corners, inside, table_line, to_pixel, to_table_place
from fliegende3d.presentation.screens.names import card_name, limit_text, refusal_text
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label, Panel
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.theme import TextStyle, colour
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import (
    BrokenLimit,
    FinishLayout,
    MoveCard,
    PlacedCard,
    RearrangeDecision,
    Refusal,
    SwapCards,
    Undo,
    check_move,
    reading_order,
    undoable,
)
from fliegende3d.rules.cards import FORWARD

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

SUN = colour("FFD9A0")


class RearrangingAct(Act):
    """A person takes up a card: laid on another one the two change places, elsewhere it moves."""

    first_focus = "rearrange.done"

    def __init__(self, screen: GameScreen, decision: RearrangeDecision) -> None:
        super().__init__(screen)
        self._decision = decision
        state = self.match.session.state
        self._rules = state.rules
        self._table = state.table
        self._side = state.side(decision.seat)
        self._order = reading_order(self._table, self._side, self._rules.row_depth_mm)
        self._selected = 0
        self._choosing = False
        self._taken: PlacedCard | None = None
        self._held: CarriedCard | None = None

    @property
    def actor(self) -> int | None:
        """See ``Act``."""
        return self._decision.seat

    def begin(self) -> None:
        """See ``Act``."""
        self.screen.look(lay_view(self._side))
        self._show()

    def end(self) -> None:
        """See ``Act``."""
        self.match.show_cards()

    def _show(self) -> None:
        if self._taken is None or self._held is None:
            focused = self._order[self._selected] if self._choosing else None
            self.screen.show_table(self._table, focused=focused)
        else:
            rest = [card for card in self._table if card.id != self._taken.id]
            legal = not self._held.broken or self._under() is not None
            held = (self._taken.card, self._held.x, self._held.y, self._held.yaw, legal)
            self.screen.show_table(rest, held=held)
        self.app.refresh()

    def _under(self) -> PlacedCard | None:
        """The other card that the held one is over: laying it there exchanges the two."""
        if self._held is None or self._taken is None:
            return None
        point = (self._held.x, self._held.y)
        others = (card for card in self._table if card.id != self._taken.id)
        return next((card for card in others if inside(point, card_corners(card.x, card.y, card.yaw))), None)

    def _take(self, card: PlacedCard) -> None:
        if self._decision.changes_left <= 0:
            self.app.say(self.words("rearrange.none_left"))
            return

        def check(x: float, y: float, yaw: float) -> tuple[BrokenLimit, ...]:
            return check_move(self._table, card.id, x, y, yaw, self._rules)

        self._taken = card
        self._held = CarriedCard(card.x, card.y, card.yaw, check, FORWARD[self._side])
        self._show()

    def _let_go(self) -> None:
        self._taken = self._held = None
        self._show()

    def _put_down(self) -> None:
        if self._taken is None or self._held is None:
            return
        seat, other = self._decision.seat, self._under()
        answer: Refusal | None
        if other is not None:
            answer = self.match.submit(SwapCards(seat, self._taken.id, other.id))
        else:
            answer = self.match.submit(MoveCard(seat, self._taken.id, self._held.x, self._held.y, self._held.yaw))
        if answer is not None:
            self.app.refuse(refusal_text(self.app.texts, answer))
            return
        self.finish()

    def handle(self, event: InputEvent) -> bool:
        """Keys choose and move a card once asked to; see ``Screen``."""
        if not isinstance(event, CommandPressed) or not (self._choosing or self._taken is not None):
            return False
        if self._taken is not None and self._held is not None:
            return self._handle_carrying(event, self._held)
        match event.command:
            case Command.LEFT | Command.UP:
                self._selected = (self._selected - 1) % len(self._order)
            case Command.RIGHT | Command.DOWN:
                self._selected = (self._selected + 1) % len(self._order)
            case Command.CONFIRM if not event.repeat:
                chosen = self._order[self._selected]
                self._take(next(card for card in self._table if card.id == chosen))
            case Command.BACK:
                self._choosing = False
            case _:
                return False
        self._show()
        return True

    def _handle_carrying(self, event: CommandPressed, held: CarriedCard) -> bool:
        if event.command is Command.CONFIRM and not event.repeat:
            self._put_down()
        elif event.command is Command.BACK:
            self._let_go()
        elif not held.command(event.command):
            return False
        if not self.over:
            self._show()
        return True

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        match event:
            case PointerMoved(x=x, y=y) if self._held is not None and not self.app.surface.covers(x, y):
                place = to_table_place(self.app, x, y)
                if place is not None:
                    self._held.put(*place, self._rules)
                    self._show()
            case PointerPressed(button=PointerButton.MAIN, x=x, y=y):
                place = to_table_place(self.app, x, y)
                if place is None:
                    return False
                if self._held is not None:
                    self._held.put(*place, self._rules)
                    self._put_down()
                    return True
                card = next((c for c in self._table if inside(place, card_corners(c.x, c.y, c.yaw))), None)
                if card is not None:
                    self._take(card)
            case PointerPressed(button=PointerButton.SECOND) if self._held is not None:
                self._let_go()
            case WheelTurned(notches=notches) if self._held is not None:
                self._held.turn(TURN_STEP * notches)
                self._show()
            case _:
                return False
        return True

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command is Command.UNDO and not pressed.repeat:
            self._undo()
            return True
        return False

    def _undo(self) -> None:
        if self._decision.seat not in undoable(self.match.session.state):
            self.app.say(self.words("lay.no_undo"))
            return
        refusal = self.match.submit(Undo(self._decision.seat))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()

    def _choose(self) -> None:
        self._choosing = True
        self._show()

    def _done(self) -> None:
        refusal = self.match.submit(FinishLayout(self._decision.seat))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        words, left = self.words, self._decision.changes_left
        carrying = self._taken is not None
        help_key = "rearrange.help_carry" if carrying else "rearrange.help_keys" if self._choosing else "rearrange.help"
        body = Column(
            children=[
                Label(text=words("rearrange.left", n=left)),
                Label(text=words(help_key), style=TextStyle.SMALL),
                Button(key="rearrange.done", label=words("rearrange.done"), on_press=self._done, role=Role.PRIMARY),
                Button(
                    key="rearrange.choose",
                    label=words("rearrange.choose"),
                    on_press=self._choose,
                    selected=self._choosing,
                    enabled=left > 0,
                    why_not=words("rearrange.none_left"),
                    refuse=self.app.refuse,
                ),
                Button(
                    key="rearrange.undo",
                    label=words("common.undo"),
                    on_press=self._undo,
                    enabled=self._decision.seat in undoable(self.match.session.state),
                    why_not=words("lay.no_undo"),
                    refuse=self.app.refuse,
                ),
            ]
        )
        panel = Panel(key="rearrange", title=words("rearrange.title"), body=body, width=520)
        return [Placed(element=panel, across=1.0, down=1.0, most_width_share=0.42, most_height_share=0.86)]

    def canvas(self) -> Canvas:
        """See ``Act``."""
        if self._taken is not None and self._held is not None:
            rest = [card for card in self._table if card.id != self._taken.id]
            return Canvas(lines=limit_lines(self.app, rest, self._rules, self._held))
        if self._choosing:
            chosen = next(card for card in self._table if card.id == self._order[self._selected])
            outline = card_corners(chosen.x, chosen.y, chosen.yaw, grow=0.003)
            return Canvas(lines=table_line(self.app, outline, 6.0, SUN))
        return Canvas()

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``."""
        if self._held is None or self._taken is None:
            return ()
        place = to_pixel(self.app, self._held.x, self._held.y, 0.02)
        if place is None:
            return ()
        other = self._under()
        lifted = place[1] - 70.0 * self.app.surface.scale
        if other is not None:
            text = self.words("rearrange.swap_with", card=card_name(self.app.texts, other.kind))
            return [(Panel(key="swap", body=Label(text=text, style=TextStyle.SMALL), padding=16), place[0], lifted)]
        broken = self._held.broken
        if not broken:
            tag = CardTag(kind=self._taken.kind.value, name=card_name(self.app.texts, self._taken.kind))
            return [(tag, place[0], lifted)]
        text = "\n".join(limit_text(self.app.texts, limit) for limit in broken[:2])
        return [(Panel(key="why", body=Label(text=text, style=TextStyle.SMALL), padding=16), place[0], lifted)]
