"""The lessons teach all that a family needs, in the chosen way of throwing and for the device at hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import KEYBOARD, Command, CommandPressed, CommandReleased, PointerMoved
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.watch import WatchAct
from fliegende3d.presentation.screens.lesson_plan import ORDER, Lesson, demonstration, example_hand, second_carpet
from fliegende3d.presentation.screens.lessons import LessonScreen
from fliegende3d.presentation.screens.new_game import NewGameScreen
from fliegende3d.presentation.screens.title import TitleScreen
from fliegende3d.rules import cards_under, score_sheet
from tests.presentation.screens.driving import Front, press, send, shown_text, sticks
from tests.presentation.screens.every_screen import lying_flight

pytestmark = pytest.mark.display


@pytest.fixture
def lessons(app: Application, front: Front) -> Iterator[LessonScreen]:
    """The lessons from their beginning, opened from the title."""
    before = app.settings
    screen = front("lesson_goal")
    assert isinstance(screen, LessonScreen)
    app.last_device = KEYBOARD
    yield screen
    app.settings = before
    app.last_device = KEYBOARD


def in_mode(app: Application, screen: LessonScreen, lesson: Lesson, mode: str) -> AimAct:
    """The lesson with a way of throwing chosen."""
    hand = msgspec.structs.replace(app.settings.hands[0], throw_mode=mode)
    app.settings = app.settings.with_hand(0, hand)
    screen.lesson = lesson
    screen.next_act()
    assert isinstance(screen.act, AimAct)
    return screen.act


def keys(app: Application) -> set[str]:
    app.surface.show(app._whole_view())
    return {target.control.key for target in app.surface.targets}


def test_the_first_lesson_names_what_every_kind_of_card_is_worth(app: Application, lessons: LessonScreen) -> None:
    text = shown_text(app)
    for worth in ("+3 each", "1, 3, 6, 10, 15", "5, 6 or 7", "the most win 5", "−5 each", "cancel a desert"):
        assert worth in text.replace("  ", " "), worth


def test_all_lessons_are_walked_through_by_confirming_alone(app: Application, lessons: LessonScreen) -> None:
    app.screens = [TitleScreen(app), lessons]
    app.screens[0].enter()
    seen: list[Lesson] = []
    for _ in range(60):
        if app.screen is not lessons:
            break
        seen.append(lessons.lesson)
        if isinstance(lessons.act, AimAct):
            press(app, "lesson.show")
        wait_for_throw(lessons)
        seen.append(lessons.lesson)
        app.surface.show(app._whole_view())
        for key in ("verdict.on", "lesson.next"):
            if key in keys(app):
                press(app, key)
                break
    assert set(seen) >= set(ORDER) - {Lesson.THROW}
    assert sorted(seen, key=ORDER.index) == seen, "the lessons come in their order"
    assert isinstance(app.screen, NewGameScreen), "the last lesson leads to a game"
    assert app.settings.game.lessons_seen


def command(app: Application, device: str, *commands: Command) -> None:
    """Press and let go, one after the other."""
    for pressed in commands:
        send(app, CommandPressed(0.0, pressed, device), CommandReleased(0.0, pressed, device))


def focus_on(app: Application, device: str, key: str) -> None:
    """Go through the controls until one is focused."""
    for _ in range(40):
        app.surface.show(app._whole_view())
        if app.surface.interaction.focus == key:
            return
        command(app, device, Command.NEXT)
    raise AssertionError(f"{key} is out of reach")


@pytest.mark.parametrize(("device", "mode"), [(KEYBOARD, "step"), (KEYBOARD, "meter"), ("pad:a", "flick")])
def test_all_lessons_are_played_with_keys_or_a_pad_alone(
    app: Application, lessons: LessonScreen, device: str, mode: str
) -> None:
    app.screens = [TitleScreen(app), lessons]
    app.screens[0].enter()
    hand = msgspec.structs.replace(app.settings.hands[0], throw_mode=mode)
    app.settings = app.settings.with_hand(0, hand)
    command(app, device, Command.CONFIRM)
    assert lessons.lesson is Lesson.GRIP
    if mode == "flick":
        send(app, sticks(1.0, -1.0))
        lessons.update(0.01)
        assert lessons.lesson is Lesson.THROW
        send(app, sticks(1.1, -1.0), sticks(1.14, 0.0), sticks(1.16, 0.9))
    elif mode == "step":
        command(app, device, Command.RIGHT)
        lessons.update(0.01)
        assert lessons.lesson is Lesson.THROW
        focus_on(app, device, "aim.throw")
        command(app, device, Command.CONFIRM)
    else:
        for press_number in range(4):
            assert isinstance(lessons.act, AimAct), press_number
            command(app, device, Command.CONFIRM)
            lessons.update(0.2)
        assert lessons.lesson in (Lesson.THROW, Lesson.VERDICT)
    assert isinstance(lessons.act, WatchAct)
    session = lessons.match.session
    card = session.state.table[4]
    lessons.landed(lying_flight(session, card.x, card.y))
    app.surface.show(app._whole_view())
    focus_on(app, device, "verdict.on")
    command(app, device, Command.CONFIRM)
    assert lessons.lesson is Lesson.DUEL
    command(app, device, Command.CONFIRM)
    assert "Your 7 beats the 5" in shown_text(app)
    focus_on(app, device, "lesson.next")
    command(app, device, Command.CONFIRM)
    assert lessons.lesson is Lesson.STAGE
    command(app, device, Command.CONFIRM, Command.CONFIRM)
    assert isinstance(app.screen, NewGameScreen)


def wait_for_throw(screen: LessonScreen) -> None:
    """Let a throw that is shown come to its end."""
    for _ in range(4000):
        act = screen.act
        pending = getattr(act, "_pending", None)
        if pending is not None and not isinstance(act, WatchAct):
            pending.result(timeout=120)
        elif not isinstance(act, WatchAct):
            return
        screen.update(0.1)
    raise AssertionError("the throw never ends")


def test_the_shown_throw_comes_to_lie_on_a_card(lessons: LessonScreen) -> None:
    session = lessons.match.session
    _, flight = demonstration(session, lessons.match.drift)
    assert cards_under(flight.facts, flight.facts.off_table, session.state.rules)[flight.carpet]


def test_the_verdict_of_a_lesson_shows_the_carpet_where_it_landed_and_the_duel_a_second_one(
    app: Application, lessons: LessonScreen
) -> None:
    session = lessons.match.session
    card = session.state.table[4]
    posed: dict[int, tuple[float, float]] = {}

    def note(index: int, vertices: object) -> None:
        posed[index] = tuple(vertices[:, :2].mean(axis=0))  # type: ignore[index]

    app.stage.pose_carpet, original = note, app.stage.pose_carpet  # type: ignore[method-assign,assignment]
    try:
        lessons.landed(lying_flight(session, card.x, card.y))
        assert posed[0] == pytest.approx((card.x, card.y), abs=0.01)
        posed.clear()
        press(app, "verdict.on")
    finally:
        app.stage.pose_carpet = original  # type: ignore[method-assign]
    assert lessons.lesson is Lesson.DUEL
    assert posed[0] == pytest.approx((card.x, card.y), abs=0.01)
    assert posed[1] == pytest.approx((card.x, card.y), abs=0.05)


def test_the_rivals_carpet_lies_on_the_very_card_that_is_duelled_for(lessons: LessonScreen) -> None:
    session = lessons.match.session
    card = session.state.table[4]
    rival = second_carpet(session, lying_flight(session, card.x + 0.02, card.y - 0.03))
    assert rival is not None
    index, vertices = rival
    assert index == 1
    middle = vertices[:, :2].mean(axis=0)
    assert abs(middle[0] - card.x) < 0.0295
    assert abs(middle[1] - card.y) < 0.0455


def test_the_lesson_goes_on_after_a_hit_and_lets_throw_again_after_a_miss(
    app: Application, lessons: LessonScreen
) -> None:
    session = lessons.match.session
    card = session.state.table[0]
    flight = lying_flight(session, card.x, card.y)
    missed = replace(flight, facts=replace(flight.facts, coverage=()))
    lessons.landed(missed)
    assert "beside the cards" in shown_text(app)
    press(app, "verdict.on")
    assert lessons.lesson is Lesson.THROW
    assert isinstance(lessons.act, AimAct)
    lessons.landed(flight)
    assert "take every card" in shown_text(app)
    press(app, "verdict.on")
    assert lessons.lesson is Lesson.DUEL


def test_there_is_never_more_than_one_way_on(app: Application, lessons: LessonScreen) -> None:
    session = lessons.match.session
    card = session.state.table[0]
    for lesson in ORDER:
        lessons.lesson = lesson
        if lesson is Lesson.VERDICT:
            lessons.landed(lying_flight(session, card.x, card.y))
        else:
            lessons.next_act()
        assert len(keys(app) & {"lesson.next", "verdict.on", "lesson.show"}) == 1, lesson


@pytest.mark.parametrize(
    ("mode", "grip", "throw"),
    [
        ("flick", "hold: now it is in your hand", "push forward"),
        ("slingshot", "like a slingshot", "farther back you draw"),
        ("meter", "Start the meter", "Three presses"),
        ("step", "in small steps", "press “Throw”"),
    ],
)
def test_the_lessons_speak_of_the_chosen_way_of_throwing(
    app: Application, lessons: LessonScreen, mode: str, grip: str, throw: str
) -> None:
    send(app, PointerMoved(0.0, 5.0, 5.0))
    in_mode(app, lessons, Lesson.GRIP, mode)
    assert grip in shown_text(app)
    in_mode(app, lessons, Lesson.THROW, mode)
    text = shown_text(app)
    assert throw in text
    for other in {"push forward towards", "farther back you draw", "Three presses: the"} - {throw}:
        assert throw in other or other not in text


def test_changing_the_way_of_throwing_changes_the_words_at_once(app: Application, lessons: LessonScreen) -> None:
    send(app, PointerMoved(0.0, 5.0, 5.0))
    act = in_mode(app, lessons, Lesson.THROW, "flick")
    assert "push forward towards" in shown_text(app)
    act.set_mode("slingshot")
    text = shown_text(app)
    assert "the arc shows where to" in text
    assert "push forward towards" not in text


def test_the_lesson_speaks_of_sticks_and_triggers_to_whoever_holds_a_pad(
    app: Application, lessons: LessonScreen
) -> None:
    in_mode(app, lessons, Lesson.GRIP, "slingshot")
    send(app, CommandPressed(0.0, Command.NEXT, "pad:a"))
    assert "right trigger" in shown_text(app)
    in_mode(app, lessons, Lesson.GRIP, "flick")
    assert "right stick" in shown_text(app)
    send(app, sticks(0.0, -0.7))
    lessons.update(0.01)
    assert lessons.lesson is Lesson.THROW


def test_whoever_has_only_keys_is_led_to_a_way_that_keys_can_throw(app: Application, lessons: LessonScreen) -> None:
    act = in_mode(app, lessons, Lesson.GRIP, "flick")
    send(app, CommandPressed(0.0, Command.NEXT, KEYBOARD))
    assert "needs a mouse or a controller" in shown_text(app)
    act.set_mode("step")
    send(app, CommandPressed(0.0, Command.NEXT, KEYBOARD))
    assert "small steps" in shown_text(app)
    act.set_gesture(replace(act.gesture, power=act.gesture.power + 0.01))
    lessons.update(0.01)
    assert lessons.lesson is Lesson.THROW


def test_the_started_meter_leads_to_the_lesson_about_its_presses(app: Application, lessons: LessonScreen) -> None:
    act = in_mode(app, lessons, Lesson.GRIP, "meter")
    act.press_meter()
    lessons.update(0.01)
    assert lessons.lesson is Lesson.THROW


def test_the_example_of_the_points_has_a_desert_that_costs_five(app: Application, lessons: LessonScreen) -> None:
    sheet = score_sheet(example_hand(), lessons.match.session.state.rules, palace_points=5)
    assert sheet.total == 5 + 6 + 7 + 3 - 5
    lessons.lesson = Lesson.SCORING
    lessons.next_act()
    text = shown_text(app)
    assert "Desert" in text
    assert "−5" in text
