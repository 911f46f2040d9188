"""All textures of the surroundings by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fliegende3d.art.scenery.city import build_city
from fliegende3d.art.scenery.sky import build_clouds, build_noise
from fliegende3d.art.scenery.stone import build_floor, build_screen
from fliegende3d.art.scenery.table import build_table

SURROUNDINGS: dict[str, Callable[[Path], None]] = {
    "table": build_table,
    "screen": build_screen,
    "floor": build_floor,
    "city": build_city,
    "clouds": build_clouds,
    "noise": build_noise,
}
