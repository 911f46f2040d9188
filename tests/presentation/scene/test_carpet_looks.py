"""The carpets' file: four looks that differ without colour, checked on load."""

from __future__ import annotations

from pathlib import Path

import pytest

from fliegende3d.presentation.scene.carpets import CarpetsError, load_carpets
from fliegende3d.resources import find, folder


def test_every_seat_has_a_carpet_with_all_its_maps() -> None:
    looks = load_carpets()
    assert len(looks) == 4
    for look in looks:
        names = {path.name for path in (folder("models") / "carpets" / look.name).iterdir()}
        wanted = {"pile.jpg", "back.jpg", "pile_relief.jpg", "back_relief.jpg", "nap.jpg", "alpha.png"}
        assert names == wanted


def test_outlines_differ_by_their_dash_and_not_only_by_colour() -> None:
    assert len({(look.dash, look.gap) for look in load_carpets()}) == 4


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('colour = "#A61E32"', 'colour = "red"', "carpet 0: colour is 'red'; needed is #RRGGBB"),
        ("dash = 8.0", "dash = 90", "carpet 1: dash is 90; needed is a number from 0 to 50"),
        ('name = "jade"', "name = 3", "carpet 3: name is 3; needed is a text"),
        ("[[carpet]]", "[[rug]]", "exactly 4"),
    ],
)
def test_a_wrong_look_names_file_carpet_and_key(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = find("config", "carpets.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "carpets.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CarpetsError, match=complaint) as caught:
        load_carpets(path)
    assert str(path) in str(caught.value)
