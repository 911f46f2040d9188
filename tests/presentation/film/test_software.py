"""Where no graphics card is, films are drawn without what costs a processor most; the user's own choice stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fliegende3d.presentation.film.software import (
    EXTENSIONS,
    WITHOUT_ANISOTROPY,
    has_graphics_card,
    spare_the_processor,
)


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv(EXTENSIONS, "")
    monkeypatch.delenv(EXTENSIONS)


@pytest.mark.parametrize("card", ["dri/renderD128", "dxg", "nvidia0"])
def test_with_a_card_nothing_is_left_out(tmp_path: Path, card: str) -> None:
    device = tmp_path / card
    device.parent.mkdir(exist_ok=True)
    device.touch()
    assert has_graphics_card(tmp_path)
    spare_the_processor(tmp_path)
    assert EXTENSIONS not in os.environ


def test_without_a_card_textures_are_filtered_plainly(tmp_path: Path) -> None:
    (tmp_path / "nvidiactl").touch()
    spare_the_processor(tmp_path)
    assert os.environ[EXTENSIONS] == WITHOUT_ANISOTROPY


def test_what_the_user_chose_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EXTENSIONS, "+GL_ARB_own")
    spare_the_processor(tmp_path)
    assert os.environ[EXTENSIONS] == "+GL_ARB_own"


def test_other_systems_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    spare_the_processor(tmp_path)
    assert EXTENSIONS not in os.environ
