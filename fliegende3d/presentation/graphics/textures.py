"""Textures from `models/`; a missing or broken file is named and replaced by a plain colour."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from pathlib import Path

from panda3d.core import Filename, PNMImage, PNMImageHeader, SamplerState, Texture

from fliegende3d.resources import ResourceError, find

log = logging.getLogger(__name__)

CHECKSUMS = "checksums.txt"
JPEG_START, JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"
SMALLEST_SIDE = 64  # texels: smaller maps are never reduced
GRADIENT_STEPS = 128  # texels along a gradient
PLAIN_SIDE = 1024  # texels: largest side where there are no shaders
Colour = tuple[float, float, float]
FLAT_RELIEF: Colour = (0.5, 0.5, 0.6)
GREY: Colour = (0.6, 0.55, 0.5)


class TextureLibrary:
    """Loads each texture once, at a share of its size.

    `plain` is for drivers without shaders: sides are powers of two up to `PLAIN_SIDE`, colours keep their encoding.

    Attributes:
        problems: one line for each file that was missing or broken.
    """

    def __init__(self, *, share: float = 1.0, anisotropy: int = 4, plain: bool = False) -> None:
        self.share, self.anisotropy = share, anisotropy
        self._plain = plain
        self.problems: list[str] = []
        self._checksums = read_checksums()
        self._isotropic: set[str] = set()
        self._loaded: dict[tuple[str, bool, bool], Texture] = {}
        self.white = solid_texture("white", (1.0, 1.0, 1.0))

    def colour(self, name: str, *, repeated: bool = False, plain: Colour = GREY) -> Texture:
        """A map of colours (sRGB), for instance `cards/palace.jpg`; `plain` replaces it if it cannot be read."""
        return self._get(name, repeated, plain, srgb=True)

    def data(self, name: str, *, repeated: bool = False, plain: Colour = FLAT_RELIEF) -> Texture:
        """A map of numbers: normals, heights, masks."""
        return self._get(name, repeated, plain, srgb=False)

    def distances(self, name: str) -> Texture:
        """A map of signed distances to edges, plain where it cannot be read: far from all of them.

        It is never filtered along one direction only: some drivers step there, which shows at sharp edges.
        """
        self._isotropic.add(name)
        return self._get(name, False, (1.0, 1.0, 1.0), srgb=False)

    def image(self, name: str, plain: Colour = GREY) -> PNMImage:
        """The picture itself at the library's share of its size."""
        image = self._read(name)
        if image is None:
            image = PNMImage(8, 8)
            image.fill(*plain)
        return image

    def from_image(self, name: str, image: PNMImage) -> Texture:
        """A map of colours from a picture made at run time."""
        texture = Texture(name)
        texture.load(self._fitted(image))
        self._finish(texture, repeated=False, srgb=True)
        return texture

    def set_quality(self, *, share: float, anisotropy: int) -> None:
        """Reload all pictures at another share of their size."""
        changed = share != self.share
        self.share, self.anisotropy = share, anisotropy
        for (name, _, _), texture in self._loaded.items():
            sampler = SamplerState(texture.get_default_sampler())
            sampler.set_anisotropic_degree(1 if name in self._isotropic else anisotropy)
            image = self._read(name) if changed else None
            if image is not None:
                texture_format = texture.get_format()
                texture.load(image)  # forgets format and sampler
                texture.set_format(texture_format)
                texture.set_keep_ram_image(False)
            texture.set_default_sampler(sampler)

    def memory(self) -> int:
        """Bytes that the textures of this library take on the graphics card, with all smaller levels."""
        return sum(texture_bytes(texture) for texture in self._loaded.values())

    def destroy(self) -> None:
        """Release everything that was loaded."""
        for texture in self._loaded.values():
            texture.release_all()
            texture.clear()
        self._loaded.clear()
        self.white.release_all()

    def _get(self, name: str, repeated: bool, plain: Colour, *, srgb: bool) -> Texture:
        key = (name, repeated, srgb)
        if key not in self._loaded:
            image = self._read(name)
            if image is None:
                texture = solid_texture(name, plain)
            else:
                texture = Texture(name)
                texture.load(self._fitted(image))
            self._finish(texture, repeated=repeated, srgb=srgb)
            self._loaded[key] = texture
        return self._loaded[key]

    def _fitted(self, image: PNMImage) -> PNMImage:
        """The picture as this driver takes it."""
        if not self._plain:
            return image
        width, height = (_power_of_two(side) for side in (image.get_x_size(), image.get_y_size()))
        fitted = PNMImage(width, height, image.get_num_channels())
        fitted.quick_filter_from(image)
        return fitted

    def _read(self, name: str) -> PNMImage | None:
        try:
            path = find("models", name)
        except ResourceError as error:
            self._report(str(error))
            return None
        if not self._is_whole(name, path):
            self._report(f"the picture {path} is damaged and is replaced by a plain colour")
            return None
        file = Filename.from_os_specific(str(path))
        header = PNMImageHeader()
        image = PNMImage()
        if header.read_header(file):
            width, height = header.get_x_size(), header.get_y_size()
            if self.share < 1.0 and min(width, height) > SMALLEST_SIDE:
                image.set_read_size(round(width * self.share), round(height * self.share))
            if image.read(file):
                return image
        self._report(f"the picture {path} is broken and is replaced by a plain colour")
        return None

    def _is_whole(self, name: str, path: Path) -> bool:
        """Whether the file is what was built. The engine's decoder ends the whole program on some damaged files."""
        content = path.read_bytes()
        known = self._checksums.get(name)
        if known is not None:
            return zlib.crc32(content) == known
        if path.suffix == ".jpg":
            return content.startswith(JPEG_START) and content.endswith(JPEG_END)
        return True

    def _report(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)
            log.warning(problem)

    def _finish(self, texture: Texture, *, repeated: bool, srgb: bool) -> None:
        if srgb and not self._plain and texture.get_num_components() >= 3:
            texture.set_format(Texture.F_srgb_alpha if texture.get_num_components() == 4 else Texture.F_srgb)
        texture.set_minfilter(SamplerState.FT_linear_mipmap_linear)
        texture.set_magfilter(SamplerState.FT_linear)
        texture.set_anisotropic_degree(1 if texture.get_name() in self._isotropic else self.anisotropy)
        if repeated:
            texture.set_wrap_u(SamplerState.WM_repeat)
            texture.set_wrap_v(SamplerState.WM_repeat)
        else:
            texture.set_wrap_u(SamplerState.WM_clamp)
            texture.set_wrap_v(SamplerState.WM_clamp)
        texture.set_keep_ram_image(False)


def _power_of_two(side: int) -> int:
    """The largest power of two that is not above a side, at most `PLAIN_SIDE`."""
    return min(1 << (max(side, 1).bit_length() - 1), PLAIN_SIDE)


def read_checksums() -> dict[str, int]:
    """CRC-32 of every shipped picture by name; nothing if the list itself is missing."""
    try:
        lines = find("models", CHECKSUMS).read_text(encoding="utf-8").splitlines()
    except (ResourceError, OSError) as error:
        log.warning("the list of checksums cannot be read: %s", error)
        return {}
    found = {}
    for line in lines:
        number, _, name = line.partition("  ")
        if name and not line.startswith("#"):
            try:
                found[name] = int(number, 16)
            except ValueError:
                log.warning("models/%s: %r is no checksum; needed are eight hexadecimal digits", CHECKSUMS, number)
    return found


def solid_texture(name: str, colour: Colour) -> Texture:
    """A texture of one colour, 0..1."""
    image = PNMImage(4, 4)
    image.fill(*colour)
    texture = Texture(name)
    texture.load(image)
    return texture


def gradient_texture(colours: Sequence[Colour]) -> Texture:
    """A texture that runs through colours, 0..1, from top to bottom."""
    image = PNMImage(4, GRADIENT_STEPS)
    for row in range(GRADIENT_STEPS):
        place = row / (GRADIENT_STEPS - 1) * (len(colours) - 1)
        first = min(int(place), len(colours) - 2)
        mixed = [a + (b - a) * (place - first) for a, b in zip(colours[first], colours[first + 1], strict=True)]
        for column in range(4):
            image.set_xel(column, row, mixed[0], mixed[1], mixed[2])
    texture = Texture("gradient")
    texture.load(image)
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    return texture


def texture_bytes(texture: Texture) -> int:
    """Bytes on the graphics card: drivers pad three channels to four; smaller levels add a third."""
    channels = 4 if texture.get_num_components() == 3 else texture.get_num_components()
    size = texture.get_x_size() * texture.get_y_size() * channels * texture.get_component_width()
    mipmapped = texture.get_minfilter() == SamplerState.FT_linear_mipmap_linear
    return size * 4 // 3 if mipmapped else size
