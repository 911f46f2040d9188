"""How cards lie before whoever looks: turned to them, named under the pointer, outlined, in any window."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.flight import Orientation
from fliegende3d.game.aiming import to_table
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import (
    PointerMoved,
)
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.presentation.screens.acts.projection import to_pixel, to_table_place
from fliegende3d.presentation.screens.match import facing
from fliegende3d.rules import (
    Side,
)
from tests.presentation.screens.driving import Front, send, shown_text

pytestmark = pytest.mark.display


@pytest.mark.parametrize("side", list(Side))
def test_cards_face_whoever_throws(app: Application, front: Front, side: Side) -> None:
    screen = front("aim_flick")
    screen.frame(screen.aim_framing(side))
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
