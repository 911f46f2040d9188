"""A new game: who plays, with which rules, in which wind, and how throws are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fliegende3d.game.levels import load_levels
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.acts.aim_panel import MODES
from fliegende3d.presentation.screens.hand_screen import HandScreen
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import seat_name
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Button, Choice, Field, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Row, Rule
from fliegende3d.presentation.ui.emblems import PlayerChip
from fliegende3d.resources import folder
from fliegende3d.rules import RuleSet
from fliegende3d.settings import Game

WINDS = ("calm", "room", "window", "fan", "garden", "breeze", "sandstorm")
FEWEST, MOST = 2, 4
HUMAN = "human"
# The button of somebody's way of throwing is at least so wide [reference px].
HAND_WIDTH = 220.0
# Who plays takes this much of the room beside the name.
KIND_WEIGHT = 1.3


class NewGameScreen(PanelScreen):
    """Chooses everything about a game before it begins; keeps the choice for the next time."""

    title_key = "new.title"
    width = 1240.0
    first_focus = "new.start"

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._kinds = (HUMAN, *(f"bot-{name}" for name in load_levels().by_name))
        self._rules = tuple(RuleSet.presets(folder("config")))

    @property
    def _game(self) -> Game:
        return self.app.settings.game

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        words, game = self.words, self._game
        rows: list[Element] = [self._seat(seat) for seat in range(len(game.players))]
        count = Row(
            children=[
                Button(
                    key="new.add",
                    label=words("new.add"),
                    on_press=self._add,
                    enabled=len(game.players) < MOST,
                    why_not=words("new.add_why"),
                    refuse=self.app.refuse,
                ),
                Button(
                    key="new.remove",
                    label=words("new.remove"),
                    on_press=self._remove,
                    enabled=len(game.players) > FEWEST,
                    why_not=words("new.remove_why"),
                    refuse=self.app.refuse,
                ),
            ]
        )
        return [
            *rows,
            count,
            Rule(),
            self._choice("rules", self._rules, game.rules, lambda value: self._change(rules=value)),
            self._choice("wind", WINDS, game.wind, lambda value: self._change(wind=value)),
            *([] if self._roomy else self._further()),
        ]

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [self._start_button(), *(self._further() if self._roomy else [])]

    def _further(self) -> list[Element]:
        """What is changed now and then: beside the beginning, or with large letters below everything else."""
        return [
            Button(key="new.house", label=self._house_label(), on_press=self._house),
            Button(key="new.join", label=self.words("devices.join_title"), on_press=self._join),
        ]

    @property
    def _roomy(self) -> bool:
        return self.app.settings.access.interface_scale <= ROOMY_SCALE

    def _house_label(self) -> str:
        count = len(self._game.house)
        return self.words("house.changed", n=count) if count else self.words("house.title")

    def _house(self) -> None:
        from fliegende3d.presentation.screens import menu

        menu.open_house_rules(self.app)

    def _join(self) -> None:
        from fliegende3d.presentation.screens.device_screens import JoinScreen

        self.app.push(JoinScreen(self.app))

    def _start_button(self) -> Element:
        return Button(key="new.start", label=self.words("new.start"), on_press=self._start, role=Role.PRIMARY)

    def _seat(self, seat: int) -> Element:
        name, kind = self._game.players[seat]
        kinds = [self.words(f"seat.kind.{k}") for k in self._kinds]
        index = self._kinds.index(kind) if kind in self._kinds else 0
        hand: Element = Label(text="", least_width=HAND_WIDTH)
        if kind == HUMAN:
            mode = self.app.settings.hands[seat].throw_mode
            hand = Button(
                key=f"new.hand{seat}",
                label=self.words(f"mode.{mode if mode in MODES else MODES[0]}"),
                on_press=lambda: self.app.push(HandScreen(self.app, seat)),
                least_width=HAND_WIDTH,
            )
        field = Field(
            key=f"new.name{seat}",
            label=seat_name(self.app.texts, seat, ""),
            value=name,
            on_change=lambda value: self._player(seat, value, kind),
        )
        who = Choice(
            key=f"new.kind{seat}",
            label="",
            options=kinds,
            index=index,
            on_change=lambda i: self._player(seat, name, self._kinds[i]),
        )
        if not self._roomy:
            above = Row(children=[PlayerChip(seat=seat), field], weights=(0, 1), wrap=False)
            return Column(children=[above, who, hand] if kind == HUMAN else [above, who])
        return Row(children=[PlayerChip(seat=seat), field, who, hand], weights=(0, 1, KIND_WEIGHT, 0), wrap=False)

    def _choice(self, name: str, values: Sequence[str], value: str, change: Callable[[str], None]) -> Element:
        return Choice(
            key=f"new.{name}",
            label=self.words(f"new.{name}"),
            options=[self.words(f"{name}.{v}") for v in values],
            index=values.index(value) if value in values else 0,
            on_change=lambda i: change(values[i]),
            note=self.words(f"{name}.{value if value in values else values[0]}_note"),
        )

    def _player(self, seat: int, name: str, kind: str) -> None:
        players = [list(player) for player in self._game.players]
        players[seat] = [name, kind]
        self._change(players=players)

    def _add(self) -> None:
        self._change(players=[*self._game.players, ["", "bot-practised"]])

    def _remove(self) -> None:
        self._change(players=self._game.players[:-1])

    def _change(self, **changes: object) -> None:
        settings = self.app.settings
        game: Game = msgspec.structs.replace(settings.game, **changes)
        self.app.change_settings(msgspec.structs.replace(settings, game=game))

    def _start(self) -> None:
        from fliegende3d.presentation.screens import menu

        menu.start_game(self.app)
