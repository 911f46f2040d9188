"""The back of every card."""

from __future__ import annotations

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_edge
from fliegende3d.art.cards.shapes import (
    HEIGHT,
    WIDTH,
    crescent,
    path,
    poly,
    rect,
    star,
    window,
)


def back() -> Canvas:
    """A lattice of brass stars by night, and a carpet that flies under the moon."""
    art = Canvas("back")
    art.fill(rect(0, 0, WIDTH, HEIGHT), "#1E2358")
    pitch = 108.67
    for j in range(-1, 12):
        for i in range(-1, 8):
            x, y = (58 + (i + 0.5) * pitch, 58 + (j + 0.5) * 106.8)
            art.stroke(star(x, y, 54, 0.766), "#C9973F", 4, 0.9)
            art.fill(star(x, y, 34), "#2E3A86")
            art.fill(star(x, y, 18), "#C9973F", 0.85)
            art.stroke(
                poly(
                    [
                        (x + pitch / 2, y + 53.4 - 22),
                        (x + pitch / 2 + 22, y + 53.4),
                        (x + pitch / 2, y + 53.4 + 22),
                        (x + pitch / 2 - 22, y + 53.4),
                    ]
                ),
                "#7FB4C9",
                3,
                0.7,
            )
    art.stipple(window(), "#0E1030", (384, 500, 740, 1250), 0.6)
    art.radial(window(), 384, 592, 520, [("#5A6AC8", 0.35), ("#0E1030", 0.35)])
    for r, q in ((236, "#C9973F"), (224, "#15193F"), (206, "#C9973F"), (200, "#1E2358")):
        art.fill(star(384, 592, r, 0.8), q)
    art.radial(star(384, 592, 200, 0.8), 384, 560, 210, [("#4A4FA8", 1), ("#1A1D4E", 1)])
    cp = path(
        (
            "M -120 30 C -70 -20 -30 40 20 0 C 60 -34 90 -10 130 -40 L 150 14 C 110 50 80 24 40 "
            "56 C -10 96 -60 40 -104 88 Z"
        ),
        380,
        575,
    )
    art.shape(cp, "#B5352B", "#4A1A3A", "#FFD98A")
    art.stroke(path("M -106 36 C -60 -4 -26 52 24 14 C 62 -16 92 4 126 -22", 380, 577), "gold", 6)
    art.stroke(path("M -96 72 C -56 34 -8 80 34 44 C 74 12 104 36 138 8", 380, 577), "gold", 6)
    art.fill(crescent(384, 470, 34), "#FFE9BE")
    draw_edge(art, "#1E2358")
    return art
