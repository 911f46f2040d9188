"""Everything that the wind moves: pennants, palms, flames and dust, asked for together once a frame."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.presentation.scene.dust import Dust
from fliegende3d.presentation.scene.light import Light
from fliegende3d.presentation.scene.materials import Painter
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.palms import Palms
from fliegende3d.presentation.scene.pennants import Pennants
from fliegende3d.presentation.scene.surroundings import LANTERNS, Surroundings
from fliegende3d.presentation.scene.views import WindSample

Array = NDArray[np.float64]

LONGEST_STEP = 0.1  # s: after a pause nothing jumps
GUST_DIM = 0.06  # share of a flame's light that each m/s takes
FEWEST_STREAKS = 160
SHELTER = 0.35  # share of the wind that reaches a flame inside its lantern


class WindLife:
    """Moves the scenery with a wind; without one the air is still."""

    def __init__(self, parent: Node, painter: Painter, table: Table, surroundings: Surroundings, dust: int) -> None:
        self._parent, self._painter = parent, painter
        self._surroundings = surroundings
        self._pennants = Pennants(parent, painter, table.floor_height)
        self._palms = Palms(parent, painter)
        self._dust: Dust | None = None
        self._light: Light | None = None
        self._sample: WindSample | None = None
        self._time = 0.0
        self._streaks = False
        self._wanted = dust
        self._flames = np.array([(lantern.x, lantern.y, lantern.z) for lantern in LANTERNS])
        self.set_dust(dust)

    def set_wind(self, sample: WindSample | None) -> None:
        """Follow another wind."""
        self._sample = sample

    def set_streaks(self, shown: bool) -> None:
        """Show the wind itself as streaks, on every preset."""
        self._streaks = shown
        self.set_dust(self._wanted)

    def set_dust(self, count: int) -> None:
        """Show so many specks."""
        self._wanted = count
        count = max(count, FEWEST_STREAKS) if self._streaks else count
        if self._dust is not None:
            self._dust.destroy()
            self._dust = None
        if count > 0:
            self._dust = Dust(self._parent, self._painter, count)
            self._dust.set_streaks(self._streaks)
            if self._light is not None:
                self._dust.set_light(self._light)

    def set_light(self, light: Light) -> None:
        """Let the dust glow in the colour of the light."""
        self._light = light
        if self._dust is not None:
            self._dust.set_light(light)

    def update(self, dt: float, camera: Node) -> None:
        """Advance by `dt` [s]; the dust faces the camera."""
        step = min(max(dt, 0.0), LONGEST_STEP)
        self._time += step
        groups = [self._pennants.places, self._palms.places, self._flames]
        if self._dust is not None:
            groups.append(self._dust.places)
        places = np.concatenate(groups)
        wind = np.zeros_like(places) if self._sample is None else np.asarray(self._sample(places, self._time), float)
        bounds = np.cumsum([len(group) for group in groups])
        self._pennants.stream(wind[: bounds[0]], self._time, step)
        self._palms.lean(wind[bounds[0] : bounds[1]], self._time)
        self._flicker(wind[bounds[1] : bounds[2]])
        if self._dust is not None:
            matrix = camera.get_mat(self._parent)
            right, up = (np.array(tuple(matrix.get_row3(row))) for row in (0, 2))
            self._dust.drift(wind[bounds[2] :], step, right, up)

    def _flicker(self, wind: Array) -> None:
        speed = SHELTER * np.linalg.norm(wind, axis=1)
        values = []
        for k, gust in enumerate(speed):
            own = 0.05 * math.sin(self._time * 7.3 + k * 2.1) + 0.04 * math.sin(self._time * 12.9 + k)
            values.append(max(0.45, 1.0 - GUST_DIM * gust + own * (1.0 + gust)))
        self._surroundings.flicker(tuple(values))
