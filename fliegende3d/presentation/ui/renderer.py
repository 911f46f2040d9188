"""Draws a painting in pixels over the 3D scene: batches of shapes and sharp text, by own shaders."""

from __future__ import annotations

from collections.abc import Sequence
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
    Shader,
    Texture,
    TransparencyAttrib,
    Triangulator,
)

from fliegende3d.presentation.ui.card_art import CardArt
from fliegende3d.presentation.ui.painting import (
    CARD_ASPECT,
    CARD_CORNER,
    BoxShape,
    CardShape,
    FillShape,
    LineShape,
    Painting,
    Rect,
    Shape,
    TextRun,
)
from fliegende3d.presentation.ui.theme import Colour
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.typeface_files import displayable
from fliegende3d.resources import find

Numbers = NDArray[np.float32]

# Above every pass of the scene.
OVERLAY_SORT = 900
FLOATS_PER_VERTEX = 3 + 4 + 4 + 4 + 4
TEXT_FLOATS = 3 + 2 + 4
PICTURE_FLOATS = 3 + 3 + 4
PICTURE_PLACES = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], dtype=np.float64)
QUAD_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
CACHED_TEXTS = 1500
# Shorter parts of a line are not drawn [px].
SHORTEST_PART = 1e-6


def _shader(name: str) -> Shader:
    parts = [find("shaders", f"{name}.{stage}").read_text(encoding="utf-8") for stage in ("vert", "frag")]
    return Shader.make(Shader.SL_GLSL, parts[0], parts[1])


def _vertex_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
    for name in ("shape_local", "shape_detail", "shape_fill", "shape_edge"):
        array.add_column(InternalName.make(name), 4, GeomEnums.NT_float32, GeomEnums.C_other)
    return GeomVertexFormat.register_format(GeomVertexFormat(array))


def _text_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
    array.add_column(InternalName.get_texcoord(), 2, GeomEnums.NT_float32, GeomEnums.C_texcoord)
    array.add_column(InternalName.make("text_colour"), 4, GeomEnums.NT_float32, GeomEnums.C_other)
    return GeomVertexFormat.register_format(GeomVertexFormat(array))


def _picture_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
    array.add_column(InternalName.make("picture_place"), 3, GeomEnums.NT_float32, GeomEnums.C_other)
    array.add_column(InternalName.make("picture_look"), 4, GeomEnums.NT_float32, GeomEnums.C_other)
    return GeomVertexFormat.register_format(GeomVertexFormat(array))


def card_vertices(shape: CardShape) -> Numbers:
    """Return the four corners of a card's picture with its attributes, shape (4, 10), float32."""
    rows = np.zeros((4, PICTURE_FLOATS), dtype=np.float32)
    corners = np.array(shape.corners, dtype=np.float64)
    nearness = np.array(shape.nearness, dtype=np.float64)[:, None]
    rows[:, 0] = corners[:, 0]
    rows[:, 2] = -corners[:, 1]
    rows[:, 3:5] = PICTURE_PLACES * nearness
    rows[:, 5:6] = nearness
    rows[:, 6:10] = (CARD_ASPECT, CARD_CORNER, shape.light, shape.opacity)
    return rows


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


def line_vertices(shape: LineShape) -> Numbers:
    """Return one capsule of four corners for each part of a line, shape (4 n, 19), float32."""
    points = np.array(shape.points, dtype=np.float64).reshape(-1, 2)
    if shape.closed and len(points) > 2:
        points = np.vstack([points, points[:1]])
    ways = np.diff(points, axis=0)
    lengths = np.hypot(ways[:, 0], ways[:, 1])
    parts = lengths >= SHORTEST_PART
    ways, lengths, starts = ways[parts], lengths[parts], points[:-1][parts]
    radius = shape.width / 2
    along = ways / lengths[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    half = np.stack([lengths / 2 + radius, np.full(len(lengths), radius)], axis=1)
    local = QUAD_CORNERS[None] * (half + 1.0)[:, None]
    middles = starts + ways / 2
    places = middles[:, None] + local[:, :, :1] * along[:, None] + local[:, :, 1:] * across[:, None]
    detail = (radius, 0.0, 1.0, 0.0)
    wide = np.repeat(half, 4, axis=0)
    return _rows(places.reshape(-1, 2), local.reshape(-1, 2), wide, detail, shape.colour, (0.0, 0.0, 0.0, 0.0))


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
        self._text_format = _text_format()
        self._picture_shader = _shader("ui_picture")
        self._picture_format = _picture_format()
        self._art = CardArt()
        self._runs: dict[TextRun, list[tuple[Texture, Numbers]]] = {}
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
        runs: list[TextRun] = []
        clip: Rect | None = None
        for item, cut in painting.items:
            is_text = isinstance(item, TextRun)
            if cut != clip or (is_text and batch) or (not is_text and runs):
                self._flush(batch, clip)
                self._flush_text(runs, clip)
                batch, runs, clip = [], [], cut
            if isinstance(item, CardShape):
                self._flush(batch, clip)
                batch = []
                self._card(item, clip)
            elif isinstance(item, TextRun):
                runs.append(item)
            else:
                batch.extend(self._vertices(item))
        self._flush(batch, clip)
        self._flush_text(runs, clip)

    def destroy(self) -> None:
        """Remove the display region and all geometry."""
        self._output.remove_display_region(self._region)
        self._root.remove_node()
        self._runs.clear()
        self._art.destroy()

    def _card(self, shape: CardShape, clip: Rect | None) -> None:
        path = self._quads(card_vertices(shape), self._picture_format)
        path.set_shader(self._picture_shader)
        path.set_texture(self._art.picture(shape.kind, shape.name, shape.numeral))
        self._cut(path, clip)

    def _vertices(self, shape: Shape) -> Sequence[Numbers]:
        if isinstance(shape, BoxShape):
            return [box_vertices(shape)]
        if isinstance(shape, LineShape):
            parts = line_vertices(shape)
            return [parts] if len(parts) else []
        if isinstance(shape, FillShape):
            return fill_vertices(shape)
        return []

    def _flush(self, batch: list[Numbers], clip: Rect | None) -> None:
        if batch:
            path = self._quads(np.concatenate(batch), self._format)
            path.set_shader(self._shape_shader)
            self._cut(path, clip)

    def _quads(self, corners: Numbers, layout: GeomVertexFormat) -> NodePath[Any]:
        """Attach quads, four rows of vertices each, behind what is drawn already."""
        data = GeomVertexData("quads", layout, GeomEnums.UH_dynamic)
        data.unclean_set_num_rows(len(corners))
        view = memoryview(data.modify_array(0)).cast("B")  # type: ignore[arg-type]
        view[:] = np.ascontiguousarray(corners).tobytes()
        firsts = np.arange(len(corners) // 4, dtype=np.uint32)[:, None] * 4
        order = (firsts + np.array([0, 1, 2, 0, 2, 3], dtype=np.uint32)).reshape(-1)
        triangles = GeomTriangles(GeomEnums.UH_dynamic)
        triangles.set_index_type(GeomEnums.NT_uint32)
        indices = triangles.modify_vertices()
        indices.unclean_set_num_rows(len(order))
        target = memoryview(indices).cast("B")  # type: ignore[arg-type]
        target[:] = order.tobytes()
        geom = Geom(data)
        geom.add_primitive(triangles)
        node = GeomNode("quads")
        node.add_geom(geom)
        node.set_bounds(OmniBoundingVolume())
        path: NodePath[Any] = self._content.attach_new_node(node)
        return path

    def _text_rows(self, run: TextRun) -> list[tuple[Texture, Numbers]]:
        """Return the four corners of every glyph with its texture page, shape (4, 9) each."""
        glyphs = self._typeface.glyphs(run.family, run.pixels)
        pen = run.x
        rows: list[tuple[Texture, Numbers]] = []
        for character in displayable(run.text, run.family):
            glyph = glyphs.glyph(character)
            if glyph.texture is not None:
                left, top = pen + glyph.left, glyph.top - run.y
                right, low = left + glyph.width, top - glyph.height
                corners = np.empty((4, TEXT_FLOATS), dtype=np.float32)
                corners[:, 0] = (left, right, right, left)
                corners[:, 1] = 0.0
                corners[:, 2] = (low, low, top, top)
                corners[:, 3] = (glyph.u0, glyph.u1, glyph.u1, glyph.u0)
                corners[:, 4] = (glyph.v1, glyph.v1, glyph.v0, glyph.v0)
                corners[:, 5:9] = run.colour
                rows.append((glyph.texture, corners))
            pen += glyph.advance
        return rows

    def _flush_text(self, runs: list[TextRun], clip: Rect | None) -> None:
        pages: dict[Texture, list[Numbers]] = {}
        for run in runs:
            rows = self._runs.get(run)
            if rows is None:
                if len(self._runs) > CACHED_TEXTS:
                    self._runs.clear()
                rows = self._runs[run] = self._text_rows(run)
            for page, corners in rows:
                pages.setdefault(page, []).append(corners)
        for page, corners_list in pages.items():
            path = self._quads(np.concatenate(corners_list), self._text_format)
            path.set_shader(self._text_shader)
            path.set_texture(page)
            self._cut(path, clip)

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
