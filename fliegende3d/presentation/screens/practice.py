"""The practice range: throw again and again, see where the carpets come to rest, and how they scatter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random

import msgspec
import numpy as np

from fliegende3d.flight import Throw
from fliegende3d.game.laying import suggested_place
from fliegende3d.game.players import Player
from fliegende3d.game.session import Flight, Session
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.preview import Foresight
from fliegende3d.presentation.screens.acts.projection import table_line
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import breadth_text, seat_name
from fliegende3d.presentation.screens.practice_options import PracticeOptions, practice_controls
from fliegende3d.presentation.throwing.flick import FlickSettings, pace_from_speeds
from fliegende3d.presentation.throwing.gesture import ORDINARY_POWER, ThrowGesture
from fliegende3d.presentation.ui.controls import Bar, Button
from fliegende3d.presentation.ui.elements import Canvas, Column, Element, Label, Panel
from fliegende3d.presentation.ui.painting import LineShape
from fliegende3d.presentation.ui.theme import TextStyle, colour
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.resources import folder
from fliegende3d.rules import FinishLayout, FlightDecision, PlaceCard, PlaceDecision, RearrangeDecision, RuleSet

SUN = colour("FFD9A0")
SHADE = colour("1B1230", 0.8)
NEWEST = colour("7FD6A8")
MARK_REACH = 0.008
# So many throws are kept; older ones are forgotten.
KEPT_THROWS = 30
PRACTICE_SEED = 11
# The bar of the scatter is full at this distance from the middle [mm]: two hands' breadths.
WIDEST_SCATTER = 200.0


@dataclass(frozen=True)
class Attempt:
    """One throw and where it came to rest [m]."""

    gesture: ThrowGesture
    x: float
    y: float


def practice_session(app: Application, wind: str) -> Session:
    """Return a session whose next flight is due from the south over a laid table; nothing of it is ever landed."""
    rules = RuleSet.load(folder("config"))
    players = [Player(seat_name(app.texts, 0, "")), Player(seat_name(app.texts, 1, ""))]
    seed = PRACTICE_SEED
    session = Session.new(players, rules, seed=seed, wind=wind)
    while session.state.dealer != 1:
        seed += 1
        session = Session.new(players, rules, seed=seed, wind=wind)
    random = Random(PRACTICE_SEED)
    while session.flight_due() is None:
        match session.pending[0]:
            case PlaceDecision(seat=seat, card=card):
                x, y, yaw = suggested_place(session.state.table, rules, random)
                session.submit(PlaceCard(seat, x, y, yaw, card.id))
            case RearrangeDecision(seat=seat):
                session.submit(FinishLayout(seat))
    return session


def scatter_mm(attempts: Sequence[Attempt]) -> float:
    """Return the root mean square distance of the places from their middle [mm]; 0 for fewer than two."""
    if len(attempts) < 2:
        return 0.0
    places = np.array([(attempt.x, attempt.y) for attempt in attempts])
    return float(np.sqrt(((places - places.mean(axis=0)) ** 2).sum(axis=1).mean()) * 1000.0)


class PracticeWatch(WatchAct):
    """Shows a practice throw and notes where it came to rest."""

    def land(self, flight: Flight) -> None:
        """See ``WatchAct``: nothing counts here."""
        assert isinstance(self.screen, PracticeScreen)
        self.screen.landed(flight)


class PracticeAim(AimAct):
    """Aiming without consequences; earlier throws are marked on the table."""

    @property
    def hand_seat(self) -> int:
        """See ``AimAct``: whoever practises."""
        assert isinstance(self.screen, PracticeScreen)
        return self.screen.hand_seat

    def watching(self, throw: Throw, pending: Future[Flight]) -> WatchAct:
        """See ``AimAct``."""
        assert isinstance(self.screen, PracticeScreen)
        self.screen.last_gesture = self.gesture
        return PracticeWatch(self.screen, throw=throw, pending=pending)

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        assert isinstance(self.screen, PracticeScreen)
        return [*super().parts(), *self.screen.side_panels()]

    def canvas(self) -> Canvas:
        """See ``Act``."""
        assert isinstance(self.screen, PracticeScreen)
        return Canvas(lines=[*self.screen.marks(), *super().canvas().lines])


class PracticeScreen(GameScreen):
    """Throws that count for nothing."""

    kept = False
    surrounded = False

    def __init__(self, app: Application) -> None:
        self.wind = app.settings.game.wind
        self.hand_seat = 0
        super().__init__(app, practice_session(app, self.wind))
        self.match.news = []
        self.match.log = []
        self.attempts: list[Attempt] = []
        self.last_gesture: ThrowGesture | None = None

    def next_act(self) -> None:
        """See ``GameScreen``: it is always the same carpet's turn."""
        if self.act is not None:
            self.act.end()
            self.act = None
        due = self.match.session.flight_due()
        assert isinstance(due, FlightDecision), "a practice table waits for a flight"
        act = PracticeAim(self, due)
        if self.last_gesture is not None and act.mode == "step":
            act.gesture = self.last_gesture
        self._begin(act)

    def landed(self, flight: Flight) -> None:
        """Note where a throw came to rest, and aim again."""
        x, y = (float(part) for part in flight.trajectory.final_vertices[:, :2].mean(axis=0))
        if self.last_gesture is not None:
            self.attempts = [*self.attempts, Attempt(self.last_gesture, x, y)][-KEPT_THROWS:]
        self.next_act()

    def open_pause(self) -> None:
        """Leave: there is nothing to pause."""
        self.app.pop()

    def back(self) -> None:
        """See ``Screen``."""
        self.app.pop()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        if pressed.command is Command.UNDO and not pressed.repeat:
            self.undo()
            return True
        return super().command(pressed)

    # What is shown

    def marks(self) -> list[LineShape]:
        """Return a cross for each throw, the newest apart, and the ellipse of two deviations."""
        lines: list[LineShape] = []
        for index, attempt in enumerate(self.attempts):
            newest = index == len(self.attempts) - 1
            for dx, dy in ((MARK_REACH, MARK_REACH), (MARK_REACH, -MARK_REACH)):
                ends = [(attempt.x - dx, attempt.y - dy), (attempt.x + dx, attempt.y + dy)]
                lines += table_line(self.app, ends, 9.0, SHADE, closed=False)
                lines += table_line(self.app, ends, 4.5, NEWEST if newest else SUN, closed=False)
        places = np.array([(a.x, a.y) for a in self.attempts]).reshape(-1, 2)
        ellipse = Foresight(np.zeros((1, 3)), places).ellipse()
        if ellipse:
            lines += table_line(self.app, ellipse, 7.0, SHADE)
            lines += table_line(self.app, ellipse, 3.5, SUN)
        return lines

    def side_panels(self) -> list[Placed]:
        """Return the panel with the numbers and what can be done; large letters put the choices on a page of theirs."""
        words = self.words
        roomy = self.app.settings.access.interface_scale <= ROOMY_SCALE
        back = Button(key="practice.back", label=words("common.back"), on_press=self.back)
        options = Button(key="practice.options", label=words("practice.options"), on_press=self._open_options)
        below = [*practice_controls(self), back] if roomy else [options, back]
        body = Column(children=[*self.findings(), *below])
        panel = Panel(key="practice", title=words("practice.title"), body=body, width=540)
        return [Placed(element=panel, across=0.0, down=0.0, most_width_share=0.4, most_height_share=0.92)]

    def findings(self) -> list[Element]:
        """Return in words what the throws so far tell."""
        words, texts = self.words, self.app.texts
        lines: list[Element] = [Label(text=words("practice.count", n=len(self.attempts)))]
        if len(self.attempts) > 1:
            scatter = scatter_mm(self.attempts)
            lines.append(Label(text=words("practice.scatter", breadth=breadth_text(texts, scatter))))
            lines.append(Bar(value=scatter / WIDEST_SCATTER, height=14))
        if self.attempts:
            last = self.attempts[-1].gesture
            stroke = words(
                "practice.stroke",
                power=texts.number(last.power * 100),
                direction=texts.number(math.degrees(last.direction), sign=True),
                spin=texts.number(last.spin * 100, sign=True),
            )
            lines.append(Label(text=stroke, style=TextStyle.SMALL))
        return lines

    def _open_options(self) -> None:
        self.app.push(PracticeOptions(self))

    def undo(self) -> None:
        """Forget the last throw."""
        self.attempts = self.attempts[:-1]
        self.app.refresh()

    def clear(self) -> None:
        """Forget all throws."""
        self.attempts = []
        self.app.refresh()

    def change_hand(self, seat: int) -> None:
        """Somebody else practises, in their own way of throwing."""
        self.hand_seat = seat
        self.clear()
        self._renew()

    def calibrate(self) -> None:
        """Let the player's last three throws count as ordinary: the power curve is moved to them."""
        settings = self.app.settings
        hand = settings.hands[self.hand_seat]
        personal = FlickSettings.of_hand(pace=hand.pace, sense=1.0, steady=hand.level_hand)
        speeds = tuple(personal.speed(attempt.gesture.power) for attempt in self.attempts[-3:])
        try:
            calibrated = pace_from_speeds(speeds, wanted_power=ORDINARY_POWER)
        except ValueError:
            self.app.say(self.words("practice.three"))
            return
        hand = msgspec.structs.replace(hand, pace=calibrated)
        self.app.change_settings(settings.with_hand(self.hand_seat, hand))
        self.app.say(self.words("practice.calibrated"))

    def blow(self, wind: str) -> None:
        """Practise in another wind; marks of the old one are cleared."""
        self.wind = wind
        self.attempts = []
        self.match.session = practice_session(self.app, wind)
        self.app.stage.set_wind(self._wind_sample())
        self._renew()

    def _renew(self) -> None:
        """Begin aiming anew; behind another page only once that is left."""
        if self.app.screen is self:
            self.next_act()
        else:
            self.act = None
