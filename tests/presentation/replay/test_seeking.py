"""Any moment of a game is reached from any other in less than 50 ms, backwards too, with the director's camera."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from fliegende3d.presentation.replay.viewer import Viewer
from fliegende3d.replay.recording import load

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden"
LONGEST = 0.050
"""[s] of the processor: what other programs take of it meanwhile does not count."""


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.teppich")))
def test_a_seek_takes_less_than_fifty_milliseconds(name: str) -> None:
    viewer = Viewer(load(GOLDEN / name))
    chance = random.Random(4)
    moments = [chance.uniform(0.0, viewer.duration) for _ in range(60)]
    moments += [viewer.duration * share / 40.0 for share in range(40, -1, -1)]
    taken = []
    for moment in moments:
        begun = time.process_time()
        viewer.seek(moment)
        viewer.moment()
        taken.append(time.process_time() - begun)
    print(f"{name}: median {sorted(taken)[len(taken) // 2] * 1e3:.1f} ms, worst {max(taken) * 1e3:.1f} ms")
    assert max(taken) < LONGEST
