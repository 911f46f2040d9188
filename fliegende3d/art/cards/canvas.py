"""The sheet an illustration is drawn on, with the house's recipe of flat colour, stippled shade and a lit edge."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import skia
from numpy.typing import NDArray

from fliegende3d.art.cards.shapes import (
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Path,
    both,
    oval,
    path,
    poly,
    rect,
    sparkle,
    window,
)
from fliegende3d.art.noise import generator, smooth_noise
from fliegende3d.art.palette import encoded

Line = tuple[float, float, float, float]  # from x, y to x, y
Point = tuple[float, float]

LIT_EDGE = 7  # texels
SHADOW_SHIFT = (9, 5)  # the sun stands at the upper left
PAPER_GRAIN, PAPER_FIBRE = 0.014, 0.012


class Canvas:
    """A card's face of 768 x 1184 texels; `seed` names its own random numbers."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._surface: Any = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(WIDTH, HEIGHT))
        self._canvas: Any = self._surface.getCanvas()

    @contextmanager
    def clipped(self, shape: Path) -> Iterator[None]:
        """Draw only inside the shape."""
        self._canvas.save()
        self._canvas.clipPath(shape, True)
        try:
            yield
        finally:
            self._canvas.restore()

    def fill(self, shape: Path, colour: str, alpha: float = 1.0) -> None:
        """Fill flatly."""
        paint = skia.Paint(AntiAlias=True)
        paint.setColor4f(_paint_colour(colour, alpha))
        self._canvas.drawPath(shape, paint)

    def radial(self, shape: Path, x: float, y: float, radius: float, stops: Sequence[tuple[str, float]]) -> None:
        """Fill with rings of colour and opacity from the centre outwards."""
        colours = [_paint_colour(colour, alpha).toColor() for colour, alpha in stops]
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(skia.GradientShader.MakeRadial(skia.Point(x, y), radius, colours))
        self._canvas.drawPath(shape, paint)

    def stroke(self, shape: Path, colour: str, width: float, alpha: float = 1.0) -> None:
        """Draw along the outline with round joints."""
        paint = skia.Paint(
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=width,
            StrokeJoin=skia.Paint.kRound_Join,
            StrokeCap=skia.Paint.kRound_Cap,
        )
        paint.setColor4f(_paint_colour(colour, alpha))
        self._canvas.drawPath(shape, paint)

    def stipple(self, shape: Path, colour: str, line: Line, amount: float = 0.9, power: float = 1.4) -> None:
        """Stippled shade inside the shape: none at the start of the line, dense at its end."""
        mask = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(WIDTH, HEIGHT))
        paint = skia.Paint(AntiAlias=True)
        ends = [skia.Point(*line[:2]), skia.Point(*line[2:])]
        paint.setShader(skia.GradientShader.MakeLinear(ends, [0x00FFFFFF, 0xFFFFFFFF]))
        mask.getCanvas().drawPath(shape, paint)
        density = _alpha(mask)
        on = np.clip((density**power - _noise_plate() * 0.96 - 0.02) * 6 + 0.5, 0, 1) * (density > 0.01) * amount
        dots = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
        dots[..., :3] = (encoded(colour) * 255).astype(np.uint8)
        dots[..., 3] = (on * 255).astype(np.uint8)
        self._canvas.drawImage(skia.Image.fromarray(dots, colorType=skia.kRGBA_8888_ColorType), 0, 0)

    def shape(
        self, shape: Path, base: str, shade: str, light: str | None = None, *, down: bool = False, amount: float = 1.0
    ) -> None:
        """The house's recipe: flat base, stippled shade away from the sun, and a thin lit edge."""
        b = shape.getBounds()
        line = (b.left() + b.width() * 0.25, b.top(), b.right(), b.top() + b.height() * 0.35)
        if down:
            line = (b.left(), b.top(), b.left(), b.bottom())
        self.fill(shape, base)
        self.stipple(shape, shade, line, 0.9 * amount)
        if light is None:
            return
        with self.clipped(shape):
            self.stroke(shape, light, LIT_EDGE, 0.85)
        moved = skia.Path(shape)
        moved.offset(*SHADOW_SHIFT)
        with self.clipped(both(shape, moved)):
            self.fill(shape, base)
            self.stipple(shape, shade, line, 0.9 * amount)

    def sky(
        self,
        colours: tuple[str, str, str],
        *,
        horizon: float = 760,
        sun: Point | None = None,
        radius: float = 0,
        rays: int = 0,
    ) -> None:
        """Three colours from the top to the horizon; a sun with two halos and rays on demand."""
        top, middle, low = colours
        paint = skia.Paint(AntiAlias=True)
        ends = [skia.Point(0, TOP), skia.Point(0, horizon)]
        stops = [_paint_colour(colour).toColor() for colour in (top, middle, low)]
        paint.setShader(skia.GradientShader.MakeLinear(ends, stops, [0, 0.55, 1]))
        self._canvas.drawPath(window(), paint)
        self.stipple(window(), top, (0, horizon * 0.8, 0, TOP), 0.55, 1.6)
        if sun is None:
            return
        self.rays(sun, rays, "sun", 0.13)
        for share, alpha in ((1.9, 0.14), (1.45, 0.2), (1, 1)):
            self.fill(oval(*sun, radius * share), "sun" if share > 1 else "#FFE9BE", alpha)
        self.stipple(oval(*sun, radius), low, (sun[0], sun[1] - radius, sun[0], sun[1] + radius * 1.15), 0.8, 2.0)

    def rays(self, centre: Point, count: int, colour: str, alpha: float) -> None:
        """Every second of `count` sectors about a centre."""
        far = 1500
        for k in range(0, count, 2):
            start, end = (k - 0.5) * 2 * math.pi / count, (k + 0.5) * 2 * math.pi / count
            corners = [(centre[0] + far * math.cos(a), centre[1] + far * math.sin(a)) for a in (start, end)]
            self.fill(both(poly([centre, *corners]), window()), colour, alpha)

    def dunes(self, heights: Sequence[float], colours: Sequence[tuple[str, str]]) -> None:
        """Dunes behind one another, each with its lit and its lee side."""
        for k, (y, (base, shade)) in enumerate(zip(heights, colours, strict=True)):
            side = 1 if k % 2 else -1
            crest = 384 + side * 130
            left, right = y + 60 * (side > 0), y + 50 * (side < 0)
            body = path(
                f"M {LEFT} {left} C {LEFT + 180} {y + 30} {crest - 120} {y - 46} {crest} {y - 52} "
                f"C {crest + 90} {y - 20} {RIGHT - 150} {y + 36} {RIGHT} {right} L {RIGHT} 1126 L {LEFT} 1126 Z"
            )
            self.fill(body, base)
            lee = path(
                f"M {crest} {y - 52} C {crest + 30} {y + 30} {crest - 50} {y + 90} {crest + 40} {y + 330} "
                f"L {RIGHT} 1126 L {RIGHT} {right} C {RIGHT - 150} {y + 36} {crest + 90} {y - 20} {crest} {y - 52} Z"
            )
            self.fill(lee, shade, 0.75)
            self.stipple(lee, "#3A2038", (crest, y - 60, crest + 300, y + 320), 0.5)

    def stars(self, count: int, lowest: float) -> None:
        """Small stars down to a height."""
        random = generator(f"{self.seed}stars")
        for _ in range(count):
            x, y, size = random.uniform(80, 690), random.uniform(80, lowest), random.uniform(1.6, 4.2)
            self.fill(sparkle(x, y, size), "ivory", 0.85)

    def awning(self, accent: str) -> None:
        """Every bazaar has the same scalloped awning."""
        stripes = 7
        width = (RIGHT - LEFT) / stripes
        self.fill(rect(LEFT, 300, RIGHT - LEFT, 26), "ink", 0.3)
        for k in range(stripes):
            x = LEFT + k * width
            scallop = path(f"M {x} {TOP} L {x + width} {TOP} L {x + width} 262 C {x + width} 330 {x} 330 {x} 262 Z")
            self.fill(scallop, accent if k % 2 == 0 else "paper")
            self.stipple(scallop, "ink", (0, 150, 0, 420), 0.5)
            self.stroke(path(f"M {x + width} 262 C {x + width} 330 {x} 330 {x} 262"), "gold", 5)

    def finished(self) -> NDArray[np.float64]:
        """The printed face, encoded colours 0..1, shape (1184, 768, 3), with the paper's grain."""
        picture = self._surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)[..., :3] / 255.0
        shape = (HEIGHT, WIDTH)
        grain = 1 + PAPER_GRAIN * smooth_noise("paper", shape, (3, 3), octaves=2)
        grain += PAPER_FIBRE * smooth_noise("paperfibre", shape, (2, 9))
        result: NDArray[np.float64] = np.clip(picture * grain[..., None], 0, 1)
        return result


def _paint_colour(colour: str, alpha: float = 1.0) -> Any:
    red, green, blue = (float(value) for value in encoded(colour))
    return skia.Color4f(red, green, blue, alpha)


def _alpha(surface: Any) -> NDArray[np.float64]:
    picture = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
    result: NDArray[np.float64] = picture[..., 3] / 255.0
    return result


@functools.cache
def _noise_plate() -> NDArray[np.float32]:
    """The same dust on every card: one print run. Half white, half clumped, evenly distributed in 0..1."""
    shape = (HEIGHT, WIDTH)
    white = generator("stipple").random(shape).astype(np.float32)
    clumped = smooth_noise("stipple", shape, (2.2, 2.2))
    rank = np.argsort(np.argsort(clumped.ravel(), kind="stable"), kind="stable").reshape(shape) / clumped.size
    plate: NDArray[np.float32] = (0.55 * white + 0.45 * rank).astype(np.float32)
    return plate
