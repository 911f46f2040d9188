"""What is called a tumble, a slide or a fold: made-up paths whose right answer is known by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fliegende3d.flight import Throw, Trajectory, default_table
from fliegende3d.flight.trajectory import ContactEvent, ContactKind
from fliegende3d.game.tabletop import Outcome
from fliegende3d.presentation.sequences import checks
from fliegende3d.presentation.sequences.__main__ import main
from fliegende3d.presentation.sequences.catalogue import SEQUENCES
from fliegende3d.presentation.sequences.filming import GAP, side_by_side
from fliegende3d.presentation.sequences.trials import Flown, Trial, between

Array = NDArray[np.float64]
COLUMNS, ROWS, FRAMES, RATE = 14, 20, 61, 60.0
Turn = Callable[[float], tuple[float, float]]  # place along the path 0..1 to pitch and yaw [rad]


def sheet() -> Array:
    """A flat carpet about the origin, shape (280, 3) [m]."""
    x, y = np.meshgrid(np.linspace(-0.0295, 0.0295, COLUMNS), np.linspace(-0.0455, 0.0455, ROWS))
    return np.stack([x, y, 0.0 * x], -1).reshape(-1, 3)


def flown(path: Array, turn: Turn, *, touch: float = 0.9, spin: float = 0.0, last: Array | None = None) -> Flown:
    """A second of flight along a path (61, 3) [m]; `last` replaces how it lies in the end."""
    poses = []
    for share, place in zip(np.linspace(0.0, 1.0, FRAMES), path, strict=True):
        pitch, yaw = turn(float(share))
        about_x = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
        about_z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        poses.append(sheet() @ (about_z @ about_x).T + place)
    if last is not None:
        poses[-1] = last
    times = np.arange(FRAMES) / RATE
    velocity = np.gradient(path, times, axis=0)
    rates = np.tile((0.0, 0.0, spin), (FRAMES, 1))
    x, y, z = (float(part) for part in path[int(touch * RATE)])
    events = (ContactEvent(touch, ContactKind.FIRST_CONTACT, (x, y, z), 1.0),)
    index = np.arange(COLUMNS * ROWS).reshape(ROWS, COLUMNS)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack([a, b, d], -1).reshape(-1, 3), np.stack([a, d, c], -1).reshape(-1, 3)])
    flight = Trajectory(
        times, np.array(poses), path, velocity, rates, events, True, (COLUMNS, ROWS), triangles.astype(np.int32)
    )
    throw = Throw((0.0, -0.6, 0.3), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
    return Flown(Trial(throw), Outcome(flight, (), (), {}, {}))


def straight(end: tuple[float, float, float] = (0.0, 0.2, 0.001)) -> Array:
    """From the throw line to a place."""
    return np.linspace((0.0, -0.5, 0.3), end, FRAMES)


LEVEL: Turn = lambda share: (0.0, 0.0)  # noqa: E731 (one of several made-up motions)


def test_three_level_turns_are_a_flat_spin_and_a_tilted_one_is_none() -> None:
    turning: Turn = lambda share: (0.0, 6.0 * np.pi * share)  # noqa: E731
    found = checks.flat_spin(flown(straight(), turning, spin=6.0 * np.pi))
    assert found is not None
    assert found.score == pytest.approx(3.0 * 53 / 60)  # three turns a second, to the last frame before the touch
    tilted: Turn = lambda share: (0.6, 6.0 * np.pi * share)  # noqa: E731
    assert checks.flat_spin(flown(straight(), tilted, spin=6.0 * np.pi)) is None


def test_a_path_that_bends_to_the_left_is_a_curve_and_a_straight_one_is_none() -> None:
    bent = straight()
    bent[:, 0] -= 0.2 * np.linspace(0.0, 1.0, FRAMES) ** 2
    found = checks.curve(flown(bent, LEVEL))
    assert found is not None
    assert "to the left" in found.words
    assert checks.curve(flown(straight(), LEVEL)) is None


def test_turning_over_twice_is_a_tumble_and_once_is_none() -> None:
    twice: Turn = lambda share: (2.0 * np.pi * share, 0.0)  # noqa: E731
    once: Turn = lambda share: (1.0 * np.pi * share, 0.0)  # noqa: E731
    assert checks.tumble(flown(straight(), twice)) is not None
    assert checks.tumble(flown(straight(), once)) is None


def test_swinging_to_and_fro_is_a_flutter_and_a_steady_tilt_is_none() -> None:
    swinging: Turn = lambda share: (0.4 * np.sin(14.0 * share), 0.0)  # noqa: E731
    steady: Turn = lambda share: (0.4, 0.0)  # noqa: E731
    assert checks.flutter(flown(straight(), swinging)) is not None
    assert checks.flutter(flown(straight(), steady)) is None


def test_a_slide_is_measured_from_the_first_touch() -> None:
    found = checks.slide(flown(straight(), LEVEL, touch=0.6))
    assert found is not None
    assert "slides 280 mm" in found.words  # 0.7 m and 0.299 m high over a second, the last 0.4 s of it on the level
    assert checks.slide(flown(straight(), LEVEL, touch=0.98)) is None


def test_a_carpet_that_droops_over_the_rim_hangs_and_a_flat_one_does_not() -> None:
    last = sheet() + np.array([0.0, default_table().half_depth - 0.02, 0.001])
    assert checks.rim_hang(flown(straight(), LEVEL, last=last)) is None
    last[:, 2] -= 0.3 * np.maximum(last[:, 1] - default_table().half_depth, 0.0)
    found = checks.rim_hang(flown(straight(), LEVEL, last=last))
    assert found is not None
    assert "hanging down" in found.words


def test_a_sheet_with_a_third_turned_over_is_folded_and_a_flat_one_is_not() -> None:
    last = sheet()
    over = last[:, 1] > 0.015
    last[over, 1] = 0.03 - last[over, 1]
    last[over, 2] = 0.001
    assert checks.fold(flown(straight(), LEVEL, last=last)) is not None
    assert checks.fold(flown(straight(), LEVEL, last=sheet())) is None


def test_values_between_two_frames_are_mixed_and_the_ends_hold() -> None:
    times, values = np.array([0.0, 1.0, 3.0]), np.array([[0.0], [10.0], [30.0]])
    assert between(times, values, 2.0) == pytest.approx(20.0)
    assert between(times, values, -1.0) == pytest.approx(0.0)
    assert between(times, values, 9.0) == pytest.approx(30.0)


def test_moments_are_laid_in_rows_with_gaps() -> None:
    pictures = [np.full((10, 20, 3), 100 + k, np.uint8) for k in range(5)]
    sheet_ = side_by_side(pictures, columns=4)
    assert sheet_.shape == (2 * 10 + GAP, 4 * 20 + 3 * GAP, 3)
    assert (sheet_[:10, :20] == 100).all()
    assert (sheet_[10 + GAP :, :20] == 104).all()
    assert (sheet_[:, 20 : 20 + GAP] < 100).all()


def test_every_sequence_has_a_name_of_its_own_and_a_bad_size_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len({wanted.name for wanted in SEQUENCES}) == len(SEQUENCES) == 13
    assert main([str(tmp_path), "--size", "small"]) == 2
    assert "WIDTHxHEIGHT in pixels" in capsys.readouterr().err
