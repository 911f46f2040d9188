"""The carpets that lie on the table at the moment of a save, to the last bit: the next flight depends on them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from fliegende3d.rules import CARDS

from .container import RecordingError, unpack
from .plain import MOST_CARPETS
from .poses import Floats

LARGEST_COORDINATE = 1e4
"""[m]"""


@dataclass(frozen=True, eq=False)
class RestingShape:
    """A carpet at rest.

    Attributes:
        order: its place in the order of landing.
        vertices: positions [m], shape (vertex_count, 3), float64.
        sides: for each card met in contact the side of every vertex, shape (vertex_count,), int8.
    """

    order: int
    vertices: Floats
    sides: Mapping[int, npt.NDArray[np.int8]] = field(default_factory=dict)


class ShapeRecord(msgspec.Struct, frozen=True):
    """A carpet at rest as it stands in the file."""

    order: Annotated[int, Meta(ge=0, le=100)]
    vertices: Annotated[bytes, Meta(max_length=64 * 64 * 24)]
    sides: dict[int, Annotated[bytes, Meta(max_length=64 * 64)]]


def encode_resting(shapes: Mapping[int, RestingShape]) -> bytes:
    """The bytes of the chunk."""
    records = {
        index: ShapeRecord(
            shape.order,
            np.ascontiguousarray(shape.vertices, "<f8").tobytes(),
            {card: np.ascontiguousarray(side, np.int8).tobytes() for card, side in shape.sides.items()},
        )
        for index, shape in shapes.items()
    }
    return zlib.compress(msgspec.msgpack.encode(records), 6)


def decode_resting(payload: bytes) -> dict[int, RestingShape]:
    """Read the chunk.

    Raises:
        RecordingError: if it is damaged or names what does not exist.
    """
    try:
        records = msgspec.msgpack.decode(unpack(payload), type=dict[int, ShapeRecord])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordingError(f"the resting carpets are wrong: {error}") from error
    shapes = {}
    for index, record in records.items():
        if not 0 <= index < MOST_CARPETS or len(record.vertices) % 24:
            raise RecordingError("the resting carpets are wrong: there is no such carpet")
        vertices = np.frombuffer(record.vertices, "<f8").astype(np.float64).reshape(-1, 3)
        if not (np.abs(vertices) < LARGEST_COORDINATE).all():
            raise RecordingError("a resting carpet is nowhere")
        sides = {}
        for card, side in record.sides.items():
            if not 0 <= card < len(CARDS) or len(side) != len(vertices):
                raise RecordingError("the sides of a resting carpet are wrong")
            sides[card] = np.frombuffer(side, np.int8).copy()
        shapes[index] = RestingShape(record.order, vertices, sides)
    return shapes
