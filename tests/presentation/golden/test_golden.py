"""A few scenes look as they did when they were last looked at, up to what drivers round differently."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from panda3d.core import Filename, PNMImage, Texture

from fliegende3d.presentation.graphics.host import Host, HostError, open_offscreen
from fliegende3d.presentation.scene.stage import Stage
from tests.presentation.golden.scenes import FLYING, FOLDER, NIGHT, SCENES, SIZE, Picture, draw

pytestmark = pytest.mark.display

BLOCK = 8  # pixels: edges may fall on the next pixel
MOST_MEAN = 2.5  # of 255, over all blocks
MOST_ANYWHERE = 22.0  # of 255, in 99.5 % of all blocks
SHARE = 0.995


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A buffer that the processor draws into; without one only the project's own checks insist."""
    try:
        opened = open_offscreen(SIZE)
    except HostError:
        if os.environ.get("CI"):
            raise
        pytest.skip("this machine cannot draw")
    if not opened.driver.runs_shaders or not opened.driver.is_software:
        opened.destroy()
        pytest.skip("the pictures were drawn by the processor; this is another driver")
    yield opened
    opened.destroy()


def golden(name: str) -> Picture:
    """The picture as it should be, shape (height, width, 3)."""
    image = PNMImage()
    assert image.read(Filename.from_os_specific(str(FOLDER / f"{name}.png"))), f"{name}.png cannot be read"
    texture = Texture()
    texture.load(image)
    raw = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8)
    rows: Picture = raw.reshape(texture.get_y_size(), texture.get_x_size(), 3)
    return rows[::-1]


def differences(first: Picture, second: Picture) -> tuple[float, float]:
    """Mean difference of block means, and the largest apart from the few worst blocks, of 255."""
    height, width = (side // BLOCK * BLOCK for side in first.shape[:2])

    def blocks(picture: Picture) -> NDArray[np.float64]:
        cut = picture[:height, :width].astype(float)
        means: NDArray[np.float64] = cut.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3).mean(axis=(1, 3))
        return means

    apart = np.abs(blocks(first) - blocks(second)).max(axis=2)
    return float(apart.mean()), float(np.quantile(apart, SHARE))


def alike(first: Picture, second: Picture) -> bool:
    """Whether nobody would tell the two apart."""
    mean, most = differences(first, second)
    return mean <= MOST_MEAN and most <= MOST_ANYWHERE


@pytest.mark.parametrize("name", list(SCENES))
def test_a_scene_looks_as_it_should(host: Host, name: str) -> None:
    drawn = draw(host, name)
    assert alike(drawn, golden(name)), f"{name}: (mean, most) of 255 is {differences(drawn, golden(name))}"


def without_the_flying_carpet(stage: Stage) -> None:
    stage.hide_carpet(FLYING)


def at_another_hour(stage: Stage) -> None:
    stage.set_time_of_day(NIGHT)


def without_cards(stage: Stage) -> None:
    stage.set_cards([])


def without_table(stage: Stage) -> None:
    stage.scene.find("**/table").hide()


@pytest.mark.parametrize("spoil", [without_the_flying_carpet, at_another_hour, without_cards, without_table])
def test_a_spoilt_scene_is_noticed(host: Host, spoil: Callable[[Stage], None]) -> None:
    assert not alike(draw(host, "sunset", spoil=spoil), golden("sunset"))
