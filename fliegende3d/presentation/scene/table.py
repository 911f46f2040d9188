"""The low table that the game lies on, and the two stools beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from panda3d.core import PNMImage, Texture

from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node
from fliegende3d.presentation.graphics.textures import TextureLibrary
from fliegende3d.presentation.scene.materials import BRASS, COPPER, DARK_WALNUT, WALNUT, Painter, Surface
from fliegende3d.presentation.scene.measures import Table

# Moulded edge: outwards and upwards [m] from the upper border of the top.
MOULDING = (
    (0.0, 0.0),
    (0.005, -0.004),
    (0.007, -0.012),
    (0.001, -0.018),
    (0.001, -0.024),
    (-0.008, -0.034),
    (-0.012, -0.064),
    (-0.030, -0.068),
)
LEG = ((0.034, -0.06), (0.050, -0.09), (0.032, -0.12), (0.042, -0.20), (0.028, -0.28), (0.044, -0.36), (0.034, 0.0))
LEG_INSET = 0.10
APRON_DEPTH = 0.10

STOOL_PLACES = ((-1.02, 0.40), (1.02, 0.40))  # m: beside the table, out of the carpets' way
STOOL_TOP = -0.055  # m
STOOL_RADIUS = 0.19

TOP_WOOD = Surface((0.60, 0.68, 0.74), 0.40, options=("INLAID",))
PLAIN_WOOD = Surface()
PLAIN_BRASS = (0.72, 0.54, 0.25)  # encoded
PLAIN_EDGE, PLAIN_STEEPNESS = 0.60, 6.0  # of the inlay's encoded distance: where it is half covered, and how sharply
FRUIT = (Surface((0.46, 0.035, 0.030), 0.42), Surface((0.62, 0.20, 0.025), 0.46))
TEA = Surface((0.22, 0.040, 0.008), 0.16)
GLAZE = Surface((0.030, 0.22, 0.26), 0.22)
GLASS_RIM = Surface((0.85, 0.80, 0.72), 0.12)

GLASS = ((0.016, 0.0), (0.018, 0.004), (0.013, 0.018), (0.0165, 0.034))
GLASS_EDGE = ((0.0165, 0.034), (0.0185, 0.046), (0.0172, 0.046), (0.0155, 0.034))
TEAPOT = (
    (0.026, 0.0),
    (0.042, 0.012),
    (0.048, 0.032),
    (0.040, 0.056),
    (0.022, 0.072),
    (0.020, 0.080),
    (0.024, 0.084),
    (0.012, 0.096),
    (0.006, 0.102),
    (0.008, 0.110),
    (0.0, 0.116),
)
BOWL = ((0.030, 0.0), (0.034, 0.006), (0.060, 0.026), (0.074, 0.044), (0.070, 0.045), (0.055, 0.028), (0.0, 0.018))


def build_table(parent: Node, painter: Painter, table: Table) -> Node:
    """The table with its inlaid top, moulded edge, apron and turned legs."""
    root = parent.attach_new_node("table")
    x, y = table.half_width, table.half_depth
    top = MeshBuilder()
    top.quad([np.array(p) for p in ((-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0))], (0.0, 0.0, 1.0))
    node = top.build("top")
    node.reparent_to(root)
    textures = painter.textures
    maps = {
        "albedoMap": textures.colour("scenery/table_colour.jpg", plain=(0.35, 0.22, 0.15)),
        "reliefMap": textures.data("scenery/table_relief.jpg"),
        "maskMap": textures.distances("scenery/table_inlay.png"),
    }
    if painter.shaders is None:
        maps = {"albedoMap": _inlaid(textures)}
        painter.solid(node, PLAIN_WOOD, maps)
    else:
        painter.solid(node, TOP_WOOD, maps)
    frame = MeshBuilder()
    corners = np.array([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0), (-x, -y, 0.0)])
    frame.sweep(corners, MOULDING, outward=((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)))
    inset = LEG_INSET * 0.5
    frame.box((-x + inset, -y + inset, -APRON_DEPTH - 0.06), (x - inset, y - inset, -0.06))
    edge = frame.build("edge")
    edge.set_two_sided(True)
    edge.reparent_to(root)
    painter.solid(edge, WALNUT)
    legs = MeshBuilder()
    profile = np.array(LEG)
    profile[-1, 1] = table.floor_height
    for side_x in (-1, 1):
        for side_y in (-1, 1):
            legs.lathe(profile, centre=(side_x * (x - LEG_INSET), side_y * (y - LEG_INSET), 0.0))
    turned = legs.build("legs")
    turned.set_two_sided(True)
    turned.reparent_to(root)
    painter.solid(turned, DARK_WALNUT)
    return root


def _inlaid(textures: TextureLibrary) -> Texture:
    """The top with its inlay painted in, for drivers without shaders."""
    wood = textures.image("scenery/table_colour.jpg", (0.35, 0.22, 0.15))
    distances = textures.image("scenery/table_inlay.png", (1.0, 1.0, 1.0))
    fitted = PNMImage(wood.get_x_size(), wood.get_y_size(), distances.get_num_channels())
    fitted.quick_filter_from(distances)
    cover = np.clip((PLAIN_EDGE - _channels(fitted)) * PLAIN_STEEPNESS, 0.0, 1.0)
    mixed = _channels(wood) * (1.0 - cover) + np.array(PLAIN_BRASS) * cover
    painted = Texture("inlaid table")
    painted.setup_2d_texture(wood.get_x_size(), wood.get_y_size(), Texture.T_unsigned_byte, Texture.F_rgb)
    painted.set_ram_image_as((mixed * 255.0 + 0.5).astype(np.uint8).tobytes(), "RGB")
    painted.store(wood)
    return textures.from_image("inlaid table", wood)


def _channels(image: PNMImage) -> NDArray[np.float64]:
    """Red, green and blue 0..1 of a picture, rows from below, shape (height, width, 3)."""
    texture = Texture("channels")
    texture.load(image)
    raw = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8)
    channels: NDArray[np.float64] = raw.reshape(texture.get_y_size(), texture.get_x_size(), 3) / 255.0
    return channels


def build_stools(parent: Node, painter: Painter, table: Table) -> Node:
    """Two tray stools: tea on the right one, fruit on the left one (a lantern joins it elsewhere)."""
    root = parent.attach_new_node("stools")
    brass, wood = MeshBuilder(), MeshBuilder()
    for x, y in STOOL_PLACES:
        r, z = STOOL_RADIUS, STOOL_TOP
        tray = ((0.0, z), (r * 0.94, z), (r, z + 0.014), (r * 1.03, z + 0.012), (r * 0.97, z - 0.012), (0.0, z - 0.012))
        brass.lathe(tray[::-1], centre=(x, y, 0.0), segments=48)
        foot = ((0.10, table.floor_height), (0.09, -0.32), (0.055, -0.26), (0.075, -0.16), (0.15, z - 0.012))
        wood.lathe(foot, centre=(x, y, 0.0), segments=8)
    _attach(root, painter, brass, BRASS, "trays")
    _attach(root, painter, wood, DARK_WALNUT, "feet")
    _tea(root, painter, *STOOL_PLACES[1])
    _fruit(root, painter, *STOOL_PLACES[0])
    return root


def _tea(root: Node, painter: Painter, x: float, y: float) -> None:
    pot = MeshBuilder()
    at = np.array((x + 0.045, y + 0.05, STOOL_TOP))
    pot.lathe(TEAPOT, centre=at, segments=32)
    t = np.linspace(0.0, 1.0, 14)
    spout = at + np.stack([-0.040 - 0.062 * t, 0.0 * t, 0.022 + 0.062 * t**1.7], 1)
    pot.tube(spout, 0.013 - 0.008 * t)
    angle = np.linspace(-0.9, 1.25, 16)
    handle = at + np.stack([0.040 + 0.040 * np.cos(angle), 0.0 * angle, 0.046 + 0.034 * np.sin(angle)], 1)
    pot.tube(handle, 0.0045)
    _attach(root, painter, pot, COPPER, "teapot")
    tea, rims = MeshBuilder(), MeshBuilder()
    for dx, dy in ((-0.075, -0.055), (-0.005, -0.095), (-0.105, 0.035)):
        place = (x + dx, y + dy, STOOL_TOP)
        tea.lathe((*GLASS, (0.0, 0.034)), centre=place)
        rims.lathe(GLASS_EDGE, centre=place)
    _attach(root, painter, tea, TEA, "tea")
    _attach(root, painter, rims, GLASS_RIM, "glass rims")


def _fruit(root: Node, painter: Painter, x: float, y: float) -> None:
    bowl = MeshBuilder()
    at = (x - 0.055, y - 0.055, STOOL_TOP)
    bowl.lathe(BOWL, centre=at, segments=32)
    _attach(root, painter, bowl, GLAZE, "bowl")
    for kind, surface in enumerate(FRUIT):
        fruit = MeshBuilder()
        for k in range(4):
            angle, radius = k * 1.57 + kind * 0.8, 0.030 if kind == 0 else 0.012
            height = 0.044 + 0.022 * kind
            centre = (at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle), STOOL_TOP + height)
            fruit.sphere(centre, 0.021 - 0.002 * kind)
        _attach(root, painter, fruit, surface, "fruit")


def _attach(root: Node, painter: Painter, builder: MeshBuilder, surface: Surface, name: str) -> Node:
    node = builder.build(name)
    node.set_two_sided(True)
    node.reparent_to(root)
    return painter.solid(node, surface)
