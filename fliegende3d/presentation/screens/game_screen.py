"""A game: one act after the other, with the surroundings, until the rules say that it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fliegende3d.game.session import Session
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    DeviceLost,
    FocusLost,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
)
from fliegende3d.presentation.scene.view import View as EyeView
from fliegende3d.presentation.scene.views import CardView, Emphasis, WindSample
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.autolay import AutoLayAct
from fliegende3d.presentation.screens.acts.duel import DuelAct, first_duel
from fliegende3d.presentation.screens.acts.laying import LayingAct
from fliegende3d.presentation.screens.acts.news import NewsAct, worth_telling
from fliegende3d.presentation.screens.acts.projection import (
    card_corners,
    inside,
    table_line,
    to_pixel,
    to_table_place,
)
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from fliegende3d.presentation.screens.acts.secret import GenieAct, LampAct, SecretAct
from fliegende3d.presentation.screens.acts.thinking import ThinkingAct
from fliegende3d.presentation.screens.eye import Eye
from fliegende3d.presentation.screens.framing import Framing
from fliegende3d.presentation.screens.hud import surroundings
from fliegende3d.presentation.screens.match import Match, Pose, card_view, facing
from fliegende3d.presentation.screens.names import card_name, refusal_text
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.screens.tags import Tag, beside
from fliegende3d.presentation.screens.viewpoint import Glide, aim_framing, lay_view
from fliegende3d.presentation.screens.weather import wind_in_words, wind_now
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.elements import Canvas
from fliegende3d.presentation.ui.emblems import CardTag
from fliegende3d.presentation.ui.painting import LineShape, Rect
from fliegende3d.presentation.ui.theme import colour
from fliegende3d.presentation.ui.view import Placed, View, lay_out
from fliegende3d.rules import (
    Card,
    Decision,
    FlightDecision,
    GenieDecision,
    LampDecision,
    PlacedCard,
    PlaceDecision,
    RearrangeDecision,
    Side,
    Undo,
    undoable,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fliegende3d.presentation.app import Application

Held = tuple[Card, float, float, float, bool]

HELD_HEIGHT = 0.012
# The line around cards in high contrast [reference px].
EDGE_WIDTH = 4.5
WHITE = colour("FFFFFF")


class GameScreen(Screen):
    """Plays a session to its end with everybody at this screen."""

    pauses_on_focus_loss = True
    # Whether the game is written to a file.
    kept = True
    # Whether players, log and buttons are shown around the acts.
    surrounded = True

    def __init__(self, app: Application, session: Session, path: Path | None = None) -> None:
        super().__init__(app)
        self.match = Match(app, session, path, keep=self.kept)
        self.match.news = list(session.opening) if not session.history else []
        self.lay_rest_for: int | None = None
        # Whether the players were away: the game was paused, or comes from a file.
        self._interrupted = False
        self.act: Act | None = None
        self._hovered: PlacedCard | None = None
        self._shown: Sequence[PlacedCard] = ()
        start = lay_view(session.state.side(0))
        self.eye = Eye(start)
        self._panels: Context | None = None
        # Where the cards of the present stage lay last, taken ones too: all its throws are framed alike.
        self._stage_cards: dict[int, PlacedCard] = {}
        self._stage = 0

    @property
    def secret(self) -> bool:
        """Whether something secret may be in sight now."""
        return isinstance(self.act, SecretAct)

    # Life

    def enter(self) -> None:
        """See ``Screen``."""
        self.match.prepare_carpets()
        self.app.stage.set_wind(self._wind_sample())
        speed = self.match.session.tabletop.wind_field(0).wind.speed
        self.app.sounds.loop("wind", min(1.0, speed / LOUD_WIND), rate=0.8 + 0.2 * min(2.0, speed))
        state = self.match.session.state
        self.app.stage.set_stage_progress((state.stage - 1) / max(1, state.stages))
        self._set_view(self.glide.now())
        if self.act is None:
            self._interrupted = self.kept and bool(self.match.session.history)
            self.next_act()
        else:
            self.act.begin()
            self._fit()
        if self._interrupted and isinstance(self.act, AimAct):
            self.act.ask_ready()
        self._interrupted = False

    def leave(self) -> None:
        """See ``Screen``."""
        if self.act is not None:
            if isinstance(self.act, SecretAct):
                self.act.hide()
            self.act.end()

    def close(self) -> None:
        """The game is left for good: end its background work and clear the stage."""
        self.app.sounds.loop("wind", 0.0)
        self.app.stage.set_wind(None)
        self.match.close()

    def next_act(self) -> None:
        """Find out what comes next, and begin it."""
        if self.act is not None:
            self.act.end()
            self.act = None
        shown, self.match.news = first_duel(self.match.news)
        state = self.match.session.state
        self.app.stage.set_stage_progress((state.stage - 1) / max(1, state.stages))
        if shown is not None:
            self._begin(DuelAct(self, shown))
            return
        self.match.tell()
        news, self.match.news = worth_telling(self.match.news), []
        if news:
            self._begin(NewsAct(self, news, self.match.lying))
            self.match.lying = None
            return
        self.match.lying = None
        decision = self.match.due()
        if decision is None:
            self._open_end()
            return
        self._begin(self._act_for(decision))

    def play(self, act: Act) -> None:
        """Go on with another act at once."""
        if self.act is not None:
            self.act.end()
        self._begin(act)

    def _begin(self, act: Act) -> None:
        self.act = act
        self._hovered = None
        act.begin()
        self._fit()
        self.app.surface.interaction.focus = act.first_focus
        self.app.refresh()

    def _act_for(self, decision: Decision) -> Act:
        if not self.match.is_human(decision.seat):
            return ThinkingAct(self, decision)
        match decision:
            case PlaceDecision() if self.lay_rest_for == decision.seat:
                return AutoLayAct(self, decision)
            case PlaceDecision():
                return LayingAct(self, decision)
            case RearrangeDecision():
                self.lay_rest_for = None
                return RearrangingAct(self, decision)
            case FlightDecision():
                return AimAct(self, decision)
            case GenieDecision():
                return GenieAct(self, decision)
            case LampDecision():
                return LampAct(self, decision)

    def _open_end(self) -> None:
        from fliegende3d.presentation.screens.end import EndScreen

        self.app.replace(EndScreen(self.app, self.match))

    # Time and input

    def update(self, dt: float) -> None:
        """See ``Screen``."""
        before = self.glide.now()
        after = self.glide.advance(dt)
        if after != before:
            self._set_view(after)
            self.app.refresh()
        act = self.act
        if act is None:
            return
        if self.eye.due(dt, self.app.host.size) and not act.steady:
            self._fit()
        self.match.check_saved()
        act.update(dt)
        if self.act is act and act.over:
            self.next_act()

    def handle(self, event: InputEvent) -> bool:
        """See ``Screen``."""
        if isinstance(event, FocusLost):
            if self.act is not None:
                self.act.handle(event)
            self.open_pause()
            return True
        if isinstance(event, DeviceLost):
            return self._device_lost(event.device)
        if self._is_foreign(event):
            return True
        return self.act is not None and self.act.handle(event)

    def _is_foreign(self, event: InputEvent) -> bool:
        """Tell whether an event comes from a device that does not play for the seat whose turn it is."""
        actor = self.act.actor if self.act is not None else None
        if actor is None:
            return False
        match event:
            case PointerPressed() | PointerReleased():
                device = KEYBOARD
            case CommandPressed(command=Command.MENU | Command.SCORES):
                return False
            case CommandPressed(command=Command.UNDO, device=source) if self._may_undo(source):
                return False
            case CommandPressed(device=source) | CommandReleased(device=source) | SticksMoved(device=source):
                device = source
            case _:
                return False
        if self.app.seats.may_act(actor, device):
            return False
        if isinstance(event, CommandPressed | PointerPressed):
            self.app.say(self.words("devices.not_yours", name=self.match.session.state.names[actor]))
        return True

    def _may_undo(self, device: str) -> bool:
        """Tell whether a device plays for the seat whose decision could be taken back."""
        seat = self.undo_seat()
        return seat is not None and self.app.seats.may_act(seat, device)

    def _device_lost(self, device: str) -> bool:
        """Pause and ask for the controller of a seat that was unplugged."""
        from fliegende3d.presentation.screens.device_screens import ReconnectScreen

        seats = [seat for seat in self.app.seats.seats_of(device) if seat < len(self.match.session.players)]
        if not seats:
            return False
        if self.act is not None:
            self.act.handle(FocusLost(self.app.time))
        name = self.match.session.state.names[seats[0]]
        self._interrupted = True
        self.app.push(ReconnectScreen(self.app, seats[0], name, device))
        return True

    def table_event(self, event: InputEvent) -> bool:
        """See ``Screen``."""
        if isinstance(event, PointerMoved):
            self._hover(event.x, event.y)
        return self.act is not None and self.act.table_event(event)

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        if self.act is not None and self.act.command(pressed):
            return True
        if pressed.repeat:
            return False
        match pressed.command:
            case Command.BACK | Command.MENU:
                self.open_pause()
            case Command.SCORES:
                self.open_scores()
            case Command.UNDO:
                self.take_back()
            case _:
                return False
        return True

    # Taking back

    def undo_seat(self) -> int | None:
        """Return whose last decision could be taken back from here: a person's, the latest; None if nobody's."""
        if self.act is None or not self.act.lets_undo or not self.kept:
            return None
        seats = {seat for seat in undoable(self.match.session.state) if self.match.is_human(seat)}
        for entry in reversed(self.match.session.history):
            if entry.action.seat in seats:
                return entry.action.seat
        return None

    def take_back(self) -> None:
        """Take back the latest decision that the rules let go, and go on from there; or say why not."""
        seat = self.undo_seat()
        if seat is None:
            self.app.refuse(self.words("hud.no_undo"))
            return
        refusal = self.match.submit(Undo(seat))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.next_act()

    def _hover(self, x: float, y: float) -> None:
        place = None if self.app.surface.covers(x, y) else to_table_place(self.app, x, y)
        self._hovered = None
        if place is not None:
            for card in self._shown:
                if inside(place, card_corners(card.x, card.y, card.yaw)):
                    self._hovered = card

    # The stage

    def aim_framing(self, side: Side, *others: NDArray[np.float64]) -> Framing:
        """Return what someone at a side sees who is about to throw: all cards of this stage, and ``others`` [m]."""
        state = self.match.session.state
        if state.stage != self._stage:
            self._stage, self._stage_cards = state.stage, {}
        self._stage_cards |= {card.id: card for card in state.table}
        return aim_framing(side, self.match.session.aiming.line_distance(side), self._stage_cards.values(), others)

    @property
    def glide(self) -> Glide:
        """How the eye moves just now."""
        return self.eye.glide

    def look(self, view: EyeView) -> None:
        """Let the eye glide to another view."""
        self.eye.look(view, cut=self.app.settings.access.reduced_motion)
        self.match.ahead = self.eye.ahead
        self._set_view(self.glide.now())

    def frame(self, framing: Framing, *, gently: bool = False) -> None:
        """Let the eye glide to where all this is seen beside the panels, and follow when they or the window change.

        ``gently`` leaves the eye where it is if it sees everything already.
        """
        self.eye.frame(framing, gently=gently)
        self.match.ahead = self.eye.ahead

    def _fit(self) -> None:
        """Let the eye look for its view with the panels as they are now."""
        self.eye.fit(self._obstacles(), self.app.host.size, cut=self.app.settings.access.reduced_motion)
        self._set_view(self.glide.now())

    def _obstacles(self) -> list[Rect]:
        """Return where panels and single buttons are in the window [px]."""
        app = self.app
        self._panels = lay_out(
            View(self._placed()),
            size=app.host.size,
            chosen_scale=app.settings.access.interface_scale,
            theme=app.surface.theme,
            typeface=app.typeface,
            interaction=replace(app.surface.interaction, offsets=dict(app.surface.interaction.offsets)),
        )
        panels = list(self._panels.panels)
        single = [target.rect for target in self._panels.targets if target.clip is None]
        return [*panels, *(rect for rect in single if not any(panel.contains(*rect.centre) for panel in panels))]

    def _set_view(self, view: EyeView) -> None:
        self.app.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up, view.shift)
        ahead = (view.look_at[0] - view.eye[0], view.look_at[1] - view.eye[1], view.look_at[2] - view.eye[2])
        self.app.sounds.listen(view.eye, ahead, view.up)

    def show_table(
        self,
        cards: Sequence[PlacedCard],
        *,
        held: Held | None = None,
        focused: int | None = None,
        poses: Mapping[int, Pose] | None = None,
    ) -> None:
        """Show cards on the table, one of them perhaps in the hand above it."""
        texts = self.app.texts
        self._shown = cards
        poses = self.match.poses if poses is None else poses
        emphasis = {focused: Emphasis.FOCUSED}
        ahead = self.match.ahead
        views = [card_view(texts, c, poses.get(c.id), emphasis.get(c.id, Emphasis.NONE), ahead=ahead) for c in cards]
        if held is not None:
            card, x, y, yaw, legal = held
            look = Emphasis.ALLOWED if legal else Emphasis.REFUSED
            label = card_name(texts, card.kind)
            yaw, _, _ = facing(yaw, 0.0, 0.0, ahead)
            views.append(CardView(card.id, card.kind.value, x, y, yaw, z=HELD_HEIGHT, label=label, emphasis=look))
        self.app.stage.set_cards(views)

    def _wind_sample(self) -> WindSample | None:
        return wind_now(self.match.session).sample

    def wind_caption(self, side: Side) -> str:
        """Return the wind in words, as a player at a side feels it."""
        return wind_in_words(self.app.texts, self.match.session, side)

    def _card_edges(self) -> list[LineShape]:
        """Return a white line around every card, for high contrast."""
        lines: list[LineShape] = []
        for card in self.match.session.state.table:
            x, y, _, yaw, _, _ = self.match.poses.get(card.id, (card.x, card.y, 0.0, card.yaw, 0.0, 0.0))
            lines += table_line(self.app, card_corners(x, y, yaw), EDGE_WIDTH, WHITE)
        return lines

    # Other screens

    def open_log(self) -> None:
        """Show the whole log."""
        from fliegende3d.presentation.screens.pages import LogScreen

        self.app.push(LogScreen(self.app, self.match.told_log))

    def open_scores(self) -> None:
        """Show everybody's cards and what they would score now."""
        from fliegende3d.presentation.screens.pages import ScoresScreen

        self.app.push(ScoresScreen(self.app, self.match))

    def open_pause(self) -> None:
        """Pause the game."""
        from fliegende3d.presentation.screens.pause import PauseScreen

        if self.app.screen is self:
            self._interrupted = True
            self.app.push(PauseScreen(self.app, self))

    # What is shown

    def view(self) -> View:
        """See ``Screen``."""
        act = self.act
        if act is None:
            return View()
        floating: list[Tag] = [] if act.curtain else list(act.floating())
        if self._hovered is not None and not act.curtain and not floating:
            place = to_pixel(self.app, self._hovered.x, self._hovered.y)
            if place is not None:
                tag = CardTag(kind=self._hovered.kind.value, name=card_name(self.app.texts, self._hovered.kind))
                floating.append((tag, place[0], place[1] - 24.0 * self.app.surface.scale))
        canvas = Canvas() if act.curtain else act.canvas()
        if self.app.settings.access.high_contrast and not act.curtain:
            canvas = Canvas(lines=[*self._card_edges(), *canvas.lines], fills=canvas.fills)
        return View(
            self._placed(),
            canvas,
            veil=act.veil,
            curtain=act.curtain,
            first_focus=act.first_focus,
            unfocused=act.first_focus is None,
            floating=floating if self._panels is None else beside(self._panels, floating, self.app.host.size),
        )

    def _placed(self) -> list[Placed]:
        """Return the panels: the act's own, and what surrounds it."""
        act = self.act
        if act is None:
            return []
        around = act.shows_surroundings and self.surrounded and not act.curtain
        return [*(surroundings(self, caption=act.caption()) if around else []), *act.parts()]


# A wind of this speed [m/s] is heard at full loudness.
LOUD_WIND = 3.0
