"""The four seats see the cards equally well: nobody looks into the sun's reflection."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely import Polygon, contains_xy

from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.views import CARD_KINDS, CardView
from fliegende3d.presentation.screens.acts.projection import card_corners
from fliegende3d.presentation.screens.framing import fitted
from fliegende3d.presentation.screens.match import facing
from fliegende3d.presentation.screens.viewpoint import ahead_of, aim_framing
from fliegende3d.rules import CardKind, PlacedCard, Side

pytestmark = pytest.mark.display

SIDES = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
CARDS = [
    PlacedCard(k, CardKind(CARD_KINDS[k]), -0.20 + 0.10 * (k % 5), -0.14 + 0.13 * (k // 5), 0.0) for k in range(12)
]
FREE = [(-0.30, -0.22), (0.30, -0.22), (0.30, 0.22), (-0.30, 0.22)]
# Of the mean of the four: so much may the brightest and the dimmest seat differ.
CARDS_APART, WOOD_BRIGHTEST = 0.12, 1.75
CLIPPED = 0.97


def luminance(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.1), shape (height, width)."""
    share = pixels / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    weighted: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def seen(host: Host, stage: Stage, side: Side) -> tuple[float, float, float]:
    """Mean luminance of the cards and of the wood between them, and the share of clipped pixels on the cards."""
    framing = aim_framing(side, 0.75, CARDS, [])
    view = fitted(framing, [], host.size)
    ahead = ahead_of(view.eye, view.look_at, view.up)
    stage.set_cards([CardView(c.id, c.kind.value, c.x, c.y, facing(c.yaw, 0.0, 0.0, ahead)[0]) for c in CARDS])
    stage.set_view(view.eye, view.look_at, view.field_of_view, view.up, view.shift)
    host.render_frame()
    pixels = host.pixels()
    width, height = host.size
    y, x = np.mgrid[0:height, 0:width] + 0.5

    def inside(places: list[tuple[float, float]]) -> NDArray[np.bool_]:
        points = [stage.screen_point((*place, 0.0)) for place in places]
        corners = [((p[0] + 1.0) / 2.0 * width, (1.0 - p[1]) / 2.0 * height) for p in points if p is not None]
        covered: NDArray[np.bool_] = contains_xy(Polygon(corners), x, y)
        return covered

    cards = np.any([inside(card_corners(c.x, c.y, c.yaw)) for c in CARDS], axis=0)
    wood = inside(FREE) & ~cards
    light = luminance(pixels)
    clipped = float((pixels[cards].min(axis=1) > CLIPPED * 255.0).mean())
    return float(light[cards].mean()), float(light[wood].mean()), clipped


@pytest.mark.parametrize("progress", [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0])
def test_no_seat_is_blinded_by_the_table(host: Host, progress: float) -> None:
    stage = Stage(host, preset="low")
    try:
        stage.set_stage_progress(progress)
        seats = np.array([seen(host, stage, side) for side in SIDES])
    finally:
        stage.destroy()
    cards, wood = seats[:, 0], seats[:, 1]
    assert cards.max() / cards.mean() - 1.0 < CARDS_APART
    assert 1.0 - cards.min() / cards.mean() < CARDS_APART
    assert wood.max() / np.median(wood) < WOOD_BRIGHTEST
    assert seats[:, 2].max() < 0.01, "hardly anything on the cards is burnt out"


def test_the_sides_are_as_far_from_each_other_as_the_table_is_round() -> None:
    turns = [
        math.atan2(*reversed(ahead_of(v.eye, v.look_at, v.up)))
        for v in (aim_framing(s, 0.75, CARDS, []) for s in SIDES)
    ]
    steps = [math.remainder(b - a, math.tau) for a, b in zip(turns, turns[1:] + turns[:1], strict=True)]
    assert steps == pytest.approx([-math.pi / 2.0] * 4)
