"""The file of a game: a magic word, a version, and checked chunks one after the other.

Layout, little endian: ``FLIEGEND`` (8 bytes), major (u16), minor (u16), then chunks of: kind (4 letters), length of the
payload (u32), CRC-32 of kind and payload (u32), payload. Chunks of unknown kinds are skipped, so that a file of a later
minor version still plays; a file of a later major version is refused. A damaged file is read up to the damage.
"""

from __future__ import annotations

import contextlib
import os
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MAGIC: Final = b"FLIEGEND"
MAJOR: Final = 1
MINOR: Final = 0
SUFFIX: Final = ".teppich"

HEAD: Final = struct.Struct("<8sHH")
CHUNK_HEAD: Final = struct.Struct("<4sII")

MAXIMUM_FILE: Final = 64 * 1024 * 1024
MAXIMUM_CHUNK: Final = 16 * 1024 * 1024
MAXIMUM_UNPACKED: Final = 32 * 1024 * 1024
"""No payload unpacks to more than this: a small file must not fill the memory [bytes]."""
MAXIMUM_CHUNKS: Final = 20_000
BACKUPS: Final = 2


class RecordingError(ValueError):
    """A recording that cannot be read; the message is one sentence for players."""


@dataclass(frozen=True)
class Chunk:
    """One checked piece of a file: a kind of four letters and its payload."""

    kind: bytes
    payload: bytes


@dataclass(frozen=True)
class Container:
    """What a file holds: its version, its sound chunks, and what is wrong with the rest, if anything."""

    major: int
    minor: int
    chunks: tuple[Chunk, ...]
    damage: str | None = None


def encode(chunks: Iterable[Chunk], *, minor: int = MINOR) -> bytes:
    """The bytes of a file with these chunks."""
    parts = [HEAD.pack(MAGIC, MAJOR, minor)]
    for chunk in chunks:
        parts.append(CHUNK_HEAD.pack(chunk.kind, len(chunk.payload), zlib.crc32(chunk.kind + chunk.payload)))
        parts.append(chunk.payload)
    return b"".join(parts)


def decode(data: bytes) -> Container:
    """Read a file's chunks, as far as they are sound.

    Raises:
        RecordingError: if it is no recording at all, too large, or of a later major version.
    """
    if len(data) > MAXIMUM_FILE:
        raise RecordingError(f"the file has {len(data)} bytes; recordings have at most {MAXIMUM_FILE}")
    if len(data) < HEAD.size or not data.startswith(MAGIC):
        raise RecordingError("this is not a recording of the game (it does not begin with FLIEGEND)")
    _, major, minor = HEAD.unpack_from(data)
    if major > MAJOR:
        raise RecordingError(f"the recording has format {major}.{minor}; this version of the game reads up to {MAJOR}")
    if major < 1:
        raise RecordingError(f"the recording claims format {major}.{minor}, which never existed")
    chunks: list[Chunk] = []
    damage: str | None = None
    offset = HEAD.size
    while offset < len(data):
        if len(chunks) >= MAXIMUM_CHUNKS:
            damage = f"more than {MAXIMUM_CHUNKS} chunks"
            break
        if offset + CHUNK_HEAD.size > len(data):
            damage = f"it ends in the middle of a chunk at byte {offset}"
            break
        kind, length, checksum = CHUNK_HEAD.unpack_from(data, offset)
        start = offset + CHUNK_HEAD.size
        if length > MAXIMUM_CHUNK or start + length > len(data):
            damage = f"the chunk at byte {offset} is cut off or its length is wrong"
            break
        payload = data[start : start + length]
        if zlib.crc32(kind + payload) != checksum:
            damage = f"the chunk at byte {offset} does not match its checksum"
            break
        chunks.append(Chunk(kind, payload))
        offset = start + length
    return Container(major, minor, tuple(chunks), damage)


def pack(data: bytes) -> bytes:
    """Compress a payload."""
    return zlib.compress(data, 9)


def unpack(payload: bytes, *, limit: int = MAXIMUM_UNPACKED) -> bytes:
    """Decompress a payload, but never to more than a limit.

    Raises:
        RecordingError: if it is damaged or larger than the limit.
    """
    machine = zlib.decompressobj()
    try:
        data = machine.decompress(payload, limit)
    except zlib.error as error:
        raise RecordingError(f"a part of the recording cannot be unpacked: {error}") from error
    if machine.unconsumed_tail or not machine.eof:
        raise RecordingError(f"a part of the recording unpacks to more than {limit} bytes or is cut off")
    return data


def write_atomically(path: Path, data: bytes, *, backups: int = BACKUPS) -> None:
    """Write a file so that at every moment either the old or the new one is whole; keep the last ones as backups.

    Raises:
        OSError: if the folder cannot be written, the disk is full, or a device or folder has this name; then what was
            there is untouched.
    """
    if special(path):
        raise OSError("it is no ordinary file; right is the name of a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        rotate(path, backups)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def special(path: Path) -> bool:
    """Whether something is there that is no ordinary file: a device, a pipe, a folder. It is never read or replaced."""
    return path.exists() and not path.is_file()


def backup_paths(path: Path, backups: int = BACKUPS) -> Iterator[Path]:
    """The names of a file's backups, newest first."""
    for number in range(1, backups + 1):
        yield path.with_name(f"{path.name}.{number}")


def rotate(path: Path, backups: int) -> None:
    """Let a file's backups move up by one; the file itself stays in place as a link to the newest backup."""
    if backups < 1 or not path.exists():
        return
    names = [path, *backup_paths(path, backups)]
    for older, newer in zip(reversed(names[1:]), reversed(names[1:-1]), strict=False):
        if newer.exists():
            os.replace(newer, older)
    newest = names[1]
    with contextlib.suppress(FileNotFoundError):
        newest.unlink()
    try:
        os.link(path, newest)
    except OSError:
        newest.write_bytes(path.read_bytes())
