"""The dealer lays and changes cards: refusals give reasons, and decisions are taken back as far as the rules let."""

from __future__ import annotations

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    PointerButton,
    PointerMoved,
    PointerPressed,
)
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.laying import LayingAct
from fliegende3d.presentation.screens.acts.projection import to_pixel
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from tests.presentation.screens.driving import Front, press, send, shown_text
from tests.presentation.screens.every_screen import lying_flight

pytestmark = pytest.mark.display


def test_laying_a_card_on_another_is_refused_once_in_words_with_the_millimetres_small_beside_them(
    app: Application, front: Front
) -> None:
    screen = front("laying")
    press(app, "lay.one")
    screen.next_act()
    assert isinstance(screen.act, LayingAct)
    first = screen.match.session.state.table[0]
    pixel = to_pixel(app, first.x, first.y)
    assert pixel is not None
    send(app, PointerMoved(0.0, *pixel), PointerPressed(0.0, *pixel, PointerButton.MAIN))
    text = shown_text(app)
    assert text.count("Too close") == 1, "the words at the card are enough"
    assert "breadth" in text or "card's width" in text
    assert text.count(" mm") == 1
    assert app.message is None
    assert len(screen.match.session.state.table) == 1


def test_a_card_is_laid_with_the_keys_alone(app: Application, front: Front) -> None:
    screen = front("laying")
    act = screen.act
    assert isinstance(act, LayingAct)
    press(app, "lay.carry")
    before = (act._held.x, act._held.y, act._held.yaw)
    for command in (Command.UP, Command.UP, Command.RIGHT, Command.TILT_LEFT, Command.CONFIRM):
        send(app, CommandPressed(0.0, command, KEYBOARD))
    laid = screen.match.session.state.table[0]
    moved = (laid.x - before[0]) ** 2 + (laid.y - before[1]) ** 2
    assert moved == pytest.approx(0.010**2 + 0.005**2, rel=1e-6)
    assert laid.yaw != before[2]


def test_the_layout_may_be_taken_back_until_the_first_carpet_flies(app: Application, front: Front) -> None:
    screen = front("rearranging")
    dealer = screen.match.session.state.dealer
    press(app, "rearrange.done")
    screen.next_act()
    assert isinstance(screen.act, AimAct)
    press(app, "hud.undo")
    assert isinstance(screen.act, RearrangingAct)
    assert screen.act.seat == dealer
    send(app, CommandPressed(0.0, Command.UNDO, KEYBOARD))
    screen.next_act()
    assert isinstance(screen.act, LayingAct), "the last card that was laid revealed nothing"
    send(app, CommandPressed(0.0, Command.UNDO, KEYBOARD))
    assert "cannot be taken back" in shown_text(app)
    assert isinstance(screen.act, LayingAct)


def test_a_throw_cannot_be_taken_back_and_that_is_said(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    screen.match.session.land(lying_flight(screen.match.session))
    screen.next_act()
    assert isinstance(screen.act, AimAct)
    assert screen.undo_seat() is None
    shown_text(app)
    assert "hud.undo" not in {target.control.key for target in app.surface.targets}
    send(app, CommandPressed(0.0, Command.UNDO, KEYBOARD))
    assert "a throw stays" in shown_text(app)
