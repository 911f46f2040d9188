"""Cartoons of the carpets: symmetric, mostly in their player's colour, woven whole."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip(
    "skia", exc_type=ImportError, reason="the packages for building art are not installed (pip install .[art])"
)

from fliegende3d.art.carpets.build import DESIGNS
from fliegende3d.art.carpets.cartoon import FRINGE, HEIGHT, WIDTH
from fliegende3d.art.carpets.fringe import make_fringe
from fliegende3d.art.carpets.weaving import nap, relief


@pytest.mark.parametrize("name", list(DESIGNS))
def test_left_and_right_mirror_each_other(name: str) -> None:
    knots = DESIGNS[name]().knots
    same = knots == knots[:, ::-1]
    assert same.mean() > 0.89  # quartered octagons, seeds and twisted columns turn the same way on both sides


@pytest.mark.parametrize("name", ["ruby", "jade"])
def test_medallion_carpets_also_mirror_top_and_bottom(name: str) -> None:
    knots = DESIGNS[name]().knots
    assert (knots == knots[::-1]).mean() > 0.93


@pytest.mark.parametrize("name", list(DESIGNS))
def test_round_the_symbol_the_ground_is_the_most_common_dye(name: str) -> None:
    cartoon = DESIGNS[name]()
    scale = 4 / cartoon.knot  # measures below are in the finer knots
    field = cartoon.knots[(cartoon.edge > 31 * scale) & (np.hypot(cartoon.x, cartoon.y) > 40 * scale)]
    counts = np.bincount(field, minlength=len(cartoon.dyes))
    family = {"ruby": ("ruby", "madder"), "indigo": ("indigo", "night"), "saffron": ("saffron",), "jade": ("jade",)}
    ground = sum(counts[cartoon.dyes.index(dye)] for dye in family[name])
    others = [count for count, dye in zip(counts, cartoon.dyes, strict=True) if dye not in family[name]]
    assert ground > max(others)


def test_designs_are_four_different_ones() -> None:
    sizes = {name: np.bincount(DESIGNS[name]().knots.ravel(), minlength=9)[:9] for name in DESIGNS}
    assert len({tuple(count) for count in sizes.values()}) == 4


def test_the_fringe_ends_in_loose_tassels_of_different_length() -> None:
    fringe = make_fringe("ruby")
    assert fringe.alpha.shape == (FRINGE, WIDTH)
    assert fringe.alpha[2].mean() > 0.3
    assert fringe.alpha[-1].mean() < 0.05
    ends = np.where(fringe.alpha > 0.5, np.arange(FRINGE)[:, None], 0).max(axis=0)
    assert ends[ends > 0].std() > 1.0


def test_the_lie_of_the_pile_is_a_unit_vector_towards_the_near_end() -> None:
    lean = nap("ruby")[..., :2] * 2.0 - 1.0
    assert np.linalg.norm(lean, axis=2) == pytest.approx(1.0)
    assert lean[..., 1].mean() < -0.7


def test_a_flat_pile_has_an_upright_normal() -> None:
    map_ = relief(np.full((40, 30), 0.5), 2.6)
    assert map_[..., 0] == pytest.approx(0.5)
    assert map_[..., 1] == pytest.approx(0.5)


def test_a_slope_to_the_right_leans_its_normal_to_the_left() -> None:
    ramp = np.tile(np.arange(60) * 0.01, (50, 1))
    assert relief(ramp, 2.6)[20:30, 20:40, 0].max() < 0.5


def test_woven_sheets_have_the_measures_of_a_card() -> None:
    assert pytest.approx(59 / 91, rel=0.002) == WIDTH / HEIGHT
