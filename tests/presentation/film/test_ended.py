"""An export that is ended from outside leaves nothing behind, however it is told to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "two-calm.teppich"
LONGEST_WAIT = 240.0
PICTURES_FIRST = 3

pytestmark = [
    pytest.mark.display,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are not sent there"),
]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_of_an_export_that_was_ended(tmp_path: Path, number: signal.Signals) -> None:
    words = ["replay", str(GOLDEN), "--export", str(tmp_path / "film.mp4"), "--size", "64x48", "--progress"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fliegende3d", *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    assert process.stderr is not None
    end = time.monotonic() + LONGEST_WAIT
    for line in process.stderr:
        if line.startswith(f"frame {PICTURES_FIRST} "):
            break
        assert time.monotonic() < end
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"], "it is being written"
    os.kill(process.pid, number)
    process.wait(LONGEST_WAIT)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []
