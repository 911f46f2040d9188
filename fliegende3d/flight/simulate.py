"""One throw to rest, or many throws at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from fliegende3d.flight.compiling import few_collections
from fliegende3d.flight.contact_outcome import landing_of
from fliegende3d.flight.errors import ConfigError
from fliegende3d.flight.material import Material
from fliegende3d.flight.mesh import COARSE, STANDARD
from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.trajectory import Trajectory
from fliegende3d.flight.wind import WindField, load_wind
from fliegende3d.flight.world import LyingCard, World, default_world


def simulate(
    throw: Throw,
    *,
    world: World | None = None,
    material: Material | str = "magic",
    wind: WindField | str = "calm",
    mesh: tuple[int, int] = STANDARD,
    seed: int = 0,
    time: float = 0.0,
    overrides: Mapping[str, float] | None = None,
) -> Trajectory:
    """Fly one throw to rest (or for `solver.longest_flight`).

    The same arguments give the same bits in every process.

    Args:
        throw: position, velocity, spin and orientation at release.
        world: table, cards and carpets; the empty table of `config/table.toml` unless given.
        material: a `Material` or the name of a shipped one.
        wind: a `WindField` or the name of a shipped wind (then `seed` picks its field).
        mesh: vertices along width and length; even numbers.
        seed: of the wind, if it is given by name.
        time: moment of release in the wind field's time [s].
        overrides: values by dotted key that replace those of `config/`, for instance {"air.density": 0.0}.

    Raises:
        FlightError: (a ValueError) for anything unknown, not finite or out of range; then nothing is simulated.
    """
    settings = Settings.resolve(world=world, material=material, wind=wind, mesh=mesh, seed=seed, overrides=overrides)
    return _to_rest(throw, settings, time)


def _to_rest(throw: Throw, settings: Settings, time: float) -> Trajectory:
    """Fly over whatever lies in the settings' world."""
    flight = Flight(throw, settings, time=time)
    path = flight.to_rest()
    return landing_of(flight, path) if flight.plates.keys else path


def simulate_many(
    throws: Sequence[Throw],
    *,
    world: World | None = None,
    material: Material | str = "magic",
    wind: WindField | str = "calm",
    mesh: tuple[int, int] = COARSE,
    seed: int = 0,
    time: float = 0.0,
    overrides: Mapping[str, float] | None = None,
    workers: int | None = None,
) -> list[Trajectory]:
    """Fly many throws under the same conditions, in threads; results are in the order of the throws and do not depend
    on `workers`.

    Args:
        workers: threads; as many as the machine has processors unless given.

    Raises:
        FlightError: as `simulate`.
    """
    settings = Settings.resolve(world=world, material=material, wind=wind, mesh=mesh, seed=seed, overrides=overrides)
    if workers is not None and workers < 1:
        raise ConfigError(f"workers = {workers} must be at least 1")
    threads = workers or os.cpu_count() or 1
    if threads == 1 or len(throws) < 2:
        return [_to_rest(throw, settings, time) for throw in throws]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda throw: _to_rest(throw, settings, time), throws))


def warm_up(progress: Callable[[float, str], None] | None = None) -> None:
    """Compile the kernels (once per machine and version) or load them from the cache, reporting (share done, what
    next).
    """
    report = progress or (lambda share, text: None)
    stages: list[tuple[str, Callable[[], object]]] = [
        ("wind", lambda: load_wind("garden").sample(np.zeros((1, 3)), 0.0)),
        (
            "flight",
            lambda: simulate(
                Throw((0.0, 0.0, 0.05), (0.0, 0.0, 0.0)), mesh=COARSE, overrides={"solver.longest_flight": 0.05}
            ),
        ),
        (
            "landing",
            lambda: simulate(
                Throw((0.0, 0.0, 0.005), (0.0, 0.0, 0.0)),
                world=replace(default_world(), cards=(LyingCard(0, 0.0, 0.0),)),
                mesh=COARSE,
                overrides={"solver.longest_flight": 0.05},
            ),
        ),
    ]
    with few_collections():
        for k, (name, stage) in enumerate(stages):
            report(k / len(stages), name)
            stage()
    report(1.0, "ready")
