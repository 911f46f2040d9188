"""`doctor`: what works on this machine, and how to mend the rest."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import platformdirs

from fliegende3d import resources


def look_at_folders() -> dict[str, Any]:
    """Which folders are used, and whether they can be written."""
    places = {
        "settings": Path(platformdirs.user_config_dir("fliegende3d", appauthor=False)),
        "saves": Path(platformdirs.user_data_dir("fliegende3d", appauthor=False)),
        "cache": Path(platformdirs.user_cache_dir("fliegende3d", appauthor=False)),
    }
    problems = [f"{name}: {place}" for name, place in places.items() if not can_be_written(place)]
    finding: dict[str, Any] = {
        "ok": not problems,
        "found": ", ".join(f"{name} {place}" for name, place in places.items()),
    }
    if problems:
        finding["mend"] = f"make these folders writable, or play without saving: {'; '.join(problems)}"
    return finding


def can_be_written(place: Path) -> bool:
    """Whether a folder, or the nearest one above it that exists, takes a new file; nothing is left behind."""
    existing = next(parent for parent in (place, *place.parents) if parent.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        return False
    try:
        with tempfile.NamedTemporaryFile(dir=existing):
            return True
    except OSError:
        return False


def look_at_resources() -> dict[str, Any]:
    """Where the shipped files are."""
    try:
        return {"ok": True, "found": ", ".join(str(resources.folder(kind)) for kind in resources.KINDS)}
    except resources.ResourceError as error:
        return {"ok": False, "found": str(error), "mend": "install the program again"}


def examine() -> dict[str, Any]:
    """Look at everything; the answer of the `doctor` command, ready for JSON."""
    from fliegende3d.presentation import diagnosis
    from fliegende3d.presentation.quiet import quiet_libraries

    with quiet_libraries():
        devices = {
            "display": diagnosis.look_at_window(),
            "offscreen": diagnosis.look_at_offscreen(),
            "sound": diagnosis.look_at_sound(),
            "controllers": diagnosis.look_at_pads(),
        }
    findings = {
        **devices,
        "folders": look_at_folders(),
        "resources": look_at_resources(),
    }
    return {
        "ok": findings["offscreen"]["ok"] and findings["resources"]["ok"],
        "findings": findings,
        "versions": diagnosis.versions(),
    }


def in_words(answer: dict[str, Any]) -> list[str]:
    """The findings as lines for people."""
    lines = []
    for name, finding in answer["findings"].items():
        lines.append(f"{'ok ' if finding['ok'] else 'NO '} {name:<12} {finding['found']}")
        if "mend" in finding:
            lines.append(f"                 {finding['mend']}")
    lines.append("versions: " + ", ".join(f"{name} {version}" for name, version in answer["versions"].items()))
    return lines
