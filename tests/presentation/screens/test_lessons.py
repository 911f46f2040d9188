"""The lessons go on with what the learner does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
)
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.lessons import Lesson, LessonScreen
from tests.presentation.screens.driving import Front, press, send, shown_text, sticks
from tests.presentation.screens.every_screen import lying_flight

pytestmark = pytest.mark.display


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
