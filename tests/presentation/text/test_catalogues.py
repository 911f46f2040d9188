"""Catalogues: complete, with the same placeholders, drawable with the shipped fonts, right plurals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fliegende3d.presentation.text import Texts, available_languages, load_texts
from fliegende3d.presentation.text.catalogue import PLACEHOLDER, CatalogueError, Message, read_catalogue
from fliegende3d.presentation.text.pseudo import pseudo_text
from fliegende3d.presentation.ui.theme import Family
from fliegende3d.presentation.ui.typeface_files import characters
from fliegende3d.resources import folder
from fliegende3d.rules import CardKind, Limit, RefusalKey

LOCALE = folder("config") / "locale"
SOURCES = Path(__file__).parents[3] / "fliegende3d" / "presentation"


def messages(language: str) -> dict[str, Message]:
    return read_catalogue(LOCALE / f"{language}.toml")


def texts_of(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def test_english_german_and_spanish_are_shipped() -> None:
    assert set(available_languages()) >= {"en", "de", "es"}


@pytest.mark.parametrize("language", ["de", "es"])
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    assert messages(language).keys() == messages("en").keys()


@pytest.mark.parametrize("language", ["de", "es"])
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    source = messages("en")
    for key, message in messages(language).items():
        wanted = set().union(*(PLACEHOLDER.findall(text) for text in texts_of(source[key])))
        for text in texts_of(message):
            assert set(PLACEHOLDER.findall(text)) <= wanted, key
        found = set().union(*(PLACEHOLDER.findall(text) for text in texts_of(message)))
        assert found == wanted, key


@pytest.mark.parametrize("language", ["en", "de", "es", "qps"])
def test_the_fonts_can_draw_every_character(language: str) -> None:
    loaded = load_texts(language)
    used = {character for message in loaded.messages.values() for text in texts_of(message) for character in text}
    for family in Family:
        missing = {c for c in used if ord(c) not in characters(family) and c != "\n"}
        if family is Family.SERIF_SEMIBOLD:
            missing -= set("↑↓←→")
        assert not missing, (family, missing)


def test_plurals_follow_the_number() -> None:
    assert load_texts("de")("sheet.total", n=1) == "1 Punkt"
    assert load_texts("de")("sheet.total", n=2) == "2 Punkte"
    assert load_texts("es")("sheet.total", n=-5) == "-5 puntos"


def test_a_missing_message_falls_back_to_english() -> None:
    texts = Texts("de", {}, {"a.b": "{n} carpets"})
    assert texts("a.b", n=3) == "3 carpets"
    with pytest.raises(KeyError):
        texts("a.c")


def test_placeholders_never_reach_into_objects() -> None:
    texts = Texts("en", {"a": "{name.__class__} {name}"}, {})
    assert texts("a", name="Mia") == "{name.__class__} Mia"


def test_numbers_are_written_as_the_language_does() -> None:
    assert load_texts("de").number(-1.25, decimals=2) == "−1,25"
    assert load_texts("en").number(3, sign=True) == "+3"
    assert load_texts("en").number(0, sign=True) == "0"


def test_the_pseudo_locale_is_longer_and_keeps_placeholders() -> None:
    text = "Too close: {mm} mm more"
    changed = pseudo_text(text)
    assert len(changed) >= 1.4 * len(text)
    assert "{mm}" in changed
    assert "close" not in changed


def test_a_broken_catalogue_is_named_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_text("[a]\nb = 3\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"xx\.toml: a\.b must be a text"):
        read_catalogue(path)
    path.write_text("a = [", encoding="utf-8")
    with pytest.raises(CatalogueError, match="not a TOML file"):
        read_catalogue(path)


def test_an_unknown_language_lists_the_known_ones() -> None:
    with pytest.raises(CatalogueError, match="de, es"):
        load_texts("xx")


def test_every_literal_key_in_the_sources_exists() -> None:
    known = set(messages("en"))
    pattern = re.compile(r'(?<![a-z_])(?:words|texts)\(\s*"([a-z0-9_.]+)"')
    used = {key for path in SOURCES.rglob("*.py") for key in pattern.findall(path.read_text(encoding="utf-8"))}
    assert len(used) > 80
    assert used <= known, used - known


def test_cards_limits_and_refusals_have_words() -> None:
    texts = load_texts("en")
    assert all(texts.has(f"card.{kind.value}") for kind in CardKind)
    assert all(texts.has(f"limit.{limit.value}") for limit in Limit)
    assert texts.has("refusal.general")
    assert {key.value for key in RefusalKey} >= {
        key.split(".")[1] for key in messages("en") if key.startswith("refusal.") and key != "refusal.general"
    }
