"""`python -m fliegende3d.presentation.gallery OUT_DIR`: pictures of every moment, carpet, card, preset and hour."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, affinity, box

from fliegende3d.flight import STANDARD, Orientation, Throw, Trajectory, load_wind, simulate
from fliegende3d.presentation.graphics.host import Host, HostError, open_offscreen
from fliegende3d.presentation.graphics.presets import NAMES
from fliegende3d.presentation.scene.measures import CARD_LENGTH, CARD_WIDTH
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.scene.views import (
    CARD_KINDS,
    AimView,
    CardView,
    Emphasis,
    GuideView,
    LandingEllipse,
    OutlineView,
    OverlapView,
    PileView,
    VerdictView,
)

Points = NDArray[np.float64]

SEED = 7
FRAME = 1.0 / 30.0
SETTLING_FRAMES = 60  # frames in which pennants and dust find their way
SUNSET = 0.70
SMALLEST_OVERLAP = 1e-6  # m^2, as in the rules
HOURS = {"morning": 0.0, "afternoon": 0.28, "golden_hour": 0.50, "sunset": 0.70, "dusk": 0.84, "night": 1.0}

SEAT = View((0.0, -0.80, 0.56), (0.0, -0.04, -0.02), math.radians(30.0))
HERO = View((0.02, -0.60, 0.19), (-0.02, 0.08, 0.10), math.radians(40.0))
MENU = View((0.03, -0.60, 0.185), (-0.02, 0.10, 0.10), math.radians(38.0))
THROW = View((0.34, -1.0, 0.40), (0.02, -0.02, 0.06), math.radians(34.0))
ABOVE = View((0.0, -0.02, 1.02), (0.0, 0.0, 0.0), math.radians(31.0), (0.0, 1.0, 0.0))
CLOSE = View((0.0, -0.088, 0.088), (0.0, -0.002, 0.004), math.radians(40.0))
CARD_CLOSE = View((0.0, -0.062, 0.118), (0.0, -0.002, 0.0), math.radians(42.0))

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
    ("genie_8", 0.052, -0.130, 0.02),
    ("adventure_b", 0.156, -0.122, -0.10),
)
NAMES_IN_ENGLISH = {  # the gallery shows English cards; the game takes names from its text catalogue
    "palace": "Palace",
    "spice_bazaar": "Spice Bazaar",
    "carpet_bazaar": "Carpet Bazaar",
    "camel_bazaar": "Camel Bazaar",
    "treasure": "Treasure",
    "lamp": "Magic Lamp",
    "desert": "Desert",
}
THROWS = (  # seat, throw
    (2, Throw((0.05, 0.66, 0.24), (0.10, -2.50, 0.70), (0.5, 0.2, 9.0), Orientation(yaw=3.1))),
    (1, Throw((-0.70, 0.02, 0.24), (1.85, -0.15, 0.75), (0.2, 0.4, -7.0), Orientation(yaw=-1.5))),
    (3, Throw((0.70, 0.00, 0.24), (-1.70, 0.28, 0.72), (0.3, 0.1, 8.0), Orientation(yaw=1.5))),
)
HERO_THROW = Throw((0.06, -0.66, 0.20), (0.02, 1.55, 1.05), (0.9, 0.5, 6.0), Orientation(pitch=0.12))


@dataclass
class Gallery:
    """A stage, the flights it shows, and where the pictures go."""

    stage: Stage
    host: Host
    folder: Path
    resting: tuple[tuple[int, Trajectory], ...]
    flight: Trajectory

    def picture(self, name: str, view: View) -> None:
        """Look from there and write the picture."""
        self.stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        self.host.render_frame()
        self.host.screenshot(self.folder / f"{name}.png")
        print(name, flush=True)

    def cards(self, emphasis: Mapping[int, Emphasis] | None = None, count: int = len(LAYOUT)) -> None:
        """Lay the first `count` cards."""
        marks = emphasis or {}
        self.stage.set_cards([replace(card, emphasis=marks.get(card.id, Emphasis.NONE)) for card in _cards()[:count]])

    def carpets(self, flying_at: float | None = None) -> None:
        """Lay the resting carpets; show the flying one at a time [s], if there is one."""
        for index, (_, trajectory) in enumerate(self.resting):
            self.stage.pose_carpet(index, trajectory.final_vertices)
        if flying_at is None:
            self.stage.hide_carpet(len(self.resting))
        else:
            self.stage.pose_carpet(len(self.resting), pose_at(self.flight, flying_at))

    def no_carpets(self) -> None:
        """Take all carpets away."""
        for index in range(len(self.resting) + 1):
            self.stage.hide_carpet(index)


def pose_at(trajectory: Trajectory, time: float) -> Points:
    """Vertices [m] at a time [s], between the two nearest frames."""
    after = int(np.clip(np.searchsorted(trajectory.times, time), 1, len(trajectory.times) - 1))
    start, end = trajectory.times[after - 1], trajectory.times[after]
    share = float(np.clip((time - start) / (end - start), 0.0, 1.0))
    pose: Points = (1.0 - share) * trajectory.vertices[after - 1] + share * trajectory.vertices[after]
    return pose


def outline_of(vertices: Points, columns: int, rows: int) -> Points:
    """The border of a cloth's grid as a closed line, shape (n, 3) [m]."""
    grid = vertices.reshape(rows, columns, 3)
    return np.concatenate([grid[0], grid[1:, -1], grid[-1, -2::-1], grid[-2:0:-1, 0]])


def overlaps_with_cards(ring: Points) -> list[Points]:
    """The parts of the cards under a carpet's outline, as polygons (n, 3) [m] a little above it."""
    carpet = Polygon(ring[:, :2]).buffer(0.0)
    found = []
    for _, x, y, yaw in LAYOUT:
        card = affinity.rotate(
            box(-CARD_WIDTH / 2, -CARD_LENGTH / 2, CARD_WIDTH / 2, CARD_LENGTH / 2), yaw, use_radians=True
        )
        common = carpet.intersection(affinity.translate(card, x, y))
        if isinstance(common, Polygon) and common.area > SMALLEST_OVERLAP:
            corners = np.array(common.exterior.coords)[:-1]
            found.append(np.column_stack([corners, np.full(len(corners), float(ring[:, 2].max()) + 0.001)]))
    return found


def _label(kind: str) -> str:
    if kind.startswith("adventure"):
        return f"Adventure {kind[-1].upper()}"
    return f"Genie {kind[-1]}" if kind.startswith("genie") else NAMES_IN_ENGLISH[kind]


def _cards() -> list[CardView]:
    return [CardView(i, kind, x, y, yaw, label=_label(kind)) for i, (kind, x, y, yaw) in enumerate(LAYOUT)]


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


def _menu(gallery: Gallery) -> None:
    gallery.cards()
    gallery.carpets()
    gallery.stage.pose_carpet(len(gallery.resting), hovering(0.075, -0.33, 0.165))
    gallery.picture("menu", MENU)


def _layout(gallery: Gallery) -> None:
    gallery.no_carpets()
    gallery.cards({9: Emphasis.REFUSED}, 10)
    gallery.stage.set_piles([PileView(0.44, -0.06, 0.08, 40), PileView(0.44, 0.08, -0.05, 6, "desert", "Desert")])
    gallery.stage.set_landing_area(True)
    kept, broken = GuideView((0.020, 0.0), (-0.012, 0.0), False), GuideView((-0.082, -0.124), (-0.112, -0.126), True)
    gallery.stage.set_guides([kept, broken])
    gallery.picture("layout", SEAT)
    gallery.stage.set_guides(())
    gallery.stage.set_landing_area(False)
    gallery.stage.set_piles(())


def _aim(gallery: Gallery) -> None:
    gallery.cards()
    gallery.carpets(0.0)
    arc = gallery.flight.centre_of_mass[:: max(1, len(gallery.flight.times) // 40)]
    end = gallery.flight.centre_of_mass[-1]
    ellipse = LandingEllipse(float(end[0]), float(end[1]), 0.062, 0.036, 1.4)
    gallery.stage.set_throw_line(0)
    gallery.stage.set_wind_streaks(True)
    gallery.stage.update(FRAME)
    gallery.stage.set_aim(AimView(0, arc, ellipse))
    gallery.picture("aim", THROW)
    gallery.stage.set_aim(None)
    gallery.stage.set_wind_streaks(False)
    gallery.stage.set_throw_line(None)


def _flight(gallery: Gallery) -> None:
    gallery.cards()
    touchdown = gallery.flight.touchdown
    landing = touchdown.time if touchdown is not None else gallery.flight.duration
    for number, share in enumerate((0.22, 0.55, 0.85), start=1):
        time = share * landing
        gallery.carpets(time)
        place = pose_at(gallery.flight, time).mean(axis=0)
        eye = (float(place[0]) + 0.10, float(place[1]) - 0.30, float(place[2]) + 0.055)
        look = (float(place[0]) - 0.03, float(place[1]) + 0.10, float(place[2]) - 0.035)
        gallery.picture(f"flight_{number}", View(eye, look, math.radians(44.0)))
    gallery.carpets(landing + 0.03)
    place = pose_at(gallery.flight, landing + 0.03).mean(axis=0)
    eye = (float(place[0]) + 0.13, float(place[1]) - 0.17, 0.085)
    impact = View(eye, (float(place[0]), float(place[1]), 0.012), math.radians(40.0))
    gallery.stage.set_focus(0.22)
    gallery.picture("impact", impact)
    gallery.stage.set_focus(None)


def _verdict(gallery: Gallery) -> None:
    gallery.cards()
    gallery.carpets(gallery.flight.duration)
    outlines: list[OutlineView] = []
    overlaps: list[OverlapView] = []
    seats = [*gallery.resting, (0, gallery.flight)]
    for seat, trajectory in seats:
        ring = outline_of(trajectory.final_vertices, *trajectory.mesh)
        outlines.append(OutlineView(seat, ring))
        overlaps += [OverlapView(seat, points, above=True) for points in overlaps_with_cards(ring)]
    gallery.stage.set_verdict(VerdictView(tuple(outlines), tuple(overlaps)))
    gallery.picture("verdict", ABOVE)
    gallery.stage.set_verdict(None)


def _duel(gallery: Gallery) -> None:
    gallery.no_carpets()
    fan = [
        CardView(100, "genie_7", -0.075, -0.02, 0.10, label="Genie 7", z=0.002),
        CardView(101, "genie_4", 0.020, -0.02, -0.06, z=0.030, pitch=0.25, roll=-0.95, label="Genie 4"),
        CardView(102, "genie_2", 0.105, -0.02, -0.12, face_up=False),
        CardView(103, "palace", 0.0, 0.115, 0.0, label="Palace", emphasis=Emphasis.FOCUSED),
    ]
    gallery.stage.set_cards(fan)
    gallery.picture("duel", View((0.0, -0.33, 0.21), (0.01, 0.03, 0.0), math.radians(42.0)))


def _palaces(gallery: Gallery) -> None:
    gallery.no_carpets()
    palaces = [
        CardView(200 + k, "palace", -0.19 + 0.03 * k, 0.006 * (k % 2), 0.1 - 0.03 * k, 0.0004 * k, label="Palace")
        for k in range(5)
    ]
    treasure = CardView(210, "treasure", 0.08, 0.01, 0.06, label="Treasure")
    lamp = CardView(211, "lamp", 0.16, 0.0, -0.08, label="Magic Lamp")
    gallery.stage.set_cards([*palaces, treasure, lamp])
    gallery.picture("palace_count", View((0.0, -0.36, 0.24), (-0.01, 0.0, 0.0), math.radians(40.0)))


def _close_ups(gallery: Gallery) -> None:
    gallery.no_carpets()
    gallery.stage.set_cards([])
    x, y = np.meshgrid(np.linspace(-0.0295, 0.0295, STANDARD[0]), np.linspace(-0.0455, 0.0455, STANDARD[1]))
    wave = 0.0035 * np.sin(55.0 * y + 30.0 * x) * (0.4 + 0.6 * (y + 0.0455) / 0.091)
    corner = 0.030 * np.clip((x / 0.0295 + y / 0.0455 - 0.9) / 1.1, 0.0, 1.0) ** 1.6
    lift = corner[..., None] * np.array([-0.55, -0.45, 0.85])
    cloth = np.stack([x, y, 0.0045 + wave], -1) + lift
    for seat, name in enumerate(("ruby", "indigo", "saffron", "jade")):
        gallery.stage.add_carpet(50, seat)
        gallery.stage.pose_carpet(50, cloth.reshape(-1, 3))
        gallery.picture(f"carpet_{name}", CLOSE)
    gallery.stage.remove_carpet(50)
    for kind in CARD_KINDS:
        gallery.stage.set_cards([CardView(300, kind, 0.0, 0.0, 0.0, label=_label(kind))])
        gallery.picture(f"card_{kind}", CARD_CLOSE)
    gallery.stage.set_cards([CardView(300, "palace", 0.0, 0.0, 0.0, face_up=False)])
    gallery.picture("card_back", CARD_CLOSE)


def _hours(gallery: Gallery) -> None:
    gallery.cards()
    gallery.carpets()
    gallery.stage.pose_carpet(len(gallery.resting), hovering(0.075, -0.33, 0.165))
    for name, time in HOURS.items():
        gallery.stage.set_time_of_day(time)
        gallery.picture(f"hour_{name}", HERO)
    gallery.stage.set_time_of_day(SUNSET)


def _presets(gallery: Gallery) -> None:
    gallery.cards()
    gallery.carpets()
    gallery.stage.pose_carpet(len(gallery.resting), hovering(0.075, -0.33, 0.165))
    before = gallery.stage.preset
    for name in NAMES:
        gallery.stage.set_preset(name)
        gallery.picture(f"preset_{name}", HERO)
    gallery.stage.set_preset(before)


SECTIONS: dict[str, Callable[[Gallery], None]] = {
    "menu": _menu,
    "layout": _layout,
    "aim": _aim,
    "flight": _flight,
    "verdict": _verdict,
    "duel": _duel,
    "palaces": _palaces,
    "close": _close_ups,
    "hours": _hours,
    "presets": _presets,
}


def render_gallery(folder: Path, *, size: tuple[int, int], preset: str, sections: Sequence[str]) -> None:
    """Render the chosen sections into a folder, with real flights in the garden's wind.

    Raises:
        HostError: if nothing can be drawn on this machine.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wind = load_wind("garden", SEED)
    resting = tuple((seat, simulate(throw, wind=wind)) for seat, throw in THROWS)
    flight = simulate(HERO_THROW, wind=wind)
    host = open_offscreen(size)
    stage = Stage(host, preset=preset)
    try:
        stage.set_wind(wind.sample)
        stage.set_time_of_day(SUNSET)
        for index, (seat, _) in enumerate((*resting, (0, flight))):
            stage.add_carpet(index, seat)
        for _ in range(SETTLING_FRAMES):
            stage.update(FRAME)
        gallery = Gallery(stage, host, folder, resting, flight)
        for name in sections:
            SECTIONS[name](gallery)
        for problem in stage.problems:
            print(problem, file=sys.stderr)
    finally:
        stage.destroy()
        host.destroy()


def main(arguments: Sequence[str] | None = None) -> int:
    """Render what the command line asks for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fliegende3d.presentation.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--size", default="1280x720", help="width x height in pixels (default: %(default)s)")
    parser.add_argument("--preset", default="high", choices=NAMES)
    parser.add_argument("--only", nargs="*", choices=tuple(SECTIONS), help="render only these sections")
    options = parser.parse_args(arguments)
    try:
        width, height = (int(part) for part in options.size.lower().split("x"))
    except ValueError:
        print(f"--size {options.size!r}: needed is for instance 1280x720", file=sys.stderr)
        return 2
    try:
        render_gallery(
            options.folder, size=(width, height), preset=options.preset, sections=options.only or tuple(SECTIONS)
        )
    except HostError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
