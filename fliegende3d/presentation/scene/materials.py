"""What surfaces look like: hands shaders and maps to nodes, or plain colours where there are no shaders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from panda3d.core import Texture, TransparencyAttrib, Vec3, Vec4

from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.presentation.graphics.shaders import ShaderLibrary
from fliegende3d.presentation.graphics.textures import TextureLibrary

Tint = tuple[float, float, float]


@dataclass(frozen=True)
class Surface:
    """A solid's look: linear tint, roughness and metalness 0..1, strength of its relief, share of ambient light."""

    tint: Tint = (1.0, 1.0, 1.0)
    roughness: float = 0.7
    metal: float = 0.0
    relief: float = 1.0
    ambient: float = 1.0
    options: tuple[str, ...] = ()


WALNUT = Surface((0.102, 0.033, 0.014), 0.38, options=("GRAINED",))
DARK_WALNUT = Surface((0.068, 0.024, 0.010), 0.42, options=("GRAINED",))
STONE = Surface((0.584, 0.323, 0.188), 0.80, options=("GRAINED",))
PALE_STONE = Surface((0.66, 0.42, 0.27), 0.78, options=("GRAINED",))
BRASS = Surface((0.44, 0.195, 0.030), 0.34, 0.80)
COPPER = Surface((0.50, 0.15, 0.06), 0.36, 0.75)
ROPE = Surface((0.042, 0.020, 0.014), 0.9)
LEAVES = Surface((0.075, 0.145, 0.034), 0.55, options=("LEAF",))
BARK = Surface((0.145, 0.060, 0.030), 0.9, options=("GRAINED",))


class Painter:
    """Applies surfaces. `shaders` is None where the driver has none: then colours and textures stand alone."""

    def __init__(self, textures: TextureLibrary, shaders: ShaderLibrary | None) -> None:
        self.textures, self.shaders = textures, shaders

    def prepare(self, scene: Node) -> None:
        """Give the scene's root every input that a surface may leave out."""
        if self.shaders is None:
            return
        white = self.textures.white
        for name in ("albedoMap", "reliefMap", "maskMap", "alphaMap", "stripMap", "cloudMap"):
            scene.set_shader_input(name, white)
        scene.set_shader_input("noiseMap", self.textures.data("scenery/noise.jpg", repeated=True))
        scene.set_shader_input("tint", Vec3(1.0, 1.0, 1.0))
        scene.set_shader_input("material", Vec4(0.7, 0.0, 1.0, 1.0))
        scene.set_shader_input("emphasis", Vec4(0.0, 0.0, 0.0, 0.0))
        scene.set_shader_input("opacity", 1.0)
        scene.set_shader_input("flicker", 1.0)
        self.shaders.paint(scene, "mesh.vert", "solid.frag")

    def solid(self, node: Node, surface: Surface, maps: Mapping[str, Texture] | None = None) -> Node:
        """Paint a solid; maps are `albedoMap`, `reliefMap` and `maskMap`."""
        maps = maps or {}
        if self.shaders is None:
            self._plain(node, surface.tint, maps.get("albedoMap"))
            return node
        self.shaders.paint(node, "mesh.vert", "solid.frag", surface.options)
        node.set_shader_input("tint", Vec3(*surface.tint))
        material = Vec4(surface.roughness, surface.metal, surface.relief, surface.ambient)
        node.set_shader_input("material", material)
        for name, texture in maps.items():
            node.set_shader_input(name, texture)
        return node

    def special(
        self,
        node: Node,
        sources: tuple[str, str],
        inputs: Mapping[str, object],
        *,
        plain: Tint,
        options: tuple[str, ...] = (),
    ) -> Node:
        """Paint with a shader of its own, given as vertex and fragment source; `plain` is its linear stand-in."""
        if self.shaders is None:
            self._plain(node, plain, None)
            return node
        self.shaders.paint(node, *sources, options)
        for name, value in inputs.items():
            node.set_shader_input(name, value)
        return node

    def translucent(self, node: Node, *, depth_write: bool) -> Node:
        """Blend a node over what lies behind it."""
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(depth_write)
        return node

    def _plain(self, node: Node, tint: Tint, texture: Texture | None) -> None:
        red, green, blue = (min(max(channel, 0.0), 1.0) ** (1.0 / 2.2) for channel in tint)
        node.set_color(red, green, blue, 1.0)
        if texture is not None:
            node.set_texture(texture, 1)
