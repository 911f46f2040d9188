"""Draws a painting in pixels over the 3D scene: batches of shapes and sharp text, by own shaders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Camera,
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    GraphicsOutput,
    InternalName,
    NodePath,
    OmniBoundingVolume,
    OrthographicLens,
    PandaNode,
    Shader,
    TextNode,
    TransparencyAttrib,
    Triangulator,
    Vec4,
)

from fliegende3d.presentation.ui.painting import BoxShape, FillShape, LineShape, Painting, Rect, Shape, TextRun
from fliegende3d.presentation.ui.theme import Colour
from fliegende3d.presentation.ui.typeface import Typeface, displayable
from fliegende3d.resources import find

Numbers = NDArray[np.float32]

# Above every pass of the scene.
OVERLAY_SORT = 900
FLOATS_PER_VERTEX = 3 + 4 + 4 + 4 + 4
QUAD_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
CACHED_TEXTS = 1500


def _shader(name: str) -> Shader:
    parts = [find("shaders", f"{name}.{stage}").read_text(encoding="utf-8") for stage in ("vert", "frag")]
    return Shader.make(Shader.SL_GLSL, parts[0], parts[1])


def _vertex_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
    for name in ("shape_local", "shape_detail", "shape_fill", "shape_edge"):
        array.add_column(InternalName.make(name), 4, GeomEnums.NT_float32, GeomEnums.C_other)
    return GeomVertexFormat.register_format(GeomVertexFormat(array))


def box_vertices(shape: BoxShape) -> Numbers:
    """Return the four corners of a box with its attributes, shape (4, 19), float32."""
    rect = shape.rect
    margin = max(1.0, shape.softness)
    half = np.array([rect.width / 2, rect.height / 2])
    corners = QUAD_CORNERS * (half + margin)
    centre = np.array(rect.centre)
    radius = min(shape.radius, half[0], half[1])
    return _rows(
        corners + centre, corners, half, (radius, shape.edge_width, shape.softness, 0.0), shape.fill, shape.edge
    )


def line_vertices(shape: LineShape) -> list[Numbers]:
    """Return one capsule of four corners for each part of a line."""
    points = np.array(shape.points, dtype=np.float64).reshape(-1, 2)
    if shape.closed and len(points) > 2:
        points = np.vstack([points, points[:1]])
    rows: list[Numbers] = []
    radius = shape.width / 2
    for start, end in pairwise(points):
        along = end - start
        length = float(np.hypot(*along))
        if length < 1e-6:
            continue
        along = along / length
        across = np.array([-along[1], along[0]])
        half = np.array([length / 2 + radius, radius])
        corners = QUAD_CORNERS * (half + 1.0)
        places = (start + end) / 2 + corners[:, :1] * along + corners[:, 1:] * across
        rows.append(_rows(places, corners, half, (radius, 0.0, 1.0, 0.0), shape.colour, (0.0, 0.0, 0.0, 0.0)))
    return rows


def _rows(
    places: NDArray[np.float64],
    local: NDArray[np.float64],
    half: NDArray[np.float64],
    detail: tuple[float, float, float, float],
    fill: Colour,
    edge: Colour,
) -> Numbers:
    count = len(places)
    rows = np.zeros((count, FLOATS_PER_VERTEX), dtype=np.float32)
    rows[:, 0] = places[:, 0]
    rows[:, 2] = -places[:, 1]
    rows[:, 3:5] = local
    rows[:, 5:7] = half
    rows[:, 7:11] = detail
    rows[:, 11:15] = fill
    rows[:, 15:19] = edge
    return rows


class Renderer:
    """The pixel-space scene of the interface on one output. `destroy()` takes it away again."""

    def __init__(self, output: GraphicsOutput, typeface: Typeface) -> None:
        self._typeface = typeface
        self._output = output
        self._format = _vertex_format()
        self._shape_shader = _shader("ui_shape")
        self._text_shader = _shader("ui_text")
        self._texts: dict[TextRun, PandaNode] = {}
        self._root: NodePath[Any] = NodePath("interface")
        self._root.set_depth_test(False)
        self._root.set_depth_write(False)
        self._root.set_two_sided(True)
        self._root.set_transparency(TransparencyAttrib.M_alpha)
        self._root.set_bin("unsorted", 0)
        self._lens = OrthographicLens()
        self._lens.set_near_far(-10.0, 10.0)
        camera = Camera("interface", self._lens)
        self._camera: NodePath[Any] = self._root.attach_new_node(camera)
        self._region = output.make_display_region()
        self._region.set_sort(OVERLAY_SORT)
        self._region.set_clear_depth_active(False)
        self._region.set_camera(self._camera)
        self._content: NodePath[Any] = self._root.attach_new_node("content")
        self._size = (0, 0)

    def draw(self, painting: Painting, size: tuple[int, int]) -> None:
        """Replace everything that is shown by ``painting``, for a window of ``size`` pixels."""
        if size != self._size:
            self._size = size
            self._lens.set_film_size(size[0], size[1])
            self._camera.set_pos(size[0] / 2, 0.0, -size[1] / 2)
        self._content.remove_node()
        self._content = self._root.attach_new_node("content")
        batch: list[Numbers] = []
        clip: Rect | None = None
        for item, cut in painting.items:
            if cut != clip:
                self._flush(batch, clip)
                batch, clip = [], cut
            if isinstance(item, TextRun):
                self._flush(batch, clip)
                batch = []
                self._add_text(item, clip)
            else:
                batch.extend(self._vertices(item))
        self._flush(batch, clip)

    def destroy(self) -> None:
        """Remove the display region and all geometry."""
        self._output.remove_display_region(self._region)
        self._root.remove_node()
        self._texts.clear()

    def _vertices(self, shape: Shape) -> Sequence[Numbers]:
        if isinstance(shape, BoxShape):
            return [box_vertices(shape)]
        if isinstance(shape, LineShape):
            return line_vertices(shape)
        if isinstance(shape, FillShape):
            return fill_vertices(shape)
        return []

    def _flush(self, batch: list[Numbers], clip: Rect | None) -> None:
        if not batch:
            return
        vertices = np.ascontiguousarray(np.concatenate(batch))
        data = GeomVertexData("shapes", self._format, GeomEnums.UH_dynamic)
        data.unclean_set_num_rows(len(vertices))
        view = memoryview(data.modify_array(0)).cast("B")  # type: ignore[arg-type]
        view[:] = vertices.tobytes()
        quads = len(vertices) // 4
        order = (
            np.arange(quads, dtype=np.uint32)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3], dtype=np.uint32)
        ).reshape(-1)
        triangles = GeomTriangles(GeomEnums.UH_dynamic)
        triangles.set_index_type(GeomEnums.NT_uint32)
        indices = triangles.modify_vertices()
        indices.unclean_set_num_rows(len(order))
        target = memoryview(indices).cast("B")  # type: ignore[arg-type]
        target[:] = order.tobytes()
        geom = Geom(data)
        geom.add_primitive(triangles)
        node = GeomNode("shapes")
        node.add_geom(geom)
        node.set_bounds(OmniBoundingVolume())
        path: NodePath[Any] = self._content.attach_new_node(node)
        path.set_shader(self._shape_shader)
        self._cut(path, clip)

    def _add_text(self, run: TextRun, clip: Rect | None) -> None:
        node = self._texts.get(run)
        if node is None:
            node = self._text_node(run)
            if len(self._texts) > CACHED_TEXTS:
                self._texts.clear()
            self._texts[run] = node
        path: NodePath[Any] = self._content.attach_new_node(PandaNode("run"))
        path.attach_new_node(node)
        self._cut(path, clip)

    def _text_node(self, run: TextRun) -> PandaNode:
        text = TextNode("text")
        text.set_font(self._typeface.font(run.family, run.pixels))
        text.set_text(displayable(run.text, run.family))
        holder: NodePath[Any] = NodePath("run")
        letters: NodePath[Any] = holder.attach_new_node(text.generate())
        letters.set_scale(run.pixels)
        letters.set_pos(run.x, 0.0, -run.y)
        letters.set_shader(self._text_shader)
        letters.set_shader_input("text_colour", Vec4(*run.colour))
        letters.set_bin("unsorted", 0, 1)
        letters.set_transparency(TransparencyAttrib.M_alpha, 1)
        node: PandaNode = holder.node()
        return node

    def _cut(self, path: NodePath[Any], clip: Rect | None) -> None:
        if clip is None:
            return
        width, height = self._size
        left, right = max(0.0, clip.x / width), min(1.0, clip.right / width)
        low, high = max(0.0, 1.0 - clip.bottom / height), min(1.0, 1.0 - clip.y / height)
        path.set_scissor(max(0.0, min(left, 1.0)), max(left, right), max(0.0, min(low, 1.0)), max(low, high))


def fill_vertices(shape: FillShape) -> list[Numbers]:
    """Return a filled polygon as quads with one corner doubled, each shape (4, 19)."""
    points = np.array(shape.points, dtype=np.float64)
    if len(points) < 3:
        return []
    triangulator = Triangulator()
    for x, y in points:
        triangulator.add_polygon_vertex(triangulator.add_vertex(float(x), float(y)))
    triangulator.triangulate()
    clear = (0.0, 0.0, 0.0, 0.0)
    rows: list[Numbers] = []
    for index in range(triangulator.get_num_triangles()):
        corners = (
            triangulator.get_triangle_v0(index),
            triangulator.get_triangle_v1(index),
            triangulator.get_triangle_v2(index),
            triangulator.get_triangle_v2(index),
        )
        places = points[list(corners)]
        rows.append(_rows(places, np.zeros((4, 2)), np.ones(2), (0.0, 0.0, 1.0, 1.0), shape.colour, clear))
    return rows
