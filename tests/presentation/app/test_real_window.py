"""The real window under a virtual screen: a hand flicks with the pointer, the carpet flies, the game goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PLAYER = Path(__file__).with_name("window_game.py")

pytestmark = pytest.mark.display


def play(environment: dict[str, str], folder: Path, *words: str, limit: float) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, str(PLAYER), str(folder), *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answer: dict[str, object] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer


def test_a_flick_with_the_pointer_flies_lands_and_is_in_the_log(virtual_screen: dict[str, str], tmp_path: Path) -> None:
    answer = play(virtual_screen, tmp_path, "--throws", "2", limit=1000)
    log = answer["log"]
    assert answer["throws"] == 2
    assert isinstance(log, list)
    assert sum(line.startswith("Mia's carpet") for line in log) >= 2
    velocities = answer["velocities"]
    assert isinstance(velocities, list)
    # Mia sits in the south and pushed forward. How fast depends on how busy the machine is that moves the pointer;
    # that a stroke gives the same throw at every frame rate is tested on recorded strokes.
    assert all(velocity[1] > 0.0 for velocity in velocities)
    assert (tmp_path / "saves").is_dir()


@pytest.mark.slow
def test_a_whole_game_is_played_with_the_pointer_alone(virtual_screen: dict[str, str], tmp_path: Path) -> None:
    answer = play(virtual_screen, tmp_path, "--seconds", "2400", limit=2600)
    assert answer["ended"] is True
    log = answer["log"]
    assert isinstance(log, list)
    assert "points" in log[-1]
    assert any("takes" in line for line in log)
