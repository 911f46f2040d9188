"""The scenes; `python -m tests.presentation.golden.scenes` writes their pictures anew, to be looked at."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.gallery.scenery import CARD_CLOSE, CLOSE, HERO, LAYOUT, RESTING, hovering, lying
from fliegende3d.presentation.graphics.host import Host, open_offscreen
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.scene.views import CardView, OutlineView, OverlapView, VerdictView

Picture = NDArray[np.uint8]

FOLDER = Path(__file__).parent
SIZE = (256, 144)
PRESET = "medium"
SUNSET, NIGHT = 0.70, 1.0
ABOVE = View((0.0, -0.02, 1.02), (0.0, 0.0, 0.0), math.radians(31.0), (0.0, 1.0, 0.0))
FLYING = 9


def laid(stage: Stage) -> None:
    """Twelve cards, three carpets on them, one in the air."""
    stage.set_cards([CardView(k, kind, x, y, yaw) for k, (kind, x, y, yaw) in enumerate(LAYOUT)])
    for index, (seat, x, y, yaw) in enumerate(RESTING):
        stage.add_carpet(index, seat)
        stage.pose_carpet(index, lying(x, y, yaw))
    stage.add_carpet(FLYING, 0)
    stage.pose_carpet(FLYING, hovering(0.075, -0.33, 0.165))


def sunset(stage: Stage) -> View:
    """The evening that most of the game is played in."""
    laid(stage)
    stage.set_time_of_day(SUNSET)
    return HERO


def night(stage: Stage) -> View:
    """The same with lanterns, windows and stars."""
    laid(stage)
    stage.set_time_of_day(NIGHT)
    return HERO


def verdict(stage: Stage) -> View:
    """Outlines and hatched parts, from above."""
    laid(stage)
    stage.set_time_of_day(SUNSET)
    stage.hide_carpet(FLYING)
    ring = np.array([(-0.13, -0.05, 0.004), (-0.07, -0.05, 0.004), (-0.07, 0.05, 0.004), (-0.13, 0.05, 0.004)])
    part = ring + np.array([0.02, 0.0, 0.0])
    stage.set_verdict(VerdictView((OutlineView(1, ring),), (OverlapView(1, part, True), OverlapView(2, part, False))))
    return ABOVE


def carpet(stage: Stage) -> View:
    """A carpet close up on the inlaid wood."""
    stage.set_time_of_day(SUNSET)
    stage.add_carpet(0, 1)
    stage.pose_carpet(0, lying(0.0, 0.0, 0.0))
    return CLOSE


def card(stage: Stage) -> View:
    """A card close up."""
    stage.set_time_of_day(SUNSET)
    stage.set_cards([CardView(1, "palace", 0.0, 0.0)])
    return CARD_CLOSE


SCENES: dict[str, Callable[[Stage], View]] = {scene.__name__: scene for scene in (sunset, night, verdict, carpet, card)}


def draw(host: Host, name: str, *, preset: str = PRESET, spoil: Callable[[Stage], None] | None = None) -> Picture:
    """Draw one scene; `spoil` may change it before it is drawn."""
    stage = Stage(host, preset=preset)
    try:
        view = SCENES[name](stage)
        stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        if spoil is not None:
            spoil(stage)
        host.render_frame()
        return host.pixels()
    finally:
        stage.destroy()


def main() -> None:
    """Write all pictures."""
    host = open_offscreen(SIZE)
    try:
        for name in SCENES:
            draw(host, name)
            host.screenshot(FOLDER / f"{name}.png")
    finally:
        host.destroy()


if __name__ == "__main__":
    main()
