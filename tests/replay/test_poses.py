"""Packed poses come back within the stated resolution, and nothing else is accepted."""

from __future__ import annotations

import bz2
import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.replay.container import RecordingError
from fliegende3d.replay.poses import HEAD, RESOLUTION, Poses, decode_poses, encode_poses, flat_grid


def spinning_rippled_carpet(frames: int, columns: int, rows: int, spin: float, ripple: float) -> Poses:
    times = np.arange(frames) / 60.0
    flat = flat_grid(columns, rows, 0.059, 0.091)
    poses = []
    for time in times:
        shape = flat.copy()
        shape[:, 2] = ripple * np.sin(80.0 * shape[:, 1] + 30.0 * time)
        turn, tilt = spin * time, 0.3 * time
        c, s, ct, st_ = math.cos(turn), math.sin(turn), math.cos(tilt), math.sin(tilt)
        rotation = np.array([[1, 0, 0], [0, ct, -st_], [0, st_, ct]]) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        poses.append(shape @ rotation.T + (0.1, 2.0 * time - 0.6, 0.25 + 0.8 * time - 4.9 * time**2))
    return Poses(times, np.array(poses), columns, rows)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 20), st.sampled_from([(8, 10), (14, 20)]), st.floats(-150, 150), st.floats(0, 0.01))
def test_every_vertex_is_kept_to_the_resolution(frames: int, mesh: tuple[int, int], spin: float, ripple: float) -> None:
    poses = spinning_rippled_carpet(frames, *mesh, spin, ripple)
    back = decode_poses(encode_poses(poses))
    assert (back.columns, back.rows) == mesh
    assert (back.times == poses.times).all()
    assert np.sqrt(((back.vertices - poses.vertices) ** 2).sum(-1)).max() < RESOLUTION


def test_a_throw_stays_small() -> None:
    poses = spinning_rippled_carpet(90, 14, 20, 63.0, 0.004)
    assert len(encode_poses(poses)) < 40_000


def test_a_crumpled_or_collapsed_carpet_survives() -> None:
    rng = np.random.default_rng(3)
    vertices = rng.normal(size=(3, 80, 3)) * 0.02
    vertices[1] = 0.0
    poses = Poses(np.arange(3) / 60.0, vertices, 8, 10)
    assert np.abs(decode_poses(encode_poses(poses)).vertices - vertices).max() < 1e-4


def test_no_frames_are_no_frames() -> None:
    assert len(decode_poses(encode_poses(Poses(np.empty(0), np.empty((0, 80, 3)), 8, 10))).times) == 0


def test_times_that_do_not_increase_are_refused() -> None:
    poses = spinning_rippled_carpet(3, 8, 10, 0.0, 0.0)
    packed = encode_poses(poses)
    head = HEAD.unpack_from(packed)
    motion = bytearray(bz2.decompress(packed[HEAD.size : HEAD.size + head[5]]))
    struct.pack_into("<d", motion, 16, -1.0)
    section = bz2.compress(bytes(motion))
    with pytest.raises(RecordingError, match="do not increase"):
        decode_poses(HEAD.pack(*head[:5], len(section), *head[6:]) + section + packed[HEAD.size + head[5] :])
    poses.times[2] = poses.times[1]
    with pytest.raises(RecordingError, match="do not increase"):
        encode_poses(poses)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_mutated_poses_are_refused_or_read(data: st.DataObject) -> None:
    packed = bytearray(encode_poses(spinning_rippled_carpet(4, 8, 10, 20.0, 0.002)))
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = decode_poses(bytes(packed))
    except RecordingError:
        return
    assert read.vertices.shape == (len(read.times), read.columns * read.rows, 3)
