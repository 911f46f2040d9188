"""The user's settings: shipped defaults in ``config/settings.toml``, changes as JSON in the user's own folder."""

from __future__ import annotations

import os
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs
from msgspec import Meta

from fliegende3d.resources import find

APPLICATION = "fliegende3d"
FILE_NAME = "settings.json"
LARGEST_FILE = 256 * 1024
SEATS = 4

# A name (empty: the usual one) and "human" or "bot-LEVEL".
Seat = Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=2)]
HouseValue = bool | int | float | str | list[int]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class SettingsError(ValueError):
    """A file of settings cannot be used; the message names file, key and what would be right."""


class Video(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the picture looks like."""

    preset: str
    fullscreen: bool
    width: Annotated[int, Meta(ge=320, le=8192)]
    height: Annotated[int, Meta(ge=240, le=8192)]
    vertical_sync: bool


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Volumes, 0 to 1, and captions for sounds."""

    master: Share
    effects: Share
    ambience: Share
    music: Share
    captions: bool


class Access(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes the game usable for everyone."""

    interface_scale: Annotated[float, Meta(ge=0.75, le=3.0)]
    high_contrast: bool
    reduced_motion: bool
    hold_to_reveal: bool


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one seat's player throws, and with how much help."""

    throw_mode: str
    assist: str
    left_handed: bool
    level_hand: bool
    meter_speed: Annotated[float, Meta(ge=0.25, le=2.0)]
    pace: Annotated[float, Meta(ge=0.3, le=8.0)]


class Controls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What keys and pads do."""

    inner_dead_zone: Annotated[float, Meta(ge=0.0, le=0.5)]
    outer_dead_zone: Annotated[float, Meta(ge=0.6, le=1.0)]
    aim_exponent: Annotated[float, Meta(ge=1.0, le=3.0)]
    flick_exponent: Annotated[float, Meta(ge=1.0, le=3.0)]
    rumble: Share
    keyboard: dict[str, list[str]]
    pad: dict[str, list[str]]


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the new-game screen starts with, and whether the lessons were seen."""

    players: Annotated[list[Seat], Meta(min_length=2, max_length=4)]
    rules: str
    wind: str
    lessons_seen: bool
    house: dict[str, HouseValue]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is kept between two starts."""

    language: str
    video: Video
    sound: Sound
    access: Access
    controls: Controls
    hands: Annotated[list[Hand], Meta(min_length=SEATS, max_length=SEATS)]
    game: Game

    def with_hand(self, seat: int, hand: Hand) -> Settings:
        """Return the settings with another hand at a seat."""
        return msgspec.structs.replace(self, hands=[*self.hands[:seat], hand, *self.hands[seat + 1 :]])


@dataclass(frozen=True)
class Loaded:
    """Settings, and where a broken file was set aside, if there was one."""

    settings: Settings
    set_aside: Path | None = None
    problem: str = ""


def settings_folder() -> Path:
    """Return the folder of the user's settings, by the system's convention; it is not created."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False))


def default_settings() -> Settings:
    """Return the shipped defaults.

    Raises:
        SettingsError: if the shipped file is broken.
    """
    path = find("config", "settings.toml")
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Settings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SettingsError(f"{path.name}: {error}") from error


def load_settings(folder: Path | None = None) -> Loaded:
    """Load the user's settings; a broken file is set aside and the defaults are used. Never fails."""
    place = (folder or settings_folder()) / FILE_NAME
    defaults = default_settings()
    try:
        if not place.exists():
            return Loaded(defaults)
        if place.stat().st_size > LARGEST_FILE:
            raise SettingsError(f"{place.name}: larger than {LARGEST_FILE} bytes")
        stored = msgspec.json.decode(place.read_bytes())
        merged = _merged(msgspec.to_builtins(defaults), stored)
        return Loaded(msgspec.convert(merged, Settings))
    except (OSError, msgspec.MsgspecError, SettingsError, RecursionError) as error:
        return Loaded(defaults, _set_aside(place), str(error))


def save_settings(settings: Settings, folder: Path | None = None) -> str:
    """Write the settings whole or not at all; returns the reason if it was not possible, else an empty text."""
    place = folder or settings_folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(dir=place, prefix=".settings-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(settings), indent=2))
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, place / FILE_NAME)
        except OSError:
            Path(partial).unlink(missing_ok=True)
            raise
    except OSError as error:
        return f"{error.strerror or error} ({place})"
    return ""


def _merged(defaults: object, stored: object) -> object:
    """Fill what an older version did not store; keys that are no longer known are dropped."""
    if isinstance(defaults, list) and isinstance(stored, list) and len(defaults) == len(stored) == SEATS:
        return [_merged(value, kept) for value, kept in zip(defaults, stored, strict=True)]
    if not isinstance(defaults, dict) or not isinstance(stored, dict):
        return stored
    if not defaults:
        return stored
    return {key: _merged(value, stored[key]) if key in stored else value for key, value in defaults.items()}


def _set_aside(place: Path) -> Path | None:
    for number in range(1, 100):
        aside = place.with_name(f"settings.broken-{number}.json")
        if aside.exists():
            continue
        try:
            os.replace(place, aside)
        except OSError:
            return None
        return aside
    return None
