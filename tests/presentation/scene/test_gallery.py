"""The gallery's own arithmetic, and its refusals; its pictures are looked at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fliegende3d.presentation.gallery.__main__ import main
from fliegende3d.presentation.gallery.scenery import LAYOUT, bend, facing_view, hovering, lying, presented
from fliegende3d.rules import CardKind


def test_a_flat_carpet_lies_where_it_should_and_is_not_bent() -> None:
    cloth = lying(0.1, -0.2, 0.7)
    assert cloth[:, :2].mean(axis=0) == pytest.approx((0.1, -0.2))
    assert bend(cloth) == pytest.approx(0.0, abs=1e-12)


def test_the_bend_of_a_wave_is_its_root_mean_square() -> None:
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, 40), np.linspace(-1.0, 1.0, 41))
    wave = np.stack([x, y, 0.01 * np.cos(2.0 * np.pi * x)], -1).reshape(-1, 3)
    assert bend(wave) == pytest.approx(0.01 / np.sqrt(2.0), rel=0.03)


def test_a_presented_carpet_is_the_same_shape_turned_to_the_onlooker() -> None:
    cloth = lying(0.1, -0.2, 0.7)
    assert presented(cloth) == pytest.approx(lying(0.0, 0.0, 0.0), abs=1e-9)


def test_a_flying_carpet_is_seen_from_the_south_and_not_from_its_edge() -> None:
    cloth = hovering(0.0, 0.0, 0.3)
    normal = np.array([0.0, -0.5, np.sqrt(0.75)])
    view = facing_view(cloth, normal)
    way = np.array(view.eye) - cloth.mean(axis=0)
    assert way[1] < 0.0
    assert abs(way @ normal) / np.linalg.norm(way) > 0.4


def test_only_destination_cards_lie_on_the_gallerys_table() -> None:
    assert {kind for kind, *_ in LAYOUT} <= {kind.value for kind in CardKind}


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
    for size in ("large", "0x720", "1280x", "-5x5"):
        assert main([str(tmp_path), f"--size={size}"]) == 2
        error = capsys.readouterr().err
        assert "WIDTHxHEIGHT in pixels, for instance 1280x720" in error
        assert error.count("\n") == 1
