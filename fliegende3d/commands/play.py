"""`play`: the game in a window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fliegende3d.flight import load_wind
from fliegende3d.game.levels import load_levels
from fliegende3d.game.players import parse_player

from .files import InputError
from .selfplay import load_rules

NO_DISPLAY = (
    "there is no display to open a window on; start it from a desktop session, "
    "or watch bots play without one: fliegende3d demo --offscreen --out demo.mp4"
)


def play(
    *,
    players: Sequence[str],
    seed: int | None,
    rules: Path | None,
    wind: str | None,
    resume: bool,
    saved: Path | None,
) -> None:
    """Check what was asked for and open the window.

    Raises:
        InputError: without a display, or for a wrong number of players or seed; LevelError, PlayerError, WindError and
            RuleSetError for what does not exist.
    """
    levels = load_levels()
    for word in players:
        parse_player(word, levels)
    if players and not 2 <= len(players) <= 4:
        raise InputError(f"--player is given {len(players)} times; right is 2, 3 or 4 players, or none for the menu")
    if seed is not None and not 0 <= seed < 2**63:
        raise InputError(f"--seed is {seed}; right is a whole number from 0")
    if wind is not None:
        load_wind(wind)
    load_rules(rules)
    if saved is not None and not resume:
        raise InputError(f"{saved}: a file is only taken with --resume")
    if saved is not None and not saved.is_file():
        raise InputError(f"{saved}: there is no such file; right is a saved game")
    from fliegende3d.presentation.diagnosis import has_display

    if not has_display():
        raise InputError(NO_DISPLAY)
    from fliegende3d.presentation.app_start import PlayOptions
    from fliegende3d.presentation.graphics.host import HostError
    from fliegende3d.presentation.opening import run_play

    wanted = (str(saved) if saved is not None else "") if resume else None
    try:
        run_play(PlayOptions(players=tuple(players), seed=seed, rules=str(rules or ""), wind=wind or "", resume=wanted))
    except HostError as error:
        raise InputError(f"{error}; {NO_DISPLAY}") from error
