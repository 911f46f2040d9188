"""What screens do: secrets stay covered, refusals give reasons, a flick becomes a throw, games come back from files."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fliegende3d.flight import Orientation
from fliegende3d.game.aiming import to_table
from fliegende3d.game.session import Flight
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    DeviceFound,
    DeviceLost,
    FocusLost,
    InputEvent,
    PointerButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    SticksMoved,
)
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.presentation.screens import menu
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.duel import DuelAct, Shown, first_duel
from fliegende3d.presentation.screens.acts.laying import LayingAct
from fliegende3d.presentation.screens.acts.projection import to_pixel, to_table_place
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from fliegende3d.presentation.screens.acts.secret import Cover, GenieAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.device_screens import ReconnectScreen
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.lessons import Lesson, LessonScreen
from fliegende3d.presentation.screens.match import facing
from fliegende3d.presentation.screens.pages import LogScreen
from fliegende3d.presentation.screens.pause import PauseScreen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.presentation.ui.painting import BoxShape, CardShape, TextRun
from fliegende3d.rules import (
    CARDS,
    CardTaken,
    DuelOpened,
    FlyAgain,
    GeniesExchanged,
    GeniesShown,
    Side,
    TakenBy,
)
from tests.presentation.screens.every_screen import lying_flight, make_session
from tests.rules.positions import fly_round, flying, ids

pytestmark = pytest.mark.display

Front = Callable[[str], GameScreen]


def shown_text(app: Application) -> str:
    """Every word that is on the screen now."""
    app.surface.show(app._whole_view())
    return " ".join(item.text for item, _ in app.surface.painting.items if isinstance(item, TextRun))


def send(app: Application, *events: InputEvent) -> None:
    for event in events:
        app.dispatch(event)
    app.surface.size = app.host.size
    if app.screens:
        app.surface.show(app._whole_view())


def press(app: Application, key: str) -> None:
    app.surface.size = app.host.size
    app.surface.show(app._whole_view())
    target = next(t for t in app.surface.targets if t.control.key == key)
    x, y = target.rect.centre
    send(
        app,
        PointerMoved(0.0, x, y),
        PointerPressed(0.0, x, y, PointerButton.MAIN),
        PointerReleased(0.0, x, y, PointerButton.MAIN),
    )


@pytest.fixture
def front(app: Application, build: Callable[[str], GameScreen]) -> Iterator[Front]:
    """Puts a screen in front, and takes everything away afterwards."""

    def show(name: str) -> GameScreen:
        screen = build(name)
        app.screens = [screen]
        app.message = None
        app.surface.size = app.host.size
        app.surface.interaction.focus = None
        app.surface.show(app._whole_view(), keep_focus=False)
        return screen

    yield show
    while app.screens:
        app._drop()


def test_genies_are_seen_only_after_passing_on_and_revealing(app: Application, front: Front) -> None:
    screen = front("genie_pass")
    assert isinstance(screen.act, GenieAct)
    assert "Genie" not in shown_text(app)
    press(app, "secret.ready")
    assert "Genie" not in shown_text(app)
    press(app, "secret.reveal")
    assert "Genie" in shown_text(app)
    send(app, CommandPressed(0.0, Command.BACK, KEYBOARD))
    assert "Genie" not in shown_text(app)


def shown_cards(app: Application) -> set[str]:
    """The pictures of cards that are on the screen now, the large one that hides the table included."""
    app.surface.show(app._whole_view())
    return {item.kind for item, _ in app.surface.painting.items if isinstance(item, CardShape)}


def test_no_picture_of_a_genie_is_drawn_before_the_hand_is_opened(app: Application, front: Front) -> None:
    screen = front("genie_pass")
    assert shown_cards(app) == {"back", "palace"}
    press(app, "secret.ready")
    assert shown_cards(app) == {"back", "palace"}
    press(app, "secret.reveal")
    screen.update(1.0)
    assert shown_cards(app) == {"back", "palace", "genie_6", "genie_3"}
    send(app, FocusLost(0.0))
    assert app.screen is not screen
    assert shown_cards(app) == {"back"}
    send(app, CommandPressed(0.0, Command.BACK, KEYBOARD))
    assert shown_cards(app) == {"back", "palace"}


def test_the_whole_window_is_hidden_while_a_hand_is_chosen_from(app: Application, front: Front) -> None:
    front("genie_open")
    app.surface.show(app._whole_view())
    width, height = app.surface.size
    first = app.surface.painting.items[0][0]
    assert isinstance(first, BoxShape)
    assert first.fill[3] == 1.0
    assert first.rect.grown(0).contains(0, 0)
    assert first.rect.contains(width, height)


def test_a_duel_says_nothing_of_its_outcome_before_the_genies_are_turned(app: Application, front: Front) -> None:
    screen = front("duel_waiting")
    assert shown_cards(app) == {"back", CARDS[20].kind.value}
    assert "wins" not in shown_text(app)
    assert isinstance(screen.act, DuelAct)
    screen.act._time = 9.0
    assert {"genie_8", "genie_3", "genie_1", "genie_5"} <= shown_cards(app)
    assert "wins" in shown_text(app)


def test_the_first_press_shows_how_a_duel_ended_and_the_second_goes_on(app: Application, front: Front) -> None:
    screen = front("duel_waiting")
    assert isinstance(screen.act, DuelAct)
    press(app, "duel.on")
    assert not screen.act.over
    assert "gives genie 8" in shown_text(app)
    press(app, "duel.on")
    assert screen.act.over


def test_genies_that_were_exchanged_lie_before_their_new_owners(app: Application, front: Front) -> None:
    front("duel_over")
    app.surface.show(app._whole_view())
    cards = [item for item, _ in app.surface.painting.items if isinstance(item, CardShape)]
    places = {card.kind: sum(x for x, _ in card.corners) / 4 for card in cards}
    # Samira (A, on the left) played the 8 and Ana (C) the 1: they have changed places.
    assert places["genie_1"] < places["genie_3"] < places["genie_8"] < places["genie_5"]


def test_news_of_a_duel_are_split_into_its_showing_and_the_rest() -> None:
    opened, shown = DuelOpened(CARDS[20], (0, 1)), GeniesShown(CARDS[20], ((0, 8), (1, 3)), 0)
    exchange, claimed = GeniesExchanged(0, 1, 8, 3), CardTaken(1, CARDS[3], TakenBy.CLAIM)
    prize, again = CardTaken(0, CARDS[20], TakenBy.DUEL), FlyAgain(9, 2)
    assert first_duel([claimed, again]) == (None, [claimed, again])
    assert first_duel([opened, shown, prize, exchange, again]) == (Shown(shown, exchange), [again])


@pytest.mark.parametrize("disturbance", [FocusLost(0.0), CommandPressed(0.0, Command.MENU, KEYBOARD)])
def test_an_open_hand_is_covered_when_the_game_is_disturbed(
    app: Application, front: Front, disturbance: InputEvent
) -> None:
    screen = front("genie_open")
    assert "Genie" in shown_text(app)
    send(app, disturbance)
    assert isinstance(app.screen, PauseScreen)
    assert "Genie" not in shown_text(app)
    assert app.surface.view.curtain
    send(app, CommandPressed(0.0, Command.BACK, KEYBOARD))
    assert app.screen is screen
    assert isinstance(screen.act, GenieAct)
    assert screen.act.cover is Cover.PASS
    assert "Genie" not in shown_text(app)


def test_no_picture_is_taken_of_an_open_hand(app: Application, front: Front, tmp_path: Path) -> None:
    front("genie_open")
    app.pictures = tmp_path / "pictures"
    send(app, CommandPressed(0.0, Command.SCREENSHOT, KEYBOARD))
    assert not app.pictures.exists()
    assert "secret" in shown_text(app)


def test_held_genies_are_covered_again_on_release(app: Application, front: Front) -> None:
    import msgspec

    front("genie_covered")
    before = app.settings
    access = msgspec.structs.replace(app.settings.access, hold_to_reveal=True)
    app.settings = msgspec.structs.replace(app.settings, access=access)
    send(app, CommandPressed(0.0, Command.SCORES, KEYBOARD))
    assert "Genie" in shown_text(app)
    send(app, CommandReleased(0.1, Command.SCORES, KEYBOARD))
    assert "Genie" not in shown_text(app)
    app.settings = before


def test_laying_a_card_on_another_is_refused_with_the_limit_in_millimetres(app: Application, front: Front) -> None:
    screen = front("laying")
    press(app, "lay.one")
    screen.next_act()
    assert isinstance(screen.act, LayingAct)
    first = screen.match.session.state.table[0]
    pixel = to_pixel(app, first.x, first.y)
    assert pixel is not None
    send(app, PointerMoved(0.0, *pixel), PointerPressed(0.0, *pixel, PointerButton.MAIN))
    text = shown_text(app)
    assert "Too close" in text
    assert "mm" in text
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


def duel_of_three(app: Application, screen: GameScreen) -> GameScreen:
    """Three people duel for a treasure; the first is asked."""
    cards = ids("treasure", "palace", "palace", "palace", "palace")
    state, _ = fly_round(flying(3, cards), {seat: [cards[0]] for seat in range(3)})
    session = make_session(players=3)
    session._state = state
    again = GameScreen(app, session)
    again.match.news = []
    app.screens = [again]
    again.next_act()
    app.surface.show(app._whole_view(), keep_focus=False)
    screen.close()
    return again


def test_a_secret_pick_is_taken_back_at_the_next_ones_cover_and_nothing_is_seen_of_it(
    app: Application, front: Front
) -> None:
    screen = duel_of_three(app, front("genie_pass"))
    for key in ("secret.ready", "secret.reveal", "secret.0"):
        press(app, key)
    screen.update(0.0)
    app.surface.show(app._whole_view())
    assert isinstance(screen.act, GenieAct)
    assert screen.act.seat == 1
    assert "Genie" not in shown_text(app)
    press(app, "secret.undo")
    assert isinstance(screen.act, GenieAct)
    assert (screen.act.seat, screen.act.cover) == (0, Cover.PASS)
    assert shown_cards(app) == {"back", "treasure"}


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


def carpet_pixel(app: Application, act: AimAct) -> tuple[float, float]:
    pixel = to_pixel(app, *(float(part) for part in act.shown.mean(axis=0)))
    assert pixel is not None
    return pixel


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


def flick_events(app: Application, act: AimAct, *, speed: float = 1.4) -> list[InputEvent]:
    """Grip, draw back, push: samples every 4 ms; speed in window heights a second."""
    x, y = carpet_pixel(app, act)
    height = app.host.size[1]
    time = 1.0
    events: list[InputEvent] = [PointerPressed(time, x, y, PointerButton.MAIN)]
    for k in range(50):
        time += 0.004
        events.append(PointerMoved(time, x, y + 0.15 * height * (k + 1) / 50))
    for k in range(50):
        time += 0.004
        events.append(PointerMoved(time, x, y + 0.15 * height - speed * height * 0.004 * (k + 1)))
    events.append(PointerReleased(time, x, y + 0.15 * height - speed * height * 0.2, PointerButton.MAIN))
    return events


def flick(app: Application, act: AimAct) -> None:
    """Flick the carpet."""
    send(app, *flick_events(app, act))


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


class NeverDone:
    """A computation that takes for ever."""

    def done(self) -> bool:
        return False

    def cancel(self) -> bool:
        return True


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


def sticks(time: float, height: float) -> SticksMoved:
    return SticksMoved(time, "pad:a", (0.0, 0.0), (0.0, height), 0.0, 0.0)


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
    assert abs(act.shown.mean(axis=0) - wound).max() > 0.01, "the carpet is no longer wound back"
    # A whole flick throws again.
    screen.match.work = lambda task: NeverDone()  # type: ignore[method-assign,assignment]
    send(app, sticks(4.0, -1.0), sticks(4.1, -1.0), sticks(4.14, 0.0), sticks(4.16, 0.9))
    assert isinstance(screen.act, WatchAct)
    app.seats = app.seats.freed(seat)


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


@pytest.mark.parametrize("side", list(Side))
def test_cards_face_whoever_throws(app: Application, front: Front, side: Side) -> None:
    screen = front("aim_flick")
    screen.look(screen.aim_view(side))
    shown: list[CardView] = []
    keep = app.stage.set_cards
    app.stage.set_cards = lambda cards: shown.extend(cards)  # type: ignore[method-assign]
    screen.show_table(screen.match.session.state.table)
    app.stage.set_cards = keep  # type: ignore[method-assign]
    ahead = to_table(side, 0.0, 1.0)
    for view, card in zip(shown, screen.match.session.state.table, strict=True):
        assert -math.sin(view.yaw) * ahead[0] + math.cos(view.yaw) * ahead[1] >= -0.3 - 1e-9
        assert math.sin(view.yaw - card.yaw) == pytest.approx(0.0, abs=1e-9), "the same rectangle as in the rules"


@given(st.floats(-7.0, 7.0), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_a_card_turned_to_face_somebody_lies_in_the_same_plane(yaw: float, pitch: float, roll: float) -> None:
    turned = Orientation(*facing(yaw, pitch, roll, (0.0, 1.0))).matrix()
    before = Orientation(yaw, pitch, roll).matrix()
    assert turned[:, 2] == pytest.approx(before[:, 2], abs=1e-12)
    assert abs(float(turned[:, 1] @ before[:, 1])) == pytest.approx(1.0)


def test_hovering_over_a_card_names_it(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    screen.show_table(screen.match.session.state.table)
    card = max(screen.match.session.state.table, key=lambda c: abs(c.x))
    pixel = to_pixel(app, card.x, card.y)
    assert pixel is not None
    place = to_table_place(app, *pixel)
    assert place is not None
    assert place[0] == pytest.approx(card.x, abs=1e-3)
    send(app, PointerMoved(0.0, *pixel))
    assert app.texts(f"card.{card.kind.value}") in shown_text(app)


def test_a_game_in_the_middle_of_the_layout_comes_back_exactly_there(app: Application, front: Front) -> None:
    screen = front("laying")
    for _ in range(3):
        press(app, "lay.one")
        screen.next_act()
    screen.match._writer.shutdown(wait=True)
    saved = menu.latest_game(app)
    assert saved is not None
    again = menu.game_from_file(app, saved.path)
    assert isinstance(again, GameScreen)
    assert again.match.session.state == screen.match.session.state
    assert again.match.log == screen.match.log
    again.close()


def test_a_damaged_save_is_told_not_opened(app: Application, front: Front, tmp_path: Path) -> None:
    front("title")
    path = tmp_path / "x.fliegende"
    path.write_bytes(b"nonsense")
    assert menu.game_from_file(app, path) is None
    assert "cannot be opened" in shown_text(app)


def test_opening_and_closing_games_leaves_nothing_behind(
    app: Application, front: Front, build: Callable[[str], GameScreen]
) -> None:
    def count() -> tuple[int, int]:
        return (app.stage.scene.get_num_nodes(), app.host.output.get_num_display_regions())

    front("title")
    app.restart(TitleScreen(app))
    before = count()
    for _ in range(10):
        app.push(build("aim_flick"))
        app.restart(TitleScreen(app))
    assert count() == before


def test_the_lesson_goes_on_after_a_hit_and_lets_throw_again_after_a_miss(app: Application, front: Front) -> None:
    screen = front("lesson_throw")
    assert isinstance(screen, LessonScreen)
    session = screen.match.session
    card = session.state.table[0]
    flight = lying_flight(session, card.x, card.y)
    missed = replace(flight, facts=replace(flight.facts, coverage=()))
    screen.landed(missed)
    assert "beside the cards" in shown_text(app)
    press(app, "verdict.on")
    assert screen.lesson is Lesson.THROW
    assert isinstance(screen.act, AimAct)
    screen.landed(flight)
    assert "takes every card" in shown_text(app)
    press(app, "verdict.on")
    assert screen.lesson is Lesson.DUEL


def test_the_lesson_speaks_of_sticks_to_whoever_holds_a_pad(app: Application, front: Front) -> None:
    screen = front("lesson_grip")
    assert isinstance(screen, LessonScreen)
    assert "with the mouse" in shown_text(app)
    send(app, CommandPressed(0.0, Command.NEXT, "pad:a"))
    assert "right stick" in shown_text(app)
    send(app, sticks(0.0, -0.7))
    screen.update(0.01)
    assert screen.lesson is Lesson.THROW
    app.last_device = KEYBOARD


def test_a_secret_is_in_no_event_that_the_log_tells(app: Application) -> None:
    from fliegende3d.presentation.screens.chronicle import event_text
    from fliegende3d.rules import ChoiceMade, DuelOpened

    assert event_text(app.texts, ("A", "B"), ChoiceMade(0)) == ""
    assert "8" not in event_text(app.texts, ("A", "B"), DuelOpened(CARDS[0], (0, 1)))


def test_another_window_size_is_laid_out_at_once(app: Application, front: Front) -> None:
    front("title")
    before = app.host.size
    app.host.resize((800, 450))
    app.draw()
    assert app.surface.size == app.host.size == (800, 450)
    app.host.resize(before)
    app.draw()
    assert app.surface.size == before


def test_high_contrast_outlines_every_card_in_white(app: Application, front: Front) -> None:
    import msgspec

    screen = front("aim_flick")
    plain = len(screen.view().canvas.lines)
    before = app.settings
    access = msgspec.structs.replace(app.settings.access, high_contrast=True)
    app.settings = msgspec.structs.replace(app.settings, access=access)
    assert len(screen.view().canvas.lines) == plain + len(screen.match.session.state.table)
    app.settings = before


def test_before_flights_are_ready_a_game_waits_and_the_menus_do_not(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.loading import LoadingScreen

    loading = front("loading")
    assert isinstance(loading, LoadingScreen)
    app.step(0.1, [])
    assert app.screen is loading
    press(app, "back")
    assert isinstance(app.screen, TitleScreen)


def test_a_house_rule_is_kept_and_rules_that_do_not_fit_are_refused(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.menu import rules_of

    front("house")
    before = app.settings
    app.surface.interaction.focus = "house.scoring.spice_bazaar"
    send(app, CommandPressed(0.0, Command.RIGHT, KEYBOARD))
    assert app.settings.game.house == {"scoring.spice_bazaar": 6}
    assert rules_of("standard", app.settings.game.house).spice_bazaar_pair == 6
    app.surface.interaction.focus = "house.scoring.adventures.0"
    for _ in range(5):
        send(app, CommandPressed(0.0, Command.RIGHT, KEYBOARD))
    values = app.settings.game.house["scoring.adventures"]
    assert isinstance(values, list)
    assert values == sorted(values)
    assert "do not fit together" in shown_text(app)
    app.settings = before


def test_every_rule_that_may_be_changed_is_on_the_screen(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens.house_rules import changeable

    screen = front("house")
    keys = {target.control.key for target in app.surface.targets}
    assert screen is app.screen
    for setting in changeable():
        wanted = f"house.{setting.key}.0" if setting.count else f"house.{setting.key}"
        assert wanted in keys


def test_kept_house_rules_that_no_longer_fit_are_told_and_break_no_screen(app: Application, front: Front) -> None:
    import msgspec

    before = app.settings
    game = msgspec.structs.replace(app.settings.game, house={"gone.rule": 3, "layout.cards": 99})
    app.settings = msgspec.structs.replace(app.settings, game=game)
    front("house")
    front("new_game")
    app.settings = msgspec.structs.replace(app.settings, game=game)
    press(app, "new.start")
    assert "do not fit together" in shown_text(app)
    assert not isinstance(app.screen, GameScreen)
    app.settings = before
