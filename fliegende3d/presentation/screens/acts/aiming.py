"""A person's throw: grip, wind-up, release; or slingshot, meter, steps. The carpet in the hand shows what will fly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from fliegende3d.flight import Throw
from fliegende3d.game.aiming import to_table
from fliegende3d.game.session import Flight
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    FocusLost,
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
    WheelTurned,
)
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.aim_panel import aim_panel, ready_panel
from fliegende3d.presentation.screens.acts.held import FARTHEST_WINDUP, RESTING_BACK, hand_room, held_back, is_over
from fliegende3d.presentation.screens.acts.preview import Preview, preview_lines
from fliegende3d.presentation.screens.acts.pulling import full_pull_of, pull_note, pull_scale
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.viewpoint import above_framing, outline
from fliegende3d.presentation.throwing.flick import RESTING_SPIN, FlickSettings, read_flick, stroke_tilt
from fliegende3d.presentation.throwing.gesture import LOFT_STEP, ORDINARY_POWER, TILT_STEP, StrokeFault, ThrowGesture
from fliegende3d.presentation.throwing.meter import MeterState, read_meter
from fliegende3d.presentation.throwing.release import flat_carpet, release
from fliegende3d.presentation.throwing.slingshot import read_pull
from fliegende3d.presentation.throwing.stick import StickFlick
from fliegende3d.presentation.throwing.trace import TraceSample
from fliegende3d.presentation.ui.elements import Canvas, Element
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import FlightDecision, Side
from fliegende3d.settings import Hand

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# A wind-up of one window height moves the carpet back by this much [m], but never further than it is seen.
WINDUP_REACH = 0.30
# While it is held, the carpet comes back to level with this time constant [s], if the player wants that help.
LEVELLING_TIME = 0.25
# How a pad shakes at the release: strength at full power, and for how long [s].
RELEASE_RUMBLE, RELEASE_TIME = 0.6, 0.06
THROW_MODES = ("flick", "slingshot", "meter", "step")


class AimAct(Act):
    """One throw by a person."""

    def __init__(self, screen: GameScreen, decision: FlightDecision) -> None:
        super().__init__(screen)
        self.decision = decision
        self.side = self.match.session.state.side(decision.seat)
        self.gesture = ThrowGesture(power=ORDINARY_POWER, spin=self._sense * RESTING_SPIN)
        self.mode = self.hand.throw_mode if self.hand.throw_mode in THROW_MODES else "flick"
        self.meter: MeterState | None = None
        self._grip: list[TraceSample] | None = None
        self._stick = StickFlick(left_handed=self.hand.left_handed)
        self._preview = Preview(self.match)
        self._above = False
        self._clock = 0.0
        # Whether the player is still asked if they are ready: until then nothing throws.
        self.waiting = False
        self.shown = flat_carpet(self._throw())

    @property
    def hand_seat(self) -> int:
        """Whose way of throwing is used."""
        return self.decision.seat

    @property
    def hand(self) -> Hand:
        """How the player throws."""
        return self.app.settings.hands[self.hand_seat]

    @property
    def _personal(self) -> FlickSettings:
        return FlickSettings.of_hand(pace=self.hand.pace, sense=self._sense, steady=self.hand.level_hand)

    @property
    def _sense(self) -> float:
        """The sense of the resting spin: 1 for a right hand, −1 for a left one."""
        return -1.0 if self.hand.left_handed else 1.0

    @property
    def first_focus(self) -> str | None:
        """The control that keys act on first in each mode."""
        if self.waiting:
            return "aim.ready"
        return {"step": "aim.direction", "meter": "aim.meter"}.get(self.mode, "aim.mode")

    @property
    def gripped(self) -> bool:
        """Whether the carpet is in the hand now."""
        return self._grip is not None

    @property
    def wound(self) -> bool:
        """Whether the carpet is gripped or wound up, by whatever device."""
        return self.gripped or self._stick.windup > 0.0

    @property
    def steady(self) -> bool:
        """See ``Act``: the hand would lose its aim, and a question asked meanwhile is no reason to look elsewhere."""
        return self.wound or self.waiting

    @property
    def lets_undo(self) -> bool:
        """See ``Act``: not while the carpet is in the hand."""
        return not self.gripped and not self.over

    @property
    def actor(self) -> int | None:
        """See ``Act``."""
        return self.decision.seat

    def begin(self) -> None:
        """See ``Act``."""
        self._look()
        self.app.pads.left_handed = self.hand.left_handed
        self.app.stage.set_throw_line(list(Side).index(self.side))
        self.match.show_cards()
        self.match.show_resting()
        self._hold()
        self._ask_preview()

    def end(self) -> None:
        """See ``Act``: nothing stays wound up while something else is in front."""
        self._let_go()
        self._preview.cancel()
        self.app.stage.set_throw_line(None)

    def ask_ready(self) -> None:
        """Throw nothing before the player has said to be ready: whoever holds the mouse may be somebody else."""
        self._let_go()
        self.waiting = True
        self.app.surface.interaction.focus = self.first_focus
        self.app.refresh()

    def be_ready(self) -> None:
        """The player is ready."""
        self.waiting = False
        self._let_go()
        self._hold()
        self.app.surface.interaction.focus = self.first_focus

    def _let_go(self) -> None:
        self._grip = None
        self.meter = None
        self._stick = StickFlick(left_handed=self.hand.left_handed)

    def caption(self) -> str:
        """See ``Act``."""
        return self.screen.wind_caption(self.side)

    def _look(self) -> None:
        if self._above:
            cards = [outline(card) for card in self.match.session.state.table]
            self.screen.frame(above_framing(self.side, [*cards, self.shown]))
        else:
            self.screen.frame(self.screen.aim_framing(self.side, *hand_room(self._throw())))

    # The hand

    def _throw(self) -> Throw:
        return self._released_with(self.gesture)

    def _released_with(self, gesture: ThrowGesture) -> Throw:
        return release(gesture, side=self.side, aiming=self.match.session.aiming, drift=self.match.drift)

    def _hold(self) -> None:
        """Show the carpet as it is held: wound back, tilted, turned towards where it will fly."""
        swerve = 0.0
        if self._grip is not None and self.mode == "flick":
            swerve = self._personal.tilt_share * stroke_tilt(self._grip, self._grip[-1].time)
        aimed = self._aimed()
        throw = self._released_with(replace(aimed, tilt=aimed.tilt + swerve))
        self.shown = flat_carpet(throw, offset=held_back(throw, self._windup() + RESTING_BACK))
        self.app.stage.pose_carpet(self.decision.carpet, self.shown)
        self.app.refresh()

    def _windup(self) -> float:
        if self._grip is None or len(self._grip) < 2:
            return self._stick.windup * FARTHEST_WINDUP
        if self.mode == "slingshot":
            pulled = self.pull()
            return FARTHEST_WINDUP * (pulled.power if pulled is not None else 0.0)
        return max(-FARTHEST_WINDUP, min(FARTHEST_WINDUP, (self._grip[0].y - self._grip[-1].y) * WINDUP_REACH))

    def _sample(self, time: float, x: float, y: float) -> TraceSample:
        height = self.app.host.size[1]
        return TraceSample(time, x / height, -y / height)

    # Input

    def handle(self, event: InputEvent) -> bool:
        """While the carpet is held every move belongs to the throw; see ``Screen``."""
        if self.waiting:
            return False
        if isinstance(event, SticksMoved):
            return self._sticks(event)
        if isinstance(event, FocusLost):
            self._let_go()
            self._hold()
            return True
        if self._is_loft_of_pad(event):
            return True
        if self._grip is None:
            return self._meter_press(event)
        match event:
            case PointerMoved(time=time, x=x, y=y):
                self._grip.append(self._sample(time, x, y))
                self._held_moved()
            case PointerReleased(time=time, x=x, y=y, button=PointerButton.MAIN):
                self._grip.append(self._sample(time, x, y))
                self._released(time)
            case PointerPressed(button=PointerButton.SECOND):
                self._cancel()
            case CommandPressed(command=Command.BACK):
                self._cancel()
            case _:
                return False
        return True

    def _is_loft_of_pad(self, event: InputEvent) -> bool:
        """On a pad up and down mean the loft while aiming by hand: they must not move the focus as well."""
        by_hand = self.mode in ("flick", "slingshot")
        vertical = isinstance(event, CommandPressed) and event.command in (Command.UP, Command.DOWN)
        return by_hand and vertical and isinstance(event, CommandPressed) and event.device != KEYBOARD

    def _meter_press(self, event: InputEvent) -> bool:
        if self.mode != "meter" or self.meter is None:
            return False
        if isinstance(event, CommandPressed) and event.command is Command.BACK:
            self.meter = None
            self.app.refresh()
            return True
        return False

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if self.waiting:
            return False
        match event:
            case PointerPressed(time=time, x=x, y=y, button=PointerButton.MAIN):
                if self.mode in ("step", "meter"):
                    if self.mode == "meter":
                        self.press_meter()
                    return True
                if self._above or not is_over(self.app, self.shown, x, y):
                    self.app.say(self.words("throw.grip_hint"))
                    return True
                self._grip = [self._sample(time, x, y)]
                self.app.refresh()
            case WheelTurned(notches=notches):
                self._change(loft=self.gesture.loft + LOFT_STEP * notches)
            case _:
                return False
        return True

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        gesture = self.gesture
        if self.waiting:
            return False
        match pressed.command:
            case Command.TILT_LEFT:
                self._change(tilt=gesture.tilt - TILT_STEP)
            case Command.TILT_RIGHT:
                self._change(tilt=gesture.tilt + TILT_STEP)
            case Command.LOFT_UP:
                self._change(loft=gesture.loft + LOFT_STEP)
            case Command.LOFT_DOWN:
                self._change(loft=gesture.loft - LOFT_STEP)
            case Command.TOP_VIEW if not pressed.repeat:
                self._above = not self._above
                self._look()
            case _:
                return False
        return True

    def _change(self, **changes: float) -> None:
        self.set_gesture(replace(self.gesture, **changes).clamped())

    def set_gesture(self, gesture: ThrowGesture) -> None:
        """Hold the carpet differently; the preview follows."""
        moved = gesture.shift != self.gesture.shift
        self.gesture = gesture.clamped()
        self._hold()
        if moved:
            self._look()
        self._ask_preview()

    def _ask_preview(self) -> None:
        if self.assist in ("arc", "ellipse"):
            self._preview.ask(self._throw(), ellipse=self.assist == "ellipse")

    @property
    def assist(self) -> str:
        """The help in use: ways of throwing that take their time show at least the arc, unless no help is wanted."""
        chosen = self.hand.assist
        return "arc" if chosen == "arrow" and self.mode in ("slingshot", "step") else chosen

    def _held_moved(self) -> None:
        assert self._grip is not None
        if self.mode == "slingshot":
            pulled = self._pull()
            if isinstance(pulled, ThrowGesture):
                self.gesture = pulled
                self._ask_preview()
        self._hold()

    def _pull(self) -> ThrowGesture | StrokeFault:
        assert self._grip is not None
        first, last = self._grip[0], self._grip[-1]
        kept = self.gesture
        return read_pull(
            last.x - first.x,
            first.y - last.y,
            full=full_pull_of(self),
            spin=kept.spin,
            tilt=kept.tilt,
            loft=kept.loft,
            shift=kept.shift,
        )

    @property
    def grip(self) -> Sequence[TraceSample] | None:
        """Where the pointer has been since the carpet was gripped; None while it is not."""
        return self._grip

    def pull(self) -> ThrowGesture | None:
        """The throw of a slingshot that is being drawn now, if letting go would throw."""
        pulled = self._pull() if self.pulling else None
        return pulled if isinstance(pulled, ThrowGesture) else None

    def hand_place(self) -> tuple[float, float]:
        """Where over the table the hand is [m]."""
        x, y, _ = self._throw().position
        return (x, y)

    @property
    def pulling(self) -> bool:
        """Whether a slingshot is being drawn now."""
        return self.mode == "slingshot" and self._grip is not None and len(self._grip) > 1

    def _released(self, time: float) -> None:
        assert self._grip is not None
        grip, self._grip = self._grip, None
        kept = self.gesture
        if self.mode == "slingshot":
            self._grip = grip
            answer = self._pull()
            self._grip = None
        else:
            answer = read_flick(grip, time, settings=self._personal, tilt=kept.tilt, loft=kept.loft, shift=kept.shift)
        if isinstance(answer, StrokeFault):
            self.app.refuse(self.words(f"throw.fault.{answer.value}"))
            self._hold()
            return
        self.throw(answer)

    def _cancel(self) -> None:
        self._grip = None
        self.app.refuse(self.words(f"throw.fault.{StrokeFault.CANCELLED.value}"))
        self._hold()

    def _sticks(self, event: SticksMoved) -> bool:
        if self.mode not in ("flick", "slingshot"):
            return False
        answer = self._stick.take(event, self.gesture)
        if answer.aimed is not None:
            self.set_gesture(answer.aimed)
        if answer.fault is not None:
            self.app.refuse(self.words(f"throw.fault.{answer.fault.value}"))
        if answer.thrown is not None:
            self.throw(answer.thrown)
        elif answer.moved:
            self._hold()
        return answer.moved or answer.aimed is not None

    # Meter and steps

    def press_meter(self) -> None:
        """Start the meter, or make its next press."""
        speed = self.hand.meter_speed
        if self.meter is None:
            self.meter = MeterState(self._clock)
        else:
            self.meter = self.meter.press(self._clock, speed=speed)
            if self.meter.finished:
                kept = self.gesture
                self.throw(read_meter(self.meter, tilt=kept.tilt, loft=kept.loft, shift=kept.shift, hand=self._sense))
        self.app.refresh()

    def meter_value(self) -> float:
        """Where the meter's mark is now."""
        return self.meter.value(self._clock, speed=self.hand.meter_speed) if self.meter else 0.0

    def set_mode(self, mode: str) -> None:
        """Throw in another way, and remember it."""
        self.mode, self.meter, self._grip = mode, None, None
        self.change_hand(throw_mode=mode)

    def change_hand(self, **changes: object) -> None:
        """Throw with other settings of the player's own, and remember them."""
        hand = msgspec.structs.replace(self.hand, **changes)
        self.app.change_settings(self.app.settings.with_hand(self.hand_seat, hand))
        self._hold()
        self._ask_preview()

    def throw(self, gesture: ThrowGesture) -> None:
        """Let go: the carpet flies from the next frame on, while the rest of its flight is still being computed."""
        if self.over:
            return
        self.gesture = gesture.clamped()
        throw = self._throw()
        self._preview.cancel()
        self.app.rumble(self.decision.seat, RELEASE_RUMBLE * self.gesture.power, RELEASE_TIME)
        session = self.match.session
        pending = self.match.work(lambda: session.fly(throw))
        self.screen.play(self.watching(throw, pending))

    def watching(self, throw: Throw, pending: Future[Flight]) -> WatchAct:
        """Return the act that shows a throw; other kinds of games judge it otherwise."""
        return WatchAct(self.screen, throw=throw, pending=pending)

    def throw_now(self) -> None:
        """Throw with the numbers that were set."""
        self.throw(self.gesture)

    def update(self, dt: float) -> None:
        """See ``Act``."""
        self._clock += dt
        if self.mode == "meter" and self.meter is not None:
            self._hold()
        if self._preview.advance(dt):
            self.app.refresh()
        if self.gripped and self.hand.level_hand and abs(self.gesture.tilt) > 1e-4:
            self.gesture = replace(self.gesture, tilt=self.gesture.tilt * math.exp(-dt / LEVELLING_TIME))
            self._hold()

    def _heading(self) -> tuple[float, float]:
        """Where the carpet comes down, as a direction over the table: a drift to the side is held against."""
        pull = self._pull() if self._grip is not None and self.mode == "flick" else None
        direction = pull.direction if isinstance(pull, ThrowGesture) else self._aimed().direction
        return to_table(self.side, math.sin(direction), math.cos(direction))

    def _aimed(self) -> ThrowGesture:
        """The gesture as it stands: with the meter as its mark is just now."""
        if self.mode != "meter" or self.meter is None:
            return self.gesture
        kept = self.gesture
        running = self.meter.running(self._clock, speed=self.hand.meter_speed)
        aimed = read_meter(running, tilt=kept.tilt, loft=kept.loft, shift=kept.shift, hand=self._sense)
        return aimed if self.meter.presses > 0 else replace(kept, direction=aimed.direction)

    # What is shown

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        panel = ready_panel(self) if self.waiting else aim_panel(self)
        return [Placed(element=panel, across=1.0, down=1.0, most_width_share=0.42, most_height_share=0.86)]

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``: how hard the pull is, beside the pointer."""
        return pull_note(self)

    def canvas(self) -> Canvas:
        """See ``Act``."""
        if self.waiting:
            return Canvas()
        strong = self.gripped or self.mode != "flick"
        measured = self.mode == "meter" and self.meter is not None
        lines = preview_lines(
            self.app,
            self._throw(),
            self._heading(),
            # The arc of an ordinary throw would only confuse while other numbers are being chosen.
            None if measured else self._preview.drawn,
            self.assist,
            strong=strong,
            reach=self._aimed().power / ORDINARY_POWER if measured else 1.0,
        )
        scale = Canvas() if self._above else pull_scale(self)
        return Canvas(lines=[*lines.lines, *scale.lines], fills=[*lines.fills, *scale.fills])
