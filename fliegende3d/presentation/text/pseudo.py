"""The pseudo-locale: English with accents and 40 % more length, to find texts that overflow or are not translated."""

from __future__ import annotations

import re

GROWTH = 0.4
ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
PADDING = "ōēīū"
PARTS = re.compile(r"(\{[a-z0-9_]+\})")


def pseudo_text(text: str) -> str:
    """Return ``text`` accented and lengthened; placeholders stay as they are."""
    parts = PARTS.split(text)
    accented = "".join(part if PARTS.fullmatch(part) else part.translate(ACCENTED) for part in parts)
    extra = round(len(text) * GROWTH)
    padding = "".join(PADDING[index % len(PADDING)] for index in range(extra))
    words = " ".join(padding[start : start + 7] for start in range(0, len(padding), 7))
    return f"{accented} {words}" if words else accented
