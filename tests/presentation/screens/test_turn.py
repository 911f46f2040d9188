"""A turn as players see it: nothing leaves the picture, nothing is told too early, and nobody throws by accident."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from shapely import Point, Polygon

from fliegende3d.game.session import Flight
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
from fliegende3d.presentation.screens.acts.news import NewsAct
from fliegende3d.presentation.screens.acts.projection import card_corners, to_pixel
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.acts.watch import WatchAct, way_over_table
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.pages import LogScreen
from fliegende3d.presentation.screens.pause import PauseScreen
from fliegende3d.presentation.throwing.gesture import ThrowGesture
from fliegende3d.presentation.throwing.meter import METER_DIRECTION, SWEEP_TIME
from fliegende3d.presentation.throwing.release import release
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.rules import CardTaken
from tests.presentation.screens.driving import Front, carpet_pixel, flick, press, send, shown_text
from tests.presentation.screens.every_screen import lay_all, lying_flight

pytestmark = pytest.mark.display

MODES = ("flick", "slingshot", "meter", "step")


def settled(app: Application, screen: GameScreen) -> None:
    """Let the eye arrive."""
    for _ in range(12):
        screen.update(0.25)
    app.surface.size = app.host.size
    app.surface.show(app._whole_view())


def panels(app: Application) -> list[Rect]:
    return list(app.surface.arrange().panels)


def pixels_of_cards(app: Application, screen: GameScreen) -> list[tuple[float, float]]:
    corners = [c for card in screen.match.session.state.table for c in card_corners(card.x, card.y, card.yaw)]
    seen = [to_pixel(app, *corner) for corner in corners]
    assert None not in seen
    return [pixel for pixel in seen if pixel is not None]


def assert_in_free_sight(app: Application, pixels: list[tuple[float, float]]) -> None:
    width, height = app.host.size
    for x, y in pixels:
        assert 0.0 <= x <= width, (x, y)
        assert 0.0 <= y <= height, (x, y)
        assert not any(panel.grown(-2.0).contains(x, y) for panel in panels(app)), (x, y)


@pytest.mark.parametrize("mode", MODES)
def test_cards_and_the_carpet_in_the_hand_lie_beside_the_panels(app: Application, front: Front, mode: str) -> None:
    screen = front(f"aim_{mode}")
    settled(app, screen)
    assert isinstance(screen.act, AimAct)
    hand = [to_pixel(app, *(float(part) for part in place)) for place in screen.act.shown]
    assert_in_free_sight(app, [*pixels_of_cards(app, screen), *(pixel for pixel in hand if pixel is not None)])


def test_full_power_of_the_slingshot_fits_below_the_carpet_which_stays_in_the_picture(
    app: Application, front: Front
) -> None:
    screen = front("aim_slingshot")
    settled(app, screen)
    act, height = screen.act, app.host.size[1]
    assert isinstance(act, AimAct)
    x, y = carpet_pixel(app, act)
    send(app, PointerPressed(1.0, x, y, PointerButton.MAIN))
    powers = []
    for share in np.linspace(0.2, 1.0, 9):
        send(app, PointerMoved(1.0 + share, x, y + share * (height - 1.0 - y)))
        powers.append(act.gesture.power)
        hand = [to_pixel(app, *(float(part) for part in place)) for place in act.shown]
        assert all(pixel is not None and 0.0 <= pixel[1] <= height for pixel in hand), "the carpet stays in the picture"
    assert powers == sorted(powers)
    assert powers[0] < 0.35
    assert powers[-1] == 1.0
    assert "100 %" in shown_text(app)


def test_the_carpet_stays_in_the_picture_on_its_whole_way(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    settled(app, screen)
    act = screen.act
    assert isinstance(act, AimAct)
    session = screen.match.session
    # Beyond the cards, far to the side.
    gesture = ThrowGesture(0.75, direction=0.35, spin=0.4)
    throw = release(gesture, side=act.side, aiming=session.aiming, drift=screen.match.drift)
    flight = session.fly(throw)
    known: Future[Flight] = Future()
    known.set_result(flight)
    screen.play(WatchAct(screen, throw=throw, pending=known))
    before = screen.glide.end
    screen.update(0.0)
    screen.update(0.02)
    assert screen.glide.end != before, "such a way leads out of the first picture"
    moved = 0
    seen_at = screen.glide.now()
    while isinstance(screen.act, WatchAct) and screen.act._time < flight.trajectory.duration:
        screen.update(1.0 / 30.0)
        now = screen.glide.now()
        moved += now != seen_at
        seen_at = now
    assert moved > 5, "the eye glides"
    width, height = app.host.size
    for vertices in way_over_table(flight.trajectory, app.stage.table)[2:]:
        x, y = to_pixel(app, *(float(part) for part in vertices.mean(axis=0))) or (-1.0, -1.0)
        assert 0.0 <= x <= width
        assert 0.0 <= y <= height


def test_an_ordinary_throw_leaves_the_eye_where_it_is(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    settled(app, screen)
    act = screen.act
    assert isinstance(act, AimAct)
    session = screen.match.session
    throw = release(ThrowGesture(0.44, spin=0.4), side=act.side, aiming=session.aiming, drift=screen.match.drift)
    known: Future[Flight] = Future()
    known.set_result(session.fly(throw))
    before = screen.glide.now()
    screen.play(WatchAct(screen, throw=throw, pending=known))
    for _ in range(20):
        screen.update(1.0 / 30.0)
    assert screen.glide.now() == before


def land_all(screen: GameScreen) -> None:
    """Every carpet comes to lie on another card."""
    session = screen.match.session
    places = [(card.x, card.y) for card in session.state.table]
    for place in places:
        if any(isinstance(event, CardTaken) for event in screen.match.news):
            return
        assert screen.match.land(lying_flight(session, *place)) is None


def test_panels_tell_a_claim_only_when_it_is_shown(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    before = screen.match.told.state
    land_all(screen)
    claimed = next(event for event in screen.match.news if isinstance(event, CardTaken))
    entry = screen.match.session.history[-1]
    assert entry.flight is not None
    screen.play(VerdictAct(screen, entry.flight, before.table))
    counts = [len(hand) for hand in screen.match.told.state.hands]
    assert sum(counts) == 0
    assert not any("takes" in line for line in screen.match.told_log)
    assert "takes" not in shown_text(app)
    screen.open_log()
    assert isinstance(app.screen, LogScreen)
    assert "takes" not in shown_text(app)
    app.pop()
    screen.open_scores()
    card = app.texts(f"card.{claimed.card.kind.value}")
    assert card not in shown_text(app)
    app.pop()
    screen.next_act()
    assert isinstance(screen.act, NewsAct)
    assert any("takes" in line for line in screen.match.told_log)
    assert len(screen.match.told.state.hands[claimed.seat]) >= 1


def test_the_cards_that_are_taken_lie_in_free_sight_while_it_is_told_who_takes_them(
    app: Application, front: Front
) -> None:
    screen = front("aim_flick")
    shown: list[set[int]] = []
    keep = app.stage.set_cards
    app.stage.set_cards = lambda cards: shown.append({card.id for card in cards})  # type: ignore[method-assign]
    land_all(screen)
    taken = [event.card.id for event in screen.match.news if isinstance(event, CardTaken)]
    lying = screen.match.lying
    assert lying is not None
    screen.next_act()
    assert isinstance(screen.act, NewsAct)
    assert set(taken) <= shown[-1], "still on the table"
    settled(app, screen)
    corners = [c for card in lying.cards if card.id in taken for c in card_corners(card.x, card.y, card.yaw)]
    assert_in_free_sight(app, [pixel for c in corners if (pixel := to_pixel(app, *c)) is not None])
    screen.next_act()
    app.stage.set_cards = keep  # type: ignore[method-assign]
    assert not set(taken) & shown[-1], "then they are gone"


def test_a_miss_is_told_with_what_to_do_unless_no_help_is_wanted(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    session = screen.match.session
    flight = lying_flight(session, *nearer_than_all_cards(screen, act))
    throw = release(ThrowGesture(0.4, spin=0.4), side=act.side, aiming=session.aiming, drift=screen.match.drift)
    missed = replace(flight, throw=throw, facts=replace(flight.facts, coverage=()))
    screen.play(VerdictAct(screen, missed, session.state.table))
    assert "arder." in shown_text(app)
    hands = app.settings.hands
    app.settings = msgspec.structs.replace(
        app.settings, hands=[msgspec.structs.replace(h, assist="none") for h in hands]
    )
    screen.play(VerdictAct(screen, missed, session.state.table))
    assert "arder." not in shown_text(app)
    app.settings = msgspec.structs.replace(app.settings, hands=hands)


def nearer_than_all_cards(screen: GameScreen, act: AimAct) -> tuple[float, float]:
    """A place between the hand and the cards [m]."""
    x, y, _ = act._throw().position
    return (0.6 * x, 0.6 * y)


def test_after_a_pause_nothing_is_thrown_before_the_player_says_to_be_ready(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    send(app, CommandPressed(0.0, Command.MENU, KEYBOARD))
    assert [type(shown) for shown in app.screens] == [type(screen), PauseScreen]
    press(app, "pause.on")
    assert app.screens == [screen]
    assert act.waiting
    flick(app, act)
    assert screen.act is act
    assert act.waiting
    press(app, "aim.ready")
    assert not act.waiting
    flick(app, act)
    assert isinstance(screen.act, WatchAct)


def test_looking_at_the_scores_asks_nothing(app: Application, front: Front) -> None:
    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    screen.open_log()
    app.pop()
    assert not act.waiting


def test_a_game_from_a_file_asks_whether_its_player_is_there(app: Application, front: Front) -> None:
    from fliegende3d.presentation.screens import menu

    screen = front("aim_flick")
    screen.match.save()
    screen.match._writer.shutdown(wait=True)
    saved = menu.latest_game(app)
    assert saved is not None
    again = menu.game_from_file(app, saved.path)
    assert isinstance(again, GameScreen)
    app.restart(again)
    assert isinstance(again.act, AimAct)
    assert again.act.waiting


@pytest.mark.parametrize("power", [0.35, 0.6])
@pytest.mark.parametrize("direction", [-0.6, -0.3, 0.0, 0.3, 0.6])
def test_the_arc_has_no_kinks_however_it_is_aimed(
    app: Application, front: Front, power: float, direction: float
) -> None:
    from fliegende3d.presentation.screens.acts.preview import foresee

    screen = front("aim_flick")
    act = screen.act
    assert isinstance(act, AimAct)
    throw = act._released_with(ThrowGesture(power, direction, 0.4))
    seen = foresee(screen.match.session.tabletop, throw, ellipse=False)
    for way in (seen.airborne(), seen.opening()):
        steps = np.diff(way, axis=0)
        steps = steps[np.linalg.norm(steps, axis=1) > 1e-5]
        ahead = steps / np.linalg.norm(steps, axis=1, keepdims=True)
        turns = np.arccos(np.clip((ahead[:-1] * ahead[1:]).sum(axis=1), -1.0, 1.0))
        assert float(turns.max()) < math.radians(20.0)
    assert seen.airborne()[0] == pytest.approx(throw.position, abs=1e-6), "from the hand"
    assert seen.airborne()[-1, :2] == pytest.approx(seen.sliding()[0], abs=1e-6), "on to where it slides"
    assert seen.sliding()[-1] == pytest.approx(seen.path[-1, :2], abs=1e-6), "to the rest"


def test_the_carpet_in_the_hand_swings_with_the_meter_and_keeps_what_was_chosen(app: Application, front: Front) -> None:
    screen = front("aim_meter")
    act = screen.act
    assert isinstance(act, AimAct)
    straight = act.shown.copy()
    act.update(SWEEP_TIME / 4.0 / act.hand.meter_speed)
    assert act._aimed().direction == pytest.approx(METER_DIRECTION, abs=1e-6)
    turned = act.shown[14 * 10] - act.shown[14 * 10 + 13]
    before = straight[14 * 10] - straight[14 * 10 + 13]
    angle = math.remainder(math.atan2(turned[1], turned[0]) - math.atan2(before[1], before[0]), math.tau)
    assert abs(angle) == pytest.approx(METER_DIRECTION, abs=0.1), "the carpet has turned with the mark"
    act.press_meter()
    act.update(0.3)
    assert act._aimed().direction == pytest.approx(METER_DIRECTION, abs=1e-6)


def test_a_held_aim_shows_where_still_air_brings_the_carpet_among_the_cards() -> None:
    from fliegende3d.game.players import Player
    from fliegende3d.game.session import Session
    from fliegende3d.presentation.screens.acts.preview import foresee, foresee_among
    from fliegende3d.resources import folder
    from fliegende3d.rules import RuleSet

    session = Session.new([Player("Mia"), Player("Bo")], RuleSet.load(folder("config")), seed=1, wind="calm")
    lay_all(session)
    due = session.flight_due()
    assert due is not None
    throw = release(ThrowGesture(0.44, spin=0.4), side=session.state.side(due.seat), aiming=session.aiming)
    first = foresee(session.tabletop, throw, ellipse=True)
    exact = foresee_among(session, throw, first)
    rest = session.fly(throw).trajectory.centre_of_mass[-1, :2]
    assert exact.path[-1, :2] == pytest.approx(rest, abs=1e-9)
    assert Polygon(exact.region()).contains(Point(*rest))
    assert exact.ends - exact.path[-1, :2] == pytest.approx(first.ends - first.path[-1, :2])
