"""An instant replay after a throw that deserves it: the director's shots, slow at the impact, skipped by any press."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fliegende3d.game.recorder import header_of, step_of
from fliegende3d.game.session import Entry, Flight
from fliegende3d.presentation.devices.events import Command, CommandPressed, InputEvent, PointerPressed
from fliegende3d.presentation.replay.cameras import Cameras
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.replay.director import Director, Plan, Shot
from fliegende3d.replay.facts import Merit
from fliegende3d.replay.motion import card_at
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import Header, Recording
from fliegende3d.replay.shots import ShotSheet
from fliegende3d.replay.timeline import IN_HAND
from fliegende3d.rules import CardFell, CardPushed, PlacedCard, cards_under, carpet_owner

if TYPE_CHECKING:
    from fliegende3d.game.session import Session
    from fliegende3d.presentation.screens.game_screen import GameScreen

# A press skips the replay only after this time [s], so that the press that skipped the flight does not count twice.
LEAST_TIME = 0.3


@dataclass(frozen=True, eq=False)
class Prepared:
    """What the replay needs, made in the background."""

    playback: Playback
    plan: Plan
    cameras: Cameras


def after_landing(screen: GameScreen, flight: Flight, table: Sequence[PlacedCard]) -> Act:
    """Return what follows a landing: the replay if the throw deserves one and players want motion, else the verdict."""
    session = screen.match.session
    reduced = screen.app.settings.access.reduced_motion
    merits = merits_now(session, flight, ShotSheet.load().directing.edge_margin)
    if reduced or not merits or not session.history:
        return VerdictAct(screen, flight, table)
    return InstantReplayAct(screen, flight, table)


def merits_now(session: Session, flight: Flight, edge_margin: float) -> frozenset[Merit]:
    """Return why a flight that has just landed deserves a closer look, as far as that is known by now."""
    found: set[Merit] = set()
    events = session.history[-1].events if session.history else ()
    if any(isinstance(event, CardPushed | CardFell) for event in events):
        found.add(Merit.PUSHED)
    facts, players = flight.facts, session.state.players
    on = cards_under(facts, facts.off_table, session.state.rules)
    own = on.get(flight.carpet, frozenset())
    if any(own & cards for carpet, cards in on.items() if carpet_owner(carpet, players) != flight.seat):
        found.add(Merit.CONTESTED)
    edges = session.tabletop.edges
    rest = abs(flight.trajectory.final_vertices)
    near = rest[:, 0].max() > edges.half_width - edge_margin or rest[:, 1].max() > edges.half_depth - edge_margin
    if near and flight.carpet not in facts.off_table:
        found.add(Merit.EDGE)
    return frozenset(found)


def prepared(header: Header, entry: Entry) -> Prepared:
    """Return the plan and cameras for the flight of one step. Takes some hundredths of a second."""
    sheet = ShotSheet.load()
    playback = Playback(Recording(header, None, (), (step_of(entry),)))
    plan = Director(playback, sheet.directing).closer_look(0)
    cameras = Cameras(playback, sheet, Table.load())
    playback.motion(0)
    for shot in plan.shots:
        cameras.path(shot)
    return Prepared(playback, plan, cameras)


class InstantReplayAct(Act):
    """Shows the flight again, then the verdict."""

    shows_surroundings = False

    def __init__(self, screen: GameScreen, flight: Flight, table: Sequence[PlacedCard]) -> None:
        super().__init__(screen)
        self._flight = flight
        self._table = table
        self._poses = dict(self.match.poses)
        self._time = 0.0
        self._seen: View | None = None
        session = self.match.session
        header, entry = header_of(session), session.history[-1]
        self._work: Future[Prepared] = self.match.work(lambda: prepared(header, entry))

    def caption(self) -> str:
        """See ``Act``."""
        return self.words("film.replay", name=self.name(self._flight.seat))

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if isinstance(event, PointerPressed) and self._time > LEAST_TIME:
            self._go_on()
            return True
        return False

    def handle(self, event: InputEvent) -> bool:
        """See ``Act``: any command goes on, whatever is focused; the menu stays within reach."""
        if not isinstance(event, CommandPressed) or event.command is Command.MENU or event.repeat:
            return False
        if self._time > LEAST_TIME:
            self._go_on()
        return True

    def update(self, dt: float) -> None:
        """See ``Act``."""
        if not self._work.done():
            return
        ready = self._work.result()
        if self._time >= ready.plan.duration:
            self._go_on()
            return
        number, moment = ready.plan.at(self._time)
        shot = ready.plan.shots[number]
        self._show(ready, shot, moment)
        view = ready.cameras.view(shot, self._time - ready.plan.starts[number])
        self.app.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        self._seen = view
        self._time += dt

    def _show(self, ready: Prepared, shot: Shot, moment: float) -> None:
        """Pose everything that the flight moved as it was at a moment of the recording."""
        flown = moment - ready.playback.timeline.segments[shot.segment].start - IN_HAND
        motion = ready.playback.motion(0)
        self.app.stage.pose_carpet(self._flight.carpet, motion.carpet.at(flown))
        for index, other in motion.carpets.items():
            self.app.stage.pose_carpet(index, other.at(flown))
        moved = {}
        for card, track in motion.cards.items():
            x, y, z, yaw, pitch, roll = (float(part) for part in card_at(track, flown))
            moved[card] = (x, y, z, yaw, pitch, roll)
        self.screen.show_table(self._table, poses={**self._poses, **moved})

    def _go_on(self) -> None:
        if not self.over:
            if self._seen is not None:
                # The eye goes on from where the replay left it.
                self.screen.eye.stand(self._seen)
            self.screen.play(VerdictAct(self.screen, self._flight, self._table))
