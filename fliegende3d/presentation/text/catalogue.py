"""Message catalogues: one TOML file a language in ``config/locale``, plural forms by CLDR, named placeholders."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babel import Locale

from fliegende3d.presentation.text.pseudo import pseudo_text
from fliegende3d.resources import folder

SOURCE_LANGUAGE = "en"
PSEUDO_LANGUAGE = "qps"
PLURAL_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})
PLACEHOLDER = re.compile(r"\{([a-z0-9_]+)\}")

Message = str | Mapping[str, str]


class CatalogueError(ValueError):
    """A catalogue file cannot be used; the message names file, key and what would be right."""


@dataclass(frozen=True)
class Texts:
    """The messages of one language. Call it with a key and the named values of its placeholders."""

    language: str
    messages: Mapping[str, Message]
    fallback: Mapping[str, Message]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of ``key``; the plural form follows the value called ``n``.

        Raises:
            KeyError: if neither this language nor the source language has the key.
        """
        message = self.messages.get(key)
        if message is None:
            message = self.fallback[key]
        text = message if isinstance(message, str) else self._plural(message, values.get("n", 0))
        return PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), text)

    def has(self, key: str) -> bool:
        """Tell whether the key exists in this language or in the source language."""
        return key in self.messages or key in self.fallback

    def number(self, value: float, *, decimals: int = 0, sign: bool = False) -> str:
        """Return a number in the language's own writing, with a real minus sign."""
        text = f"{value:+.{decimals}f}" if sign and value else f"{value:.{decimals}f}"
        if self.language in {"de", "es"}:
            text = text.replace(".", ",")
        return text.replace("-", "−")

    def _plural(self, forms: Mapping[str, str], n: object) -> str:
        count = n if isinstance(n, int | float) else 0
        language = SOURCE_LANGUAGE if self.language == PSEUDO_LANGUAGE else self.language
        category = str(Locale.parse(language).plural_form(count))
        return forms.get(category, forms["other"])


def read_catalogue(path: Path) -> dict[str, Message]:
    """Read one catalogue; nested tables become dotted keys.

    Raises:
        CatalogueError: if the file is not TOML or a value is neither text nor a table of plural forms.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path.name}: not a TOML file in UTF-8: {error}") from error
    messages: dict[str, Message] = {}
    _flatten(path.name, "", data, messages)
    return messages


def _flatten(file: str, prefix: str, table: Mapping[str, object], into: dict[str, Message]) -> None:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            into[key] = value
        elif isinstance(value, dict) and "other" in value and set(value) <= PLURAL_CATEGORIES:
            into[key] = {str(category): str(text) for category, text in value.items()}
        elif isinstance(value, dict):
            _flatten(file, f"{key}.", value, into)
        else:
            raise CatalogueError(f"{file}: {key} must be a text or a table of plural forms, not {value!r}")


def available_languages() -> tuple[str, ...]:
    """Return the codes of all shipped languages, the source language first."""
    codes = sorted(path.stem for path in (folder("config") / "locale").glob("*.toml"))
    return (SOURCE_LANGUAGE, *(code for code in codes if code != SOURCE_LANGUAGE))


def load_texts(language: str) -> Texts:
    """Load a language; ``qps`` is the pseudo-locale made from English for checking layouts.

    Raises:
        CatalogueError: if the language is not shipped or its file is broken.
    """
    place = folder("config") / "locale"
    source = read_catalogue(place / f"{SOURCE_LANGUAGE}.toml")
    if language == PSEUDO_LANGUAGE:
        return Texts(language, {key: _pseudo(message) for key, message in source.items()}, source)
    path = place / f"{language}.toml"
    if not path.exists():
        raise CatalogueError(f"no language {language!r}; there are {', '.join(available_languages())}")
    return Texts(language, read_catalogue(path), source)


def _pseudo(message: Message) -> Message:
    if isinstance(message, str):
        return pseudo_text(message)
    return {category: pseudo_text(text) for category, text in message.items()}
