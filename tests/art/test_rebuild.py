"""The art is rebuilt byte for byte, and what is shipped is what the code draws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip(
    "skia", exc_type=ImportError, reason="the packages for building art are not installed (pip install .[art])"
)

from PIL import Image

from fliegende3d.art.__main__ import main
from fliegende3d.art.cards.build import FACES
from fliegende3d.art.cards.genies import genie
from fliegende3d.art.cards.shapes import OutlineError, path
from fliegende3d.art.catalogue import recipes
from fliegende3d.presentation.scene.views import CARD_KINDS
from fliegende3d.resources import folder

QUICK = ("card/back", "card/genie_1", "scenery/screen", "scenery/noise", "carpet/jade")
LARGEST_MEAN_DIFFERENCE = 1.0  # of 255: decoders and drawing libraries round differently between machines
MOST_BYTES = 40_000_000


def build(target: Path) -> dict[str, bytes]:
    """All files of the quick recipes."""
    assert main([*QUICK, "--out", str(target)]) == 0
    return {file.relative_to(target).as_posix(): file.read_bytes() for file in target.rglob("*") if file.is_file()}


def test_two_builds_are_the_same_bytes_and_show_what_is_shipped(tmp_path: Path) -> None:
    first, second = build(tmp_path / "first"), build(tmp_path / "second")
    assert first == second
    assert len(first) > len(QUICK)
    for name in first:
        if name.endswith((".jpg", ".png")):
            ours = np.asarray(Image.open(tmp_path / "first" / name), float)
            shipped = np.asarray(Image.open(folder("models") / name), float)
            assert ours.shape == shipped.shape
            assert np.abs(ours - shipped).mean() < LARGEST_MEAN_DIFFERENCE, name


def test_every_kind_of_card_has_a_face_and_there_is_a_back() -> None:
    assert set(FACES) == {*CARD_KINDS, "back"}


def test_everything_shipped_takes_at_most_40_megabytes() -> None:
    assert sum(file.stat().st_size for file in folder("models").rglob("*") if file.is_file()) <= MOST_BYTES


def test_genies_grow_with_their_number() -> None:
    """The being's share of the card: where it differs from the sky behind it in the upper two thirds."""
    share = []
    for number in (1, 4, 8):
        face = genie(number).finished()[300:780, 90:680]
        rows = np.abs(face - np.median(face, axis=1, keepdims=True)).max(axis=2)
        share.append((rows > 0.12).mean())
    assert share[0] < share[1] < share[2]


def test_an_unknown_name_is_refused_and_nothing_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card/joker", "--out", str(tmp_path)]) == 2
    assert "card/joker" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_the_list_names_every_recipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert capsys.readouterr().out.split() == list(recipes())


@pytest.mark.parametrize(
    ("text", "complaint"), [("M 1 2 L 3", "L needs 2 numbers, found 1"), ("M 1 two", "after command M")]
)
def test_a_broken_outline_says_what_is_missing(text: str, complaint: str) -> None:
    with pytest.raises(OutlineError, match=complaint):
        path(text)
