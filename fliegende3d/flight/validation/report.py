"""The validation table as one self-contained page with plots."""

from __future__ import annotations

import html
import math
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fliegende3d.flight.validation.row import Curve, Plot, Row

WIDTH, HEIGHT, MARGIN = 420, 220, 44
COLOURS = ("#a8452c", "#2c6aa8", "#3f8f4f", "#8a5aa8")
STYLE = """
body{font:15px/1.45 Georgia,serif;margin:2em auto;max-width:78em;color:#2a2118;background:#fbf6ea}
table{border-collapse:collapse;width:100%}
td,th{padding:.25em .6em;border-bottom:1px solid #d9ccb0;text-align:left;vertical-align:top}
td.n{font-variant-numeric:tabular-nums;white-space:nowrap}
.pass{color:#2f7a3f}.fail{color:#b3261e;font-weight:bold}
figure{display:inline-block;margin:1em 1em 0 0}figcaption{max-width:420px;font-size:13px}
"""


def _scale(values: list[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    if high - low < 1e-12:
        return low - 0.5, high + 0.5
    return low, high


def _line(curve: Curve, across: tuple[float, float], up: tuple[float, float], colour: str) -> str:
    points = " ".join(
        f"{MARGIN + (x - across[0]) / (across[1] - across[0]) * (WIDTH - 2 * MARGIN):.1f},"
        f"{HEIGHT - MARGIN - (y - up[0]) / (up[1] - up[0]) * (HEIGHT - 2 * MARGIN):.1f}"
        for x, y in curve.points
        if math.isfinite(x) and math.isfinite(y)
    )
    dash = ' stroke-dasharray="5 4"' if curve.right else ""
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>'


def svg(plot: Plot) -> str:
    """Draw a plot; the reference is dashed."""
    points = [point for curve in plot.curves for point in curve.points if all(map(math.isfinite, point))]
    if not points:
        return ""
    across, up = _scale([x for x, _ in points]), _scale([y for _, y in points])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-size="11" role="img">',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - 2 * MARGIN}"',
        ' fill="#fffdf6" stroke="#b9a98a"/>',
    ]
    for k, curve in enumerate(plot.curves):
        colour = COLOURS[k % len(COLOURS)]
        parts.append(_line(curve, across, up, colour))
        name = html.escape(curve.name)
        parts.append(f'<text x="{MARGIN + 6 + 110 * k}" y="{MARGIN - 8}" fill="{colour}">{name}</text>')
    bottom, right = HEIGHT - MARGIN + 14, WIDTH - MARGIN
    parts += [
        f'<text x="{MARGIN}" y="{bottom}">{across[0]:.3g}</text>',
        f'<text x="{right}" y="{bottom}" text-anchor="end">{across[1]:.3g}</text>',
        f'<text x="{WIDTH // 2}" y="{bottom + 14}" text-anchor="middle">{html.escape(plot.across)}</text>',
        f'<text x="{MARGIN - 4}" y="{HEIGHT - MARGIN}" text-anchor="end">{up[0]:.3g}</text>',
        f'<text x="{MARGIN - 4}" y="{MARGIN + 8}" text-anchor="end">{up[1]:.3g}</text>',
        f'<text x="{MARGIN}" y="{MARGIN - 24}">{html.escape(plot.up)}</text>',
        "</svg>",
    ]
    return "".join(parts)


def page(rows: Sequence[Row]) -> str:
    """The report as HTML that needs nothing else."""
    passed = sum(row.passed for row in rows)
    lines = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Flight: validation</title>",
        f"<style>{STYLE}</style><h1>Flight: validation</h1>",
        f"<p>{passed} of {len(rows)} checks within their tolerance.</p>",
        "<table><tr><th>Test<th>What<th>Right<th>Ours<th>Error<th>Tolerance<th><th>Source</tr>",
    ]
    for row in rows:
        error, allowed = (
            (f"{100 * row.error:+.3g} %", f"{100 * row.tolerance:.3g} %")
            if row.relative
            else (f"{row.error:+.3g} {row.unit}", f"{row.tolerance:.3g} {row.unit}")
        )
        verdict = "pass" if row.passed else "fail"
        lines.append(
            f"<tr><td>{row.key}<td>{html.escape(row.what)}<td class=n>{row.right:.6g} {html.escape(row.unit)}"
            f"<td class=n>{row.ours:.6g} {html.escape(row.unit)}<td class=n>{html.escape(error)}"
            f"<td class=n>{html.escape(allowed)}<td class={verdict}>{verdict}<td>{html.escape(row.source)}</tr>"
        )
    lines.append("</table>")
    for row in rows:
        if row.plot is not None:
            caption = html.escape(f"{row.key}: {row.what}")
            lines.append(f"<figure>{svg(row.plot)}<figcaption>{caption}</figcaption></figure>")
    lines.append("</html>")
    return "\n".join(lines)


def write_report(rows: Sequence[Row], path: Path) -> None:
    """Write the report, whole or not at all.

    Raises:
        OSError: if the file cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(page(rows))
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
