"""Writes the faces of all cards."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from fliegende3d.art.cards import adventures, bazaars, treasures
from fliegende3d.art.cards.back import back
from fliegende3d.art.cards.canvas import Canvas
from fliegende3d.art.cards.genies import genie
from fliegende3d.art.cards.palace import palace
from fliegende3d.art.storage import save_photo

FACES: dict[str, Callable[[], Canvas]] = {
    "palace": palace,
    "adventure_a": adventures.adventure_a,
    "adventure_b": adventures.adventure_b,
    "adventure_c": adventures.adventure_c,
    "adventure_d": adventures.adventure_d,
    "adventure_e": adventures.adventure_e,
    "spice_bazaar": bazaars.spice_bazaar,
    "carpet_bazaar": bazaars.carpet_bazaar,
    "camel_bazaar": bazaars.camel_bazaar,
    "treasure": treasures.treasure,
    "lamp": treasures.lamp,
    "desert": treasures.desert,
    **{f"genie_{number}": functools.partial(genie, number) for number in range(1, 9)},
    "back": back,
}


def build_card(name: str, folder: Path) -> None:
    """Write one face to `folder/cards/NAME.jpg`."""
    save_photo(folder / "cards" / f"{name}.jpg", FACES[name]().finished())
