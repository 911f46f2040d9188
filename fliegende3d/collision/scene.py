"""Scenes from strangers: cards and resting carpets as JSON, decoded with a schema and limits, and the answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
import numpy as np

from fliegende3d.rules import CardKind

from .coverage import CARD_TOP, CardOutline, RestingCarpet, coverage
from .stack import carpets_on_cards, regions, resting_pairs

MAXIMUM_BYTES: Final = 32 * 1024 * 1024
MAXIMUM_CARDS: Final = 64
MAXIMUM_CARPETS: Final = 32
MAXIMUM_VERTICES: Final = 20_000
MAXIMUM_TRIANGLES: Final = 40_000
FARTHEST: Final = 100.0
"""Coordinates beyond this are surely a mistake of units [m]."""

Coordinate = Annotated[float, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Index = Annotated[int, msgspec.Meta(ge=0, lt=MAXIMUM_VERTICES)]


class SceneError(ValueError):
    """A scene that cannot be judged; the message says what is wrong, where, and what would be right."""


class CardEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One card of a scene: identity, centre [m], yaw [rad], height of its top face [m]."""

    id: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    x: Coordinate
    y: Coordinate
    kind: str = "palace"
    yaw: Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)] = 0.0
    z: Coordinate = CARD_TOP

    def outline(self) -> CardOutline:
        """The card as the verdict sees it."""
        return CardOutline(self.id, self.x, self.y, self.yaw, self.z, self.kind)


class CarpetEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One carpet of a scene: its owner, vertices [m] and triangles of vertex indices."""

    owner: Annotated[str, msgspec.Meta(max_length=200)]
    vertices: Annotated[
        list[tuple[Coordinate, Coordinate, Coordinate]], msgspec.Meta(min_length=3, max_length=MAXIMUM_VERTICES)
    ]
    triangles: Annotated[list[tuple[Index, Index, Index]], msgspec.Meta(min_length=1, max_length=MAXIMUM_TRIANGLES)]


class Scene(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Cards on the table and carpets at rest, as a file describes them."""

    cards: Annotated[list[CardEntry], msgspec.Meta(max_length=MAXIMUM_CARDS)] = []
    carpets: Annotated[list[CarpetEntry], msgspec.Meta(max_length=MAXIMUM_CARPETS)] = []


def decode_scene(data: bytes) -> Scene:
    """Decode a scene file.

    Raises:
        SceneError: for malformed JSON, wrong types, values out of range, unknown kinds, double card ids, indices of
            vertices that do not exist, or files larger than 32 MiB.
    """
    if len(data) > MAXIMUM_BYTES:
        raise SceneError(f"the scene has {len(data)} bytes; at most {MAXIMUM_BYTES} are read")
    try:
        scene = msgspec.json.decode(data, type=Scene)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SceneError(f"the scene is not right: {error}") from error
    check_cards(scene.cards)
    for index, carpet in enumerate(scene.carpets):
        highest = max(max(triangle) for triangle in carpet.triangles)
        if highest >= len(carpet.vertices):
            raise SceneError(
                f"carpets[{index}].triangles names vertex {highest}, but there are {len(carpet.vertices)}; "
                f"right is 0 to {len(carpet.vertices) - 1}"
            )
        for number, triangle in enumerate(carpet.triangles):
            if len(set(triangle)) < 3:
                raise SceneError(
                    f"carpets[{index}].triangles[{number}] is {list(triangle)}; right is three different vertices"
                )
    return scene


def check_cards(cards: list[CardEntry]) -> None:
    """Refuse double ids, unknown kinds and numbers that are not finite.

    Raises:
        SceneError: naming the card, the field and what would be right.
    """
    seen: set[int] = set()
    for index, card in enumerate(cards):
        if card.id in seen:
            raise SceneError(f"cards[{index}].id is {card.id} a second time; right is a different id for every card")
        seen.add(card.id)
        if card.kind not in set(CardKind):
            raise SceneError(f"cards[{index}].kind is {card.kind!r}; right is one of {', '.join(sorted(CardKind))}")
        if not all(math.isfinite(value) for value in (card.x, card.y, card.yaw, card.z)):
            raise SceneError(f"cards[{index}] has a number that is not finite")


def resting_carpets(scene: Scene) -> list[RestingCarpet]:
    """The carpets of a scene for the verdict; later ones landed later."""
    return [
        RestingCarpet(
            carpet.owner,
            np.array(carpet.vertices, dtype=np.float64).reshape(-1, 3),
            np.array(carpet.triangles, dtype=np.int64).reshape(-1, 3),
            order,
        )
        for order, carpet in enumerate(scene.carpets)
    ]


def judge(scene: Scene) -> dict[str, Any]:
    """What lies on what: the answer of the `footprint` command, ready for JSON."""
    cards = [card.outline() for card in scene.cards]
    return verdict(resting_carpets(scene), cards)


def verdict(carpets: list[RestingCarpet], cards: list[CardOutline]) -> dict[str, Any]:
    """Coverage, claims and stack of resting carpets and cards, ready for JSON."""
    pairs = coverage(carpets, cards)
    resting = resting_pairs(carpets)
    on = carpets_on_cards(pairs, resting)
    areas: Mapping[tuple[int, int], Any] = {(pair.carpet, pair.card): pair for pair in pairs}
    carried = sorted({(carpet, card) for card, group in on.items() for carpet in group} - set(areas))
    entries = [
        {
            "carpet": pair.carpet,
            "card": pair.card,
            "area_above_mm2": round(pair.area_above_mm2, 6),
            "area_below_mm2": round(pair.area_below_mm2, 6),
            "on": pair.carpet in on.get(pair.card, ()),
            "measure": pair.measure,
        }
        for pair in pairs
    ] + [
        {"carpet": carpet, "card": card, "area_above_mm2": 0.0, "area_below_mm2": 0.0, "on": True, "measure": False}
        for carpet, card in carried
    ]
    return {
        "coverage": entries,
        "claims": [
            {"card": card, "owners": list(dict.fromkeys(carpets[index].owner for index in group))}
            for card, group in on.items()
        ],
        "stack": [
            {
                "card": region.card,
                "below": list(region.below),
                "above": list(region.above),
                "area_mm2": round(region.area_mm2, 6),
            }
            for region in regions(carpets, cards, pairs)
        ],
        "resting": [
            {"upper": link.upper, "lower": link.lower, "area_mm2": round(link.area_mm2, 6)} for link in resting
        ],
    }
