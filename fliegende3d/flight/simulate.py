"""One throw to rest, many throws at once, or a flight step by step."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import kernels
from fliegende3d.flight.config import MATERIAL_KEYS, WIND_KEYS, check_overrides, shipped_values
from fliegende3d.flight.errors import ConfigError
from fliegende3d.flight.material import Material, load_material
from fliegende3d.flight.mesh import COARSE, STANDARD, Mesh, build_mesh, check_mesh
from fliegende3d.flight.throw import Throw, quantise
from fliegende3d.flight.trajectory import ContactEvent, ContactKind, Trajectory
from fliegende3d.flight.wind import WindField, load_wind
from fliegende3d.flight.world import LyingCard, Table, World, default_world

Floats = NDArray[np.float64]

MOST_EVENTS = 64
ANCHOR_MASS = 1e3  # kg
LIMP_SHEAR = 1e4  # N/m; below it the diagonals of a sheet give way and need no mending
NODE_COLUMNS, NODE_ROWS = 4, 6  # vertices where the wind is sampled: 20 mm apart, far below the smallest eddies
KINDS = (ContactKind.TABLE, ContactKind.RIM, ContactKind.FLOOR)


@dataclass(frozen=True, eq=False)
class Settings:
    """Everything but the throw: material, wind, world, mesh and the physics values by dotted key."""

    material: Material
    wind: WindField
    world: World
    mesh: tuple[int, int]
    values: Mapping[str, float]

    @classmethod
    def resolve(
        cls,
        *,
        world: World | None = None,
        material: Material | str = "magic",
        wind: WindField | str = "calm",
        mesh: tuple[int, int] = STANDARD,
        seed: int = 0,
        overrides: Mapping[str, float] | None = None,
    ) -> Settings:
        """Look up names, apply overrides and check everything.

        Raises:
            FlightError: naming field, value and range, or listing near names.
        """
        checked = check_overrides(overrides)
        found = load_material(material) if isinstance(material, str) else material
        field = load_wind(wind, seed) if isinstance(wind, str) else wind
        values = {**shipped_values(), **dict(found.friction), **checked}
        place = world if world is not None else default_world()
        if any(key.startswith("table.") for key in checked):
            table = Table(values["table.half_width"], values["table.half_depth"], values["table.floor_height"])
            place = replace(place, table=table)
        if values["solver.step_rate"] % values["solver.frame_rate"]:
            raise ConfigError(
                f"solver.step_rate = {values['solver.step_rate']:g} Hz must be a multiple of "
                f"solver.frame_rate = {values['solver.frame_rate']:g} Hz"
            )
        return cls(found.with_overrides(checked), field.with_overrides(checked), place, check_mesh(mesh), values)

    def all_values(self) -> dict[str, float]:
        """Every setting in force, by its dotted key: physics, contact, table, material and wind."""
        material = {
            key.name: float(getattr(self.material, key.name.removeprefix("material."))) for key in MATERIAL_KEYS
        }
        wind = {key.name: float(getattr(self.wind.wind, key.name.removeprefix("wind."))) for key in WIND_KEYS}
        return {**self.values, **material, **wind}


def node_positions(count: int, nodes: int) -> list[int]:
    """Evenly spread indices 0..count-1, symmetric about the middle."""
    half = [(2 * k * (count - 1) + nodes - 1) // (2 * (nodes - 1)) for k in range(nodes // 2)]
    return half + [count - 1 - k for k in reversed(half)]


@lru_cache(maxsize=32)
def _interpolation(columns: int, rows: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Where the wind is sampled on the sheet and how each vertex mixes its four samples."""
    xs, ys = node_positions(columns, min(NODE_COLUMNS, columns)), node_positions(rows, min(NODE_ROWS, rows))
    index = np.array([y * columns + x for y in ys for x in xs], np.int64)
    of = np.empty((columns * rows, 4), np.int64)
    weight = np.empty((columns * rows, 4))
    for j in range(rows):
        b = min(max(sum(y <= j for y in ys) - 1, 0), len(ys) - 2)
        v = (j - ys[b]) / (ys[b + 1] - ys[b])
        for i in range(columns):
            a = min(max(sum(x <= i for x in xs) - 1, 0), len(xs) - 2)
            u = (i - xs[a]) / (xs[a + 1] - xs[a])
            k = j * columns + i
            of[k] = (b * len(xs) + a, b * len(xs) + a + 1, (b + 1) * len(xs) + a, (b + 1) * len(xs) + a + 1)
            weight[k] = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    return index, of, weight


class Flight:
    """One flight in progress: its state, its constants and its record. `advance` continues it; results do not depend
    on how often.

    Attributes:
        x: positions [m], shape (vertices, 3), float64.
        v: velocities [m/s] half a step before the positions, shape (vertices, 3), float64.
        external_force: [N], shape (vertices, 3), float64: added to every step; zero unless set.
    """

    def __init__(
        self,
        throw: Throw,
        settings: Settings,
        *,
        time: float = 0.0,
        keep_frames: bool = True,
        mesh: Mesh | None = None,
        anchored: NDArray[np.bool_] | None = None,
    ) -> None:
        """Put the carpet into the hand.

        Args:
            time: moment of release in the wind field's time [s].
            keep_frames: whether to record frames (without them a flight does not notice that it rests).
            mesh: another sheet than the settings' carpet, with as many columns and rows.
            anchored: vertices held fast, shape (vertices,): they weigh a tonne and gravity does not pull them.
        """
        self.settings = settings
        values = settings.values
        columns, rows = settings.mesh
        material = settings.material
        regular = mesh is None  # then its left half mirrors its right half
        if mesh is None:
            mesh = build_mesh(columns, rows, values["carpet.width"], values["carpet.length"], material)
        self.mesh: Mesh = mesh
        count = mesh.vertex_count
        self.par = _parameters(settings, time)
        rate = values["solver.step_rate"]
        self.x, self.v = _released(throw, mesh, settings)
        self.scratch = np.zeros((kernels.SCRATCH_ROWS, count, 3))
        self.external_force = self.scratch[kernels.EXTERNAL_FORCE]
        mass = mesh.mass
        if anchored is not None:
            mass = np.where(anchored, ANCHOR_MASS, mass)
            gravity = self.par[kernels.GRAVITY_X : kernels.GRAVITY_Z + 1]
            self.external_force[anchored] = -ANCHOR_MASS * gravity
        self.body = np.zeros(kernels.BODY_COUNT)
        self.count = np.zeros(kernels.COUNTER_COUNT, np.int64)
        spin = np.array([0.0, 0.0, 0.0, self.par[kernels.DELAY_FLYING]])
        longest = int(self.par[kernels.LONGEST_STEPS])
        frame_count = longest // int(self.par[kernels.FRAME_STEPS]) + 2 if keep_frames else 0
        self.frames = np.empty((frame_count, count, 3))
        self.motion = np.empty((frame_count, 10))
        self.events = np.empty((MOST_EVENTS, 6))
        inverse_mass = 1.0 / mass
        entries = mesh.column.shape[1]
        stiffness = np.empty((count, entries))
        folded = regular and anchored is None
        band = mesh.band // 2 if folded else mesh.band
        self.par[kernels.FOLDED] = float(folded)
        self.par[kernels.COLUMNS] = columns
        band_matrix = np.empty((count, band + 1))
        lower = np.empty((2 * count, band))
        inverse_pivot = np.empty(count)
        kernels.set_stiffness(
            mesh.bending,
            mesh.tension_width,
            mesh.tension_length,
            mesh.column,
            mesh.used,
            mass,
            spin,
            stiffness,
            band_matrix,
            lower,
            inverse_pivot,
            band,
            self.par,
        )
        field = settings.wind
        keys = field.keys
        node_index, node_of, node_weight = _interpolation(columns, rows)
        face = np.empty((mesh.quads.shape[0], 10))
        air = (
            field.parameters,
            field.gusts,
            keys,
            np.empty((keys.shape[0], keys.shape[2], 6)),
            field.shuffle,
            np.empty((2, len(node_index), 3)),
            node_index,
            node_of,
            node_weight,
        )
        self._air_arguments = (self.body, mass, columns, rows, mesh.quads, face, *air, self.par)
        self._mass = mass
        last_touch = np.full(kernels.CONTACT_KINDS + 1, -1.0)
        stiffness_of_edges = np.full(mesh.edges.shape[0], material.stretch)
        stiffness_of_edges[mesh.border_edges :] = _diagonal_stiffness(mesh, material)
        compliance = rate * rate / stiffness_of_edges
        self.par[kernels.TAUT_EDGES] = mesh.border_edges if material.shear < LIMP_SHEAR else mesh.edges.shape[0]
        self._arguments = (
            self.x,
            self.v,
            self.scratch,
            np.zeros((count, 3)),
            np.zeros((count, kernels.LANDING_COLUMNS)),
            self.body,
            np.empty(9),
            spin,
            mass,
            inverse_mass,
            columns,
            rows,
            mesh.quads,
            face,
            mesh.edges,
            mesh.rest_lengths,
            mesh.border_edges,
            compliance,
            mesh.bending,
            mesh.tension_width,
            mesh.tension_length,
            mesh.column,
            mesh.used,
            stiffness,
            band_matrix,
            lower,
            inverse_pivot,
            band,
            *air,
            self.par,
            np.zeros((kernels.CONTACT_KINDS, 5)),
            last_touch,
            self.frames,
            self.motion,
            self.events,
            self.count,
        )
        self._released = False

    @property
    def time(self) -> float:
        """Time since release [s]."""
        return float(self.count[kernels.STEPS_DONE]) * float(self.par[kernels.STEP])

    @property
    def settled(self) -> bool:
        """Whether the carpet has come to rest."""
        return bool(self.count[kernels.SETTLED])

    @property
    def finished(self) -> bool:
        """Whether it rests or has flown for the longest time allowed."""
        return self.settled or bool(self.count[kernels.STEPS_DONE] >= self.par[kernels.LONGEST_STEPS])

    def advance(self, steps: int) -> None:
        """Fly on by so many steps, or until it rests; the GIL is released meanwhile."""
        self._let_go()
        kernels.fly(*self._arguments, steps)

    def _let_go(self) -> None:
        """Prepare the velocities for the first step, once."""
        if not self._released:
            self.air_forces()
            kernels.step_back(self.v, self.scratch, self._mass, self.par)
            self._released = True

    def air_forces(self) -> Floats:
        """Forces of the air on the vertices at this moment [N], shape (vertices, 3), float64."""
        if not self._released:
            self.scratch[kernels.PREVIOUS_VELOCITY] = self.v
        now = self.time + float(self.par[kernels.START_TIME])
        kernels.air_now(self.x, self.v, self.scratch, now, *self._air_arguments)
        force: Floats = self.scratch[kernels.FORCE]
        return force

    def to_rest(self) -> Trajectory:
        """Fly on to rest, or for the longest time allowed, and return the whole flight."""
        self.advance(int(self.par[kernels.LONGEST_STEPS]))
        return self.trajectory()

    def trajectory(self) -> Trajectory:
        """What has been recorded so far."""
        done = int(self.count[kernels.FRAMES_DONE])
        motion = self.motion[:done]
        return Trajectory(
            times=motion[:, 0].copy(),
            vertices=self.frames[:done].copy(),
            centre_of_mass=motion[:, 1:4].copy(),
            velocity=motion[:, 4:7].copy(),
            angular_velocity=motion[:, 7:10].copy(),
            events=self._contact_events(motion),
            settled=self.settled,
            mesh=self.settings.mesh,
            triangles=self.mesh.triangles,
        )

    def _contact_events(self, motion: Floats) -> tuple[ContactEvent, ...]:
        events: list[ContactEvent] = []
        for row in self.events[: int(self.count[kernels.EVENTS_DONE])]:
            place = (float(row[2]), float(row[3]), float(row[4]))
            if not events:
                events.append(ContactEvent(float(row[0]), ContactKind.FIRST_CONTACT, place, float(row[5])))
            events.append(ContactEvent(float(row[0]), KINDS[int(row[1])], place, float(row[5])))
        if self.settled:
            centre = (float(motion[-1, 1]), float(motion[-1, 2]), float(motion[-1, 3]))
            events.append(ContactEvent(float(motion[-1, 0]), ContactKind.REST, centre, 0.0))
        return tuple(events)


def _diagonal_stiffness(mesh: Mesh, material: Material) -> float:
    """Spring constant [N/m] of a cell's two diagonals that gives the sheet its shear stiffness: G (dx^2 + dy^2)/(2 dx
    dy).
    """
    dx, dy = mesh.width / (mesh.columns - 1), mesh.length / (mesh.rows - 1)
    return material.shear * (dx * dx + dy * dy) / (2.0 * dx * dy)


def _parameters(settings: Settings, time: float) -> Floats:
    """The kernel's parameter array."""
    values = settings.values
    columns, rows = settings.mesh
    rate = values["solver.step_rate"]
    frame_rate = values["solver.frame_rate"]
    par = np.zeros(kernels.PARAMETER_COUNT)
    par[kernels.STEP] = 1.0 / rate
    par[kernels.GRAVITY_X] = values["gravity"] * quantise(math.sin(values["incline"]))
    par[kernels.GRAVITY_Z] = -values["gravity"] * quantise(math.cos(values["incline"]))
    par[kernels.DENSITY] = values["air.density"]
    par[kernels.NORMAL_DRAG] = values["air.normal_drag"]
    par[kernels.SLOPE_WIDTH] = values["air.lift_slope_width"]
    par[kernels.SLOPE_LENGTH] = values["air.lift_slope_length"]
    par[kernels.INVERSE_STALL] = 1.0 / (values["air.stall_sine"] * values["air.stall_sine"])
    par[kernels.SKIN_FRICTION] = values["air.skin_friction"]
    par[kernels.PRESSURE_SHIFT] = values["air.pressure_shift"]
    par[kernels.ROTATIONAL_LIFT] = values["air.rotational_lift"]
    par[kernels.ROTATIONAL_DRAG] = values["air.rotational_drag"]
    par[kernels.WIDTH] = values["carpet.width"]
    par[kernels.LENGTH] = values["carpet.length"]
    par[kernels.WEIGHT_WIDTH] = 1.0 / (
        1.0 - 1.0 / ((columns - 1) * (columns - 1))
    )  # face centres sample s^2 a little short
    par[kernels.WEIGHT_LENGTH] = 1.0 / (1.0 - 1.0 / ((rows - 1) * (rows - 1)))
    par[kernels.DELAY_FLYING] = settings.material.damping + values["solver.numerical_damping"] / rate
    par[kernels.DELAY_TOUCHING] = settings.material.damping + 1.0 / rate
    par[kernels.TABLE_X] = settings.world.table.half_width
    par[kernels.TABLE_Y] = settings.world.table.half_depth
    par[kernels.FLOOR_Z] = settings.world.table.floor_height
    par[kernels.FRICTION_TABLE] = values["friction.carpet_table"]
    par[kernels.FRICTION_FLOOR] = values["friction.carpet_floor"]
    par[kernels.START_TIME] = time
    par[kernels.FRAME_STEPS] = rate / frame_rate
    par[kernels.LONGEST_STEPS] = math.ceil(values["solver.longest_flight"] * rate - 1e-9)
    par[kernels.REST_DISTANCE] = values["solver.rest_distance"]
    par[kernels.REST_FRAMES] = max(1.0, math.floor(values["solver.rest_time"] * frame_rate + 0.5))
    par[kernels.CONTACT_ON] = values["solver.contact"]
    par[kernels.SPIN_STIFFENING] = values["solver.spin_stiffening"]
    return par


def _released(throw: Throw, mesh: Mesh, settings: Settings) -> tuple[Floats, Floats]:
    """Positions and velocities of the flat carpet at release; lifted if a corner would start inside the table or the
    floor.
    """
    rot = throw.orientation.matrix()
    grid = mesh.rest_positions
    arm = np.stack([grid[:, 0] * rot[d, 0] + grid[:, 1] * rot[d, 1] for d in range(3)], axis=1)
    x = arm + np.array(throw.position)
    (w0, w1, w2) = throw.spin
    v = np.stack(
        [w1 * arm[:, 2] - w2 * arm[:, 1], w2 * arm[:, 0] - w0 * arm[:, 2], w0 * arm[:, 1] - w1 * arm[:, 0]], axis=1
    ) + np.array(throw.velocity)
    if settings.values["solver.contact"]:
        table = settings.world.table
        over = (np.abs(x[:, 0]) < table.half_width) & (np.abs(x[:, 1]) < table.half_depth)
        ground = np.where(over, 0.0, table.floor_height)
        x[:, 2] += max(0.0, float((ground - x[:, 2]).max()))
    return x, v


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
    """Fly over whatever lies in the settings' world.

    An empty table is a table with no plates: the same loop, so that a game compiles one loop only.
    """
    from fliegende3d.flight.contact_flight import LandingFlight  # both build on this module
    from fliegende3d.flight.contact_outcome import fly_over

    if not settings.world.cards and not settings.world.carpets:
        return LandingFlight(throw, settings, time=time).to_rest()
    return fly_over(throw, settings, time=time)


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
    for k, (name, stage) in enumerate(stages):
        report(k / len(stages), name)
        stage()
    report(1.0, "ready")
