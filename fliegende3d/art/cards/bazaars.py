"""The three bazaars, all under the same scalloped awning."""

from __future__ import annotations

import math
from collections.abc import Callable

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_frame
from fliegende3d.art.cards.shapes import arch, both, oval, path, poly, rect, rounded, star, window
from fliegende3d.art.cards.symbols import CAMEL, CAMEL_FAR_LEGS, draw_camel, draw_roll, draw_spices
from fliegende3d.art.palette import ACCENTS

Area = tuple[float, float, float, float]  # x, y, width, height
Dyes = tuple[str, str, str]  # ground, border, ornament


def _rug(art: Canvas, area: Area, dyes: Dyes, field: Callable[[Canvas, Area, Dyes], None]) -> None:
    """A hanging carpet with two border lines, its field, and a fringe."""
    x, y, w, h = area
    cloth = rect(x, y, w, h)
    art.fill(cloth, dyes[0])
    art.stroke(rect(x + 12, y + 12, w - 24, h - 24), dyes[1], 10)
    art.stroke(rect(x + 25, y + 25, w - 50, h - 50), dyes[2], 4)
    field(art, area, dyes)
    art.stipple(cloth, "#2B1430", (x + w * 0.45, y, x + w * 1.25, y + h * 0.3), 0.6)
    for k in range(int(w / 11)):
        art.fill(rect(x + 3 + k * 11, y + h, 4, 20), "ivory")


def _medallion(art: Canvas, area: Area, dyes: Dyes) -> None:
    x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
    for share, notch, dye in ((0.3, 0.75, dyes[1]), (0.21, 0.68, dyes[2]), (0.11, 0.68, dyes[0])):
        art.fill(star(x, y, area[2] * share, notch), dye)
    for side in (-1, 1):
        art.fill(star(x, y + side * area[3] * 0.29, area[2] * 0.14), dyes[2])


def _diamonds(art: Canvas, area: Area, dyes: Dyes) -> None:
    x = area[0] + area[2] / 2
    for wide, tall, dye in ((44, 52, dyes[1]), (20, 24, dyes[2])):
        for share in (0.25, 0.5, 0.75):
            y = area[1] + area[3] * share
            art.fill(poly([(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)]), dye)


def _niche(art: Canvas, area: Area, dyes: Dyes) -> None:
    left, top, w, h = area
    x, base = left + w / 2, top + h - 36
    art.fill(arch(x, base, w * 0.3, h * 0.78), dyes[1])
    art.fill(arch(x, base, w * 0.25, h * 0.72), dyes[2])
    upper, lower, foot = top + h * 0.6, top + h * 0.84, top + h * 0.86
    art.fill(
        path(
            f"M {x} {top + h * 0.34} C {x + 34} {upper} {x + 26} {lower} {x} {foot} "
            f"C {x - 26} {lower} {x - 34} {upper} {x} {top + h * 0.34} Z"
        ),
        dyes[0],
    )


def _stall(name: str, wall: str, shade: str) -> Canvas:
    """A lit stall: wall, floor and the glow in its middle."""
    art = Canvas(name)
    art.sky((shade, wall, wall), horizon=900)
    art.fill(rect(58, 780, 652, 346), "#A8714A")
    art.stipple(rect(58, 780, 652, 346), "#3A2038", (0, 740, 0, 1126), 0.8)
    art.radial(window(), 384, 560, 520, [("#FFE3A8", 0.75), ("#FFE3A8", 0)])
    return art


def spice_bazaar() -> Canvas:
    """Heaps of spices in bowls."""
    art = _stall("spice", "#E3A75C", "#7A3A3A")
    for x in (110, 658):
        art.shape(rect(x - 16, 250, 32, 720), "#7A4A2A", "#2B1430", "#C98A50")
    for x, y in ((250, 420), (384, 380), (518, 420)):
        art.stroke(path(f"M {x} 300 L {x} {y - 50}"), "#4A2C20", 4)
        for k in range(5):
            art.shape(
                path(
                    f"M {x + (k - 2) * 13} {y - 50} C {x + (k - 2) * 26 - 12} {y} {x + (k - 2) * 22} {y + 50} "
                    f"{x + (k - 2) * 20 + 4} {y + 76} C {x + (k - 2) * 26 + 14} {y + 30} {x + (k - 2) * 22 + 12} "
                    f"{y - 20} {x + (k - 2) * 13} {y - 50} Z"
                ),
                "#C2392B",
                "#5B1A2E",
                "#F59A6A",
            )
    for x, y, w, h, c, s in (
        (216, 800, 118, 250, "#E3B12E", "#A6571E"),
        (552, 800, 118, 250, "#B5352B", "#5B1A3A"),
        (384, 850, 150, 330, "#E0701E", "#8A2A2E"),
        (180, 930, 112, 190, "#6E8A3A", "#2B4438"),
        (588, 930, 112, 190, "#7A3A6A", "#331A44"),
    ):
        heap = path(
            f"M {x - w} {y} C {x - w * 0.6} {y - h * 0.35} {x - w * 0.22} {y - h} {x} {y - h} C {x + w * 0.22} "
            f"{y - h} {x + w * 0.6} {y - h * 0.35} {x + w} {y} Z"
        )
        art.shape(heap, c, s, "#FFEFB8")
        bowl = path(
            f"M {x - w * 1.08} {y - 6} L {x + w * 1.08} {y - 6} C {x + w * 1.0} {y + 90} {x + w * 0.6} "
            f"{y + 120} {x} {y + 120} C {x - w * 0.6} {y + 120} {x - w * 1.0} {y + 90} {x - w * 1.08} "
            f"{y - 6} Z"
        )
        art.shape(bowl, "#C98A3A", "#4A2040", "#FFE09A")
        art.fill(rounded(x - w * 1.12, y - 12, w * 2.24, 22, 10), "#F2C868")
        for k in (-1, 0, 1):
            art.fill(star(x + k * w * 0.5, y + 46, 15), "#7A3A2A", 0.8)
    art.awning(ACCENTS["spice_bazaar"])
    draw_frame(art, ACCENTS["spice_bazaar"], large=draw_spices, small=draw_spices)
    return art


def carpet_bazaar() -> Canvas:
    """Carpets on show, and rolls of others."""
    art = _stall("carpetb", "#E8B98A", "#6A3A5A")
    art.fill(rect(58, 372, 652, 12), "#4A2C20")
    _rug(art, (86, 384, 186, 420), ("#B5352B", "#2A3A78", "#E9B44C"), _diamonds)
    _rug(art, (496, 384, 186, 420), ("#E3A02E", "#2C6A4B", "#F3E6C8"), _niche)
    _rug(art, (262, 384, 244, 500), ("#1B7A82", "#F3E6C8", "#B5352B"), _medallion)
    for x, y, c, e in (
        (150, 900, "#5B2A6E", "#E9B44C"),
        (590, 900, "#2A4899", "#F3E6C8"),
        (250, 970, "#C2562D", "#F3E6C8"),
        (500, 970, "#2C7A4B", "#E9B44C"),
    ):
        art.shape(rounded(x - 150 if x < 384 else x - 90, y - 50, 240, 100, 48), c, "#1F1430", "#FFE3A8", down=True)
        cx = x + 52 if x < 384 else x - 52
        art.fill(oval(cx, y, 47, 50), e)
        art.stroke(oval(cx, y, 30, 32), c, 9)
        art.stroke(oval(cx, y, 12, 13), c, 8)
    art.awning(ACCENTS["carpet_bazaar"])
    draw_frame(art, ACCENTS["carpet_bazaar"], large=draw_roll, small=draw_roll)
    return art


def camel_bazaar() -> Canvas:
    """A saddled camel under palms."""
    art = _stall("camelb", "#F0B878", "#8A4A4A")
    art.fill(oval(470, 560, 190), "#FFE3A0", 0.9)
    art.fill(path(CAMEL, 600, 640, 120), "#A9695A", 0.7)
    for x, h in ((112, 380), (680, 300)):
        art.stroke(path(f"M {x} 940 C {x + 20} 800 {x - 14} 700 {x} {940 - h}"), "#5A3A2A", 20)
        top = 940 - h
        for a in (-0.7, -0.15, 0.4, 2.7, 3.2, 3.8):
            cos, sin = math.cos(a), math.sin(a)
            frond = path(
                f"M {x} {top} Q {x + cos * 90} {top + sin * 60 - 50} {x + cos * 150} {top + sin * 100 + 20} "
                f"Q {x + cos * 70} {top + sin * 50 - 10} {x} {top + 14} Z"
            )
            art.shape(both(frond, window()), "#3F7A4A", "#14304A", "#A8C87A")
    far = path(CAMEL_FAR_LEGS, 400, 700, 262)
    art.fill(far, "#6A3A2A")
    b = path(CAMEL, 400, 700, 262)
    art.shape(b, "#C98646", "#4A1F3A", "#FFE3A8")
    cloth = path(
        (
            "M -0.20 -0.44 C -0.10 -0.72 0.04 -0.90 0.18 -0.90 C 0.34 -0.90 0.44 -0.60 0.54 -0.42 "
            "L 0.50 0.16 L -0.16 0.16 Z"
        ),
        400,
        700,
        262,
    )
    art.shape(cloth, "#B5352B", "#4A1A3A", "#F59A6A")
    with art.clipped(cloth):
        art.stroke(path("M -0.3 0.06 L 0.6 0.06", 400, 700, 262), "gold", 16)
        art.stroke(path("M -0.3 -0.30 L 0.6 -0.30", 400, 700, 262), "#1B7A82", 30)
        for u in (-0.04, 0.18, 0.4):
            art.fill(star(400 + 262 * u, 700 - 262 * 0.12, 21), "ivory")
    for k in range(8):
        bell = 400 + 262 * (-0.14 + k * 0.088)
        art.fill(poly([(bell - 5, 744), (bell + 5, 744), (bell + 8, 776), (bell - 8, 776)]), "gold")
    art.stroke(path("M -0.98 -0.66 L -0.60 -0.70 M -0.72 -0.84 L -0.76 -0.56", 400, 700, 262), "#B5352B", 10)
    art.fill(oval(400 - 0.8 * 262, 700 - 0.74 * 262, 8), "#2B1430")
    art.fill(oval(400 - 0.56 * 262, 700 + 0.0 * 262, 15), "gold")
    art.stroke(path("M -0.74 -0.40 C -0.68 -0.10 -0.60 -0.04 -0.50 -0.14", 400, 700, 262), "#B5352B", 9)
    art.fill(oval(420, 962, 260, 22), "#2B1430", 0.35)
    art.awning(ACCENTS["camel_bazaar"])
    draw_frame(art, ACCENTS["camel_bazaar"], large=draw_camel, small=draw_camel)
    return art
