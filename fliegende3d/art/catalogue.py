"""Everything that can be built, by name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from fliegende3d.art.cards.build import FACES, build_card
from fliegende3d.art.carpets.build import DESIGNS, build_carpet
from fliegende3d.art.scenery.build import SURROUNDINGS
from fliegende3d.art.sounds import SOUNDS, build_sound

Recipe = Callable[[Path], None]


def recipes() -> dict[str, Recipe]:
    """Recipes by name: `carpet/ruby`, `card/palace`, `scenery/table`, ... Each writes below the folder it is given."""
    result: dict[str, Recipe] = {}
    for name in DESIGNS:
        result[f"carpet/{name}"] = functools.partial(build_carpet, name)
    for name in FACES:
        result[f"card/{name}"] = functools.partial(build_card, name)
    for name, recipe in SURROUNDINGS.items():
        result[f"scenery/{name}"] = recipe
    for name in SOUNDS:
        result[f"sound/{name}"] = functools.partial(build_sound, name)
    return result
