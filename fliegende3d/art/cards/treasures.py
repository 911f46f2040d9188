"""Treasure, magic lamp and desert."""

from __future__ import annotations

import math

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_frame
from fliegende3d.art.cards.shapes import both, oval, path, poly, rect, sparkle, star, window
from fliegende3d.art.cards.symbols import LAMP, LAMP_HANDLE, draw_dune, draw_gem, draw_lamp
from fliegende3d.art.noise import generator
from fliegende3d.art.palette import ACCENTS


def treasure() -> Canvas:
    """An open chest of coins and stones."""
    art = Canvas("treasure")
    art.sky(("#123A3A", "#1F6A5A", "#123A3A"), horizon=1126)
    art.rays((384, 660), 24, "#FFD98A", 0.14)
    art.radial(window(), 384, 640, 420, [("#FFE9A8", 0.95), ("#F2B04A", 0.35), ("#F2B04A", 0)])
    lid = path("M 138 560 C 150 380 250 330 384 330 C 518 330 618 380 630 560 L 600 600 L 168 600 Z")
    art.shape(lid, "#8C4A2A", "#2B1430", "#E0A060")
    art.shape(path("M 176 596 C 190 440 280 396 384 396 C 488 396 578 440 592 596 Z"), "#4A1E30", "#1A0E20")
    for x in (214, 384, 554):
        art.fill(both(rect(x - 17, 300, 34, 320), lid), "#E9B44C")
    r = generator("coins")
    for _ in range(70):
        t = r.random()
        coin_x = 384 + (r.random() - 0.5) * 2 * (205 - 120 * t)
        art.shape(oval(coin_x, 690 - t * 170, 29, 19), "#F2C14A", "#B0621E", "#FFF3B8")
    for x, y, c, s in (
        (290, 560, "#C2392B", 46),
        (470, 545, "#2A62B4", 52),
        (384, 480, "#1F9C6A", 60),
        (350, 625, "#7A3AA0", 40),
        (540, 640, "#C2392B", 34),
        (232, 648, "#1FA0A0", 36),
    ):
        art.fill(
            poly(
                [
                    (x - s, y - s * 0.3),
                    (x - s * 0.5, y - s * 0.8),
                    (x + s * 0.5, y - s * 0.8),
                    (x + s, y - s * 0.3),
                    (x, y + s),
                ]
            ),
            c,
        )
        art.fill(
            poly([(x - s, y - s * 0.3), (x - s * 0.5, y - s * 0.8), (x - s * 0.3, y - s * 0.3), (x, y + s)]),
            "ivory",
            0.4,
        )
        art.fill(poly([(x + s, y - s * 0.3), (x + s * 0.3, y - s * 0.3), (x, y + s)]), "#1A0E30", 0.35)
    art.stroke(
        path("M 200 690 C 240 560 300 700 330 640 C 360 600 420 720 470 650 C 510 600 560 660 580 690"),
        "#FFF8E8",
        5,
        0.5,
    )
    for k in range(16):
        t = k / 15
        pearl_x, pearl_y = 196 + 390 * t, 676 - 36 * math.sin(t * 9)
        art.fill(oval(pearl_x, pearl_y, 12), "#FFF8E8")
        art.fill(oval(pearl_x + 3, pearl_y + 3, 8), "#D8C0C8", 0.6)
    box = poly([(128, 676), (640, 676), (606, 930), (162, 930)])
    art.shape(box, "#9A5530", "#2B1430", "#E0A060")
    art.fill(rect(118, 664, 532, 34), "#E9B44C")
    art.stipple(rect(118, 664, 532, 34), "#8A4A1E", (300, 0, 700, 0), 0.8)
    for x in (214, 384, 554):
        art.fill(
            poly([(x - 18, 690), (x + 18, 690), (x + 16 - (x - 384) * 0.06, 930), (x - 16 - (x - 384) * 0.06, 930)]),
            "#D99F38",
        )
    art.fill(oval(384, 770, 46), "#E9B44C")
    art.stroke(oval(384, 770, 46), "#7A3A1E", 5)
    art.fill(oval(384, 760, 12), "#2B1430")
    art.fill(poly([(378, 760), (390, 760), (396, 796), (372, 796)]), "#2B1430")
    for _ in range(22):
        art.shape(oval(r.uniform(90, 680), r.uniform(880, 950), 26, 15), "#F2C14A", "#B0621E", "#FFF3B8")
    for x, y, size in ((540, 330, 26), (240, 420, 18), (600, 480, 16), (420, 250, 14)):
        art.fill(sparkle(x, y, size, 0.4), "#FFF8DC", 0.95)
    draw_frame(art, ACCENTS["treasure"], large=draw_gem, small=draw_gem)
    return art


def draw_brass_lamp(art: Canvas, x: float, y: float, scale: float) -> None:
    """An oil lamp of brass."""
    art.fill(oval(x, y + scale * 1.02, scale * 0.9, scale * 0.09), "#0E1030", 0.5)
    art.stroke(path(LAMP_HANDLE, x, y, scale), "#8A4A1E", scale * 0.16)
    art.stroke(path(LAMP_HANDLE, x, y, scale), "#E9B44C", scale * 0.1)
    b = path(LAMP, x, y, scale)
    art.shape(b, "#EDB646", "#7A2F2E", "#FFF6C8")
    with art.clipped(b):
        art.stroke(path("M -1.0 0.30 C -0.4 0.46 0.4 0.46 0.9 0.26", x, y, scale), "#7A3A2E", scale * 0.05, 0.8)
        for u in (-0.42, -0.2, 0.02, 0.24, 0.46):
            art.fill(star(x + u * scale, y + (0.26 - abs(u) * 0.1) * scale, scale * 0.08), "#1F9C93")


def lamp() -> Canvas:
    """The lamp by night, with its smoke."""
    art = Canvas("lamp")
    art.sky(("#141A4A", "#2A3F8A", "#5A5FA8"), horizon=1000)
    art.stars(30, 700)
    smoke = path(
        (
            "M -1.24 -0.22 C -1.55 -0.75 -0.55 -0.85 -0.75 -1.35 C -0.95 -1.85 0.55 -1.65 0.35 "
            "-2.3 C 0.25 -2.65 -0.25 -2.6 -0.2 -2.3 C 0.1 -2.5 0.25 -2.2 -0.1 -2.02 C -0.7 -1.75 "
            "-1.55 -1.75 -1.3 -1.1 C -1.15 -0.75 -1.75 -0.7 -1.30 -0.18 Z"
        ),
        420,
        760,
        215,
    )
    art.radial(window(), 300, 520, 430, [("#7FE0D8", 0.4), ("#7FE0D8", 0)])
    art.shape(smoke, "#9BE3DA", "#2A62A8", "#E8FFF6")
    art.radial(window(), 140 + 20, 700, 200, [("#FFD98A", 0.8), ("#FFD98A", 0)])
    cl = both(path("M 40 1000 C 200 940 560 940 740 1000 L 740 1140 L 40 1140 Z"), window())
    art.shape(cl, "#8C2B4E", "#2A1440", "#E07A8A")
    art.stroke(path("M 58 1000 C 200 956 560 956 710 1000"), "gold", 7)
    draw_brass_lamp(art, 420, 762, 215)
    art.fill(
        path("M -1.22 -0.24 C -1.34 -0.42 -1.16 -0.5 -1.2 -0.68 C -1.02 -0.5 -1.06 -0.34 -1.22 -0.24 Z", 420, 760, 215),
        "#FFE9A0",
    )
    draw_frame(art, ACCENTS["lamp"], large=draw_lamp, small=draw_lamp)
    return art


def desert() -> Canvas:
    """Dunes, bones and a dead tree at noon."""
    art = Canvas("desert")
    art.sky(("#C9755A", "#EBB07A", "#F8E2B4"), horizon=720, sun=(470, 330), radius=150, rays=44)
    art.dunes((640, 760, 900), (("#D9A56A", "#A86A54"), ("#CE8F58", "#8A4E50"), ("#B87448", "#6A3848")))
    for y in (690, 840, 980):
        for j in range(3):
            art.stroke(
                path(
                    f"M {90 + j * 26} {y + j * 26} C {220 + j * 20} {y - 22 + j * 26} {300} {y + 24 + j * 26} "
                    f"{420 - j * 20} {y + j * 26}"
                ),
                "#6A3848",
                3.5,
                0.28,
            )
    art.stroke(
        path(
            "M 190 900 C 190 820 176 770 150 720 M 184 830 C 210 800 224 770 222 730 M 178 790 C "
            "160 776 130 770 110 772"
        ),
        "#4A2438",
        11,
    )
    art.stroke(path("M 150 720 L 128 690 M 222 730 L 240 696 M 110 772 L 92 756"), "#4A2438", 6)
    rib = "M 0 0 C -40 -90 20 -150 70 -150"
    for k in range(4):
        art.stroke(path(rib, 470 + k * 44, 900 + k * 4, 1 - k * 0.13), "#F7EBD3", 13 - k * 1.5)
        art.stroke(path(rib, 475 + k * 44, 902 + k * 4, 1 - k * 0.13), "#6A3848", 3, 0.5)
    art.stroke(path("M 440 902 C 520 884 600 900 660 926"), "#F7EBD3", 14)
    for x, y, s in ((300, 250, 1), (240, 330, 0.7)):
        art.stroke(
            path(
                f"M {x - 50 * s} {y} Q {x - 25 * s} {y - 26 * s} {x} {y} Q {x + 25 * s} {y - 26 * s} {x + 50 * s} {y}"
            ),
            "#3A2038",
            8 * s,
        )
    draw_frame(art, ACCENTS["desert"], large=draw_dune, small=draw_dune)
    return art
