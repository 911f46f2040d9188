"""The panel beside a throw: the way of throwing, what to do, and for steps and the meter their numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import KEYBOARD, Command
from fliegende3d.presentation.throwing.step import STEPS, StepValue, value_of, with_value
from fliegende3d.presentation.ui.controls import Bar, Button, Choice, Role, Slider
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.emblems import KeyCap, PlayerChip
from fliegende3d.presentation.ui.theme import TextStyle

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.acts.aiming import AimAct

MODES = ("flick", "slingshot", "meter", "step")
ASSISTS = ("none", "arrow", "arc", "ellipse")


def aim_panel(act: AimAct) -> Panel:
    """Return the panel for the mode in use."""
    words = act.words
    seat = act.decision.seat
    children: list[Element] = [
        Row(children=[PlayerChip(seat=seat), Label(text=act.name(seat), style=TextStyle.STRONG)]),
        Choice(
            key="aim.mode",
            label="",
            options=[words(f"mode.{mode}") for mode in MODES],
            index=MODES.index(act.mode),
            on_change=lambda index: act.set_mode(MODES[index]),
        ),
        Label(text=_help(act), style=TextStyle.SMALL),
    ]
    foot: Element | None = None
    if act.mode == "step":
        children += [_slider(act, which) for which in StepValue]
        foot = Button(key="aim.throw", label=words("throw.now"), on_press=act.throw_now, role=Role.PRIMARY)
    elif act.mode == "meter":
        children += _meter(act)
    else:
        children += _hand(act)
    chosen = act.hand.assist
    children.append(
        Choice(
            key="aim.assist",
            label=words("throw.assist"),
            options=[words(f"assist.{assist}") for assist in ASSISTS],
            index=ASSISTS.index(chosen) if chosen in ASSISTS else 0,
            on_change=lambda index: act.change_hand(assist=ASSISTS[index]),
        )
    )
    title = words("throw.title", throw=act.decision.throw)
    return Panel(key="aim", title=title, body=Column(children=children), foot=foot, width=520)


def ready_panel(act: AimAct) -> Panel:
    """Return the question whether the player is there, before anything can be thrown."""
    name = act.name(act.decision.seat)
    head = Row(children=[PlayerChip(seat=act.decision.seat), Label(text=name, style=TextStyle.STRONG)])
    button = Button(
        key="aim.ready", label=act.words("secret.ready", name=name), on_press=act.be_ready, role=Role.PRIMARY
    )
    body = Column(children=[head, Label(text=act.words("throw.ready"))])
    return Panel(
        key="ready", title=act.words("throw.title", throw=act.decision.throw), body=body, foot=button, width=620
    )


def _help(act: AimAct) -> str:
    """What to do, with the device used last."""
    if act.app.last_device == KEYBOARD or act.mode in ("meter", "step"):
        return act.words(f"throw.help_{act.mode}")
    sides = ("left", "right") if act.hand.left_handed else ("right", "left")
    flick, aim = (act.app.key_label(f"{side}_stick", pad=True) for side in sides)
    trigger = act.app.key_label(f"{sides[0]}_trigger", pad=True)
    return act.words(f"throw.help_{act.mode}_pad", flick=flick, aim=aim, trigger=trigger)


def _slider(act: AimAct, which: StepValue) -> Element:
    low, high, step = STEPS[which]
    return Slider(
        key=f"aim.{which.value}",
        label=act.words(f"throw.{which.value}"),
        value=value_of(act.gesture, which),
        low=low,
        high=high,
        step=step,
        shown=shown_value(act, which),
        on_change=lambda value: act.set_gesture(with_value(act.gesture, which, value)),
    )


def shown_value(act: AimAct, which: StepValue) -> str:
    """Return one number of the throw with its unit."""
    value, texts = value_of(act.gesture, which), act.app.texts
    match which:
        case StepValue.POWER:
            return f"{texts.number(value * 100.0)} %"
        case StepValue.SPIN:
            return f"{texts.number(value * 100.0, sign=True)} %"
        case StepValue.SHIFT:
            return f"{texts.number(value * 100.0, sign=True)} cm"
        case _:
            return f"{texts.number(math.degrees(value), sign=True)}°"


def _meter(act: AimAct) -> list[Element]:
    words = act.words
    stage = act.meter.presses if act.meter is not None else -1
    label = words("throw.meter_start") if stage < 0 else words(f"throw.meter_{stage}")
    elements: list[Element] = [Button(key="aim.meter", label=label, on_press=act.press_meter, role=Role.PRIMARY)]
    if act.meter is not None:
        value = act.meter_value()
        mark = value if stage == 1 else (value + 1.0) / 2.0
        elements.append(Bar(value=value if stage == 1 else 0.0, mark=mark, height=28))
    return elements


def _hand(act: AimAct) -> list[Element]:
    app, words = act.app, act.words
    bindings = app.bindings["keyboard" if app.last_device == KEYBOARD else "pad"]
    is_pad = app.last_device != KEYBOARD

    def cap(first: Command, second: Command, key: str, which: StepValue) -> Element:
        names = "/".join(app.key_label(bindings.first_name(command), pad=is_pad) for command in (first, second))
        return KeyCap(name=names, text=f"{words(key)} {shown_value(act, which)}")

    return [
        cap(Command.TILT_LEFT, Command.TILT_RIGHT, "throw.tilt", StepValue.TILT),
        cap(Command.LOFT_UP, Command.LOFT_DOWN, "throw.loft", StepValue.LOFT),
        KeyCap(name=app.key_label(bindings.first_name(Command.TOP_VIEW), pad=is_pad), text=words("throw.above")),
    ]
