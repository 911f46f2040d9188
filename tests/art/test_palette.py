"""The players' colours: told apart by lightness, by colour-blind eyes, and under the evening's light."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fliegende3d.art.palette import HEX, encoded, linear, to_encoded, to_linear
from fliegende3d.presentation.scene.light import Daylight

Array = NDArray[np.float64]
PLAYERS = ("ruby", "indigo", "saffron", "jade")

# Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency",
# IEEE TVCG 2009, severity 1, in linear light.
VISION = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def lab(colour: Array) -> Array:
    """CIE 1976 L*a*b* of linear sRGB."""
    x = XYZ @ np.clip(colour, 0.0, 1.0) / WHITE
    f = np.where(x > 216 / 24389, np.cbrt(x), (24389 / 27 * x + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def film(colour: Array, exposure: float) -> Array:
    """The film curve of `shaders/final.frag`, in linear light."""
    weights = np.array([0.25, 0.55, 0.20])
    c = colour * exposure
    c = (0.9 * c + 0.1 * (weights @ c)) ** 1.22
    c = c / (c + 0.50)
    grey = weights @ c
    return np.clip(grey + (c - grey) * 1.13, 0.0, 1.0)


def smallest_difference(colours: dict[str, Array], vision: Array) -> float:
    """The smallest CIE 1976 difference of any two."""
    seen = [lab(vision @ colour) for colour in colours.values()]
    return min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2))


@given(st.floats(0.0, 1.0))
def test_encoding_and_decoding_undo_each_other(value: float) -> None:
    assert to_encoded(to_linear(value)) == pytest.approx(value, abs=1e-9)


def test_middle_grey_decodes_to_its_known_value() -> None:
    assert to_linear(0.5) == pytest.approx(0.214041, abs=1e-6)


def test_names_and_digits_are_the_same_colour() -> None:
    assert encoded("ruby") == pytest.approx(encoded(HEX["ruby"]))
    with pytest.raises(ValueError, match="unknown colour 'puce'"):
        encoded("puce")


def test_players_differ_in_lightness_alone() -> None:
    levels = sorted(float(lab(linear(name))[0]) for name in PLAYERS)
    assert min(b - a for a, b in itertools.pairwise(levels)) > 12.0


@pytest.mark.parametrize("vision", list(VISION))
def test_players_differ_for_every_kind_of_colour_vision(vision: str) -> None:
    assert smallest_difference({name: linear(name) for name in PLAYERS}, VISION[vision]) > 30.0


@pytest.mark.parametrize("vision", list(VISION))
@pytest.mark.parametrize("progress", [0.0, 0.5, 1.0])
def test_players_differ_under_the_light_of_the_whole_evening(vision: str, progress: float) -> None:
    light = Daylight().in_game(progress)
    flat = light.vectors["key_colour"] * max(light.vectors["key"][2], 0.0) / np.pi
    fill = light.fill_light()
    around = fill[0] + fill[2] + 2.0 * fill[6]
    lit = {name: film(linear(name) * (flat + around), light.numbers["exposure"]) for name in PLAYERS}
    assert smallest_difference(lit, VISION[vision]) > 14.0
