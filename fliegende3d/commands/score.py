"""`score`: final scoring of given cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fliegende3d import resources
from fliegende3d.rules import RuleSet, SheetError, score_document

from .files import InputError, load_json, printable


def score(path: Path, *, rules: Path | None = None) -> dict[str, Any]:
    """Score the hands in a file.

    Raises:
        InputError: if the file cannot be read or is not a sheet; RuleSetError for house rules that are not right.
    """
    rule_set = RuleSet.load(resources.folder("config"), house_rules=rules)
    try:
        return score_document(load_json(path), rule_set)
    except SheetError as error:
        raise InputError(f"{path}: {error}") from error


def in_words(answer: dict[str, Any]) -> list[str]:
    """The sheets as lines for people."""
    lines = []
    for player in answer["players"]:
        lines.append(f"{printable(player['name'])}: {player['total']}")
        lines += [f"  {line}" for line in player["lines"]]
    lines.append("won by " + " and ".join(map(printable, answer["winners"])))
    return lines
