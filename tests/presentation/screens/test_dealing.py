"""The dealer lays and changes cards: refusals give reasons, and decisions are taken back as far as the rules let."""

from __future__ import annotations

import msgspec
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
from fliegende3d.presentation.screens.acts.dealing import lay_framing, worst_of_each
from fliegende3d.presentation.screens.acts.laying import LayingAct
from fliegende3d.presentation.screens.acts.projection import card_corners, to_pixel
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from fliegende3d.presentation.ui.elements import Panel
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.resources import folder
from fliegende3d.rules import BrokenLimit, CardKind, Limit, PlacedCard, RuleSet, Side
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


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_words_about_a_card_in_the_hand_never_cover_it(app: Application, front: Front, scale: float) -> None:
    screen = front("laying")
    assert isinstance(screen.act, LayingAct)
    screen.act._lay_for_me()
    screen.next_act()
    app.surface.chosen_scale = scale
    access = msgspec.structs.replace(app.settings.access, interface_scale=scale)
    app.settings = msgspec.structs.replace(app.settings, access=access)
    assert isinstance(screen.act, LayingAct)
    for _ in range(8):
        screen.update(0.25)
    first = screen.match.session.state.table[0]
    pixel = to_pixel(app, first.x + 0.02, first.y + 0.02)
    assert pixel is not None
    send(app, PointerMoved(0.0, *pixel))
    held = screen.act._held
    corners = [to_pixel(app, x, y, 0.02) for x, y in card_corners(held.x, held.y, held.yaw)]
    xs, ys = zip(*(corner for corner in corners if corner is not None), strict=True)
    card = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    notes = [(element, x, y) for element, x, y in app._whole_view().floating if isinstance(element, Panel)]
    assert len(notes) == 1
    element, x, y = notes[0]
    width, height = element.measure(app.surface.arrange(), app.host.size[0] * 0.4)
    common = card.overlap(Rect(x - width / 2.0, y - height, width, height))
    assert common is None or min(common.width, common.height) < 1.5


def test_the_dealers_eye_keeps_still_while_cards_keep_to_the_middle_and_follows_them_outwards() -> None:
    rules = RuleSet.load(folder("config"))
    middle = [PlacedCard(0, CardKind.LAMP, 0.0, 0.0, 0.0), PlacedCard(1, CardKind.LAMP, 0.08, 0.0, 0.0)]
    still = lay_framing(Side.SOUTH, middle, rules)
    assert (still.subjects[0] == lay_framing(Side.SOUTH, [], rules).subjects[0]).all()
    far = lay_framing(Side.SOUTH, [*middle, PlacedCard(2, CardKind.LAMP, 0.22, 0.0, 0.0)], rules)
    assert far.subjects[0][:, 0].max() > 0.22 + 0.059
    assert far.subjects[0][:, 0].max() <= rules.table.landing_half_width


def test_of_several_cards_that_are_too_close_only_the_worst_is_told() -> None:
    near, nearest = BrokenLimit(Limit.GAP, 3.0, 1), BrokenLimit(Limit.GAP, 21.0, 2)
    outside = BrokenLimit(Limit.AREA, 5.0)
    assert worst_of_each([near, nearest, outside]) == [nearest, outside]
    assert worst_of_each([]) == []


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


@pytest.mark.parametrize("act", ["laying", "rearranging"])
def test_whoever_uses_a_pad_is_not_told_of_keys_or_a_pointer(app: Application, front: Front, act: str) -> None:
    def told(device: str) -> str:
        app.last_device = device
        screen = front(act)
        app.surface.show(screen.view(), keep_focus=False)
        return shown_text(app)

    try:
        assert "keys" in told(KEYBOARD)
        words = told("pad 0")
    finally:
        app.last_device = KEYBOARD
    assert "keys" not in words
    assert "pointer" not in words
    assert "Click" not in words
