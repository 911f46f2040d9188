"""`replay`: a window unless something else is asked for; without a display one line that says what can be done."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fliegende3d.cli import run

GOLDEN = Path(__file__).resolve().parents[1] / "replay" / "golden" / "two-calm.teppich"


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)


@pytest.mark.parametrize("options", [[], ["--highlights"], ["--shots", "impact"], ["--at", "3"]])
def test_without_a_display_watching_is_refused_in_one_line(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(GOLDEN), *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "no display" in said.err
    assert "--export" in said.err
    assert "--info" in said.err


def test_what_it_holds_is_told_without_a_display(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(GOLDEN), "--info"]) == 0
    assert "6 flights" in capsys.readouterr().out
    assert run(["replay", str(GOLDEN), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["flights"] == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--info", "--shots", "impact"], "choose what is seen"),
        (["--look", "look.json"], "single picture"),
        (["--transparent", "--export", "film.mp4"], "single picture"),
        (["--at", "3", "--export", "film.gif"], "single picture"),
        (["--scale", "5"], "right is 1 to 4"),
        (["--seconds", "3", "--highlights"], "right is one of them"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(GOLDEN), *options]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_a_device_is_never_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(GOLDEN), "--share", "/dev/null"]) == 2
    assert "no ordinary file" in capsys.readouterr().err
    assert Path("/dev/null").is_char_device()
