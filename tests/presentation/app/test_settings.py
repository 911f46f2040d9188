"""Settings: kept whole, checked, a broken file set aside; full disks and read-only folders are told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fliegende3d.settings import (
    FILE_NAME,
    Settings,
    default_settings,
    load_settings,
    save_settings,
)


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(default_settings(), language="de")
    assert save_settings(settings, tmp_path) == ""
    loaded = load_settings(tmp_path)
    assert loaded.settings == settings
    assert loaded.set_aside is None
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_without_a_file_the_defaults_hold_and_nothing_is_written(tmp_path: Path) -> None:
    place = tmp_path / "none"
    assert load_settings(place).settings == default_settings()
    assert not place.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"access": {"interface_scale": 99}}',
        b'{"video": 3}',
        b'{"game": {"players": [["x"]]}}',
        b"[" * 100_000,
        b"",
    ],
)
def test_a_broken_file_is_set_aside_and_the_defaults_hold(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    loaded = load_settings(tmp_path)
    assert loaded.settings == default_settings()
    assert loaded.set_aside is not None
    assert loaded.set_aside.read_bytes() == content
    assert loaded.problem
    assert not (tmp_path / FILE_NAME).exists()


def test_an_older_file_keeps_what_it_knows(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"language": "es", "sound": {"music": 0.1, "gone": 1}}', encoding="utf-8")
    loaded = load_settings(tmp_path).settings
    assert loaded.language == "es"
    assert loaded.sound.music == 0.1
    assert loaded.video == default_settings().video


def test_own_keys_survive_the_merging(tmp_path: Path) -> None:
    settings = default_settings()
    controls = msgspec.structs.replace(settings.controls, keyboard={"undo": ["u"]})
    settings = msgspec.structs.replace(settings, controls=controls)
    save_settings(settings, tmp_path)
    assert load_settings(tmp_path).settings.controls.keyboard == {"undo": ["u"]}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    assert "file" in save_settings(default_settings(), blocked / "below")


def test_the_defaults_are_valid() -> None:
    assert isinstance(default_settings(), Settings)
