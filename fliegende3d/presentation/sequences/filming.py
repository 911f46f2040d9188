"""Draws found flights: strips of moments side by side, and short films."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fliegende3d.flight import default_table
from fliegende3d.presentation.film.writer import film, png
from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.scene.views import CardView
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.sequences.catalogue import Camera, Found
from fliegende3d.presentation.sequences.trials import Flown
from fliegende3d.presentation.text import load_texts

Picture = NDArray[np.uint8]

MOMENTS, COLUMNS = 8, 4
GAP = 4  # pixels between the moments of a strip
FRAME_RATE = 60  # frames a second of films, played at half speed
SLOW = 2.0
FIELD_HEIGHT = 0.165  # m that the picture's height shows at the carpet
NARROWEST, WIDEST = math.radians(9.0), math.radians(48.0)
TAIL = 0.12  # s after the last movement
FLYING, SEAT = 0, 0


def moments(found: Found, count: int = MOMENTS) -> list[float]:
    """Times [s] that a strip shows, from the release or just before the first touch until it lies still."""
    flown, camera = found.flown, found.wanted.camera
    start = 0.0 if camera.lead is None else max(0.0, flown.touchdown - camera.lead)
    end = flown.still if camera.lead is not None else min(flown.still, flown.touchdown + TAIL)
    return [float(time) for time in np.linspace(start, end, count)]


def view_at(flown: Flown, camera: Camera, time: float) -> View:
    """Where the camera is at a time [s]: flying beside the carpet, or standing by its place and turning after it."""
    carpet = flown.carpet_at(time).mean(axis=0)
    place = carpet if camera.follows else _place(flown)
    start, last = flown.path.centre_of_mass[0], flown.path.centre_of_mass[-1]
    around = math.atan2(last[1] - start[1], last[0] - start[0]) + math.pi + camera.turn
    level, rise = camera.distance * math.cos(camera.elevation), camera.distance * math.sin(camera.elevation)
    eye = (
        float(place[0]) + level * math.cos(around),
        float(place[1]) + level * math.sin(around),
        max(float(place[2]), 0.0) + rise,
    )
    away = math.dist(eye, carpet)
    field = min(max(2.0 * math.atan(0.5 * FIELD_HEIGHT / away), NARROWEST), WIDEST)
    return View(eye, (float(carpet[0]), float(carpet[1]), float(carpet[2])), field)


def _place(flown: Flown) -> NDArray[np.float64]:
    """Where what is worth seeing happens: between first touch and rest, or at the rim that it falls over."""
    table = default_table()
    touch, rest = (flown.carpet_at(time).mean(axis=0) for time in (flown.touchdown, flown.still))
    place: NDArray[np.float64] = 0.3 * touch + 0.7 * rest
    place[:2] = np.clip(place[:2], (-table.half_width, -table.half_depth), (table.half_width, table.half_depth))
    place[2] = 0.0
    return place


class Set:
    """A stage on which found flights are shown."""

    def __init__(self, host: Host, stage: Stage) -> None:
        self._host, self._stage = host, stage
        self._texts = load_texts("en")
        self._shown: set[int] = set()

    def show(self, flown: Flown, time: float) -> None:
        """Put cards and carpets where they are at a time [s]."""
        self._cards(flown, time)
        poses = {**flown.others_at(time), FLYING: flown.carpet_at(time)}
        for index in self._shown - set(poses):
            self._stage.hide_carpet(index)
        for index, vertices in poses.items():
            if index not in self._shown:
                self._stage.add_carpet(index, index % 4 if index else SEAT, *flown.path.mesh)
                self._shown.add(index)
            self._stage.pose_carpet(index, vertices)

    def clear(self) -> None:
        """Take cards and carpets away."""
        for index in self._shown:
            self._stage.remove_carpet(index)
        self._shown.clear()
        self._stage.set_cards([])

    def picture(self, found: Found, time: float) -> Picture:
        """Draw one moment [s] of a flight; shape (height, width, 3)."""
        self.show(found.flown, time)
        view = view_at(found.flown, found.wanted.camera, time)
        self._stage.set_view(view.eye, view.look_at, view.field_of_view, view.up)
        self._host.render_frame()
        return self._host.pixels()

    def strip(self, found: Found, path: Path) -> list[float]:
        """Write a strip of moments as a PNG; returns their times [s]."""
        times = moments(found)
        pictures = [self.picture(found, time) for time in times]
        path.write_bytes(png(side_by_side(pictures)))
        return times

    def film(self, found: Found, path: Path) -> None:
        """Write the whole sequence at half speed as a film."""
        times = moments(found)
        frames = max(2, round((times[-1] - times[0]) * FRAME_RATE * SLOW))
        with film(path, self._host.size, rate=FRAME_RATE) as sink:
            for time in np.linspace(times[0], times[-1], frames):
                sink.add(self.picture(found, float(time)))

    def _cards(self, flown: Flown, time: float) -> None:
        poses: Mapping[int, tuple[float, float, float, float, float, float]] = flown.cards_at(time)
        views = []
        for card in flown.trial.cards:
            x, y, z, yaw, pitch, roll = poses[card.id]
            label = card_name(self._texts, card.kind)
            views.append(CardView(card.id, card.kind.value, x, y, yaw, z, pitch, roll, label=label))
        self._stage.set_cards(views)


def side_by_side(pictures: list[Picture], columns: int = COLUMNS) -> Picture:
    """Pictures of one size in rows of `columns`, with dark gaps."""
    height, width, _ = pictures[0].shape
    rows = math.ceil(len(pictures) / columns)
    sheet = np.full((rows * (height + GAP) - GAP, columns * (width + GAP) - GAP, 3), 16, np.uint8)
    for number, picture in enumerate(pictures):
        top, left = (number // columns) * (height + GAP), (number % columns) * (width + GAP)
        sheet[top : top + height, left : left + width] = picture
    return sheet
