"""What `replay --export` and `demo --offscreen` share: sizes, and drawing a film without a display."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fliegende3d.replay.director import Director, Plan
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.shots import ShotKind, ShotSheet

from .files import InputError
from .progress import progress_bar

DEFAULT_SIZE = "1280x720"
ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
PLAIN_PRESET = "low"
"""Without depth of field and motion blur, which take processors that draw by themselves long."""
SAMPLES = 2
"""A carpet on a transparent ground is drawn so much larger in each direction, for its edges."""
AUTOMATIC_PRESET = "auto"
"""The lowest where the processor draws, high where a graphics card does."""


def parse_size(text: str) -> tuple[int, int]:
    """Read a size such as ``1280x720``.

    Raises:
        InputError: if it is none.
    """
    found = re.fullmatch(r"0*([1-9]\d{0,4})[xX×]0*([1-9]\d{0,4})", text.strip())
    if found is None:
        raise InputError(f"--size is {text!r}; right is WIDTHxHEIGHT in pixels, for instance {DEFAULT_SIZE}")
    return int(found[1]), int(found[2])


@dataclass(frozen=True, kw_only=True)
class FilmWish:
    """What is filmed and how it looks.

    Attributes:
        shots: only shots of these kinds.
        seconds: about how long the film is, made of the best.
        reel: only the remarkable throws.
        at: for a PNG: the picture at this time of the film [s]; None takes the best moment.
        preset: quality; "auto" takes what suits the driver.
        language: of the captions.
        captions, hide_names, sound: whether there are words, real names, a sound track.
        look: for a PNG: a file with another camera, focus, exposure and light.
        transparent: for a PNG: only the carpets, on a transparent ground.
        told: whether each frame is told on the standard error, for another program that shows progress.
    """

    shots: tuple[ShotKind, ...] | None = None
    seconds: float | None = None
    reel: bool = False
    at: float | None = None
    preset: str = AUTOMATIC_PRESET
    language: str = "en"
    captions: bool = True
    hide_names: bool = False
    sound: bool = True
    look: Path | None = None
    transparent: bool = False
    told: bool = False


def plan_film(director: Director, wish: FilmWish) -> Plan:
    """Choose what is filmed.

    Raises:
        InputError: if nothing of that kind was recorded.
    """
    if wish.reel:
        plan = director.highlights()
    elif wish.seconds is not None:
        plan = director.abridged(wish.seconds)
    else:
        plan = director.game(kinds=wish.shots)
    if not plan.shots:
        wanted = f"the shots {', '.join(wish.shots)}" if wish.shots else "anything to film"
        raise InputError(f"the recording does not hold {wanted}")
    return plan


def watched(tick: Callable[[int], None] | None, told: bool) -> Callable[[int, int], bool]:
    """Let a bar or another program follow an export, which is only ended by Ctrl-C or a signal."""

    def follow(done: int, total: int) -> bool:
        if tick is not None:
            tick(done)
        if told:
            print(f"frame {done} of {total}", file=sys.stderr, flush=True)
        return True

    return follow


def check_folder(out: Path) -> None:
    """See before any work is done whether a film can go where it is wanted.

    Raises:
        InputError: if its folder does not exist or cannot be written.
    """
    if not out.parent.is_dir():
        raise InputError(f"{out}: the folder {out.parent} does not exist")
    if not os.access(out.parent, os.W_OK):
        raise InputError(f"{out}: the folder {out.parent} cannot be written; right is one of your own")


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Let a signal to end the program do what Ctrl-C does: what is half-written is taken away.

    Raises:
        KeyboardInterrupt: when such a signal comes.
    """

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [(number, signal.signal(number, end)) for number in ENDINGS]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def draw_film(recording: Recording, out: Path, *, size: tuple[int, int], wish: FilmWish) -> dict[str, object]:
    """Draw a film of a recording without a display; the answer is ready for JSON.

    Raises:
        InputError: if nothing can be drawn on this machine, or there is nothing to draw.
        FilmError, RecordingError, CatalogueError, OSError: as those who raise them say.
    """
    from fliegende3d.presentation.film.writer import checked_size
    from fliegende3d.presentation.graphics.host import HostError, open_offscreen
    from fliegende3d.presentation.graphics.presets import load_graphics
    from fliegende3d.presentation.replay.film import (
        FilmMaker,
        FilmOptions,
        export,
        export_carpets,
        export_picture,
        film_rate,
    )
    from fliegende3d.presentation.replay.photo import Photo
    from fliegende3d.presentation.text import load_texts

    width, height = checked_size(out, size)
    check_folder(out)
    playback = Playback(recording)
    director = Director(playback, ShotSheet.load().directing)
    plan = plan_film(director, wish)
    texts = load_texts(wish.language)
    graphics = load_graphics()
    if wish.preset != AUTOMATIC_PRESET:
        graphics.preset(wish.preset)
    photo = Photo.load(wish.look) if wish.look is not None else None
    larger = SAMPLES if wish.transparent else 1
    checked_size(out, (width * larger, height * larger))
    try:
        host = open_offscreen((width * larger, height * larger))
    except HostError as error:
        raise InputError(
            "no picture can be drawn on this machine; install OpenGL, for instance: "
            "apt install libgl1 libegl1 libgl1-mesa-dri (fliegende3d doctor tells more)"
        ) from error
    try:
        # Frame times mean nothing here, so the preset is chosen once.
        preset = graphics.first_choice(host.driver).name if wish.preset == AUTOMATIC_PRESET else wish.preset
        options = FilmOptions(
            preset=preset,
            captions=wish.captions and not wish.transparent,
            hide_names=wish.hide_names,
            depth_of_field=preset != PLAIN_PRESET,
            motion_blur=preset != PLAIN_PRESET,
            sound=wish.sound,
            photo=photo,
        )
        maker = FilmMaker(host, playback, plan, texts, options)
        try:
            if out.suffix.lower() == ".png":
                moment = director.best_moment(plan) if wish.at is None else wish.at
                if wish.transparent:
                    frames = export_carpets(maker, host, out, at=moment, samples=SAMPLES)
                else:
                    frames = export_picture(maker, host, out, at=moment)
            else:
                with ended_in_order(), progress_bar("frames", maker.frame_count(film_rate(out))) as tick:
                    frames = export(maker, host, out, progress=watched(tick, wish.told))
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
        "preset": preset,
    }
