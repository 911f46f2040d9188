"""What laying and rearranging share: the dealer's view, a card in the hand, answers of the rules, taking back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.carry import CarriedCard
from fliegende3d.presentation.screens.acts.projection import to_pixel, to_table_place
from fliegende3d.presentation.screens.names import limit_measure, limit_text, refusal_text
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.presentation.ui.controls import Button
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import Action, MoveCard, PlaceCard, Undo, undoable

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# Words about a card in the hand stand so far above it [reference px].
NOTE_LIFT = 70.0
# So many broken limits are told at once.
TOLD_LIMITS = 2


class DealingAct(Act):
    """Base of what the dealer does with cards."""

    # What keys of controls begin with.
    prefix = ""

    def __init__(self, screen: GameScreen, seat: int) -> None:
        super().__init__(screen)
        self.seat = seat
        state = self.match.session.state
        self.rules = state.rules
        self.table = state.table
        self.side = state.side(seat)
        # Where laying a card was refused [m, rad]: the words beside it are the louder for it.
        self._refused: tuple[float, float, float] | None = None

    @property
    def actor(self) -> int | None:
        """See ``Act``."""
        return self.seat

    def begin(self) -> None:
        """See ``Act``."""
        self.screen.look(lay_view(self.side))
        self.match.show_deck()
        self.show()

    def end(self) -> None:
        """See ``Act``."""
        self.match.show_cards()

    def show(self) -> None:
        """Show the table with the card in the hand."""

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command is Command.UNDO and not pressed.repeat:
            self.take_back()
            return True
        return False

    def submit(self, action: Action) -> None:
        """Give an action to the rules: the act is over, or it is said why it cannot be done."""
        refusal = self.match.submit(action)
        if refusal is None:
            self.finish()
            return
        if isinstance(action, PlaceCard | MoveCard) and refusal.limits and self.floating():
            # The words at the card say it already: they light up instead of being repeated.
            self._refused = (action.x, action.y, action.yaw)
            self.app.refuse("")
            self.app.refresh()
            return
        self.app.refuse(refusal_text(self.app.texts, refusal))

    def hold_over(self, held: CarriedCard, x: float, y: float) -> bool:
        """Hold a card over a pixel of the window; False where there is no table."""
        place = to_table_place(self.app, x, y)
        if place is not None:
            held.put(*place, self.rules)
        return place is not None

    def take_back(self) -> None:
        """Take the dealer's last decision back, or say why not."""
        if self.seat in undoable(self.match.session.state):
            self.submit(Undo(self.seat))
        else:
            self.app.refuse(self.words("lay.no_undo"))

    def undo_button(self) -> Button:
        """Return the button that takes back."""
        return Button(
            key=f"{self.prefix}.undo",
            label=self.words("common.undo"),
            on_press=self.take_back,
            enabled=self.seat in undoable(self.match.session.state),
            why_not=self.words("lay.no_undo"),
            refuse=self.app.refuse,
        )

    def placed(self, title: str, body: Element) -> Sequence[Placed]:
        """Return the act's panel at its place."""
        panel = Panel(key=self.prefix, title=title, body=body, width=520)
        return [Placed(element=panel, across=1.0, down=1.0, most_width_share=0.42, most_height_share=0.86)]

    def note_at(self, held: CarriedCard, element: Element) -> Sequence[tuple[Element, float, float]]:
        """Return something that stands above a card in the hand."""
        place = to_pixel(self.app, held.x, held.y, 0.02)
        return [] if place is None else [(element, place[0], place[1] - NOTE_LIFT * self.app.surface.scale)]

    def why_note(self, held: CarriedCard) -> Panel:
        """Return which limits laying the card here would break, as hands measure it and small in millimetres."""
        texts, theme = self.app.texts, self.app.surface.theme
        loud = self._refused == (held.x, held.y, held.yaw)
        style, ink = (TextStyle.STRONG, theme.warning) if loud else (TextStyle.SMALL, theme.text)
        told = held.broken[:TOLD_LIMITS]
        lines: list[Element] = [Label(text=limit_text(texts, limit), style=style, colour=ink) for limit in told]
        exactly = " · ".join(limit_measure(texts, limit) for limit in told)
        lines.append(Label(text=exactly, style=TextStyle.SMALL, colour=theme.muted))
        return Panel(key=f"{self.prefix}.note", body=Column(children=lines, gap=4), padding=16)

    def words_note(self, text: str) -> Panel:
        """Return a few words in a small panel."""
        return Panel(key=f"{self.prefix}.note", body=Label(text=text, style=TextStyle.SMALL), padding=16)
