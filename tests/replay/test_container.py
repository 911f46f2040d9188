"""The file of a game: chunks, damage, versions, limits, atomic writes."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.replay.container import (
    CHUNK_HEAD,
    HEAD,
    MAGIC,
    Chunk,
    RecordingError,
    backup_paths,
    decode,
    encode,
    pack,
    unpack,
    write_atomically,
)
from fliegende3d.replay.recording import load

chunks = st.lists(st.builds(Chunk, st.binary(min_size=4, max_size=4), st.binary(max_size=300)), max_size=8)


@given(chunks)
def test_what_is_written_is_read(written: list[Chunk]) -> None:
    read = decode(encode(written))
    assert (list(read.chunks), read.damage) == (written, None)


@settings(max_examples=300)
@given(chunks, st.data())
def test_a_damaged_file_is_read_up_to_the_damage_or_refused(written: list[Chunk], data: st.DataObject) -> None:
    whole = bytearray(encode(written))
    where = data.draw(st.integers(0, len(whole) - 1))
    whole[where] ^= data.draw(st.integers(1, 255))
    try:
        read = decode(bytes(whole))
    except RecordingError:
        assert where < HEAD.size
        return
    assert list(read.chunks) == written[: len(read.chunks)]
    if where >= HEAD.size:
        assert read.damage is not None


@given(chunks, st.data())
def test_a_truncated_file_keeps_its_whole_chunks(written: list[Chunk], data: st.DataObject) -> None:
    whole = encode(written)
    cut = data.draw(st.integers(HEAD.size, len(whole)))
    read = decode(whole[:cut])
    assert list(read.chunks) == written[: len(read.chunks)]
    assert (read.damage is None) == (encode(read.chunks) == whole[:cut])


def test_a_later_major_version_is_refused_with_a_sentence() -> None:
    with pytest.raises(RecordingError, match=r"format 2\.0; this version of the game reads up to 1"):
        decode(HEAD.pack(MAGIC, 2, 0))


def test_a_later_minor_version_and_unknown_chunks_are_read() -> None:
    read = decode(encode([Chunk(b"WHAT", b"new")], minor=9))
    assert read.minor == 9
    assert read.chunks[0].kind == b"WHAT"


def test_a_length_beyond_the_file_is_damage() -> None:
    data = HEAD.pack(MAGIC, 1, 0) + CHUNK_HEAD.pack(b"POSE", 0xFFFFFFFF, 0)
    assert decode(data).damage is not None


def test_a_small_payload_must_not_fill_the_memory() -> None:
    bomb = zlib.compress(bytes(5_000_000), 9)
    with pytest.raises(RecordingError, match="more than 1000 bytes"):
        unpack(bomb, limit=1000)
    assert unpack(pack(b"abc")) == b"abc"


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.teppich"
    write_atomically(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.teppich"]


def test_backups_rotate(tmp_path: Path) -> None:
    path = tmp_path / "game.teppich"
    for content in (b"1", b"2", b"3", b"4"):
        write_atomically(path, content)
    assert path.read_bytes() == b"4"
    assert [backup.read_bytes() for backup in backup_paths(path)] == [b"3", b"2"]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_ordinary_file_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.teppich"
    os.mkfifo(pipe)
    with pytest.raises(RecordingError, match="no ordinary file"):
        load(pipe)
    with pytest.raises(OSError, match="no ordinary file"):
        write_atomically(pipe, b"data", backups=0)
    with pytest.raises(OSError, match="no ordinary file"):
        write_atomically(tmp_path, b"data", backups=0)
    assert pipe.is_fifo()
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe.teppich"]
