"""Random throws at full tables: all settle, nothing is inside anything, and a second run gives the same bits.

`python -m tests.benchmarks.landing.soak [--throws 20000] [--first 0] [--mesh 8x10] [--wild 0.25]`
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import LyingCard, LyingCarpet, Orientation, Throw, World, default_table, simulate
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.flight.mesh import COARSE, STANDARD

from .scenes import layout, rule_set

Floats = NDArray[np.float64]

MESHES = {"8x10": COARSE, "14x20": STANDARD}
THROWS_A_TABLE = 25
PENETRATION = 0.0002  # m that a vertex may lie below what carries it
CARD_THICKNESS = 0.0003
REPEATED = 50  # every so many throws one is flown a second time


@dataclass
class Tally:
    """What a soak has found."""

    throws: int = 0
    tables: int = 0
    unsettled: int = 0
    longest: float = 0.0
    not_finite: int = 0
    below_table: int = 0
    inside_card: int = 0
    both_sides: int = 0
    fallen_cards: int = 0
    off_table: int = 0
    repeated: int = 0
    different: int = 0
    deepest: float = 0.0
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    @property
    def wrong(self) -> int:
        """How often something was that must not be."""
        faults = (self.unsettled, self.not_finite, self.below_table, self.inside_card, self.both_sides, self.different)
        return sum(faults)


def lying(table: int) -> World:
    """A full table: twelve cards and three carpets lying flat over them, at random."""
    cards = layout(table, rule_set())
    random = np.random.default_rng([table, 5])
    carpets = tuple(
        LyingCarpet(
            k, float(random.uniform(-0.25, 0.25)), float(random.uniform(-0.2, 0.2)), float(random.uniform(0, 3.1))
        )
        for k in range(3)
    )
    return World(
        default_table(), tuple(LyingCard(card.id, card.x, card.y, card.yaw) for card in cards), carpets, (), table
    )


def random_throw(random: np.random.Generator, wild: float) -> Throw:
    """A throw from some side: aimed at the table's middle with a wide spread, or (a share `wild`) anyhow."""
    anyhow = bool(random.random() < wild)
    side = float(random.integers(4)) * 0.5 * math.pi
    c, s = math.cos(side), math.sin(side)
    speed = float(random.uniform(1.0, 6.0) if anyhow else random.uniform(1.2, 2.4))
    bearing = float(random.normal(0.0, 0.5 if anyhow else 0.15))
    loft = float(random.uniform(-0.3, 0.6) if anyhow else random.normal(0.12, 0.06))
    tilt = random.normal(0.0, 0.4 if anyhow else 0.08, 2)
    spin = float(random.uniform(-120.0, 120.0) if anyhow else random.choice((-1.0, 1.0)) * random.normal(60.0, 10.0))
    x, y = float(random.uniform(-0.2, 0.2)), -0.78
    ahead, across = speed * math.cos(loft) * math.cos(bearing), speed * math.cos(loft) * math.sin(bearing)
    held = Orientation(side, float(tilt[0]), float(tilt[1]))
    normal = held.matrix()[:, 2] * min(abs(spin), 150.0) * math.copysign(1.0, spin)
    return Throw(
        (c * x - s * y, s * x + c * y, float(random.uniform(0.2, 0.5))),
        (-c * across - s * ahead, -s * across + c * ahead, speed * math.sin(loft)),
        (float(normal[0]), float(normal[1]), float(normal[2])),
        held,
    )


def inspect(landing: Landing, tally: Tally) -> None:
    """Count what must not be."""
    vertices = landing.final_vertices
    table = default_table()
    tally.throws += 1
    tally.unsettled += not landing.settled
    tally.longest = max(tally.longest, landing.duration)
    tally.fallen_cards += len(landing.fallen)
    if not np.isfinite(vertices).all() or not all(np.isfinite(lain).all() for lain in landing.resting.values()):
        tally.not_finite += 1
        return
    on_top = (np.abs(vertices[:, 0]) < table.half_width) & (np.abs(vertices[:, 1]) < table.half_depth)
    tally.off_table += not on_top.any()
    if on_top.any() and vertices[on_top, 2].min() < -PENETRATION and vertices[on_top, 2].max() > -0.1:
        tally.below_table += 1
    for (kind, _), side in landing.sides.items():
        met = set(np.unique(side).tolist()) - {0}
        tally.both_sides += len(met) > 1
        if kind == "card" and 1 in met:
            depth = CARD_THICKNESS - float(vertices[side == 1, 2].min())
            tally.deepest = max(tally.deepest, depth)
            tally.inside_card += depth > PENETRATION


def soak(throws: int, *, first: int = 0, mesh: tuple[int, int] = COARSE, wild: float = 0.25) -> Tally:
    """Fly so many throws at full tables, `THROWS_A_TABLE` at each, and inspect every landing."""
    tally = Tally()
    while tally.throws < throws:
        table = first + tally.tables
        world = lying(table)
        random = np.random.default_rng([table, 6])
        for _ in range(min(THROWS_A_TABLE, throws - tally.throws)):
            throw = random_throw(random, wild)
            landing = simulate(throw, world=world, mesh=mesh)
            assert isinstance(landing, Landing)
            inspect(landing, tally)
            tally.digest.update(landing.hash.encode())
            if tally.throws % REPEATED == 0:
                tally.repeated += 1
                tally.different += simulate(throw, world=world, mesh=mesh).hash != landing.hash
        tally.tables += 1
        if sys.stderr.isatty():
            print(f"\r{tally.throws}", end="", file=sys.stderr)
    return tally


def main() -> int:
    """Fly the throws; 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=20000)
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    parser.add_argument("--mesh", choices=list(MESHES), default="8x10")
    parser.add_argument("--wild", type=float, default=0.25, help="share of throws that are thrown anyhow")
    chosen = parser.parse_args()
    started = time.perf_counter()
    tally = soak(chosen.throws, first=chosen.first, mesh=MESHES[chosen.mesh], wild=chosen.wild)
    print(
        f"{tally.throws} throws at {tally.tables} full tables, mesh {chosen.mesh}, "
        f"{chosen.wild:.0%} of them thrown anyhow"
    )
    print(f"not settled {tally.unsettled}, longest {tally.longest:.2f} s, not finite {tally.not_finite}")
    print(f"below the table {tally.below_table}, on both sides of something {tally.both_sides}")
    print(f"over {PENETRATION * 1e3:g} mm inside a card {tally.inside_card}, deepest {tally.deepest * 1e3:.3f} mm")
    print(f"carpets off the table {tally.off_table}, cards pushed off it {tally.fallen_cards}")
    print(f"flown twice {tally.repeated}, with other bits {tally.different}")
    print(f"sha256 of all landings {tally.digest.hexdigest()}")
    print(f"{time.perf_counter() - started:.0f} s, {time.process_time():.0f} s of processor time")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
