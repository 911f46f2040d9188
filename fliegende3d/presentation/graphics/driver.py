"""What the graphics driver can do, asked once after the first window or buffer opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from panda3d.core import GraphicsStateGuardian

SHADER_LANGUAGE_NEEDED = 330
SOFTWARE_RENDERERS = (
    "llvmpipe",
    "softpipe",
    "swrast",
    "software rasterizer",
    "swiftshader",
    "gdi generic",
    "basic render",
    "tinydisplay",
)


class Profile(StrEnum):
    """Which OpenGL context is asked for."""

    CORE = "core"
    COMPATIBILITY = "compatibility"


@dataclass(frozen=True)
class Driver:
    """Facts about the driver; `shader_language` is 330 for GLSL 3.30, and 0 without shaders."""

    vendor: str
    renderer: str
    version: str
    shader_language: int
    max_anisotropy: int

    @property
    def runs_shaders(self) -> bool:
        """Whether the lit pipeline (GLSL 330) can run; otherwise the plain one is used, with a notice."""
        return self.shader_language >= SHADER_LANGUAGE_NEEDED

    @property
    def is_software(self) -> bool:
        """Whether pictures are drawn by the processor, which calls for the lowest preset."""
        name = self.renderer.lower()
        return not self.runs_shaders or any(word in name for word in SOFTWARE_RENDERERS)


def ask_driver(guardian: GraphicsStateGuardian) -> Driver:
    """Read the facts from a graphics state guardian whose window is open."""
    language = 0
    if guardian.supports_glsl:
        language = guardian.driver_shader_version_major * 100 + guardian.driver_shader_version_minor
    return Driver(
        vendor=guardian.driver_vendor or "unknown",
        renderer=guardian.driver_renderer or "tinydisplay",
        version=guardian.driver_version or "unknown",
        shader_language=language,
        max_anisotropy=int(guardian.max_anisotropy) if hasattr(guardian, "max_anisotropy") else 1,
    )
