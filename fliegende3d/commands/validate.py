"""`validate`: the physics validation table: right value, ours, error, tolerance, source."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from fliegende3d.flight.validation import Row, chosen, run_rows, write_report

from .files import InputError
from .progress import progress_bar


def validate(*, only: str | None, report: Path | None) -> dict[str, Any]:
    """Run the table, or some of its rows; the answer is ready for JSON.

    Raises:
        FlightError: for a row that does not exist.
        InputError: for a report that cannot be written.
    """
    wanted = chosen(only.split(",") if only is not None else None)
    if report is not None and not report.parent.is_dir():
        raise InputError(f"{report}: the folder {report.parent} does not exist")
    rows: list[Row] = []
    with progress_bar("rows", len(wanted)) as tick:
        for number, key in enumerate(wanted):
            rows += run_rows([key])
            if tick is not None:
                tick(number + 1)
    if report is not None:
        write_report(rows, report)
    return {
        "passed": all(row.passed for row in rows),
        "rows": [described(row) for row in rows],
    }


def described(row: Row) -> dict[str, Any]:
    """A row, ready for JSON; a value that is not finite is null and never passes."""
    return {
        "row": row.key,
        "what": row.what,
        "right": finite(row.right),
        "ours": finite(row.ours),
        "error": finite(row.error),
        "tolerance": row.tolerance,
        "relative": row.relative,
        "unit": row.unit,
        "source": row.source,
        "pass": row.passed,
    }


def finite(value: float) -> float | None:
    """A number that JSON can hold."""
    return float(value) if math.isfinite(value) else None


def in_words(answer: dict[str, Any]) -> list[str]:
    """The table for people."""
    lines = [f"{'row':<5} {'right':>14} {'ours':>14} {'error':>11} {'tolerance':>10}       what (source)"]
    for row in answer["rows"]:
        numbers = [shown(row[name]) for name in ("right", "ours", "error", "tolerance")]
        kind = "rel" if row["relative"] else row["unit"]
        verdict = "ok  " if row["pass"] else "FAIL"
        lines.append(
            f"{row['row']:<5} {numbers[0]:>14} {numbers[1]:>14} {numbers[2]:>11} {numbers[3]:>10} {verdict} "
            f"{row['what']} [{kind}] ({row['source']})"
        )
    good = sum(row["pass"] for row in answer["rows"])
    lines.append(f"{good} of {len(answer['rows'])} values are within their tolerance")
    return lines


def shown(value: float | None) -> str:
    """A number in a column."""
    return "not finite" if value is None else f"{value:.6g}"


def exit_code(answer: dict[str, Any]) -> int:
    """0 if every row passes, 1 otherwise."""
    return 0 if answer["passed"] else 1
