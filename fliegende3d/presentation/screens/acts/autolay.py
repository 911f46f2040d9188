"""Lays the rest of the cards for a dealer who asked for it, one after the other so that it can be watched."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from fliegende3d.game.laying import NoPlaceError, suggested_place
from fliegende3d.presentation.devices.events import Command, CommandPressed, InputEvent, PointerButton, PointerPressed
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.laying import LAY_STREAM
from fliegende3d.presentation.screens.viewpoint import lay_view
from fliegende3d.rules import PlaceCard, PlaceDecision

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

PAUSE = 0.25


class AutoLayAct(Act):
    """Lays one card at a suggested place after a short pause; any press gives the cards back to the dealer."""

    def __init__(self, screen: GameScreen, decision: PlaceDecision) -> None:
        super().__init__(screen)
        self._decision = decision
        self._waited = 0.0

    def begin(self) -> None:
        """See ``Act``."""
        self.screen.look(lay_view(self.match.session.state.side(self._decision.seat)))
        self.match.show_cards()

    def caption(self) -> str:
        """See ``Act``."""
        return self.words("lay.automatic")

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if isinstance(event, PointerPressed) and event.button is PointerButton.MAIN:
            self._stop()
            return True
        return False

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command in (Command.BACK, Command.CONFIRM):
            self._stop()
            return True
        return False

    def _stop(self) -> None:
        self.screen.lay_rest_for = None
        self.finish()

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._waited += dt
        if self._waited < PAUSE or self.over:
            return
        session, decision = self.match.session, self._decision
        random = Random(session.stream_seed(LAY_STREAM, len(session.history)))
        try:
            x, y, yaw = suggested_place(session.state.table, session.state.rules, random)
        except NoPlaceError:
            self.app.say(self.words("lay.no_place"))
            self._stop()
            return
        refusal = self.match.submit(PlaceCard(decision.seat, x, y, yaw, decision.card.id))
        if refusal is not None:
            raise RuntimeError(f"the rules refuse a suggested place: {refusal}")
        self.finish()
