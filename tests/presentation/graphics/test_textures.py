"""Pictures: a missing or broken one is named and replaced by a plain colour."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from panda3d.core import PNMImage, SamplerState, Texture

from fliegende3d import resources
from fliegende3d.presentation.graphics.textures import TextureLibrary, read_checksums, solid_texture, texture_bytes


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models of the test's own."""

    def find(kind: str, name: str) -> Path:
        path = tmp_path / name
        if not path.exists():
            raise resources.ResourceError(f"the shipped file {kind}/{name} is missing")
        return path

    monkeypatch.setattr("fliegende3d.presentation.graphics.textures.find", find)
    return tmp_path


def test_a_missing_picture_is_named_and_replaced_by_its_plain_colour(models: Path) -> None:
    library = TextureLibrary()
    texture = library.colour("cards/palace.jpg", plain=(1.0, 0.0, 0.0))
    assert library.problems == ["the shipped file models/cards/palace.jpg is missing"]
    assert (texture.get_x_size(), texture.get_y_size()) == (4, 4)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("torn.jpg", b"this is no picture"),
        ("cut.jpg", b"\xff\xd8\xff\xe0 the end is missing"),
        ("torn.png", b"\x89PNG\r\n\x1a\n and nothing"),
        ("empty.png", b""),
    ],
)
def test_a_broken_picture_is_named_once_and_ends_nothing(models: Path, name: str, content: bytes) -> None:
    (models / name).write_bytes(content)
    library = TextureLibrary()
    for _ in range(2):
        texture = library.colour(name)
    assert (texture.get_x_size(), texture.get_y_size()) == (4, 4)
    assert len(library.problems) == 1
    assert name in library.problems[0]


def test_a_picture_that_differs_from_its_checksum_is_never_decoded(models: Path) -> None:
    PNMImage(64, 64, 3).write(str(models / "tile.jpg"))
    content = bytearray((models / "tile.jpg").read_bytes())
    good = zlib.crc32(content)
    (models / "checksums.txt").write_text(f"# heading\n{good:08x}  tile.jpg\n", encoding="utf-8")
    assert TextureLibrary().colour("tile.jpg").get_x_size() == 64
    content[len(content) // 2] ^= 0x10
    (models / "tile.jpg").write_bytes(content)
    library = TextureLibrary()
    assert library.colour("tile.jpg").get_x_size() == 4
    assert "tile.jpg is damaged" in library.problems[0]


def test_every_shipped_picture_matches_its_checksum() -> None:
    listed = read_checksums()
    shipped = resources.folder("models")
    names = {
        path.relative_to(shipped).as_posix()
        for part in ("cards", "carpets", "scenery")
        for path in (shipped / part).rglob("*")
        if path.suffix in (".jpg", ".png")
    }
    assert set(listed) == names
    assert all(zlib.crc32((shipped / name).read_bytes()) == number for name, number in listed.items())


def test_each_picture_is_read_once(models: Path) -> None:
    PNMImage(64, 64).write(str(models / "tile.png"))
    library = TextureLibrary()
    assert library.data("tile.png") is library.data("tile.png")
    assert library.data("tile.png", repeated=True) is not library.data("tile.png")


def test_colours_are_decoded_from_srgb_and_numbers_are_not(models: Path) -> None:
    PNMImage(64, 64, 3).write(str(models / "tile.png"))
    library = TextureLibrary()
    assert library.colour("tile.png").get_format() == Texture.F_srgb
    assert library.data("tile.png").get_format() == Texture.F_rgb


def test_a_smaller_share_makes_smaller_textures_and_can_change_later(models: Path) -> None:
    PNMImage(256, 128, 3).write(str(models / "wide.jpg"))
    library = TextureLibrary(share=0.5)
    texture = library.colour("wide.jpg", repeated=True)
    assert (texture.get_x_size(), texture.get_y_size()) == (128, 64)
    library.set_quality(share=1.0, anisotropy=8)
    assert (texture.get_x_size(), texture.get_y_size()) == (256, 128)
    assert texture.get_format() == Texture.F_srgb
    assert texture.get_minfilter() == SamplerState.FT_linear_mipmap_linear
    assert texture.get_wrap_u() == SamplerState.WM_repeat
    assert texture.get_anisotropic_degree() == 8


def test_memory_counts_padding_and_smaller_levels() -> None:
    texture = Texture("rgb")
    texture.load(PNMImage(64, 32, 3))
    assert texture_bytes(texture) == 64 * 32 * 4
    texture.set_minfilter(SamplerState.FT_linear_mipmap_linear)
    assert texture_bytes(texture) == 64 * 32 * 4 * 4 // 3
    assert texture_bytes(solid_texture("grey", (0.5, 0.5, 0.5))) == 4 * 4 * 4
