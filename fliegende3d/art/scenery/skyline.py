"""Parts of a city drawn flat, with what the light needs to know about them."""

from __future__ import annotations

import math

import numpy as np

from fliegende3d.art.cards.shapes import Path as Outline
from fliegende3d.art.cards.shapes import arch, both, onion, oval, path, poly, rect, union
from fliegende3d.art.scenery.masks import Array, Mask


class Skyline:
    """A strip of the city: how lit each part is from the sun's side, how its windows glow, its own tone, its shape."""

    def __init__(self, width: int, height: int, seed: np.random.Generator) -> None:
        self.width, self.height = width, height
        self.random = seed
        self._lit, self._glow = (Mask(width, height, wrapped=True) for _ in range(2))
        self._tone, self._shape = (Mask(width, height, wrapped=True) for _ in range(2))

    def maps(self) -> tuple[Array, Array]:
        """Lit, glow and tone as channels, shape (height, width, 3), and the shape, (height, width)."""
        channels = np.stack([self._lit.values(), self._glow.values(), self._tone.values()], -1)
        return channels, self._shape.values()

    def solid(self, shape: Outline, start: float, end: float, tone: float) -> None:
        """A part whose light falls off from its left to its right side."""
        self._shape.fill(shape)
        self._lit.blend(shape, start, end)
        self._tone.fill(shape, tone)
        self._glow.fill(shape, 0.0)

    def mark(self, shape: Outline, lit: float, tone: float | None = None) -> None:
        """A detail on something already drawn."""
        self._lit.fill(shape, lit)
        if tone is not None:
            self._tone.fill(shape, tone)

    def window(self, x: float, y: float, width: float, height: float, *, burning: bool) -> None:
        """A pointed window; burning ones glow when evening comes."""
        opening = arch(x, y, width, height)
        self.mark(opening, 0.10)
        if burning:
            self._glow.fill(opening, 1.0)

    def house(self, x: float, y: float, width: float, base: float, size: float, burning: float) -> None:
        """A flat-roofed house: a lit front, a shaded side, cornice, windows, and something on the roof."""
        random = self.random
        tone = random.uniform(0.42, 0.72)
        side = width * random.uniform(0.14, 0.30)
        self.solid(rect(x, y, width, base - y), 0.86, 0.70, tone)
        self.mark(rect(x + width - side, y, side, base - y), 0.16)
        self.mark(rect(x, y, width - side, size * 0.045), 1.0)
        self.mark(rect(x, y + size * 0.06, width - side, size * 0.03), 0.34)
        self._windows(x, y, width - side, base, size, burning)
        roof = random.random()
        if roof < 0.24:
            self.dome(x + (width - side) * 0.5, y, (width - side) * random.uniform(0.26, 0.38), size)
        elif roof < 0.40:
            self._crenels(x, y, width, size)
        elif roof < 0.56:
            self._pavilion(x + width * 0.3, y, size)
        elif roof < 0.68 and size > 40:
            self._laundry(x, y, width, size)

    def dome(self, x: float, y: float, width: float, size: float) -> None:
        """An onion dome on a drum, ribbed, with a finial."""
        tone = self.random.choice([0.30, 0.86, 0.55])
        drum = rect(x - width * 0.92, y - size * 0.20, width * 1.84, size * 0.26)
        self.solid(drum, 0.85, 0.2, 0.6)
        top = y - size * 0.18
        self.solid(onion(x, top, width, width * 2.05), 1.0, 0.10, tone)
        for u in (-0.5, 0.0, 0.5):
            rib = path(f"M {x + u * width} {top} Q {x + u * width * 1.5} {top - width} {x} {top - width * 1.95}")
            self._lit.stroke(rib, max(1.0, size * 0.018), 0.28)
        spike = top - width * 2.05
        self.solid(rect(x - size * 0.012 - 1, spike - size * 0.26, size * 0.024 + 2, size * 0.30), 0.9, 0.5, 0.9)
        self.solid(oval(x, spike - size * 0.12, size * 0.035 + 1), 1.0, 0.5, 0.9)

    def great_dome(self, x: float, y: float, radius: float) -> None:
        """A round dome with ribs on a drum with windows."""
        drum = radius * 0.42
        self.solid(rect(x - radius * 1.04, y - drum, radius * 2.08, drum * 1.2), 0.95, 0.22, 0.66)
        for k in range(9):
            wx = x + radius * 0.92 * math.sin((k - 4) * 0.36)
            self.window(wx, y - drum * 0.18, radius * 0.045, drum * 0.62, burning=True)
        top = y - drum
        cap = both(oval(x, top, radius, radius * 0.94), rect(x - radius, top - radius, 2 * radius, radius))
        self.solid(union(cap, onion(x, top - radius * 0.74, radius * 0.22, radius * 0.42)), 1.0, 0.08, 0.36)
        for u in (-0.66, -0.34, 0.0, 0.34, 0.66):
            foot, bend = x + u * radius * 1.2, x + u * radius * 1.1
            rib = path(f"M {foot} {top} Q {bend} {top - radius * 0.8} {x} {top - radius * 0.95}")
            self._lit.stroke(rib, max(1.0, radius * 0.02), 0.30)
        spike = top - radius * 1.14
        self.solid(rect(x - radius * 0.015, spike - radius * 0.3, radius * 0.03, radius * 0.32), 1.0, 0.6, 0.9)

    def minaret(self, x: float, y: float, base: float, size: float) -> None:
        """A slender tower with two balconies."""
        half = size * 0.11
        for level, (share, taper) in enumerate(((0.0, 1.0), (0.45, 0.84), (0.72, 0.66))):
            top = base + (y - base) * (share + 0.34 if level < 2 else 1.0)
            bottom = base + (y - base) * share
            w = half * taper
            shaft = poly([(x - w, bottom), (x + w, bottom), (x + w * 0.9, top), (x - w * 0.9, top)])
            self.solid(shaft, 0.98, 0.14, 0.62)
        for share in (0.45, 0.72):
            level_y = base + (y - base) * share
            self.solid(rect(x - half * 1.7, level_y - size * 0.10, half * 3.4, size * 0.10), 1.0, 0.2, 0.7)
            self.mark(rect(x - half * 1.7, level_y - size * 0.02, half * 3.4, size * 0.03), 0.15)
        self.solid(onion(x, y, half * 0.72, size * 0.34), 1.0, 0.1, 0.34)
        self.solid(rect(x - 1, y - size * 0.5, 2, size * 0.2), 0.9, 0.6, 0.9)

    def palm(self, x: float, base: float, height: float) -> None:
        """A palm between the houses, nearly a silhouette."""
        top = base - height
        trunk = path(
            f"M {x - 4} {base} Q {x + 12} {base - height * 0.5} {x} {top} L {x + 6} {top} "
            f"Q {x + 20} {base - height * 0.5} {x + 5} {base} Z"
        )
        self.solid(trunk, 0.35, 0.05, 0.10)
        for angle in np.linspace(-0.35, math.pi + 0.35, 9):
            reach = height * 0.55
            end_x, end_y = x + 3 + reach * math.cos(angle), top - reach * 0.42 * math.sin(angle) + reach * 0.22
            mid_x, mid_y = x + 3 + reach * 0.55 * math.cos(angle), top - reach * 0.55 * max(0.2, math.sin(angle) + 0.4)
            frond = path(
                f"M {x + 3} {top} Q {mid_x} {mid_y} {end_x} {end_y} Q {mid_x} {mid_y + reach * 0.20} "
                f"{x + 3} {top + 6} Z"
            )
            self.solid(frond, 0.45, 0.08, 0.08)

    def _windows(self, x: float, y: float, width: float, base: float, size: float, burning: float) -> None:
        random = self.random
        step_x, step_y = size * random.uniform(0.24, 0.34), size * random.uniform(0.36, 0.46)
        columns = max(1, int((width - size * 0.12) / step_x))
        rows = max(1, min(6, int((base - y) / step_y)))
        left = x + (width - (columns - 1) * step_x) / 2
        for i in range(columns):
            for j in range(rows):
                if random.random() < 0.12:
                    continue
                wx, wy = left + i * step_x, y + size * 0.36 + j * step_y
                if random.random() < 0.08 and size > 40:
                    bay = rect(wx - size * 0.09, wy - size * 0.22, size * 0.18, size * 0.26)
                    self.solid(bay, 0.7, 0.2, 0.22)
                    continue
                self.window(wx, wy, size * 0.045, size * 0.20, burning=random.random() < burning)

    def _crenels(self, x: float, y: float, width: float, size: float) -> None:
        step = size * 0.16
        for k in range(int(width // step)):
            self.solid(rect(x + k * step, y - size * 0.09, step * 0.58, size * 0.10), 0.95, 0.7, 0.55)

    def _pavilion(self, x: float, y: float, size: float) -> None:
        width, height = size * 0.5, size * 0.42
        posts = [rect(x + width * u, y - height, size * 0.05, height) for u in (0.0, 0.45, 0.9)]
        self.solid(union(*posts), 0.8, 0.4, 0.4)
        roof = poly(
            [(x - width * 0.15, y - height), (x + width * 0.5, y - height * 1.6), (x + width * 1.15, y - height)]
        )
        self.solid(roof, 0.95, 0.25, 0.30)

    def _laundry(self, x: float, y: float, width: float, size: float) -> None:
        self.solid(rect(x + width * 0.1, y - size * 0.34, width * 0.7, 2), 0.5, 0.5, 0.2)
        for k in range(4):
            w = width * 0.12
            cloth = rect(x + width * (0.14 + 0.17 * k), y - size * 0.33, w, size * self.random.uniform(0.16, 0.26))
            self.solid(cloth, 1.0, 0.7, self.random.choice([0.2, 0.95, 0.75]))
