"""Rows on folds: layers of a sheet neither pass through each other nor explode, and lie still (F)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import layout
from fliegende3d.flight.mesh import COARSE, STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.validation.row import Row
from fliegende3d.flight.validation.vacuum import WEIGHTLESS, momenta

Floats = NDArray[np.float64]

FLICK = 60.0  # rad/s at which the halves of a sheet clap together
SAMPLES, SAMPLE_STEPS = 60, 4
INNER = 1e-3  # share of a triangle's area; a crossing this near to its sides counts as none
APART = 2  # cells between an edge and a triangle that do not belong together
PASSING = {"solver.self_contact": 0.0}


def crossings(x: Floats, triangles: NDArray[np.int32], columns: int) -> int:
    """How often an edge of the mesh goes through a triangle at least two cells away from it: plain geometry, not ours.

    Args:
        x: vertices [m], shape (n, 3).
        triangles: shape (m, 3).
    """
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    edges = np.unique(sides, axis=0)
    boxed = (x[edges].min(1)[:, None] <= x[triangles].max(1)[None]).all(2)
    boxed &= (x[edges].max(1)[:, None] >= x[triangles].min(1)[None]).all(2)
    e, t = np.nonzero(boxed)
    first, second = edges[e][:, :, None], triangles[t][:, None, :]
    cells = np.maximum(abs(first % columns - second % columns), abs(first // columns - second // columns))
    apart = cells.min((1, 2)) >= APART
    e, t = e[apart], t[apart]
    p, q = x[edges[e, 0]], x[edges[e, 1]]
    a, b, c = (x[triangles[t, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    above, below = ((p - a) * normal).sum(1), ((q - a) * normal).sum(1)
    through = above * below < 0.0
    share = np.where(through, above / np.where(through, above - below, 1.0), 0.0)[:, None]
    place = p + share * (q - p)
    limit = INNER * (normal * normal).sum(1)
    for u, v in ((a, b), (b, c), (c, a)):
        through &= (np.cross(v - u, place - u) * normal).sum(1) > limit
    return int(through.sum())


def energy(flight: Flight) -> float:
    """Kinetic and bending energy [J]."""
    mesh, x = flight.mesh, flight.x
    bending = 0.5 * float((mesh.springs[0][:, :, None] * x[:, None, :] * x[mesh.column]).sum())
    return bending + 0.5 * float((mesh.mass[:, None] * flight.v**2).sum())


def clapping(material: str, mesh: tuple[int, int], overrides: dict[str, float], *, mirrored: bool = False) -> Flight:
    """A sheet in empty space, spinning a little, whose ends are flicked together along a slanting crease."""
    throw = Throw((0.0, 0.0, 0.0), (1.0, 0.5, 0.2), (4.0, -3.0, 10.0), Orientation(0.3, 0.1, 0.05))
    settings = Settings.resolve(material=material, mesh=mesh, overrides=WEIGHTLESS | overrides)
    flight = Flight(throw.mirrored() if mirrored else throw, settings, keep_frames=False)
    flight.advance(1)
    place = flight.mesh.rest_positions @ np.array([-0.3 if mirrored else 0.3, 1.0])
    normal = (throw.mirrored() if mirrored else throw).orientation.matrix()[:, 2]
    flight.v += FLICK * np.abs(place)[:, None] * normal
    return flight


def folded(material: str, mesh: tuple[int, int], overrides: dict[str, float], radius: float = 0.002) -> Flight:
    """A sheet folded over across its length, just above the table, at rest."""
    settings = Settings.resolve(material=material, mesh=mesh, overrides=overrides)
    flight = Flight(Throw((0.0, 0.0, 0.001), (0.0, 0.0, 0.0)), settings)
    along = flight.mesh.rest_positions[:, 1]
    arc = np.clip(along / radius, 0.0, math.pi)
    flight.x[:, 1] = np.minimum(along, 0.0) + radius * np.sin(arc) - np.maximum(along - math.pi * radius, 0.0)
    flight.x[:, 2] = 0.001 + radius * (1.0 - np.cos(arc))
    return flight


def clap_rows() -> list[Row]:
    """Two layers that meet in vacuum: nothing passes, momenta stay, energy is lost only."""
    rows: list[Row] = []
    for material in ("wool", "silk"):
        counts: dict[bool, int] = {}
        rises: dict[bool, Floats] = {}
        for held in (True, False):
            flight = clapping(material, STANDARD, {} if held else PASSING)
            linear, angular = momenta(flight)
            levels, counts[held] = [energy(flight)], 0
            for _ in range(SAMPLES):
                flight.advance(SAMPLE_STEPS)
                levels.append(energy(flight))
                counts[held] += crossings(flight.x, flight.mesh.triangles, STANDARD[0])
            rises[held] = np.diff(levels) / levels[0]
            if held:
                linear_after, angular_after = momenta(flight)
                drift = float(np.abs(linear_after - linear).max() / np.linalg.norm(linear))
                turn = float(np.linalg.norm(angular_after - angular) / np.linalg.norm(angular))
        name = f"{material}, ends flicked together in vacuum, 0.5 s"
        rise = float(rises[True].max() - rises[False].max())
        rows.append(Row("F", f"{name}: change of momentum", 0.0, drift, 1e-9, "conservation"))
        rows.append(Row("F", f"{name}: change of angular momentum", 0.0, turn, 1e-9, "conservation"))
        told = f"{name}: largest rise of energy in 4 steps beyond that of a sheet that passes through itself"
        rows.append(Row("F", told, 0.0, max(0.0, rise), 1e-3, "contacts are no source"))
        name = f"{material}: edges through triangles in {SAMPLES} moments"
        told = f"{name} ({counts[False]} without self-contact)"
        rows.append(Row("F", told, 0.0, float(counts[True]), 0.0, "layers stay apart"))
        rows.append(Row("F", f"{name}: the test can fail", 1.0, float(counts[False] > 0), 0.0, "control"))
    return rows


def mirror_rows() -> list[Row]:
    """Mirrored sheets clap to mirror images."""
    rows: list[Row] = []
    for mesh in (COARSE, STANDARD):
        columns, lines = mesh
        ends = []
        for mirrored in (False, True):
            flight = clapping("silk", mesh, {}, mirrored=mirrored)
            flight.advance(96)
            ends.append(flight.x)
        image = ends[1].reshape(lines, columns, 3)[:, ::-1].reshape(-1, 3) * np.array([-1.0, 1.0, 1.0])
        apart = float(np.abs(ends[0] - image).max())
        rows.append(Row("F", f"mirrored clap, {columns}x{lines}: apart after 0.2 s", 0.0, apart, 1e-9, "symmetry", "m"))
    return rows


def lying_rows() -> list[Row]:
    """A folded sheet comes to rest on the table with one layer over the other, and stays."""
    rows: list[Row] = []
    for material in ("wool", "silk"):
        flight = folded(material, STANDARD, {})
        path = flight.to_rest()
        again = folded(material, STANDARD, {}).to_rest()
        name = f"{material}, folded over on the table"
        rows.append(Row("F", f"{name}: comes to rest", 1.0, float(path.settled), 0.0, "friction"))
        count = float(crossings(path.final_vertices, path.triangles, STANDARD[0]))
        rows.append(Row("F", f"{name}: edges through triangles", 0.0, count, 0.0, "layers stay apart"))
        rows.append(Row("F", f"{name}, twice: distinct hashes", 1.0, float(len({path.hash, again.hash})), 0.0, "same"))
        before = flight.x.copy()
        flight.count[layout.SETTLED] = flight.count[layout.ASLEEP] = 0
        flight.par[layout.SLEEP_DISTANCE] = 0.0
        flight.par[layout.REST_FRAMES] = 1e9
        flight.advance(240)
        moved = float(np.abs(flight.x - before).max())
        rows.append(Row("F", f"{name}: moves within 0.5 s more", 0.0, moved, 1e-4, "rest", "m"))
    return rows


def folds() -> list[Row]:
    """All rows on folds."""
    return clap_rows() + mirror_rows() + lying_rows()
