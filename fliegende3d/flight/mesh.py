"""The sheet as a grid: vertices, faces, edges in mirror-symmetric order, bending and tension matrices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import lanes
from fliegende3d.flight.errors import MeshError
from fliegende3d.flight.material import Material

STANDARD = (14, 20)
COARSE = (8, 10)
FINE = (26, 38)
SMALLEST, LARGEST = 4, 64
DUST = 1e-10  # kg, mass of a vertex outside a cut sheet
BOND_NUMBERS = 3  # of each edge, see `bond_numbers`

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]


def check_mesh(mesh: object) -> tuple[int, int]:
    """Return (columns, rows) of a mesh.

    Raises:
        MeshError: unless both are even whole numbers from 4 to 64. Only even counts have a sweep order that is its own
            mirror image; on odd ones mirrored throws would drift apart.
    """
    try:
        pair: tuple[object, ...] = tuple(mesh)  # type: ignore[arg-type]
        columns, rows = pair
    except (TypeError, ValueError):
        raise MeshError(f"mesh = {mesh!r} must be two numbers: vertices along the width and along the length") from None
    for name, value in (("columns", columns), ("rows", rows)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise MeshError(f"mesh {name} = {value!r} must be a whole number")
        if not SMALLEST <= value <= LARGEST or value % 2:
            raise MeshError(f"mesh {name} = {value} must be an even number from {SMALLEST} to {LARGEST}")
    return int(str(columns)), int(str(rows))


@dataclass(frozen=True, eq=False)
class Bonds:
    """Edges by fours, colour after colour: those along the width from even and from odd columns, those along the length
    from even and from odd rows, then of each cell of even or odd rows and columns one diagonal and the other.

    Attributes:
        ends: their vertices, shape (fours, 4, 2), int64; both the same where a four has no such edge.
        edge: which edge of the mesh it is, shape (fours, 4), int64; -1 where there is none.
        starts: place of each colour's first number in `bond_numbers`, shape (8,), int64.
        squares: squared rest lengths along width and length and of diagonals [m^2], shape (3,), float64.
    """

    ends: NDArray[np.int64]
    edge: NDArray[np.int64]
    starts: NDArray[np.int64]
    squares: Floats


@dataclass(frozen=True, eq=False)
class Mesh:
    """A rectangular grid, row-major with x fastest.

    Attributes:
        rest_positions: [m], shape (vertices, 2), float64, centred on the origin.
        mass: [kg], shape (vertices,), float64 (lumped: half at borders, a quarter at corners).
        quads: shape (faces, 4), uint32: corners (i,j), (i+1,j), (i,j+1), (i+1,j+1).
        triangles: shape (2 faces, 3), int32, counter-clockwise seen from above.
        edges: shape (edges, 2), uint32, colour by colour, rows and columns first, then diagonals.
        rest_lengths: [m], shape (edges,), float64.
        border_edges: how many of the edges run along rows and columns.
        springs: rows of three sparse symmetric matrices, shape (3, vertices, entries), float64: bending energy [N/m],
            and tension of a sheet that spins at 1 rad/s, along width and along length [kg/s^2].
        column, used: where those entries stand: shape (vertices, entries), uint32; shape (vertices,), int64.
        band: half bandwidth of the matrices.
        bonds: the edges once more, in the order in which kernels take four of them at a time.
    """

    columns: int
    rows: int
    width: float
    length: float
    rest_positions: Floats
    mass: Floats
    quads: Indices
    triangles: NDArray[np.int32]
    edges: Indices
    rest_lengths: Floats
    border_edges: int
    springs: Floats
    column: Indices
    used: NDArray[np.int64]
    band: int
    bonds: Bonds

    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
        return self.columns * self.rows


def _whole_cells(columns: int, rows: int, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells with all four corners inside, with a rim of missing cells around: shape (rows + 1, columns + 1)."""
    grid = inside.reshape(rows, columns)
    cells = np.zeros((rows + 1, columns + 1), np.bool_)
    cells[1:-1, 1:-1] = grid[:-1, :-1] & grid[:-1, 1:] & grid[1:, :-1] & grid[1:, 1:]
    return cells


def _coloured_edges(columns: int, rows: int, dx: float, dy: float) -> tuple[Indices, Floats, int]:
    """Edges in eight colours; the colour of a cell counts from the nearer border, so the order is its own mirror
    image.
    """
    colours: list[list[tuple[int, int]]] = [[] for _ in range(8)]
    for j in range(rows):
        for i in range(columns):
            here = j * columns + i
            odd_x, odd_y = min(i, columns - 2 - i) % 2, min(j, rows - 2 - j) % 2
            if i < columns - 1:
                colours[odd_x].append((here, here + 1))
            if j < rows - 1:
                colours[2 + odd_y].append((here, here + columns))
            if i < columns - 1 and j < rows - 1:
                colours[4 + 2 * odd_y + odd_x] += [(here, here + columns + 1), (here + 1, here + columns)]
    edges = np.array([pair for colour in colours for pair in colour], np.uint32)
    apart = np.abs(edges[:, 0].astype(np.int64) - edges[:, 1].astype(np.int64))
    rest = np.where(apart == 1, dx, np.where(apart == columns, dy, math.sqrt(dx * dx + dy * dy)))
    return edges, rest, sum(len(colour) for colour in colours[:4])


def _bonds(columns: int, rows: int, edges: Indices, dx: float, dy: float) -> Bonds:
    """Put edges into fours as the kernels walk over them: eight vertices in a row make four pairs along the width."""
    count = columns * rows
    number = {(int(i), int(j)): k for k, (i, j) in enumerate(edges)}
    fours: list[list[tuple[int, int]]] = []
    starts: list[int] = []

    def four(first: int, step: int, to: int) -> None:
        fours.append([(first + step * k, first + step * k + to) for k in range(lanes.WIDTH)])

    for odd in range(2):
        starts.append(len(fours))
        for first in range(odd, count - 1, 2 * lanes.WIDTH):
            four(first, 2, 1)
    for odd in range(2):
        starts.append(len(fours))
        for begin in range(odd * columns, (odd + 1) * columns, lanes.WIDTH):
            for first in range(begin, count - columns, 2 * columns):
                four(first, 1, columns)
    for odd_y in range(2):
        for odd_x in range(2):
            starts.append(len(fours))
            for begin in range(odd_y * columns + odd_x, (odd_y + 1) * columns - 1, 2 * lanes.WIDTH):
                for first in range(begin, count - columns, 2 * columns):
                    four(first, 2, columns + 1)
                    four(first + 1, 2, columns - 1)
    return _real_bonds(columns, number, fours, starts, dx, dy)


def _real_bonds(
    columns: int,
    number: dict[tuple[int, int], int],
    fours: list[list[tuple[int, int]]],
    starts: list[int],
    dx: float,
    dy: float,
) -> Bonds:
    """Fours of pairs with the edges that they stand for; a pair counts once, where it begins a row of its kind."""
    ends = np.zeros((len(fours), lanes.WIDTH, 2), np.int64)
    edge = np.full((len(fours), lanes.WIDTH), -1, np.int64)
    taken: set[int] = set()
    for f, four in enumerate(fours):
        first_row = four[0][0] // columns
        for k, (i, j) in enumerate(four):
            found = number.get((i, j), -1)
            along_width = j == i + 1
            if found >= 0 and (along_width or i // columns == first_row) and found not in taken:
                ends[f, k], edge[f, k] = (i, j), found
                taken.add(found)
    diagonal = math.sqrt(dx * dx + dy * dy)
    size = lanes.WIDTH * BOND_NUMBERS
    return Bonds(ends, edge, size * np.array(starts, np.int64), np.array([dx * dx, dy * dy, diagonal * diagonal]))


def bond_numbers(mesh: Mesh, inverse_mass: Floats, compliance: Floats) -> Floats:
    """What kernels need of each four edges: inverse masses of both ends and compliance [1/kg], then the inverse mass of
    each end, shape (fours * BOND_NUMBERS * 4,), float64. Edges that do not exist move nothing.

    Args:
        compliance: of each edge of the mesh, shape (edges,).
    """
    bonds = mesh.bonds
    exists = bonds.edge >= 0
    first = np.where(exists, inverse_mass[bonds.ends[:, :, 0]], 0.0)
    second = np.where(exists, inverse_mass[bonds.ends[:, :, 1]], 0.0)
    whole = np.where(exists, first + second + compliance[bonds.edge], 1.0)
    return np.stack([whole, first, second], axis=1).reshape(-1)


def _bending_terms(
    columns: int, rows: int, dx: float, dy: float, material: Material, cells: NDArray[np.bool_]
) -> list[tuple[list[tuple[int, float]], float]]:
    """Second differences and their stiffness [N/m]: rows and columns of the grid (half on borders), twist of cells.

    Energy 1/2 k D^2 with D = x(i-1) - 2 x(i) + x(i+1), k = B dy/dx^3, and 1/2 k T^2 with T = x00 - x10 - x01 + x11,
    k = 2 sqrt(B_w B_l)/(dx dy): exactly the plate energy 1/2 B (w_xx^2 + 2 w_xy^2 + w_yy^2) of quadratic shapes, in any
    direction.
    """
    terms: list[tuple[list[tuple[int, float]], float]] = []
    along_width = material.bending_width * dy / dx**3
    along_length = material.bending_length * dx / dy**3
    twist = 2.0 * math.sqrt(material.bending_width * material.bending_length) / (dx * dy)
    for j in range(rows):
        for i in range(columns):
            k = j * columns + i
            weight = 0.5 * (float(cells[j, i] and cells[j, i + 1]) + float(cells[j + 1, i] and cells[j + 1, i + 1]))
            if weight:
                terms.append(([(k - 1, 1.0), (k, -2.0), (k + 1, 1.0)], along_width * weight))
            weight = 0.5 * (float(cells[j, i] and cells[j + 1, i]) + float(cells[j, i + 1] and cells[j + 1, i + 1]))
            if weight:
                terms.append(([(k - columns, 1.0), (k, -2.0), (k + columns, 1.0)], along_length * weight))
            if cells[j + 1, i + 1]:
                corners = [(k, 1.0), (k + 1, -1.0), (k + columns, -1.0), (k + columns + 1, 1.0)]
                terms.append((corners, twist))
    return terms


def _tension_terms(columns: int, rows: int, mass: Floats, *, along_width: bool) -> list[tuple[int, int, float]]:
    """Tension over length [kg/s^2] of each grid edge in a sheet that spins at 1 rad/s, from the masses farther out.

    The discrete T = sigma/2 (a^2/4 - x^2): the pull of an edge carries the centrifugal force of everything outside it.
    """
    terms: list[tuple[int, int, float]] = []
    lines, points = (rows, columns) if along_width else (columns, rows)
    for line in range(lines):
        index = [line * columns + p if along_width else p * columns + line for p in range(points)]
        for p in range(points - 1):
            outer = range(p + 1, points) if 2 * p + 1 >= points - 1 else range(p + 1)
            pull = abs(math.fsum(float(mass[index[q]]) * (q - 0.5 * (points - 1)) for q in outer))
            terms.append((index[p], index[p + 1], pull))
    return terms


@lru_cache(maxsize=64)
def build_mesh(columns: int, rows: int, width: float, length: float, material: Material) -> Mesh:
    """Build the grid and its matrices for one material (pure; kept for reuse)."""
    return cut_mesh(columns, rows, width, length, material, np.ones(columns * rows, np.bool_))


def cut_mesh(
    columns: int, rows: int, width: float, length: float, material: Material, inside: NDArray[np.bool_]
) -> Mesh:
    """Build a sheet of another shape: the grid cells whose corners all lie inside; the other vertices are loose dust.

    Args:
        inside: shape (vertices,). Only a full grid has centrifugal tension.
    """
    count = columns * rows
    dx, dy = width / (columns - 1), length / (rows - 1)
    cells = _whole_cells(columns, rows, inside)
    rest = np.empty((count, 2))
    mass = np.empty(count)
    for j in range(rows):
        for i in range(columns):
            rest[j * columns + i] = (i - 0.5 * (columns - 1)) * dx, (j - 0.5 * (rows - 1)) * dy
            share = 0.25 * float(cells[j : j + 2, i : i + 2].sum())
            mass[j * columns + i] = max(share * dx * dy * material.areal_density, DUST)
    corners = [j * columns + i for j in range(rows - 1) for i in range(columns - 1)]
    quads = np.array([(k, k + 1, k + columns, k + columns + 1) for k in corners], np.uint32)
    triangles = np.array(
        [t for k in corners for t in ((k, k + 1, k + columns + 1), (k, k + columns + 1, k + columns))], np.int32
    )
    edges, lengths, border = _coloured_edges(columns, rows, dx, dy)
    kept = inside[edges[:, 0]] & inside[edges[:, 1]]
    edges, lengths, border = edges[kept], lengths[kept], int(kept[:border].sum())
    entries: list[dict[int, list[float]]] = [{} for _ in range(count)]

    def add(kind: int, i: int, j: int, value: float) -> None:
        entries[i].setdefault(j, [0.0, 0.0, 0.0])[kind] += value

    for stencil, k in _bending_terms(columns, rows, dx, dy, material, cells):
        for i, a in stencil:
            for j, b in stencil:
                add(0, i, j, k * a * b)
    for kind, along_width in ((1, True), (2, False)) if inside.all() else ():
        for i, j, pull in _tension_terms(columns, rows, mass, along_width=along_width):
            add(kind, i, i, pull)
            add(kind, j, j, pull)
            add(kind, i, j, -pull)
            add(kind, j, i, -pull)
    for i in range(count):
        add(0, i, i, 0.0)
    widest = max(len(row) for row in entries)
    values = np.zeros((3, count, widest))
    column = np.zeros((count, widest), np.uint32)
    used = np.array([len(row) for row in entries], np.int64)
    for i, row in enumerate(entries):
        for k, j in enumerate(sorted(row)):
            column[i, k] = j
            values[:, i, k] = row[j]
    return Mesh(
        columns,
        rows,
        width,
        length,
        rest,
        mass,
        quads,
        triangles,
        edges,
        lengths,
        border,
        values,
        column,
        used,
        2 * columns,
        _bonds(columns, rows, edges, dx, dy),
    )
