"""`footprint`: what lies on what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fliegende3d.collision.scene import SceneError, decode_scene, judge

from .files import InputError, parse_json, printable, read_input


def footprint(path: Path) -> dict[str, Any]:
    """Judge the scene in a file.

    Raises:
        InputError: if the file cannot be read or is not a scene.
    """
    data = read_input(path)
    parse_json(data, str(path))
    try:
        return judge(decode_scene(data))
    except SceneError as error:
        raise InputError(f"{path}: {error}") from error


def in_words(answer: dict[str, Any]) -> list[str]:
    """The verdict as lines for people."""
    lines = []
    for entry in answer["coverage"]:
        where = "on" if entry["on"] else "not on"
        lines.append(
            f"carpet {entry['carpet']} is {where} card {entry['card']}: {entry['area_above_mm2']:.1f} mm² above, "
            f"{entry['area_below_mm2']:.1f} mm² below" + (" (measure!)" if entry["measure"] else "")
        )
    lines += [
        f"card {claim['card']} is claimed by {printable(' and '.join(claim['owners']))}" for claim in answer["claims"]
    ]
    return lines or ["no carpet lies on a card"]
