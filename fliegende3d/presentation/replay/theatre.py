"""Puts a moment of a recording on the stage: cards, carpets, deck, wind, light and the verdict's drawing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fliegende3d.collision.coverage import CardOutline, RestingCarpet, coverage
from fliegende3d.collision.footprint import GRID, projected_outline
from fliegende3d.flight import WindField, load_wind
from fliegende3d.game.recorder import grid_triangles
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.scene.views import CardView, OutlineView, OverlapView, PileView, Points, VerdictView
from fliegende3d.replay.playback import DECK_PLACE, GENIE_ID, Playback, Scene
from fliegende3d.replay.timeline import SegmentKind
from fliegende3d.rules import carpet_owner, carpets_per_player

DRAWING_HEIGHT = 0.0025
"""The verdict is drawn this high over the table, above cards and flat carpets [m]."""


class Theatre:
    """Shows a recording on a stage. `close()` takes everything away again.

    Args:
        stage: where it is shown.
        playback: what is shown.
        card_label: the name of a kind of card, for labels.
    """

    def __init__(self, stage: Stage, playback: Playback, *, card_label: Callable[[str], str]) -> None:
        self._stage = stage
        self._playback = playback
        self._card_label = card_label
        header = playback.recording.header
        self._players = header.players
        self._carpets = range(self._players * carpets_per_player(self._players))
        for index in self._carpets:
            stage.add_carpet(index, carpet_owner(index, self._players), *header.mesh)
        self._cards: tuple[CardView, ...] = ()
        self._verdict: int | None = None
        self._wind: int | None = None
        self._deck = -1
        self._stage_number = 0

    def show(self, scene: Scene, *, verdict: bool = True) -> None:
        """Show a moment; `verdict` draws the outlines while a landing is judged."""
        self._show_cards(scene)
        self._show_deck(scene.deck)
        for index in self._carpets:
            vertices = scene.carpets.get(index)
            if vertices is None:
                self._stage.hide_carpet(index)
            else:
                self._stage.pose_carpet(index, vertices)
        self._show_wind(scene)
        if scene.segment.stage != self._stage_number:
            self._stage_number = scene.segment.stage
            stages = max(1, self._playback.recording.header.stages - 1)
            self._stage.set_stage_progress(min(1.0, (self._stage_number - 1) / stages))
        number = scene.segment.flight if verdict and scene.segment.kind is SegmentKind.VERDICT else None
        if number != self._verdict:
            self._verdict = number
            self._stage.set_verdict(None if number is None else verdict_view(scene, self._players, self._mesh))

    def restore_light(self) -> None:
        """Set the light of the game anew with the next moment, after something else has changed it."""
        self._stage_number = 0

    @property
    def _mesh(self) -> tuple[int, int]:
        return self._playback.recording.header.mesh

    def close(self) -> None:
        """Take cards, carpets and everything else off the stage."""
        for index in self._carpets:
            self._stage.remove_carpet(index)
        self._stage.set_cards(())
        self._stage.set_piles(())
        self._stage.set_verdict(None)
        self._stage.set_wind(None)

    def _show_cards(self, scene: Scene) -> None:
        views = tuple(
            CardView(
                card.id,
                card.kind,
                card.x,
                card.y,
                card.yaw,
                z=card.z,
                pitch=card.pitch,
                roll=card.roll,
                face_up=card.face_up,
                label="" if card.id >= GENIE_ID else self._card_label(card.kind),
                numeral=card.kind.removeprefix("genie_") if card.id >= GENIE_ID else "",
            )
            for card in scene.cards
        )
        if views != self._cards:
            self._cards = views
            self._stage.set_cards(views)

    def _show_deck(self, count: int) -> None:
        if count != self._deck:
            self._deck = count
            self._stage.set_piles((PileView(*DECK_PLACE, 0.0, count),) if count else ())

    def _show_wind(self, scene: Scene) -> None:
        """The wind that blew when the flight was thrown that is shown, or thrown last."""
        number = scene.segment.flight
        if number is None or number == self._wind:
            return
        self._wind = number
        seed = self._playback.timeline.flights[number].wind_seed
        field: WindField = load_wind(self._playback.recording.header.wind, seed)

        def sample(positions: Points, time: float) -> Points:
            return field.sample(positions, max(0.0, time))

        self._stage.set_wind(sample)


def verdict_view(scene: Scene, players: int, mesh: tuple[int, int]) -> VerdictView:
    """Outlines of the carpets that lie, and what of each card they cover, from above or from below."""
    triangles = grid_triangles(*mesh)
    indices = sorted(scene.carpets)
    carpets = [RestingCarpet(str(index), scene.carpets[index], triangles, order) for order, index in enumerate(indices)]
    cards = [CardOutline(card.id, card.x, card.y, card.yaw) for card in scene.cards if card.id < GENIE_ID]
    outlines: list[OutlineView] = []
    overlaps: list[OverlapView] = []
    for index, carpet in zip(indices, carpets, strict=True):
        seat = carpet_owner(index, players)
        outlines += [OutlineView(seat, ring) for ring in rings(projected_outline(carpet.vertices, triangles))]
    for pair in coverage(carpets, cards):
        seat = carpet_owner(indices[pair.carpet], players)
        overlaps += [OverlapView(seat, ring, above=True) for ring in rings(pair.above)]
        overlaps += [OverlapView(seat, ring, above=False) for ring in rings(pair.below)]
    return VerdictView(tuple(outlines), tuple(overlaps))


def rings(shape: object) -> list[Points]:
    """The outer borders of polygons in grid units as lines in space, each (n, 3) [m]."""
    found = []
    for part in getattr(shape, "geoms", [shape]):
        exterior = getattr(part, "exterior", None)
        if exterior is None or exterior.is_empty:
            continue
        flat = np.asarray(exterior.coords)[:-1, :2] * GRID
        found.append(np.column_stack([flat, np.full(len(flat), DRAWING_HEIGHT)]))
    return found
