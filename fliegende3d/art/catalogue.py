"""Everything that can be built, by name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from fliegende3d.art.cards.build import FACES, build_card
from fliegende3d.art.carpets.build import DESIGNS, build_carpet
from fliegende3d.art.scenery.build import SURROUNDINGS

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
    return result
