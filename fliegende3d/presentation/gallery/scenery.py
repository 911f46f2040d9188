"""Pictures of the place itself: flights, carpets and cards close up, the hours of the day, the presets."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import STANDARD
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.graphics.presets import NAMES
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.scene.views import CARD_KINDS, CardView
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.sequences.catalogue import SEQUENCES, Found, Studio
from fliegende3d.presentation.sequences.filming import Set
from fliegende3d.presentation.sequences.trials import Flown

Points = NDArray[np.float64]

SUNSET = 0.70
HOURS = {"morning": 0.0, "afternoon": 0.28, "golden_hour": 0.50, "sunset": 0.70, "dusk": 0.84, "night": 1.0}

HERO = View((0.02, -0.60, 0.19), (-0.02, 0.08, 0.10), math.radians(40.0))
CLOSE = View((0.0, -0.088, 0.088), (0.0, -0.002, 0.004), math.radians(40.0))
CARD_CLOSE = View((0.0, -0.062, 0.118), (0.0, -0.002, 0.0), math.radians(42.0))
HOVERING = (0.075, -0.33, 0.165)  # m: where a carpet hangs in the air before the city
FIRST_RESTING = 60  # index of the carpets that lie here

LAYOUT: tuple[tuple[str, float, float, float], ...] = (  # kind, x and y [m], yaw [rad]
    ("palace", -0.150, 0.125, 0.10),
    ("spice_bazaar", -0.052, 0.132, -0.12),
    ("adventure_a", 0.050, 0.122, 0.05),
    ("lamp", 0.152, 0.130, -0.20),
    ("camel_bazaar", -0.160, 0.002, -0.08),
    ("treasure", -0.046, 0.006, 0.22),
    ("carpet_bazaar", 0.052, -0.006, -0.04),
    ("adventure_c", 0.150, 0.004, 0.12),
    ("desert", -0.148, -0.126, 0.30),
    ("adventure_d", -0.050, -0.124, -0.06),
    ("adventure_e", 0.052, -0.130, 0.02),
    ("adventure_b", 0.156, -0.122, -0.10),
)
RESTING = ((1, -0.100, 0.004, 1.15), (2, 0.004, 0.122, -0.5), (3, 0.150, 0.060, 0.3))  # seat, x and y [m], yaw [rad]
FLIGHT_DISTANCE = 0.22  # m from the eye to the carpet
FLIGHT_FIELD = math.radians(40.0)
WANTED_FACING = 0.72  # cosine between the sheet's normal and the way to the eye
BLUR_STEP = 1.0 / 30.0  # s between two pictures
SHUTTER = 0.18


def hovering(x: float, y: float, z: float) -> Points:
    """A carpet that rides a wave and turns its pile to the evening sun: vertices [m] about a place."""
    columns, rows = STANDARD
    across, along = np.meshgrid(np.linspace(-0.5, 0.5, columns), np.linspace(-0.5, 0.5, rows))
    slope = 0.55 * np.sin(2 * np.pi * 1.3 * along + 0.2 + 0.9 * across) * (1.0 + 0.5 * along)
    step = 0.091 / (rows - 1)
    forward, rise = np.cumsum(np.cos(slope), 0) * step, np.cumsum(np.sin(slope), 0) * step
    cup = 0.010 * (across * 2.0) ** 2
    local = np.stack([0.057 * across, forward - forward.mean(), rise - rise.mean() + cup], -1)
    yaw, pitch, roll = 0.24, 0.63, -0.44
    turn_z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    turn_x = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    turn_y = np.array([[np.cos(roll), 0, np.sin(roll)], [0, 1, 0], [-np.sin(roll), 0, np.cos(roll)]])
    turned: Points = local.reshape(-1, 3) @ (turn_z @ turn_x @ turn_y).T + (x, y, z)
    return turned


def lying(x: float, y: float, yaw: float) -> Points:
    """A carpet spread flat at a place [m]: vertices [m]."""
    columns, rows = STANDARD
    u, v = np.meshgrid(np.linspace(-0.0295, 0.0295, columns), np.linspace(-0.0455, 0.0455, rows))
    turned = [x + u * math.cos(yaw) - v * math.sin(yaw), y + u * math.sin(yaw) + v * math.cos(yaw)]
    return np.stack([*turned, np.full(u.shape, 0.0012)], -1).reshape(-1, 3)


def bend(vertices: Points) -> float:
    """How far a sheet is from flat: root of the mean square distance from its best plane [m]."""
    centred = vertices - vertices.mean(axis=0)
    return float(np.linalg.svd(centred, compute_uv=False)[-1] / math.sqrt(len(vertices)))


def presented(vertices: Points) -> Points:
    """The same shape turned about the vertical so that its length lies along y, its middle above the origin."""
    columns, rows = STANDARD
    grid = vertices.reshape(rows, columns, 3)
    along = (grid[-1] - grid[0]).mean(axis=0)
    turn = math.pi / 2.0 - math.atan2(float(along[1]), float(along[0]))
    about = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    moved: Points = (vertices - vertices.mean(axis=0) * (1.0, 1.0, 0.0)) @ about.T
    return moved


def facing_view(vertices: Points, normal: Points) -> View:
    """A view from the south on a carpet in the air that shows its face, the evening sky behind it."""
    place = vertices.mean(axis=0)
    best, eye = -math.inf, place
    for turn in np.radians(np.arange(-125.0, -54.0, 7.0)):
        for rise in np.radians((-8.0, -2.0, 4.0, 10.0, 16.0, 24.0)):
            way = np.array([math.cos(rise) * math.cos(turn), math.cos(rise) * math.sin(turn), math.sin(rise)])
            score = -abs(abs(float(way @ normal)) - WANTED_FACING) - 0.9 * abs(float(rise) - 0.10)
            if place[2] + FLIGHT_DISTANCE * way[2] > 0.05 and score > best:
                best, eye = score, place + FLIGHT_DISTANCE * way
    look = (float(place[0]) - 0.012, float(place[1]), float(place[2]) - 0.012)
    return View((float(eye[0]), float(eye[1]), float(eye[2])), look, FLIGHT_FIELD)


class Bare(Screen):
    """Nothing before the table."""


@dataclass
class Gallery:
    """An application that draws, and the folder that its pictures go to."""

    app: Application
    folder: Path
    _found: dict[str, Found | None] = field(default_factory=dict)

    @cached_property
    def studio(self) -> Studio:
        """Where flights are searched for."""
        return Studio()

    def found(self, name: str) -> Found:
        """A real flight by the name of its sequence.

        Raises:
            LookupError: if no throw was found for it.
        """
        if name not in self._found:
            wanted = next(wanted for wanted in SEQUENCES if wanted.name == name)
            self._found[name] = self.studio.search(wanted)
        found = self._found[name]
        if found is None:
            raise LookupError(f"no throw was found for {name}")
        return found

    def write(self, name: str) -> None:
        """Write what is drawn now."""
        self.app.host.screenshot(self.folder / f"{name}.png")
        print(name, flush=True)

    def picture(self, name: str, view: View) -> None:
        """Look at the bare table from there and write the picture."""
        self.app.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        self.app.host.render_frame()
        self.write(name)

    def bare(self) -> None:
        """Take every screen away."""
        self.app.restart(Bare(self.app))
        self.app.refresh()
        self.app.draw()
        self.app.stage.set_time_of_day(SUNSET)

    def label(self, kind: str) -> str:
        """The English name of a card or genie."""
        texts = self.app.texts
        if kind.startswith("genie"):
            return texts("genie.name", number=kind[-1]) if texts.has("genie.name") else f"Genie {kind[-1]}"
        return card_name(texts, kind)


def flights(gallery: Gallery) -> None:
    """Three moments of one flight, one of them with a shutter, and an impact seen through a lens."""
    gallery.bare()
    stage = gallery.app.stage
    scenery = Set(gallery.app.host, stage)
    flown = gallery.found("backhand_curve").flown
    for number, share in enumerate((0.30, 0.62, 0.88), start=1):
        time = share * flown.touchdown
        scenery.show(flown, time)
        gallery.picture(f"flight_{number}", _view_of(flown, time))
    time = 0.62 * flown.touchdown
    stage.set_motion_blur(SHUTTER)
    view = _view_of(flown, time)
    for moment in (time - BLUR_STEP, time):
        scenery.show(flown, moment)
        stage.set_view(view.eye, view.look_at, view.field_of_view)
        stage.update(BLUR_STEP)
    gallery.picture("flight_blurred", view)
    stage.set_motion_blur(0.0)
    flown = gallery.found("over_card").flown
    time = flown.touchdown + 0.45 * (flown.still - flown.touchdown)
    scenery.show(flown, time)
    x, y, z = (float(part) for part in flown.carpet_at(time).mean(axis=0))
    eye = (x - 0.11, y - 0.17, 0.095)
    stage.set_focus(math.dist(eye, (x, y, z)))
    gallery.picture("impact", View(eye, (x, y, 0.010), math.radians(40.0)))
    stage.set_focus(None)
    scenery.clear()


def _view_of(flown: Flown, time: float) -> View:
    frame = int(np.searchsorted(flown.path.times, time))
    return facing_view(flown.carpet_at(time), flown.normals[frame])


def close_ups(gallery: Gallery) -> None:
    """Each player's carpet in a shape that a real landing gave it, and every card."""
    gallery.bare()
    stage = gallery.app.stage
    stage.set_cards([])
    cloth = presented(_most_bent(gallery))
    for seat, name in enumerate(("ruby", "indigo", "saffron", "jade")):
        stage.add_carpet(FIRST_RESTING, seat)
        stage.pose_carpet(FIRST_RESTING, cloth)
        gallery.picture(f"carpet_{name}", CLOSE)
    stage.remove_carpet(FIRST_RESTING)
    for kind in CARD_KINDS:
        stage.set_cards([CardView(300, kind, 0.0, 0.0, 0.0, label=gallery.label(kind))])
        gallery.picture(f"card_{kind}", CARD_CLOSE)
    stage.set_cards([CardView(300, "palace", 0.0, 0.0, 0.0, face_up=False)])
    gallery.picture("card_back", CARD_CLOSE)
    stage.set_cards([])


def _most_bent(gallery: Gallery) -> Points:
    """The most curved moment near the table, face up, of the flights that touch down roughly."""
    best, shape = 0.0, lying(0.0, 0.0, 0.0)
    for name in ("tumble", "flutter", "backhand_curve"):
        flown = gallery.found(name).flown
        for vertices, normal in zip(flown.path.vertices, flown.normals, strict=True):
            if normal[2] > 0.93 and vertices[:, 2].max() < 0.02 and bend(vertices) > best:
                best, shape = bend(vertices), vertices
    return shape


def _laid(gallery: Gallery) -> None:
    """Twelve cards, three carpets on them, and one in the air."""
    gallery.bare()
    stage = gallery.app.stage
    stage.set_cards(
        [CardView(i, kind, x, y, yaw, label=gallery.label(kind)) for i, (kind, x, y, yaw) in enumerate(LAYOUT)]
    )
    for index, (seat, x, y, yaw) in enumerate(RESTING, start=FIRST_RESTING + 1):
        stage.add_carpet(index, seat)
        stage.pose_carpet(index, lying(x, y, yaw))
    stage.add_carpet(FIRST_RESTING, 0)
    stage.pose_carpet(FIRST_RESTING, hovering(*HOVERING))


def _cleared(gallery: Gallery) -> None:
    for index in range(FIRST_RESTING, FIRST_RESTING + len(RESTING) + 1):
        gallery.app.stage.remove_carpet(index)
    gallery.app.stage.set_cards([])


def hours(gallery: Gallery) -> None:
    """The same place from morning to night."""
    _laid(gallery)
    for name, time in HOURS.items():
        gallery.app.stage.set_time_of_day(time)
        gallery.picture(f"hour_{name}", HERO)
    gallery.app.stage.set_time_of_day(SUNSET)
    _cleared(gallery)


def presets(gallery: Gallery) -> None:
    """The same place in every quality."""
    _laid(gallery)
    stage = gallery.app.stage
    before = stage.preset
    for name in NAMES:
        stage.set_preset(name)
        stage.set_time_of_day(SUNSET)
        gallery.picture(f"preset_{name}", HERO)
    stage.set_preset(before)
    _cleared(gallery)
