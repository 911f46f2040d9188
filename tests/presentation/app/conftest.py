"""A virtual screen of its own for tests that need a real window and a real pointer."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

NEEDED = ("Xvfb", "xdotool")


@pytest.fixture(scope="module")
def virtual_screen() -> Iterator[dict[str, str]]:
    """Start Xvfb on a free display; gives the environment for programs on it."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.fail(f"these tests need {', '.join(missing)}: apt-get install xvfb xdotool")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x450x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    yield {**os.environ, "DISPLAY": f":{number}"}
    process.terminate()
    process.wait(timeout=10)
