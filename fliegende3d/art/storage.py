"""Writing pictures: always whole files, always the same bytes for the same picture."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

PHOTO_QUALITY = 88  # for colours; stippling survives, files stay small
RELIEF_QUALITY = 92  # for normals and heights, without chroma subsampling


def to_bytes(values: ArrayLike) -> NDArray[np.uint8]:
    """Bytes from values 0..1, rounded to the nearest."""
    result: NDArray[np.uint8] = np.clip(np.asarray(values, float) * 255.0 + 0.5, 0, 255).astype(np.uint8)
    return result


def save_photo(path: Path, values: ArrayLike, *, quality: int = PHOTO_QUALITY) -> None:
    """Write encoded colours 0..1, shape (rows, columns, 3), or grey (rows, columns), as JPEG."""
    _write(path, Image.fromarray(to_bytes(values)), format="JPEG", quality=quality, subsampling=0, optimize=True)


def save_relief(path: Path, values: ArrayLike) -> None:
    """Write a map of normals, heights or roughness 0..1 as JPEG of higher quality."""
    save_photo(path, values, quality=RELIEF_QUALITY)


def save_exact(path: Path, values: ArrayLike) -> None:
    """Write grey, colour or colour with alpha, 0..1, as PNG."""
    _write(path, Image.fromarray(to_bytes(values)), format="PNG", optimize=True)


def _write(path: Path, image: Image.Image, **options: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    with partial.open("wb") as stream:
        image.save(stream, **options)  # type: ignore[arg-type]
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)
