"""Compact poses of a carpet over time: rigid motion and what is left of the shape, as small whole numbers.

Each frame is a rigid frame of axes (fitted to the mesh and stored) plus the difference from the flat carpet in those
axes. The differences go through the orthonormal cosine transform (DCT-II, Ahmed, Natarajan and Rao 1974) along both
sides of the mesh, where a smooth cloth needs few numbers, are rounded to `STEP`, and stored as changes from frame to
frame. Where rounding the transform leaves a vertex off by more than `TOLERANCE`, a correction is stored with it.
"""

from __future__ import annotations

import bz2
import struct
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from .container import RecordingError

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

RATE: Final = 60.0
"""Frames in a second of a recorded flight; only the compactness depends on it [1/s]."""
STEP: Final = 4e-5
"""The transform's numbers and the corrections are multiples of this [m]."""
TOLERANCE: Final = 2.7e-5
"""No coordinate in the carpet's own axes is off by more than this [m]."""
RESOLUTION: Final = 5e-5
"""No vertex is off by more than this: the three axes' tolerances together, rounded up [m]."""
CENTRE_STEP: Final = 1e-5
"""Centres are multiples of this [m]; what it rounds off is in the shape."""
AXIS_STEP: Final = 1e-4
"""Axes are multiples of this; what it rounds off is in the shape."""

HEAD: Final = struct.Struct("<IHHffIII")
MAXIMUM_FRAMES: Final = 3_600
MAXIMUM_SIDE: Final = 64
MAXIMUM_VERTICES: Final = 600_000
"""All frames together hold no more vertices than this: six seconds of the finest mesh, and no file fills the memory."""
LARGEST_COORDINATE: Final = 1e4
"""Carpets farther from the origin than this cannot be stored [m]."""


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
    """Centres (frames, 3) and the first two axes (frames, 2, 3) of a rectangle fitted to a mesh over time."""
    grid = vertices.reshape(len(vertices), rows, columns, 3)
    first = unit(grid[:, :, -1].mean(1) - grid[:, :, 0].mean(1), np.eye(3)[0])
    along = grid[:, -1].mean(1) - grid[:, 0].mean(1)
    along = along - (along * first).sum(1)[:, None] * first
    upright = np.eye(3)[np.argmin(np.abs(first), axis=1)]
    second = unit(along, unit(np.cross(first, upright), np.eye(3)[1]))
    return vertices.mean(1), np.stack([first, second], 1)


def unit(vectors: Floats, fallback: Floats) -> Floats:
    """Vectors (n, 3) scaled to length one; those too short to have a direction become the fallback."""
    length = np.sqrt((vectors**2).sum(1))[:, None]
    usable = length > 1e-6
    answer: Floats = np.where(usable, vectors / np.where(usable, length, 1.0), fallback)
    return answer


def whole_axes(pair: Integers) -> Floats:
    """Three axes (frames, 3, 3) from the stored first two (frames, 2, 3); the third is their cross product."""
    first, second = pair[:, 0] * AXIS_STEP, pair[:, 1] * AXIS_STEP
    return np.stack([first, second, np.cross(first, second)], 1)


def inverse_axes(axes: Floats) -> Floats:
    """Rows of the inverse transpose, so that the rounding of the stored axes is undone; shape (frames, 3, 3)."""
    first, second, third = axes[:, 0], axes[:, 1], axes[:, 2]
    volume = (first * np.cross(second, third)).sum(1)[:, None]
    reciprocal: Floats = np.stack([np.cross(second, third), np.cross(third, first), np.cross(first, second)], 1)
    answer: Floats = reciprocal / volume[:, None]
    return answer


@cache
def cosines(size: int) -> Floats:
    """The orthonormal cosine transform of this size, shape (size, size); its transpose is its inverse."""
    order, place = np.arange(size)[:, None], np.arange(size)[None]
    matrix: Floats = np.cos(np.pi * (place + 0.5) * order / size) * np.sqrt(2.0 / size)
    matrix[0] /= np.sqrt(2.0)
    matrix.flags.writeable = False
    return matrix


def transformed(shape: Floats) -> Floats:
    """Cosine transform along rows and columns of (frames, rows, columns, 3)."""
    frames, rows, columns = shape.shape[:3]
    along = (cosines(rows) @ shape.reshape(frames, rows, columns * 3)).reshape(frames * rows, columns, 3)
    answer: Floats = (cosines(columns) @ along).reshape(shape.shape)
    return answer


def transformed_back(numbers: Floats) -> Floats:
    """The inverse of `transformed`."""
    frames, rows, columns = numbers.shape[:3]
    along = (cosines(rows).T @ numbers.reshape(frames, rows, columns * 3)).reshape(frames * rows, columns, 3)
    answer: Floats = (cosines(columns).T @ along).reshape(numbers.shape)
    return answer


def folded_planes(numbers: Integers) -> bytes:
    """Signed whole numbers as bytes: small ones of either sign become small, low bytes first, then the next."""
    folded = np.where(numbers >= 0, 2 * numbers, -2 * numbers - 1).astype("<u4").reshape(-1)
    return np.ascontiguousarray(folded.view(np.uint8).reshape(-1, 4).T).tobytes()


def unfolded_planes(data: bytes, count: int) -> Integers:
    """The inverse of `folded_planes`, flat."""
    planes = np.frombuffer(data, np.uint8, 4 * count).reshape(4, count)
    folded = planes[0].astype(np.int64)
    for place in range(1, 4):
        if planes[place].any():
            folded += planes[place].astype(np.int64) << (8 * place)
    answer: Integers = (folded >> 1) ^ -(folded & 1)
    return answer


def changes(numbers: Integers) -> Integers:
    """Differences from the frame before, along the first axis."""
    answer = numbers.copy()
    answer[1:] -= numbers[:-1]
    return answer


def sizes_are_possible(frames: int, columns: int, rows: int) -> bool:
    """Whether a recording may hold so many frames of such a mesh."""
    sides = 2 <= columns <= MAXIMUM_SIDE and 2 <= rows <= MAXIMUM_SIDE
    return sides and frames <= MAXIMUM_FRAMES and frames * columns * rows <= MAXIMUM_VERTICES


def encode_poses(poses: Poses) -> bytes:
    """Pack poses; every vertex is kept to within `RESOLUTION`.

    Raises:
        RecordingError: if there are more frames or vertices than a recording holds, they are not finite or far away, or
            times do not increase.
    """
    frames, rows, columns = len(poses.times), poses.rows, poses.columns
    if not sizes_are_possible(frames, columns, rows):
        raise RecordingError(f"{frames} frames of {columns} by {rows} vertices are more than a recording holds")
    if not (np.abs(poses.vertices) < LARGEST_COORDINATE).all():
        raise RecordingError(f"a carpet is farther than {LARGEST_COORDINATE:g} m away or nowhere")
    if not (np.diff(poses.times) > 0.0).all():
        raise RecordingError("the times of the poses do not increase")
    width, length = rest_size(poses)
    centres, pair = rigid_frames(poses.vertices, columns, rows)
    whole_centres = np.rint(centres / CENTRE_STEP).astype(np.int64)
    whole_pair = np.rint(pair / AXIS_STEP).astype(np.int64)
    axes = whole_axes(whole_pair)
    local = (poses.vertices - whole_centres[:, None] * CENTRE_STEP) @ inverse_axes(axes).transpose(0, 2, 1)
    shape = (local - flat_grid(columns, rows, width, length)).reshape(frames, rows, columns, 3)
    whole_shape = np.rint(transformed(shape) / STEP).astype(np.int64)
    missing = shape - transformed_back(whole_shape.astype(np.float64) * STEP)
    corrections = np.where(np.abs(missing) > TOLERANCE, np.rint(missing / STEP), 0.0).astype(np.int64)
    rigid = np.concatenate([whole_centres, whole_pair.reshape(frames, 6)], 1)
    lateness = (poses.times - np.arange(frames) / RATE).astype("<f8").tobytes()
    sections = (
        bz2.compress(lateness + folded_planes(changes(changes(rigid)).T)),
        bz2.compress(folded_planes(changes(whole_shape).transpose(3, 1, 2, 0))),
        bz2.compress(folded_planes(corrections.transpose(3, 1, 2, 0))),
    )
    return HEAD.pack(frames, columns, rows, width, length, *map(len, sections)) + b"".join(sections)


def rest_size(poses: Poses) -> tuple[float, float]:
    """The sides of the flat carpet, measured along the mesh of the first frame [m]."""
    if len(poses.times) == 0:
        return 0.059, 0.091
    grid = poses.vertices[0].reshape(poses.rows, poses.columns, 3)
    across = float(np.sqrt((np.diff(grid, axis=1) ** 2).sum(-1)).sum(1).mean())
    along = float(np.sqrt((np.diff(grid, axis=0) ** 2).sum(-1)).sum(0).mean())
    return float(np.float32(across)), float(np.float32(along))


def expanded(section: bytes, size: int) -> bytes:
    """Unpack a section that must have exactly this size.

    Raises:
        RecordingError: if it is damaged or has another size.
    """
    machine = bz2.BZ2Decompressor()
    try:
        data = machine.decompress(section, size + 1)
    except (OSError, EOFError) as error:
        raise RecordingError(f"the poses cannot be unpacked: {error}") from error
    if len(data) != size or not machine.eof:
        raise RecordingError(f"a part of the poses does not unpack to {size} bytes")
    return data


def sections_of(payload: bytes) -> tuple[int, int, int, float, float, list[bytes]]:
    """The numbers of a payload's head (frames, columns, rows, width, length) and its packed sections.

    Raises:
        RecordingError: for sizes out of range or lengths that do not fit.
    """
    if len(payload) < HEAD.size:
        raise RecordingError("the poses are cut off")
    frames, columns, rows, width, length, *sizes = HEAD.unpack_from(payload)
    if not sizes_are_possible(frames, columns, rows):
        raise RecordingError(f"the poses claim {frames} frames of {columns} by {rows} vertices, which is out of range")
    if not (0.0 < width < 1e3 and 0.0 < length < 1e3):
        raise RecordingError("the poses claim a carpet of no possible size")
    if HEAD.size + sum(sizes) != len(payload):
        raise RecordingError(f"the poses have {len(payload)} bytes instead of {HEAD.size + sum(sizes)}")
    ends = list(accumulate([HEAD.size, *sizes]))
    return frames, columns, rows, width, length, [payload[start:end] for start, end in pairwise(ends)]


def times_and_motion(section: bytes, frames: int) -> tuple[Floats, bytes]:
    """Times of the frames (frames,), and the packed numbers of the rigid motion.

    Raises:
        RecordingError: if they are damaged or the times do not increase.
    """
    motion = expanded(section, frames * (8 + 9 * 4))
    times = np.arange(frames) / RATE + np.frombuffer(motion, "<f8", frames)
    if not (np.isfinite(times).all() and (np.diff(times) > 0.0).all()):
        raise RecordingError("the times of the poses do not increase")
    return times, motion[8 * frames :]


def duration_of(payload: bytes) -> float:
    """Time of the last frame [s], 0 without frames, without unpacking the shapes.

    Raises:
        RecordingError: if the poses are damaged.
    """
    frames, *_, parts = sections_of(payload)
    times, _ = times_and_motion(parts[0], frames)
    return float(times[-1]) if frames else 0.0


def decode_poses(payload: bytes) -> Poses:
    """Unpack poses.

    Raises:
        RecordingError: for sizes out of range, lengths that do not fit, times that do not increase, or damage.
    """
    return unpacked(payload, last_only=False)


def last_pose(payload: bytes) -> Floats:
    """The vertices of the last frame [m], shape (vertices, 3), in a fraction of the time of `decode_poses`.

    Raises:
        RecordingError: as `decode_poses`, and if there is no frame.
    """
    poses = unpacked(payload, last_only=True)
    if not len(poses.times):
        raise RecordingError("the poses hold no frame")
    last: Floats = poses.vertices[-1]
    return last


def unpacked(payload: bytes, *, last_only: bool) -> Poses:
    """Unpack all frames, or only the last one."""
    frames, columns, rows, width, length, parts = sections_of(payload)
    times, motion = times_and_motion(parts[0], frames)
    count = frames * rows * columns * 3
    rigid = unfolded_planes(motion, 9 * frames).reshape(9, frames).T.cumsum(0).cumsum(0)
    numbers = unfolded_planes(expanded(parts[1], 4 * count), count).reshape(3, rows, columns, frames)
    corrections = unfolded_planes(expanded(parts[2], 4 * count), count).reshape(3, rows, columns, frames)
    if last_only:
        times, rigid, corrections = times[-1:], rigid[-1:], corrections[..., -1:]
        numbers = numbers.sum(3, keepdims=True)[..., : len(times)]
    else:
        numbers = numbers.cumsum(3)
    spectrum = np.ascontiguousarray(numbers.transpose(3, 1, 2, 0), np.float64) * STEP
    shape = transformed_back(spectrum) + corrections.transpose(3, 1, 2, 0) * STEP
    local = shape.reshape(len(times), rows * columns, 3) + flat_grid(columns, rows, width, length)
    axes = whole_axes(rigid[:, 3:].reshape(len(times), 2, 3))
    vertices = rigid[:, None, :3] * CENTRE_STEP + local @ axes
    if not (np.abs(vertices) < 2.0 * LARGEST_COORDINATE).all():
        raise RecordingError(f"the poses lead farther than {2.0 * LARGEST_COORDINATE:g} m away")
    return Poses(times, vertices, columns, rows)
