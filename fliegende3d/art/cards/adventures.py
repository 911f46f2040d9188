"""The five adventures: one accent, five skies, and one to five golden beads."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import skia

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_frame
from fliegende3d.art.cards.shapes import arch, both, crescent, minus, onion, oval, path, poly, rect, star, union, window
from fliegende3d.art.cards.symbols import draw_compass
from fliegende3d.art.palette import ACCENTS


def draw_waves(art: Canvas, top: float, colours: Sequence[tuple[str, str]]) -> None:
    """Rows of curling waves, each darker and nearer than the one behind."""
    for k, (b, s) in enumerate(colours):
        y = top + k * 74
        q = skia.Path()
        q.moveTo(58, y)
        n = 7
        w = 652 / n
        off = k % 2 * w / 2
        q.moveTo(58 - w, y)
        for j in range(n + 3):
            x = 58 - w + off + j * w
            q.cubicTo(x + w * 0.3, y - 4, x + w * 0.55, y - 46, x + w * 0.78, y - 40)
            q.cubicTo(x + w * 0.66, y - 18, x + w * 0.8, y + 4, x + w, y)
        q.lineTo(900, 1200)
        q.lineTo(-40, 1200)
        q.close()
        q = both(q, window())
        art.fill(q, b)
        art.stipple(q, s, (0, y - 30, 0, y + 150), 0.8)
        art.stroke(both(q, rect(58, y - 60, 652, 66)), "ivory", 3, 0.25)


def adventure_a() -> Canvas:
    """A dhow under a striped sail."""
    art = Canvas("advA")
    art.sky(("#2C4A86", "#7FB0C4", "#FCD9A0"), horizon=800, sun=(250, 560), radius=120, rays=32)
    for x, y, s in ((560, 210, 1), (330, 400, 0.6)):
        art.fill(
            union(
                oval(x, y, 90 * s, 26 * s),
                oval(x - 60 * s, y + 12 * s, 80 * s, 20 * s),
                oval(x + 70 * s, y + 14 * s, 70 * s, 18 * s),
            ),
            "ivory",
            0.8,
        )
    draw_waves(art, 800, [("#2F8E9B", "#1E5C86")])
    mast = path("M 408 260 L 420 260 L 430 880 L 410 880 Z")
    art.fill(mast, "#4A2C20")
    sail = path("M 322 232 C 500 330 640 520 668 760 C 560 800 470 800 380 772 C 420 600 400 400 322 232 Z")
    art.shape(sail, "#F7E3BC", "#C9503A", "#FFF6DE")
    with art.clipped(sail):
        for k in range(4):
            art.stroke(
                path(f"M 300 {330 + k * 130} C 450 {300 + k * 130} 560 {380 + k * 130} 720 {470 + k * 130}"),
                "#C2392B",
                34,
                0.9,
            )
        art.stipple(sail, "#5B2A4E", (420, 400, 720, 700), 0.55)
    art.stroke(path("M 316 222 L 676 772"), "#4A2C20", 11)
    jib = path("M 300 420 C 220 560 170 680 128 760 C 210 780 290 776 372 756 C 350 640 330 520 300 420 Z")
    art.shape(jib, "#E9B44C", "#A6452E", "#FFE9B0")
    hull = path("M 92 800 C 160 850 540 856 690 770 C 672 900 620 960 560 972 L 220 972 C 150 940 110 880 92 800 Z")
    art.shape(hull, "#8C4A2A", "#2B1430", "#D98A50", down=True)
    art.stroke(path("M 104 826 C 200 876 560 876 684 796"), "gold", 9)
    for k in range(6):
        art.fill(oval(240 + k * 62, 896 - abs(k - 2.5) * 2, 13), "#2B1430")
        art.fill(oval(240 + k * 62, 895 - abs(k - 2.5) * 2, 8), "gold")
    flag = path("M 410 260 C 360 230 330 280 280 250 C 330 220 350 200 412 214 Z")
    art.shape(flag, "#C2392B", "#5B2A4E")
    draw_waves(art, 930, [("#2A7F95", "#1B4A78"), ("#23688A", "#173765"), ("#1D5179", "#122850")])
    draw_frame(art, ACCENTS["adventure"], large=draw_compass, small=None, beads=1)
    return art


def adventure_b() -> Canvas:
    """The great bird above its mountains."""
    art = Canvas("advB")
    art.sky(("#7A2F3E", "#E07A4A", "#FBD08A"), horizon=860, sun=(384, 470), radius=215, rays=40)
    for x, w, h, c, s in (
        (150, 240, 420, "#A65A5A", "#5B2A4E"),
        (640, 260, 480, "#9A4F5A", "#4A2450"),
        (390, 330, 250, "#6E3550", "#2B1A40"),
    ):
        m = path(
            f"M {x - w} 1130 L {x - w * 0.45} {1130 - h * 0.55} L {x - w * 0.25} {1130 - h * 0.5} "
            f"L {x} {1130 - h} L {x + w * 0.22} {1130 - h * 0.62} L {x + w * 0.4} {1130 - h * 0.66} "
            f"L {x + w} 1130 Z"
        )
        m = both(m, window())
        art.shape(m, c, s, "#F2B98A")
    wing = (
        "M 10 -50 C 120 -230 230 -290 326 -262 C 300 -225 296 -205 316 -190 C 282 -180 268 "
        "-160 280 -136 C 246 -136 226 -116 236 -90 C 200 -94 178 -74 182 -46 C 150 -54 110 "
        "-20 30 40 Z"
    )
    for f in (False, True):
        w = path(wing, 384, 520, 1, f)
        art.shape(w, "#F3E2BE", "#7A2F4E", "#FFF8E2")
        for q in (
            "M 60 -20 C 150 -110 230 -180 300 -215",
            "M 50 0 C 130 -70 200 -120 262 -150",
            "M 40 16 C 110 -40 160 -70 214 -98",
        ):
            art.stroke(path(q, 384, 520, 1, f), "#7A2F4E", 5, 0.6)
    for k in (-2, 2, -1, 1, 0):
        art.shape(
            path(
                f"M 372 610 L {384 + k * 58 - 30} {820 - abs(k) * 16} L {384 + k * 58} {846 - abs(k) * 16} "
                f"L {384 + k * 58 + 30} {820 - abs(k) * 16} L 396 610 Z"
            ),
            "#F3E2BE",
            "#7A2F4E",
            "#FFF8E2",
        )
    body = path("M 384 700 C 290 640 300 500 346 450 C 360 430 408 430 422 450 C 468 500 478 640 384 700 Z")
    art.shape(body, "#E8B860", "#8A3A3A", "#FFF1C8")
    for j in range(4):
        for i in range(-1, 2):
            x, y = 384 + i * 36 + j % 2 * 14, 520 + j * 36
            art.stroke(path(f"M {x - 16} {y} Q {x} {y + 20} {x + 16} {y}"), "#8A3A3A", 5, 0.6)
    head = path(
        "M 430 470 C 440 380 420 330 372 326 C 330 324 300 344 292 376 C 268 378 250 396 246 "
        "430 C 262 416 284 414 300 420 C 322 430 330 450 336 480 Z"
    )
    art.shape(head, "#F3E2BE", "#7A2F4E", "#FFF8E2")
    art.fill(path("M 306 372 C 270 366 244 392 244 436 C 262 414 286 410 306 416 Z"), "#D9962F")
    art.fill(oval(346, 372, 15), "#FFD24A")
    art.fill(oval(343, 373, 7), "#2B1430")
    art.stroke(path("M 318 352 L 366 358"), "#7A2F4E", 8)
    for k in range(3):
        art.shape(
            path(
                f"M {392 + k * 12} {338 + k * 18} C {440 + k * 14} {320 + k * 14} {468 + k * 10} {330 + k * 24} "
                f"{486 + k * 6} {352 + k * 26} C {456} {352 + k * 20} {430} {356 + k * 20} {400 + k * 8} "
                f"{368 + k * 16} Z"
            ),
            "#C2392B",
            "#5B1A3A",
        )
    draw_frame(art, ACCENTS["adventure"], large=draw_compass, small=None, beads=2)
    return art


def adventure_c() -> Canvas:
    """The cave that opens by night."""
    art = Canvas("advC")
    art.sky(("#1B2452", "#3A4A86", "#8A6A9A"), horizon=800)
    art.stars(34, 560)
    art.fill(crescent(560, 250, 66), "#FFE9BE")
    rock = both(
        path(
            "M 40 1140 L 40 560 L 150 470 L 190 380 L 300 330 L 350 250 L 460 300 L 540 400 L 620 "
            "430 L 730 560 L 730 1140 Z"
        ),
        window(),
    )
    art.shape(rock, "#5E4A78", "#1B1A3E", "#B79AC0")
    for q in (
        "M 150 470 L 220 560 L 190 700 L 58 760 L 58 560 Z",
        "M 300 330 L 340 460 L 220 560 L 150 470 L 190 380 Z",
        "M 540 400 L 500 520 L 600 640 L 710 600 L 620 430 Z",
    ):
        art.fill(path(q), "#8A6FA0", 0.35)
    glow = arch(384, 1060, 150, 480)
    art.radial(rect(58, 400, 652, 726), 384, 880, 420, [("#FFC860", 0.75), ("#FFC860", 0)])
    art.fill(arch(384, 1060, 176, 530), "#2B1A40")
    art.radial(glow, 384, 960, 420, [("#FFF3C0", 1), ("#F2A83C", 1), ("#B4451E", 1)])
    for x, y, r in ((300, 1010, 60), (384, 980, 84), (468, 1010, 60), (340, 1030, 50), (430, 1030, 50)):
        art.shape(oval(x, y, r, r * 0.62), "#E9B03A", "#A4511E", "#FFF0B0")
    for x, y, c in ((350, 950, "#C2392B"), (410, 930, "#1F9C93"), (450, 986, "#5B2A7E"), (310, 990, "#2C7A4B")):
        art.fill(poly([(x, y - 20), (x + 16, y), (x, y + 20), (x - 16, y)]), c)
        art.fill(poly([(x, y - 20), (x + 16, y), (x, y)]), "ivory", 0.6)
    art.shape(path("M 560 560 L 640 620 L 660 1060 L 556 1060 Z"), "#7A6490", "#241F48", "#C9B0D0")
    art.fill(poly([(58, 1126), (58, 1060), (250, 1040), (520, 1040), (710, 1060), (710, 1126)]), "#3A2A58")
    art.fill(poly([(260, 1040), (508, 1040), (640, 1126), (128, 1126)]), "#F2B04A", 0.55)
    draw_frame(art, ACCENTS["adventure"], large=draw_compass, small=None, beads=3)
    return art


def adventure_d() -> Canvas:
    """The serpent of the green sea."""
    art = Canvas("advD")
    art.sky(("#1E5A5A", "#5FA08A", "#EADB9A"), horizon=760, sun=(540, 420), radius=100, rays=28)
    draw_waves(art, 740, [("#2C7A7A", "#17505F")])
    for x, y, r in ((560, 800, 120), (330, 820, 150)):
        q = minus(oval(x, y, r), oval(x, y + 14, r * 0.52))
        art.shape(q, "#7AA648", "#24504A", "#E4E89A")
        for a in np.arange(math.pi * 1.08, math.pi * 1.9, 0.24):
            art.fill(
                poly(
                    [
                        (x + r * math.cos(a) * 0.99, y + r * math.sin(a) * 0.99),
                        (x + r * 1.2 * math.cos(a + 0.06), y + r * 1.2 * math.sin(a + 0.06)),
                        (x + r * math.cos(a + 0.2) * 0.99, y + r * math.sin(a + 0.2) * 0.99),
                    ]
                ),
                "#C2392B",
            )
    neck = path(
        "M 150 980 C 60 760 250 640 250 470 C 250 380 330 330 420 350 C 480 362 540 400 560 "
        "430 C 540 470 470 470 420 462 C 380 460 352 480 352 520 C 352 660 230 780 300 980 Z"
    )
    art.shape(neck, "#7AA648", "#24504A", "#E4E89A")
    belly = path("M 250 960 C 200 790 330 660 332 500 L 352 520 C 352 660 230 780 300 980 Z")
    art.fill(belly, "#F0E2A0", 0.85)
    art.fill(oval(410, 398, 20), "#FFF3C0")
    art.fill(oval(414, 398, 9), "#2B1430")
    art.stroke(path("M 556 428 C 520 440 470 440 436 430"), "#24504A", 6)
    art.fill(path("M 380 350 L 350 250 L 330 330 L 280 260 L 290 360 L 230 330 L 258 420 Z"), "#C2392B")
    draw_waves(
        art, 880, [("#256A74", "#144456"), ("#1F5A6A", "#10384C"), ("#184A5E", "#0C2C42"), ("#143E52", "#0A2438")]
    )
    draw_frame(art, ACCENTS["adventure"], large=draw_compass, small=None, beads=4)
    return art


def adventure_e() -> Canvas:
    """The city of brass by night."""
    art = Canvas("advE")
    art.sky(("#2A1440", "#5B2A5E", "#C9655A"), horizon=860, sun=(384, 560), radius=190)
    art.stars(24, 400)
    for x, w, top in ((110, 70, 620), (220, 84, 500), (548, 84, 500), (658, 70, 620)):
        t = poly([(x - w * 0.7, 1126), (x - w * 0.5, top), (x + w * 0.5, top), (x + w * 0.7, 1126)])
        t = both(t, window())
        art.shape(t, "#B4702C", "#3A1A3E", "#FFD98A")
        art.shape(both(onion(x, top, w * 0.5, 130), window()), "#E0A040", "#6A2A3E", "#FFF0B0")
        art.fill(arch(x, top + 130, 16, 70), "#FFD98A")
        art.fill(arch(x, top + 300, 16, 70), "#FFD98A")
    g = poly([(230, 1126), (262, 470), (384, 300), (506, 470), (538, 1126)])
    art.shape(g, "#C98A34", "#4A1E40", "#FFE4A0")
    art.fill(arch(384, 1100, 96, 480), "#3A1A3E")
    art.fill(arch(384, 1100, 82, 452), "#1F9C93")
    art.stipple(arch(384, 1100, 82, 452), "#12284A", (330, 700, 460, 1000), 0.9)
    for k in range(5):
        art.stroke(path(f"M {310 + k * 37} 1060 L {310 + k * 37} 700"), "gold", 4, 0.8)
    art.fill(star(384, 520, 62), "#3A1A3E")
    art.fill(star(384, 520, 50), "#FFD98A")
    draw_frame(art, ACCENTS["adventure"], large=draw_compass, small=None, beads=5)
    return art
