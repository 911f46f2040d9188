"""Rows on repeatability: the same throw twice, and its mirror image (V29)."""

from __future__ import annotations

import numpy as np

from fliegende3d.flight.mesh import COARSE, STANDARD
from fliegende3d.flight.simulate import simulate
from fliegende3d.flight.throw import Orientation, Throw
from fliegende3d.flight.validation.row import Row

THROW = Throw((0.1, -0.6, 0.25), (0.3, 2.0, 0.6), (3.0, 5.0, 60.0), Orientation(0.2, 0.1, 0.05))
MOMENT = {"solver.longest_flight": 0.2}


def v29() -> list[Row]:
    """The same seed gives the same bits; a mirrored throw in still air flies the mirrored path to rounding."""
    rows: list[Row] = []
    same = float(len({simulate(THROW, wind="breeze", seed=7).hash for _ in range(2)}))
    rows.append(Row("V29", "one throw twice in a breeze: distinct hashes of the rest", 1.0, same, 0.0, "determinism"))
    for mesh in (COARSE, STANDARD):
        for material in ("magic", "silk"):
            flight = simulate(THROW, mesh=mesh, material=material, overrides=MOMENT)
            mirrored = simulate(THROW.mirrored(), mesh=mesh, material=material, overrides=MOMENT)
            columns, lines = mesh
            image = mirrored.vertices[-1].reshape(lines, columns, 3)[:, ::-1].reshape(-1, 3) * np.array(
                [-1.0, 1.0, 1.0]
            )
            apart = float(np.abs(flight.vertices[-1] - image).max())
            rows.append(
                Row(
                    "V29",
                    f"mirrored throw, {material}, {columns}x{lines}: apart after 0.2 s",
                    0.0,
                    apart,
                    1e-9,
                    "symmetry",
                    "m",
                )
            )
    return rows
