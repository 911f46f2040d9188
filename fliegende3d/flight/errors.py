"""What the flight package says when it is given something impossible."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable


class FlightError(ValueError):
    """Bad input to a flight: the message names the field, the value and the allowed range."""


class ThrowError(FlightError):
    """A throw no hand can make, or one that is not finite."""


class MaterialError(FlightError):
    """A material that does not exist or whose numbers lie outside their range."""


class WindError(FlightError):
    """A wind that does not exist or whose numbers lie outside their range."""


class MeshError(FlightError):
    """A mesh the cloth cannot be built on."""


class ConfigError(FlightError):
    """A physics setting with an unknown key, a wrong type or a value outside its range."""


def number(field: str, value: object, error: type[FlightError] = FlightError) -> float:
    """Return `value` as a finite float.

    Raises:
        FlightError: (the given kind) if it is not a number, or not finite.
    """
    if isinstance(value, bool) or (not isinstance(value, (int, float)) and not hasattr(value, "__float__")):
        raise error(f"{field} = {value!r} is not a number")
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError):
        raise error(f"{field} = {value!r} is not a number") from None
    if not math.isfinite(result):
        raise error(f"{field} = {result} is not finite")
    return result


def within(
    field: str, value: object, low: float, high: float, unit: str, error: type[FlightError] = FlightError
) -> float:
    """Return `value` as a float between `low` and `high` (both allowed).

    Raises:
        FlightError: (the given kind) naming field, value and range.
    """
    result = number(field, value, error)
    if not low <= result <= high:
        raise error(f"{field} = {result:g} {unit} is outside {low:g} to {high:g} {unit}".replace("  ", " "))
    return result


def near(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name: the near ones, or all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=4, cutoff=0.5)
    return f"did you mean {', '.join(close)}?" if close else f"known are {', '.join(names)}"
