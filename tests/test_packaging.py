"""What a stranger installs: the wheel, built from the source archive, works outside of the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "fliegende3d", "models", "shaders", "tests", "config"}


def tracked_files() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a checkout: nothing says which files belong to the project")
    return done.stdout.splitlines()


def test_the_top_level_is_the_agreed_one() -> None:
    top = {name.split("/")[0] for name in tracked_files()}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    # `build` makes the source archive first and the wheel from that archive.
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_carries_models_shaders_and_config(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for kind in ("models", "shaders", "config"):
        shipped = {name for name in tracked_files() if name.startswith(f"{kind}/")}
        assert {f"fliegende3d/{name}" for name in shipped} <= names
        assert shipped
    assert not any(name.startswith(("tests/", "models/", "config/", "shaders/")) for name in names)


def test_the_installed_program_runs_outside_of_the_checkout(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    venv.create(place, with_pip=False, symlinks=True)
    folder = "Scripts" if os.name == "nt" else "bin"
    python = place / folder / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # The dependencies are those of this environment; the program itself must come from the wheel.
    Path(site, "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    sheet = tmp_path / "sheet.json"
    sheet.write_text(json.dumps({"players": [{"name": "A", "cards": ["treasure"]}]}), encoding="utf-8")
    program = (
        "import sys, fliegende3d.resources as r; from fliegende3d.cli import run;"
        "print(r.folder('config')); sys.exit(run(['score', sys.argv[1], '--json']))"
    )
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", program, str(sheet)], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    where, answer = done.stdout.splitlines()
    assert Path(where).is_relative_to(site)
    assert json.loads(answer)["players"][0]["total"] == 3
