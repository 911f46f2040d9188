"""Throws to try, and what became of them: real flights over a laid table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.flight import Throw, Trajectory
from fliegende3d.flight.contact_landing import Landing
from fliegende3d.game.tabletop import Outcome, Tabletop
from fliegende3d.resources import folder
from fliegende3d.rules import PlacedCard, RuleSet

Array = NDArray[np.float64]
CardPose = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Trial:
    """A throw and everything that decides how it goes: the table as it lies, the wind, the cloth."""

    throw: Throw
    cards: tuple[PlacedCard, ...] = ()
    resting: Mapping[int, RestingCarpet] = field(default_factory=dict)
    wind: str = "calm"
    wind_seed: int = 1
    material: str = "magic"

    def as_json(self) -> dict[str, Any]:
        """What `fliegende3d simulate` needs to fly it again."""
        throw = self.throw
        return {
            "throw": {
                "position": list(throw.position),
                "velocity": list(throw.velocity),
                "spin": list(throw.spin),
                "orientation": {
                    "yaw": throw.orientation.yaw,
                    "pitch": throw.orientation.pitch,
                    "roll": throw.orientation.roll,
                },
            },
            "wind": self.wind,
            "wind_seed": self.wind_seed,
            "material": self.material,
            "cards": [
                {"id": card.id, "kind": card.kind.value, "x": card.x, "y": card.y, "yaw": card.yaw}
                for card in self.cards
            ],
            "carpets_lying": sorted(self.resting),
        }


@dataclass(frozen=True)
class Flown:
    """A trial and its outcome; `calm` is the same throw without wind, where that matters."""

    trial: Trial
    outcome: Outcome
    calm: Trajectory | None = None

    @property
    def path(self) -> Trajectory:
        """The flight."""
        return self.outcome.trajectory

    @property
    def landing(self) -> Landing:
        """The flight as one over cards and carpets.

        Raises:
            TypeError: if there were none.
        """
        if not isinstance(self.path, Landing):
            raise TypeError("this flight went over an empty table")
        return self.path

    @cached_property
    def normals(self) -> Array:
        """Mean upward normal of the sheet in each frame, shape (frames, 3)."""
        columns, rows = self.path.mesh
        grid = self.path.vertices.reshape(-1, rows, columns, 3)
        across = (grid[:, :, -1] - grid[:, :, 0]).mean(axis=1)
        along = (grid[:, -1] - grid[:, 0]).mean(axis=1)
        normal = np.cross(across, along)
        unit: Array = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        return unit

    @property
    def touchdown(self) -> float:
        """When it first touches something [s]; the end if it never does."""
        touch = self.path.touchdown
        return touch.time if touch is not None else self.path.duration

    @cached_property
    def still(self) -> float:
        """When nothing of the sheet moves any more [s]."""
        steps = np.linalg.norm(np.diff(self.path.vertices, axis=0), axis=2).max(axis=1)
        spans = np.maximum(np.diff(self.path.times), 1e-9)
        moving = np.flatnonzero(steps / spans > STILL_SPEED)
        return float(self.path.times[moving[-1] + 1]) if len(moving) else 0.0

    def in_air(self) -> slice:
        """The frames before it first touches something."""
        return slice(0, max(2, int(np.searchsorted(self.path.times, self.touchdown))))

    def carpet_at(self, time: float) -> Array:
        """Vertices of the thrown carpet [m] at a time [s]."""
        return between(self.path.times, self.path.vertices, time)

    def others_at(self, time: float) -> dict[int, Array]:
        """Vertices of the carpets that lay there [m] at a time [s]."""
        found = {index: carpet.vertices for index, carpet in self.trial.resting.items()}
        if isinstance(self.path, Landing):
            for index, track in self.path.carpet_tracks.items():
                if len(track.times) and time >= float(track.times[0]):
                    found[index] = between(track.times, track.vertices, time)
        return found

    def cards_at(self, time: float) -> dict[int, CardPose]:
        """How each card lies at a time [s]: x, y, z [m], yaw, pitch, roll [rad]."""
        found = {card.id: (card.x, card.y, 0.0, card.yaw, 0.0, 0.0) for card in self.trial.cards}
        if isinstance(self.path, Landing):
            for identity, track in self.path.card_tracks.items():
                if len(track.times) and time >= float(track.times[0]):
                    x, y, z, yaw, pitch, roll = (float(part) for part in between(track.times, track.poses, time))
                    found[identity] = (x, y, z, yaw, pitch, roll)
        return found


STILL_SPEED = 0.03  # m/s: slower than this is not seen


def between(times: Array, values: Array, time: float) -> Array:
    """Values [m or rad] at a time [s] between the two nearest frames; the ends hold."""
    if len(times) == 1:
        only: Array = values[0]
        return only
    after = int(np.clip(np.searchsorted(times, time), 1, len(times) - 1))
    start, end = float(times[after - 1]), float(times[after])
    share = float(np.clip((time - start) / max(end - start, 1e-12), 0.0, 1.0))
    mixed: Array = (1.0 - share) * values[after - 1] + share * values[after]
    return mixed


class Range:
    """Flies trials; keeps one table for each material and wind."""

    def __init__(self) -> None:
        self._measures = RuleSet.load(folder("config")).table
        self._tables: dict[tuple[str, str], Tabletop] = {}

    def table(self, material: str = "magic", wind: str = "calm") -> Tabletop:
        """The table of a material and a wind."""
        key = (material, wind)
        if key not in self._tables:
            self._tables[key] = Tabletop(self._measures, material=material, wind=wind)
        return self._tables[key]

    def fly(self, trial: Trial, *, compare_calm: bool = False) -> Flown:
        """Fly a trial to rest, and perhaps the same throw without wind."""

        def flight(wind: str) -> Outcome:
            return self.table(trial.material, wind).fly(
                trial.throw, cards=trial.cards, resting=trial.resting, wind_seed=trial.wind_seed
            )

        calm = flight("calm").trajectory if compare_calm else None
        return Flown(trial, flight(trial.wind), calm)
