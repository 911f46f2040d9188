"""Which characters a font can draw, read from its ``cmap`` table (OpenType specification, formats 4 and 12)."""

from __future__ import annotations

import struct
from pathlib import Path


class FontError(ValueError):
    """A font file cannot be read."""


def covered_characters(path: Path) -> frozenset[int]:
    """Return the code points that the font has a glyph for.

    Raises:
        FontError: if the file has no Unicode character map.
    """
    data = path.read_bytes()
    table_count = struct.unpack_from(">H", data, 4)[0]
    for index in range(table_count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if tag == b"cmap":
            return _read_map(path, data, offset)
    raise FontError(f"{path.name}: no character map (cmap) in this font file")


def _read_map(path: Path, data: bytes, start: int) -> frozenset[int]:
    points: set[int] = set()
    count = struct.unpack_from(">H", data, start + 2)[0]
    for index in range(count):
        offset = start + struct.unpack_from(">HHI", data, start + 4 + 8 * index)[2]
        kind = struct.unpack_from(">H", data, offset)[0]
        if kind == 4:
            points |= _segments(data, offset)
        elif kind == 12:
            groups = struct.unpack_from(">I", data, offset + 12)[0]
            for group in range(groups):
                first, last, _ = struct.unpack_from(">III", data, offset + 16 + 12 * group)
                points.update(range(first, last + 1))
    if not points:
        raise FontError(f"{path.name}: no Unicode character map of format 4 or 12")
    return frozenset(points)


def _segments(data: bytes, offset: int) -> set[int]:
    count = struct.unpack_from(">H", data, offset + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, offset + 14)
    starts = struct.unpack_from(f">{count}H", data, offset + 16 + 2 * count)
    points: set[int] = set()
    for first, last in zip(starts, ends, strict=True):
        if first != 0xFFFF:
            points.update(range(first, last + 1))
    return points
