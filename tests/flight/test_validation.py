"""The validation table: every test is within its tolerance, and the table itself behaves."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fliegende3d.commands.validate import described
from fliegende3d.flight import FlightError
from fliegende3d.flight.validation import TESTS, Curve, Plot, Row, chosen, run_rows, write_report

QUICK = ["V1", "V3", "V6", "V7", "V8", "V9", "V10", "V12", "V13", "V14", "V18", "V19", "V20", "V23", "V28", "P"]


@pytest.mark.parametrize("name", QUICK)
def test_the_quick_tests_are_within_their_tolerances(name: str) -> None:
    rows = run_rows([name])
    assert rows
    assert [row.what for row in rows if not row.passed] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TESTS if name not in QUICK])
def test_the_long_tests_are_within_their_tolerances(name: str) -> None:
    rows = run_rows([name])
    assert rows
    assert [(row.what, row.right, row.ours) for row in rows if not row.passed] == []


def test_the_table_is_complete() -> None:
    wanted = {f"V{k}" for k in range(1, 31)}
    assert wanted <= set(TESTS)


def test_tests_are_chosen_by_name_in_the_order_of_the_table() -> None:
    assert chosen(["v20", " V3 "]) == ["V3", "V20"]
    assert chosen() == list(TESTS)
    with pytest.raises(FlightError, match="V11"):
        chosen(["V111"])


def test_a_row_passes_by_its_own_kind_of_tolerance() -> None:
    assert Row("X", "a share", 2.0, 2.019, 0.01, "", relative=True).passed
    assert not Row("X", "a share", 2.0, 2.021, 0.01, "", relative=True).passed
    assert Row("X", "a difference", 0.0, -1e-9, 1e-9, "").passed
    assert not Row("X", "not a number", 0.0, float("nan"), 1.0, "").passed


def test_a_row_is_told_in_json_whatever_kind_of_numbers_it_was_given() -> None:
    row = Row("V0", "a row", np.float32(1.0), np.float64(1.0), np.float64(0.1), "arithmetic")
    assert json.loads(json.dumps(described(row)))["pass"] is True


def test_the_report_stands_alone_and_tells_failures(tmp_path: Path) -> None:
    plot = Plot("t", "x < y", (Curve("ours", ((0.0, 0.0), (1.0, 2.0))), Curve("right", ((0.0, 0.1), (1.0, 2.1)), True)))
    rows = [Row("V1", "first & foremost", 1.0, 1.0, 0.1, "hand", plot=plot), Row("V2", "second", 1.0, 3.0, 0.1, "hand")]
    path = tmp_path / "report.html"
    write_report(rows, path)
    text = path.read_text(encoding="utf-8")
    assert "first &amp; foremost" in text
    assert "1 of 2 checks" in text
    assert text.count("<svg") == 1
    assert "class=fail" in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert list(tmp_path.iterdir()) == [path]
