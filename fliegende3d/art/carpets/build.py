"""Writes the textures of the four carpets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fliegende3d.art.carpets import indigo, jade, ruby, saffron
from fliegende3d.art.carpets.cartoon import Cartoon
from fliegende3d.art.carpets.weaving import nap, relief, weave
from fliegende3d.art.palette import to_encoded
from fliegende3d.art.storage import save_exact, save_photo, save_relief

DESIGNS: dict[str, Callable[[], Cartoon]] = {
    "ruby": ruby.design,
    "indigo": indigo.design,
    "saffron": saffron.design,
    "jade": jade.design,
}
PILE_STRENGTH, BACK_STRENGTH = 2.6, 2.2  # slope of the relief per unit of height and texel


def build_carpet(name: str, folder: Path) -> None:
    """Write the maps of one carpet into `folder/carpets/NAME`."""
    woven = weave(name, DESIGNS[name]())
    target = folder / "carpets" / name
    save_photo(target / "pile.jpg", to_encoded(woven.pile))
    save_photo(target / "back.jpg", to_encoded(woven.back))
    save_relief(target / "pile_relief.jpg", relief(woven.pile_height, PILE_STRENGTH))
    save_relief(target / "back_relief.jpg", relief(woven.back_height, BACK_STRENGTH))
    save_relief(target / "nap.jpg", nap(name))
    save_exact(target / "alpha.png", woven.alpha)
