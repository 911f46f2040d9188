"""A whole game without a window: whose decision is pending, what was answered, how the carpets flew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.collision.landing import landed
from fliegende3d.flight import COARSE, Throw, Trajectory
from fliegende3d.rules import (
    Action,
    Applied,
    CarpetsLanded,
    Decision,
    Event,
    FlightDecision,
    FlyAgain,
    GameState,
    LayoutFinished,
    Observation,
    Refusal,
    RuleSet,
    Setup,
    StageEnded,
    apply,
    draw_setup,
    observation,
    pending,
    start_game,
)

from .aiming import Aim, Aiming, to_table
from .bots import Bot
from .foresight import Prospect, aims, best_throw
from .levels import Levels, load_levels
from .players import Player
from .tabletop import Tabletop

if TYPE_CHECKING:
    from fliegende3d.replay.recording import Recording

DECK: Final = 0
WIND: Final = 1
BOTS: Final = 2
HANDS: Final = 3
MINDS: Final = 4


@dataclass(frozen=True)
class Flight:
    """One throw, flown to rest, and what the rules will hear of it."""

    seat: int
    carpet: int
    throw: Throw
    trajectory: Trajectory
    resting: Mapping[int, RestingCarpet]
    facts: CarpetsLanded
    wind_seed: int = 0


@dataclass(frozen=True)
class Entry:
    """One step of a game: what was done, what happened, and the flight if it was one."""

    action: Action
    events: tuple[Event, ...]
    flight: Flight | None = None


class Session:
    """A game that is being played.

    Everything random comes from one seed, in a stream of its own for each purpose and each decision, so that a game
    can be taken up anywhere and goes on as it would have.

    Attributes:
        players: who sits where.
        seed: where all chance comes from.
        wind: name of the wind that blows.
        material: what the carpets are made of.
        history: all that was done so far.
    """

    def __init__(
        self,
        players: Sequence[Player],
        setup: Setup,
        *,
        seed: int,
        wind: str = "calm",
        material: str = "magic",
        levels: Levels | None = None,
    ) -> None:
        self.players = tuple(players)
        self.setup = setup
        self.seed = seed
        self.wind = wind
        self.material = material
        self.levels = levels or load_levels()
        self.history: list[Entry] = []
        self._state, self.opening = start_game(setup)
        self._resting: dict[int, RestingCarpet] = {}
        self._tabletop = Tabletop(setup.rules.table, material=material, wind=wind)
        self._mind = Tabletop(setup.rules.table, material=material, wind=wind, mesh=COARSE)
        self._aiming = Aiming(self._tabletop)

    @classmethod
    def new(
        cls,
        players: Sequence[Player],
        rules: RuleSet,
        *,
        seed: int,
        wind: str = "calm",
        material: str = "magic",
    ) -> Session:
        """Begin a game; the seed decides deck, genies, first dealer, wind, curled cards and every bot's hand.

        Raises:
            SetupError: if so many cannot play, or a name is empty.
        """
        setup = draw_setup([player.name for player in players], rules, random=Random(f"fliegende3d deck {seed}"))
        return cls(players, setup, seed=seed, wind=wind, material=material)

    @property
    def state(self) -> GameState:
        """The state of the game, everything secret included: show a player only what `view` gives."""
        return self._state

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that are due."""
        return pending(self._state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def resting(self) -> Mapping[int, RestingCarpet]:
        """The carpets that lie on the table in this round, by index."""
        return self._resting

    @property
    def tabletop(self) -> Tabletop:
        """The physics of this table: its world, its wind, its material."""
        return self._tabletop

    @property
    def aiming(self) -> Aiming:
        """The inverse of throwing: which throw comes to rest where."""
        return self._aiming

    @property
    def flights(self) -> int:
        """How many carpets have flown in the whole game."""
        return sum(entry.flight is not None for entry in self.history)

    def save(self, path: Path) -> None:
        """Write the game to a file, whole or not at all; see `saving.Autosave` for saving at every decision.

        Raises:
            OSError: if the folder cannot be written or the disk is full; then the old file is untouched.
        """
        from .saving import save

        save(self, path)

    @classmethod
    def resume(cls, recording: Recording) -> Session:
        """Take a game up exactly where its recording ends.

        Raises:
            RecordingError: if it cannot be taken up.
            ValueError: if its wind, material or a bot's level do not exist any more.
        """
        from .saving import resume

        return resume(recording)

    def repeat(self, action: Action, flight: Flight | None) -> Applied | Refusal:
        """Do again what a recording holds."""
        return self._take(action, None) if flight is None else self.land(flight)

    def lay(self, resting: Mapping[int, RestingCarpet]) -> None:
        """Put the carpets where a recording says they lie."""
        self._resting = dict(resting)

    def view(self, seat: int | None) -> Observation:
        """What a seat may know; None is an onlooker."""
        return observation(self._state, seat)

    def flight_due(self) -> FlightDecision | None:
        """The flight that is due, if it is one."""
        for decision in self.pending:
            if isinstance(decision, FlightDecision):
                return decision
        return None

    def submit(self, action: Action) -> Applied | Refusal:
        """Answer a decision that is due; a refusal changes nothing."""
        return self._take(action, None)

    def fly(self, throw: Throw) -> Flight:
        """Fly the carpet that is due, to rest, and judge the landing. Changes nothing: `land` does.

        Takes some hundredths of a second with the interpreter lock released for most of it, so it may be called from a
        worker thread while the window goes on.

        Raises:
            RuntimeError: if no flight is due.
        """
        due = self.flight_due()
        if due is None:
            raise RuntimeError("no flight is due")
        state = self._state
        wind_seed = self.stream_seed(WIND, self.flights)
        before = {} if state.flown == 0 else self._resting
        outcome = self._tabletop.fly(throw, cards=state.table, resting=before, wind_seed=wind_seed, curl_seed=self.seed)
        owner = self.players[due.seat].name
        resting = dict(outcome.resting)
        resting[due.carpet] = outcome.rest(owner, order=len(before))
        facts = landed(
            seat=due.seat,
            carpet=due.carpet,
            carpets=resting,
            cards=outcome.cards,
            table=self._tabletop.edges,
            fallen=outcome.fallen,
            tops=outcome.tops,
        )
        return Flight(due.seat, due.carpet, throw, outcome.trajectory, resting, facts, wind_seed)

    def land(self, flight: Flight) -> Applied | Refusal:
        """Let a flight count."""
        answer = self._take(flight.facts, flight)
        if isinstance(answer, Applied):
            self._resting = dict(flight.resting)
            if any(isinstance(event, FlyAgain | StageEnded) for event in answer.events):
                self._resting = {}
        return answer

    def bot_answer(self, decision: Decision) -> Action | Throw:
        """What the computer opponent of a seat answers: an action, or a throw where a flight is due.

        Raises:
            RuntimeError: if a person plays that seat.
        """
        player = self.players[decision.seat]
        if player.level is None:
            raise RuntimeError(f"{player.name} is a person")
        name, level = self.levels.find(player.level)
        bot = Bot(name, level)
        random = self.stream(BOTS, decision.seat, len(self.history))
        view = self.view(decision.seat)
        if not isinstance(decision, FlightDecision):
            return bot.decide(view, decision, random)
        exact = self._intended(bot, decision, bot.aims(view, decision.seat, random))
        return self._aiming.by_hand(exact, level, self.stream(HANDS, decision.seat, len(self.history)))

    def _intended(self, bot: Bot, decision: FlightDecision, places: Sequence[tuple[float, float]]) -> Throw:
        """The throw that a computer opponent means to make, at one of these places."""
        state, side = self._state, self._state.side(decision.seat)
        tries = bot.level.foresight
        if tries == 0:
            return self._aiming.throw_at(Aim(*places[0]), side=side)
        line = to_table(side, 0.0, -self._aiming.line_distance(side))
        throws = [self._aiming.throw_at(aim, side=side) for aim in aims(places, line)]
        seeds = self.stream(MINDS, decision.seat, len(self.history)).integers(2**31, size=(tries, 2)).tolist()
        versions = [
            [self._aiming.by_hand(throw, bot.level, np.random.default_rng(hand)) for hand, _ in seeds]
            for throw in throws
        ]
        prospect = Prospect(
            seat=decision.seat,
            carpet=decision.carpet,
            players=len(self.players),
            cards=state.table,
            values=bot.values(self.view(decision.seat), decision.seat),
            resting={} if state.flown == 0 else self._resting,
            rules=state.rules,
            curl_seed=self.seed,
        )
        return throws[best_throw(versions, prospect, self._mind, [gusts for _, gusts in seeds])]

    def advance(self) -> Entry:
        """Let a computer opponent take the first decision that is due.

        Raises:
            RuntimeError: if the game is over, a person must decide, or the rules refuse what the bot answered.
        """
        if self.over:
            raise RuntimeError("the game is over")
        decision = self.pending[0]
        answer = self.bot_answer(decision)
        done = self.land(self.fly(answer)) if isinstance(answer, Throw) else self.submit(answer)
        if isinstance(done, Refusal):
            raise RuntimeError(f"the rules refuse {answer}: {done}")
        return self.history[-1]

    def stream(self, purpose: int, *numbers: int) -> np.random.Generator:
        """The stream of chance for one purpose."""
        return np.random.Generator(np.random.Philox(np.random.SeedSequence([self.seed, purpose, *numbers])))

    def stream_seed(self, purpose: int, *numbers: int) -> int:
        """A seed for something that makes its own stream."""
        return int(self.stream(purpose, *numbers).integers(2**31))

    def _take(self, action: Action, flight: Flight | None) -> Applied | Refusal:
        answer = apply(self._state, action)
        if isinstance(answer, Applied):
            self._state = answer.state
            self.history.append(Entry(action, answer.events, flight))
            if any(isinstance(event, LayoutFinished | FlyAgain | StageEnded) for event in answer.events):
                self._resting = {}
        return answer
