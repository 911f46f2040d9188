"""Where models, shaders and config lie: inside the installed package, or one folder up in a checkout."""

from __future__ import annotations

from pathlib import Path

KINDS = ("models", "shaders", "config")


class ResourceError(ValueError):
    """A shipped file or folder is missing."""


def folder(kind: str) -> Path:
    """Return the folder of one kind of resource: ``models``, ``shaders`` or ``config``.

    Raises:
        ResourceError: if the kind is unknown or the folder is nowhere to be found.
    """
    if kind not in KINDS:
        raise ResourceError(f"unknown kind of resource {kind!r}; known are {', '.join(KINDS)}")
    package = Path(__file__).resolve().parent
    places = (package / kind, package.parent / kind)
    for place in places:
        if place.is_dir():
            return place
    raise ResourceError(f"the folder {kind!r} is missing; looked in {' and '.join(str(p) for p in places)}")


def find(kind: str, name: str) -> Path:
    """Return the path of one shipped file, for instance ``find("config", "rules.toml")``.

    Raises:
        ResourceError: if the file is missing; the message names every place that was looked at.
    """
    path = folder(kind) / name
    if not path.exists():
        raise ResourceError(f"the shipped file {kind}/{name} is missing (looked for {path}); reinstalling mends this")
    return path
