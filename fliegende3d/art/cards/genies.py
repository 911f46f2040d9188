"""Genies 1 to 8: beings of smoke, air, water and fire that rise from the lamp and grow with their number.

None has a body, a skin or a garment: two lights look out of each. One to four are single elements; five to eight
are the same elements grown to a cloud, a storm, a great wave and a blaze that wears its own crown.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.frame import draw_bead, draw_frame
from fliegende3d.art.cards.shapes import Path, both, oval, path, poly, sparkle, union, window
from fliegende3d.art.cards.treasures import draw_brass_lamp
from fliegende3d.art.noise import generator
from fliegende3d.art.palette import ACCENTS

SPOUT = (262.0, 842.0)  # where the being leaves the lamp
LAMP_AT = (384.0, 884.0, 104.0)
BEADS = 8


@dataclass(frozen=True)
class Tones:
    """Outer, middle and inner colour of a being, its shade, its light, and the three colours of its sky."""

    outer: str
    middle: str
    inner: str
    shade: str
    light: str
    sky: tuple[str, str, str]


SMOKE = Tones("#6F7FA8", "#94A6C4", "#C6D2E0", "#2A2650", "#F3F0FF", ("#15123A", "#37306A", "#8A6AA0"))
AIR = Tones("#6FB0A8", "#A5D3C4", "#E2F2E2", "#1C3F58", "#FFFFFF", ("#10283F", "#2B6474", "#9CC0A8"))
WATER = Tones("#1F6E92", "#3E9DB8", "#8CD0D4", "#10284E", "#EFFFFF", ("#0E1838", "#1F4A7A", "#6F9FB8"))
FIRE = Tones("#B8322A", "#E4662C", "#F6B03C", "#5A1636", "#FFF1B0", ("#240F2C", "#5F1E3E", "#C9655A"))
CLOUD = Tones("#5B4A86", "#8A6FB0", "#C7A6D0", "#1E1640", "#FFE9F4", ("#150E30", "#43215E", "#A0608E"))
STORM = Tones("#3F6E8A", "#74A6B4", "#D0E4DC", "#12203E", "#FFFFFF", ("#0B1428", "#22405A", "#6E8A90"))
GREAT_WAVE = Tones("#155A7E", "#2A86A4", "#74C4C8", "#0A1E40", "#F4FFFA", ("#101233", "#2B3A78", "#C98A8A"))
BLAZE = Tones("#9C1F2E", "#DD4A26", "#F59A32", "#47102E", "#FFF3B8", ("#1C0A22", "#5B1636", "#D0662A"))


def genie(number: int) -> Canvas:
    """The face of the genie of a number from 1 to 8.

    Raises:
        ValueError: for another number.
    """
    if not 1 <= number <= len(BEINGS):
        raise ValueError(f"there is no genie {number}; genies run from 1 to {len(BEINGS)}")
    tones, being = BEINGS[number - 1]
    share = (number - 1) / 7
    art = Canvas(f"genie{number}")
    art.sky(tones.sky, horizon=980)
    art.stars(30 - 2 * number, 620)
    if number == len(BEINGS):
        art.rays((384, 470), 28, "#FFD98A", 0.16)
    art.radial(window(), 384, 560 - 120 * share, 300 + 320 * share, [(tones.inner, 0.62), (tones.inner, 0)])
    being(art, tones, 0.40 + 0.60 * share)
    ground = both(path("M 40 968 C 200 938 560 938 740 968 L 740 1140 L 40 1140 Z"), window())
    art.shape(ground, "#2A1A48", "#120C28", "#6A4A88", down=True)
    draw_brass_lamp(art, *LAMP_AT)
    draw_frame(art, ACCENTS["genie"], large=None, small=None)
    for k in range(BEADS):
        draw_bead(art, math.radians(k * 45 - 90), "gold" if k < number else "ink_soft", 13)
    return art


def _rise(t: float, size: float, sway: float) -> tuple[float, float]:
    """A point on the way from the spout upwards; t runs from 0 to 1."""
    settle = min(1.0, t * 1.9)
    x = (
        SPOUT[0]
        + (384 - SPOUT[0]) * settle * settle * (3 - 2 * settle)
        + sway * math.sin(t * 2 * math.pi * 0.95) * (0.35 + 0.65 * t)
    )
    return x, SPOUT[1] - t * 690 * size


def _tail(size: float, sway: float, widest: float, end: float) -> Path:
    """The ribbon from the spout up to a share `end` of the height, growing to a half width."""
    left, right = [], []
    steps = 40
    for k in range(steps + 1):
        t = end * k / steps
        x, y = _rise(t, size, sway)
        half = 9 + (widest - 9) * (k / steps) ** 1.5
        left.append((x - half, y))
        right.append((x + half, y + 6))
    return both(poly(left + right[::-1]), window())


def _eyes(art: Canvas, x: float, y: float, size: float, glow: str, tilt: float) -> None:
    """Two lights with a slanting lid; the being has no other features."""
    for side in (-1, 1):
        cx = x + side * 46 * size
        art.radial(oval(cx, y, 60 * size), cx, y, 60 * size, [(glow, 0.85), (glow, 0)])
        almond = path(
            f"M {-34 * side} {8 + 12 * tilt} Q {-4 * side} {-30} {34 * side} {-8 - 14 * tilt} "
            f"Q {14 * side} {22} {-34 * side} {8 + 12 * tilt} Z",
            cx,
            y,
            size,
        )
        art.fill(almond, "#FFF9DC")
        art.fill(oval(cx - 2 * side * size, y - 1 * size, 8.5 * size, 12 * size), "#2B1430")


def _curl(x: float, y: float, radius: float, turns: float, start: float, hand: int) -> Path:
    """An open spiral to stroke."""
    points = []
    for k in range(49):
        t = k / 48
        angle = start + hand * t * turns * 2 * math.pi
        reach = radius * (1 - t) ** 0.85 + 2
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return path("M " + " L ".join(f"{px:.1f} {py:.1f}" for px, py in points))


def _puffs(seed: str, x: float, y: float, width: float, height: float, count: int) -> Path:
    """A cloud: overlapping rounds along an egg's outline and inside it."""
    random = generator(seed)
    rounds = [oval(x, y, width * 0.8, height * 0.8)]
    for k in range(count):
        angle = 2 * math.pi * k / count + random.uniform(-0.15, 0.15)
        size = random.uniform(0.24, 0.38) * min(width, height)
        rounds.append(oval(x + width * 0.8 * math.cos(angle), y + height * 0.82 * math.sin(angle), size))
    return both(union(*rounds), window())


def _smoke(art: Canvas, tones: Tones, size: float) -> None:
    """One: a wisp with a round head and a curl."""
    art.shape(_tail(size, 52, 52 * size, 0.62), tones.outer, tones.shade, tones.light)
    x, y = _rise(0.74, size, 52)
    art.shape(_puffs("smoke1", x, y, 150 * size, 150 * size, 9), tones.outer, tones.shade, tones.light)
    art.shape(_puffs("smoke1b", x - 16 * size, y - 12 * size, 104 * size, 104 * size, 8), tones.middle, tones.outer)
    art.stroke(_curl(x + 66 * size, y - 150 * size, 66 * size, 1.2, 2.2, 1), tones.middle, 17 * size)
    for dx, dy, radius in ((-190, 60, 26), (-150, -90, 18), (190, 40, 22)):
        art.fill(oval(x + dx * size, y + dy * size, radius * size), tones.middle, 0.75)
    _eyes(art, x - 8 * size, y - 4 * size, size * 1.05, "#FFE9A8", 0.0)


def _whirl(art: Canvas, tones: Tones, size: float, *, lightning: bool) -> None:
    """Rings of air that widen upwards, with ribbons flying off."""
    rings = 9
    for k in range(rings):
        t = k / (rings - 1)
        x, y = _rise(0.05 + 0.86 * t, size, 26)
        half = 14 + 250 * size * t**1.15
        band = path(
            f"M {-half} {-0.10 * half} C {-half * 0.9} {half * 0.34} {half * 0.9} {half * 0.34} {half} {-0.06 * half} "
            f"C {half * 0.98} {half * 0.20} {half * 0.5} {half * 0.50} {0} {half * 0.50} "
            f"C {-half * 0.6} {half * 0.50} {-half * 1.05} {half * 0.16} {-half} {-0.10 * half} Z",
            x,
            y,
        )
        tone = (tones.outer, tones.middle, tones.inner)[k % 3]
        art.shape(both(band, window()), tone, tones.shade, tones.light, amount=0.8)
    x, y = _rise(0.80, size, 26)
    for side in (-1, 1):
        for step in range(2 if size < 0.7 else 4):
            cx, cy = x + side * (190 + 34 * step) * size, y + (60 + 116 * step) * size
            art.stroke(_curl(cx, cy, (78 - 9 * step) * size, 1.15, math.pi * (side < 0), side), tones.middle, 12 * size)
    random = generator(f"leaves{size:.2f}")
    for _ in range(int(16 * size)):
        lx, ly = x + random.uniform(-330, 330) * size, y + random.uniform(-140, 460) * size
        if 84 < lx < 684 and 290 < ly < 930:
            art.fill(path("M -15 0 Q 0 -13 15 0 Q 0 13 -15 0 Z", lx, ly, 0.6 + 0.6 * size), "gold", 0.9)
    if lightning:
        for flip in (False, True):
            bolt = path("M 150 -70 L 236 60 L 196 70 L 262 210 L 148 84 L 188 74 Z", x, y + 140 * size, size, flip)
            art.shape(bolt, "#FFE08A", "#D9962F", "#FFFFFF")
    head = _puffs(f"whirlhead{size:.2f}", x, y - 10 * size, 168 * size, 96 * size, 10)
    art.shape(head, tones.inner, tones.outer, tones.light)
    for side in (-1, 1):
        art.stroke(
            _curl(x + side * 120 * size, y - 96 * size, 56 * size, 1.1, math.pi / 2, -side), tones.inner, 15 * size
        )
    _eyes(art, x, y - 12 * size, size, "#BFFFF0", 0.35 if lightning else 0.1)


def _fountain(art: Canvas, tones: Tones, size: float) -> None:
    """Three: a jet that folds over into a drop-shaped head, with droplets."""
    art.shape(_tail(size, 34, 84 * size, 0.70), tones.outer, tones.shade, tones.light)
    x, y = _rise(0.70, size, 34)
    for side in (False, True):
        arm = (
            "M 20 80 C 120 -30 250 -10 262 110 C 268 190 210 220 184 186 C 226 176 226 92 168 96 "
            "C 110 100 80 170 40 210 Z"
        )
        art.shape(both(path(arm, x, y, size, side), window()), tones.middle, tones.shade, tones.light)
        for k, (dx, dy) in enumerate(((232, 236), (196, 262), (262, 282))):
            px = x + (-dx if side else dx) * size
            art.fill(
                path("M 0 -20 C 14 0 16 22 0 24 C -16 22 -14 0 0 -20 Z", px, y + dy * size, 1.0 - 0.2 * k), tones.inner
            )
    head = path(
        "M 0 -250 C 34 -170 150 -80 150 30 C 150 130 80 176 0 176 "
        "C -80 176 -150 130 -150 30 C -150 -80 -34 -170 0 -250 Z",
        x,
        y,
        size,
    )
    art.shape(head, tones.middle, tones.outer, tones.light)
    with art.clipped(head):
        for k in range(3):
            level = 70 + 42 * k
            ripple = f"M -170 {level} Q -85 {level - 36} 0 {level} Q 85 {level + 36} 170 {level}"
            art.stroke(path(ripple, x, y, size), tones.inner, 9 * size, 0.8)
    art.fill(oval(x - 62 * size, y - 66 * size, 15 * size, 30 * size), tones.light, 0.9)
    _eyes(art, x, y + 6 * size, size * 1.1, "#C8FFFF", 0.1)


Spread = tuple[tuple[float, float, float, float], ...]
"""Tongues: offset from the middle, half width, height, lean."""

FLAME: Spread = ((-104, 62, 250, -60), (104, 62, 262, 66), (-52, 80, 390, -22), (56, 80, 372, 40), (0, 96, 520, 6))
INFERNO: Spread = (
    (-236, 58, 250, -96),
    (236, 58, 262, 100),
    (-160, 80, 420, -80),
    (164, 80, 430, 86),
    (-84, 92, 560, -34),
    (88, 92, 545, 44),
    (0, 110, 690, 4),
)


def _tongue(x: float, y: float, width: float, height: float, lean: float) -> Path:
    """A tongue of flame on its base, its tip leaning to a side."""
    return path(
        f"M {-width} 0 C {-width * 1.5} {-height * 0.34} {-width * 0.2 + lean * 0.2} {-height * 0.50} {lean} {-height} "
        f"C {width * 0.5 + lean * 0.5} {-height * 0.62} {width * 1.7} {-height * 0.36} {width} 0 "
        f"C {width * 0.6} {width * 0.6} {-width * 0.6} {width * 0.6} {-width} 0 Z",
        x,
        y,
    )


def _flames(x: float, y: float, size: float, scale: float, spread: Spread) -> Path:
    """Tongues on a rounded ember; all measures shrink with the scale."""
    tongues = []
    for offset, width, height, lean in spread:
        if offset == 0:
            tongues.append(oval(x, y - 20 * size * scale, 150 * size * scale, 74 * size * scale))
        tongues.append(
            _tongue(x + offset * size * scale, y, width * size * scale, height * size * scale, lean * size * scale)
        )
    return both(union(*tongues), window())


def _fire(art: Canvas, tones: Tones, size: float, *, spread: Spread) -> None:
    """Nested flames, hotter inwards, with sparks."""
    art.shape(_tail(size, 20, 66 * size, 0.36), tones.outer, tones.shade, tones.light)
    x, base = _rise(0.30, size, 20)
    for scale, tone, shade in (
        (1.0, tones.outer, tones.shade),
        (0.76, tones.middle, tones.outer),
        (0.5, tones.inner, tones.middle),
    ):
        art.shape(
            _flames(x, base + 26 * size * scale, size, scale, spread),
            tone,
            shade,
            tones.light if scale == 1.0 else None,
        )
    core = _flames(x, base + 20 * size, size, 0.27, spread)
    art.fill(core, tones.light, 0.9)
    random = generator(f"sparks{size:.2f}")
    for _ in range(int(26 * size)):
        sx, sy = x + random.uniform(-300, 300) * size, base - random.uniform(60, 640) * size
        if 84 < sx < 684 and sy > 84:
            art.fill(sparkle(sx, sy, random.uniform(2.5, 5.5)), "#FFD98A", 0.95)
    _eyes(art, x, base - 118 * size, size * 1.1, "#FFF1B0", 0.45)


def _blaze(art: Canvas, tones: Tones, size: float) -> None:
    """Eight: fire that fills the sky and wears a crown of its own light."""
    _fire(art, tones, size, spread=INFERNO)
    x, base = _rise(0.30, size, 20)
    for side in (False, True):
        wing = (
            "M 130 -60 C 240 -150 300 -150 318 -300 C 352 -210 344 -70 262 -6 C 300 -10 330 -32 346 -60 "
            "C 332 44 230 96 110 60 Z"
        )
        art.shape(both(path(wing, x, base + 10, size, side), window()), tones.middle, tones.outer, tones.light)
    for k in range(-2, 3):
        cx, cy = x + k * 54, base - 262 + abs(k) * 22
        art.shape(_tongue(cx, cy, 19, 92 - abs(k) * 16, k * 9), "#FFE08A", "#D9962F", "#FFFFFF")
        art.fill(oval(cx, cy + 4, 10), "#C2392B")


def _cloud(art: Canvas, tones: Tones, size: float) -> None:
    """Five: smoke grown to a towering cloud with two great curls."""
    art.shape(_tail(size, 44, 96 * size, 0.52), tones.outer, tones.shade, tones.light)
    x, y = _rise(0.66, size, 44)
    for dx, dy, width, height, tone, shade in (
        (0, 90, 250, 150, tones.outer, tones.shade),
        (0, -10, 214, 176, tones.middle, tones.outer),
        (-18, -46, 150, 120, tones.inner, tones.middle),
    ):
        cloud = _puffs(f"cloud{dy}", x + dx * size, y + dy * size, width * size, height * size, 13)
        art.shape(cloud, tone, shade, tones.light if tone != tones.inner else None)
    for side in (-1, 1):
        start = math.pi / 2
        art.stroke(_curl(x + side * 214 * size, y + 24 * size, 92 * size, 1.35, start, -side), tones.shade, 40 * size)
        art.stroke(_curl(x + side * 214 * size, y + 24 * size, 92 * size, 1.35, start, -side), tones.middle, 28 * size)
        art.stroke(_curl(x + side * 74 * size, y - 236 * size, 56 * size, 1.2, start, side), tones.middle, 20 * size)
    _eyes(art, x - 8 * size, y - 30 * size, size * 1.2, "#FFD9F0", 0.3)


def _great_wave(art: Canvas, tones: Tones, size: float) -> None:
    """Seven: a wave that rears up and curls over, with foam like fingers."""
    x, y = _rise(0.60, size, 0)
    art.shape(_tail(size, 20, 110 * size, 0.44), tones.outer, tones.shade, tones.light)
    body = path(
        "M -300 330 C -330 60 -250 -250 10 -300 C 190 -330 312 -210 300 -60 C 292 30 220 84 150 60 "
        "C 214 40 226 -40 170 -84 C 100 -136 -10 -60 20 90 C 40 190 150 260 290 300 C 200 370 -120 400 -300 330 Z",
        x,
        y,
        size,
    )
    art.shape(both(body, window()), tones.outer, tones.shade, tones.light)
    for shift, tone, width in ((0, tones.middle, 34), (58, tones.inner, 20), (104, tones.middle, 16)):
        line = path(
            f"M {-262 + shift} 320 C {-290 + shift} 70 {-210 + shift} {-210 + shift * 0.9} 20 {-258 + shift * 0.9}",
            x,
            y,
            size,
        )
        with art.clipped(both(body, window())):
            art.stroke(line, tone, width * size)
    random = generator("foam7")
    foam = []
    for k in range(30):
        angle = math.pi * (1.16 + 1.06 * k / 29)
        reach = 296 if k % 2 else 282
        fx, fy = x + (26 + reach * 0.98 * math.cos(angle)) * size, y + (-20 + reach * math.sin(angle)) * size
        foam.append(oval(fx, fy, random.uniform(17, 30) * size))
    for dx, dy in ((296, -20), (286, 20), (258, 52), (220, 70), (184, 74), (150, 62)):
        foam.append(oval(x + dx * size, y + dy * size, random.uniform(20, 28) * size))
    art.shape(both(union(*foam), window()), "#EAF8F2", tones.middle, "#FFFFFF")
    for dx, dy, s in ((210, 150, 1.2), (160, 176, 0.9), (250, 196, 0.8), (120, 140, 0.7), (200, 226, 0.6)):
        drop = path("M 0 -22 C 15 0 17 24 0 26 C -17 24 -15 0 0 -22 Z", x + dx * size, y + dy * size, s)
        art.fill(drop, "#EAF8F2")
    _eyes(art, x - 92 * size, y - 60 * size, size * 1.15, "#D8FFF4", 0.4)


Being = Callable[[Canvas, Tones, float], None]

BEINGS: tuple[tuple[Tones, Being], ...] = (
    (SMOKE, _smoke),
    (AIR, lambda art, tones, size: _whirl(art, tones, size, lightning=False)),
    (WATER, _fountain),
    (FIRE, lambda art, tones, size: _fire(art, tones, size, spread=FLAME)),
    (CLOUD, _cloud),
    (STORM, lambda art, tones, size: _whirl(art, tones, size, lightning=True)),
    (GREAT_WAVE, _great_wave),
    (BLAZE, _blaze),
)
