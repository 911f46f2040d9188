"""What `replay --export` and `demo --offscreen` share: sizes, and drawing a film without a display."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from fliegende3d.replay.director import Director, Plan
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.shots import ShotKind, ShotSheet

from .files import InputError
from .progress import progress_bar

DEFAULT_SIZE = "1280x720"
PLAIN_PRESETS = frozenset({"low", "auto"})
"""Without depth of field and motion blur, which take processors that draw by themselves long."""


def parse_size(text: str) -> tuple[int, int]:
    """Read a size such as ``1280x720``.

    Raises:
        InputError: if it is none.
    """
    found = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text.strip())
    if found is None:
        raise InputError(f"--size is {text!r}; right is WIDTHxHEIGHT in pixels, for instance {DEFAULT_SIZE}")
    return int(found[1]), int(found[2])


def plan_film(playback: Playback, *, shots: tuple[ShotKind, ...] | None, seconds: float | None, reel: bool) -> Plan:
    """Choose what is filmed.

    Raises:
        InputError: if nothing of that kind was recorded.
    """
    director = Director(playback, ShotSheet.load().directing)
    if reel:
        plan = director.highlights()
    elif seconds is not None:
        plan = director.abridged(seconds)
    else:
        plan = director.game(kinds=shots)
    if not plan.shots:
        wanted = f"the shots {', '.join(shots)}" if shots else "anything to film"
        raise InputError(f"the recording does not hold {wanted}")
    return plan


def watched(tick: Callable[[int], None]) -> Callable[[int, int], bool]:
    """Let a bar follow an export, which is only ended by Ctrl-C."""

    def follow(done: int, total: int) -> bool:
        tick(done)
        return True

    return follow


def draw_film(
    recording: Recording,
    out: Path,
    *,
    size: tuple[int, int],
    shots: tuple[ShotKind, ...] | None = None,
    seconds: float | None = None,
    reel: bool = False,
    preset: str = "low",
    language: str = "en",
    captions: bool = True,
) -> dict[str, object]:
    """Draw a film of a recording without a display; the answer is ready for JSON.

    Raises:
        InputError: if nothing can be drawn on this machine, or there is nothing to draw.
        FilmError, RecordingError, CatalogueError, OSError: as those who raise them say.
    """
    from fliegende3d.presentation.film.writer import checked_size
    from fliegende3d.presentation.graphics.host import HostError, open_offscreen
    from fliegende3d.presentation.replay.film import FilmMaker, FilmOptions, export, film_rate
    from fliegende3d.presentation.text import load_texts

    width, height = checked_size(out, size)
    if not out.parent.is_dir():
        raise InputError(f"{out}: the folder {out.parent} does not exist")
    playback = Playback(recording)
    plan = plan_film(playback, shots=shots, seconds=seconds, reel=reel)
    texts = load_texts(language)
    try:
        host = open_offscreen((width, height))
    except HostError as error:
        raise InputError(
            "no picture can be drawn on this machine; install OpenGL, for instance: "
            "apt install libgl1 libegl1 libgl1-mesa-dri (fliegende3d doctor tells more)"
        ) from error
    try:
        blurred = preset not in PLAIN_PRESETS
        options = FilmOptions(preset=preset, captions=captions, depth_of_field=blurred, motion_blur=blurred)
        maker = FilmMaker(host, playback, plan, texts, options)
        try:
            with progress_bar("frames", maker.frame_count(film_rate(out))) as tick:
                frames = export(maker, host, out, progress=None if tick is None else watched(tick))
        finally:
            maker.close()
    finally:
        host.destroy()
    return {
        "file": str(out),
        "frames": frames,
        "seconds": round(plan.duration, 3),
        "size": [width, height],
        "shots": len(plan.shots),
    }
