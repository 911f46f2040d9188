"""Cards: real measures, numerals that need no translation, and only as much work as changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from panda3d.core import NodePath

from fliegende3d.presentation.graphics.textures import TextureLibrary
from fliegende3d.presentation.scene.cards import CardTable, numeral_of
from fliegende3d.presentation.scene.materials import Painter
from fliegende3d.presentation.scene.measures import CARD_LENGTH, CARD_WIDTH
from fliegende3d.presentation.scene.views import CARD_KINDS, CardView, PileView


@pytest.fixture
def cards() -> Iterator[CardTable]:
    """Cards without shaders, at a quarter of their size."""
    textures = TextureLibrary(share=0.25)
    made = CardTable(NodePath("scene"), Painter(textures, None))
    yield made
    made.destroy()
    textures.destroy()


def test_adventures_show_their_letter_and_genies_their_number() -> None:
    found = {kind: numeral_of(kind) for kind in CARD_KINDS if numeral_of(kind)}
    letters = {f"adventure_{letter}": letter.upper() for letter in "abcde"}
    assert found == letters | {f"genie_{number}": str(number) for number in range(1, 9)}


def test_a_card_measures_59_by_91_millimetres(cards: CardTable) -> None:
    cards.set_cards([CardView(1, "palace", 0.0, 0.0)])
    low, high = cards.root.get_tight_bounds()
    assert high.x - low.x == pytest.approx(CARD_WIDTH, abs=1e-5)
    assert high.y - low.y == pytest.approx(CARD_LENGTH, abs=1e-5)
    assert high.z - low.z < 0.001


def test_yaw_turns_the_long_side_from_y_to_x(cards: CardTable) -> None:
    cards.set_cards([CardView(1, "palace", 0.2, 0.1, 3.14159265 / 2)])
    low, high = cards.root.get_tight_bounds()
    assert high.x - low.x == pytest.approx(CARD_LENGTH, abs=1e-4)
    assert (low.x + high.x) / 2 == pytest.approx(0.2, abs=1e-5)


def test_a_moved_card_keeps_its_node_and_a_changed_one_does_not(cards: CardTable) -> None:
    cards.set_cards([CardView(1, "palace", 0.0, 0.0), CardView(2, "lamp", 0.1, 0.0)])
    before = {node.name: node.node() for node in cards.root.children}
    cards.set_cards([CardView(1, "palace", 0.05, 0.0), CardView(2, "desert", 0.1, 0.0)])
    after = {node.name: node.node() for node in cards.root.children}
    assert after["card 1"] == before["card 1"]
    assert after["card 2"] != before["card 2"]


def test_cards_that_are_no_longer_shown_are_gone(cards: CardTable) -> None:
    cards.set_cards([CardView(k, "palace", 0.1 * k, 0.0) for k in range(5)])
    cards.set_cards([CardView(3, "palace", 0.0, 0.0)])
    assert [node.name for node in cards.root.children] == ["card 3"]


def test_a_pile_is_as_high_as_its_cards(cards: CardTable) -> None:
    cards.set_piles([PileView(0.0, 0.0, 0.0, 40)])
    low, high = cards.root.get_tight_bounds()
    assert high.z - low.z == pytest.approx(40 * 0.0003, abs=0.0005)


def test_a_name_changes_the_printed_face(cards: CardTable) -> None:
    plain = cards.faces.face("palace", "", "")
    named = cards.faces.face("palace", "Palast", "")
    assert plain is not named
    assert cards.faces.face("palace", "Palast", "") is named


def test_printing_again_keeps_what_is_shown_and_follows_the_new_size(cards: CardTable) -> None:
    cards.set_cards([CardView(1, "palace", 0.0, 0.0, label="Palace")])
    cards.set_piles([PileView(0.3, 0.0, 0.0, 5)])
    before = cards.faces.face("palace", "Palace", "").get_x_size()
    cards._painter.textures.set_quality(share=0.5, anisotropy=2)
    cards.reprint()
    assert sorted(node.name for node in cards.root.children) == ["card 1", "pile"]
    assert cards.faces.face("palace", "Palace", "").get_x_size() == 2 * before
