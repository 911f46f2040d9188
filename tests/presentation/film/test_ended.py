"""An export that is ended from outside leaves nothing behind, however it is told to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fliegende3d.cli import run

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
    said = [line for line in process.stderr if not line.startswith("frame ")]
    process.wait(LONGEST_WAIT)
    assert process.returncode == 130
    assert said == ["fliegende3d: stopped\n"]
    assert list(tmp_path.iterdir()) == []


def test_a_demo_that_is_ended_while_bots_play_says_so_in_a_line(tmp_path: Path) -> None:
    words = ["demo", "--offscreen", "--out", str(tmp_path / "demo.mp4"), "--size", "64x48", "--seed", "3"]
    # The bots' game takes far longer than the signal that is sent once the program is at it.
    program = (
        "import os, signal, sys\n"
        # Tests that run in the background of a shell inherit that the signal is ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from fliegende3d import cli\n"
        "from fliegende3d.game.session import Session\n"
        "advance = Session.advance\n"
        "def first(session):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return advance(session)\n"
        "Session.advance = first\n"
        "sys.exit(cli.run(sys.argv[1:]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=LONGEST_WAIT)
    assert done.returncode == 130
    assert done.stderr == "fliegende3d: stopped\n"
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_device_is_refused_for_being_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--offscreen", "--out", "/dev/full"]) == 2
    error = capsys.readouterr().err
    assert "/dev/full is no ordinary file" in error
    assert error.count("\n") == 1
