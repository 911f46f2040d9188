"""Rows of contact with cards and carpets (V25, V26, C), and what must hold for every landing."""

from __future__ import annotations

import math

import numpy as np

from fliegende3d.flight import plates
from fliegende3d.flight.mesh import COARSE, STANDARD
from fliegende3d.flight.throw import Orientation
from fliegende3d.flight.validation.contact_rig import (
    FALL,
    HELD,
    RATE,
    WIDE,
    Slab,
    centre,
    corner_depth,
    energy,
    friction,
    lean,
    momentum,
    rig,
    row_of,
    velocity,
)
from fliegende3d.flight.validation.row import Row

MESHES = (COARSE, STANDARD)
CARPET_MASS = 0.30 * 0.059 * 0.091
CARD_MASS = 0.0017
CARD, CARPET = 0.0003, 0.0008  # m, thickness
STILL = 1e-4  # m; what counts as not moving
LIP = 5e-4  # m; a lip that is pushed


def _named(mesh: tuple[int, int]) -> str:
    return f"mesh {mesh[0]}x{mesh[1]}"


def slides() -> list[Row]:
    """Slides as in V20 and V21 on a wide card that is held: the same as on the table."""
    rows: list[Row] = []
    cases = (
        (0.0, 0.1699, 0.0, 0.01),
        (5.0, 0.1720, 1.190, 0.03),
        (20.0, 0.2057, 4.846, 0.03),
        (60.0, 0.4151, 23.48, 0.03),
    )
    for mesh in MESHES:
        for spin, distance, turn, tolerance in cases:
            flight = rig(
                [Slab("card", scale=20.0, mass=HELD)],
                friction(table=0.3) | {"material.bending_rigidity": 1e-2},
                mesh=mesh,
                velocity=(1.0, 0.0, 0.0),
                spin=spin,
                position=(0.0, 0.0, CARD),
                above=True,
            )
            angle = last = 0.0
            for _ in range(450):
                flight.advance(1)
                side = flight.x[mesh[0] - 1] - flight.x[0]
                now = math.atan2(side[1], side[0])
                angle += (now - last + math.pi) % (2.0 * math.pi) - math.pi
                last = now
            name = f"slide over a card at 1 m/s, {spin:g} rad/s, {_named(mesh)}"
            rows.append(
                Row("C", f"{name}: distance", distance, float(centre(flight)[0]), tolerance, "Coulomb", "m", True)
            )
            if spin:
                rows.append(Row("C", f"{name}: turn", turn, angle, tolerance, "Coulomb, rigid plate", "rad", True))
    return rows


def inclines() -> list[Row]:
    """As V23: carpets and cards on each other just below and just above the angle of friction."""
    rows: list[Row] = []
    cases = (
        ("wide card", Slab("card", scale=WIDE, mass=HELD), 0.35, CARD),
        ("wide carpet", Slab("carpet", scale=WIDE, mass=HELD), 0.50, CARPET),
        ("card of its own size", Slab("card", mass=HELD), 0.35, CARD),
    )
    for mesh in MESHES:
        for name, slab, mu, top in cases:
            for share in (0.98, 1.02):
                slope = math.atan(share * mu)
                flight = rig(
                    [slab],
                    friction(table=mu) | {"incline": slope},
                    mesh=mesh,
                    position=(0.0, 0.0, top),
                    above=True,
                )
                what = f"carpet on a {name}, {share:g} of the angle of friction, {_named(mesh)}"
                if share < 1.0:
                    flight.advance(10 * RATE)
                    rows.append(
                        Row("C", f"{what}: drift in 10 s", 0.0, float(centre(flight)[0]), STILL, "Coulomb", "m")
                    )
                else:
                    steps = 100
                    flight.advance(steps)
                    right = FALL * (math.sin(slope) - mu * math.cos(slope))
                    ours = 2.0 * float(centre(flight)[0]) / (steps * (steps + 1)) * RATE**2
                    rows.append(Row("C", f"{what}: acceleration", right, ours, 0.02, "Coulomb", "m/s^2", True))
    for share in (0.98, 1.02):
        slope = math.atan(share * 0.25)
        flight = rig([Slab("card")], friction(table=0.25), mesh=COARSE, position=(3.0, 0.0, 0.0))
        flight.con[plates.GRAVITY] = FALL * math.cos(slope)
        steps = 10 * RATE if share < 1.0 else RATE
        for _ in range(steps):
            lean(flight, 0, FALL * math.sin(slope))
            flight.advance(1)
        what = f"card on the table, {share:g} of the angle of friction"
        way = float(row_of(flight, 0)[plates.X])
        if share < 1.0:
            rows.append(Row("C", f"{what}: drift in 10 s", 0.0, way, STILL, "Coulomb", "m"))
        else:
            right = FALL * (math.sin(slope) - 0.25 * math.cos(slope))
            ours = 2.0 * way / (steps * (steps + 1)) * RATE**2
            rows.append(Row("C", f"{what}: acceleration", right, ours, 0.02, "Coulomb", "m/s^2", True))
    return rows


def dragged_card() -> list[Row]:
    """V25: a carpet that is pulled over a free card takes it along only if mu_c m_1 > mu_t (m_1 + m_2)."""
    rows: list[Row] = []
    mu_table = 0.2
    threshold = mu_table * (CARPET_MASS + CARD_MASS) / CARPET_MASS
    for mesh in MESHES:
        for share in (0.97, 1.03, 1.6):
            mu = threshold * share
            flight = rig(
                [Slab("card", scale=WIDE, mass=CARD_MASS)],
                friction(table=0.35, card=mu, card_table=mu_table),
                mesh=mesh,
                position=(0.0, 0.0, CARD),
                above=True,
            )
            flight.advance(100)
            flight.v[:, 0] += 1.0
            steps = 14
            flight.advance(steps)
            pull = (mu * CARPET_MASS - mu_table * (CARPET_MASS + CARD_MASS)) / CARD_MASS * FALL
            right = max(0.0, pull) * steps / RATE
            ours = float(row_of(flight, 0)[plates.VX])
            what = f"carpet pulled over a card at {share:g} of the threshold, {_named(mesh)}: card's speed after 29 ms"
            allowed = max(0.03 * threshold * CARPET_MASS / CARD_MASS * FALL * steps / RATE, 1e-9)
            rows.append(Row("V25", what, right, ours, allowed if share > 1.0 else 1e-9, "statics", "m/s"))
    return rows


def pushed_card() -> list[Row]:
    """V26: a carpet hits a card and moves on with it; then both slide to rest."""
    rows: list[Row] = []
    together = CARPET_MASS * 2.0 / (CARPET_MASS + CARD_MASS)
    for mesh in MESHES:
        flight = rig([Slab("card", x=0.1, lip=LIP)], friction(table=0.0), mesh=mesh, velocity=(2.0, 0.0, 0.0))
        flight.advance(30)
        what = f"carpet pushes a card at 2 m/s without friction, {_named(mesh)}"
        speed = float(row_of(flight, 0)[plates.VX])
        rows.append(Row("V26", f"{what}: card", together, speed, 0.02, "momentum", "m/s", True))
        rows.append(Row("V26", f"{what}: carpet", together, float(velocity(flight)[0]), 0.02, "momentum", "m/s", True))
        flight = rig([Slab("card", x=0.0592, lip=LIP)], friction(table=0.25), mesh=mesh, velocity=(2.0, 0.0, 0.0))
        flight.advance(720)
        right = together**2 / (2.0 * 0.25 * FALL)
        way = float(row_of(flight, 0)[plates.X]) - 0.0592
        rows.append(
            Row("V26", f"the same with friction 0.25, {_named(mesh)}: way", right, way, 0.02, "momentum", "m", True)
        )
    return rows


def kept_momenta() -> list[Row]:
    """Momentum and angular momentum of carpet and card together, when the table has no friction."""
    rows: list[Row] = []
    for mesh in MESHES:
        for what, slab, mu in (
            ("oblique push", Slab("card", x=0.1, y=0.03, yaw=0.2, lip=LIP), 0.0),
            ("corner pushed", Slab("card", x=0.0875, y=0.004, yaw=1.085, lip=LIP), 0.0),
            ("slip under a card", Slab("card", x=0.085, y=0.02, yaw=0.3, lip=1.2e-3), 0.35),
            ("slide over a card", Slab("card", x=0.085, y=0.02, yaw=0.3), 0.35),
        ):
            flight = rig(
                [slab],
                friction(table=0.0, card=mu),
                mesh=mesh,
                velocity=(2.0, 0.0, 0.0),
                spin=5.0,
            )
            before = momentum(flight)
            flight.advance(60)
            change = np.abs(momentum(flight) - before)
            scale = CARPET_MASS * 2.0
            name = f"{what}, {_named(mesh)}"
            rows.append(
                Row("V26", f"{name}: change of momentum", 0.0, float(change[:2].max()) / scale, 1e-9, "conservation")
            )
            rows.append(
                Row(
                    "V26",
                    f"{name}: change of angular momentum",
                    0.0,
                    float(change[2]) / (scale * 0.05),
                    1e-9,
                    "conservation",
                )
            )
    return rows


def three_layers() -> list[Row]:
    """A carpet at 1 m/s on a carpet on a card on the table: the friction chain, sliding and stuck."""
    rows: list[Row] = []
    for mesh in MESHES:
        for on_carpet, on_card, on_table in ((1.2, 0.2, 0.05), (1.2, 0.9, 0.2)):
            flight = rig(
                [Slab("card", scale=WIDE, mass=CARD_MASS), Slab("carpet", scale=WIDE, mass=CARPET_MASS)],
                friction(table=0.3, card=on_card, carpet=on_carpet, card_table=on_table),
                mesh=mesh,
                position=(0.0, 0.0, CARD + CARPET),
                above=True,
            )
            flight.advance(50)
            flight.v[:, 0] += 1.0
            steps = 15
            flight.advance(steps)
            pull = on_carpet * CARPET_MASS
            middle = (pull - on_card * 2.0 * CARPET_MASS) / CARPET_MASS * FALL
            bottom = (on_card * 2.0 * CARPET_MASS - on_table * (2.0 * CARPET_MASS + CARD_MASS)) / CARD_MASS * FALL
            if middle < bottom:
                both = (pull - on_table * (2.0 * CARPET_MASS + CARD_MASS)) / (CARPET_MASS + CARD_MASS) * FALL
                middle = bottom = both
            for name, slab, right in (("carpet", 1, middle), ("card", 0, bottom)):
                ours = float(row_of(flight, slab)[plates.VX])
                what = f"three layers, {'stuck' if on_card > 0.5 else 'sliding'}, {_named(mesh)}: {name}"
                rows.append(Row("V25", what, right * steps / RATE, ours, 0.02, "Coulomb", "m/s", True))
    return rows


def creep() -> list[Row]:
    """Five carpets on two cards: in ten seconds nothing moves."""
    rows: list[Row] = []
    for mesh in MESHES:
        random = np.random.default_rng(5)
        slabs = [Slab("card", 0.01, 0.02, 0.3), Slab("card", 0.08, 0.05, 1.0)]
        for _ in range(4):
            x, y = random.normal(0.0, 0.012, 2)
            slabs.append(Slab("carpet", float(x), float(y), float(random.normal(0.0, 0.5))))
        x, y = random.normal(0.0, 0.012, 2)
        flight = rig(
            slabs, friction(table=0.35, carpet=0.5, card_table=0.25), mesh=mesh, position=(float(x), float(y), 0.006)
        )
        flight.advance(2 * RATE)
        before, lying = flight.x.copy(), flight.plates.table[:, :3].copy()
        flight.advance(10 * RATE)
        what = f"five carpets on two cards, 10 s, {_named(mesh)}"
        moved = float(np.abs(flight.x - before).max())
        rows.append(Row("C", f"{what}: the top carpet moved", 0.0, moved, STILL, "statics", "m"))
        slid = float(np.abs(flight.plates.table[:, :3] - lying).max())
        rows.append(Row("C", f"{what}: the others moved", 0.0, slid, 1e-12, "statics", "m"))
    return rows


def meeting_cards() -> list[Row]:
    """Cards that are pushed into cards do not ride over one another."""
    flight = rig(
        [Slab("card"), Slab("card", 0.075, 0.01, 0.2), Slab("card", 0.15, -0.01, -0.1)],
        friction(table=0.25),
        mesh=COARSE,
        position=(3.0, 0.0, 0.0),
    )
    row = row_of(flight, 0)
    row[plates.VX], row[plates.AWAKE] = 1.5, 1.0
    deepest = 0.0
    for _ in range(RATE):
        flight.advance(1)
        deepest = max(deepest, _overlap(flight.plates.table))
    return [Row("V26", "a card at 1.5 m/s into two others: deepest overlap", 0.0, deepest, 2e-4, "no overlap", "m")]


def _overlap(table: plates.Floats) -> float:
    """Deepest overlap of any two plates by separating axes [m]."""
    deepest = 0.0
    for a in range(len(table)):
        for b in range(a):
            first, second = table[a], table[b]
            apart = first[:2] - second[:2]
            depth = math.inf
            for row in (first, second):
                for nx, ny in ((row[plates.COSINE], row[plates.SINE]), (-row[plates.SINE], row[plates.COSINE])):
                    reach = sum(
                        q[plates.HALF_X] * abs(q[plates.COSINE] * nx + q[plates.SINE] * ny)
                        + q[plates.HALF_Y] * abs(q[plates.COSINE] * ny - q[plates.SINE] * nx)
                        for q in (first, second)
                    )
                    depth = min(depth, reach - abs(float(apart[0] * nx + apart[1] * ny)))
            deepest = max(deepest, depth)
    return deepest


def corner() -> list[Row]:
    """A card's corner that meets the carpet's side between two vertices is pushed, not run over."""
    rows: list[Row] = []
    for mesh in MESHES:
        flight = rig(
            [Slab("card", x=0.0875, y=0.004, yaw=math.pi / 4 + 0.3, lip=LIP)],
            friction(table=0.0),
            mesh=mesh,
            velocity=(2.0, 0.0, 0.0),
        )
        deepest = 0.0
        for _ in range(60):
            flight.advance(1)
            deepest = max(deepest, corner_depth(flight, 0))
        rows.append(
            Row(
                "V26",
                f"a card's corner against the carpet's side, {_named(mesh)}: depth",
                0.0,
                deepest,
                5e-4,
                "no overlap",
                "m",
            )
        )
    return rows


def energies() -> list[Row]:
    """In vacuum the energy of all never rises above the start, and hardly in any single step."""
    rows: list[Row] = []
    for mesh in MESHES:
        for tilt in (0.0, 0.15, 0.3):
            random = np.random.default_rng(2)
            slabs = [
                Slab(
                    "card",
                    0.1 + 0.09 * (k // 3),
                    0.12 * (k % 3 - 1),
                    float(random.uniform(-0.2, 0.2)),
                    lip=float(0.9e-3 * random.uniform() ** 3),
                )
                for k in range(12)
            ]
            flight = rig(
                slabs,
                friction(table=0.35, card_table=0.25),
                mesh=mesh,
                position=(-0.05, 0.0, 0.03),
                velocity=(2.0, 0.0, 0.2),
                spin=30.0,
                orientation=Orientation(roll=tilt),
            )
            flight.advance(1)  # from here on velocities are those of half a step before
            start = last = energy(flight)
            highest, step = 0.0, 0.0
            for _ in range(500):
                flight.advance(1)
                now = energy(flight)
                highest, step = max(highest, now - start), max(step, now - last)
                last = now
            what = f"landing on cards at 2 m/s, {tilt:g} rad tilted, {_named(mesh)}"
            rows.append(Row("C", f"{what}: rise above the start", 0.0, highest / start, 1e-3, "conservation"))
            rows.append(Row("C", f"{what}: largest rise in a step", 0.0, step / start, 1e-3, "conservation"))
    return rows


def mirrored() -> list[Row]:
    """A mirrored throw over mirrored cards: the mirror image at the first contact with a card and just after."""
    rows: list[Row] = []
    for mesh in MESHES:
        both = []
        for sign in (1.0, -1.0):
            flight = rig(
                [Slab("card", sign * 0.11, 0.02, sign * 0.3, lip=LIP), Slab("card", sign * 0.10, -0.09, sign * -0.2)],
                friction(table=0.35, card_table=0.25),
                mesh=mesh,
                position=(0.0, 0.0, 0.01),
                velocity=(sign * 2.0, 0.1, 0.0),
                spin=sign * 20.0,
                orientation=Orientation(roll=sign * 0.02, pitch=0.01),
            )
            while not (flight.plates.table[:, plates.AWAKE] > 0).any() and flight.time < 0.2:
                flight.advance(1)
            flight.advance(1)
            both.append(flight)
        columns, count = mesh
        image = both[1].x.reshape(count, columns, 3)[:, ::-1].reshape(-1, 3) * (-1.0, 1.0, 1.0)
        apart = float(np.abs(both[0].x - image).max())
        cards = float(np.abs(both[0].plates.table[:, :3] - both[1].plates.table[:, :3] * (-1.0, 1.0, -1.0)).max())
        what = f"mirrored throw over mirrored cards, a step after it touches one, {_named(mesh)}"
        rows.append(Row("C", f"{what}: carpet", 0.0, apart, 1e-6, "symmetry", "m"))
        rows.append(Row("C", f"{what}: cards", 0.0, cards, 1e-6, "symmetry", "m"))
    return rows


def v25() -> list[Row]:
    """What a carpet drags along by friction, through one layer and through two."""
    return [*dragged_card(), *three_layers()]


def v26() -> list[Row]:
    """What a carpet pushes along, and that momenta are kept whatever it does."""
    return [*pushed_card(), *kept_momenta(), *meeting_cards(), *corner()]


def on_plates() -> list[Row]:
    """V20, V21, V23 and V29 on cards and carpets instead of the table, stacks at rest, energy of landings."""
    return [*slides(), *inclines(), *creep(), *energies(), *mirrored()]


ALL = (
    slides,
    inclines,
    dragged_card,
    pushed_card,
    kept_momenta,
    three_layers,
    creep,
    meeting_cards,
    corner,
    energies,
    mirrored,
)
