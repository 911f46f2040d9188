"""Masks drawn as vector shapes at any size."""

from __future__ import annotations

from typing import Any

import numpy as np
import skia
from numpy.typing import NDArray

from fliegende3d.art.cards.shapes import Path

Array = NDArray[np.float64]


class Mask:
    """A grey sheet, black at first, that shapes are drawn on in white or any grey.

    `wrapped` continues at the left what leaves the sheet at the right, so that the sheet can be repeated.
    """

    def __init__(self, width: int, height: int, *, wrapped: bool = False) -> None:
        self._shifts = (0.0, float(width), -float(width)) if wrapped else (0.0,)
        self._surface: Any = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(width, height))
        self._canvas: Any = self._surface.getCanvas()

    def clear(self, grey: float) -> None:
        """Fill the whole sheet."""
        self._canvas.clear(_grey(grey).toColor())

    def fill(self, shape: Path, grey: float = 1.0) -> None:
        """Fill a shape."""
        paint = skia.Paint(AntiAlias=True)
        paint.setColor4f(_grey(grey))
        self._draw(shape, paint)

    def blend(self, shape: Path, start: float, end: float, *, upright: bool = False) -> None:
        """Fill a shape with a gradient across its bounds: left to right, or top to bottom."""
        b = shape.getBounds()
        far = skia.Point(b.left(), b.bottom()) if upright else skia.Point(b.right(), b.top())
        ends = [skia.Point(b.left(), b.top()), far]
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(skia.GradientShader.MakeLinear(ends, [_grey(start).toColor(), _grey(end).toColor()]))
        self._draw(shape, paint)

    def stroke(self, shape: Path, width: float, grey: float = 1.0) -> None:
        """Draw along an outline."""
        paint = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=width)
        paint.setColor4f(_grey(grey))
        self._draw(shape, paint)

    def _draw(self, shape: Path, paint: Any) -> None:
        for shift in self._shifts:
            self._canvas.save()
            self._canvas.translate(shift, 0.0)
            self._canvas.drawPath(shape, paint)
            self._canvas.restore()

    def values(self) -> Array:
        """The sheet as numbers 0..1, shape (height, width)."""
        picture = self._surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
        result: Array = picture[..., 0] / 255.0
        return result


def _grey(value: float) -> Any:
    return skia.Color4f(value, value, value, 1.0)
