"""The colours of the game by name, and conversion between encoded and linear values."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

HEX = {
    # sky and light
    "zenith": "#2A2B5F",
    "dusk": "#5B4B8A",
    "rose": "#C76B8A",
    "apricot": "#F2A065",
    "sun": "#FFD9A0",
    "ember": "#E4572E",
    # earth, wood, metal
    "night": "#1B1A38",
    "walnut": "#4A2C20",
    "brass": "#C9973F",
    "plaster": "#E8CFAE",
    "sand": "#E3B778",
    # paper and ink
    "paper": "#F7EBD3",
    "paper_dim": "#E5D2AE",
    "ink": "#2B2145",
    "ink_soft": "#5A4B6E",
    # the four players' grounds: lightness 36, 22, 72 and 58, so that they differ without hue
    "ruby": "#A61E32",
    "indigo": "#23306B",
    "saffron": "#E8A321",
    "jade": "#1F9C93",
    # support dyes
    "madder": "#8C2B26",
    "ivory": "#F3E6C8",
    "gold": "#D9A441",
    "leaf": "#3E6B4A",
    "sky": "#7FB4C9",
    "plum": "#5B2A4E",
    "rust": "#C2562D",
    "black": "#1F1722",
}

# Accents of the kinds of cards; bazaars share an awning, adventures share the vermilion.
ACCENTS = {
    "palace": "#6A2C70",
    "adventure": "#C2392B",
    "spice_bazaar": "#D07A14",
    "carpet_bazaar": "#1B7A82",
    "camel_bazaar": "#7B4A24",
    "treasure": "#2C7A4B",
    "lamp": "#2A4899",
    "desert": "#8E4A3E",
    "genie": "#5B2A7E",
}


def encoded(name: str) -> Array:
    """The sRGB value 0..1, shape (3,), of a colour's name or of a `#RRGGBB` text.

    Raises:
        ValueError: if it is neither.
    """
    digits = HEX.get(name, name).lstrip("#")
    if len(digits) != 6:
        raise ValueError(f"unknown colour {name!r}; known are {', '.join(sorted(HEX))} and #RRGGBB")
    return np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0


def to_linear(values: ArrayLike) -> Array:
    """Linear light from sRGB values 0..1 (IEC 61966-2-1)."""
    c = np.asarray(values, float)
    light: Array = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return light


def to_encoded(values: ArrayLike) -> Array:
    """sRGB values 0..1 from linear light (IEC 61966-2-1)."""
    c = np.clip(np.asarray(values, float), 0.0, 1.0)
    values_out: Array = np.where(c <= 0.04045 / 12.92, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)
    return values_out


def linear(name: str) -> Array:
    """The linear value 0..1, shape (3,), of a colour's name or of a `#RRGGBB` text."""
    return to_linear(encoded(name))
