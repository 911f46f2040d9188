"""What the wind moves: pennants stream, palms lean, dust drifts, each with the wind it is given."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from panda3d.core import NodePath

from fliegende3d.presentation.graphics.textures import TextureLibrary
from fliegende3d.presentation.scene.dust import HIGH, LOW, SETTLING, Dust
from fliegende3d.presentation.scene.materials import Painter
from fliegende3d.presentation.scene.pennants import LENGTH, Pennants

RIGHT, UP = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


@pytest.fixture
def painter() -> Painter:
    """Plain colours: positions do not depend on shaders."""
    return Painter(TextureLibrary(share=0.25), None)


def stream(pennants: Pennants, wind: tuple[float, float, float], seconds: float) -> None:
    """Let a steady wind blow."""
    field = np.tile(wind, (len(pennants.places), 1))
    for step in range(int(seconds * 60)):
        pennants.stream(field, step / 60, 1 / 60)


def spread(pennants: Pennants) -> NDArray[np.float64]:
    """Extent of all pennants along x, y, z [m]."""
    low, high = pennants.root.get_tight_bounds()
    return np.array(tuple(high - low))


def test_in_still_air_pennants_hang_down(painter: Painter) -> None:
    pennants = Pennants(NodePath("scene"), painter, -0.42)
    stream(pennants, (0.0, 0.0, 0.0), 2.0)
    assert pennants._direction == pytest.approx(np.tile((0.0, 0.0, -1.0), (len(pennants.places), 1)), abs=1e-6)


def test_a_strong_wind_lifts_them_into_its_own_direction(painter: Painter) -> None:
    pennants = Pennants(NodePath("scene"), painter, -0.42)
    stream(pennants, (6.0, 0.0, 0.0), 2.0)
    assert pennants._direction[:, 0].min() > 0.95
    assert abs(pennants._direction[:, 1]).max() < 0.05


def test_a_stronger_wind_lifts_them_higher(painter: Painter) -> None:
    heights = []
    for speed in (1.0, 3.0, 6.0):
        pennants = Pennants(NodePath("scene"), painter, -0.42)
        stream(pennants, (0.0, speed, 0.0), 2.0)
        heights.append(float(pennants._direction[:, 2].mean()))
    assert heights == sorted(heights)
    assert LENGTH > 0.1


def test_dust_drifts_exactly_with_the_wind_and_slowly_settles(painter: Painter) -> None:
    dust = Dust(NodePath("scene"), painter, 200)
    before = dust.places.copy()
    wind = np.tile((0.5, -0.2, 0.1), (200, 1))
    dust.drift(wind, 0.1, RIGHT, UP)
    moved = np.mod(dust.places - before - (0.05, -0.02, 0.01 - 0.1 * SETTLING) + 0.5 * (HIGH - LOW), HIGH - LOW)
    assert moved == pytest.approx(np.tile(0.5 * (HIGH - LOW), (200, 1)), abs=1e-9)


def test_dust_never_leaves_its_air(painter: Painter) -> None:
    dust = Dust(NodePath("scene"), painter, 50)
    for _ in range(100):
        dust.drift(np.tile((9.0, -7.0, 2.0), (50, 1)), 0.1, RIGHT, UP)
    assert (dust.places >= LOW).all()
    assert (dust.places <= HIGH).all()
