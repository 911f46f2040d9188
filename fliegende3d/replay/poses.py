"""Compact poses of a carpet over time: rigid motion as numbers, what is left of the shape as small whole numbers.

Each frame is a rigid frame of axes (fitted to the mesh and stored) plus, for every vertex, the difference from the flat
carpet in those axes, rounded to `RESOLUTION`. The differences are predicted from the neighbours in time and on the
grid; what remains is mostly zeros and ones and packs well.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .container import RecordingError, pack, unpack

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

RESOLUTION: Final = 4e-5
"""Vertices are kept to half of this [m]."""

HEAD: Final = struct.Struct("<IHHff")
MAXIMUM_FRAMES: Final = 3_600
MAXIMUM_SIDE: Final = 64


@dataclass(frozen=True)
class Poses:
    """A carpet over time.

    Attributes:
        times: seconds since the throw, strictly increasing, shape (frames,), float64.
        vertices: positions [m], shape (frames, columns * rows, 3), float64, row-major with columns fastest.
        columns: vertices along the 59 mm side.
        rows: vertices along the 91 mm side.
    """

    times: Floats
    vertices: Floats
    columns: int
    rows: int


def flat_grid(columns: int, rows: int, width: float, length: float) -> Floats:
    """The flat carpet in its own axes, shape (columns * rows, 3)."""
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, columns) * width, np.linspace(-0.5, 0.5, rows) * length)
    return np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3)


def rigid_frames(vertices: Floats, columns: int, rows: int) -> tuple[Floats, Floats]:
    """Centres (frames, 3) and axes (frames, 3, 3; rows are the carpet's x, y, z) fitted to a mesh over time."""
    grid = vertices.reshape(len(vertices), rows, columns, 3)
    centres = vertices.mean(1)
    across = grid[:, :, -1].mean(1) - grid[:, :, 0].mean(1)
    along = grid[:, -1].mean(1) - grid[:, 0].mean(1)
    fallback = np.eye(3)
    axes = np.empty((len(vertices), 3, 3))
    for k in range(len(vertices)):
        first = across[k] / length if (length := float(np.sqrt((across[k] ** 2).sum()))) > 1e-6 else fallback[0]
        second = along[k] - (along[k] * first).sum() * first
        size = float(np.sqrt((second**2).sum()))
        if size < 1e-6:
            second = np.cross(first, fallback[int(np.argmin(np.abs(first)))])
            size = float(np.sqrt((second**2).sum()))
        second = second / size
        axes[k] = first, second, np.cross(first, second)
    return centres, axes


def predicted(values: Integers) -> Integers:
    """Differences from the frame before, then from the neighbours on the grid; shape (frames, rows, columns, 3)."""
    change = values.copy()
    change[1:] -= values[:-1]
    rest = change.copy()
    rest[:, 1:] -= change[:, :-1]
    across = rest.copy()
    across[:, :, 1:] -= rest[:, :, :-1]
    return across


def restored(rest: Integers) -> Integers:
    """The inverse of `predicted`."""
    answer: Integers = np.cumsum(np.cumsum(np.cumsum(rest, axis=2), axis=1), axis=0)
    return answer


def encode_poses(poses: Poses) -> bytes:
    """Pack poses; every vertex is kept to within half of `RESOLUTION` (and single precision of the rigid motion)."""
    frames = len(poses.times)
    width, length = rest_size(poses)
    centres, axes = rigid_frames(poses.vertices, poses.columns, poses.rows)
    centres = centres.astype(np.float32).astype(np.float64)
    axes = axes.astype(np.float32).astype(np.float64)
    grid = flat_grid(poses.columns, poses.rows, width, length)
    local = np.einsum("fnk,fjk->fnj", poses.vertices - centres[:, None], inverse_axes(axes)) - grid
    whole = np.rint(local / RESOLUTION).astype(np.int64).reshape(frames, poses.rows, poses.columns, 3)
    rest = predicted(whole)
    folded = np.where(rest >= 0, 2 * rest, -2 * rest - 1).astype(np.uint32)
    planes = folded.transpose(3, 0, 1, 2).reshape(-1).astype("<u4").view(np.uint8).reshape(-1, 4).T
    body = b"".join(
        (
            np.asarray(poses.times, "<f8").tobytes(),
            centres.astype("<f4").tobytes(),
            axes.astype("<f4").tobytes(),
            np.ascontiguousarray(planes).tobytes(),
        )
    )
    return HEAD.pack(frames, poses.columns, poses.rows, width, length) + pack(body)


def inverse_axes(axes: Floats) -> Floats:
    """Rows of the inverse transpose, so that rounding of the stored axes is undone exactly; shape (frames, 3, 3)."""
    first, second, third = axes[:, 0], axes[:, 1], axes[:, 2]
    volume = (first * np.cross(second, third)).sum(1)[:, None]
    reciprocal: Floats = np.stack([np.cross(second, third), np.cross(third, first), np.cross(first, second)], 1)
    answer: Floats = reciprocal / volume[:, None]
    return answer


def rest_size(poses: Poses) -> tuple[float, float]:
    """The sides of the flat carpet, measured along the mesh of the first frame [m]."""
    if len(poses.times) == 0:
        return 0.059, 0.091
    grid = poses.vertices[0].reshape(poses.rows, poses.columns, 3)
    across = float(np.sqrt((np.diff(grid, axis=1) ** 2).sum(-1)).sum(1).mean())
    along = float(np.sqrt((np.diff(grid, axis=0) ** 2).sum(-1)).sum(0).mean())
    return float(np.float32(across)), float(np.float32(along))


def decode_poses(payload: bytes) -> Poses:
    """Unpack poses.

    Raises:
        RecordingError: for sizes out of range, lengths that do not fit, times that do not increase, or damage.
    """
    if len(payload) < HEAD.size:
        raise RecordingError("the poses are cut off")
    frames, columns, rows, width, length = HEAD.unpack_from(payload)
    if not (frames <= MAXIMUM_FRAMES and 2 <= columns <= MAXIMUM_SIDE and 2 <= rows <= MAXIMUM_SIDE):
        raise RecordingError(f"the poses claim {frames} frames of {columns} by {rows} vertices, which is out of range")
    if not (0.0 < width < 1.0 and 0.0 < length < 1.0):
        raise RecordingError("the poses claim a carpet that is not between 0 and 1 m long")
    count = frames * rows * columns * 3
    expected = frames * (8 + 12 + 36) + 4 * count
    body = unpack(payload[HEAD.size :], limit=expected + 1)
    if len(body) != expected:
        raise RecordingError(f"the poses have {len(body)} bytes instead of {expected}")
    times = np.frombuffer(body, "<f8", frames).astype(np.float64)
    centres = np.frombuffer(body, "<f4", 3 * frames, 8 * frames).astype(np.float64).reshape(frames, 3)
    axes = np.frombuffer(body, "<f4", 9 * frames, 20 * frames).astype(np.float64).reshape(frames, 3, 3)
    planes = np.frombuffer(body, np.uint8, 4 * count, 56 * frames).reshape(4, count)
    folded = np.ascontiguousarray(planes.T).view("<u4").reshape(3, frames, rows, columns).transpose(1, 2, 3, 0)
    rest = np.where(folded & 1, -((folded.astype(np.int64) + 1) >> 1), folded.astype(np.int64) >> 1)
    if not (np.isfinite(times).all() and np.isfinite(centres).all() and np.isfinite(axes).all()):
        raise RecordingError("the poses hold numbers that are not finite")
    if (np.diff(times) <= 0.0).any():
        raise RecordingError("the times of the poses do not increase")
    local = restored(rest).reshape(frames, rows * columns, 3) * RESOLUTION + flat_grid(columns, rows, width, length)
    vertices = centres[:, None] + np.einsum("fnj,fjk->fnk", local, axes)
    return Poses(times, vertices, columns, rows)
