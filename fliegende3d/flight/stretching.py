"""Edges keep their length: the sweep of every substep, and mending after hard landings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight.compiled import inner_kernel, kernel
from fliegende3d.flight.ground import keep_above_ground
from fliegende3d.flight.lanes import WIDTH as LANES
from fliegende3d.flight.lanes import (
    Lanes,
    evens,
    first_mixed,
    larger,
    largest,
    last_mixed,
    load,
    load_every,
    odds,
    size,
    spread,
    store,
    store_every,
    where_positive,
)
from fliegende3d.flight.layout import BOND_NUMBERS, COLOURS, COLUMNS, FITTED, KEPT, TAUT_DIAGONALS, TORN
from fliegende3d.flight.rigid import fit_rigid, give_back, keep_momentum

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MENDING_PASSES = 8
SOUND = 0.005  # strain below which an edge needs no mending


@kernel
def stretch_sweep(x: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool) -> float:
    """One XPBD sweep over all edges, colour by colour; returns the largest strain met (of diagonals only if they are
    taut).

    With q the squared length and L the rest length, (l - L)/l is taken as (q - L^2)/(3/2 q + 1/2 L^2): right to the
    second order of the strain, and without a square root. Edges of a colour share no vertex, so that they can be held
    four at a time.

    Args:
        bonds, starts: see `mesh.Bonds`.
        squares: squared rest lengths along width and length and of diagonals [m^2], shape (3,).
    """
    columns = int(par[COLUMNS])
    nothing = spread(0.0)
    worst_width = worst_length = worst_diagonal = nothing
    for c in range(COLOURS):
        colour = COLOURS - 1 - c if backwards else c
        at = starts[colour]
        if colour < 2:
            worst_width = hold_along_width(x, bonds, at, colour, squares[0], worst_width)
        elif colour < 4:
            worst_length = hold_along_length(x, bonds, at, columns, colour - 2, squares[1], worst_length)
        else:
            even_x, even_y = (colour - 4) % 2, (colour - 4) // 2
            worst_diagonal = hold_diagonals(x, bonds, at, columns, even_x, even_y, squares[2], worst_diagonal)
    worst = max(largest(worst_width) / squares[0], largest(worst_length) / squares[1])
    if par[TAUT_DIAGONALS] != 0.0:
        worst = max(worst, largest(worst_diagonal) / squares[2])
    return float(0.5 * worst)


@inner_kernel
def hold_along_width(x: Floats, bonds: Floats, at: int, shift: int, right: float, worst: Lanes) -> Lanes:
    """Hold every other edge along the width, beginning with the first or second; returns the largest error."""
    n = x.shape[0]
    for p in range(shift, n - 1, 2 * LANES):
        a, b = load(x, p), load(x, p + LANES)
        x0, y0 = evens(a, b), odds(a, b)
        a, b = load(x, n + p), load(x, n + p + LANES)
        x1, y1 = evens(a, b), odds(a, b)
        a, b = load(x, 2 * n + p), load(x, 2 * n + p + LANES)
        x2, y2 = evens(a, b), odds(a, b)
        d0, d1, d2 = x0 - y0, x1 - y1, x2 - y2
        wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
        square = d0 * d0 + d1 * d1 + d2 * d2
        error = square - right
        worst = larger(where_positive(wi + wj, size(error)), worst)
        s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
        si, sj = s * wi, s * wj
        a, b = x0 - si * d0, y0 + sj * d0
        store(x, p, first_mixed(a, b))
        store(x, p + LANES, last_mixed(a, b))
        a, b = x1 - si * d1, y1 + sj * d1
        store(x, n + p, first_mixed(a, b))
        store(x, n + p + LANES, last_mixed(a, b))
        a, b = x2 - si * d2, y2 + sj * d2
        store(x, 2 * n + p, first_mixed(a, b))
        store(x, 2 * n + p + LANES, last_mixed(a, b))
        at += BOND_NUMBERS
    return worst


@inner_kernel
def hold_along_length(x: Floats, bonds: Floats, at: int, columns: int, shift: int, right: float, worst: Lanes) -> Lanes:
    """Hold every other edge along the length, beginning with the first or second; returns the largest error."""
    n = x.shape[0]
    for first in range(shift * columns, shift * columns + columns, LANES):
        for p in range(first, n - columns, 2 * columns):
            q = p + columns
            x0, x1, x2 = load(x, p), load(x, n + p), load(x, 2 * n + p)
            y0, y1, y2 = load(x, q), load(x, n + q), load(x, 2 * n + q)
            d0, d1, d2 = x0 - y0, x1 - y1, x2 - y2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            store(x, p, x0 - si * d0)
            store(x, n + p, x1 - si * d1)
            store(x, 2 * n + p, x2 - si * d2)
            store(x, q, y0 + sj * d0)
            store(x, n + q, y1 + sj * d1)
            store(x, 2 * n + q, y2 + sj * d2)
            at += BOND_NUMBERS
    return worst


@inner_kernel
def hold_diagonals(
    x: Floats, bonds: Floats, at: int, columns: int, even_x: int, even_y: int, right: float, worst: Lanes
) -> Lanes:
    """Hold both diagonals of every other cell of every other row of cells; returns the largest error."""
    n = x.shape[0]
    line = even_y * columns
    for first in range(line + even_x, line + columns - 1, 2 * LANES):
        for p in range(first, n - columns, 2 * columns):
            q = p + columns
            a, b = load(x, p), load(x, p + LANES)
            x0, y0 = evens(a, b), odds(a, b)
            a, b = load(x, n + p), load(x, n + p + LANES)
            x1, y1 = evens(a, b), odds(a, b)
            a, b = load(x, 2 * n + p), load(x, 2 * n + p + LANES)
            x2, y2 = evens(a, b), odds(a, b)
            a, b = load(x, q), load(x, q + LANES)
            u0, w0 = evens(a, b), odds(a, b)
            a, b = load(x, n + q), load(x, n + q + LANES)
            u1, w1 = evens(a, b), odds(a, b)
            a, b = load(x, 2 * n + q), load(x, 2 * n + q + LANES)
            u2, w2 = evens(a, b), odds(a, b)
            d0, d1, d2 = x0 - w0, x1 - w1, x2 - w2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            x0, x1, x2 = x0 - si * d0, x1 - si * d1, x2 - si * d2
            w0, w1, w2 = w0 + sj * d0, w1 + sj * d1, w2 + sj * d2
            at += BOND_NUMBERS
            d0, d1, d2 = y0 - u0, y1 - u1, y2 - u2
            wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
            square = d0 * d0 + d1 * d1 + d2 * d2
            error = square - right
            worst = larger(where_positive(wi + wj, size(error)), worst)
            s = error / ((1.5 * square + 0.5 * right) * load(bonds, at))
            si, sj = s * wi, s * wj
            y0, y1, y2 = y0 - si * d0, y1 - si * d1, y2 - si * d2
            u0, u1, u2 = u0 + sj * d0, u1 + sj * d1, u2 + sj * d2
            at += BOND_NUMBERS
            store(x, p, first_mixed(x0, y0))
            store(x, p + LANES, last_mixed(x0, y0))
            store(x, n + p, first_mixed(x1, y1))
            store(x, n + p + LANES, last_mixed(x1, y1))
            store(x, 2 * n + p, first_mixed(x2, y2))
            store(x, 2 * n + p + LANES, last_mixed(x2, y2))
            store(x, q, first_mixed(u0, w0))
            store(x, q + LANES, last_mixed(u0, w0))
            store(x, n + q, first_mixed(u1, w1))
            store(x, n + q + LANES, last_mixed(u1, w1))
            store(x, 2 * n + q, first_mixed(u2, w2))
            store(x, 2 * n + q + LANES, last_mixed(u2, w2))
    return worst


@inner_kernel
def mend_four(
    x: Floats,
    v: Floats,
    bonds: Floats,
    at: int,
    first: int,
    stride: int,
    to: int,
    right: float,
    worst: Lanes,
) -> Lanes:
    """Mend four edges, see `mend_sweep`; returns the largest error so far.

    Args:
        first, stride: first vertex of the first edge, and how far it is to that of the next.
        to: how far it is from the first to the second vertex of an edge.
    """
    n = x.shape[0]
    i0, i1, i2 = first, n + first, 2 * n + first
    j0, j1, j2 = i0 + to, i1 + to, i2 + to
    x0, x1, x2 = load_every(x, i0, stride), load_every(x, i1, stride), load_every(x, i2, stride)
    y0, y1, y2 = load_every(x, j0, stride), load_every(x, j1, stride), load_every(x, j2, stride)
    d0, d1, d2 = x0 - y0, x1 - y1, x2 - y2
    square = d0 * d0 + d1 * d1 + d2 * d2
    error = square - right
    wi, wj = load(bonds, at + LANES), load(bonds, at + 2 * LANES)
    strained = where_positive(wi + wj, size(error))
    unsound = strained - 2.0 * SOUND * right
    if largest(unsound) <= 0.0:
        return worst
    s = where_positive(unsound, error / ((1.5 * square + 0.5 * right) * (wi + wj)))
    u0, u1, u2 = load_every(v, i0, stride), load_every(v, i1, stride), load_every(v, i2, stride)
    w0, w1, w2 = load_every(v, j0, stride), load_every(v, j1, stride), load_every(v, j2, stride)
    rate = (u0 - w0) * d0 + (u1 - w1) * d1 + (u2 - w2) * d2
    c0, c1, c2 = s * d0, s * d1, s * d2
    store_every(x, i0, stride, x0 - wi * c0)
    store_every(x, i1, stride, x1 - wi * c1)
    store_every(x, i2, stride, x2 - wi * c2)
    store_every(x, j0, stride, y0 + wj * c0)
    store_every(x, j1, stride, y1 + wj * c1)
    store_every(x, j2, stride, y2 + wj * c2)
    s = where_positive(unsound, where_positive(rate * error, rate / ((wi + wj) * square)))
    c0, c1, c2 = s * d0, s * d1, s * d2
    store_every(v, i0, stride, u0 - wi * c0)
    store_every(v, i1, stride, u1 - wi * c1)
    store_every(v, i2, stride, u2 - wi * c2)
    store_every(v, j0, stride, w0 + wj * c0)
    store_every(v, j1, stride, w1 + wj * c1)
    store_every(v, j2, stride, w2 + wj * c2)
    return larger(strained, worst)


@inner_kernel
def mend_sweep(
    x: Floats, v: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool
) -> float:
    """Bring strained edges back to length without adding energy; returns the largest strain met.

    Positions are corrected as they are; velocities lose only what would strain the edge further (an inelastic impulse
    along the edge, which keeps linear and angular momentum). Strains and order are those of `stretch_sweep`; diagonals
    that give way are left alone.
    """
    n, columns = x.shape[0], int(par[COLUMNS])
    colours = COLOURS if par[TAUT_DIAGONALS] != 0.0 else COLOURS // 2
    nothing = spread(0.0)
    worst_width = worst_length = worst_diagonal = nothing
    for c in range(colours):
        colour = colours - 1 - c if backwards else c
        at = starts[colour]
        if colour < 2:
            for p in range(colour, n - 1, 2 * LANES):
                worst_width = mend_four(x, v, bonds, at, p, 2, 1, squares[0], worst_width)
                at += BOND_NUMBERS
        elif colour < 4:
            line = (colour - 2) * columns
            for first in range(line, line + columns, LANES):
                for p in range(first, n - columns, 2 * columns):
                    worst_length = mend_four(x, v, bonds, at, p, 1, columns, squares[1], worst_length)
                    at += BOND_NUMBERS
        else:
            line = (colour - 4) // 2 * columns
            for first in range(line + colour % 2, line + columns - 1, 2 * LANES):
                for p in range(first, n - columns, 2 * columns):
                    for side in range(2):
                        to = columns - 1 if side == 1 else columns + 1
                        worst_diagonal = mend_four(x, v, bonds, at, p + side, 2, to, squares[2], worst_diagonal)
                        at += BOND_NUMBERS
    worst = max(largest(worst_width) / squares[0], largest(worst_length) / squares[1])
    return float(0.5 * max(worst, largest(worst_diagonal) / squares[2]))


@inner_kernel
def mend(x: Floats, v: Floats, bonds: Floats, starts: Integers, squares: Floats, par: Floats, backwards: bool) -> None:
    """After a hard landing: sweep and lift by turns until the sheet is sound again (or the passes are used up)."""
    for _ in range(MENDING_PASSES):
        if mend_sweep(x, v, bonds, starts, squares, par, backwards) < TORN:
            break
        keep_above_ground(x, v, par)
        backwards = not backwards


@inner_kernel
def mend_in_flight(
    x: Floats,
    v: Floats,
    mass: Floats,
    body: Floats,
    bonds: Floats,
    starts: Integers,
    squares: Floats,
    par: Floats,
    backwards: bool,
) -> None:
    """`mend` a sheet that touches nothing: linear and angular momentum stay what they were."""
    fit_rigid(x, v, mass, body)
    keep_momentum(body)
    mend(x, v, bonds, starts, squares, par, backwards)
    give_back(x, v, mass, body, body[KEPT:FITTED])
