"""A buffer to draw into, opened once for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fliegende3d.presentation.graphics.host import Host, open_offscreen


@pytest.fixture
def host() -> Iterator[Host]:
    """A small buffer with OpenGL 3.3, core profile."""
    opened = open_offscreen((96, 54))
    yield opened
    opened.destroy()
