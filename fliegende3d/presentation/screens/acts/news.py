"""What the rules made of it: claims, duels shown, palaces counted, a stage begun or ended. Read, then go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.viewpoint import top_view
from fliegende3d.presentation.ui.controls import Bar, Button, Role
from fliegende3d.presentation.ui.elements import MIDDLE, Column, Element, Label, Panel, Row, Table
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip
from fliegende3d.presentation.ui.theme import TextStyle
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

# News that no person takes part in go on by themselves after this long [s].
AUTOMATIC = 5.0
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

    def __init__(self, screen: GameScreen, events: Sequence[Event]) -> None:
        super().__init__(screen)
        self._events = events
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
        self.screen.look(top_view(side))
        self.match.show_cards()
        self.match.show_resting()

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
        lines = [element for event in self._events for element in self._line(event)]
        foot: list[Element] = [
            Button(key="news.on", label=self.words("common.go_on"), on_press=self.finish, role=Role.PRIMARY)
        ]
        if not self._waits:
            foot.append(Bar(value=self._waited / AUTOMATIC, height=10))
        panel = Panel(
            key="news", title=self._title(), body=Column(children=lines), foot=Column(children=foot), width=740
        )
        # At the side, so that what is told can be seen on the table; in the middle when the interface is large.
        if self.shows_surroundings:
            return [Placed(element=panel, across=1.0, down=1.0, most_width_share=0.52, most_height_share=0.82)]
        return [Placed(element=panel, most_height_share=0.85)]


HEADS = ("player", "palaces", "lamps", "points")
