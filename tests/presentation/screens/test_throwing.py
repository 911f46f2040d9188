"""A flick becomes a throw, from the frame of its release on; whatever is not a throw is told."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np
import pytest
from numpy.typing import NDArray

from fliegende3d.game.session import Flight
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    FocusLost,
    PointerButton,
    PointerPressed,
    PointerReleased,
)
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.pages import LogScreen
from fliegende3d.presentation.screens.pause import PauseScreen
from tests.presentation.screens.driving import Front, NeverDone, carpet_pixel, flick, flick_events, send, shown_text

pytestmark = pytest.mark.display


def test_a_press_beside_the_carpet_says_what_to_do(app: Application, front: Front) -> None:
    front("aim_flick")
    width, height = app.host.size
    send(app, PointerPressed(0.0, width * 0.25, height * 0.55, PointerButton.MAIN))
    assert "Press on your carpet" in shown_text(app)


def test_a_press_without_travel_does_not_throw(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    assert isinstance(screen.act, AimAct)
    x, y = carpet_pixel(app, screen.act)
    send(app, PointerPressed(0.0, x, y, PointerButton.MAIN), PointerReleased(0.2, x, y, PointerButton.MAIN))
    assert isinstance(screen.act, AimAct)
    assert "does not throw" in shown_text(app)


def test_the_carpet_flies_in_the_very_frame_that_hears_of_the_release_while_its_flight_is_being_computed(
    app: Application, front: Front
) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    posed: list[NDArray[np.float64]] = []
    keep = app.stage.pose_carpet
    app.stage.pose_carpet = lambda index, vertices: posed.append(vertices)  # type: ignore[method-assign]
    frame = 1.0 / 60.0
    app.step(frame, flick_events(app, act))
    app.stage.pose_carpet = keep  # type: ignore[method-assign]
    watch = screen.act
    assert isinstance(watch, WatchAct)
    thrown = watch.thrown
    middle = posed[-1].mean(axis=0)
    for axis in range(2):
        assert middle[axis] == pytest.approx(thrown.position[axis] + thrown.velocity[axis] * frame, abs=1e-6)


def test_the_flight_is_played_on_from_where_it_is_once_it_is_known(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    waiting: Future[Flight] = Future()
    screen.match.work = lambda task: waiting  # type: ignore[method-assign,assignment]
    app.step(1.0 / 60.0, flick_events(app, act))
    watch = screen.act
    assert isinstance(watch, WatchAct)
    for _ in range(5):
        app.step(1.0 / 60.0, [])
    waiting.set_result(screen.match.session.fly(watch.thrown))
    before = watch._time
    app.step(1.0 / 60.0, [])
    assert watch._time == pytest.approx(before + 1.0 / 60.0), "no jump in time when the result comes"


def test_a_flick_throws_towards_the_table_from_the_next_frame_on(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    # Nothing is flown in this test: the throw alone matters.
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    flick(app, act)
    assert isinstance(screen.act, WatchAct)
    x, y, _ = screen.act.thrown.position
    vx, vy, _ = screen.act.thrown.velocity
    assert x * vx + y * vy < 0.0, "towards the middle of the table"
    posed: list[float] = []
    keep = app.stage.pose_carpet
    app.stage.pose_carpet = lambda index, vertices: posed.append(float(vertices[:, 2].mean()))  # type: ignore[method-assign]
    screen.act.update(0.05)
    app.stage.pose_carpet = keep  # type: ignore[method-assign]
    assert posed, "the carpet moves on before its flight is known"


def test_the_right_button_cancels_a_grip(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    x, y = carpet_pixel(app, act)
    send(app, PointerPressed(0.0, x, y, PointerButton.MAIN))
    assert act.gripped
    send(app, PointerPressed(0.1, x, y, PointerButton.SECOND), PointerReleased(0.2, x, y - 90, PointerButton.MAIN))
    assert not act.gripped
    assert screen.act is act


def test_losing_the_window_in_the_middle_of_a_flick_lets_go(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    send(app, PointerPressed(0.0, *carpet_pixel(app, act), PointerButton.MAIN), FocusLost(0.1))
    assert isinstance(app.screen, PauseScreen)
    send(app, CommandPressed(0.2, Command.BACK, KEYBOARD))
    assert not act.gripped


def test_confirm_skips_a_flight_unless_the_player_went_to_a_button(app: Application, front: Front) -> None:
    screen = front("aim_step")
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    assert isinstance(screen.act, AimAct)
    screen.act.throw_now()
    act = screen.act
    assert isinstance(act, WatchAct)
    shown_text(app)
    assert app.surface.interaction.focus is None
    send(app, CommandPressed(0.0, Command.CONFIRM, KEYBOARD))
    assert act._skipped
    send(app, CommandPressed(0.1, Command.NEXT, KEYBOARD), CommandPressed(0.2, Command.CONFIRM, KEYBOARD))
    assert isinstance(app.screen, LogScreen)


def test_a_running_meter_stops_when_the_window_loses_the_focus(app: Application, front: Front) -> None:
    screen = front("aim_meter")
    act = screen.act
    assert isinstance(act, AimAct)
    assert act.meter is not None
    send(app, FocusLost(0.1))
    assert isinstance(app.screen, PauseScreen)
    send(app, CommandPressed(0.2, Command.BACK, KEYBOARD))
    assert screen.act is act
    assert act.meter is None
