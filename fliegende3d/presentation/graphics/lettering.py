"""Text drawn into pictures at run time, for the names and numerals on cards."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path

from panda3d.core import Filename, PNMImage, PNMTextMaker, Vec4

log = logging.getLogger(__name__)

FONT_PACKAGE, FONT_FILE = "font_source_serif_pro", "SourceSerifPro-Semibold.ttf"
INK = Vec4(0.169, 0.129, 0.271, 1.0)
SMALLEST_SHARE = 0.35  # a name that is longer still is drawn at this share of the wanted size


def serif_font() -> Path | None:
    """The file of the serif font for titles and card names, or None if its package is missing."""
    found = importlib.util.find_spec(FONT_PACKAGE)
    for place in (found.submodule_search_locations or []) if found else []:
        for path in (Path(place) / "files" / FONT_FILE, Path(place) / FONT_FILE):
            if path.exists():
                return path
    return None


class Lettering:
    """Draws single lines of text centred on a point of a picture."""

    def __init__(self, font: Path | None = None) -> None:
        self._font = font or serif_font()
        if self._font is None:
            log.warning("the package %s is missing: cards carry no names", FONT_PACKAGE)

    def draw(self, image: PNMImage, text: str, centre: tuple[float, float], *, height: float, width: float) -> None:
        """Draw the text in ink, at most `height` pixels per em and `width` pixels long, shrunk if need be."""
        if self._font is None or not text:
            return
        size = height
        for _ in range(8):
            maker = self._maker(size)
            length = maker.calc_width(text)
            if length <= width or size <= height * SMALLEST_SHARE:
                break
            size = max(size * width / length * 0.98, height * SMALLEST_SHARE)
        baseline = centre[1] + 0.34 * size  # half the height of capitals and figures of this font
        maker.generate_into(text, image, round(centre[0]), round(baseline))

    def _maker(self, size: float) -> PNMTextMaker:
        maker = PNMTextMaker(Filename.from_os_specific(str(self._font)), 0)
        maker.set_point_size(10.0)
        maker.set_pixels_per_unit(size)
        maker.set_scale_factor(2.0)
        maker.set_align(PNMTextMaker.A_center)
        maker.set_fg(INK)
        return maker
