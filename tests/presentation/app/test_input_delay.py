"""From the hand to the screen: how many frames lie between, at a real window."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

COUNTER = Path(__file__).with_name("input_delay.py")

pytestmark = pytest.mark.display


def test_at_most_one_frame_lies_between_an_input_and_its_use_and_its_picture_is_shown_at_once(
    virtual_screen: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, str(COUNTER), str(tmp_path)],
        env=virtual_screen,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts: dict[str, list[int]] = json.loads(done.stdout.strip().splitlines()[-1])
    assert set(counts["picture"]) == {1}, "what a frame draws is on the screen at its end"
    # The frame that follows the press at once is number 1: in number 2 one frame lies between.
    for what in ("key", "button", "move"):
        assert max(counts[what]) <= 2, (what, counts)
