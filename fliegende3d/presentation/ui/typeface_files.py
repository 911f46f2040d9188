"""Where the font files are, and which characters they can draw."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from fliegende3d.presentation.ui.coverage import FontError, covered_characters
from fliegende3d.presentation.ui.theme import Family

FILES: dict[Family, tuple[str, str]] = {
    Family.SERIF_SEMIBOLD: ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    Family.SANS_REGULAR: ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Family.SANS_SEMIBOLD: ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}
# What is drawn for a character that the fonts do not have (a name in another script, an emoji).
SUBSTITUTE = "¤"


def font_path(family: Family) -> Path:
    """Return the file of a family.

    Raises:
        FontError: if the font package is not installed.
    """
    package, name = FILES[family]
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise FontError(f"the font package {package} is missing; reinstalling the program mends this")
    path = Path(spec.origin).parent / "files" / name
    if not path.exists():
        raise FontError(f"the font file {path} is missing; reinstalling the program mends this")
    return path


@cache
def characters(family: Family) -> frozenset[int]:
    """Return the code points that a family can draw."""
    return covered_characters(font_path(family))


def displayable(text: str, family: Family) -> str:
    """Return ``text`` with every character that the family cannot draw replaced by a sign."""
    known = characters(family)
    return "".join(c if c == "\n" or ord(c) in known else SUBSTITUTE for c in text)
