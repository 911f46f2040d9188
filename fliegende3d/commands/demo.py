"""`demo`: bots play a game, in a window or as a film drawn without a display."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fliegende3d.flight import load_wind
from fliegende3d.game.players import BOT_NAMES, bots
from fliegende3d.game.recorder import Recorder
from fliegende3d.game.session import Session
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.timeline import timeline_of
from fliegende3d.rules import StageEnded

from .files import InputError
from .films import FilmWish, check_folder, draw_film, parse_size
from .progress import progress_bar
from .selfplay import load_rules

LEVEL = "expert"
MOST_SECONDS = 36_000.0
MOST_STEPS = 5_000
MATERIAL_TO_CHOOSE_FROM = 2.0
"""So many times the film's length is played before the best is chosen."""


def demo(
    *,
    players: int,
    seed: int,
    out: Path | None,
    offscreen: bool,
    size: str,
    seconds: float,
    wind: str,
    preset: str,
    language: str,
) -> dict[str, Any]:
    """Play, and film it if a file is given; the answer is ready for JSON, empty after a window.

    Raises:
        InputError: for numbers out of range, a missing file name or a missing display.
        ValueError: for an unknown wind, preset or language.
    """
    if not 2 <= players <= 4:
        raise InputError(f"--players is {players}; right is 2, 3 or 4")
    if not 0 <= seed < 2**63:
        raise InputError(f"--seed is {seed}; right is a whole number from 0")
    if not 0.0 <= seconds <= MOST_SECONDS:
        raise InputError(f"--seconds is {seconds:g}; right is 0 (the whole game) to {MOST_SECONDS:g}")
    load_wind(wind)
    if out is None:
        if offscreen:
            raise InputError("--offscreen needs --out FILE.mp4, FILE.gif or FILE.png")
        watch_in_window(players, seed, wind)
        return {}
    from fliegende3d.presentation.film.writer import checked_size

    wanted = checked_size(out, parse_size(size))
    check_folder(out)
    recording = play_for(players=players, seed=seed, wind=wind, seconds=seconds)
    wish = FilmWish(seconds=seconds or None, preset=preset, language=language)
    film = draw_film(recording, out, size=wanted, wish=wish)
    return {"players": list(recording.header.names), "flights": recording.header.flights, **film}


def play_for(*, players: int, seed: int, wind: str, seconds: float) -> Recording:
    """A game by bots, played to its end or until there is enough for a film, but always whole stages."""
    session = Session.new(bots(players, (LEVEL,)), load_rules(None), seed=seed, wind=wind)
    recorder = Recorder(session)
    stages = session.state.stages
    with progress_bar("stages", stages) as tick:
        for _ in range(MOST_STEPS):
            if session.over:
                break
            entry = session.advance()
            if any(isinstance(event, StageEnded) for event in entry.events):
                if tick is not None:
                    tick(session.state.stage - 1)
                recording = recorder.recording()
                if seconds and timeline_of(recording).duration >= MATERIAL_TO_CHOOSE_FROM * seconds:
                    return recording
    return recorder.recording()


def watch_in_window(players: int, seed: int, wind: str) -> None:
    """Let bots play in a window.

    Raises:
        InputError: without a display.
    """
    from .play import play

    words = [f"{name}:bot-{LEVEL}" for name in BOT_NAMES[:players]]
    play(players=words, seed=seed, rules=None, wind=wind, resume=False, saved=None)


def in_words(answer: dict[str, Any]) -> list[str]:
    """The film in a line for people."""
    width, height = answer["size"]
    return [
        f"{answer['file']}: {answer['frames']} frames of {width}x{height}, {answer['seconds']:g} s, "
        f"from a game of {len(answer['players'])} bots with {answer['flights']} flights"
    ]
