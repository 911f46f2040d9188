"""The roof terrace and what is seen from it: parapet, lanterns, potted plants, city, sky."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.core import PNMImage, SamplerState, TransparencyAttrib, Vec3, Vec4

from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node, grid_triangles, static_mesh
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.light import Light
from fliegende3d.presentation.scene.materials import BRASS, PALE_STONE, STONE, Painter, Surface, Tint
from fliegende3d.presentation.scene.measures import Table
from fliegende3d.presentation.scene.table import STOOL_PLACES, STOOL_TOP

TERRACE = (-3.3, -3.0, 3.3, 2.3)  # m: west, south, east, north
FLOOR_TILE = 1.2  # m of floor for a repeat of its texture
SCREEN_LOW, SCREEN_HIGH = -0.30, 0.015  # m
SCREEN_DEPTH = 0.045  # m: thickness of the pierced slab
PIER_STEP, PIER_LEAST = 1.9, 1.65  # m between piers; a side has as many as fit with the second measure

COPING = (
    (-0.085, 0.015),
    (-0.10, 0.022),
    (-0.10, 0.040),
    (-0.075, 0.052),
    (0.075, 0.052),
    (0.10, 0.040),
    (0.10, 0.015),
)
PLINTH = ((0.07, -0.42), (0.07, -0.335), (0.055, -0.315), (0.030, -0.30), (-0.030, -0.30), (-0.055, -0.42))
PIER = ((0.150, -0.42), (0.150, -0.34), (0.128, -0.32), (0.128, 0.062), (0.150, 0.075), (0.150, 0.098), (0.120, 0.112))

FLOOR_TILES = Surface((0.62, 0.56, 0.62), options=("RELIEF",))
SKY_RADIUS = 100.0
RUG_COLOURS = ((0.30, 0.035, 0.045), (0.030, 0.045, 0.20), (0.36, 0.14, 0.020))

LANTERN_FOOT = ((0.34, 0.0), (0.36, 0.03), (0.30, 0.07), (0.24, 0.09))
LANTERN_GLASS = ((0.24, 0.09), (0.34, 0.25), (0.37, 0.42), (0.34, 0.62), (0.27, 0.80))
LANTERN_ROOF = (
    (0.27, 0.80),
    (0.34, 0.84),
    (0.30, 0.90),
    (0.20, 1.05),
    (0.10, 1.16),
    (0.06, 1.22),
    (0.08, 1.26),
    (0.03, 1.30),
    (0.0, 1.33),
)
LANTERN_GLOW = np.array([3.0, 1.35, 0.42])


@dataclass(frozen=True)
class Lantern:
    """Where a lantern stands [m], its size [m], and the light it throws."""

    x: float
    y: float
    z: float
    size: float
    light: float


LANTERNS = (
    Lantern(STOOL_PLACES[0][0] + 0.075, STOOL_PLACES[0][1] + 0.06, STOOL_TOP, 0.135, 0.050),
    Lantern(-0.95, 2.315, 0.112, 0.17, 0.080),
    Lantern(0.95, 2.315, 0.112, 0.17, 0.080),
    Lantern(-1.25, -1.05, -0.42, 0.30, 0.060),
    Lantern(1.25, -1.05, -0.42, 0.30, 0.060),
    Lantern(1.32, 0.98, -0.42, 0.30, 0.050),
)
FURTHER_LANTERNS = (Lantern(2.85, 2.315, 0.112, 0.17, 0.0), Lantern(-2.85, 2.315, 0.112, 0.17, 0.0))


@dataclass(frozen=True)
class CityStrip:
    """A ring of city: file, radius, lowest and highest point [m], repeats round the ring, haze, share of key light."""

    file: str
    radius: float
    low: float
    high: float
    repeats: int
    haze: float
    key_share: float
    windows: float


CITY = (
    CityStrip("city_dunes", 58.0, -8.9, 6.1, 3, 0.72, 0.030, 0.0),
    CityStrip("city_far_town", 45.0, -3.9, 7.1, 4, 0.48, 0.045, 0.6),
    CityStrip("city_old_city", 30.0, -6.4, 4.1, 3, 0.24, 0.075, 0.85),
    CityStrip("city_near_roofs", 15.0, -5.2, 0.68, 2, 0.06, 0.085, 1.0),
)

PLAIN_CITY = ((0.36, 0.24, 0.33), (0.86, 0.62, 0.52))  # encoded colours near and far, without shaders
CLOUD_DRIFT = 0.0016  # turns of the clouds per minute
DISC_COSINE = 0.99977  # of the half angle of sun and moon: larger than real, as a poster draws them


class Surroundings:
    """Everything about the table; knows how to follow the light."""

    def __init__(self, parent: Node, painter: Painter, table: Table) -> None:
        self.root = parent.attach_new_node("surroundings")
        self._painter = painter
        self._drift = 0.0
        self._stars = 0.0
        self._disc = DISC_COSINE
        self._floor(table)
        self._parapet(table)
        self._cushions(table)
        self._brass()
        self._glass = [self._lantern(lantern) for lantern in LANTERNS + FURTHER_LANTERNS]
        self._sky = self._dome()
        self._strips = [self._strip(strip, order) for order, strip in enumerate(CITY)]

    def set_light(self, light: Light) -> None:
        """Follow a moment of the day."""
        v, n = light.vectors, light.numbers
        glow = LANTERN_GLOW * (0.10 + 0.62 * min(n["lamps"], 1.6))
        for glass in self._glass:
            glass.set_shader_input("glow", Vec3(*glow))
        self._stars = n["stars"]
        self._sky.set_shader_input("cloudDark", Vec3(*v["cloud_dark"]))
        self._sky.set_shader_input("cloudLit", Vec3(*v["cloud_lit"]))
        self._sky.set_shader_input("discColour", Vec3(*v["disc"]))
        for node, strip in zip(self._strips, CITY, strict=True):
            node.set_shader_input("earth", Vec3(*v["earth"]))
            node.set_shader_input("strip", Vec4(strip.haze, n["windows"] * strip.windows, 0.45, strip.key_share))
        self._set_sky()

    def update(self, dt: float) -> None:
        """Let the clouds drift for `dt` seconds."""
        self._drift = (self._drift + dt * CLOUD_DRIFT / 60.0) % 1.0
        self._set_sky()

    def flicker(self, values: tuple[float, ...]) -> None:
        """Brightness of each lantern's flame."""
        for glass, value in zip(self._glass, values, strict=False):
            glass.set_shader_input("flicker", value)

    def _set_sky(self) -> None:
        self._sky.set_shader_input("sky", Vec3(self._stars, self._drift, self._disc))

    def _attach(
        self, builder: MeshBuilder, name: str, surface: Surface, *, both_sides: bool = False, shading: bool = False
    ) -> Node:
        """Most of the terrace lies outside the shadow map; only what is `shading` is drawn into it."""
        node = builder.build(name)
        node.set_two_sided(both_sides)
        if not shading:
            node.hide(LIGHT_MASK)
        node.reparent_to(self.root)
        return self._painter.solid(node, surface)

    def _floor(self, table: Table) -> None:
        west, south, east, north = TERRACE
        z = table.floor_height
        corners = [np.array(p) for p in ((west, south, z), (east, south, z), (east, north, z), (west, north, z))]
        floor = MeshBuilder()
        floor.quad(corners, (0.0, 0.0, 1.0), [(c[0] / FLOOR_TILE, c[1] / FLOOR_TILE) for c in corners])
        node = self._attach(floor, "floor", FLOOR_TILES)
        textures = self._painter.textures
        colour = textures.colour("scenery/floor_colour.jpg", repeated=True, plain=(0.6, 0.4, 0.3))
        relief = textures.data("scenery/floor_relief.jpg", repeated=True)
        self._painter.solid(node, FLOOR_TILES, {"albedoMap": colour, "reliefMap": relief})

    def _parapet(self, table: Table) -> None:
        """A pierced screen between plinth and coping on all four sides, with piers."""
        west, south, east, north = TERRACE
        corners = [(west, north), (east, north), (east, south), (west, south), (west, north)]
        stone, piers, screen = MeshBuilder(), MeshBuilder(), MeshBuilder()
        for (x0, y0), (x1, y1) in itertools.pairwise(corners):
            start, end = np.array([x0, y0, 0.0]), np.array([x1, y1, 0.0])
            length = float(np.linalg.norm(end - start))
            way = (end - start) / length
            inward = np.array([way[1], -way[0], 0.0])
            for profile in (COPING, PLINTH):
                stone.sweep(np.array([start, end]), profile, outward=[inward])
            count = int(length / PIER_LEAST)
            for k in range(count):
                at = start + way * (length / 2 + (k - (count - 1) / 2) * PIER_STEP)
                piers.lathe(PIER, centre=(at[0], at[1], 0.0), segments=4, turn=math.pi / 4)
                piers.lathe(((0.120, 0.112), (0.0, 0.113)), centre=(at[0], at[1], 0.0), segments=4, turn=math.pi / 4)
            for depth, facing in ((SCREEN_DEPTH / 2, inward), (-SCREEN_DEPTH / 2, -inward)):
                offset = inward * depth
                low, high = np.array([0.0, 0.0, SCREEN_LOW]), np.array([0.0, 0.0, SCREEN_HIGH])
                repeats = length / (SCREEN_HIGH - SCREEN_LOW)
                quad = (start + offset + low, end + offset + low, end + offset + high, start + offset + high)
                screen.quad(quad, facing, [(0, 0), (repeats, 0), (repeats, 1), (0, 1)])
        self._attach(stone, "coping", PALE_STONE, both_sides=True)
        self._attach(piers, "piers", STONE, both_sides=True)
        textures = self._painter.textures
        node = self._attach(screen, "screen", STONE, both_sides=True)
        mask = textures.data("scenery/screen_alpha.png", repeated=True, plain=(1.0, 1.0, 1.0))
        maps = {
            "albedoMap": textures.colour("scenery/screen_colour.jpg", repeated=True),
            "reliefMap": textures.data("scenery/screen_relief.jpg", repeated=True),
            "maskMap": mask,
            "alphaMap": mask,
        }
        self._painter.solid(node, Surface((1.0, 0.94, 0.9), 0.8, options=("RELIEF", "CUTOUT")), maps)
        node.set_transparency(TransparencyAttrib.M_multisample)

    def _cushions(self, table: Table) -> None:
        """Seat cushions round the table."""
        places = ((0.0, table.half_depth + 0.36), (table.half_width + 0.62, -0.18), (-table.half_width - 0.62, -0.18))
        for (x, y), tint in zip(places, RUG_COLOURS, strict=True):
            builder = MeshBuilder()
            u, v = np.meshgrid(np.linspace(-np.pi, np.pi, 33), np.linspace(-np.pi / 2, np.pi / 2, 13))

            px = _rounded(np.cos(v), 0.5) * _rounded(np.cos(u), 0.45)
            py = _rounded(np.cos(v), 0.5) * _rounded(np.sin(u), 0.45)
            pz = _rounded(np.sin(v), 0.8)
            points = np.stack([px * 0.24 + x, py * 0.24 + y, pz * 0.065 + table.floor_height + 0.066], -1)
            normals = np.stack([px, py, pz * 1.6], -1)
            normals /= np.linalg.norm(normals, axis=2, keepdims=True) + 1e-9
            builder.add(points, normals, np.stack([u, v], -1), grid_triangles(13, 33))
            self._attach(builder, "cushion", Surface(tint, 0.85, options=("GRAINED",)), both_sides=True)

    def _brass(self) -> None:
        """Feet and roofs of all lanterns in one mesh."""
        brass = MeshBuilder()
        for place in LANTERNS + FURTHER_LANTERNS:
            for profile in (LANTERN_FOOT, LANTERN_ROOF):
                brass.lathe(np.array(profile) * place.size, centre=(place.x, place.y, place.z), segments=8)
        self._attach(brass, "lanterns", BRASS, both_sides=True, shading=True)

    def _lantern(self, place: Lantern) -> Node:
        glass = MeshBuilder()
        glass.lathe(np.array(LANTERN_GLASS) * place.size, centre=(place.x, place.y, place.z), segments=8)
        node = glass.build("lantern glass")
        node.set_two_sided(True)
        node.reparent_to(self.root)
        node.hide(LIGHT_MASK)
        inputs = {"glow": Vec3(*LANTERN_GLOW)}
        return self._painter.special(node, ("mesh.vert", "lantern.frag"), inputs, plain=(1.0, 0.6, 0.2))

    def _dome(self) -> Node:
        azimuth, elevation = np.linspace(0, 2 * np.pi, 49), np.linspace(-0.3, np.pi / 2, 17)
        e, a = np.meshgrid(elevation, azimuth, indexing="ij")
        points = np.stack([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)], -1).reshape(-1, 3)
        node = static_mesh("sky", points * SKY_RADIUS, -points, np.zeros((len(points), 2)), grid_triangles(17, 49))
        clouds = self._painter.textures.data("scenery/clouds.jpg", repeated=True, plain=(0.0, 0.0, 0.0))
        if self._painter.shaders is None:
            node.hide()  # the pipeline draws a backdrop instead
        return self._background(node, ("mesh.vert", "sky.frag"), {"cloudMap": clouds}, (0.30, 0.14, 0.25), 0)

    def _strip(self, strip: CityStrip, order: int) -> Node:
        steps = 97
        angle = np.linspace(0.0, 2.0 * math.pi, steps)
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * strip.radius
        points = np.concatenate([np.column_stack([ring, np.full(steps, z)]) for z in (strip.low, strip.high)])
        along = -np.arange(steps) / (steps - 1) * strip.repeats  # seen from inside, left to right
        # Plain drivers repeat textures even where they should end.
        heights = (0.0, 1.0) if self._painter.shaders is not None else (0.015, 0.985)
        coordinates = np.concatenate([np.column_stack([along, np.full(steps, v)]) for v in heights])
        normals = -points / np.linalg.norm(points, axis=1, keepdims=True)
        node = static_mesh(strip.file, points, normals, coordinates, grid_triangles(2, steps))
        textures = self._painter.textures
        light = textures.data(f"scenery/{strip.file}.jpg", repeated=True, plain=(0.5, 0.0, 0.5))
        mask = textures.data(f"scenery/{strip.file}_alpha.png", repeated=True, plain=(0.0, 0.0, 0.0))
        for texture in (light, mask):
            texture.set_wrap_v(SamplerState.WM_clamp)
        inputs = {"stripMap": light, "maskMap": mask}
        if self._painter.shaders is None:
            return self._plain_strip(node, strip, order)
        self._background(node, ("mesh.vert", "city.frag"), inputs, (0.2, 0.1, 0.2), 1 + order)
        return self._painter.translucent(node, depth_write=False)

    def _plain_strip(self, node: Node, strip: CityStrip, order: int) -> Node:
        """A strip as a silhouette that fades with its distance, for drivers without shaders."""
        mask = self._painter.textures.image(f"scenery/{strip.file}_alpha.png", (0.0, 0.0, 0.0))
        image = PNMImage(mask.get_x_size(), mask.get_y_size(), 4)
        colour = [near + (far - near) * strip.haze for near, far in zip(*PLAIN_CITY, strict=True)]
        image.fill(*colour)
        for column in range(mask.get_x_size()):
            for row in range(mask.get_y_size()):
                image.set_alpha(column, row, mask.get_gray(column, row))
        texture = self._painter.textures.from_image(strip.file, image)
        texture.set_wrap_u(SamplerState.WM_repeat)
        self._background(node, ("mesh.vert", "city.frag"), {}, (1.0, 1.0, 1.0), 1 + order)
        node.set_texture(texture, 1)
        node.set_light_off()
        return self._painter.translucent(node, depth_write=False)

    def _background(
        self,
        node: Node,
        sources: tuple[str, str],
        inputs: Mapping[str, object],
        plain: Tint,
        order: int,
    ) -> Node:
        node.set_two_sided(True)
        node.set_bin("background", order)
        node.set_depth_write(False)
        node.hide(LIGHT_MASK)
        node.reparent_to(self.root)
        return self._painter.special(node, sources, inputs, plain=plain)


def _rounded(value: NDArray[np.float64], exponent: float) -> NDArray[np.float64]:
    """A signed power: turns a sphere into a rounded box (a superellipsoid)."""
    result: NDArray[np.float64] = np.sign(value) * np.abs(value) ** exponent
    return result
