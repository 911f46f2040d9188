"""Bending and centrifugal tension of a sheet: one implicit step, with a factor prepared for many of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import load, spread, store
from fliegende3d.flight.layout import (
    AREA,
    COLUMNS,
    CRUMPLED,
    DELAY,
    DELAY_TOUCHING,
    FOLDED,
    LENGTH,
    SPIN_STIFFENING,
    STEP,
    WIDTH,
)

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]
Integers = NDArray[np.int64]

STIFFENING_STEP = 0.05  # relative change of the squared spin that calls for a new factor of the stiffness
STIFFENING_STEP_TOUCHING = 2.0  # the same on the ground, where friction slows the spin fast and nothing ripples
SLOW_SPIN = 25.0  # rad^2/s^2; slower spins stiffen nothing worth a new factor


@inner_kernel
def solve_banded(lower: Floats, inverse_pivot: Floats, y: Floats, count: int, band: int) -> None:
    """Solve (L D L') y = rhs in place for three right-hand sides (the columns of y)."""
    for j in range(count):
        s0 = s1 = s2 = 0.0
        for k in range(max(0, band - j), band):
            factor = lower[count + j, k]
            row = j - band + k
            s0 += factor * y[row, 0]
            s1 += factor * y[row, 1]
            s2 += factor * y[row, 2]
        y[j, 0] -= s0
        y[j, 1] -= s1
        y[j, 2] -= s2
    for back in range(count):
        j = count - 1 - back
        s0 = s1 = s2 = 0.0
        for k in range(min(band, back)):
            factor = lower[j, k]
            row = j + 1 + k
            s0 += factor * y[row, 0]
            s1 += factor * y[row, 1]
            s2 += factor * y[row, 2]
        pivot = inverse_pivot[j]
        y[j, 0] = y[j, 0] * pivot - s0
        y[j, 1] = y[j, 1] * pivot - s1
        y[j, 2] = y[j, 2] * pivot - s2


@inner_kernel
def factor_banded(matrix: Floats, lower: Floats, inverse_pivot: Floats, count: int, band: int) -> None:
    """Factor a symmetric banded matrix into L D L'.

    Args:
        matrix: lower band, shape (count, band + 1): matrix[i, k] = A[i, i - band + k]; overwritten by L.
        lower: output, shape (2 count, band): column j of L below the diagonal in row j, row j of L in row count + j.
        inverse_pivot: output, shape (count,): 1/D.
    """
    for i in range(count):
        first = max(0, i - band)
        for j in range(first, i):
            s = matrix[i, j - i + band]
            for k in range(max(first, j - band), j):
                s -= matrix[i, k - i + band] * matrix[j, k - j + band]
            matrix[i, j - i + band] = s  # L[i, j] D[j] for now
        pivot = matrix[i, band]
        for j in range(first, i):
            value = matrix[i, j - i + band]
            scaled = value * inverse_pivot[j]
            pivot -= value * scaled
            matrix[i, j - i + band] = scaled
        inverse_pivot[i] = 1.0 / pivot
    for i in range(count):
        for k in range(band):
            j = i - band + k
            lower[count + i, k] = matrix[i, k] if j >= 0 else 0.0
            column = i + 1 + k
            lower[i, k] = matrix[column, band - 1 - k] if column < count else 0.0


@inner_kernel
def solve_lanes(lower: Floats, inverse_pivot: Floats, y: Floats, part: int, band: int) -> None:
    """Solve four systems of one shape side by side for three right-hand sides each.

    Args:
        lower, inverse_pivot: see `factor_lanes`.
        y: right-hand sides and then the answers: row by row, of each x, y, z, of each the four systems.
    """
    nothing = spread(0.0)
    for j in range(part):
        first = max(0, band - j)
        at, row, here = LANES * ((part + j) * band + first), 3 * LANES * (j - band + first), 3 * LANES * j
        s0 = s1 = s2 = nothing
        for _ in range(band - first):
            factor = load(lower, at)
            s0 = s0 + factor * load(y, row)
            s1 = s1 + factor * load(y, row + LANES)
            s2 = s2 + factor * load(y, row + 2 * LANES)
            at += LANES
            row += 3 * LANES
        store(y, here, load(y, here) - s0)
        store(y, here + LANES, load(y, here + LANES) - s1)
        store(y, here + 2 * LANES, load(y, here + 2 * LANES) - s2)
    for back in range(part):
        j = part - 1 - back
        at, row, here = LANES * j * band, 3 * LANES * (j + 1), 3 * LANES * j
        s0 = s1 = s2 = nothing
        for _ in range(min(band, back)):
            factor = load(lower, at)
            s0 = s0 + factor * load(y, row)
            s1 = s1 + factor * load(y, row + LANES)
            s2 = s2 + factor * load(y, row + 2 * LANES)
            at += LANES
            row += 3 * LANES
        pivot = load(inverse_pivot, LANES * j)
        store(y, here, load(y, here) * pivot - s0)
        store(y, here + LANES, load(y, here + LANES) * pivot - s1)
        store(y, here + 2 * LANES, load(y, here + 2 * LANES) * pivot - s2)


@inner_kernel
def factor_lanes(matrix: Floats, lower: Floats, inverse_pivot: Floats, part: int, band: int) -> None:
    """Factor four symmetric banded matrices into L D L' side by side; laid out as in `factor_banded`, each entry of
    all four next to each other.
    """
    wide = band + 1
    for i in range(part):
        first = max(0, i - band)
        for j in range(first, i):
            begin = max(first, j - band)
            at, other = LANES * (i * wide + begin - i + band), LANES * (j * wide + begin - j + band)
            place = LANES * (i * wide + j - i + band)
            s = load(matrix, place)
            for _ in range(j - begin):
                s = s - load(matrix, at) * load(matrix, other)
                at += LANES
                other += LANES
            store(matrix, place, s)  # L[i, j] D[j] for now
        pivot = load(matrix, LANES * (i * wide + band))
        for j in range(first, i):
            place = LANES * (i * wide + j - i + band)
            value = load(matrix, place)
            scaled = value * load(inverse_pivot, LANES * j)
            pivot = pivot - value * scaled
            store(matrix, place, scaled)
        store(inverse_pivot, LANES * i, 1.0 / pivot)
    nothing = spread(0.0)
    for i in range(part):
        for k in range(band):
            j, column = i - band + k, i + 1 + k
            row_entry = load(matrix, LANES * (i * wide + k)) if j >= 0 else nothing
            store(lower, LANES * ((part + i) * band + k), row_entry)
            entry = load(matrix, LANES * (column * wide + band - 1 - k)) if column < part else nothing
            store(lower, LANES * (i * band + k), entry)


@inner_kernel
def stiffness_of(springs: Floats, i: int, k: int, spin: Floats) -> float:
    """Entry k of row i of K, see `set_stiffness`."""
    return float(springs[0, i, k] + spin[0] * springs[1, i, k] + spin[1] * springs[2, i, k])


@kernel
def set_stiffness(
    springs: Floats,
    column: Indices,
    used: Integers,
    mass: Floats,
    spin: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    par: Floats,
) -> None:
    """Factor of M + a h^2 K with K = bending + s_w tension_width + s_l tension_length of the spinning sheet.

    Args:
        springs: bending, tension_width and tension_length, shape (3, vertices, entries).
        spin: squared spins that pull along the width, along the length and across [rad^2/s^2]; damping time [s].
        lower, inverse_pivot: output, see `factor_banded`; for a folded sheet `factor_lanes`.
    """
    h = par[STEP]
    factor = 0.25 * (h + spin[DELAY]) * (h + spin[DELAY])
    count, band = mass.shape[0], lower.shape[1]
    if par[FOLDED] == 0.0:
        for i in range(count):
            for k in range(band + 1):
                band_matrix[i, k] = 0.0
            for k in range(used[i]):
                j = int(column[i, k])
                if j <= i:
                    band_matrix[i, j - i + band] = factor * stiffness_of(springs, i, k, spin)
            band_matrix[i, band] += mass[i]
        factor_banded(band_matrix, lower, inverse_pivot, count, band)
        return
    columns = int(par[COLUMNS])
    rows, half = count // columns, columns // 2
    part = count // LANES
    quarters = band_matrix.reshape(-1)
    for p in range(part):
        for k in range(LANES * (band + 1)):
            quarters[LANES * p * (band + 1) + k] = 0.0
        i = p // half * columns + p % half
        for k in range(used[i]):
            j = int(column[i, k])
            across, along = j % columns, j // columns
            side = -1.0 if across >= half else 1.0
            end = -1.0 if 2 * along >= rows else 1.0
            q = min(along, rows - 1 - along) * half + min(across, columns - 1 - across)
            if q <= p:
                value = factor * stiffness_of(springs, i, k, spin)
                at = LANES * (p * (band + 1) + q - p + band)
                quarters[at] += value
                quarters[at + 1] += side * value
                quarters[at + 2] += end * value
                quarters[at + 3] += side * end * value
        for system in range(LANES):
            quarters[LANES * (p * (band + 1) + band) + system] += mass[i]
    factor_lanes(band_matrix, lower, inverse_pivot, part, band)


@inner_kernel
def fold_in_four(pull: Floats, y: Floats, columns: int) -> None:
    """Take a sheet of vectors apart into the four parts that are even or odd across its middle lines.

    Args:
        pull: shape (vertices, 3).
        y: output: for each vertex of the first quarter, for each of x, y, z: even in both directions, odd along the
            width, odd along the length, odd along both.
    """
    rows, half = pull.shape[0] // columns, columns // 2
    at = 0
    for row in range(rows // 2):
        for place in range(half):
            i = row * columns + place
            j = row * columns + columns - 1 - place
            k = (rows - 1 - row) * columns + place
            m = (rows - 1 - row) * columns + columns - 1 - place
            for d in range(3):
                near_even, near_odd = pull[i, d] + pull[j, d], pull[i, d] - pull[j, d]
                far_even, far_odd = pull[k, d] + pull[m, d], pull[k, d] - pull[m, d]
                y[at], y[at + 1] = near_even + far_even, near_odd + far_odd
                y[at + 2], y[at + 3] = near_even - far_even, near_odd - far_odd
                at += LANES


@inner_kernel
def unfold(y: Floats, x: Floats, columns: int) -> None:
    """Add to a sheet of vectors the four parts of another, see `fold_in_four`."""
    rows, half = x.shape[0] // columns, columns // 2
    at = 0
    for row in range(rows // 2):
        for place in range(half):
            i = row * columns + place
            j = row * columns + columns - 1 - place
            k = (rows - 1 - row) * columns + place
            m = (rows - 1 - row) * columns + columns - 1 - place
            for d in range(3):
                even, odd = 0.25 * (y[at] + y[at + 2]), 0.25 * (y[at + 1] + y[at + 3])
                x[i, d] += even + odd
                x[j, d] += even - odd
                even, odd = 0.25 * (y[at] - y[at + 2]), 0.25 * (y[at + 1] - y[at + 3])
                x[k, d] += even + odd
                x[m, d] += even - odd
                at += LANES


@inner_kernel
def bend(x: Floats, pull: Floats, work: Floats, lower: Floats, inverse_pivot: Floats, par: Floats) -> None:
    """Move positions by the implicit step of bending and centrifugal forces.

    Args:
        x: positions less `share_of_damped` X, see `predict`.
        pull: right-hand side of the bending step, shape (vertices, 3).
        work: scratch, shape (3, vertices).
    """
    count, band = x.shape[0], lower.shape[1]
    columns = int(par[COLUMNS])
    if par[FOLDED] == 0.0:
        solve_banded(lower, inverse_pivot, pull, count, band)
        for i in range(count):
            for d in range(3):
                x[i, d] += pull[i, d]
        return
    y = work.reshape(-1)
    fold_in_four(pull, y, columns)
    solve_lanes(lower, inverse_pivot, y, count // LANES, band)
    unfold(y, x, columns)


@inner_kernel
def follow_spin(
    body: Floats,
    spin: Floats,
    delay: float,
    springs: Floats,
    column: Indices,
    used: Integers,
    mass: Floats,
    band_matrix: Floats,
    lower: Floats,
    inverse_pivot: Floats,
    par: Floats,
) -> None:
    """Renew stiffness and factor when the damping time or the squared spins have changed; needs fit and attitude.

    The tension is that of a flat sheet; it fades out as the sheet crumples.
    """
    wn = body[15] * body[24] + body[16] * body[25] + body[17] * body[26]
    wg = body[15] * body[27] + body[16] * body[28] + body[17] * body[29]
    wk = body[15] * body[30] + body[16] * body[31] + body[17] * body[32]
    flatness = (body[AREA] / (par[WIDTH] * par[LENGTH]) - CRUMPLED) / (1.0 - CRUMPLED)
    share = par[SPIN_STIFFENING] * min(max(2.0 * flatness, 0.0), 1.0)
    along_width = share * (wn * wn + wk * wk)
    along_length = share * (wn * wn + wg * wg)
    across = share * (wg * wg + wk * wk)
    allowed = STIFFENING_STEP if delay < par[DELAY_TOUCHING] else STIFFENING_STEP_TOUCHING
    allowed *= max(along_width, along_length) + SLOW_SPIN
    change = max(abs(along_width - spin[0]), max(abs(along_length - spin[1]), abs(across - spin[2])))
    if delay != spin[DELAY] or change > allowed:
        spin[0], spin[1], spin[2], spin[DELAY] = along_width, along_length, across, delay
        set_stiffness(springs, column, used, mass, spin, band_matrix, lower, inverse_pivot, par)
