"""A person's throw: grip, wind-up, release; or slingshot, meter, steps. The carpet in the hand shows what will fly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

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
from fliegende3d.presentation.screens.acts.preview import Preview, preview_lines
from fliegende3d.presentation.screens.acts.projection import inside, to_pixel
from fliegende3d.presentation.screens.acts.pull_band import Pull, band
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.viewpoint import above_framing, outline
from fliegende3d.presentation.throwing.flick import RESTING_SPIN, FlickSettings, read_flick, stroke_tilt
from fliegende3d.presentation.throwing.gesture import LOFT_STEP, ORDINARY_POWER, TILT_STEP, StrokeFault, ThrowGesture
from fliegende3d.presentation.throwing.meter import MeterState, read_meter
from fliegende3d.presentation.throwing.release import flat_carpet, power_for, release
from fliegende3d.presentation.throwing.slingshot import full_pull, read_pull
from fliegende3d.presentation.throwing.stick import StickFlick
from fliegende3d.presentation.throwing.trace import TraceSample
from fliegende3d.presentation.ui.elements import Canvas, Element, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import FlightDecision, Side
from fliegende3d.settings import Hand

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# The carpet's outline is grown by this much [reference px] for gripping.
GRIP_MARGIN = 26.0
# A wind-up of one window height moves the carpet back by this much, but never further than it is seen [m].
WINDUP_REACH = 0.30
FARTHEST_WINDUP = 0.028
# In the resting hand the carpet is held back by this much [m], and lower by this share of it.
RESTING_BACK = 0.02
DROP = 0.7
# However it is tilted and turned, the carpet reaches no farther than this from its middle [m].
HAND_REACH = 0.050
# While it is held, the carpet comes back to level with this time constant [s], if the player wants that help.
LEVELLING_TIME = 0.25
# How a pad shakes at the release: strength at full power, and for how long [s].
RELEASE_RUMBLE, RELEASE_TIME = 0.6, 0.06
# How hard a slingshot is drawn stands so far to the right of the pointer and below it [reference px].
NOTE_ASIDE, NOTE_DROP = 90.0, 26.0
THROW_MODES = ("flick", "slingshot", "meter", "step")


def held_back(throw: Throw, back: float) -> tuple[float, float, float]:
    """Return how far a carpet is off its release [m] while the hand holds it so far behind."""
    vx, vy, _ = throw.velocity
    length = math.hypot(vx, vy) or 1.0
    return (-vx / length * back, -vy / length * back, -DROP * back)


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
            self.screen.frame(self.screen.aim_framing(self.side, *self._hand_room()))

    def _hand_room(self) -> list[NDArray[np.float64]]:
        """The places that the carpet takes while it is held and wound up [m], shape (8, 3) each."""
        throw = self._throw()
        rooms = []
        for back in (RESTING_BACK - FARTHEST_WINDUP, RESTING_BACK + FARTHEST_WINDUP):
            middle = np.array(throw.position) + held_back(throw, back)
            corners = [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-0.2, 0.2)]
            rooms.append(middle + HAND_REACH * np.array(corners))
        return rooms

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
        throw = self._released_with(replace(self.gesture, tilt=self.gesture.tilt + swerve))
        self.shown = flat_carpet(throw, offset=held_back(throw, self._windup() + RESTING_BACK))
        self.app.stage.pose_carpet(self.decision.carpet, self.shown)
        self.app.refresh()

    def _windup(self) -> float:
        if self._grip is None or len(self._grip) < 2:
            return self._stick.windup * FARTHEST_WINDUP
        if self.mode == "slingshot":
            pulled = self._pull()
            return FARTHEST_WINDUP * (pulled.power if isinstance(pulled, ThrowGesture) else 0.0)
        return max(-FARTHEST_WINDUP, min(FARTHEST_WINDUP, (self._grip[0].y - self._grip[-1].y) * WINDUP_REACH))

    def _over_carpet(self, x: float, y: float) -> bool:
        corners = self.shown.reshape(20, 14, 3)[[0, 0, -1, -1], [0, -1, -1, 0]]
        pixels = [to_pixel(self.app, *(float(v) for v in corner)) for corner in corners]
        shape = [pixel for pixel in pixels if pixel is not None]
        if len(shape) < 4:
            return False
        middle = np.mean(shape, axis=0)
        margin = GRIP_MARGIN * self.app.surface.scale
        grown = []
        for px, py in shape:
            dx, dy = px - middle[0], py - middle[1]
            reach = math.hypot(dx, dy) or 1.0
            grown.append((px + dx / reach * margin, py + dy / reach * margin))
        return inside((x, y), grown)

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
                if self._above or not self._over_carpet(x, y):
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
            full=self._full_pull(),
            spin=kept.spin,
            tilt=kept.tilt,
            loft=kept.loft,
            shift=kept.shift,
        )

    def _full_pull(self) -> float:
        """The pull of full power [window heights]: all of it fits between the grip and the window's lower edge."""
        grip = self._grip_pixel()
        return full_pull(1.0 - grip[1] / self.app.host.size[1] if grip is not None else 1.0)

    def _grip_pixel(self) -> tuple[float, float] | None:
        """Where the carpet is gripped [px], or would be."""
        height = self.app.host.size[1]
        if self._grip is not None:
            return (self._grip[0].x * height, -self._grip[0].y * height)
        return to_pixel(self.app, *(float(part) for part in self.shown.mean(axis=0)))

    def _band(self) -> Canvas:
        """The slingshot's scale and band."""
        grip, height = self._grip_pixel(), self.app.host.size[1]
        if self.mode != "slingshot" or self._above or grip is None:
            return Canvas()
        pulled = self._pull() if self.pulling else None
        power = pulled.power if isinstance(pulled, ThrowGesture) else 0.0
        pointer = (self._grip[-1].x * height, -self._grip[-1].y * height) if self._grip is not None else None
        return band(
            Pull(grip, pointer, power, self._full_pull() * height, height, self._powers_of_cards()),
            self.app.surface.scale,
        )

    def _powers_of_cards(self) -> tuple[float, float] | None:
        """The powers that reach the nearest and the farthest card, for those who want help with aiming."""
        cards = self.match.session.state.table
        if self.assist == "none" or not cards:
            return None
        x, y, _ = self._throw().position
        reaches = [math.hypot(card.x - x, card.y - y) for card in cards]
        speeds = [self.match.drift.speed_to(reach) for reach in (min(reaches), max(reaches))]
        low, high = (power_for(speed) if speed is not None else 0.0 for speed in speeds)
        return (low, high)

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
            self.app.refresh()
        if self._preview.advance(dt):
            self.app.refresh()
        if self.gripped and self.hand.level_hand and abs(self.gesture.tilt) > 1e-4:
            self.gesture = replace(self.gesture, tilt=self.gesture.tilt * math.exp(-dt / LEVELLING_TIME))
            self._hold()

    def _heading(self) -> tuple[float, float]:
        """Where the carpet comes down, as a direction over the table: a drift to the side is held against."""
        pull = self._pull() if self._grip is not None and self.mode == "flick" else None
        direction = pull.direction if isinstance(pull, ThrowGesture) else self.gesture.direction
        return to_table(self.side, math.sin(direction), math.cos(direction))

    # What is shown

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        if self.waiting:
            return [Placed(element=ready_panel(self), most_width_share=0.6, most_height_share=0.8)]
        return [Placed(element=aim_panel(self), across=1.0, down=1.0, most_width_share=0.42, most_height_share=0.86)]

    def floating(self) -> Sequence[tuple[Element, float, float]]:
        """See ``Act``: how hard the pull is, beside the pointer."""
        pulled = self._pull() if self.pulling else None
        if not isinstance(pulled, ThrowGesture) or self._grip is None:
            return ()
        height, scale = self.app.host.size[1], self.app.surface.scale
        words = Label(text=f"{self.app.texts.number(pulled.power * 100.0)} %", style=TextStyle.STRONG)
        last = self._grip[-1]
        note = Panel(key="aim.pull", body=words, padding=14)
        return [(note, last.x * height + NOTE_ASIDE * scale, -last.y * height + NOTE_DROP * scale)]

    def canvas(self) -> Canvas:
        """See ``Act``."""
        if self.waiting:
            return Canvas()
        strong = self.gripped or self.mode != "flick"
        lines = preview_lines(self.app, self._throw(), self._heading(), self._preview, self.assist, strong=strong)
        scale = self._band()
        return Canvas(lines=[*lines.lines, *scale.lines], fills=[*lines.fills, *scale.fills])
