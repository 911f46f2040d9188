"""Checksums of all built files, so that the game can tell a damaged one before it decodes it."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

FILE_NAME = "checksums.txt"
FOLDERS = ("cards", "carpets", "scenery")
HEADING = "# CRC-32 of every built picture, written by `python -m fliegende3d.art`."


def write_checksums(folder: Path) -> None:
    """Write `checksums.txt` for all pictures below the built folders."""
    pictures = [path for part in FOLDERS for path in sorted((folder / part).rglob("*")) if _is_picture(path)]
    lines = [f"{zlib.crc32(path.read_bytes()):08x}  {path.relative_to(folder).as_posix()}" for path in pictures]
    partial = folder / f".{FILE_NAME}.part"
    with partial.open("w", encoding="utf-8") as stream:
        stream.write("\n".join([HEADING, *lines]) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(folder / FILE_NAME)


def _is_picture(path: Path) -> bool:
    return path.suffix in (".jpg", ".png") and not path.name.startswith(".")
