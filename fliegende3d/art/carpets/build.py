"""Writes the textures of the four carpets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.ndimage import zoom

from fliegende3d.art.carpets import indigo, jade, ruby, saffron
from fliegende3d.art.carpets.cartoon import Array, Cartoon
from fliegende3d.art.carpets.weaving import nap, relief, weave
from fliegende3d.art.palette import to_encoded
from fliegende3d.art.storage import save_exact, save_photo, save_relief

DESIGNS: dict[str, Callable[[], Cartoon]] = {
    "ruby": ruby.design,
    "indigo": indigo.design,
    "saffron": saffron.design,
    "jade": jade.design,
}
BACK_SHARE = 2 / 3
PILE_STRENGTH, BACK_STRENGTH = 2.6, 2.2  # slope of the relief per unit of height and texel


def _reduced(values: Array) -> Array:
    """The back at two thirds of the size: it is seen for moments only."""
    channels = (zoom(values[..., k], BACK_SHARE, order=1, grid_mode=True, mode="nearest") for k in range(3))
    return np.stack(list(channels), -1)


def build_carpet(name: str, folder: Path) -> None:
    """Write the maps of one carpet into `folder/carpets/NAME`."""
    woven = weave(name, DESIGNS[name]())
    target = folder / "carpets" / name
    save_photo(target / "pile.jpg", to_encoded(woven.pile))
    save_photo(target / "back.jpg", to_encoded(_reduced(woven.back)))
    save_relief(target / "pile_relief.jpg", relief(woven.pile_height, PILE_STRENGTH))
    save_relief(target / "back_relief.jpg", _reduced(relief(woven.back_height, BACK_STRENGTH)))
    save_relief(target / "nap.jpg", nap(name))
    save_exact(target / "alpha.png", woven.alpha)
