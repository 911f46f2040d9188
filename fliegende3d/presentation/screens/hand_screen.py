"""How one player throws: the way, the help, the hand; each player has settings of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.acts.aim_panel import ASSISTS, MODES
from fliegende3d.presentation.screens.names import seat_name
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Choice, Slider
from fliegende3d.presentation.ui.elements import Element, Label, Row
from fliegende3d.presentation.ui.emblems import PlayerChip
from fliegende3d.presentation.ui.theme import TextStyle

METER_SPEEDS = (0.25, 2.0, 0.05)


def hand_rows(app: Application, seat: int) -> list[Element]:
    """Return the controls of a seat's way of throwing."""
    words, hand = app.texts, app.settings.hands[seat]

    def change(**changes: object) -> None:
        settings = app.settings
        app.change_settings(settings.with_hand(seat, msgspec.structs.replace(settings.hands[seat], **changes)))

    def named(name: str, prefix: str, values: Sequence[str], value: str, take: Callable[[str], None]) -> Element:
        chosen = value if value in values else values[0]
        return Choice(
            key=f"hand.{name}",
            label=words(f"settings.{name}"),
            options=[words(f"{prefix}.{option}") for option in values],
            index=values.index(chosen),
            on_change=lambda index: take(values[index]),
            note=words(f"{prefix}.{chosen}_note"),
        )

    def switch(name: str, value: bool, take: Callable[[bool], None]) -> Element:
        return Choice(
            key=f"hand.{name}",
            label=words(f"settings.{name}"),
            options=[words("common.off"), words("common.on")],
            index=int(value),
            on_change=lambda index: take(bool(index)),
            note=words(f"settings.{name}_note"),
        )

    low, high, step = METER_SPEEDS
    return [
        named("throw_mode", "mode", MODES, hand.throw_mode, lambda value: change(throw_mode=value)),
        named("assist", "assist", ASSISTS, hand.assist, lambda value: change(assist=value)),
        switch("level_hand", hand.level_hand, lambda value: change(level_hand=value)),
        switch("left_handed", hand.left_handed, lambda value: change(left_handed=value)),
        Slider(
            key="hand.meter_speed",
            label=words("settings.meter_speed"),
            value=hand.meter_speed,
            low=low,
            high=high,
            step=step,
            shown=words.number(hand.meter_speed, decimals=2),
            on_change=lambda value: change(meter_speed=round(value, 2)),
        ),
    ]


class HandScreen(PanelScreen):
    """One player's way of throwing."""

    title_key = "hand.title"

    def __init__(self, app: Application, seat: int) -> None:
        super().__init__(app)
        self._seat = seat

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        players = self.app.settings.game.players
        written = players[self._seat][0] if self._seat < len(players) else ""
        name = Label(text=seat_name(self.app.texts, self._seat, written), style=TextStyle.STRONG)
        return [Row(children=[PlayerChip(seat=self._seat), name], wrap=False), *hand_rows(self.app, self._seat)]
