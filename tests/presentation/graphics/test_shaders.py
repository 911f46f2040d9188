"""Every shader variant compiles and links on both profiles, and a broken one is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from panda3d.core import Notify, Shader, StringStream

from fliegende3d.presentation.graphics.driver import Profile
from fliegende3d.presentation.graphics.host import Host, open_offscreen
from fliegende3d.presentation.graphics.presets import NAMES, load_graphics
from fliegende3d.presentation.graphics.shaders import VARIANTS, ShaderError, ShaderLibrary

pytestmark = pytest.mark.display


@pytest.fixture(params=list(Profile))
def context(request: pytest.FixtureRequest) -> Iterator[Host]:
    """A buffer on each profile, with its context current."""
    host = open_offscreen((32, 32), profile=request.param)
    host.render_frame()
    yield host
    host.destroy()


def complaints(host: Host, shader: Shader) -> str:
    """What the driver says when it compiles and links the shader now."""
    stream = StringStream()
    notify = Notify.ptr()
    before = notify.get_ostream_ptr()
    notify.set_ostream_ptr(stream, False)
    try:
        context = shader.prepare_now(host.guardian.get_prepared_objects(), host.guardian)
    finally:
        notify.set_ostream_ptr(before, False)
    text = bytes(stream.get_data()).decode(errors="replace")
    return text if text or context is not None else "no context was made"


@pytest.mark.parametrize("preset", NAMES)
def test_every_variant_compiles_without_a_word_from_the_driver(context: Host, preset: str) -> None:
    library = ShaderLibrary(load_graphics().preset(preset).defines)
    found = {key: complaints(context, library.get(*key)) for key in VARIANTS}
    assert {key: text for key, text in found.items() if text} == {}


def test_a_broken_shader_is_noticed(context: Host) -> None:
    vertex = "#version 330\nvoid main() { gl_Position = vec4(0.); }"
    broken = Shader.make(Shader.SL_GLSL, vertex, "#version 330\nout vec4 c;\nvoid main() { c = nothing; }")
    assert "nothing" in complaints(context, broken)


def test_a_missing_source_is_named() -> None:
    with pytest.raises(ShaderError, match=r"absent\.frag cannot be read"):
        ShaderLibrary().get("mesh.vert", "absent.frag")


def test_the_same_variant_is_made_once() -> None:
    library = ShaderLibrary(("SHADOW_TAPS 4", "OCCLUSION_TAPS 0"))
    assert library.get("mesh.vert", "sky.frag") is library.get("mesh.vert", "sky.frag")
