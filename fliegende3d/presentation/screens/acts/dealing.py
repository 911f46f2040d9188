"""What laying and rearranging share: the dealer's view, a card in the hand, answers of the rules, taking back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.carry import CarriedCard
from fliegende3d.presentation.screens.acts.projection import card_corners, to_pixel, to_table_place
from fliegende3d.presentation.screens.framing import Framing
from fliegende3d.presentation.screens.names import limit_measure, limit_text, refusal_text
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import Button
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import Action, BrokenLimit, Limit, MoveCard, PlaceCard, PlacedCard, RuleSet, Side, Undo, undoable

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# Words about a card in the hand stand so far above it [reference px]; the card is held so high [m].
NOTE_LIFT = 16.0
HELD_HEIGHT = 0.02
# The middle of the table is always in the picture: half its width and depth [m]. A card beside another one takes so
# much room beyond the reach [m].
MIDDLE_WIDTH, MIDDLE_DEPTH = 0.24, 0.20
CARD_ROOM = 0.10
# The fields of view that it is framed with [rad].
NEAREST_FIELD, FARTHEST_FIELD = math.radians(26.0), math.radians(44.0)
# So many broken limits are told at once.
TOLD_LIMITS = 2


@dataclass(frozen=True)
class Reserved:
    """Room that nothing is to cover [px]."""

    width: float
    height: float

    def measure(self, context: Context, width: float) -> tuple[float, float]:
        """See ``Element``."""
        return (self.width, self.height)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``: there is nothing to draw."""


def lay_framing(side: Side, table: Sequence[PlacedCard], rules: RuleSet) -> Framing:
    """Return the dealer's steep view, beside the panels: where cards lie and where the next ones may come to lie.

    It stays the same from card to card as long as they keep to the middle of the table.
    """
    view = lay_view(side)
    reach = rules.reach_mm / 1000.0 + CARD_ROOM
    xs = [-MIDDLE_WIDTH, MIDDLE_WIDTH, *(card.x + step for card in table for step in (-reach, reach))]
    ys = [-MIDDLE_DEPTH, MIDDLE_DEPTH, *(card.y + step for card in table for step in (-reach, reach))]
    width, depth = rules.table.landing_half_width, rules.table.landing_half_depth
    area = np.array(
        [
            (x, y, 0.0)
            for x in (max(-width, min(xs)), min(width, max(xs)))
            for y in (max(-depth, min(ys)), min(depth, max(ys)))
        ]
    )
    return Framing(view.eye, view.look_at, view.up, (area,), NEAREST_FIELD, FARTHEST_FIELD)


def worst_of_each(broken: Sequence[BrokenLimit]) -> list[BrokenLimit]:
    """Return of each kind of limit the one that is broken farthest, the first kinds first."""
    worst: dict[Limit, BrokenLimit] = {}
    for limit in broken:
        if limit.limit not in worst or limit.by_mm > worst[limit.limit].by_mm:
            worst[limit.limit] = limit
    return list(worst.values())


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
        self.screen.frame(lay_framing(self.side, self.table, self.rules))
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
        """Return something that stands above a card in the hand, or beside it; never before the card itself."""
        corners = [to_pixel(self.app, x, y, HELD_HEIGHT) for x, y in card_corners(held.x, held.y, held.yaw)]
        seen = [corner for corner in corners if corner is not None]
        if len(seen) < len(corners):
            return []
        left, right = min(x for x, _ in seen), max(x for x, _ in seen)
        top, bottom = min(y for _, y in seen), max(y for _, y in seen)
        middle = (left + right) / 2.0
        kept = Reserved(right - left, bottom - top)
        return [(kept, middle, bottom), (element, middle, top - NOTE_LIFT * self.app.surface.scale)]

    def why_note(self, held: CarriedCard) -> Panel:
        """Return which limits laying the card here would break, as hands measure it and small in millimetres."""
        texts, theme = self.app.texts, self.app.surface.theme
        ink = theme.warning if self._refused == (held.x, held.y, held.yaw) else theme.text
        told = worst_of_each(held.broken)[:TOLD_LIMITS]
        lines: list[Element] = [
            Label(text=limit_text(texts, limit), style=TextStyle.SMALL, colour=ink) for limit in told
        ]
        exactly = " · ".join(limit_measure(texts, limit) for limit in told)
        lines.append(Label(text=exactly, style=TextStyle.SMALL, colour=theme.muted))
        return Panel(key=f"{self.prefix}.note", body=Column(children=lines, gap=4), padding=16)

    def words_note(self, text: str) -> Panel:
        """Return a few words in a small panel."""
        return Panel(key=f"{self.prefix}.note", body=Label(text=text, style=TextStyle.SMALL), padding=16)
