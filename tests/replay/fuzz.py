"""Read many mutated recordings: ``python -m tests.replay.fuzz --files 50000 --seed 1``.

Every file must be refused with a sentence or read in part; anything else (another exception, a file that takes long,
much memory) ends the run with 1 and names the seed of the file.
"""

from __future__ import annotations

import argparse
import random
import resource
import struct
import sys
import time
import zlib
from pathlib import Path

from fliegende3d.replay.container import CHUNK_HEAD, HEAD, Chunk, RecordingError, decode, encode
from fliegende3d.replay.director import Director
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import from_bytes, to_bytes
from fliegende3d.replay.shots import ShotSheet

from .sample import game

MOST_MEMORY = 256 * 1024 * 1024
"""[bytes]"""
LONGEST = 20.0
"""For one file, on a machine that does other things as well [s]."""
GOLDEN = Path(__file__).parent / "golden"


def seeds() -> list[bytes]:
    """Sound files to begin with: made-up games, and the smallest golden one."""
    files = [to_bytes(game(steps=steps, players=players)) for steps, players in ((2, 2), (18, 2), (20, 4))]
    golden = sorted(GOLDEN.glob("*.teppich"), key=lambda path: path.stat().st_size)
    return files + [path.read_bytes() for path in golden[:1]]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One mutation: of single bytes, of the length, of whole chunks, or inside a chunk with its checksum put right."""
    whole = bytearray(data)
    kind = chance.randrange(7)
    if kind == 0:
        for _ in range(chance.randint(1, 8)):
            whole[chance.randrange(len(whole))] = chance.randrange(256)
        return bytes(whole)
    if kind == 1:
        return bytes(whole[: chance.randrange(len(whole))])
    if kind == 2:
        place = chance.randrange(len(whole))
        return bytes(whole[:place] + chance.randbytes(chance.randint(1, 200)) + whole[place:])
    chunks = list(decode(data).chunks)
    index = chance.randrange(len(chunks))
    if kind == 3:
        chunks.insert(chance.randrange(len(chunks)), chunks[index])
    elif kind == 4:
        del chunks[index]
    elif kind == 5:
        other = chance.randrange(len(chunks))
        chunks[index] = Chunk(chunks[other].kind, chunks[index].payload)
    else:
        payload = bytearray(chunks[index].payload)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(payload))
            if chance.random() < 0.3 and len(payload) >= 4:
                place = min(place, len(payload) - 4)
                payload[place : place + 4] = struct.pack("<I", chance.choice((0, 1, 2**31, 2**32 - 1, 3600, 64)))
            else:
                payload[place] = chance.randrange(256)
        inner = bytes(payload)
        if chance.random() < 0.3:
            inner = repacked(chunks[index].payload, chance) or inner
        chunks[index] = Chunk(chunks[index].kind, inner)
    return encode(chunks)


def repacked(payload: bytes, chance: random.Random) -> bytes | None:
    """A payload of packed JSON with a character changed inside."""
    try:
        inside = bytearray(zlib.decompress(payload))
    except zlib.error:
        return None
    if not inside:
        return None
    inside[chance.randrange(len(inside))] = chance.choice(b'0123456789-"[]{},:eE.tfn ')
    return zlib.compress(bytes(inside))


def use(data: bytes, sheet: ShotSheet) -> str:
    """Do with a file what the program does; returns what came of it."""
    try:
        recording = from_bytes(data)
        playback = Playback(recording)
        for share in (0.0, 0.4, 0.8, 1.0):
            playback.scene(share * playback.timeline.duration)
        Director(playback, sheet.directing).abridged(20.0)
    except RecordingError:
        return "refused"
    return "whole" if recording.damage is None else "part"


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sheet = ShotSheet.load()
    beginnings = seeds()
    counts: dict[str, int] = {}
    slowest = 0.0
    assert len(beginnings[0]) > HEAD.size + CHUNK_HEAD.size
    for number in range(options.files):
        chance = random.Random(options.seed * 1_000_003 + number)
        data = mutated(chance.choice(beginnings), chance)
        while chance.random() < 0.3 and len(data) > HEAD.size:
            try:
                data = mutated(data, chance)
            except (RecordingError, ValueError):
                break
        start = time.perf_counter()
        try:
            outcome = use(data, sheet)
        except Exception as error:
            print(f"file {number} (seed {options.seed}): {type(error).__name__}: {error}", file=sys.stderr)
            Path(f"fuzz-{number}.teppich").write_bytes(data)
            return 1
        slowest = max(slowest, time.perf_counter() - start)
        counts[outcome] = counts.get(outcome, 0) + 1
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        if memory > MOST_MEMORY or slowest > LONGEST:
            print(f"file {number} (seed {options.seed}): {memory} bytes, {slowest:.1f} s", file=sys.stderr)
            return 1
    print(f"{options.files} files: {counts}; slowest {slowest:.3f} s; {memory / 2**20:.0f} MB at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
