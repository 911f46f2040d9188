"""The table's inlay: distances against geometry by hand, and lines where the rules have them."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from fliegende3d.art.scenery.distances import signed_distances
from fliegende3d.art.scenery.plan import Piece, brass, pearl, read_plan, star
from fliegende3d.presentation.scene.measures import Table

SIZE, HALF, REACH = (80, 60), (0.04, 0.03), 0.005


def place(row: int, column: int) -> Point:
    """Middle of a texel [m]."""
    return Point((column + 0.5) * 0.001 - HALF[0], HALF[1] - (row + 0.5) * 0.001)


def field(piece: Piece) -> np.ndarray:
    """Distances of one piece on a small sheet."""
    return signed_distances([piece], half_width=HALF[0], half_depth=HALF[1], size=SIZE, reach=REACH)


def test_distances_to_a_filled_star_are_those_of_an_independent_geometry() -> None:
    corners = star(0.003, -0.002, 0.02, 0.6)
    shape = Polygon(corners)
    found = field(Piece(corners))
    for row, column in np.ndindex(SIZE[1], SIZE[0]):
        point = place(row, column)
        right = point.distance(shape.exterior) * (-1.0 if shape.contains(point) else 1.0)
        assert found[row, column] == pytest.approx(np.clip(right, -REACH, REACH), abs=1e-9)


def test_distances_to_an_open_line_are_those_of_an_independent_geometry() -> None:
    points = np.array([(-0.03, -0.02), (0.01, 0.015), (0.025, -0.01)])
    line = LineString(points)
    found = field(Piece(points, 0.002, closed=False))
    for row, column in np.ndindex(SIZE[1], SIZE[0]):
        right = place(row, column).distance(line) - 0.001
        assert found[row, column] == pytest.approx(min(right, REACH), abs=1e-9)


def test_a_sheet_without_pieces_is_far_from_everything() -> None:
    nothing = signed_distances([], half_width=0.04, half_depth=0.03, size=SIZE, reach=REACH)
    assert (nothing == REACH).all()


def test_brass_runs_along_the_landing_area_and_the_throw_lines_of_the_rules() -> None:
    table, pieces = Table.load(), brass(read_plan())
    extents = [np.abs(piece.points).max(axis=0) for piece in pieces]
    assert any(np.allclose(e, (table.landing_half_width, table.landing_half_depth)) for e in extents)
    straight = [e for piece, e in zip(pieces, extents, strict=True) if not piece.closed and len(piece.points) == 2]
    assert any(e[1] == pytest.approx(table.throw_line_south_north) for e in straight)
    assert any(e[0] == pytest.approx(table.throw_line_east_west) for e in straight)


def test_every_piece_lies_on_the_table_and_none_of_the_pearl_touches_brass() -> None:
    plan = read_plan()
    for piece in brass(plan) + pearl(plan):
        assert np.abs(piece.points[:, 0]).max() < plan.half_width
        assert np.abs(piece.points[:, 1]).max() < plan.half_depth
    rings = [LineString([*p.points, p.points[0]]).buffer(p.width / 2) for p in brass(plan) if p.width and p.closed]
    for piece in pearl(plan):
        assert all(Polygon(piece.points).disjoint(ring) for ring in rings)
