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
from fliegende3d.presentation.screens.acts.carry import TURN_STEP, CarriedCard, limit_lines
from fliegende3d.presentation.screens.acts.dealing import DealingAct
from fliegende3d.presentation.screens.acts.projection import card_corners, inside, table_line, to_table_place
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.theme import TextStyle, colour
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import (
    BrokenLimit,
    FinishLayout,
    MoveCard,
    PlacedCard,
    RearrangeDecision,
    SwapCards,
    check_move,
    reading_order,
)
from fliegende3d.rules.cards import FORWARD

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

SUN = colour("FFD9A0")


class RearrangingAct(DealingAct):
    """A person takes up a card: laid on another one the two change places, elsewhere it moves."""

    first_focus = "rearrange.done"
    prefix = "rearrange"

    def __init__(self, screen: GameScreen, decision: RearrangeDecision) -> None:
        super().__init__(screen, decision.seat)
        self._decision = decision
        self._order = reading_order(self.table, self.side, self.rules.row_depth_mm)
        self._selected = 0
        self._choosing = False
        self._taken: PlacedCard | None = None
        self._held: CarriedCard | None = None

    def show(self) -> None:
        """See ``DealingAct``."""
        if self._taken is None or self._held is None:
            focused = self._order[self._selected] if self._choosing else None
            self.screen.show_table(self.table, focused=focused)
        else:
            rest = [card for card in self.table if card.id != self._taken.id]
            legal = not self._held.broken or self._under() is not None
            held = (self._taken.card, self._held.x, self._held.y, self._held.yaw, legal)
            self.screen.show_table(rest, held=held)
        self.app.refresh()

    def _under(self) -> PlacedCard | None:
        """The other card that the held one is over: laying it there exchanges the two."""
        if self._held is None or self._taken is None:
            return None
        point = (self._held.x, self._held.y)
        others = (card for card in self.table if card.id != self._taken.id)
        return next((card for card in others if inside(point, card_corners(card.x, card.y, card.yaw))), None)

    def _take(self, card: PlacedCard) -> None:
        if self._decision.changes_left <= 0:
            self.app.refuse(self.words("rearrange.none_left"))
            return

        def check(x: float, y: float, yaw: float) -> tuple[BrokenLimit, ...]:
            return check_move(self.table, card.id, x, y, yaw, self.rules)

        self._taken = card
        self._held = CarriedCard(card.x, card.y, card.yaw, check, FORWARD[self.side])
        self.show()

    def _let_go(self) -> None:
        self._taken = self._held = None
        self.show()

    def _put_down(self) -> None:
        if self._taken is None or self._held is None:
            return
        other = self._under()
        if other is not None:
            self.submit(SwapCards(self.seat, self._taken.id, other.id))
        else:
            self.submit(MoveCard(self.seat, self._taken.id, self._held.x, self._held.y, self._held.yaw))

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
                self._take(next(card for card in self.table if card.id == chosen))
            case Command.BACK:
                self._choosing = False
            case _:
                return False
        self.show()
        return True

    def _handle_carrying(self, event: CommandPressed, held: CarriedCard) -> bool:
        if event.command is Command.CONFIRM and not event.repeat:
            self._put_down()
        elif event.command is Command.BACK:
            self._let_go()
        elif not held.command(event.command):
            return False
        if not self.over:
            self.show()
        return True

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        match event:
            case PointerMoved(x=x, y=y) if self._held is not None and not self.app.surface.covers(x, y):
                if self.hold_over(self._held, x, y):
                    self.show()
            case PointerPressed(button=PointerButton.MAIN, x=x, y=y):
                place = to_table_place(self.app, x, y)
                if place is None:
                    return False
                if self._held is not None:
                    self.hold_over(self._held, x, y)
                    self._put_down()
                    return True
                card = next((c for c in self.table if inside(place, card_corners(c.x, c.y, c.yaw))), None)
                if card is not None:
                    self._take(card)
            case PointerPressed(button=PointerButton.SECOND) if self._held is not None:
                self._let_go()
            case WheelTurned(notches=notches) if self._held is not None:
                self._held.turn(TURN_STEP * notches)
                self.show()
            case _:
                return False
        return True

    def _choose(self) -> None:
        self._choosing = True
        self.show()

    def _done(self) -> None:
        self.submit(FinishLayout(self.seat))

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        words, left = self.words, self._decision.changes_left
        carrying = self._taken is not None
        help_key = "rearrange.help_keys" if self._choosing else "rearrange.help"
        help_text = words("rearrange.help_carry") if carrying else self.words_for_device(help_key)
        body = Column(
            children=[
                Label(text=words("rearrange.left", n=left)),
                Label(text=help_text, style=TextStyle.SMALL),
                Button(key="rearrange.done", label=words("rearrange.done"), on_press=self._done, role=Role.PRIMARY),
                Button(
                    key="rearrange.choose",
                    label=self.words_for_device("rearrange.choose"),
                    on_press=self._choose,
                    selected=self._choosing,
                    enabled=left > 0,
                    why_not=words("rearrange.none_left"),
                    refuse=self.app.refuse,
                ),
                self.undo_button(),
            ]
        )
        return self.placed(words("rearrange.title"), body)

    def canvas(self) -> Canvas:
        """See ``Act``."""
        if self._taken is not None and self._held is not None:
            rest = [card for card in self.table if card.id != self._taken.id]
            return Canvas(lines=limit_lines(self.app, rest, self.rules, self._held))
        if self._choosing:
            chosen = next(card for card in self.table if card.id == self._order[self._selected])
            outline = card_corners(chosen.x, chosen.y, chosen.yaw, grow=0.003)
            return Canvas(lines=table_line(self.app, outline, 6.0, SUN))
        return Canvas()

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``."""
        if self._held is None or self._taken is None:
            return ()
        other = self._under()
        if other is not None:
            swap = self.words("rearrange.swap_with", card=card_name(self.app.texts, other.kind))
            return self.note_at(self._held, self.words_note(swap))
        if self._held.broken:
            return self.note_at(self._held, self.why_note(self._held))
        kind = self._taken.kind
        return self.note_at(self._held, CardTag(kind=kind.value, name=card_name(self.app.texts, kind)))
