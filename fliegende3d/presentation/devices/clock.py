"""The one clock of all input: monotonic seconds."""

from __future__ import annotations

import time


def now() -> float:
    """Return the time [s] that every event and sample is stamped with."""
    return time.perf_counter()
