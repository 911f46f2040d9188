"""The palace."""

from __future__ import annotations

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_frame
from fliegende3d.art.cards.shapes import arch, minus, onion, oval, path, rect, union
from fliegende3d.art.cards.symbols import draw_palace
from fliegende3d.art.palette import ACCENTS


def palace() -> Canvas:
    """A white palace under a turquoise dome at sunset."""
    art = Canvas("palace")
    art.sky(("#3B2C6B", "#C4618A", "#FBC27A"), sun=(236, 560), radius=150, rays=36)
    for x, h in ((100, 60), (230, 90), (330, 50), (560, 80), (660, 60)):
        art.fill(union(rect(x - 60, 800 - h, 120, 400), onion(x, 800 - h, 46, 90)), "#A0587F", 0.75)
    for x, top in ((150, 430), (618, 430)):
        t = union(rect(x - 32, top + 40, 64, 560), rect(x - 46, top + 30, 92, 26), rect(x - 42, top + 200, 84, 20))
        art.shape(t, "#F2D3A4", "#9A5480", "#FFF3D2")
        d = onion(x, top + 32, 40, 120)
        art.shape(d, "#2E9A96", "#1C3F68", "#BFEDE0")
        art.fill(rect(x - 3, top - 130, 6, 46), "gold")
        art.fill(oval(x, top - 128, 9), "gold")
        art.fill(arch(x, top + 160, 15, 66), "#5B2A4E")
        art.fill(arch(x, top + 330, 15, 66), "#5B2A4E")
    body = rect(196, 640, 376, 430)
    art.shape(body, "#F7DDB0", "#A65C7D", "#FFF3D2")
    drum = rect(270, 560, 228, 90)
    art.shape(drum, "#F2D3A4", "#9A5480", "#FFF3D2")
    d = onion(384, 566, 132, 330)
    art.shape(d, "#2FA39C", "#183C68", "#C8F2E4")
    for u in (-0.62, -0.22, 0.22, 0.62):
        art.stroke(path(f"M {384 + u * 118} 566 C {384 + u * 205} 440 {384 + u * 70} 346 384 240"), "gold", 5, 0.85)
    art.fill(rect(380, 160, 8, 82), "gold")
    art.fill(oval(384, 204, 15), "gold")
    art.fill(minus(oval(384, 150, 26), oval(392, 141, 24)), "gold")
    art.fill(rect(196, 640, 376, 22), "#2FA39C")
    art.fill(rect(196, 662, 376, 7), "gold")
    art.fill(rect(256, 560, 256, 16), "gold")
    for k in range(5):
        art.fill(arch(296 + k * 44, 636, 13, 46), "#7A2F55")
    door = arch(384, 1070, 82, 330)
    art.fill(arch(384, 1070, 102, 366), "#2FA39C")
    art.fill(arch(384, 1070, 92, 348), "gold")
    art.radial(door, 384, 1000, 330, [("#FFD98A", 1), ("#D8552F", 1), ("#4A1E46", 1)])
    for x in (246, 522):
        for y in (790, 960):
            art.fill(arch(x, y, 30, 104), "#2FA39C")
            art.fill(arch(x, y - 4, 22, 90), "#5B2A4E")
            art.fill(rect(x - 2, y - 84, 4, 80), "gold")
    art.fill(rect(58, 1010, 652, 120), "#3D6B4A")
    art.stipple(rect(58, 1010, 652, 120), "#1A2B3F", (0, 990, 0, 1126), 0.9)
    for x in (92, 132, 640, 682):
        c = path(
            f"M {x} {(740 if x in (92, 682) else 830)} C {x + 44} 900 {x + 34} 1030 {x} 1040 C {x - 34} "
            f"1030 {x - 44} 900 {x} {(740 if x in (92, 682) else 830)} Z"
        )
        art.shape(c, "#2F6B4F", "#14283F", "#8FBF7A")
    draw_frame(art, ACCENTS["palace"], large=draw_palace, small=draw_palace)
    return art
