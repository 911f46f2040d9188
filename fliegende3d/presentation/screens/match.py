"""A game in progress as the screens need it: the session, its log in words, work in the background, and the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.contact_landing import Landing
from fliegende3d.game.saving import Autosave, new_path
from fliegende3d.game.session import Entry, Flight, Session
from fliegende3d.presentation.scene.views import CardView, Emphasis, PileView
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.throwing.drift import Drift, measure_drift
from fliegende3d.rules import (
    Applied,
    CardMoved,
    CardPlaced,
    CardsSwapped,
    Decision,
    GameEnded,
    GameState,
    PlacedCard,
    Refusal,
    StageStarted,
    carpet_owner,
    carpets_per_player,
)

if TYPE_CHECKING:
    from fliegende3d.presentation.app import Application
    from fliegende3d.rules import Action, Event

Result = TypeVar("Result")
Pose = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, eq=False)
class Told:
    """How far the players have been told the game: its state, who is to decide, and how many lines of the log."""

    state: GameState
    deciding: frozenset[int]
    lines: int


@dataclass(frozen=True, eq=False)
class Lying:
    """What lay on the table after a flight, before any card was taken: cards, and the carpets' vertices [m]."""

    cards: tuple[PlacedCard, ...]
    carpets: Mapping[int, NDArray[np.float64]]


class Match:
    """One game: what is going on, and what of it is on the stage. ``close()`` ends its workers.

    Every decision is written to the game's own file; games without people are not kept.
    """

    def __init__(self, app: Application, session: Session, path: Path | None = None, *, keep: bool = True) -> None:
        self.app = app
        self.session = session
        self.log: list[str] = []
        self.news: list[Event] = []
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="flight")
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="saving")
        self._drift = self.work(lambda: measure_drift(session.tabletop))
        self._writing: Future[None] | None = None
        self._told_unsaved = False
        self._autosave: Autosave | None = None
        if keep and any(not player.is_bot for player in session.players):
            place = path or new_path(app.saves, session.state.names)
            self._autosave = Autosave(session, place)
        self._carpets: dict[int, int] = {}
        # How cards lie that a flight lifted or leaned: x, y, z [m], yaw, pitch, roll [rad].
        self.poses: dict[int, Pose] = {}
        # Which way over the table whoever looks sees as up: cards are printed the right way round for them.
        self.ahead = (0.0, 1.0)
        # What the last flight left, until the game has gone on.
        self.lying: Lying | None = None
        self._take_note(session.opening)
        for entry in session.history:
            self._take_note(entry.events)
        self.tell()

    def work(self, task: Callable[[], Result]) -> Future[Result]:
        """Do something in the background; one thing after the other."""
        return self._worker.submit(task)

    @property
    def drift(self) -> Drift:
        """How a spinning carpet drifts over this table; waits for it the first time."""
        return self._drift.result()

    def close(self) -> None:
        """End the background work and clear the stage."""
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._writer.shutdown(wait=True)
        for index in list(self._carpets):
            self.app.stage.remove_carpet(index)
        self._carpets.clear()
        self.app.stage.set_cards([])
        self.app.stage.set_piles([])

    # The rules

    def submit(self, action: Action) -> Refusal | None:
        """Answer a decision; returns the refusal if there is one."""
        answer = self.session.submit(action)
        return self._answered(answer)

    def tell(self) -> None:
        """What has happened so far has been shown to the players: the panels may say it."""
        deciding = frozenset(decision.seat for decision in self.session.pending)
        self.told = Told(self.session.state, deciding, len(self.log))

    @property
    def told_log(self) -> list[str]:
        """The log as far as it has been told."""
        return self.log[: self.told.lines]

    def land(self, flight: Flight) -> Refusal | None:
        """Let a flight count; the panels say nothing of it before ``tell``."""
        refusal = self._answered(self.session.land(flight))
        if refusal is None:
            carpets = {index: resting.vertices for index, resting in flight.resting.items()}
            self.lying = Lying(flight.facts.cards, carpets)
        if refusal is None and isinstance(flight.trajectory, Landing):
            self.poses = {card: last_pose(pose[None]) for card, pose in flight.trajectory.poses.items()}
        return refusal

    def _heard(self, events: tuple[Event, ...]) -> None:
        """Let cards, genies and the victory be heard."""
        sounds = self.app.sounds
        for event in events:
            match event:
                case CardPlaced(card=card) | CardMoved(card=card) | CardsSwapped(first=card):
                    self.poses.pop(card.id, None)
                    sounds.play("card", place=(card.x, card.y, 0.0), captioned=True)
                case GameEnded():
                    sounds.play("win", captioned=True)
                case StageStarted():
                    self.poses.clear()
                case _:
                    pass

    def _answered(self, answer: Applied | Refusal) -> Refusal | None:
        if isinstance(answer, Refusal):
            return answer
        self._take_note(answer.events)
        self.news.extend(answer.events)
        self._heard(answer.events)
        self.save()
        return None

    def save(self) -> None:
        """Write the game as it is now, in the background; a folder that cannot be written is told once."""
        self.check_saved()
        if self._autosave is not None:
            snapshot, autosave = self._autosave.snapshot(), self._autosave

            def write() -> None:
                autosave.path.parent.mkdir(parents=True, exist_ok=True)
                autosave.write(snapshot)

            self._writing = self._writer.submit(write)

    @property
    def saved(self) -> bool:
        """Whether every step of this game is kept on the disk."""
        return self._autosave is not None and not self._told_unsaved

    def check_saved(self) -> None:
        """Tell the players if the last writing failed."""
        if self._writing is None or not self._writing.done():
            return
        error, self._writing = self._writing.exception(), None
        if error is not None and not self._told_unsaved:
            self._told_unsaved = True
            self.app.say(self.app.texts("saves.failed", reason=str(error)))

    def _take_note(self, events: tuple[Event, ...]) -> None:
        names = self.session.state.names
        for event in events:
            text = event_text(self.app.texts, names, event)
            if text:
                self.log.append(text)

    def is_human(self, seat: int) -> bool:
        """Tell whether a person plays a seat."""
        return not self.session.players[seat].is_bot

    def humans(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat in range(len(self.session.players)) if self.is_human(seat)]

    def due(self) -> Decision | None:
        """Return the decision to ask for next: computers first, then people in seating order."""
        pending = self.session.pending
        bots = [decision for decision in pending if not self.is_human(decision.seat)]
        return next(iter(bots or pending), None)

    def last_entry(self) -> Entry | None:
        """Return the latest step of the game."""
        return self.session.history[-1] if self.session.history else None

    # The stage

    def show_cards(self, *, focused: int | None = None, without: int | None = None) -> None:
        """Lay the cards as the rules say; ``without`` leaves one out that is in a hand just now."""
        texts, state = self.app.texts, self.session.state
        emphasis = {focused: Emphasis.FOCUSED}
        views = [
            card_view(texts, card, self.poses.get(card.id), emphasis.get(card.id, Emphasis.NONE), ahead=self.ahead)
            for card in state.table
            if card.id != without
        ]
        self.app.stage.set_cards(views)

    def show_deck(self) -> None:
        """Show what is left of the deck beside the landing area."""
        count = len(self.session.state.deck)
        self.app.stage.set_piles([PileView(DECK_PLACE[0], DECK_PLACE[1], 0.0, count)] if count else [])

    def prepare_carpets(self) -> None:
        """Make the carpets of all seats, hidden."""
        players = self.session.state.players
        for index in range(players * carpets_per_player(players)):
            if index not in self._carpets:
                seat = carpet_owner(index, players)
                self.app.stage.add_carpet(index, seat, *self.session.tabletop.mesh)
                self._carpets[index] = seat

    def show_resting(self) -> None:
        """Show the carpets that lie, and hide the others."""
        self._show_carpets({index: resting.vertices for index, resting in self.session.resting.items()})

    def show_lying(self, lying: Lying) -> None:
        """Show the carpets as they lay before any card was taken."""
        self._show_carpets(lying.carpets)

    def _show_carpets(self, carpets: Mapping[int, NDArray[np.float64]]) -> None:
        for index in self._carpets:
            if index in carpets:
                self.app.stage.pose_carpet(index, carpets[index])
            else:
                self.app.stage.hide_carpet(index)


def last_pose(poses: NDArray[np.float64]) -> Pose:
    """Return the last of some poses, shape (k, 6)."""
    x, y, z, yaw, pitch, roll = (float(part) for part in poses[-1])
    return (x, y, z, yaw, pitch, roll)


def card_view(
    texts: Texts,
    card: PlacedCard,
    pose: Pose | None,
    emphasis: Emphasis = Emphasis.NONE,
    *,
    ahead: tuple[float, float] = (0.0, 1.0),
) -> CardView:
    """Return how a card is drawn: where the rules say, or as a flight left it; upright for who looks ``ahead``.

    A card is the same rectangle turned by half a circle, so its picture may always face whoever plays.
    """
    x, y, z, yaw, pitch, roll = pose or (card.x, card.y, 0.0, card.yaw, 0.0, 0.0)
    yaw, pitch, roll = facing(yaw, pitch, roll, ahead)
    label = card_name(texts, card.kind)
    return CardView(card.id, card.kind.value, x, y, yaw, z, pitch, roll, label=label, emphasis=emphasis)


def facing(yaw: float, pitch: float, roll: float, ahead: tuple[float, float]) -> tuple[float, float, float]:
    """Return the angles [rad] of a card turned by half a circle in its plane, if it stood on its head otherwise."""
    upright = -math.sin(yaw) * ahead[0] + math.cos(yaw) * ahead[1]
    if upright >= ON_ITS_HEAD:
        return (yaw, pitch, roll)
    return (yaw + math.pi, -pitch, -roll)


# Cards that are seen from the side stay as they are: below this cosine a card stands on its head.
ON_ITS_HEAD = -0.3
# Beside the landing area, clear of every throw line [m].
DECK_PLACE = (0.52, 0.40)
