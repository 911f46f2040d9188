"""Windows and buffers: sizes, pictures, a plain fallback, and nothing left behind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from panda3d.core import PNMImageHeader, RenderState

from fliegende3d.presentation.graphics.host import PLAIN_PIPELINE_NOTICE, Host, HostError, fitting, open_offscreen

pytestmark = pytest.mark.display


def test_a_buffer_has_the_size_that_was_asked_for(host: Host) -> None:
    host.render_frame()
    assert host.size == (96, 54)
    assert host.pixels().shape == (54, 96, 3)


def test_resizing_tells_the_listeners_until_they_stop(host: Host) -> None:
    heard: list[tuple[int, int]] = []
    stop = host.on_resize(heard.append)
    host.resize((120, 60))
    stop()
    host.resize((64, 64))
    assert heard == [(120, 60)]
    host.render_frame()
    assert host.pixels().shape == (64, 64, 3)


def test_an_impossible_size_is_refused_with_the_range(host: Host) -> None:
    with pytest.raises(ValueError, match=r"4x4 is outside 16\.\.8192"):
        host.resize((4, 4))


@pytest.mark.parametrize(
    ("asked", "display", "opened"),
    [
        ((1280, 720), (1024, 600), (1024, 600)),
        ((1280, 720), (1920, 1080), (1280, 720)),
        ((1280, 720), (1366, 640), (1280, 640)),
        ((1280, 720), (0, 0), (1280, 720)),
    ],
)
def test_a_window_is_never_larger_than_a_display_of_known_size(
    asked: tuple[int, int], display: tuple[int, int], opened: tuple[int, int]
) -> None:
    assert fitting(asked, display) == opened


def test_the_first_row_of_pixels_is_the_top(host: Host) -> None:
    from panda3d.core import CardMaker

    maker = CardMaker("upper half")
    maker.set_frame(-1.0, 1.0, 0.0, 1.0)
    card = host.overlay.attach_new_node(maker.generate())
    from fliegende3d.presentation.graphics.shaders import ShaderLibrary

    card.set_shader(ShaderLibrary().get("quad.vert", "fxaa.frag"))
    from fliegende3d.presentation.graphics.textures import solid_texture

    card.set_shader_input("source", solid_texture("white", (1.0, 1.0, 1.0)))
    card.set_shader_input("texel", (0.01, 0.01))
    host.render_frame()
    picture = host.pixels()
    assert picture[:20].mean() > 250
    assert picture[-20:].mean() < 5


def test_a_screenshot_is_a_whole_picture_and_leaves_no_part(host: Host, tmp_path: Path) -> None:
    host.render_frame()
    host.screenshot(tmp_path / "shot.png")
    header = PNMImageHeader()
    assert header.read_header(str(tmp_path / "shot.png"))
    assert (header.get_x_size(), header.get_y_size()) == (96, 54)
    assert [path.name for path in tmp_path.iterdir()] == ["shot.png"]


def test_a_machine_without_shaders_gets_a_notice() -> None:
    plain = open_offscreen((64, 64), modules=("p3tinydisplay",))
    try:
        assert plain.notice == PLAIN_PIPELINE_NOTICE
        assert plain.driver.is_software
        plain.render_frame()
        assert plain.pixels().dtype == np.uint8
    finally:
        plain.destroy()


def test_without_any_display_module_the_error_names_those_that_were_tried() -> None:
    with pytest.raises(HostError, match="p3nothing"):
        open_offscreen((64, 64), modules=("p3nothing",))


def test_buffers_can_be_opened_one_after_another() -> None:
    for _ in range(3):
        opened = open_offscreen((32, 32))
        opened.render_frame()
        opened.destroy()


def test_poses_and_changed_inputs_do_not_stay_in_memory(host: Host) -> None:
    node = host.base.render.attach_new_node("changing")
    counts = []
    for number in range(400):
        node.set_shader_input("value", float(number))
        host.render_frame()
        counts.append(RenderState.get_num_states())
    assert max(counts[300:]) <= max(counts[:200]) + 20
