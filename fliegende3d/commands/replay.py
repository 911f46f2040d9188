"""`replay`: watch, tell about, check, share or export a recording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fliegende3d.game.verifying import verify as verify_recording
from fliegende3d.replay.container import RecordingError, write_atomically
from fliegende3d.replay.director import Director
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import Recording, load, shared, to_bytes
from fliegende3d.replay.shots import ShotSheet, shot_kinds
from fliegende3d.replay.timeline import timeline_of
from fliegende3d.rules import GameEnded

from .files import InputError
from .films import FilmWish, draw_film, parse_size, plan_film
from .progress import progress_bar

MOST_SECONDS = 36_000.0
LARGEST_SCALE = 4
NO_DISPLAY = (
    "there is no display to watch on; write a film with --export film.mp4, or read what the file holds with --info"
)


def replay(
    file: Path,
    *,
    info: bool,
    verify: bool,
    export: Path | None,
    share: Path | None,
    shots: str | None,
    seconds: float | None,
    highlights: bool,
    at: float | None,
    look: Path | None,
    transparent: bool,
    size: str,
    scale: int,
    preset: str,
    language: str,
    captions: bool,
    hide_names: bool,
    sound: bool,
    told: bool,
) -> dict[str, Any]:
    """Do with a recording what is asked for; the answer is ready for JSON, empty after watching in a window.

    Raises:
        RecordingError: if the file cannot be read, or not be checked.
        InputError: for options that do not fit.
        ValueError, OSError: as those who raise them say.
    """
    kinds = shot_kinds(shots) if shots is not None else None
    width, height = parse_size(size)
    if not 1 <= scale <= LARGEST_SCALE:
        raise InputError(f"--scale is {scale}; right is 1 to {LARGEST_SCALE}")
    for name, value in (("--seconds", seconds), ("--at", at)):
        if value is not None and not 0.0 <= value <= MOST_SECONDS:
            raise InputError(f"{name} is {value:g}; right is 0 to {MOST_SECONDS:g}")
    if sum(option is not None and option is not False for option in (kinds, seconds, highlights)) > 1:
        raise InputError("--shots, --seconds and --highlights each choose what is filmed; right is one of them")
    watched = export is None and not (info or verify or share is not None)
    if export is None and not watched and (kinds is not None or seconds is not None or at is not None or highlights):
        raise InputError(
            "--shots, --seconds, --highlights and --at choose what is seen; right is to add --export OUT, "
            "or to watch without --info, --verify, --share and --json"
        )
    if at is not None and export is not None and export.suffix.lower() != ".png":
        raise InputError(f"--at chooses a single picture; right is --export with a .png, not {export.name}")
    for name, given in (("--look", look is not None), ("--transparent", transparent)):
        if given and (export is None or export.suffix.lower() != ".png"):
            raise InputError(f"{name} is for a single picture; right is to add --export OUT.png")
    recording = load(file)
    wish = FilmWish(
        shots=kinds,
        seconds=seconds,
        reel=highlights,
        at=at,
        look=look,
        transparent=transparent,
        preset=preset,
        language=language,
        captions=captions,
        hide_names=hide_names,
        sound=sound,
        told=told,
    )
    if watched:
        watch(recording, file, wish)
        return {}
    answer: dict[str, Any] = {"file": str(file), **described(recording)}
    if verify:
        with progress_bar("steps", len(recording.steps)) as tick:
            try:
                result = verify_recording(recording, progress=tick)
            except RecordingError as error:
                raise RecordingError(f"{file}: {error}") from error
        answer |= {"same": result.same, "checked": result.checked, "difference": result.difference}
    if share is not None:
        try:
            write_atomically(share, to_bytes(shared(recording)), backups=0)
        except OSError as error:
            raise InputError(f"{share}: cannot be written: {error.strerror or error}") from error
        answer["copy"] = str(share)
    if export is not None:
        answer["film"] = draw_film(recording, export, size=(width * scale, height * scale), wish=wish)
    return answer


def watch(recording: Recording, file: Path, wish: FilmWish) -> None:
    """Open the viewer in a window, and come back when it is closed.

    Raises:
        InputError: without a display, or if nothing of the wanted kind was recorded.
        RecordingError: if nothing in it can be played.
    """
    director = Director(Playback(recording), ShotSheet.load().directing)
    chosen = None
    if wish.shots is not None or wish.seconds is not None or wish.reel:
        chosen = plan_film(director, wish)
    from fliegende3d.presentation.diagnosis import has_display

    if not has_display():
        raise InputError(f"{file}: {NO_DISPLAY}")
    from fliegende3d.presentation.graphics.host import HostError
    from fliegende3d.presentation.replay.window import watch_in_window

    try:
        watch_in_window(recording, file, plan=chosen, at=wish.at or 0.0)
    except HostError as error:
        raise InputError(f"{file}: {error}; {NO_DISPLAY}") from error


def described(recording: Recording) -> dict[str, Any]:
    """What a recording holds."""
    header = recording.header
    totals = next((event.totals for event in recording.events() if isinstance(event, GameEnded)), None)
    return {
        "program": header.program,
        "players": list(header.names),
        "levels": list(header.levels),
        "rules": header.rules.get("name"),
        "wind": header.wind,
        "material": header.material,
        "finished": header.finished,
        "shared": header.shared,
        "stage": header.stage,
        "stages": header.stages,
        "steps": len(recording.steps),
        "flights": len(recording.flights()),
        "seconds": round(timeline_of(recording).duration, 3),
        "totals": None if totals is None else list(totals),
        "damage": recording.damage,
    }


def in_words(answer: dict[str, Any]) -> list[str]:
    """The answer as lines for people."""
    state = "finished" if answer["finished"] else f"in stage {answer['stage']} of {answer['stages']}"
    lines = [
        f"{answer['file']}: {', '.join(answer['players'])}; {state}, {answer['steps']} steps, "
        f"{answer['flights']} flights, {answer['seconds']:g} s"
    ]
    if answer["totals"]:
        pairs = zip(answer["players"], answer["totals"], strict=True)
        lines.append("points: " + ", ".join(f"{name} {total}" for name, total in pairs))
    if answer["damage"]:
        lines.append(f"damaged: {answer['damage']}; what comes before can be watched")
    if "same" in answer:
        verdict = "the same to the last bit" if answer["same"] else f"different: {answer['difference']}"
        lines.append(f"flown again: {answer['checked']} of {answer['steps']} steps agree, {verdict}")
    if "copy" in answer:
        lines.append(f"{answer['copy']}: a copy to share")
    if "film" in answer:
        film = answer["film"]
        width, height = film["size"]
        lines.append(f"{film['file']}: {film['frames']} frames of {width}x{height}, {film['seconds']:g} s")
    return lines
