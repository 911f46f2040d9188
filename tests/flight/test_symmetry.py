"""The same throw gives the same bits, and the mirrored throw the mirrored flight."""

from __future__ import annotations

import numpy as np
import pytest

from fliegende3d.flight import Orientation, Throw, simulate

THROW = Throw((0.1, -0.6, 0.25), (0.3, 2.0, 0.6), (3.0, 5.0, 60.0), Orientation(0.2, 0.1, 0.05))


@pytest.mark.parametrize("mesh", [(8, 10), (14, 20)])
@pytest.mark.parametrize("material", ["magic", "silk"])
def test_a_mirrored_throw_flies_the_mirrored_path(mesh: tuple[int, int], material: str) -> None:
    short = {"solver.longest_flight": 0.2}
    flight = simulate(THROW, mesh=mesh, material=material, overrides=short)
    mirrored = simulate(THROW.mirrored(), mesh=mesh, material=material, overrides=short)
    columns, rows = mesh
    image = mirrored.vertices[-1].reshape(rows, columns, 3)[:, ::-1].reshape(-1, 3) * np.array([-1.0, 1.0, 1.0])
    assert np.abs(flight.vertices[-1] - image).max() < 1e-9


def test_the_same_throw_gives_the_same_bits() -> None:
    assert simulate(THROW, wind="breeze", seed=3).hash == simulate(THROW, wind="breeze", seed=3).hash
