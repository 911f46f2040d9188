"""The gallery's own arithmetic, and its refusals; its pictures are looked at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fliegende3d.flight import Throw, simulate
from fliegende3d.presentation.gallery import LAYOUT, hovering, main, outline_of, overlaps_with_cards, pose_at


def test_the_outline_of_a_grid_runs_once_round_its_border() -> None:
    x, y = np.meshgrid(np.arange(4.0), np.arange(5.0))
    ring = outline_of(np.stack([x, y, 0 * x], -1).reshape(-1, 3), 4, 5)
    assert len(ring) == 2 * (4 + 5) - 4
    steps = np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1)
    assert steps == pytest.approx(1.0)


def test_a_pose_between_two_frames_lies_between_them() -> None:
    flight = simulate(Throw((0.0, -0.6, 0.2), (0.0, 1.5, 0.4), (0.0, 0.0, 0.0)), mesh=(8, 10))
    middle = 0.5 * (flight.times[3] + flight.times[4])
    assert pose_at(flight, float(middle)) == pytest.approx(0.5 * (flight.vertices[3] + flight.vertices[4]))
    assert pose_at(flight, 1e9) == pytest.approx(flight.final_vertices)


def test_the_hovering_carpet_is_neither_stretched_nor_elsewhere() -> None:
    cloth = hovering(0.1, -0.2, 0.3)
    assert cloth.mean(axis=0) == pytest.approx((0.1, -0.2, 0.3), abs=0.01)
    grid = cloth.reshape(20, 14, 3)
    length = np.linalg.norm(np.diff(grid, axis=0), axis=2).sum(axis=0)
    assert length == pytest.approx(np.full(14, 0.091), rel=0.08)


def test_the_cards_of_the_gallery_keep_the_rules_distance() -> None:
    centres = np.array([(x, y) for _, x, y, _ in LAYOUT])
    gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2) + np.eye(len(centres))
    assert gaps.min() > 0.059 + 0.010


def test_a_size_that_is_no_size_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), "--size", "large"]) == 2
    assert "needed is for instance 1280x720" in capsys.readouterr().err


def test_a_carpet_that_lies_on_one_card_covers_exactly_their_common_part() -> None:
    _, x, y, yaw = LAYOUT[0]
    along, across = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    corners = [(-0.0295, -0.0455), (0.0, -0.0455), (0.0, 0.0455), (-0.0295, 0.0455)]
    ring = np.array([(*(np.array([x, y]) + u * along + v * across), 0.001) for u, v in corners])
    (part,) = overlaps_with_cards(ring)
    u, v = part[:, 0], part[:, 1]
    area = 0.5 * abs(np.dot(u, np.roll(v, -1)) - np.dot(v, np.roll(u, -1)))
    assert area == pytest.approx(0.0295 * 0.091, rel=1e-9)
