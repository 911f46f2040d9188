"""The limits of a layout: hand-measured places, and exact gaps against an independent geometry library."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon
from shapely import affinity as shapely_affinity

from fliegende3d.rules import (
    CARDS,
    Limit,
    PlacedCard,
    RuleSet,
    check_move,
    check_placement,
    gap_mm,
)
from fliegende3d.rules.layout import card_rectangle, outside_area_mm
from tests.rules.positions import STANDARD, house

W, H = 0.059, 0.091


def card(x: float, y: float, yaw: float = 0.0, *, number: int = 0) -> PlacedCard:
    return PlacedCard(number, CARDS[number].kind, x, y, yaw)


def limits(
    *args: tuple[float, float, float], at: tuple[float, float, float], rules: RuleSet = STANDARD
) -> dict[Limit, float]:
    laid = [card(*place, number=number) for number, place in enumerate(args)]
    return {broken.limit: broken.by_mm for broken in check_placement(laid, *at, rules)}


def test_the_first_card_may_lie_anywhere_inside_the_area() -> None:
    assert limits(at=(0.0, 0.0, 0.0)) == {}
    assert limits(at=(0.33 - W / 2, 0.27 - H / 2, 0.0)) == {}
    assert limits(at=(-0.33 + W / 2, -0.27 + H / 2, 0.0)) == {}


def test_a_gap_of_exactly_ten_millimetres_is_enough() -> None:
    assert limits((0.0, 0.0, 0.0), at=(W + 0.010, 0.0, 0.0)) == {}
    assert limits((0.0, 0.0, 0.0), at=(0.0, -H - 0.010, 0.0)) == {}


def test_a_gap_of_nine_millimetres_is_one_too_few() -> None:
    assert limits((0.0, 0.0, 0.0), at=(W + 0.009, 0.0, 0.0)) == pytest.approx({Limit.GAP: 1.0})
    assert limits((0.0, 0.0, 0.0), at=(0.0, H + 0.0095, 0.0)) == pytest.approx({Limit.GAP: 0.5})


def test_an_overlap_is_measured_by_how_far_the_card_must_move() -> None:
    # Shifted by 50 mm along the 59 mm side: 9 mm overlap and 10 mm of gap are missing.
    assert limits((0.0, 0.0, 0.0), at=(0.050, 0.0, 0.0)) == pytest.approx({Limit.GAP: 19.0})
    # Exactly on top: out over the nearer, long edge: 59 + 10.
    assert limits((0.0, 0.0, 0.0), at=(0.0, 0.0, 0.0)) == pytest.approx({Limit.GAP: 69.0})


def test_a_gap_of_exactly_one_card_width_is_in_reach_and_more_is_not() -> None:
    assert limits((0.0, 0.0, 0.0), at=(2 * W, 0.0, 0.0)) == {}
    assert limits((0.0, 0.0, 0.0), at=(2 * W + 0.003, 0.0, 0.0)) == pytest.approx({Limit.REACH: 3.0})
    assert limits((0.0, 0.0, 0.0), at=(0.0, H + W, 0.0)) == {}
    assert limits((0.0, 0.0, 0.0), at=(0.0, H + W + 0.0004, 0.0)) == pytest.approx({Limit.REACH: 0.4})


def test_the_reach_is_measured_to_the_nearest_card_only() -> None:
    far, near = (-0.2, 0.0, 0.0), (0.1, 0.0, 0.0)
    assert limits(far, near, at=(0.1 + W + 0.020, 0.0, 0.0)) == {}
    broken = check_placement([card(*far, number=0), card(*near, number=1)], 0.1 + W + 0.065, 0.0, 0.0, STANDARD)
    assert [(limit.limit, limit.card) for limit in broken] == [(Limit.REACH, 1)]
    assert broken[0].by_mm == pytest.approx(6.0)


def test_corner_to_corner_gaps_are_diagonal() -> None:
    # 6 mm aside and 8 mm ahead: the corners are 10 mm apart, which is enough; 5 and 8 are not.
    assert limits((0.0, 0.0, 0.0), at=(W + 0.006, H + 0.008, 0.0)) == {}
    assert limits((0.0, 0.0, 0.0), at=(W + 0.005, H + 0.008, 0.0)) == pytest.approx({Limit.GAP: 10 - sqrt(89)})
    # 35.4 mm aside and 47.2 mm ahead: a 3-4-5 triangle of 59 mm.
    assert limits((0.0, 0.0, 0.0), at=(W + 0.0354, H + 0.0472, 0.0)) == {}
    assert limits((0.0, 0.0, 0.0), at=(W + 0.0360, H + 0.0480, 0.0)) == pytest.approx({Limit.REACH: 1.0})


def test_a_card_turned_by_a_quarter_is_measured_along_its_other_side() -> None:
    # Half of 59 plus half of 91 plus 10 mm.
    assert limits((0.0, 0.0, 0.0), at=(0.085, 0.0, pi / 2)) == {}
    assert limits((0.0, 0.0, 0.0), at=(0.084, 0.0, pi / 2)) == pytest.approx({Limit.GAP: 1.0})


def test_a_card_turned_by_45_degrees_points_a_corner_at_its_neighbour() -> None:
    reach = (W / 2 + H / 2) / sqrt(2)
    assert limits((0.0, 0.0, 0.0), at=(W / 2 + reach + 0.010, 0.0, pi / 4)) == {}
    assert limits((0.0, 0.0, 0.0), at=(W / 2 + reach + 0.008, 0.0, pi / 4)) == pytest.approx({Limit.GAP: 2.0})


def test_sticking_out_of_the_area_is_measured_at_the_farthest_corner() -> None:
    assert limits(at=(0.33, 0.0, 0.0)) == pytest.approx({Limit.AREA: 29.5})
    assert limits(at=(0.0, -0.27, 0.0)) == pytest.approx({Limit.AREA: 45.5})
    assert limits(at=(0.33, -0.27, 0.0)) == pytest.approx({Limit.AREA: 45.5})
    corner = (W / 2 + H / 2) / sqrt(2)
    assert limits(at=(0.33 - corner + 0.002, 0.0, pi / 4)) == pytest.approx({Limit.AREA: 2.0})
    assert limits(at=(0.33 - corner, 0.0, pi / 4)) == {}


def test_all_broken_limits_are_told_at_once() -> None:
    # Over the edge by 29.5 mm, 6 mm from the left card's edge.
    told = limits((0.33 - W - 0.006, 0.0, 0.0), at=(0.33, 0.0, 0.0))
    assert told == pytest.approx({Limit.GAP: 4.0, Limit.AREA: 29.5})
    told = limits((-0.2, 0.0, 0.0), at=(0.33, 0.0, 0.0))
    assert told == pytest.approx({Limit.REACH: 530 - 59 - 59.0, Limit.AREA: 29.5})


def test_each_card_that_is_too_close_is_named_the_worst_first() -> None:
    laid = [card(-W - 0.008, 0.0, number=3), card(W + 0.004, 0.0, number=5), card(0.0, 0.2, number=1)]
    broken = check_placement(laid, 0.0, 0.0, 0.0, STANDARD)
    assert [(limit.limit, limit.card) for limit in broken] == [(Limit.GAP, 5), (Limit.GAP, 3)]
    assert [limit.by_mm for limit in broken] == pytest.approx([6.0, 2.0])


def test_quarter_turns_only_if_the_rules_say_so() -> None:
    square = house({"layout.any_rotation": False})
    assert limits(at=(0.0, 0.0, pi / 2), rules=square) == {}
    assert limits(at=(0.0, 0.0, -pi), rules=square) == {}
    # The corner is hypot(29.5, 45.5) mm from the centre; 10 degrees move it along a chord of 2 r sin 5°.
    chord = 2 * hypot(29.5, 45.5) * sin(radians(5))
    assert limits(at=(0.0, 0.0, radians(100)), rules=square) == pytest.approx({Limit.ROTATION: chord})
    assert limits(at=(0.0, 0.0, radians(10)), rules=STANDARD) == {}


def test_other_limits_apply_if_the_rules_say_so() -> None:
    rules = house({"layout.minimum_gap_mm": 2, "layout.reach_mm": 30})
    assert limits((0.0, 0.0, 0.0), at=(W + 0.002, 0.0, 0.0), rules=rules) == {}
    assert limits((0.0, 0.0, 0.0), at=(W + 0.001, 0.0, 0.0), rules=rules) == pytest.approx({Limit.GAP: 1.0})
    assert limits((0.0, 0.0, 0.0), at=(W + 0.031, 0.0, 0.0), rules=rules) == pytest.approx({Limit.REACH: 1.0})


def row(*xs: float) -> list[PlacedCard]:
    return [card(x, 0.0, number=number) for number, x in enumerate(xs)]


def test_a_card_moves_freely_within_the_limits_of_the_others() -> None:
    table = row(-0.1, 0.0, 0.1)
    assert check_move(table, 0, -0.105, 0.01, 0.1, STANDARD) == ()
    assert check_move(table, 0, 0.2, 0.0, 0.0, STANDARD) == ()


def test_a_moved_card_does_not_stand_in_its_own_way() -> None:
    assert check_move(row(0.0, 0.1), 0, 0.005, 0.0, 0.0, STANDARD) == ()


def test_a_bridge_may_not_be_moved_away() -> None:
    # The outer cards are 141 mm apart without the middle one; 59 are in reach.
    table = row(-0.1, 0.0, 0.1)
    (broken,) = check_move(table, 1, 0.2, 0.0, 0.0, STANDARD)
    assert (broken.limit, broken.card) == (Limit.STRANDED, 0)
    assert broken.by_mm == pytest.approx(141.0 - 59.0)


def test_a_bridge_may_move_where_it_still_joins_all() -> None:
    assert check_move(row(-0.1, 0.0, 0.1), 1, 0.0, 0.05, 0.0, STANDARD) == ()


def test_a_stranded_group_counts_as_one() -> None:
    table = row(-0.2, -0.1, 0.0, 0.1, 0.2)
    broken = check_move(table, 2, 0.2, 0.15, 0.0, STANDARD)
    assert [(limit.limit, limit.card) for limit in broken] == [(Limit.STRANDED, 1)]


def test_moving_out_of_reach_is_told_as_such() -> None:
    assert [limit.limit for limit in check_move(row(0.0, 0.1), 1, 0.25, 0.0, 0.0, STANDARD)] == [Limit.REACH]


places = st.tuples(st.floats(-0.3, 0.3), st.floats(-0.25, 0.25), st.floats(-7.0, 7.0))


def polygon(x: float, y: float, yaw: float) -> Polygon:
    flat = Polygon([(-W / 2, -H / 2), (W / 2, -H / 2), (W / 2, H / 2), (-W / 2, H / 2)])
    return shapely_affinity.translate(shapely_affinity.rotate(flat, yaw, origin=(0, 0), use_radians=True), x, y)


@given(places, places)
def test_gaps_agree_with_an_independent_library(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> None:
    one, other = polygon(*first), polygon(*second)
    gap = gap_mm(card(*first), card(*second, number=1), STANDARD)
    assert max(gap, 0.0) == pytest.approx(1000 * one.distance(other), abs=1e-6)
    assert (gap < -1e-6) == (one.intersection(other).area > 1e-12) or abs(gap) < 1e-3
    assert gap_mm(card(*second, number=1), card(*first), STANDARD) == pytest.approx(gap, abs=1e-9)


@given(places, places)
def test_the_depth_of_an_overlap_is_the_shortest_way_out(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> None:
    gap = gap_mm(card(*first), card(*second, number=1), STANDARD)
    if gap >= 0:
        return
    one, other = polygon(*first), polygon(*second)
    step = -gap / 1000
    ways = [yaw + quarter * pi / 2 for yaw in (first[2], second[2]) for quarter in range(4)]
    moved = [shapely_affinity.translate(one, cos(way) * step, sin(way) * step) for way in ways]
    assert min(each.intersection(other).area for each in moved) < 1e-9
    shorter = [shapely_affinity.translate(one, cos(way) * step * 0.99, sin(way) * step * 0.99) for way in ways]
    assert step < 1e-4 or min(each.intersection(other).area for each in shorter) > 0


@given(st.lists(places, min_size=1, max_size=11), places)
@settings(max_examples=200)
def test_a_place_is_legal_exactly_if_the_independent_library_says_so(
    laid: list[tuple[float, float, float]], at: tuple[float, float, float]
) -> None:
    place = polygon(*at)
    gaps = [1000 * place.distance(polygon(*other)) for other in laid]
    broken = {b.limit for b in check_placement([card(*p, number=n) for n, p in enumerate(laid)], *at, STANDARD)}
    if all(abs(gap - 10) > 1e-3 for gap in gaps):
        assert (Limit.GAP in broken) == (min(gaps) < 10)
    if abs(min(gaps) - 59) > 1e-3:
        assert (Limit.REACH in broken) == (min(gaps) > 59)
    area = Polygon([(-0.33, -0.27), (0.33, -0.27), (0.33, 0.27), (-0.33, 0.27)])
    outside = outside_area_mm(card_rectangle(*at, STANDARD), STANDARD)
    if abs(outside) > 1e-3:
        assert (Limit.AREA in broken) == (not area.contains(place))


@given(st.lists(places, min_size=1, max_size=6), places)
def test_moving_as_far_as_a_refusal_says_is_enough_for_one_neighbour(
    laid: list[tuple[float, float, float]], at: tuple[float, float, float]
) -> None:
    other = card(*laid[0])
    for broken in check_placement([other], *at, STANDARD):
        if broken.limit is not Limit.GAP:
            continue
        step = (broken.by_mm + 1e-3) / 1000
        ways = [turn * pi / 180 for turn in range(360)]
        gaps = [
            gap_mm(other, card(at[0] + cos(w) * step, at[1] + sin(w) * step, at[2], number=1), STANDARD) for w in ways
        ]
        assert max(gaps) > 10 - 0.1


@given(places, st.floats(-pi, pi))
def test_a_card_reaches_as_far_in_any_direction_as_its_farthest_corner(
    place: tuple[float, float, float], way: float
) -> None:
    shape = card_rectangle(*place, STANDARD)
    corners = [(x - place[0]) * cos(way) + (y - place[1]) * sin(way) for x, y in polygon(*place).exterior.coords]
    assert shape.extent(cos(way), sin(way)) == pytest.approx(max(corners), abs=1e-12)
