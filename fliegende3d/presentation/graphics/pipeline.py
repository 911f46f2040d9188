"""How a scene becomes a picture: the lit pipeline with shadow, occlusion and film curve, and a plain one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    AntialiasAttrib,
    BitMask32,
    Camera,
    GraphicsOutput,
    LMatrix4f,
    NodePath,
    OrthographicLens,
    Point3,
    SamplerState,
    Shader,
    Texture,
    TransparencyAttrib,
    Vec2,
    Vec3,
    Vec4,
)

from fliegende3d.presentation.graphics.host import LARGEST_SIZE, SMALLEST_SIZE, Host, HostError, Size
from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.presentation.graphics.passes import Buffer, BufferKind, ScreenQuad
from fliegende3d.presentation.graphics.presets import Preset
from fliegende3d.presentation.graphics.shaders import ShaderLibrary
from fliegende3d.presentation.graphics.textures import gradient_texture, solid_texture

VIEW_MASK, LIGHT_MASK, MOTION_MASK = BitMask32.bit(0), BitMask32.bit(1), BitMask32.bit(2)

SHADOW_CENTRE = (0.0, 0.03, 0.0)  # m: what the shadow map looks at
SHADOW_FILM = (2.0, 1.7)  # m: width and height that it covers
SHADOW_DISTANCE, SHADOW_NEAR, SHADOW_FAR = 1.8, 0.2, 3.8  # m
TOP_SIDE, TOP_HEIGHT, TOP_FAR = 1.0, 0.5, 0.55  # m: square seen from above for occlusion, and depth range
TOP_NEAR = 0.01
TOP_TEXELS = 1024
BLOOM_THRESHOLD, BLOOM_SPREAD = 1.15, 0.6
VIGNETTE, BLOOM_STRENGTH = 0.42, 0.30
WINDOW_SORT = -10  # the scene lies below everything flat
# The evening sky from the top of the picture to its middle and down, encoded colours.
PLAIN_SKY = ((0.32, 0.25, 0.47), (0.62, 0.42, 0.60), (0.95, 0.72, 0.52), (0.55, 0.38, 0.40))


@dataclass(frozen=True)
class Look:
    """Settings of the last step: exposure, grain, focus and shutter (None and 0 switch them off)."""

    exposure: float = 1.0
    grain: float = 0.010
    focus_distance: float | None = None  # m from the eye
    focus_depth: float = 0.06  # m that stay sharp on both sides
    focus_blur: float = 0.012  # largest blur, share of the picture's height
    shutter: float = 0.0  # share of the time between two frames


class Pipeline(Protocol):
    """Draws `scene` through `camera` into a host's output."""

    @property
    def lit(self) -> bool:
        """Whether shaders are used."""

    def set_preset(self, preset: Preset) -> None:
        """Draw with another quality from the next frame on."""

    def set_size(self, size: Size) -> None:
        """Follow the output's size in pixels."""

    def set_key_direction(self, direction: NDArray[np.float64]) -> None:
        """Turn the shadow map towards the key light, a unit vector."""

    def set_look(self, look: Look) -> None:
        """Change exposure, focus, shutter and grain."""

    def advance(self) -> None:
        """Call before each frame."""

    def texture_bytes(self) -> int:
        """Bytes of the buffers' textures on the graphics card."""

    def destroy(self) -> None:
        """Give everything back."""


class PlainPipeline:
    """Draws directly, without shaders: for drivers that have none."""

    lit = False

    def __init__(self, host: Host, scene: Node, camera: Node) -> None:
        self._host = host
        self._sky = gradient_texture(PLAIN_SKY)
        self._backdrop = ScreenQuad(host.output, "backdrop", sort=WINDOW_SORT - 1)
        self._backdrop.node.set_texture(self._sky)
        self._region = host.output.make_display_region()
        self._region.set_sort(WINDOW_SORT)
        self._region.set_clear_color_active(False)
        self._region.set_clear_depth_active(True)
        self._region.set_camera(camera)

    def set_preset(self, preset: Preset) -> None:
        """Nothing to change: there is only one plain quality."""

    def set_size(self, size: Size) -> None:
        """The region follows the output by itself."""

    def set_key_direction(self, direction: NDArray[np.float64]) -> None:
        """There are no shadows."""

    def set_look(self, look: Look) -> None:
        """There is no film curve."""

    def advance(self) -> None:
        """Nothing to remember."""

    def texture_bytes(self) -> int:
        """No buffers."""
        return 0

    def destroy(self) -> None:
        """Take the regions off the output."""
        self._host.output.remove_display_region(self._region)
        self._backdrop.destroy()
        self._sky.release_all()


class LitPipeline:
    """Shadow map, height map, scene in linear light, bloom, film curve, and smoothing."""

    lit = True

    def __init__(self, host: Host, scene: Node, camera: Node, preset: Preset, shaders: ShaderLibrary) -> None:
        self._host, self._scene, self._camera = host, scene, camera
        self._preset, self._shaders = preset, shaders
        self._size = host.size
        self._look = Look()
        self._key = np.array([-0.86, 0.14, 0.50])
        self._white = solid_texture("white", (1.0, 1.0, 1.0))
        camera.node().set_camera_mask(VIEW_MASK)
        scene.hide(MOTION_MASK)
        scene.set_antialias(AntialiasAttrib.M_multisample)
        self._former = self._view_matrix()
        scene.set_shader_input("formerView", self._former)
        self._buffers: list[Buffer] = []
        self._quads: list[ScreenQuad] = []
        self._light_cameras: list[Node] = []
        self._final: ScreenQuad | None = None
        self._build()

    def set_preset(self, preset: Preset) -> None:
        """Rebuild all buffers for another quality; the scene must be repainted by its owner."""
        self._preset = preset
        self._rebuild()

    def set_shaders(self, shaders: ShaderLibrary) -> None:
        """Use the shaders of another quality for the next rebuild."""
        self._shaders = shaders

    def set_size(self, size: Size) -> None:
        """Rebuild the buffers that depend on the output's size."""
        if size != self._size:
            self._size = size
            self._rebuild()

    def set_key_direction(self, direction: NDArray[np.float64]) -> None:
        """Turn the shadow map towards the key light."""
        self._key = np.asarray(direction, float)
        self._aim_shadow()

    def set_look(self, look: Look) -> None:
        """Change exposure, focus, shutter and grain; focus and shutter switch variants of the last shader."""
        variant = (look.focus_distance is None, look.shutter > 0.0)
        changed = variant != (self._look.focus_distance is None, self._look.shutter > 0.0)
        self._look = look
        if changed:
            self._rebuild()
        else:
            self._apply_look()

    def advance(self) -> None:
        """Before each frame: remember where the camera was, for motion blur."""
        self._scene.set_shader_input("formerView", self._former)
        self._former = self._view_matrix()

    def texture_bytes(self) -> int:
        """Bytes of the buffers' textures: 8 per pixel for light, 4 for plain colour, 4 for depth."""
        total = 0
        for buffer in self._buffers:
            output = buffer.output
            colour = 8 if output.get_fb_properties().get_float_color() else 4
            per_pixel = (colour if buffer.colour is not None else 0) + (4 if buffer.depth is not None else 0)
            total += output.get_x_size() * output.get_y_size() * per_pixel
        return total

    def destroy(self) -> None:
        """Give all buffers, cameras and rectangles back."""
        self._tear_down()
        self._white.release_all()

    def _view_matrix(self) -> LMatrix4f:
        matrix: LMatrix4f = self._scene.get_mat(self._camera) * self._camera.node().get_lens().get_projection_mat()
        return matrix

    def _rebuild(self) -> None:
        self._tear_down()
        self._build()

    def _tear_down(self) -> None:
        for quad in self._quads:
            quad.destroy()
        for buffer in self._buffers:
            buffer.destroy()
        for camera in self._light_cameras:
            camera.remove_node()
        self._quads.clear()
        self._buffers.clear()
        self._light_cameras.clear()
        self._final = None

    def _buffer(self, name: str, size: Size, kind: BufferKind, sort: int) -> Buffer:
        buffer = Buffer(self._host, name, size, kind, sort=sort)
        self._buffers.append(buffer)
        return buffer

    def _build(self) -> None:
        self._build_shadow()
        self._build_top()
        main = self._build_main()
        blooms = self._build_bloom(main)
        self._build_final(main, blooms)

    def _depth_camera(self, name: str, buffer: Buffer, lens: OrthographicLens) -> Node:
        camera = Camera(name, lens)
        camera.set_camera_mask(LIGHT_MASK)
        state: Node = NodePath("state")
        state.set_shader(self._shaders.get("mesh.vert", "depth.frag"), 100)
        state.set_two_sided(True, 100)
        state.set_transparency(TransparencyAttrib.M_none, 100)
        camera.set_initial_state(state.get_state())
        node = self._scene.attach_new_node(camera)
        buffer.output.make_display_region().set_camera(node)
        buffer.output.set_clear_color_active(False)
        buffer.output.set_clear_depth_active(True)
        self._light_cameras.append(node)
        return node

    def _build_shadow(self) -> None:
        side = self._preset.shadow_size
        buffer = self._buffer("shadow", (side, side), BufferKind(depth=True), -50)
        lens = OrthographicLens()
        lens.set_film_size(*SHADOW_FILM)
        lens.set_near_far(SHADOW_NEAR, SHADOW_FAR)
        self._shadow_lens, self._shadow_node = lens, self._depth_camera("key light", buffer, lens)
        depth = _depth_of(buffer)
        test = SamplerState()
        test.set_minfilter(SamplerState.FT_shadow)
        test.set_magfilter(SamplerState.FT_shadow)
        test.set_wrap_u(SamplerState.WM_clamp)
        test.set_wrap_v(SamplerState.WM_clamp)
        self._scene.set_shader_input("shadowMap", depth)
        self._scene.set_shader_input("shadowTest", depth, test)
        self._scene.set_shader_input("shadowTexel", 1.0 / side)
        self._scene.set_shader_input("alphaMap", self._white)
        self._aim_shadow()

    def _aim_shadow(self) -> None:
        x, y, z = (c + SHADOW_DISTANCE * d for c, d in zip(SHADOW_CENTRE, self._key, strict=True))
        self._shadow_node.set_pos(self._scene, x, y, z)
        self._shadow_node.look_at(self._scene, Point3(*SHADOW_CENTRE), Vec3(0.0, 0.0, 1.0))
        matrix = self._scene.get_mat(self._shadow_node) * self._shadow_lens.get_projection_mat()
        self._scene.set_shader_input("shadowMatrix", matrix)

    def _build_top(self) -> None:
        texels = TOP_TEXELS if self._preset.occlusion_taps else SMALLEST_SIZE
        buffer = self._buffer("top", (texels, texels), BufferKind(depth=True), -49)
        lens = OrthographicLens()
        lens.set_film_size(TOP_SIDE, TOP_SIDE)
        lens.set_near_far(TOP_NEAR, TOP_FAR)
        node = self._depth_camera("from above", buffer, lens)
        node.set_pos(0.0, 0.0, TOP_HEIGHT)
        node.look_at(Point3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0))
        matrix = self._scene.get_mat(node) * lens.get_projection_mat()
        self._scene.set_shader_input("topMap", _depth_of(buffer))
        self._scene.set_shader_input("topMatrix", matrix)
        self._scene.set_shader_input("topRange", Vec2(TOP_HEIGHT - TOP_NEAR, TOP_HEIGHT - TOP_FAR))

    def _build_main(self) -> Buffer:
        share = self._preset.resolution_share
        width, height = (min(max(round(side * share), SMALLEST_SIZE), LARGEST_SIZE) for side in self._size)
        main = self._multisampled("scene", (width, height), -40)
        main.output.make_display_region().set_camera(self._camera)
        main.output.set_clear_color_active(True)
        main.output.set_clear_color((0.0, 0.0, 0.0, 1.0))
        main.output.set_clear_depth_active(True)
        self._scene.set_shader_input("pixels", float(height))
        return main

    def _multisampled(self, name: str, size: Size, sort: int) -> Buffer:
        """The buffer of the scene with as many samples as the preset wants and the driver gives."""
        samples = self._preset.samples
        while True:
            try:
                return self._buffer(name, size, BufferKind(colour_bits=16, depth=True, samples=samples), sort)
            except HostError:
                if samples == 1:
                    raise
                samples //= 2

    def _build_bloom(self, main: Buffer) -> list[Texture]:
        textures: list[Texture] = []
        source = _colour_of(main)
        width, height = (max(side // 2, 2) for side in self._size)
        for octave in range(self._preset.bloom):
            buffer = self._buffer(f"bloom {octave}", (width, height), BufferKind(colour_bits=16), -30 + octave)
            options = ("FIRST",) if octave == 0 else ()
            quad = self._quad(buffer.output, f"bloom {octave}", self._shaders.get("quad.vert", "bloom.frag", options))
            quad.node.set_shader_input("source", source)
            threshold = BLOOM_THRESHOLD if octave == 0 else 0.0
            quad.node.set_shader_input("bloom", Vec3(BLOOM_SPREAD / width, BLOOM_SPREAD / height, threshold))
            source = _colour_of(buffer)
            textures.append(source)
            width, height = max(width // 2, 2), max(height // 2, 2)
        return textures

    def _build_final(self, main: Buffer, blooms: list[Texture]) -> None:
        options: tuple[str, ...] = (f"BLOOM {self._preset.bloom}",)
        options += ("FOCUS",) if self._look.focus_distance is not None else ()
        options += ("SHUTTER",) if self._look.shutter > 0.0 else ()
        shader = self._shaders.get("quad.vert", "final.frag", options)
        target = self._host.output
        if self._preset.fxaa:
            smooth = self._buffer("picture", self._size, BufferKind(colour_bits=8), -20)
            quad = self._quad(target, "smoothing", self._shaders.get("quad.vert", "fxaa.frag"), WINDOW_SORT)
            quad.node.set_shader_input("source", _colour_of(smooth))
            quad.node.set_shader_input("texel", Vec2(1.0 / self._size[0], 1.0 / self._size[1]))
            target = smooth.output
        final = self._quad(target, "final", shader, WINDOW_SORT)
        final.node.set_shader_input("source", _colour_of(main))
        final.node.set_shader_input("depthMap", _depth_of(main))
        final.node.set_shader_input("velocityMap", self._motion() if self._look.shutter > 0.0 else self._white)
        for k in range(4):
            final.node.set_shader_input(f"bloom{k}", blooms[k] if k < len(blooms) else self._white)
        self._final = final
        self._apply_look()

    def _motion(self) -> Texture:
        """A picture of how far each carpet moved on the screen since the last frame."""
        width, height = (max(side // 2, SMALLEST_SIZE) for side in self._size)
        buffer = self._buffer("motion", (width, height), BufferKind(colour_bits=16, depth=True), -39)
        camera = Camera("motion", self._camera.node().get_lens())
        camera.set_camera_mask(MOTION_MASK)
        state: Node = NodePath("state")
        state.set_shader(self._shaders.get("velocity.vert", "velocity.frag"), 100)
        state.set_transparency(TransparencyAttrib.M_none, 100)
        camera.set_initial_state(state.get_state())
        node = self._camera.attach_new_node(camera)
        buffer.output.make_display_region().set_camera(node)
        buffer.output.set_clear_color_active(True)
        buffer.output.set_clear_color((0.0, 0.0, 0.0, 1.0))
        buffer.output.set_clear_depth_active(True)
        self._light_cameras.append(node)
        return _colour_of(buffer)

    def _quad(self, output: GraphicsOutput, name: str, shader: Shader, sort: int = 0) -> ScreenQuad:
        quad = ScreenQuad(output, name, sort=sort)
        quad.node.set_shader(shader)
        self._quads.append(quad)
        return quad

    def _apply_look(self) -> None:
        if self._final is None:
            return
        look, node = self._look, self._final.node
        lens = self._camera.node().get_lens()
        node.set_shader_input("look", Vec4(look.exposure, BLOOM_STRENGTH, VIGNETTE, look.grain))
        distance = look.focus_distance if look.focus_distance is not None else 1.0
        aspect = self._size[0] / self._size[1]
        node.set_shader_input("focus", Vec4(distance, look.focus_depth, look.focus_blur, aspect))
        node.set_shader_input("range", Vec2(lens.get_near(), lens.get_far()))
        node.set_shader_input("shutter", look.shutter)


def _colour_of(buffer: Buffer) -> Texture:
    if buffer.colour is None:
        raise ValueError("this buffer has no colour")
    return buffer.colour


def _depth_of(buffer: Buffer) -> Texture:
    if buffer.depth is None:
        raise ValueError("this buffer has no depth")
    return buffer.depth
