"""Lines and areas on the table: right size, right place, any simple polygon."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from panda3d.core import GeomNode

from fliegende3d.presentation.graphics.meshes import MeshBuilder
from fliegende3d.presentation.scene.ribbons import add_ribbon, circle, triangulated


@given(st.lists(st.floats(0.3, 1.0), min_size=5, max_size=24))
def test_triangles_cover_exactly_the_polygon(radii: list[float]) -> None:
    angle = np.arange(len(radii)) / len(radii) * 2.0 * np.pi
    x, y = radii * np.cos(angle), radii * np.sin(angle)
    corners = np.stack([x, y, 0.0 * x], 1)
    shoelace = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    a, b, c = (corners[triangulated(corners)[:, k], :2] for k in range(3))
    u, v = b - a, c - a
    assert 0.5 * np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() == pytest.approx(shoelace, rel=1e-9)


def test_an_ellipse_has_its_half_axes_and_its_turn() -> None:
    points = circle(1.0, 2.0, 0.1, 0.4, 0.2, math.pi / 2)
    assert points[:, 1].max() - 2.0 == pytest.approx(0.4)
    assert points[:, 0].max() - 1.0 == pytest.approx(0.2)
    assert (points[:, 2] == 0.1).all()


def test_a_ribbon_is_as_wide_as_asked_and_lies_on_its_line() -> None:
    builder = MeshBuilder()
    add_ribbon(builder, [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)], 0.2)
    node = builder.build("line")
    low, high = node.get_tight_bounds()
    assert (low.x, low.y, high.x, high.y) == pytest.approx((0.0, -0.1, 1.0, 0.1), abs=1e-6)


def test_a_closed_ribbon_joins_its_ends() -> None:
    def count(closed: bool) -> int:
        builder = MeshBuilder()
        add_ribbon(builder, circle(0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 8), 0.1, closed=closed)
        node = builder.build("ring").node()
        assert isinstance(node, GeomNode)
        return node.get_geom(0).get_primitive(0).get_num_primitives()

    assert count(True) == 16
    assert count(False) == 14
