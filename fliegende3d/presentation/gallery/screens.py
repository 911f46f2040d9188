"""Pictures of what players see: the real screens over moments of one game that computers play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fliegende3d.flight import Throw
from fliegende3d.game.players import Player
from fliegende3d.game.session import Flight, Session
from fliegende3d.presentation.gallery.scenery import Gallery
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.duel import DuelAct, first_duel
from fliegende3d.presentation.screens.acts.news import NewsAct, worth_telling
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.end import EndScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.match import Match
from fliegende3d.presentation.screens.pages import ScoresScreen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.resources import folder
from fliegende3d.rules import Event, GeniesShown, PalacesScored, PlacedCard, PlaceDecision, RuleSet, Side

NAMES = ("Samira", "Jonas", "Ana")
LEVEL = "practised"
GAME_SEED = 2
WIND = "garden"
STEP = 0.25  # s
ARRIVED = 5  # steps until the eye has glided to where it goes
DUEL_SHOWN = 2.5  # s: the genies have just been turned over
CARDS_LAID = 8
LEAST_COVERED = 2  # cards that a landing worth showing touches


class Playing:
    """One game between computers, with what each step brought."""

    def __init__(self) -> None:
        rules = RuleSet.load(folder("config"))
        self.session = Session.new([Player(name, LEVEL) for name in NAMES], rules, seed=GAME_SEED, wind=WIND)

    def until(self, reached: Callable[[Session, tuple[Event, ...]], bool]) -> tuple[Event, ...]:
        """Play on until it is as looked for, or over; returns the events of the last step."""
        events: tuple[Event, ...] = ()
        while not self.session.over and not reached(self.session, events):
            events = self.session.advance().events
        return events

    def landing(self, wanted: Callable[[Flight], bool]) -> tuple[Flight, tuple[PlacedCard, ...]] | None:
        """Play on until a landing is what is looked for; returns it with the table as it was before, not yet counted.

        The flight has been counted when this returns.
        """
        while not self.session.over:
            answer = self.session.bot_answer(self.session.pending[0])
            if not isinstance(answer, Throw):
                self.session.submit(answer)
                continue
            flight, table = self.session.fly(answer), self.session.state.table
            self.session.land(flight)
            if wanted(flight):
                return flight, table
        return None

    @contextmanager
    def people(self) -> Iterator[Session]:
        """The same game with people in all seats, so that they are asked."""
        computers = self.session.players
        self.session.players = tuple(Player(name, None) for name in NAMES)
        try:
            yield self.session
        finally:
            self.session.players = computers


def menu(gallery: Gallery) -> None:
    """The title over a laid table."""
    gallery.app.restart(TitleScreen(gallery.app))
    gallery.app.stage.set_time_of_day(0.66)
    _drawn(gallery, "menu", ARRIVED)
    gallery.bare()


def game(gallery: Gallery) -> None:
    """Layout, palace count, aim, verdict, duel, score sheet and end of one game, in the order in which they come."""
    playing = Playing()
    playing.until(lambda session, _: len(session.state.table) >= CARDS_LAID and _lays(session))
    _asked(gallery, playing, "layout")
    scored = playing.until(lambda _, events: any(isinstance(event, PalacesScored) for event in events))
    told = worth_telling(scored)
    _acted(gallery, playing, "palace_count", lambda screen: NewsAct(screen, told))
    playing.until(lambda session, _: session.flight_due() is not None and _seen_from_south(session))
    _asked(gallery, playing, "aim")
    found = playing.landing(lambda flight: len(flight.facts.coverage) >= LEAST_COVERED and len(flight.resting) > 1)
    if found is not None:
        flight, table = found
        _acted(gallery, playing, "verdict", lambda screen: VerdictAct(screen, flight, table))
    shown, _ = first_duel(playing.until(lambda _, events: any(isinstance(event, GeniesShown) for event in events)))
    if shown is not None:
        duel = shown
        _acted(gallery, playing, "duel", lambda screen: DuelAct(screen, duel), time=DUEL_SHOWN)
    with playing.people() as session:
        gallery.app.restart(GameScreen(gallery.app, session))
        gallery.app.push(ScoresScreen(gallery.app, Match(gallery.app, session, keep=False)))
        _drawn(gallery, "score_sheet", ARRIVED)
        gallery.bare()
    playing.until(lambda session, _: session.over)
    with playing.people() as session:
        gallery.app.restart(EndScreen(gallery.app, Match(gallery.app, session, keep=False)))
        _drawn(gallery, "end", ARRIVED)
        gallery.bare()


def _lays(session: Session) -> bool:
    return isinstance(session.pending[0], PlaceDecision)


def _seen_from_south(session: Session) -> bool:
    due = session.flight_due()
    return due is not None and session.state.side(due.seat) is Side.SOUTH and len(session.resting) > 0


def _asked(gallery: Gallery, playing: Playing, name: str) -> None:
    """What the person sees whose decision is due."""
    with playing.people() as session:
        gallery.app.restart(GameScreen(gallery.app, session))
        _drawn(gallery, name, ARRIVED)
        gallery.bare()


def _acted(
    gallery: Gallery, playing: Playing, name: str, make: Callable[[GameScreen], Act], *, time: float | None = None
) -> None:
    """What people see of one part of the game, after some time [s]."""
    with playing.people() as session:
        screen = GameScreen(gallery.app, session)
        gallery.app.restart(screen)
        screen.play(make(screen))
        steps = ARRIVED if time is None else round(time / STEP)
        _drawn(gallery, name, steps, rest=0.0 if time is None else time - steps * STEP)
        gallery.bare()


def _drawn(gallery: Gallery, name: str, steps: int, *, rest: float = 0.0) -> None:
    """Let so many steps pass, then write the picture."""
    for _ in range(steps):
        gallery.app.step(STEP, events=())
    gallery.app.step(max(rest, 0.0), events=())
    gallery.app.refresh()
    gallery.app.draw()
    gallery.app.host.render_frame()
    gallery.write(name)
