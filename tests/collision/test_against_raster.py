"""The verdict's areas against counts on a 0.25 mm raster, on 2,000 random scenes of every kind."""

from __future__ import annotations

import numpy as np
import pytest

from fliegende3d.collision.coverage import covered
from fliegende3d.collision.unsnapped import common_area_mm2

from .clipping import clipped_area
from .random_scenes import KINDS, random_scene, rastered_areas

SCENES = 2000
SHARE_OF_STEP = 0.5 * 0.25  # mm; a border passes a raster's places at random, each within half a step

# The mean length of borders inside a card is below 300 mm; a straight border is wrong by at most its length times half
# a step, and the errors of different places cancel.
BOUND = dict.fromkeys(KINDS, 300.0 * SHARE_OF_STEP)
TYPICAL = 4.0  # mm², root mean square of all errors


@pytest.mark.parametrize("kind", KINDS)
def test_areas_agree_with_a_raster(kind: str) -> None:
    errors = []
    for number in range(KINDS.index(kind), SCENES, len(KINDS)):
        scene = random_scene(number)
        pair = covered(scene.carpet, scene.card)
        above, below, common = rastered_areas(scene.carpet, scene.card)
        assert pair.area_above_mm2 == pytest.approx(above, abs=BOUND[kind]), number
        assert pair.area_below_mm2 == pytest.approx(below, abs=BOUND[kind]), number
        whole = common_area_mm2(scene.carpet, scene.card)
        assert whole == pytest.approx(common, abs=BOUND[kind]), number
        errors += [pair.area_above_mm2 - above, pair.area_below_mm2 - below]
    assert float(np.sqrt(np.mean(np.square(errors)))) < TYPICAL


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("folded", "crumpled")])
def test_areas_of_unfolded_carpets_agree_with_clipped_triangles(kind: str) -> None:
    for number in range(KINDS.index(kind), SCENES, 5 * len(KINDS)):
        scene = random_scene(number)
        total = sum(
            clipped_area(corners[:, :2], scene.card.x, scene.card.y, scene.card.yaw, (0.0295, 0.0455))
            for corners in scene.carpet.vertices[scene.carpet.triangles]
        )
        assert common_area_mm2(scene.carpet, scene.card) == pytest.approx(total * 1e6, rel=1e-9, abs=1e-6), number
