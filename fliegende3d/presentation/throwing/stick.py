"""Throws with a pad: the right stick pulls back and flicks forward, or the right trigger works as a slingshot."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace

from fliegende3d.presentation.devices.events import SticksMoved
from fliegende3d.presentation.throwing.flick import RESTING_SPIN
from fliegende3d.presentation.throwing.gesture import WIDEST_DIRECTION, StrokeFault, ThrowGesture

# The stick must be pulled back this far before a flick counts, and pushed forward beyond this to throw.
PULLED = -0.5
PUSHED = 0.55
# The peak speed is looked for in the last 100 ms.
PEAK_WINDOW = 0.100
# Over no shorter time is a speed measured [s]: pads report every 4 to 8 ms, so neighbouring reports tell little.
SPEED_SPAN = 0.020
# From −1 to 1 in 60 ms is a hard flick: this speed [radii of the stick per second] gives 63 % of full power.
STICK_PACE = 2.0 / 0.060
# Full sideways offset at the end of a flick changes the spin by this much.
OFFSET_SPIN = 0.6
# With the aiming stick fully over, the direction moves this fast [rad/s]; with fine aim at a quarter of that.
AIM_RATE = math.radians(40.0)
FINE_SHARE = 0.25
# The trigger throws when it is let go after being pulled this far.
TRIGGER_HELD = 0.2
TRIGGER_GONE = 0.06
LONGEST_GAP = 0.1


@dataclass(frozen=True)
class StickAnswer:
    """What the sticks did: a changed aim, a throw, or a fault."""

    aimed: ThrowGesture | None = None
    thrown: ThrowGesture | None = None
    fault: StrokeFault | None = None
    moved: bool = False


class StickFlick:
    """Follows one pad's sticks. Times come with the events, so the frame rate does not matter."""

    def __init__(self, *, left_handed: bool = False) -> None:
        self._left_handed = left_handed
        self._samples: deque[tuple[float, float, float]] = deque(maxlen=256)
        self._loaded = False
        self._trigger = 0.0
        self._last = 0.0
        self._across = 0.0

    @property
    def windup(self) -> float:
        """How far the carpet is pulled back, 0 to 1."""
        stick = max(0.0, -self._samples[-1][2]) if self._samples and self._loaded else 0.0
        return max(stick, self._trigger)

    def take(self, event: SticksMoved, gesture: ThrowGesture) -> StickAnswer:
        """Take a report of the sticks; ``gesture`` is how the carpet is held now."""
        aim, flick = (event.right, event.left) if self._left_handed else (event.left, event.right)
        trigger = event.left_trigger if self._left_handed else event.right_trigger
        fine = event.right_trigger if self._left_handed else event.left_trigger
        passed = min(LONGEST_GAP, max(0.0, event.time - self._last)) if self._last else 0.0
        self._last = event.time
        # Since the last report the stick was where that one told: a tap turns no more than it lasts.
        aimed = self._aimed(self._across, fine, passed, gesture)
        self._across = aim[0]
        held = aimed or gesture
        thrown = self._flicked(event.time, flick, held) or self._trigger_shot(trigger, held)
        moved = self._loaded or trigger > 0.0 or self._across != 0.0
        return StickAnswer(aimed, thrown, None, moved)

    def _aimed(self, across: float, fine: float, passed: float, gesture: ThrowGesture) -> ThrowGesture | None:
        if across == 0.0:
            return None
        rate = AIM_RATE * (FINE_SHARE if fine > 0.5 else 1.0)
        direction = gesture.direction + across * rate * passed
        return replace(gesture, direction=min(WIDEST_DIRECTION, max(-WIDEST_DIRECTION, direction)))

    def _flicked(self, time: float, stick: tuple[float, float], gesture: ThrowGesture) -> ThrowGesture | None:
        self._sample(time, stick)
        if stick[1] <= PULLED:
            self._loaded = True
        if not self._loaded or stick[1] < PUSHED:
            return None
        self._loaded = False
        recent = [s for s in self._samples if s[0] >= time - PEAK_WINDOW]
        before = [s for s in self._samples if s[0] < time - PEAK_WINDOW]
        peak = _peak_speed(([before[-1]] if before else []) + recent)
        self._samples.clear()
        hand = -1.0 if self._left_handed else 1.0
        spin = hand * RESTING_SPIN + stick[0] * OFFSET_SPIN
        power = 1.0 - math.exp(-max(0.0, peak) / STICK_PACE)
        return replace(gesture, power=power, spin=spin).clamped()

    def _sample(self, time: float, stick: tuple[float, float]) -> None:
        """Remember where the stick went; it was where it had been until shortly before a change is reported."""
        if self._samples:
            last, *before = self._samples[-1]
            if tuple(before) == stick:
                return
            if time - last > SPEED_SPAN:
                self._samples.append((time - SPEED_SPAN, before[0], before[1]))
        self._samples.append((time, stick[0], stick[1]))

    def _trigger_shot(self, trigger: float, gesture: ThrowGesture) -> ThrowGesture | None:
        before = self._trigger
        if trigger >= before:
            self._trigger = trigger
            return None
        if trigger > TRIGGER_GONE:
            return None
        self._trigger = 0.0
        return replace(gesture, power=before).clamped() if before >= TRIGGER_HELD else None


def _peak_speed(path: list[tuple[float, float, float]]) -> float:
    """Return the largest speed forward [radii/s] over at least ``SPEED_SPAN`` among samples (time, across, forward)."""
    peak = 0.0
    for number, (time, _, forward) in enumerate(path):
        earlier = next((old for old in reversed(path[:number]) if time - old[0] > SPEED_SPAN - 1e-6), None)
        if earlier is not None:
            peak = max(peak, (forward - earlier[2]) / (time - earlier[0]))
    return peak
