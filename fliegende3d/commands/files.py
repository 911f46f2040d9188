"""Reading the files that a command is given, and answering machines."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any, Final

MAXIMUM_BYTES: Final = 32 * 1024 * 1024


class InputError(ValueError):
    """Bad input to a command: one line that says what, where and what would be right."""


def read_input(path: Path) -> bytes:
    """Read a file that the user named; ``-`` is the standard input.

    Raises:
        InputError: if it cannot be read or is larger than 32 MiB.
    """
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > MAXIMUM_BYTES:
        raise InputError(f"{path}: larger than {MAXIMUM_BYTES} bytes")
    return data


def load_json(path: Path) -> Any:
    """Read a JSON file.

    Raises:
        InputError: if it cannot be read or is not JSON; the message names line and column.
    """
    return parse_json(read_input(path), str(path))


def parse_json(data: bytes, source: str) -> Any:
    """Read JSON strictly: every key of an object once, and only numbers that JSON knows.

    Raises:
        InputError: if it is not; the message names the source, and line and column or the key.
    """
    try:
        return json.loads(data, object_pairs_hook=only_once, parse_constant=no_number)
    except InputError as error:
        raise InputError(f"{source}: {error}") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{source}: not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{source}: not JSON: byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise InputError(f"{source}: not JSON that can be read: nested too deeply") from error
    except ValueError as error:
        raise InputError(f"{source}: a number has more digits than are read") from error


def no_number(word: str) -> Any:
    """Refuse what JSON does not know as a number.

    Raises:
        InputError: always.
    """
    raise InputError(f"{word} is no number of JSON; right is a finite number")


def only_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object of JSON in which every key stands once.

    Raises:
        InputError: for a key that stands twice.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"{key!r} is there twice; right is once")
        found[key] = value
    return found


def print_json(answer: object) -> None:
    """Print an answer for machines: one JSON document in ASCII on the standard output, whole or not at all.

    Raises:
        ValueError: if a number in it is not finite, which JSON cannot say.
        InputError: if the standard output takes nothing more.
    """
    text = json.dumps(answer, allow_nan=False)
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"the answer cannot be written: {error.strerror}") from error


def printable(text: str) -> str:
    """A text that a terminal can show: anything that is not printable becomes a question mark."""
    return "".join(letter if letter.isprintable() and not "\ud800" <= letter <= "\udfff" else "?" for letter in text)


def rounded(value: float, digits: int = 9) -> float:
    """A float for print: rounded, and never minus zero."""
    if not math.isfinite(value):
        raise ValueError(f"a number to be printed is {value}")
    return round(value, digits) + 0.0
