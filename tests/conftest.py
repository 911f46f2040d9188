"""What all tests share: where kernels are cached, what counts as a display, and seeds."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("local", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def missing_for_display() -> str | None:
    """What is missing to run a window on a virtual screen, or None."""
    import ctypes.util

    for library in ("EGL", "GL"):
        if ctypes.util.find_library(library) is None:
            return f"lib{library} is missing (apt install libegl1 libgl1 libgl1-mesa-dri)"
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            return f"{program} is missing (apt install xvfb xdotool)"
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless they are asked for, and display tests where nothing can be drawn.

    Continuous integration sets CI: there a missing library is a failure, not a reason to skip.
    """
    asked = "slow" in (config.getoption("-m") or "")
    missing = None if os.environ.get("CI") else missing_for_display()
    for item in items:
        if not asked and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with -m slow"))
        if missing and item.get_closest_marker("display"):
            item.add_marker(pytest.mark.skip(reason=missing))
