"""What the rules made of it: claims, duels shown, palaces counted, a stage begun or ended. Read, then go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.projection import card_corners, table_line, to_pixel
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.viewpoint import above_framing, outline, top_view
from fliegende3d.presentation.ui.controls import Bar, Button, Role
from fliegende3d.presentation.ui.elements import MIDDLE, Canvas, Column, Element, Label, Panel, Row, Table
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip
from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.theme import PLAYER_GROUNDS, TextStyle, colour
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import (
    CardTaken,
    CarpetOnNothing,
    DuelOpened,
    Event,
    FlyAgain,
    GeniesExchanged,
    GeniesShown,
    PalacesScored,
    StageEnded,
    StageStarted,
)

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen
    from fliegende3d.presentation.screens.match import Lying

# News that no person takes part in go on by themselves after this long [s].
AUTOMATIC = 5.0
IVORY = colour("F3E6C8")
UNDER = colour("1B1230", 0.75)
# The line round a card that is taken runs so far outside its edge [m]; chips stand with their middle on the card's
# [reference px].
EDGE_REACH = 0.002
CHIP_DROP = 32.0
TOLD = (
    CardTaken,
    CarpetOnNothing,
    DuelOpened,
    FlyAgain,
    GeniesExchanged,
    GeniesShown,
    PalacesScored,
    StageEnded,
    StageStarted,
)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Return the events that players stop for."""
    return [event for event in events if isinstance(event, TOLD)]


class NewsAct(Act):
    """Tells what happened, then goes on."""

    first_focus = "news.on"

    def __init__(self, screen: GameScreen, events: Sequence[Event], lying: Lying | None = None) -> None:
        super().__init__(screen)
        self._events = events
        # The cards and carpets that the news are about, as they lay; what was taken is still shown.
        self._lying = lying if any(isinstance(event, CardTaken | DuelOpened) for event in events) else None
        self._waited = 0.0
        self._waits = bool(self.match.humans())

    @property
    def shows_surroundings(self) -> bool:
        """The news need the whole window when the interface is large."""
        return self.app.settings.access.interface_scale <= ROOMY_SCALE

    def begin(self) -> None:
        """See ``Act``."""
        humans = self.match.humans()
        side = self.match.session.state.side(humans[0] if humans else 0)
        cards = self.match.session.state.table if self._lying is None else self._lying.cards
        spoken = [card for card in cards if card.id in self._takers()]
        if self._lying is None:
            self.match.show_cards()
            self.match.show_resting()
        else:
            self.screen.show_table(cards)
            self.match.show_lying(self._lying)
        if cards:
            self.screen.frame(above_framing(side, [outline(card) for card in spoken or cards]))
        else:
            self.screen.look(top_view(side))

    def end(self) -> None:
        """See ``Act``: what was taken leaves the table."""
        self.match.show_cards()
        self.match.show_resting()

    def _takers(self) -> dict[int, tuple[int, ...]]:
        """Who takes or fights for a card, by its id."""
        found: dict[int, tuple[int, ...]] = {}
        for event in self._events:
            if isinstance(event, CardTaken):
                found[event.card.id] = (event.seat,)
            elif isinstance(event, DuelOpened):
                found[event.card.id] = event.seats
        return found

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``: the chips of whoever takes a card stand on it."""
        if self._lying is None:
            return ()
        takers = self._takers()
        tags: list[tuple[Element, float, float]] = []
        for card in self._lying.cards:
            place = to_pixel(self.app, card.x, card.y) if card.id in takers else None
            if place is not None:
                chips = Row(children=[PlayerChip(seat=seat, size=64, letter=False) for seat in takers[card.id]], gap=6)
                tags.append((chips, place[0], place[1] + CHIP_DROP * self.app.surface.scale))
        return tags

    def canvas(self) -> Canvas:
        """See ``Act``: a line round every card that somebody takes, in the colour of who does."""
        if self._lying is None:
            return Canvas()
        takers = self._takers()
        lines: list[LineShape] = []
        for card in self._lying.cards:
            if card.id in takers:
                border = card_corners(card.x, card.y, card.yaw, grow=EDGE_REACH)
                owners = takers[card.id]
                ground = PLAYER_GROUNDS[owners[0]] if len(owners) == 1 else IVORY
                for width, shade in ((13.0, UNDER), (10.0, IVORY), (6.0, ground)):
                    lines += table_line(self.app, border, width, shade)
        return Canvas(lines=lines)

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._waited += dt
        if not self._waits:
            self.app.refresh()
            if self._waited >= AUTOMATIC:
                self.finish()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command is Command.BACK and not pressed.repeat:
            self.finish()
            return True
        return False

    def _title(self) -> str:
        for event, key in (
            (PalacesScored, "news.palaces"),
            (GeniesShown, "news.duel"),
            (StageEnded, "news.stage_end"),
            (CardTaken, "news.claims"),
            (StageStarted, "news.stage"),
        ):
            if any(isinstance(e, event) for e in self._events):
                return self.words(key)
        return self.words("news.claims")

    def _line(self, event: Event) -> list[Element]:
        texts, names = self.app.texts, self.match.session.state.names
        match event:
            case CardTaken(seat=seat, card=card):
                tag = CardTag(kind=card.kind.value, name=card_name(texts, card.kind))
                return [
                    Row(children=[PlayerChip(seat=seat), Label(text=self.words("news.takes", name=names[seat])), tag])
                ]
            case GeniesShown(shown=shown, winner=winner, card=card):
                rows: list[Element] = [
                    Row(
                        children=[
                            Label(text=self.words("duel.about")),
                            CardTag(kind=card.kind.value, name=card_name(texts, card.kind)),
                        ]
                    )
                ]
                for seat, genie in shown:
                    mark = self.words("news.wins") if seat == winner else ""
                    number = Label(text=self.words("duel.genie", genie=genie), style=TextStyle.STRONG)
                    rows.append(
                        Row(children=[PlayerChip(seat=seat), Label(text=names[seat]), number, Label(text=mark)])
                    )
                return rows
            case PalacesScored(palaces=palaces, lamps=lamps, points=points):
                head = [Label(text=self.words(f"palaces.{part}"), style=TextStyle.SMALL) for part in HEADS]
                table: list[list[Element]] = [list(head)]
                for seat, name in enumerate(names):
                    table.append(
                        [
                            Row(children=[PlayerChip(seat=seat), Label(text=name)]),
                            Label(text=str(palaces[seat]), align=MIDDLE),
                            Label(text=str(lamps[seat]), align=MIDDLE),
                            Label(text=texts.number(points[seat], sign=True), style=TextStyle.STRONG, align=MIDDLE),
                        ]
                    )
                return [Table(rows=table)]
            case _:
                text = event_text(texts, names, event)
                return [Label(text=text)] if text else []

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        # Who takes what comes first: it must be in sight where large letters leave room for few lines.
        ordered = sorted(self._events, key=lambda event: not isinstance(event, CardTaken | DuelOpened))
        lines = [element for event in ordered for element in self._line(event)]
        foot: list[Element] = [
            Button(key="news.on", label=self.words("common.go_on"), on_press=self.finish, role=Role.PRIMARY)
        ]
        if not self._waits:
            foot.append(Bar(value=self._waited / AUTOMATIC, height=10))
        panel = Panel(
            key="news", title=self._title(), body=Column(children=lines), foot=Column(children=foot), width=740
        )
        # At the side, so that what is told can be seen on the table; higher when the interface is large.
        wide, tall = (0.52, 0.82) if self.shows_surroundings else (0.6, 1.0)
        return [Placed(element=panel, across=1.0, down=1.0, most_width_share=wide, most_height_share=tall)]


HEADS = ("player", "palaces", "lamps", "points")
