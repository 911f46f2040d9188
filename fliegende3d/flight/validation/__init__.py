"""The physics validation table: what is right by formula or measurement, what the simulator gives, and whether it is
near.

    from fliegende3d.flight.validation import run_rows, write_report
    rows = run_rows({"V7", "V11"})
    write_report(rows, Path("validation.html"))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from fliegende3d.flight.errors import FlightError, near
from fliegende3d.flight.validation import (
    air,
    contact_rows,
    elastic,
    folding,
    ground,
    plate,
    repeat,
    spinning,
    tumbling,
    vacuum,
    wind,
)
from fliegende3d.flight.validation.report import write_report
from fliegende3d.flight.validation.row import Curve, Plot, Row

TESTS: dict[str, Callable[[], list[Row]]] = {
    "V1": vacuum.v1,
    "V2": vacuum.v2,
    "V3": vacuum.v3,
    "V4": vacuum.v4,
    "V5": vacuum.v5,
    "V6": vacuum.v6,
    "V7": air.v7,
    "V8": air.v8,
    "V9": air.v9,
    "V10": air.v10,
    "V11": elastic.v11,
    "V12": elastic.v12,
    "V13": elastic.v13,
    "V14": elastic.v14,
    "V15": elastic.v15,
    "V16": tumbling.v16,
    "V17": tumbling.v17,
    "V18": tumbling.v18,
    "V19": vacuum.v19,
    "V20": ground.v20,
    "V21": ground.v21,
    "V22": ground.v22,
    "V23": ground.v23,
    "V24": ground.v24,
    "V25": contact_rows.v25,
    "V26": contact_rows.v26,
    "V27": wind.v27,
    "V28": air.v28,
    "V29": repeat.v29,
    "V30": elastic.v30,
    "P": plate.plate,
    "S": spinning.stiffening,
    "F": folding.folds,
    "C": contact_rows.on_plates,
}


def chosen(only: Collection[str] | None = None) -> list[str]:
    """The names of the tests to run, in the table's order.

    Raises:
        FlightError: for a name that is not in the table, listing the near ones.
    """
    wanted = {name.strip().upper() for name in only or TESTS}
    for name in sorted(wanted):
        if name not in TESTS:
            raise FlightError(f"unknown validation test {name!r}; {near(name, TESTS)}")
    return [name for name in TESTS if name in wanted]


def each_row(only: Collection[str] | None = None) -> Iterator[tuple[str, list[Row]]]:
    """Run tests one by one, yielding (name, rows): for progress bars.

    Raises:
        FlightError: as `chosen`.
    """
    for name in chosen(only):
        yield name, TESTS[name]()


def run_rows(only: Collection[str] | None = None) -> list[Row]:
    """Run the whole table, or only the named tests.

    Raises:
        FlightError: as `chosen`.
    """
    return [row for _, rows in each_row(only) for row in rows]


__all__ = ["TESTS", "Curve", "Plot", "Row", "chosen", "each_row", "run_rows", "write_report"]
