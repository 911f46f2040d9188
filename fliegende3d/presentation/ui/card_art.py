"""The pictures of cards for the interface: the same art as on the table, printed with name and numeral, on demand."""

from __future__ import annotations

from collections import OrderedDict

from panda3d.core import Filename, PNMImage, SamplerState, Texture

from fliegende3d.presentation.graphics.lettering import Lettering
from fliegende3d.resources import ResourceError, find

# Where name and numerals stand in a picture of this size [texels].
PICTURE_WIDTH = 768.0
NAME_PLACE, NAME_HEIGHT, NAME_WIDTH = (336.0, 1040.0), 74.0, 436.0
NUMERALS = (((160.0, 160.0), 128.0), ((640.0, 1040.0), 84.0))
# So many pictures are kept; the one not seen for longest makes room.
KEPT = 16
PAPER = (0.95, 0.90, 0.78)
PLAIN_SIZE = (192, 296)


class CardArt:
    """Textures of cards, made when they are first asked for. ``destroy()`` releases them."""

    def __init__(self) -> None:
        self._lettering = Lettering()
        self._made: OrderedDict[tuple[str, str, str], Texture] = OrderedDict()

    def picture(self, kind: str, name: str, numeral: str) -> Texture:
        """Return the picture of a kind of card (or ``back``); plain paper if its file is missing."""
        key = (kind, name, numeral)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._print(kind, name, numeral)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)[1].release_all()
        self._made.move_to_end(key)
        return made

    def destroy(self) -> None:
        """Release all pictures."""
        for texture in self._made.values():
            texture.release_all()
        self._made.clear()

    def _print(self, kind: str, name: str, numeral: str) -> Texture:
        image = _read(kind)
        scale = image.get_x_size() / PICTURE_WIDTH
        x, y = NAME_PLACE
        self._lettering.draw(image, name, (x * scale, y * scale), height=NAME_HEIGHT * scale, width=NAME_WIDTH * scale)
        for (disc_x, disc_y), height in NUMERALS if numeral else ():
            place = (disc_x * scale, disc_y * scale)
            self._lettering.draw(image, numeral, place, height=height * scale, width=height * scale * 1.2)
        texture = Texture(f"interface {kind}")
        texture.load(image)
        texture.set_minfilter(SamplerState.FT_linear_mipmap_linear)
        texture.set_magfilter(SamplerState.FT_linear)
        texture.set_wrap_u(SamplerState.WM_clamp)
        texture.set_wrap_v(SamplerState.WM_clamp)
        texture.set_anisotropic_degree(4)
        return texture


def _read(kind: str) -> PNMImage:
    image = PNMImage()
    try:
        path = find("models", f"cards/{kind}.jpg")
    except ResourceError:
        path = None
    if path is None or not image.read(Filename.from_os_specific(str(path))):
        image = PNMImage(*PLAIN_SIZE)
        image.fill(*PAPER)
    return image
