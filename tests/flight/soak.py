"""Random throws over the whole range of hands, materials and winds: nothing explodes, yields NaN or fails to settle.

python -m tests.flight.soak --throws 20000 --mesh 8x10
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass, field

import numpy as np

from fliegende3d.flight import (
    COARSE,
    MAX_SPEED,
    MAX_SPIN,
    Orientation,
    Settings,
    Throw,
    Trajectory,
    load_material,
    load_wind,
    material_names,
    wind_names,
)
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.validation.folding import crossings

FASTEST = 40.0  # m/s: no vertex of a sound flight moves farther between frames (8 m/s and 25 rev/s make 17 m/s)
WIDEST = 0.12  # m: no vertex of a sound flight is farther from its centre (the half diagonal is 54 mm)
STRAINED = (
    0.05  # of an edge; a sheet at rest holds its edges better than that unless it lies on the wrong side of itself
)
WINDS_KEPT = 25  # seeds of each wind; making a field costs more than a throw


@dataclass
class Soak:
    """What became of the throws.

    Attributes:
        tangled: throws that came to rest with an edge through a face, by material.
        strained: throws that came to rest with an edge strained by more than `STRAINED`, by material.
    """

    throws: int = 0
    not_finite: list[int] = field(default_factory=list)
    exploded: list[int] = field(default_factory=list)
    unsettled: list[int] = field(default_factory=list)
    tangled: dict[str, list[int]] = field(default_factory=dict)
    strained: dict[str, list[int]] = field(default_factory=dict)
    longest: float = 0.0
    mean_duration: float = 0.0
    fastest_vertex: float = 0.0
    widest_vertex: float = 0.0
    worst_strain_at_rest: float = 0.0

    @property
    def sound(self) -> bool:
        """Whether every throw flew and came to rest."""
        return not (self.not_finite or self.exploded or self.unsettled)


def random_throw(random: np.random.Generator) -> Throw:
    """A throw anywhere over or beside the table, in any direction and attitude, up to the limits of a hand."""

    def direction() -> np.ndarray:
        vector = random.normal(size=3)
        return vector / np.linalg.norm(vector)

    x, y = random.uniform(-1.2, 1.2, 2)
    velocity = direction() * MAX_SPEED * math.sqrt(random.random())
    spin = direction() * MAX_SPIN * random.random()
    yaw, pitch, roll = random.uniform(-math.pi, math.pi, 3)
    return Throw((x, y, random.uniform(0.0, 1.0)), tuple(velocity), tuple(spin), Orientation(yaw, pitch, roll))


def judge(report: Soak, index: int, flight: Flight, path: Trajectory) -> None:
    """Add one flight to the report."""
    report.throws += 1
    if not np.isfinite(path.vertices).all():
        report.not_finite.append(index)
        return
    fastest = float(np.abs(np.diff(path.vertices, axis=0)).max()) * 60.0
    widest = float(np.linalg.norm(path.vertices - path.centre_of_mass[:, None], axis=2).max())
    first, second = flight.mesh.edges[:, 0], flight.mesh.edges[:, 1]
    rest = path.final_vertices
    strain = np.linalg.norm(rest[first] - rest[second], axis=1) / flight.mesh.rest_lengths - 1.0
    report.fastest_vertex = max(report.fastest_vertex, fastest)
    report.widest_vertex = max(report.widest_vertex, widest)
    report.worst_strain_at_rest = max(report.worst_strain_at_rest, float(np.abs(strain).max()))
    material = flight.settings.material.name
    if crossings(rest, path.triangles, flight.mesh.columns) > 0:
        report.tangled.setdefault(material, []).append(index)
    if float(np.abs(strain).max()) > STRAINED:
        report.strained.setdefault(material, []).append(index)
    report.longest = max(report.longest, path.duration)
    report.mean_duration += (path.duration - report.mean_duration) / report.throws
    if fastest > FASTEST or widest > WIDEST:
        report.exploded.append(index)
    if not path.settled:
        report.unsettled.append(index)


def soak(
    throws: int,
    mesh: tuple[int, int] = COARSE,
    seed: int = 1,
    first: int = 0,
    *,
    only: str | None = None,
    progress: bool = False,
) -> Soak:
    """Fly so many random throws; throw number n is the same whatever the others are.

    Args:
        only: the one material to fly; throws of the others are left out.
    """
    report = Soak()
    materials = [load_material(name) for name in material_names()]
    winds = {(name, k): load_wind(name, k) for name in wind_names() for k in range(WINDS_KEPT)}
    for index in range(first, first + throws):
        random = np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, index])))
        material = materials[index % len(materials)]
        if only is not None and material.name != only:
            continue
        wind = winds[wind_names()[index // len(materials) % len(wind_names())], index % WINDS_KEPT]
        flight = Flight(random_throw(random), Settings.resolve(material=material, wind=wind, mesh=mesh))
        judge(report, index, flight, flight.to_rest())
        if progress and (index + 1) % 500 == 0:
            print(f"{index + 1 - first} of {throws}", file=sys.stderr, flush=True)
    return report


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=20_000)
    parser.add_argument("--mesh", default="8x10")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=material_names())
    options = parser.parse_args()
    columns, rows = (int(part) for part in options.mesh.split("x"))
    report = soak(options.throws, (columns, rows), options.seed, options.first, only=options.only, progress=True)
    print(json.dumps(asdict(report) | {"sound": report.sound}, indent=1))
    return 0 if report.sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
