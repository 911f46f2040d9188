"""Taking a picture: where the camera stands, what it focuses on, how bright the print is and what time of day it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from panda3d.core import ColorBlendAttrib, Shader

from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.graphics.passes import ScreenQuad
from fliegende3d.presentation.graphics.pipeline import WINDOW_SORT
from fliegende3d.presentation.scene.view import Vector, View

MOST_STOPS: Final = 2.0
"""The print is made brighter or darker by at most so many stops."""
DISPLAY_GAMMA: Final = 2.2
"""A display's light grows with about this power of the picture's numbers."""
ABOVE_SCENE: Final = WINDOW_SORT + 1
LARGEST_LOOK: Final = 10_000
"""Bytes of a file that describes a picture."""

PRINT_VERTEX: Final = """#version 330
in vec4 p3d_Vertex;
void main() { gl_Position = vec4(p3d_Vertex.x, p3d_Vertex.z, 0., 1.); }
"""
PRINT_FRAGMENT: Final = """#version 330
uniform float share;
out vec4 colour;
void main() { colour = vec4(vec3(share), 1.); }
"""

Coordinate = Annotated[float, Meta(ge=-20.0, le=20.0)]


class PhotoError(ValueError):
    """A description of a picture that cannot be used; one sentence that says what would be right."""


class PhotoFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description as it stands in a file: metres, degrees, stops; time of day from 0 (morning) to 1 (night)."""

    eye: tuple[Coordinate, Coordinate, Annotated[float, Meta(ge=0.01, le=20.0)]]
    look_at: tuple[Coordinate, Coordinate, Coordinate]
    field_of_view: Annotated[float, Meta(ge=5.0, le=110.0)] = 36.0
    up: tuple[Coordinate, Coordinate, Coordinate] = (0.0, 0.0, 1.0)
    focus: Annotated[float, Meta(ge=0.05, le=20.0)] | None = None
    exposure: Annotated[float, Meta(ge=-MOST_STOPS, le=MOST_STOPS)] = 0.0
    time_of_day: Annotated[float, Meta(ge=0.0, le=1.0)] | None = None


@dataclass(frozen=True)
class Photo:
    """How a picture is taken.

    Attributes:
        view: the camera; None is the film's own.
        focus: what is so far from the eye is sharp [m]; None: everything.
        exposure: the print is brighter by so many stops.
        time_of_day: 0 (morning) to 1 (night); None is the game's own.
    """

    view: View | None = None
    focus: float | None = None
    exposure: float = 0.0
    time_of_day: float | None = None

    def to_bytes(self) -> bytes:
        """The description for a file.

        Raises:
            ValueError: without a view.
        """
        if self.view is None:
            raise ValueError("a picture that is described has a view")
        view = self.view
        degrees = math.degrees(view.field_of_view)
        file = PhotoFile(view.eye, view.look_at, degrees, view.up, self.focus, self.exposure, self.time_of_day)
        return msgspec.json.encode(file)

    @classmethod
    def load(cls, path: Path) -> Photo:
        """Read a description.

        Raises:
            PhotoError: if the file cannot be read or holds something else.
        """
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST_LOOK + 1)
            found = msgspec.json.decode(data[:LARGEST_LOOK], type=PhotoFile)
        except OSError as error:
            raise PhotoError(f"{path}: cannot be read: {error.strerror or error}") from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise PhotoError(f"{path}: no description of a picture: {error}") from error
        way = [b - a for a, b in zip(found.eye, found.look_at, strict=True)]
        if math.hypot(*way) < 1e-3 or not any(found.up) or parallel(way, found.up):
            raise PhotoError(f"{path}: eye, look_at and up make no picture; right is a direction, and up across it")
        view = View(found.eye, found.look_at, math.radians(found.field_of_view), found.up)
        return cls(view, found.focus, found.exposure, found.time_of_day)


def parallel(first: list[float], second: Vector) -> bool:
    """Whether two directions do not span a plane."""
    (a, b, c), (x, y, z) = first, second
    across = math.hypot(b * z - c * y, c * x - a * z, a * y - b * x)
    return across < 1e-6 * math.hypot(a, b, c) * math.hypot(x, y, z)


class Print:
    """Makes everything in the scene's picture brighter or darker, beneath captions and panels. `destroy()` ends it.

    The picture is multiplied by twice a grey, 0 to 2, as a print is exposed longer or shorter from the same film.

    Args:
        host: whose picture.
    """

    def __init__(self, host: Host) -> None:
        self._quad: ScreenQuad | None = None
        self._host = host

    def set_exposure(self, stops: float) -> None:
        """Brighter by so many stops, at most `MOST_STOPS` either way; 0 leaves the picture as it is."""
        stops = min(MOST_STOPS, max(-MOST_STOPS, stops))
        if stops == 0.0 or not self._host.driver.runs_shaders:
            self.destroy()
            return
        if self._quad is None:
            self._quad = ScreenQuad(self._host.output, "print", sort=ABOVE_SCENE)
            self._quad.node.set_shader(Shader.make(Shader.SL_GLSL, PRINT_VERTEX, PRINT_FRAGMENT))
            picture, grey = ColorBlendAttrib.O_fbuffer_color, ColorBlendAttrib.O_incoming_color
            blend = ColorBlendAttrib.make(ColorBlendAttrib.M_add, picture, grey)  # type: ignore[call-overload]
            self._quad.node.set_attrib(blend)
        self._quad.node.set_shader_input("share", 0.5 * 2.0 ** (stops / DISPLAY_GAMMA))

    def destroy(self) -> None:
        """Leave the picture as it is."""
        if self._quad is not None:
            self._quad.destroy()
            self._quad = None
