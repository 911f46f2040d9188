"""Cards and piles of cards: paper with thickness, round corners, a slight curl, and a printed name."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Texture, Vec4

from fliegende3d.presentation.graphics.lettering import Lettering
from fliegende3d.presentation.graphics.meshes import MeshBuilder, Node, grid_triangles
from fliegende3d.presentation.scene.materials import Painter, Surface
from fliegende3d.presentation.scene.measures import (
    CARD_CORNER_RADIUS,
    CARD_LENGTH,
    CARD_THICKNESS,
    CARD_WIDTH,
)
from fliegende3d.presentation.scene.views import CardView, Emphasis, PileView

Array = NDArray[np.float64]

PAPER = Surface((0.92, 0.92, 0.92), 0.48, options=("PAPER",))
BACK_KIND = "back"
CURL = 0.00022  # m: how far the corners of a lying card stand up
GAP_BELOW = 0.00006  # m: air between card and table, so that both can be seen at grazing angles
EDGE_COORDINATE = 0.012  # texture coordinate of bare paper, for the sides

FACE_TEXELS = (768.0, 1184.0)
LABEL_CENTRE, LABEL_HEIGHT, LABEL_WIDTH = (336.0, 1040.0), 74.0, 436.0  # texels, in the cartouche
LARGE_DISC, SMALL_DISC = (160.0, 160.0), (640.0, 1040.0)
NUMERAL_HEIGHT, LETTER_HEIGHT = 128.0, 84.0

EMPHASIS = {
    Emphasis.NONE: (0.0, 0.0, 0.0, 0.0),
    Emphasis.FOCUSED: (1.25, 0.62, 0.10, 1.0),
    Emphasis.ALLOWED: (0.05, 0.62, 0.34, 1.0),
    Emphasis.REFUSED: (1.1, 0.05, 0.03, 1.0),
}


def numeral_of(kind: str) -> str:
    """What is written into a card's empty disc: the letter of an adventure, the number of a genie, or nothing."""
    family, _, mark = kind.rpartition("_")
    if family == "adventure":
        return mark.upper()
    return mark if family == "genie" else ""


class CardFaces:
    """Textures of card faces with their printed names, each made once."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._lettering = Lettering()
        self._made: dict[tuple[str, str, str], Texture] = {}

    def face(self, kind: str, label: str, numeral: str) -> Texture:
        """The face of a kind with a name in its cartouche and a numeral in its discs."""
        key = (kind, label, numeral)
        if key not in self._made:
            textures = self._painter.textures
            name = f"cards/{kind}.jpg"
            if not label and not numeral:
                self._made[key] = textures.colour(name)
                return self._made[key]
            image = textures.image(name)
            scale = image.get_x_size() / FACE_TEXELS[0]
            x, y = LABEL_CENTRE
            self._lettering.draw(
                image, label, (x * scale, y * scale), height=LABEL_HEIGHT * scale, width=LABEL_WIDTH * scale
            )
            discs = [(SMALL_DISC, LETTER_HEIGHT)]
            discs += [(LARGE_DISC, NUMERAL_HEIGHT)] if kind.startswith("genie") else []
            for (disc_x, disc_y), height in discs if numeral else ():
                centre = (disc_x * scale, disc_y * scale)
                self._lettering.draw(image, numeral, centre, height=height * scale, width=height * scale * 1.2)
            self._made[key] = textures.from_image(f"{name} {label}", image)
        return self._made[key]

    def textures(self) -> tuple[Texture, ...]:
        """All that were made, for counting memory."""
        return tuple(self._made.values())

    def destroy(self) -> None:
        """Release the textures."""
        for texture in self._made.values():
            texture.release_all()
        self._made.clear()


class CardTable:
    """The cards and piles that lie on the table."""

    def __init__(self, parent: Node, painter: Painter) -> None:
        self.root = parent.attach_new_node("cards")
        self._painter = painter
        self.faces = CardFaces(painter)
        self._front, self._rear = _front_mesh(), _rear_mesh()
        self._cards: dict[int, tuple[CardView, Node]] = {}
        self._piles: list[Node] = []
        self._pile_views: tuple[PileView, ...] = ()

    def set_cards(self, cards: Sequence[CardView]) -> None:
        """Show exactly these cards; those whose picture did not change are only moved."""
        wanted = {card.id: card for card in cards}
        for identity in [key for key in self._cards if key not in wanted]:
            self._cards.pop(identity)[1].remove_node()
        for card in cards:
            old = self._cards.get(card.id)
            if old is not None and old[0] == card:
                continue
            if old is not None and _same_picture(old[0], card):
                node = old[1]
            else:
                if old is not None:
                    old[1].remove_node()
                node = self._make(card)
            self._place(node, card)
            self._cards[card.id] = (card, node)

    def set_piles(self, piles: Sequence[PileView]) -> None:
        """Show exactly these piles."""
        if tuple(piles) == self._pile_views:
            return
        self._pile_views = tuple(piles)
        for node in self._piles:
            node.remove_node()
        self._piles = [self._make_pile(pile) for pile in piles if pile.count > 0]

    def reprint(self) -> None:
        """Print all faces again, for instance at another share of their size."""
        cards, piles = [view for view, _ in self._cards.values()], self._pile_views
        self.set_cards(())
        self.set_piles(())
        self.faces.destroy()
        self.set_cards(cards)
        self.set_piles(piles)

    def destroy(self) -> None:
        """Remove everything."""
        self.set_cards(())
        self.set_piles(())
        self.faces.destroy()
        self.root.remove_node()

    def _make(self, card: CardView) -> Node:
        root = self.root.attach_new_node(f"card {card.id}")
        shown = self.faces.face(card.kind, card.label, card.numeral or numeral_of(card.kind))
        hidden = self.faces.face(BACK_KIND, "", "")
        if not card.face_up:
            shown, hidden = hidden, shown
        front = self._front.copy_to(root)
        self._painter.solid(front, PAPER, {"albedoMap": shown})
        rear = self._rear.copy_to(root)
        rear.set_name("rear")
        self._painter.solid(rear, PAPER, {"albedoMap": hidden})
        return root

    def _place(self, node: Node, card: CardView) -> None:
        node.set_pos(card.x, card.y, card.z + GAP_BELOW)
        node.set_hpr(math.degrees(card.yaw), math.degrees(card.pitch), math.degrees(card.roll))
        rear = node.find("rear")
        if card.pitch == 0.0 and card.roll == 0.0:
            rear.hide()
        else:
            rear.show()
        node.set_shader_input("emphasis", Vec4(*EMPHASIS[card.emphasis]))

    def _make_pile(self, pile: PileView) -> Node:
        root = self.root.attach_new_node("pile")
        height = (pile.count - 1) * CARD_THICKNESS
        top = self._front.copy_to(root)
        top.set_z(height)
        label, numeral = ("", "") if pile.kind == BACK_KIND else (pile.label, numeral_of(pile.kind))
        face = self.faces.face(pile.kind, label, numeral)
        self._painter.solid(top, PAPER, {"albedoMap": face})
        if pile.count > 1:
            sides = _pile_sides(pile.count)
            sides.reparent_to(root)
            self._painter.solid(sides, PAPER, {"albedoMap": face})
        root.set_pos(pile.x, pile.y, GAP_BELOW)
        root.set_h(math.degrees(pile.yaw))
        return root


def _same_picture(a: CardView, b: CardView) -> bool:
    return (a.kind, a.label, a.numeral, a.face_up) == (b.kind, b.label, b.numeral, b.face_up)


def _lines(half: float) -> Array:
    """Grid lines across a card, closer where the corners are round."""
    r = CARD_CORNER_RADIUS
    corner = half - r + r * np.sin(np.linspace(0.0, np.pi / 2, 6))
    inner = np.linspace(-half + r, half - r, 8)[1:-1]
    return np.concatenate([-corner[::-1], inner, corner])


def _sheet() -> tuple[Array, Array, int, int]:
    """Positions of a card's upper face with round corners and curl, its normals, rows and columns."""
    half_x, half_y, r = CARD_WIDTH / 2, CARD_LENGTH / 2, CARD_CORNER_RADIUS
    x, y = np.meshgrid(_lines(half_x), _lines(half_y))
    over_x, over_y = np.maximum(np.abs(x) - half_x + r, 0.0), np.maximum(np.abs(y) - half_y + r, 0.0)
    largest, length = np.maximum(over_x, over_y), np.hypot(over_x, over_y)
    pull = np.where(length > 1e-9, largest / np.maximum(length, 1e-9), 1.0)
    x = np.sign(x) * (np.abs(x) - over_x + over_x * pull)
    y = np.sign(y) * (np.abs(y) - over_y + over_y * pull)
    u, v = x / half_x, y / half_y
    z = CARD_THICKNESS + CURL * (0.35 * u * u + 0.65 * u * u * v * v)
    slope_x = CURL * (0.70 * u + 1.30 * u * v * v) / half_x
    slope_y = CURL * 1.30 * u * u * v / half_y
    normals = np.stack([-slope_x, -slope_y, np.ones_like(x)], -1)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    return np.stack([x, y, z], -1), normals, *x.shape


def _face_coordinates(points: Array) -> Array:
    return np.stack([points[..., 0] / CARD_WIDTH + 0.5, points[..., 1] / CARD_LENGTH + 0.5], -1)


def _ring(points: Array) -> Array:
    """The border of a grid, once round, counter-clockwise."""
    return np.concatenate([points[0, :-1], points[:-1, -1], points[-1, :0:-1], points[:0:-1, 0]])


def _skirt(builder: MeshBuilder, upper: Array, lower: Array) -> None:
    count = len(upper)
    outward = upper * (1.0, 1.0, 0.0)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    k = np.arange(count)
    after = (k + 1) % count
    triangles = np.concatenate([np.stack([k + count, after + count, after], 1), np.stack([k + count, after, k], 1)])
    coordinates = np.tile((EDGE_COORDINATE, 0.5), (2 * count, 1))
    builder.add(np.concatenate([upper, lower]), np.concatenate([outward, outward]), coordinates, triangles)


def _front_mesh() -> Node:
    points, normals, rows, columns = _sheet()
    builder = MeshBuilder()
    builder.add(points, normals, _face_coordinates(points), grid_triangles(rows, columns))
    upper = _ring(points)
    _skirt(builder, upper, upper - (0.0, 0.0, CARD_THICKNESS))
    return builder.build("front")


def _rear_mesh() -> Node:
    points, normals, rows, columns = _sheet()
    builder = MeshBuilder()
    coordinates = _face_coordinates(points)
    coordinates[..., 0] = 1.0 - coordinates[..., 0]
    lowered = points - (0.0, 0.0, CARD_THICKNESS)
    builder.add(lowered, -normals, coordinates, grid_triangles(rows, columns, flipped=True))
    return builder.build("rear")


def _pile_sides(count: int) -> Node:
    """The edges of a pile, each card a little out of line."""
    ring = _ring(_sheet()[0])
    shifts = np.random.default_rng(count).normal(0.0, 0.0003, (count, 2))
    builder = MeshBuilder()
    for k in range(count - 1):
        upper = ring.copy()
        upper[:, :2] += shifts[k]
        upper[:, 2] += k * CARD_THICKNESS
        _skirt(builder, upper, upper - (0.0, 0.0, CARD_THICKNESS))
    return builder.build("pile sides")
