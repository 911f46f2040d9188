"""The floors of the house: who may import whom, measured on the source itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "fliegende3d"

ENGINE = {"panda3d", "direct", "sdl2"}
# What each floor may import, besides the standard library and itself.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "rules": (set(), set()),
    "flight": ({"numpy", "numba"}, {"resources"}),
    "collision": ({"numpy", "shapely", "msgspec"}, {"rules", "flight", "resources"}),
    "replay": ({"numpy", "msgspec"}, {"rules", "flight", "resources"}),
    "game": (
        {"numpy", "msgspec", "platformdirs"},
        {"rules", "flight", "collision", "replay", "resources", "settings"},
    ),
    "art": ({"numpy", "skia", "PIL", "scipy"}, {"resources"}),
}


def imports(path: Path) -> list[tuple[str, int]]:
    """Every imported module of one file with its line; relative imports are resolved."""
    found: list[tuple[str, int]] = []
    module = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(module[: len(module) - node.level]) if node.level else ""
            name = ".".join(part for part in (base, node.module or "") if part)
            found += [(f"{name}.{alias.name}" if name == "fliegende3d" else name, node.lineno) for alias in node.names]
    return found


def offences(floor: str) -> list[str]:
    outside, floors = ALLOWED[floor]
    wrong = []
    for path in sorted((PACKAGE / floor).rglob("*.py")):
        for name, line in imports(path):
            parts = name.split(".")
            if parts[0] == "fliegende3d":
                fine = len(parts) == 1 or parts[1] in floors | {floor, "__version__"}
            else:
                fine = parts[0] in sys.stdlib_module_names or parts[0] in outside
            if not fine:
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    return wrong


@pytest.mark.parametrize("floor", sorted(ALLOWED))
def test_floor_imports_only_what_lies_below_it(floor: str) -> None:
    assert (PACKAGE / floor / "__init__.py").is_file()
    assert offences(floor) == []


def test_only_the_presentation_imports_the_engine() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if "presentation" not in path.relative_to(PACKAGE).parts[:1]
        for name, line in imports(path)
        if name.split(".")[0] in ENGINE
    ]
    assert wrong == []


def test_no_floor_imports_the_presentation_at_the_top_of_a_module() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] != "presentation"
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fliegende3d.presentation")
    ]
    assert wrong == []


def test_the_check_itself_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = tmp_path / "fliegende3d" / "rules"
    floor.mkdir(parents=True)
    (floor / "__init__.py").write_text("from ..presentation import app\nimport numpy\n")
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path / "fliegende3d")
    assert len(offences("rules")) == 2


IMPORT_PROBE = """
import sys, os, pathlib
before = {p for p in pathlib.Path(os.environ["HOME"]).rglob("*")}
import fliegende3d, fliegende3d.rules, fliegende3d.flight, fliegende3d.collision, fliegende3d.replay
import fliegende3d.game, fliegende3d.cli, fliegende3d.settings, fliegende3d.resources
loaded = sorted({name.split(".")[0] for name in sys.modules} & {"panda3d", "direct", "sdl2", "av", "skia", "PIL"})
after = {p for p in pathlib.Path(os.environ["HOME"]).rglob("*")}
print(loaded, sorted(map(str, after - before)))
"""


def test_importing_the_lower_floors_loads_no_engine_and_writes_no_file(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", IMPORT_PROBE], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[] []"
    assert list(tmp_path.iterdir()) == []
