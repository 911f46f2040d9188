"""The whole place of the game as one object: told what to show, never asked what happened."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from panda3d.core import AmbientLight, DirectionalLight, NodePath, PTA_LVecBase3f, PTA_LVecBase4f, Vec3, Vec4

from fliegende3d.presentation.graphics.host import Host, Size
from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.presentation.graphics.pipeline import LitPipeline, Look, Pipeline, PlainPipeline
from fliegende3d.presentation.graphics.presets import AUTOMATIC, AutomaticChoice, Preset, load_graphics
from fliegende3d.presentation.graphics.shaders import ShaderLibrary
from fliegende3d.presentation.graphics.textures import TextureLibrary, texture_bytes
from fliegende3d.presentation.scene.cards import CardTable
from fliegende3d.presentation.scene.carpets import Carpet, load_carpets
from fliegende3d.presentation.scene.light import Daylight, Light
from fliegende3d.presentation.scene.materials import Painter
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.overlays import Overlays
from fliegende3d.presentation.scene.surroundings import LANTERNS, Surroundings
from fliegende3d.presentation.scene.table import build_stools, build_table
from fliegende3d.presentation.scene.view import Vector, View, ViewCamera
from fliegende3d.presentation.scene.views import AimView, CardView, GuideView, PileView, VerdictView, WindSample
from fliegende3d.presentation.scene.wind_life import WindLife

LAMP_COLOUR = Vec3(1.0, 0.46, 0.15)
OVERHEAD_PLACE = (-0.12, 0.30, 0.85)  # m: lanterns strung high above, out of sight
OVERHEAD_STRENGTH = 0.9
OVERHEAD_FROM = 0.9  # they are lit once the others burn this strongly
PLAIN_LIFT = 0.0009  # m: without shaders depth is coarse; what lies on the table is drawn a little above it
LAMP_COUNT = 6  # as in shaders/library/light.glsl


class Stage:
    """Draws table, cards, carpets and surroundings through a host. Owns all of its nodes and textures.

    Args:
        host: the window or buffer to draw into; it must outlive the stage.
        preset: name of a quality preset, or "auto".
        table: measures of the table.

    Raises:
        PresetError: for an unknown preset.
    """

    def __init__(self, host: Host, *, preset: str = AUTOMATIC, table: Table | None = None) -> None:
        self._host = host
        self._table = table or Table.load()
        self._graphics = load_graphics()
        self._automatic: AutomaticChoice | None = None
        self._preset = self._choose(preset)
        self._looks = load_carpets()
        self._daylight = Daylight()
        self._light = self._daylight.in_game(0.0)
        self._look = Look()
        self._carpets: dict[int, Carpet] = {}
        self.scene: Node = NodePath("scene")
        self.camera = ViewCamera(self.scene, host.aspect_ratio)
        lit = host.driver.runs_shaders
        self._textures = TextureLibrary(share=self._preset.texture_share, anisotropy=self._anisotropy(), plain=not lit)
        self._shaders = ShaderLibrary(self._preset.defines) if lit else None
        self._painter = Painter(self._textures, self._shaders)
        self._painter.prepare(self.scene)
        self._pipeline: Pipeline = self._make_pipeline()
        build_table(self.scene, self._painter, self._table)
        build_stools(self.scene, self._painter, self._table)
        self._surroundings = Surroundings(self.scene, self._painter, self._table)
        self._wind_life = WindLife(self.scene, self._painter, self._table, self._surroundings, self._preset.dust)
        self._card_table = CardTable(self.scene, self._painter)
        self._card_table.root.set_z(0.0 if lit else PLAIN_LIFT)
        self._overlays = Overlays(self.scene, self._painter, self._table, self._looks)
        self._stop_listening = host.on_resize(self._resized)
        self._apply_light()
        self.set_view(self.camera.view.eye, self.camera.view.look_at, self.camera.view.field_of_view)

    @property
    def preset(self) -> str:
        """Name of the quality preset in use."""
        return self._preset.name

    @property
    def table(self) -> Table:
        """The measures of the table."""
        return self._table

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for each shipped picture that was missing or broken."""
        return tuple(self._textures.problems)

    def set_preset(self, name: str) -> None:
        """Switch the quality while the game runs; "auto" lets measured frame times choose.

        Raises:
            PresetError: for an unknown preset.
        """
        self._use_preset(self._choose(name))

    def set_view(
        self,
        eye: Vector,
        look_at: Vector,
        field_of_view: float = math.radians(36.0),
        up: Vector = (0.0, 0.0, 1.0),
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Place the camera: places [m], vertical field of view at 16:9 [rad], where ``look_at`` appears (−1..1)."""
        self.camera.set(View(eye, look_at, field_of_view, up, shift))
        self.scene.set_shader_input("eye", Vec3(*eye))

    def set_cards(self, cards: Sequence[CardView]) -> None:
        """Show exactly these cards; those that did not change are left alone."""
        self._card_table.set_cards(cards)

    def set_piles(self, piles: Sequence[PileView]) -> None:
        """Show exactly these piles of cards."""
        self._card_table.set_piles(piles)

    def add_carpet(self, index: int, seat: int, columns: int = 14, rows: int = 20, *, ghost: bool = False) -> None:
        """Make the carpet `index` of a seat, hidden until it is posed; `ghost` draws it translucent."""
        self.remove_carpet(index)
        look = self._looks[seat % len(self._looks)]
        self._carpets[index] = Carpet(self.scene, self._painter, look, (columns, rows), ghost=ghost)
        if self._shaders is None:
            self._carpets[index].node.set_z(2.0 * PLAIN_LIFT)

    def pose_carpet(self, index: int, vertices: NDArray[np.float64]) -> None:
        """Show the carpet with these vertices [m], shape (columns * rows, 3), row-major with x fastest."""
        self._carpets[index].pose(vertices, moving=self._look.shutter > 0.0)

    def hide_carpet(self, index: int) -> None:
        """Take the carpet out of sight; posing shows it again."""
        self._carpets[index].hide()

    def remove_carpet(self, index: int) -> None:
        """Forget a carpet and its mesh; unknown indices are ignored."""
        carpet = self._carpets.pop(index, None)
        if carpet is not None:
            carpet.destroy()

    def set_wind(self, sample: WindSample | None) -> None:
        """Let pennants, palms, flames and dust follow this wind; None is still air."""
        self._wind_life.set_wind(sample)

    def set_wind_streaks(self, shown: bool) -> None:
        """Show the wind itself as bright streaks in the air, for instance while a throw is aimed."""
        self._wind_life.set_streaks(shown)

    def set_stage_progress(self, share: float) -> None:
        """Move the light from late afternoon (0) through sunset to night with lanterns (1)."""
        self._light = self._daylight.in_game(share)
        self._apply_light()

    def set_time_of_day(self, time: float) -> None:
        """Set the light to any time from morning (0) to night (1)."""
        self._light = self._daylight.at(time)
        self._apply_light()

    def set_verdict(self, verdict: VerdictView | None) -> None:
        """Draw outlines and hatched overlaps, or remove them."""
        self._overlays.set_verdict(verdict)

    def set_throw_line(self, seat: int | None) -> None:
        """Light up the throw line of the seat's side (0 south, 1 west, 2 north, 3 east), or none."""
        self._overlays.set_throw_line(seat)

    def set_landing_area(self, shown: bool) -> None:
        """Light up the border of the landing area."""
        self._overlays.set_landing_area(shown)

    def set_aim(self, aim: AimView | None) -> None:
        """Draw the preview of a throw, or remove it."""
        self._overlays.set_aim(aim)

    def set_guides(self, guides: Sequence[GuideView]) -> None:
        """Draw measuring lines between cards, or remove them with an empty sequence."""
        self._overlays.set_guides(guides)

    def set_focus(self, distance: float | None) -> None:
        """Blur what lies far from this distance [m] from the eye (replays and photo mode); None ends it."""
        self._set_look(replace(self._look, focus_distance=distance))

    def set_motion_blur(self, share: float) -> None:
        """Blur moving carpets over this share of a frame's time (replays only); 0 ends it."""
        self._set_look(replace(self._look, shutter=min(max(share, 0.0), 1.0)))

    def table_point(self, x: float, y: float, height: float = 0.0) -> tuple[float, float] | None:
        """Where the ray through a screen point (-1..1, y up) meets the level `height` [m]."""
        return self.camera.table_point(x, y, height)

    def screen_point(self, point: Vector) -> tuple[float, float] | None:
        """Where a point [m] appears on the screen (-1..1, y up); None behind the camera."""
        return self.camera.screen_point(point)

    def update(self, dt: float) -> None:
        """Advance what moves by itself by `dt` [s]: pennants, palms, flames, dust, light."""
        self._pipeline.advance()
        self._surroundings.update(dt)
        self._wind_life.update(dt, self.camera.node)
        if self._automatic is not None:
            better = self._automatic.frame(dt)
            if better is not None:
                self._use_preset(better)

    def texture_bytes(self) -> int:
        """Bytes of all textures and buffers on the graphics card."""
        printed = sum(texture_bytes(texture) for texture in self._card_table.faces.textures())
        return self._textures.memory() + printed + self._pipeline.texture_bytes()

    def destroy(self) -> None:
        """Remove everything from the host."""
        self._stop_listening()
        del self._stop_listening  # it refers back to this stage: without it everything is freed at once
        for index in tuple(self._carpets):
            self.remove_carpet(index)
        self._card_table.destroy()
        self._overlays.destroy()
        self._pipeline.destroy()
        self.camera.destroy()
        self.scene.remove_node()
        self._textures.destroy()

    def _choose(self, name: str) -> Preset:
        if name == AUTOMATIC:
            self._automatic = AutomaticChoice(self._graphics, self._host.driver)
            return self._automatic.preset
        self._automatic = None
        return self._graphics.preset(name)

    def _anisotropy(self) -> int:
        """The preset's, but none where the processor draws: there it takes most of the time of a frame."""
        return 1 if self._host.driver.is_software else self._preset.anisotropy

    def _use_preset(self, preset: Preset) -> None:
        self._preset = preset
        if self._shaders is None or not isinstance(self._pipeline, LitPipeline):
            return
        self._shaders = ShaderLibrary(preset.defines)
        self._painter.shaders = self._shaders
        self._pipeline.set_shaders(self._shaders)
        self._pipeline.set_preset(preset)
        self._shaders.repaint(self.scene)
        self._wind_life.set_dust(preset.dust)
        self._textures.set_quality(share=preset.texture_share, anisotropy=self._anisotropy())
        self._card_table.reprint()
        self._apply_light()

    def _make_pipeline(self) -> Pipeline:
        if self._shaders is not None:
            return LitPipeline(self._host, self.scene, self.camera.node, self._preset, self._shaders)
        sun, sky = DirectionalLight("sun"), AmbientLight("sky")
        sun.set_color(Vec4(0.9, 0.75, 0.6, 1.0))
        sky.set_color(Vec4(0.45, 0.38, 0.45, 1.0))
        lamp = self.scene.attach_new_node(sun)
        lamp.set_hpr(-80.0, -40.0, 0.0)
        self.scene.set_light(lamp)
        self.scene.set_light(self.scene.attach_new_node(sky))
        return PlainPipeline(self._host, self.scene, self.camera.node)

    def _set_look(self, look: Look) -> None:
        self._look = look
        self._pipeline.set_look(look)

    def _apply_light(self) -> None:
        light = self._light
        self._pipeline.set_key_direction(light.vectors["key"])
        self._set_look(replace(self._look, exposure=light.numbers["exposure"]))
        if self._shaders is not None:
            _give_light(self.scene, light)
        self._surroundings.set_light(light)
        self._wind_life.set_light(light)

    def _resized(self, size: Size) -> None:
        self.camera.set_aspect(size[0] / size[1])
        self._pipeline.set_size(size)


UNIFORMS = {
    "sun": "sun",
    "key": "key",
    "keyColour": "key_colour",
    "skyZenith": "zenith",
    "skyDusk": "dusk",
    "skyRose": "rose",
    "skyApricot": "apricot",
    "skyLowAway": "low_away",
    "skyMidAway": "mid_away",
    "sunGlow": "sun_glow",
}


def _give_light(scene: Node, light: Light) -> None:
    for uniform, name in UNIFORMS.items():
        scene.set_shader_input(uniform, Vec3(*light.vectors[name]))
    fill, lamps = PTA_LVecBase3f(), PTA_LVecBase4f()
    for red, green, blue in light.fill_light():
        fill.push_back(Vec3(red, green, blue))
    for lantern in LANTERNS[: LAMP_COUNT - 1]:
        strength = lantern.light * light.numbers["lamps"]
        lamps.push_back(Vec4(lantern.x, lantern.y, lantern.z + 0.45 * lantern.size, strength))
    overhead = max(light.numbers["lamps"] - OVERHEAD_FROM, 0.0)
    lamps.push_back(Vec4(*OVERHEAD_PLACE, OVERHEAD_STRENGTH * overhead))
    scene.set_shader_input("irradiance", fill)
    scene.set_shader_input("lamps", lamps)
    scene.set_shader_input("lampColour", LAMP_COLOUR)
