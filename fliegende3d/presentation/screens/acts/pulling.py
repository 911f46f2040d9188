"""A slingshot in the hand: how much room there is to draw it, and the scale and number that are shown of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fliegende3d.presentation.screens.acts.projection import Pixel, to_pixel
from fliegende3d.presentation.screens.acts.pull_band import Pull, band
from fliegende3d.presentation.throwing.release import power_for
from fliegende3d.presentation.throwing.slingshot import full_pull
from fliegende3d.presentation.ui.elements import Canvas, Element, Label, Panel
from fliegende3d.presentation.ui.theme import TextStyle

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.acts.aiming import AimAct

# How hard a slingshot is drawn stands so far to the right of the pointer and below it [reference px].
NOTE_ASIDE, NOTE_DROP = 90.0, 26.0


def grip_pixel(act: AimAct) -> Pixel | None:
    """Return where the carpet is gripped [px], or would be."""
    if act.grip is not None:
        return _pixel(act, 0)
    return to_pixel(act.app, *(float(part) for part in act.shown.mean(axis=0)))


def full_pull_of(act: AimAct) -> float:
    """Return the pull of full power [window heights]: all of it fits between the grip and the window's lower edge."""
    grip = grip_pixel(act)
    return full_pull(1.0 - grip[1] / act.app.host.size[1] if grip is not None else 1.0)


def pull_scale(act: AimAct) -> Canvas:
    """Return the scale behind the carpet and the band to the pointer; nothing in other ways of throwing."""
    grip, height = grip_pixel(act), act.app.host.size[1]
    if act.mode != "slingshot" or grip is None:
        return Canvas()
    pulled = act.pull()
    pointer = _pixel(act, -1) if act.grip is not None else None
    power = pulled.power if pulled is not None else 0.0
    pull = Pull(grip, pointer, power, full_pull_of(act) * height, height, powers_of_cards(act))
    return band(pull, act.app.surface.scale)


def powers_of_cards(act: AimAct) -> tuple[float, float] | None:
    """Return the powers that reach the nearest and the farthest card, for those who want help with aiming."""
    cards = act.match.session.state.table
    if act.assist == "none" or not cards:
        return None
    x, y = act.hand_place()
    reaches = [math.hypot(card.x - x, card.y - y) for card in cards]
    speeds = [act.match.drift.speed_to(reach) for reach in (min(reaches), max(reaches))]
    low, high = (power_for(speed) if speed is not None else 0.0 for speed in speeds)
    return (low, high)


def pull_note(act: AimAct) -> Sequence[tuple[Element, float, float]]:
    """Return how hard the pull is, beside the pointer."""
    pulled = act.pull()
    if pulled is None:
        return ()
    x, y = _pixel(act, -1)
    words = Label(text=f"{act.app.texts.number(pulled.power * 100.0)} %", style=TextStyle.STRONG)
    note = Panel(key="aim.pull", body=words, padding=14)
    scale = act.app.surface.scale
    return [(note, x + NOTE_ASIDE * scale, y + NOTE_DROP * scale)]


def _pixel(act: AimAct, index: int) -> Pixel:
    """Where the pointer was at one of its samples [px]."""
    assert act.grip is not None, "only a gripped carpet has samples"
    sample, height = act.grip[index], act.app.host.size[1]
    return (sample.x * height, -sample.y * height)
