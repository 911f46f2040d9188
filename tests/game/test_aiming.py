"""The inverse of throwing: aims are met on the empty table, from every side, and hands spread them."""

from __future__ import annotations

from math import atan2, hypot

import numpy as np
import pytest

from fliegende3d import resources
from fliegende3d.flight import MAX_SPEED, MAX_SPIN
from fliegende3d.game.aiming import Aim, Aiming, to_player, to_table
from fliegende3d.game.levels import load_levels
from fliegende3d.game.tabletop import Tabletop
from fliegende3d.rules import Side, TableMeasures


@pytest.fixture(scope="module")
def aiming() -> Aiming:
    return Aiming(tabletop())


def tabletop(wind: str = "calm") -> Tabletop:
    return Tabletop(TableMeasures.load(resources.find("config", "table.toml")), wind=wind)


@pytest.mark.parametrize("side", list(Side))
def test_axes_of_a_side_turn_back_and_forth(side: Side) -> None:
    x, y = to_player(side, *to_table(side, 0.1, -0.6))
    assert (x, y) == pytest.approx((0.1, -0.6))


def test_the_west_looks_east() -> None:
    assert to_table(Side.WEST, 0.0, 1.0) == pytest.approx((1.0, 0.0))
    assert to_table(Side.EAST, 0.0, 1.0) == pytest.approx((-1.0, 0.0))
    assert to_table(Side.NORTH, 0.0, 1.0) == pytest.approx((0.0, -1.0))


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("place", [(0.0, 0.0), (0.2, 0.15), (-0.25, -0.2)])
def test_aims_are_met_in_calm_air(aiming: Aiming, side: Side, place: tuple[float, float]) -> None:
    throw = aiming.throw_at(Aim(*place), side=side)
    rest = tabletop().try_throw(throw).final_vertices.mean(0)
    assert hypot(rest[0] - place[0], rest[1] - place[1]) < 0.03
    # Released behind the line, from the own side.
    ahead = to_player(side, throw.position[0], throw.position[1])[1]
    assert ahead == pytest.approx(-aiming.line_distance(side))


def test_steady_wind_is_corrected_for() -> None:
    table = tabletop("garden")
    aiming = Aiming(table)
    throw = aiming.throw_at(Aim(0.0, 0.0), side=Side.SOUTH, wind_seed=5)
    calm = Aiming(tabletop()).throw_at(Aim(0.0, 0.0), side=Side.SOUTH)
    miss = [
        float(np.hypot(*table.try_throw(each, wind_seed=5).final_vertices[:, :2].mean(0))) for each in (throw, calm)
    ]
    assert miss[0] < miss[1]


def test_hands_spread_throws_by_their_level_within_the_limits(aiming: Aiming) -> None:
    exact = aiming.throw_at(Aim(0.0, 0.1), side=Side.SOUTH)
    for name, level in load_levels().by_name.items():
        random = np.random.default_rng(7)
        throws = [aiming.by_hand(exact, level, random) for _ in range(400)]
        speeds = np.array([hypot(*throw.velocity) for throw in throws])
        bearings = np.array([atan2(throw.velocity[1], throw.velocity[0]) for throw in throws])
        assert speeds.std() / speeds.mean() == pytest.approx(level.speed_noise, rel=0.2), name
        assert np.degrees(bearings.std()) == pytest.approx(level.aim_noise_deg, rel=0.2), name
        assert speeds.max() <= MAX_SPEED
        assert max(hypot(*throw.spin) for throw in throws) <= MAX_SPIN


@pytest.mark.parametrize("side", list(Side))
def test_hands_let_go_around_their_place_but_never_beyond_the_throw_line(aiming: Aiming, side: Side) -> None:
    exact = aiming.throw_at(Aim(0.0, 0.1), side=side)
    right, ahead = to_player(side, exact.position[0], exact.position[1])
    for name, level in load_levels().by_name.items():
        random = np.random.default_rng(8)
        released = np.array([aiming.by_hand(exact, level, random).position for _ in range(400)])
        own = np.array([to_player(side, x, y) for x, y, _ in released])
        assert own[:, 0].std() == pytest.approx(level.release_noise, rel=0.2), name
        assert own[:, 0].mean() == pytest.approx(right, abs=0.2 * level.release_noise), name
        assert own[:, 1].max() == pytest.approx(ahead, abs=1e-12), name
        assert np.count_nonzero(own[:, 1] < ahead - 1e-9) == pytest.approx(200, abs=40), name
        assert released[:, 2].std() == pytest.approx(level.release_noise, rel=0.2), name
        assert released[:, 2].min() >= 0.15, name
