"""What is secret stays covered: hands of genies, choices, duels until they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    FocusLost,
    InputEvent,
)
from fliegende3d.presentation.screens.acts.duel import DuelAct, Shown, first_duel
from fliegende3d.presentation.screens.acts.secret import Cover, GenieAct
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.pause import PauseScreen
from fliegende3d.presentation.ui.painting import BoxShape, CardShape
from fliegende3d.rules import (
    CARDS,
    CardTaken,
    DuelOpened,
    FlyAgain,
    GeniesExchanged,
    GeniesShown,
    TakenBy,
)
from tests.presentation.screens.driving import Front, press, send, shown_text
from tests.presentation.screens.every_screen import make_session
from tests.rules.positions import fly_round, flying, ids

pytestmark = pytest.mark.display


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


def test_a_secret_is_in_no_event_that_the_log_tells(app: Application) -> None:
    from fliegende3d.presentation.screens.chronicle import event_text
    from fliegende3d.rules import ChoiceMade, DuelOpened

    assert event_text(app.texts, ("A", "B"), ChoiceMade(0)) == ""
    assert "8" not in event_text(app.texts, ("A", "B"), DuelOpened(CARDS[0], (0, 1)))
