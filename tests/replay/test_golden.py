"""Recordings of earlier versions: each still loads, plays from beginning to end, and is flown to the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fliegende3d.game.saving import resume
from fliegende3d.game.verifying import verify
from fliegende3d.replay.director import Director
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import load, peek
from fliegende3d.replay.shots import ShotSheet

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.teppich"))


def test_there_are_golden_recordings_and_they_are_small() -> None:
    assert len(GOLDEN) >= 3
    assert sum(path.stat().st_size for path in GOLDEN) < 400_000


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_loads_and_plays(path: Path) -> None:
    assert peek(path).flights > 0
    recording = load(path)
    assert recording.damage is None
    playback = Playback(recording)
    for moment in np.linspace(0.0, playback.timeline.duration, 40):
        for vertices in playback.scene(float(moment)).carpets.values():
            assert np.isfinite(vertices).all()
    assert Director(playback, ShotSheet.load().directing).game().duration > 10.0


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_is_flown_to_the_same_bits(path: Path) -> None:
    result = verify(load(path))
    assert result.same, result.difference


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_can_be_gone_on_with(path: Path) -> None:
    session = resume(load(path))
    if not session.over:
        before = len(session.history)
        session.advance()
        assert len(session.history) == before + 1
