"""One flight in progress: its arrays, its constants and its record."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import contact_state, folds, kernels, layout, loop, plates
from fliegende3d.flight.bending import set_stiffness
from fliegende3d.flight.contact_loads import carry_loads
from fliegende3d.flight.contact_meetings import relate
from fliegende3d.flight.material import Material
from fliegende3d.flight.mesh import Mesh, bond_numbers, build_mesh
from fliegende3d.flight.plates import Plates, build_plates, contact_parameters, friction_matrix
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Throw, quantise
from fliegende3d.flight.trajectory import ContactEvent, ContactKind, Trajectory

Floats = NDArray[np.float64]
Key = tuple[str, int]

MOST_CONTACTS = 256
MOST_MEETINGS = 64 + contact_state.MOST_CORNERS  # corners of plates that lie in others of their layer
ANCHOR_MASS = 1e3  # kg
LIMP_SHEAR = 1e4  # N/m; below it the diagonals of a sheet give way and need no mending
NODE_COLUMNS, NODE_ROWS = 4, 6  # vertices where the wind is sampled: 20 mm apart, far below the smallest eddies
STILLNESS = 1e-2  # of the rest distance; what moves less within two frames sleeps until it counts as at rest
THINNEST = 2.5e-4  # m; layers of thinner sheets keep this distance: a step of free fall moves them a fifth of it
NEAR_LAYERS, NEAREST = 4.0, 1e-3  # thicknesses, and m, within which layers remember how they lie
NEVER = -1.0  # s; before any time of a flight
GROUND_KINDS = (ContactKind.TABLE, ContactKind.RIM, ContactKind.FLOOR)
"""Contacts with table, rim and floor, as `layout` numbers them."""


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
        plates: cards and carpets as plates; their table changes as the flight goes on.
        con: numbers of contact with plates, see `plates`.
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
        plates_lying: Plates | None = None,
    ) -> None:
        """Put the carpet into the hand.

        Args:
            time: moment of release in the wind field's time [s].
            keep_frames: whether to record frames (without them a flight does not notice that it rests).
            mesh: another sheet than the settings' carpet, with as many columns and rows.
            anchored: vertices held fast, shape (vertices,): they weigh a tonne and gravity does not pull them.
            plates_lying: other plates than the cards and carpets of the settings' world.
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
        self._sheet = np.zeros((layout.SHEET_ROWS, 3, count))
        self.x, self.v = self._sheet[layout.POSITION].T, self._sheet[layout.VELOCITY_HALF].T
        self.x[:], self.v[:] = _released(throw, mesh, settings)
        self._flown_to = np.full((count, 3), np.nan)
        self.external_force = self._sheet[layout.EXTERNAL_FORCE].T
        mass = mesh.mass
        if anchored is not None:
            mass = np.where(anchored, ANCHOR_MASS, mass)
            gravity = self.par[layout.GRAVITY_X : layout.GRAVITY_Z + 1]
            self.external_force[anchored] = -ANCHOR_MASS * gravity
        self._mass = mass
        self.body = np.zeros(layout.BODY_COUNT)
        self.count = np.zeros(layout.COUNTER_COUNT, np.int64)
        longest = int(self.par[layout.LONGEST_STEPS])
        frame_count = longest // int(self.par[layout.FRAME_STEPS]) + 2 if keep_frames else 0
        self.frames = np.empty((frame_count, count, 3))
        self.motion = np.empty((frame_count, 10))
        self.plates = plates_lying or build_plates(settings.world, values, material.areal_density, material.thickness)
        self.plates_before = self.plates.table.copy()
        self.plate_frames = np.zeros((frame_count, len(self.plates.table), 3))
        self.contacts = np.empty((MOST_CONTACTS, loop.CONTACT_COLUMNS))
        self.hold = np.zeros((count, contact_state.HOLD_COLUMNS))
        self.hold[:, contact_state.SUPPORT] = contact_state.UNKNOWN
        self.par[layout.FOLDED] = float(regular and anchored is None)
        self.par[layout.COLUMNS] = columns
        face = _faces(mesh)
        air = _air_arrays(settings)
        self._air_arguments = (self.body, mass, face, *air, self.par)
        things = 1 + len(self.plates.table)
        self._arguments: tuple[Any, ...] = (
            self._sheet,
            np.zeros((count, layout.LANDING_COLUMNS)),
            self.body,
            *self._elastic(),
            face,
            *self._edges(),
            *self._stiffness(),
            *air,
            self.par,
            *self._plate_arrays(),
            np.zeros((things, loop.TOUCH_KINDS, loop.TOUCH_NUMBERS)),
            np.full((things, loop.TOUCH_KINDS), NEVER),
            self.frames,
            self.motion,
            self.plate_frames,
            self.contacts,
            self.count,
        )
        self._released = False

    def _elastic(self) -> tuple[Floats, Floats, Floats, NDArray[np.uint32]]:
        """Spins that the stiffness was made for, masses and their inverses, faces."""
        spin = np.array([0.0, 0.0, 0.0, self.par[layout.DELAY_FLYING]])
        return spin, self._mass, 1.0 / self._mass, self.mesh.quads

    def _edges(self) -> tuple[Any, ...]:
        """Edges, how many of them run along rows and columns, and the same as bonds."""
        mesh, material = self.mesh, self.settings.material
        rate = self.settings.values["solver.step_rate"]
        stiffness = np.full(mesh.edges.shape[0], material.stretch)
        stiffness[mesh.border_edges :] = _diagonal_stiffness(mesh, material)
        self.par[layout.TAUT_DIAGONALS] = float(material.shear >= LIMP_SHEAR)
        bonds = bond_numbers(mesh, 1.0 / self._mass, rate * rate / stiffness)
        return mesh.edges, mesh.border_edges, bonds, mesh.bonds.starts, mesh.bonds.squares

    def _stiffness(self) -> tuple[Any, ...]:
        """Springs, scratch for folds, and the factor of the bending step for a sheet that does not spin."""
        mesh = self.mesh
        count = mesh.vertex_count
        band = mesh.band // 2 if self.par[layout.FOLDED] else mesh.band
        band_matrix, lower, inverse_pivot = np.empty((count, band + 1)), np.empty((2 * count, band)), np.empty(count)
        spin = np.array([0.0, 0.0, 0.0, self.par[layout.DELAY_FLYING]])
        set_stiffness(
            mesh.springs, mesh.column, mesh.used, self._mass, spin, band_matrix, lower, inverse_pivot, self.par
        )
        return mesh.springs, mesh.column, mesh.used, *self._fold_arrays(), band_matrix, lower, inverse_pivot

    def _fold_arrays(self) -> tuple[Any, ...]:
        """What `folds` needs, in its order."""
        vertices, faces = self.mesh.vertex_count, len(self.mesh.quads)
        most = folds.CONTACTS_A_VERTEX * vertices
        return (
            np.zeros((faces + self.mesh.rows, 6)),
            np.zeros((vertices, faces), np.int32),
            np.zeros((2 * vertices, 2 * vertices), np.int32),
            np.zeros((most, folds.CORNERS), np.int64),
            np.zeros((most, folds.CONTACT_NUMBERS)),
            np.zeros((vertices, folds.MOVE_COLUMNS)),
        )

    def _plate_arrays(self) -> tuple[Any, ...]:
        """What `contact_layers` needs, in its order."""
        table, order = self.plates.table, self.plates.order
        values, thickness = self.settings.values, self.settings.material.thickness
        count, vertices = len(table), self.mesh.vertex_count
        self.con = contact_parameters(values, thickness, -float(self.par[layout.GRAVITY_Z]))
        beneath = np.full((count, plates.PATCHES), contact_state.FREE, np.int64)
        loads = np.zeros((2, count, plates.PATCHES))
        related = np.zeros((count, count), np.int8)
        meetings = np.zeros((MOST_MEETINGS, contact_state.MEETING_COLUMNS))
        if count:
            relate(table, related, meetings)
            carry_loads(table, order, beneath, loads[0], self.par, self.con)
        return (
            table,
            np.stack([order, np.zeros_like(order)]),
            beneath,
            loads,
            np.zeros((count, plates.PATCHES, 2)),
            related,
            meetings,
            self.hold,
            np.zeros((2, vertices), np.int64),
            np.zeros((4 * vertices, contact_state.PUSH_COLUMNS)),
            np.zeros(layout.BODY_COUNT),
            np.zeros(contact_state.ROOM),
            friction_matrix(values),
            self.con,
        )

    @property
    def time(self) -> float:
        """Time since release [s]."""
        return float(self.count[layout.STEPS_DONE]) * float(self.par[layout.STEP])

    @property
    def settled(self) -> bool:
        """Whether the carpet has come to rest."""
        return bool(self.count[layout.SETTLED])

    @property
    def finished(self) -> bool:
        """Whether it rests or has flown for the longest time allowed."""
        return self.settled or bool(self.count[layout.STEPS_DONE] >= self.par[layout.LONGEST_STEPS])

    def advance(self, steps: int) -> None:
        """Fly on by so many steps, or until everything rests; the GIL is released meanwhile."""
        self._let_go()
        self._notice_changes()
        loop.fly(*(*self._arguments, steps))
        self._flown_to[:] = self.x

    def _notice_changes(self) -> None:
        """The fit holds for the positions that the kernels left, not for those set from outside."""
        if not np.array_equal(self.x, self._flown_to):
            self.body[layout.FITTED] = 0.0
            self._flown_to[:] = self.x

    def _let_go(self) -> None:
        """Prepare the velocities for the first step, once."""
        if not self._released:
            self.air_forces()
            kernels.step_back(self._sheet, self._mass, self.par)
            self._released = True

    def air_forces(self) -> Floats:
        """Forces of the air on the vertices at this moment [N], shape (vertices, 3), float64."""
        if not self._released:
            self._sheet[layout.PREVIOUS_VELOCITY] = self.v.T
        self._notice_changes()
        now = self.time + float(self.par[layout.START_TIME])
        kernels.air_now(self._sheet, now, *self._air_arguments)
        force: Floats = self._sheet[layout.FORCE].T
        return force

    def to_rest(self) -> Trajectory:
        """Fly on to rest, or for the longest time allowed, and return the whole flight."""
        self.advance(int(self.par[layout.LONGEST_STEPS]))
        return self.trajectory()

    def trajectory(self) -> Trajectory:
        """What has been recorded so far."""
        done = int(self.count[layout.FRAMES_DONE])
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
        for row in self.contacts[: int(self.count[layout.EVENTS_DONE])]:
            time, speed = float(row[loop.CONTACT_TIME]), float(row[loop.CONTACT_SPEED])
            place = (float(row[2]), float(row[3]), float(row[4]))
            kind, (name, number) = self._kind(int(row[loop.CONTACT_KIND]), int(row[loop.CONTACT_PLATE]))
            card, carpet = (number if name == "card" else None), (number if name == "carpet" else None)
            if not events:
                events.append(ContactEvent(time, ContactKind.FIRST_CONTACT, place, speed, card, carpet))
            events.append(ContactEvent(time, kind, place, speed, card, carpet))
        if self.settled:
            centre = (float(motion[-1, 1]), float(motion[-1, 2]), float(motion[-1, 3]))
            events.append(ContactEvent(float(motion[-1, 0]), ContactKind.REST, centre, 0.0))
        return tuple(events)

    def _kind(self, number: int, plate: int) -> tuple[ContactKind, Key]:
        """The kind of a recorded contact, and what was touched ("" for the table)."""
        if plate < 0:
            return GROUND_KINDS[number], ("", -1)
        key = self.plates.keys[plate]
        of_card = key[0] == "card"
        kinds = {
            plates.ON: ContactKind.CARD if of_card else ContactKind.CARPET,
            plates.PUSHED: ContactKind.PUSH,
            plates.UNDER: ContactKind.UNDER,
            plates.FELL: ContactKind.CARD_FELL if of_card else ContactKind.CARPET_FELL,
        }
        return kinds[number], key


def _faces(mesh: Mesh) -> Floats:
    """The kernels' table of faces, see `layout.FACE_ROWS`."""
    face = np.zeros((layout.FACE_ROWS, mesh.vertex_count + mesh.columns + layout.FACE_SPARE))
    face[layout.FACE_EXISTS, mesh.quads[:, 0]] = 1.0
    return face


def _diagonal_stiffness(mesh: Mesh, material: Material) -> float:
    """Spring constant [N/m] of a cell's two diagonals that gives the sheet its shear stiffness: G (dx^2 + dy^2)/(2 dx
    dy).
    """
    dx, dy = mesh.width / (mesh.columns - 1), mesh.length / (mesh.rows - 1)
    return material.shear * (dx * dx + dy * dy) / (2.0 * dx * dy)


def _air_arrays(settings: Settings) -> tuple[Any, ...]:
    """What `kernels.air_now` needs of the wind, in its order."""
    field = settings.wind
    keys = field.keys
    node_index, node_of, node_weight = _interpolation(*settings.mesh)
    return (
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


def _parameters(settings: Settings, time: float) -> Floats:
    """The kernel's parameter array."""
    values = settings.values
    columns, rows = settings.mesh
    rate = values["solver.step_rate"]
    frame_rate = values["solver.frame_rate"]
    par = np.zeros(layout.PARAMETER_COUNT)
    par[layout.STEP] = 1.0 / rate
    par[layout.GRAVITY_X] = values["gravity"] * quantise(math.sin(values["incline"]))
    par[layout.GRAVITY_Z] = -values["gravity"] * quantise(math.cos(values["incline"]))
    par[layout.DENSITY] = values["air.density"]
    par[layout.NORMAL_DRAG] = values["air.normal_drag"]
    par[layout.SLOPE_WIDTH] = values["air.lift_slope_width"]
    par[layout.SLOPE_LENGTH] = values["air.lift_slope_length"]
    par[layout.INVERSE_STALL] = 1.0 / (values["air.stall_sine"] * values["air.stall_sine"])
    par[layout.SKIN_FRICTION] = values["air.skin_friction"]
    par[layout.PRESSURE_SHIFT] = values["air.pressure_shift"]
    par[layout.ROTATIONAL_LIFT] = values["air.rotational_lift"]
    par[layout.ROTATIONAL_DRAG] = values["air.rotational_drag"]
    par[layout.WIDTH] = values["carpet.width"]
    par[layout.LENGTH] = values["carpet.length"]
    par[layout.WEIGHT_WIDTH] = 1.0 / (
        1.0 - 1.0 / ((columns - 1) * (columns - 1))
    )  # face centres sample s^2 a little short
    par[layout.WEIGHT_LENGTH] = 1.0 / (1.0 - 1.0 / ((rows - 1) * (rows - 1)))
    par[layout.DELAY_FLYING] = settings.material.damping + values["solver.numerical_damping"] / rate
    par[layout.DELAY_TOUCHING] = settings.material.damping + 1.0 / rate
    par[layout.TABLE_X] = settings.world.table.half_width
    par[layout.TABLE_Y] = settings.world.table.half_depth
    par[layout.FLOOR_Z] = settings.world.table.floor_height
    par[layout.FRICTION_TABLE] = values["friction.carpet_table"]
    par[layout.FRICTION_FLOOR] = values["friction.carpet_floor"]
    par[layout.START_TIME] = time
    par[layout.FRAME_STEPS] = rate / frame_rate
    par[layout.LONGEST_STEPS] = math.ceil(values["solver.longest_flight"] * rate - 1e-9)
    par[layout.REST_DISTANCE] = values["solver.rest_distance"]
    par[layout.SLEEP_DISTANCE] = STILLNESS * values["solver.rest_distance"]
    par[layout.REST_FRAMES] = max(1.0, math.floor(values["solver.rest_time"] * frame_rate + 0.5))
    par[layout.CONTACT_ON] = values["solver.contact"]
    par[layout.SPIN_STIFFENING] = values["solver.spin_stiffening"]
    par[layout.LAYER_GAP] = max(settings.material.thickness, THINNEST)
    par[layout.NEAR] = max(NEAR_LAYERS * settings.material.thickness, NEAREST)
    par[layout.SELF_FRICTION] = values["friction.carpet_carpet"]
    par[layout.SELF_CONTACT] = values["solver.self_contact"]
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
