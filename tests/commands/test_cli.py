"""The command line: exit codes, one line for bad input, JSON for machines."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fliegende3d.cli import run

THROW = {"position": [0, -0.6, 0.25], "velocity": [0, 1.2, 0.2], "spin": [0, 0, 30], "orientation": {"yaw": 0.1}}
SCENE = {
    "cards": [{"id": 4, "kind": "treasure", "x": 0.0, "y": 0.0, "yaw": 0.0}],
    "carpets": [
        {
            "owner": "A",
            "vertices": [[0, 0, 0.001], [0.01, 0, 0.001], [0.01, 0.02, 0.001], [0, 0.02, 0.001]],
            "triangles": [[0, 1, 2], [0, 2, 3]],
        }
    ],
}
SHEET = {"players": [{"name": "A", "cards": ["spice_bazaar", "lamp"], "palace_points": 5}]}


def written(folder: Path, content: object, name: str = "input.json") -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict:  # type: ignore[type-arg]
    assert run([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    answer: dict = json.loads(captured.out)  # type: ignore[type-arg]
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    assert "Traceback" not in captured.err
    return captured.err


def test_footprint_counts_a_rectangle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, "footprint", written(tmp_path, SCENE))
    assert answer["coverage"] == [
        {"carpet": 0, "card": 4, "area_above_mm2": 200.0, "area_below_mm2": 0.0, "on": True, "measure": False}
    ]
    assert answer["claims"] == [{"card": 4, "owners": ["A"]}]
    assert answer["stack"] == [{"card": 4, "below": [], "above": [0], "area_mm2": 200.0}]


def test_score_answers_the_documented_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, "score", written(tmp_path, SHEET))
    (player,) = answer["players"]
    assert (player["total"], player["palaces"], player["bazaars"]) == (10, 5, 5)
    assert player["lamps"] == [{"as": "spice_bazaar"}]
    assert answer["winners"] == ["A"]


def test_simulate_flies_to_rest_and_writes_the_trajectory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "flight.npz"
    path = written(tmp_path, THROW)
    answer = answered(capsys, "simulate", path, "--table", "default", "--mesh", "10x8", "--trajectory", str(out))
    assert answer["settled"] is True
    assert len(answer["carpet"]["vertices"]) == 80
    assert len(answer["cards"]) == 12
    assert answer["events"][0]["kind"] == "first_contact"
    assert all(0.0 < entry["area_above_mm2"] + entry["area_below_mm2"] <= 5369.1 for entry in answer["coverage"])
    with np.load(out) as arrays:
        frames = len(arrays["t"])
        assert arrays["vertices"].shape == (frames, 80, 3)
        assert arrays["centre_of_mass"].shape == (frames, 3)
        assert arrays["angular_velocity"].shape == (frames, 3)
        assert np.allclose(arrays["vertices"][-1].mean(0), answer["carpet"]["centroid"], atol=1e-6)
    assert answered(capsys, "simulate", path, "--table", "default", "--mesh", "10x8")["hash"] == answer["hash"]


def test_in_a_vacuum_a_throw_is_a_parabola(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "flight.npz"
    path = written(tmp_path, {"position": [0, 0, 2.0], "velocity": [1.0, 0.0, 1.0]})
    answered(capsys, "simulate", path, "--set", "air.density=0", "--set", "gravity=9.81", "--trajectory", str(out))
    with np.load(out) as arrays:
        early = arrays["t"] < 0.4
        t = arrays["t"][early]
        right = np.stack([t, 0 * t, 2.0 + t - 0.5 * 9.81 * t**2], 1)
        assert np.abs(arrays["centre_of_mass"][early] - right).max() < 1e-9


def test_selfplay_plays_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, "selfplay", "--games", "1", "--players", "3", "--seed", "4", "--jobs", "1")
    (game,) = answer["games"]
    assert game["winners"]
    assert game["stages"] == 3
    best = max(player["total"] for player in game["players"])
    assert {player["name"] for player in game["players"] if player["total"] == best} == set(game["winners"])
    for player in game["players"]:
        parts = ("palaces", "bazaars", "adventures", "treasures", "deserts")
        assert player["total"] == sum(player[part] for part in parts)
    # Palace points are +5 and -5 for as many players as share the most and the fewest, three times.
    assert all(player["palace_points"] % 5 == 0 and abs(player["palace_points"]) <= 15 for player in game["players"])


@pytest.mark.parametrize("command", ["footprint", "score", "simulate"])
@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '"text"', "1e999", "[" * 100_000, '{"cards": NaN}', '{"players": 3}', '{"position": [1]}'],
)
def test_malformed_json_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: str
) -> None:
    message = refused(capsys, command, written(tmp_path, content), "--json")
    assert "input.json" in message


@pytest.mark.parametrize(
    ("command", "content", "word"),
    [
        ("simulate", '{"position": [0, 0, 1],\n "velocity": [0, 1 1]}', "line 2, column 20"),
        ("simulate", '{"position": [0, 0, 1], "velocity": [0, 1, 1], "position": [0, 0, 2]}', "'position'"),
        ("simulate", '{"position": [0, 0, NaN], "velocity": [0, 1, 1]}', "NaN"),
        ("simulate", '{"position": [0, 0, "up"], "velocity": [0, 1, 1]}', "position[2]"),
        ("footprint", '{"cards": [], "cards": []}', "'cards'"),
        ("footprint", '{"cards": [{"id": 0, "x": 0, "y": 0, "x": 1}]}', "'x'"),
    ],
)
def test_wrong_json_names_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: str, word: str
) -> None:
    assert word in refused(capsys, command, written(tmp_path, content))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"velocity": [0, 9, 0]}, "8"),
        ({"spin": [0, 0, 400]}, "spin"),
        ({"position": [0, 0, -1]}, "position"),
        ({"velocity": [0, "fast", 0]}, "velocity"),
        ({"speed": 3}, "speed"),
    ],
)
def test_impossible_throws_name_the_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], word: str
) -> None:
    assert word in refused(capsys, "simulate", written(tmp_path, {**THROW, **change}))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--wind", "hurricane"), "wind"),
        (("--material", "velvet"), "material"),
        (("--mesh", "7x10"), "even"),
        (("--mesh", "big"), "20x14"),
        (("--set", "air.densty=0"), "air.density"),
        (("--set", "air.density"), "KEY=VALUE"),
        (("--set", "air.density=-1"), "air.density"),
        (("--seed", "-1"), "seed"),
        (("--table", "nowhere.json"), "nowhere.json"),
        (("--trajectory", "/nowhere/at/all.npz"), "/nowhere/at/all.npz"),
    ],
)
def test_impossible_options_say_what_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, str], hint: str
) -> None:
    assert hint in refused(capsys, "simulate", written(tmp_path, THROW), *words)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("dance",), "dance"),
        (("simulate",), "THROW.json"),
        (("selfplay", "--games", "0"), "--games"),
        (("selfplay", "--players", "5"), "2, 3 or 4"),
        (("selfplay", "--level", "master"), "novice"),
        (("selfplay", "--games", "many"), "--games"),
        (("play", "--player", "Mia"), "2, 3 or 4"),
        (("play", "--player", "Mia:robot", "--player", "B"), "robot"),
        (("play", "--rules", "nowhere.toml"), "nowhere.toml"),
        (("play", "--resume", "nowhere.teppich"), "nowhere.teppich"),
        (("score", "/"), "/"),
    ],
)
def test_wrong_words_are_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], hint: str) -> None:
    assert hint in refused(capsys, *words)


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ('{"players": [], "players": []}', "'players' is there twice"),
        ('{"players": [{"name": "A", "cards": [], "palace_points": ' + "9" * 5000 + "}]}", "more digits"),
        (json.dumps({"players": [{"name": "A", "cards": []}] * 5}), "1 to 4"),
    ],
)
def test_odd_sheets_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, hint: str) -> None:
    assert hint in refused(capsys, "score", written(tmp_path, content), "--json")


def test_names_cannot_write_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = {"players": [{"name": "A\n\x1b[31m\ud800", "cards": ["treasure"]}]}
    path = written(tmp_path, sheet)
    assert answered(capsys, "score", path)["winners"] == ["A\n\x1b[31m\ud800"]
    assert run(["score", path]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "A??[31m?: 3"


@pytest.mark.parametrize("words", [[], ["play"], ["--seed", "3"]])
def test_without_a_display_play_offers_the_demo(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert "fliegende3d demo --offscreen --out demo.mp4" in refused(capsys, *words)


@pytest.mark.parametrize("command", ["play", "simulate", "footprint", "score", "selfplay", "doctor"])
def test_help_gives_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"Example: fliegende3d {command}" in " ".join(capsys.readouterr().out.split())
