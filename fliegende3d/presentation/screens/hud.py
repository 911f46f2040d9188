"""What surrounds every act: who plays and has what, the buttons, the log's last lines, the caption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import Button
from fliegende3d.presentation.ui.elements import RIGHT, Column, Element, Label, Panel, Row, Size, Table
from fliegende3d.presentation.ui.emblems import PlayerChip, TurnMark
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.presentation.ui.theme import GAP, TextStyle
from fliegende3d.presentation.ui.view import Placed

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

LOG_LINES = 3
# Above this interface scale the log's last lines make room; they stay in the log.
ROOMY_SCALE = 1.3


def surroundings(screen: GameScreen, *, caption: str) -> list[Placed]:
    """Return the panels around an act."""
    roomy = screen.app.settings.access.interface_scale <= ROOMY_SCALE
    share = 0.36 if roomy else 0.42
    line = Panel(key="caption", body=Label(text=caption, style=TextStyle.SMALL), padding=18) if caption else None
    # Below the players, at the side: above the table it would hide the far cards, and what flies over them.
    players = _board(screen, roomy=roomy)
    board = players if line is None or not roomy else Under(above=players, below=line)
    placed = [Placed(element=board, across=0.0, down=0.0, most_width_share=share)]
    placed.append(
        Placed(
            element=_buttons(screen, roomy=roomy), across=1.0, down=0.0, most_width_share=0.56, most_height_share=0.3
        )
    )
    if roomy and screen.match.told.lines:
        placed.append(Placed(element=_log(screen), across=0.0, down=1.0, most_width=560, most_width_share=0.36))
    if line is not None and not roomy:
        placed.append(Placed(element=line, across=0.0, down=1.0, most_width=620, most_width_share=0.32))
    return placed


@dataclass(frozen=True, kw_only=True)
class Under:
    """Something below something else, and no wider."""

    above: Element
    below: Element

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        wide, tall = self.above.measure(context, width)
        return (wide, tall + context.px(GAP) + self.below.measure(context, wide)[1])

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        wide, tall = self.above.measure(context, rect.width)
        self.above.place(context, Rect(rect.x, rect.y, wide, tall))
        lower = self.below.measure(context, wide)[1]
        self.below.place(context, Rect(rect.x, rect.y + tall + context.px(GAP), wide, lower))


def _board(screen: GameScreen, *, roomy: bool) -> Element:
    told = screen.match.told
    words, state, whose = screen.words, told.state, told.deciding
    scale = screen.app.surface.scale
    rows: list[list[Element]] = []
    for seat, name in enumerate(state.names):
        if not roomy and seat not in whose:
            continue
        style = TextStyle.STRONG if seat in whose else TextStyle.BODY
        cards = Label(text=str(len(state.hands[seat])), style=TextStyle.STRONG, align=RIGHT)
        shown = screen.app.typeface.shorten(name, style, scale, LONGEST_NAME * scale)
        who = Row(
            children=[TurnMark(shown=seat in whose), PlayerChip(seat=seat, size=44), Label(text=shown, style=style)],
            gap=8,
            wrap=False,
        )
        rows.append([who, cards])
    title = words("hud.stage", stage=state.stage, stages=state.stages)
    if not roomy:
        return Panel(key="board", body=Column(children=[Table(rows=rows)], gap=6), padding=20)
    note = Label(text=words("hud.cards"), style=TextStyle.SMALL, colour=screen.app.surface.theme.muted)
    return Panel(key="board", title=title, body=Column(children=[Table(rows=rows), note], gap=6))


# Longer names are cut in the panel of the players [reference px].
LONGEST_NAME = 250.0


def _buttons(screen: GameScreen, *, roomy: bool) -> Element:
    """Return the buttons at the top; with a large interface the menu alone, which holds the others too."""
    words = screen.words
    menu = Button(key="hud.menu", label=words("hud.menu"), on_press=screen.open_pause)
    if not roomy:
        return menu
    undo = undo_button(screen, key="hud.undo", action=screen.take_back)
    buttons: list[Element] = [
        *([undo] if undo is not None else []),
        Button(key="hud.log", label=words("hud.log"), on_press=screen.open_log),
        Button(key="hud.scores", label=words("hud.scores"), on_press=screen.open_scores),
        menu,
    ]
    return Row(children=buttons, align=RIGHT, gap=10)


def undo_button(screen: GameScreen, *, key: str, action: Callable[[], None]) -> Button | None:
    """Return a button that takes back the latest decision that may be taken back; None if there is none."""
    seat = screen.undo_seat()
    if seat is None:
        return None
    name = screen.app.typeface.shorten(screen.match.session.state.names[seat], TextStyle.STRONG, 1.0, LONGEST_NAME)
    return Button(key=key, label=screen.words("hud.undo", name=name), on_press=action)


def _log(screen: GameScreen) -> Element:
    lines = screen.match.told_log[-LOG_LINES:]
    muted = screen.app.surface.theme.muted
    labels: list[Element] = [
        Label(text=line, style=TextStyle.SMALL, colour=None if index == len(lines) - 1 else muted)
        for index, line in enumerate(lines)
    ]
    return Panel(key="log", body=Column(children=labels, gap=8), padding=20)
