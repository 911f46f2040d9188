"""Shaders from `shaders/`, with options by `#define` and one shared library."""

from __future__ import annotations

from pathlib import Path

from panda3d.core import Shader

from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.resources import folder

LIBRARY_MARK = "//:library"
LIBRARY_FILES = ("light.glsl", "shade.glsl", "surface.glsl")
TAG = "paint"

# Every combination that the scene asks for; tests draw a frame with each on each profile.
VARIANTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("mesh.vert", "cloth.frag", ()),
    ("mesh.vert", "solid.frag", ()),
    ("mesh.vert", "solid.frag", ("INLAID",)),
    ("mesh.vert", "solid.frag", ("RELIEF",)),
    ("mesh.vert", "solid.frag", ("RELIEF", "CUTOUT")),
    ("mesh.vert", "solid.frag", ("PAPER",)),
    ("mesh.vert", "solid.frag", ("GRAINED",)),
    ("mesh.vert", "solid.frag", ("LEAF",)),
    ("mesh.vert", "sky.frag", ()),
    ("mesh.vert", "city.frag", ()),
    ("mesh.vert", "lantern.frag", ()),
    ("mesh.vert", "depth.frag", ()),
    ("flat.vert", "flat.frag", ()),
    ("flat.vert", "flat.frag", ("HATCHED",)),
    ("flat.vert", "dust.frag", ()),
    ("velocity.vert", "velocity.frag", ()),
    ("quad.vert", "bloom.frag", ()),
    ("quad.vert", "bloom.frag", ("FIRST",)),
    *(
        ("quad.vert", "final.frag", (f"BLOOM {octaves}", *extra))
        for octaves in (0, 2, 4)
        for extra in ((), ("FOCUS",), ("SHUTTER",), ("FOCUS", "SHUTTER"))
    ),
    ("quad.vert", "fxaa.frag", ()),
)


class ShaderError(RuntimeError):
    """A shader source that is missing or that the engine rejects."""


class ShaderLibrary:
    """Makes each shader once for one set of options."""

    def __init__(self, defines: tuple[str, ...] = ()) -> None:
        self.defines = defines
        self._folder = folder("shaders")
        self._made: dict[tuple[str, str, tuple[str, ...]], Shader] = {}

    def get(self, vertex: str, fragment: str, options: tuple[str, ...] = ()) -> Shader:
        """The shader of two source files with additional options.

        Raises:
            ShaderError: naming the files.
        """
        key = (vertex, fragment, options)
        if key not in self._made:
            sources = (self._source(vertex, options), self._source(fragment, options))
            shader = Shader.make(Shader.SL_GLSL, *sources)
            if shader is None or shader.get_error_flag():
                raise ShaderError(f"shaders/{vertex} with shaders/{fragment} {options} cannot be used")
            self._made[key] = shader
        return self._made[key]

    def paint(self, node: Node, vertex: str, fragment: str, options: tuple[str, ...] = ()) -> None:
        """Let a node be drawn with these sources, and remember them for `repaint`."""
        node.set_shader(self.get(vertex, fragment, options))
        node.set_python_tag(TAG, (vertex, fragment, options))

    def repaint(self, root: Node) -> None:
        """Give every painted node below the root its shader with this library's options."""
        for node in [root, *root.find_all_matches("**")]:
            tag = node.get_python_tag(TAG)
            if tag is not None:
                node.set_shader(self.get(*tag))

    def _source(self, name: str, options: tuple[str, ...]) -> str:
        text = _read(self._folder / name)
        version, _, rest = text.partition("\n")
        head = "".join(f"#define {define}\n" for define in (*self.defines, *options))
        if LIBRARY_MARK in rest:
            library = "\n".join(_read(self._folder / "library" / part) for part in LIBRARY_FILES)
            rest = rest.replace(LIBRARY_MARK, library, 1)
        return f"{version}\n{head}{rest}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ShaderError(f"the shader source {path} cannot be read: {error.strerror}") from error
