"""Exports in a process of their own: followed, cancelled without a trace, refusals told in a sentence."""

from __future__ import annotations

import time
from pathlib import Path

import av
import pytest

from fliegende3d.game.saving import keep_bookmarks
from fliegende3d.presentation.replay.export_job import ExportJob
from fliegende3d.presentation.screens.export_screen import free_path
from fliegende3d.replay.recording import Recording, load

pytestmark = pytest.mark.display

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "two-calm.teppich"
LONGEST_WAIT = 300.0


@pytest.fixture(scope="module")
def recording() -> Recording:
    return load(GOLDEN)


def waited(job: ExportJob) -> str:
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        result = job.poll()
        if result is not None:
            return result
        time.sleep(0.05)
    job.cancel()
    raise AssertionError("the export took too long")


def test_a_film_is_drawn_beside_the_window_and_put_in_place(recording: Recording, tmp_path: Path) -> None:
    job = ExportJob(recording, tmp_path / "film.mp4", ["--size", "64x48", "--seconds", "3", "--no-captions"])
    assert waited(job) == ""
    assert job.done == job.total > 10
    assert job.share == 1.0
    with av.open(str(job.out)) as container:
        assert sum(1 for _ in container.decode(video=0)) == job.total
    assert [entry.name for entry in tmp_path.iterdir()] == ["film.mp4"]


def test_a_cancelled_export_leaves_nothing(recording: Recording, tmp_path: Path) -> None:
    job = ExportJob(recording, tmp_path / "film.gif", ["--size", "64x48"])
    job.cancel()
    assert job.poll() == "cancelled"
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_told_in_its_own_words(recording: Recording, tmp_path: Path) -> None:
    job = ExportJob(recording, tmp_path / "film.mp4", ["--size", "huge"])
    assert "--size is 'huge'" in waited(job)
    assert list(tmp_path.iterdir()) == []


def test_names_of_films_are_free(tmp_path: Path) -> None:
    first = free_path(tmp_path, "mp4")
    first.write_bytes(b"")
    assert free_path(tmp_path, "mp4").name == "fliegende3d-002.mp4"


def test_bookmarks_are_kept_in_the_file(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "game.teppich"
    path.write_bytes(GOLDEN.read_bytes())
    keep_bookmarks(path, (3.5, 12.0))
    again = load(path)
    assert again.bookmarks == (3.5, 12.0)
    assert [step.action for step in again.steps] == [step.action for step in recording.steps]
    assert again.secrets == recording.secrets
