"""Drawing films where the processor draws: what costs it most is left out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

DEVICES: Final = Path("/dev")
CARDS: Final = ("dri/renderD*", "dxg", "nvidia[0-9]*")
"""Files of graphics cards: of Mesa's and the kernel's drivers, of Windows under Linux, of NVIDIA's own driver."""
EXTENSIONS: Final = "MESA_EXTENSION_OVERRIDE"
WITHOUT_ANISOTROPY: Final = "-GL_EXT_texture_filter_anisotropic -GL_ARB_texture_filter_anisotropic"


def has_graphics_card(devices: Path = DEVICES) -> bool:
    """Whether something other than the processor may draw; only on Linux can it be seen before a picture is opened."""
    return not sys.platform.startswith("linux") or any(any(devices.glob(name)) for name in CARDS)


def spare_the_processor(devices: Path = DEVICES) -> None:
    """Call before the first buffer is opened: without a graphics card textures are filtered alike in all directions.

    Mesa's software driver filters anisotropically texel by texel: a picture of the terrace took 10 s of processor time
    at 1280x720 and takes 0.4 s without. A value that the user has set stays.
    """
    if not has_graphics_card(devices):
        os.environ.setdefault(EXTENSIONS, WITHOUT_ANISOTROPY)
