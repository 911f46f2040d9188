"""Controllers in a game: unplugged, shaken, in the wrong hands."""

from __future__ import annotations

import math

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    DeviceFound,
    DeviceLost,
    PointerButton,
    PointerPressed,
    SticksMoved,
)
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.device_screens import ReconnectScreen
from tests.presentation.screens.driving import Front, NeverDone, send, shown_text, sticks

pytestmark = pytest.mark.display


def test_the_undo_key_of_another_players_pad_takes_nothing_back(app: Application, front: Front) -> None:
    screen = front("rearranging")
    dealer = screen.match.session.state.dealer
    app.seats = app.seats.with_device(dealer, "pad:a").with_device(1 - dealer, "pad:b")
    app.dispatch(CommandPressed(0.0, Command.CONFIRM, "pad:a"))
    screen.next_act()
    assert isinstance(screen.act, AimAct)
    send(app, CommandPressed(0.0, Command.UNDO, "pad:c"))
    assert isinstance(screen.act, AimAct)
    send(app, CommandPressed(0.0, Command.UNDO, "pad:a"))
    assert isinstance(screen.act, RearrangingAct)
    app.seats = app.seats.freed(dealer).freed(1 - dealer)


def test_an_unplugged_pad_pauses_and_the_same_pad_goes_on(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    assert isinstance(screen.act, AimAct)
    app.seats = app.seats.with_device(screen.act.decision.seat, "pad:a")
    send(app, DeviceLost(0.0, "pad:a"))
    assert isinstance(app.screen, ReconnectScreen)
    send(app, DeviceFound(1.0, "pad:other", "Other"))
    assert isinstance(app.screen, ReconnectScreen)
    send(app, DeviceFound(2.0, "pad:a", "Pad"))
    assert app.screen is screen
    app.seats = app.seats.freed(screen.act.decision.seat)


def test_a_pad_unplugged_in_the_middle_of_a_flick_does_not_throw_when_it_comes_back(
    app: Application, front: Front
) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    seat = act.decision.seat
    app.seats = app.seats.with_device(seat, "pad:a")
    send(app, sticks(0.0, -0.6), sticks(0.1, -1.0), sticks(0.2, -1.0))
    wound = act.shown.mean(axis=0).copy()
    send(app, DeviceLost(0.21, "pad:a"))
    assert isinstance(app.screen, ReconnectScreen)
    send(app, DeviceFound(3.0, "pad:a", "Pad"), sticks(3.1, 0.0), sticks(3.2, 0.9))
    assert app.screen is screen
    assert screen.act is act, "a push without a pull is no flick"
    assert abs(act.shown.mean(axis=0) - wound).max() > 0.005, "the carpet is no longer wound back"
    # Nor is a whole one, before the player has said to be back.
    send(app, sticks(3.5, -1.0), sticks(3.6, -1.0), sticks(3.64, 0.0), sticks(3.66, 0.9))
    assert screen.act is act
    send(app, sticks(3.8, 0.0), CommandPressed(3.9, Command.CONFIRM, "pad:a"))
    # Then it throws again.
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    send(app, sticks(4.0, -1.0), sticks(4.1, -1.0), sticks(4.14, 0.0), sticks(4.16, 0.9))
    assert isinstance(screen.act, WatchAct)
    app.seats = app.seats.freed(seat)


def test_a_pad_shakes_at_the_release_as_much_as_the_player_wants(app: Application, front: Front) -> None:
    import msgspec

    screen = front("aim_step")
    act = screen.act
    assert isinstance(act, AimAct)
    shaken: list[tuple[str, float]] = []

    class Motors:
        def rumble(self, device: str, strength: float, seconds: float) -> None:
            shaken.append((device, strength))

    before, app.reader = app.settings, Motors()  # type: ignore[assignment]
    app.seats = app.seats.with_device(act.decision.seat, "pad:a")
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    controls = msgspec.structs.replace(app.settings.controls, rumble=0.5)
    app.settings = msgspec.structs.replace(app.settings, controls=controls)
    act.throw_now()
    assert [device for device, _ in shaken] == ["pad:a"]
    assert shaken[0][1] == pytest.approx(0.5 * 0.6 * 0.44)
    app.settings, app.reader = before, None
    app.seats = app.seats.freed(act.decision.seat)


def test_silence_and_pads_without_motors_are_told_in_a_line_each(app: Application, front: Front) -> None:
    front("settings_controls")
    assert "No connected controller can shake" in shown_text(app)
    front("settings_sound")
    works, text = app.sounds.works, shown_text(app)
    assert ("No sound device" in text) != works


def test_the_aiming_stick_held_to_the_side_aims_and_leaves_the_controls_alone(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    shown_text(app)
    focus, direction = app.surface.interaction.focus, act.gesture.direction
    for k in range(4):
        send(app, SticksMoved(1.0 + 0.02 * k, "pad:a", (1.0, 0.0), (0.0, 0.0), 0.0, 0.0))
    send(app, sticks(1.08, 0.0))
    assert app.navigation.repeats(9.0) == []
    assert (act.mode, app.surface.interaction.focus) == ("flick", focus)
    assert act.gesture.direction - direction == pytest.approx(math.radians(40.0 * 0.08))


def test_what_to_do_is_told_for_the_device_in_use_and_the_hand(app: Application, front: Front) -> None:
    import msgspec

    screen = front("aim_flick")
    assert isinstance(screen.act, AimAct)
    send(app, PointerPressed(0.0, 1.0, 1.0, PointerButton.MAIN))
    assert "draw back" in shown_text(app)
    send(app, CommandPressed(0.0, Command.TILT_LEFT, "pad:a"))
    assert "draw back" not in shown_text(app)
    assert "with R stick" in shown_text(app)
    before, seat = app.settings, screen.act.decision.seat
    app.settings = before.with_hand(seat, msgspec.structs.replace(before.hands[seat], left_handed=True))
    assert "with L stick" in shown_text(app)
    app.settings = before


def test_a_foreign_device_is_told_whose_turn_it_is(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    assert isinstance(screen.act, AimAct)
    seat = screen.act.decision.seat
    app.seats = app.seats.with_device(seat, "pad:a")
    send(app, CommandPressed(0.0, Command.TILT_LEFT, "pad:b"))
    assert screen.act.gesture.tilt == 0.0
    assert screen.match.session.state.names[seat] in shown_text(app)
    send(app, CommandPressed(0.0, Command.TILT_LEFT, "pad:a"))
    assert screen.act.gesture.tilt != 0.0
    app.seats = app.seats.freed(seat)
