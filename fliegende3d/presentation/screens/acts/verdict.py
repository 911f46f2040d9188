"""The landing judged, seen from above: outlines, covered areas hatched, and in words what lies on what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from fliegende3d.game.session import Flight
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    PointerButton,
    PointerPressed,
)
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.projection import (
    card_corners,
    footprint,
    hatch,
    table_line,
    to_pixel,
)
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.viewpoint import above_framing, outline
from fliegende3d.presentation.throwing.advice import Advice, advice
from fliegende3d.presentation.ui.controls import Bar, Button, Role
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip
from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.pairs import Pairs
from fliegende3d.presentation.ui.theme import PLAYER_GROUNDS, TextStyle, colour
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import CardKind, PlacedCard, cards_under, carpet_owner

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# A verdict on a computer's flight goes on by itself after this long [s]; on a person's it waits.
AUTOMATIC = 4.0
ABOVE_ANGLE = math.radians(45.0)
BELOW_ANGLE = math.radians(-45.0)
IVORY = colour("F3E6C8")
UNDER = colour("1B1230", 0.75)
# Tags of cards stand this far from the middle of their card, away from the carpet [m].
TAG_REACH = 0.022
# With large letters the panel leaves just room for the menu above it [share of the window's height].
BESIDE_MENU = 0.84
# The dots from a carpet to the card it missed [m].
DOT_STEP, DOT_LENGTH = 0.012, 0.005


class VerdictAct(Act):
    """Shows how one flight was judged."""

    first_focus = "verdict.on"

    def __init__(self, screen: GameScreen, flight: Flight, table: Sequence[PlacedCard]) -> None:
        super().__init__(screen)
        self._flight = flight
        state = self.match.session.state
        self._players = state.players
        self._rules = state.rules
        moved = {card.id: card for card in flight.facts.cards}
        self._table = [moved.get(card.id, card) for card in table if card.id not in flight.facts.fallen]
        self._before = {card.id: card for card in table}
        self._fallen = [card for card in table if card.id in flight.facts.fallen]
        self._mesh = self.match.session.tabletop.mesh
        middle = flight.trajectory.final_vertices[:, :2].mean(axis=0)
        self._middle = (float(middle[0]), float(middle[1]))
        self._waited = 0.0
        self._waits = self.match.is_human(flight.seat)
        self._advice = self._advise()
        self._measure()

    def begin(self) -> None:
        """See ``Act``."""
        humans = self.match.humans()
        seat = self._flight.seat if self.match.is_human(self._flight.seat) or not humans else humans[0]
        self.screen.frame(above_framing(self.match.session.state.side(seat), self._subjects()))
        for index, resting in self._flight.resting.items():
            self.app.stage.pose_carpet(index, resting.vertices)
        self.screen.show_table(self._table)

    def _subjects(self) -> list[NDArray[np.float64]]:
        """What is spoken of [m]: the carpet with the cards it touches or the one it missed; off the table all cards."""
        facts, carpet = self._flight.facts, self._flight.carpet
        touched = {cover.card for cover in facts.coverage if cover.carpet == carpet}
        cards = [outline(card) for card in self._table if card.id in touched]
        if carpet in facts.off_table:
            return [outline(card) for card in self._table] or [np.zeros((1, 3))]
        if self._advice is not None:
            cards.append(outline(self._advice.card))
        return [*cards, self._flight.trajectory.final_vertices]

    def _advise(self) -> Advice | None:
        """What a person who missed could do otherwise, if that player wants help with aiming."""
        facts, flight = self._flight.facts, self._flight
        on = cards_under(facts, facts.off_table, self._rules).get(flight.carpet, frozenset())
        if on or not self._waits or self.app.settings.hands[flight.seat].assist == "none":
            return None
        return advice(flight.throw, self._middle, self._table, self.match.drift)

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._waited += dt
        if not self._waits:
            self.app.refresh()
            if self._waited >= AUTOMATIC:
                self.finish()

    def end(self) -> None:
        """See ``Act``."""
        self.match.show_resting()
        self.match.show_cards()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command is Command.BACK and not pressed.repeat:
            self.finish()
            return True
        return False

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if isinstance(event, PointerPressed) and event.button is PointerButton.MAIN and self._waited > 0.4:
            self.finish()
            return True
        return False

    def _lines(self) -> list[Element]:
        """In words: what the carpet that flew lies on, and what it only touches from below."""
        facts, flight = self._flight.facts, self._flight
        name = self.name(flight.seat)
        if flight.carpet in facts.off_table:
            return [Label(text=self.words("verdict.off_table", name=name)), *self._hint_lines()]
        on = cards_under(facts, facts.off_table, self._rules).get(flight.carpet, frozenset())
        judged: list[tuple[CardKind, str]] = []
        texts = self.app.texts
        for cover in facts.coverage:
            if cover.carpet != flight.carpet or cover.card not in self._before:
                continue
            kind = self._before[cover.card].kind
            if cover.card in on and cover.area_above_mm2 < self._rules.minimum_area_mm2:
                share = self.words("verdict.through")
            elif cover.card in on:
                share = self.words("verdict.on", mm2=texts.number(cover.area_above_mm2))
            elif cover.area_below_mm2 >= self._rules.minimum_area_mm2:
                share = self.words("verdict.under", mm2=texts.number(cover.area_below_mm2))
            else:
                touched = max(cover.area_above_mm2, cover.area_below_mm2)
                share = self.words("verdict.too_little", mm2=texts.number(touched, decimals=2))
            judged.append((kind, share))
        own = {cover.card for cover in facts.coverage if cover.carpet == flight.carpet}
        judged += [(self._before[card].kind, self.words("verdict.through")) for card in on - own]
        rows = [(CardTag(kind=kind.value, name=card_name(texts, kind)), Label(text=share)) for kind, share in judged]
        lines: list[Element] = [Pairs(rows=rows)] if rows else []
        if not on:
            lines += [Label(text=self.words("verdict.nothing", name=name)), *self._hint_lines()]
        for moved in self._table:
            was = self._before[moved.id]
            distance = math.hypot(moved.x - was.x, moved.y - was.y) * 1000.0
            if distance >= 1.0:
                text = self.words("verdict.pushed", card=card_name(texts, moved.kind), mm=texts.number(distance))
                lines.append(Label(text=text))
        lines += [Label(text=self.words("verdict.fell", card=card_name(texts, card.kind))) for card in self._fallen]
        return lines

    def _hint_lines(self) -> list[Element]:
        if self._advice is None:
            return []
        text = " ".join(self.words(f"verdict.hint.{hint.value}") for hint in self._advice.hints)
        return [Label(text=text, style=TextStyle.STRONG, colour=self.app.surface.theme.accent)]

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        head = Row(
            children=[
                PlayerChip(seat=self._flight.seat),
                Label(text=self.name(self._flight.seat), style=TextStyle.STRONG),
            ]
        )
        foot: list[Element] = [
            Button(key="verdict.on", label=self.words("common.go_on"), on_press=self.finish, role=Role.PRIMARY)
        ]
        if not self._waits:
            foot.append(Bar(value=self._waited / AUTOMATIC, height=10))
        panel = Panel(
            key="verdict",
            title=self.words("verdict.title"),
            body=Column(children=[head, *self._lines()]),
            foot=Column(children=foot),
            width=560,
        )
        roomy = self.app.settings.access.interface_scale <= ROOMY_SCALE
        tall = 0.75 if roomy else BESIDE_MENU
        return [Placed(element=panel, across=1.0, down=1.0, most_height_share=tall, most_width_share=0.42)]

    def canvas(self) -> Canvas:
        """See ``Act``."""
        lines: list[LineShape] = []
        for line in self._hatches:
            lines += table_line(self.app, line, 4.5, UNDER, closed=False)
            lines += table_line(self.app, line, 2.0, IVORY, closed=False)
        if self._advice is not None and self._flight.carpet not in self._flight.facts.off_table:
            lines += self._missed_by(self._advice.card)
        for border, ground in self._borders:
            lines += table_line(self.app, border, 9.0, UNDER)
            lines += table_line(self.app, border, 6.0, IVORY)
            lines += table_line(self.app, border, 3.0, ground)
        return Canvas(lines=lines)

    def _missed_by(self, card: PlacedCard) -> list[LineShape]:
        """Dots from where the carpet lies to the card that was meant."""
        x, y = self._middle
        length = math.hypot(card.x - x, card.y - y)
        ahead = ((card.x - x) / max(length, 1e-9), (card.y - y) / max(length, 1e-9))
        lines: list[LineShape] = []
        for step in np.arange(0.0, length, DOT_STEP):
            ends = [(x + ahead[0] * part, y + ahead[1] * part) for part in (step, min(length, step + DOT_LENGTH))]
            lines += table_line(self.app, ends, 9.0, UNDER, closed=False)
            lines += table_line(self.app, ends, 5.0, IVORY, closed=False)
        return lines

    def _measure(self) -> None:
        """Find the outlines of the carpets and the hatched parts of the cards, once [m]."""
        shapes = {index: footprint(carpet.vertices, self._mesh) for index, carpet in self._flight.resting.items()}
        cards = {card.id: card for card in self._table}
        self._hatches: list[list[tuple[float, float]]] = []
        for cover in self._flight.facts.coverage:
            if cover.card not in cards or cover.carpet not in shapes:
                continue
            card = cards[cover.card]
            common = shapes[cover.carpet].intersection(Polygon(card_corners(card.x, card.y, card.yaw)))
            above = cover.area_above_mm2 >= cover.area_below_mm2
            for part in getattr(common, "geoms", [common]):
                if isinstance(part, Polygon):
                    self._hatches += hatch(part, angle=ABOVE_ANGLE if above else BELOW_ANGLE)
        self._borders = [
            (
                [(x, y) for x, y, *_ in list(shape.exterior.coords)[:-1]],
                PLAYER_GROUNDS[carpet_owner(index, self._players)],
            )
            for index, shape in shapes.items()
        ]

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``."""
        facts, carpet = self._flight.facts, self._flight.carpet
        named = {cover.card for cover in facts.coverage if cover.carpet == carpet}
        named |= cards_under(facts, facts.off_table, self._rules).get(carpet, frozenset())
        if self._advice is not None:
            named = {self._advice.card.id}
        tags: list[tuple[Element, float, float]] = []
        for card in self._table:
            away_x, away_y = card.x - self._middle[0], card.y - self._middle[1]
            reach = math.hypot(away_x, away_y) or 1.0
            place = to_pixel(self.app, card.x + away_x / reach * TAG_REACH, card.y + away_y / reach * TAG_REACH)
            if card.id in named and place is not None:
                tags.append((CardTag(kind=card.kind.value, name=card_name(self.app.texts, card.kind)), *place))
        return tags
