"""A computer opponent decides in the background; what it did is shown before the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from fliegende3d.flight import Throw
from fliegende3d.game.session import Flight
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import Action, Decision, FlightDecision, PlaceDecision, RearrangeDecision

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# Each card that a computer lays can be seen for at least this long [s].
LAYING_PAUSE = 0.35


class ThinkingAct(Act):
    """Waits for a computer's answer, then takes it."""

    def __init__(self, screen: GameScreen, decision: Decision) -> None:
        super().__init__(screen)
        self._decision = decision
        self._answer: Future[Action | tuple[Throw, Flight]] | None = None
        self._waited = 0.0

    def begin(self) -> None:
        """See ``Act``."""
        session, decision = self.match.session, self._decision
        side = session.state.side(decision.seat)
        laying = isinstance(decision, PlaceDecision | RearrangeDecision)
        if not laying or self.match.humans() == []:
            self.screen.frame(self.screen.aim_framing(side))
        else:
            self.screen.look(lay_view(session.state.side(self.match.humans()[0])))
        self.match.show_cards()
        self.match.show_deck()

        def think() -> Action | tuple[Throw, Flight]:
            answer = session.bot_answer(decision)
            return (answer, session.fly(answer)) if isinstance(answer, Throw) else answer

        self._answer = self.match.work(think)

    def caption(self) -> str:
        """See ``Act``."""
        kind = type(self._decision).__name__.removesuffix("Decision").lower()
        return self.words(f"thinking.{kind}", name=self.name(self._decision.seat))

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._waited += dt
        pause = LAYING_PAUSE if isinstance(self._decision, PlaceDecision) else 0.0
        if self._answer is None or not self._answer.done() or self._waited < pause or self.over:
            return
        answer = self._answer.result()
        if isinstance(answer, tuple):
            self.screen.play(WatchAct(self.screen, throw=answer[0], flight=answer[1]))
            return
        refusal = self.match.submit(answer)
        if refusal is not None:
            raise RuntimeError(f"the rules refuse what a computer answered: {refusal}")
        self.match.show_cards()
        self.finish()

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        return ()

    @property
    def is_flight(self) -> bool:
        """Whether a throw is being thought of."""
        return isinstance(self._decision, FlightDecision)
