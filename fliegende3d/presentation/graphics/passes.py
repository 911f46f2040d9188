"""Buffers that the picture is made in, step by step; each owns its resources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from panda3d.core import (
    Camera,
    CardMaker,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    NodePath,
    OrthographicLens,
    SamplerState,
    Texture,
    WindowProperties,
)

from fliegende3d.presentation.graphics.host import Host, HostError, Size
from fliegende3d.presentation.graphics.meshes import Node


@dataclass(frozen=True)
class BufferKind:
    """What a buffer holds: bits per channel (16 is floating point, 0 is no colour), depth, samples per pixel."""

    colour_bits: int = 0
    depth: bool = False
    samples: int = 1


class Buffer:
    """A buffer with its colour and depth textures.

    Raises:
        HostError: if the driver refuses it.
    """

    output: GraphicsOutput

    def __init__(self, host: Host, name: str, size: Size, kind: BufferKind, *, sort: int) -> None:
        self._host = host
        properties = FrameBufferProperties()
        bits = kind.colour_bits or 8
        properties.set_rgba_bits(bits, bits, bits, bits)
        properties.set_float_color(bits == 16)
        if kind.depth:
            properties.set_depth_bits(24)
        if kind.samples > 1:
            properties.set_multisamples(kind.samples)
        window = WindowProperties()
        window.set_size(*size)
        flags = GraphicsPipe.BF_refuse_window
        output = host.engine.make_output(host.pipe, name, sort, properties, window, flags, host.guardian, host.output)
        if output is None:
            raise HostError(f"the driver refuses the buffer {name!r} of {size[0]}x{size[1]} pixels")
        self.output = output
        self.colour = self._texture(f"{name} colour", GraphicsOutput.RTP_color) if kind.colour_bits else None
        self.depth = self._texture(f"{name} depth", GraphicsOutput.RTP_depth) if kind.depth else None

    def destroy(self) -> None:
        """Give the buffer and its textures back."""
        self.output.clear_render_textures()
        self._host.engine.remove_window(self.output)
        for texture in (self.colour, self.depth):
            if texture is not None:
                texture.release_all()

    def _texture(self, name: str, plane: Any) -> Texture:
        texture = Texture(name)
        texture.set_minfilter(SamplerState.FT_linear)
        texture.set_magfilter(SamplerState.FT_linear)
        texture.set_wrap_u(SamplerState.WM_clamp)
        texture.set_wrap_v(SamplerState.WM_clamp)
        self.output.add_render_texture(texture, GraphicsOutput.RTM_bind_or_copy, plane)
        return texture


class ScreenQuad:
    """A rectangle over the whole of an output, drawn with one shader."""

    node: Node

    def __init__(self, output: GraphicsOutput, name: str, *, sort: int = 0) -> None:
        self._output = output
        self._root: Node = NodePath(name)
        maker = CardMaker(name)
        maker.set_frame(-1.0, 1.0, -1.0, 1.0)
        self.node = self._root.attach_new_node(maker.generate())
        self.node.set_depth_test(False)
        self.node.set_depth_write(False)
        lens = OrthographicLens()
        lens.set_film_size(2.0, 2.0)
        lens.set_near_far(-10.0, 10.0)
        camera = self._root.attach_new_node(Camera(name, lens))
        self._region = output.make_display_region()
        self._region.set_sort(sort)
        self._region.set_camera(camera)

    def destroy(self) -> None:
        """Take the rectangle off its output."""
        self._output.remove_display_region(self._region)
        self._root.remove_node()
