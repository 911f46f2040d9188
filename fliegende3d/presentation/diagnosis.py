"""Looks at this machine for the `doctor` command: display, driver, sound, game controllers."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from typing import Any

from fliegende3d.presentation.graphics.driver import Driver
from fliegende3d.presentation.graphics.host import HostError, open_offscreen, open_window

Finding = dict[str, Any]
"""One looked-at thing: ``ok``, ``found`` in words, and ``mend`` where something would make it better."""


def has_display() -> bool:
    """Whether there is a screen that a window could open on."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY"))


def describe(driver: Driver) -> str:
    """A driver in words."""
    language = f"GLSL {driver.shader_language}" if driver.shader_language else "no shaders"
    return f"{driver.renderer} ({driver.vendor}), {driver.version}, {language}"


def look_at_window() -> Finding:
    """Open a small window and close it again."""
    if not has_display():
        return {
            "ok": False,
            "found": "no display (DISPLAY is not set)",
            "mend": "start from a desktop session, or watch: fliegende3d demo --offscreen --out demo.mp4",
        }
    try:
        host = open_window("fliegende3d doctor", (64, 64))
    except (HostError, OSError, RuntimeError) as error:
        return {
            "ok": False,
            "found": f"no window opens: {error}",
            "mend": "install OpenGL, for instance: apt install libgl1 libgl1-mesa-dri",
        }
    driver = host.driver
    host.destroy()
    finding: Finding = {"ok": True, "found": describe(driver)}
    if driver.is_software:
        finding["mend"] = "pictures are drawn by the processor; a graphics driver makes them smooth"
    return finding


def look_at_offscreen() -> Finding:
    """Open a small buffer and close it again."""
    try:
        host = open_offscreen((64, 64))
    except (HostError, OSError, RuntimeError) as error:
        return {
            "ok": False,
            "found": f"nothing can be drawn without a display: {error}",
            "mend": "install EGL, for instance: apt install libgl1 libegl1 libgl1-mesa-dri",
        }
    driver = host.driver
    host.destroy()
    finding: Finding = {"ok": driver.runs_shaders, "found": describe(driver)}
    if not driver.runs_shaders:
        finding["mend"] = "only plain pictures; install EGL, for instance: apt install libgl1 libegl1 libgl1-mesa-dri"
    return finding


def look_at_sound() -> Finding:
    """See whether a sound device opens."""
    from panda3d.core import AudioManager

    manager = AudioManager.create_AudioManager()
    works = manager.is_valid() and type(manager).__name__ != "NullAudioManager"
    manager.shutdown()
    if works:
        return {"ok": True, "found": "a sound device opens"}
    return {"ok": False, "found": "no sound device opens", "mend": "the game plays silently, with captions"}


def look_at_pads() -> Finding:
    """List the game controllers that SDL sees."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        import sdl2
    except ImportError as error:
        return {"ok": False, "found": f"SDL cannot be loaded: {error}", "mend": "pip install pysdl2-dll"}
    if sdl2.SDL_Init(sdl2.SDL_INIT_GAMECONTROLLER) != 0:
        problem = sdl2.SDL_GetError().decode(errors="replace")
        return {"ok": False, "found": f"SDL does not start: {problem}", "mend": "mouse and keyboard do everything too"}
    names = [
        (sdl2.SDL_GameControllerNameForIndex(index) or sdl2.SDL_JoystickNameForIndex(index) or b"?").decode(
            "utf-8", "replace"
        )
        for index in range(sdl2.SDL_NumJoysticks())
    ]
    sdl2.SDL_QuitSubSystem(sdl2.SDL_INIT_GAMECONTROLLER)
    return {"ok": True, "found": f"{len(names)} controllers" + (": " + ", ".join(names) if names else "")}


def versions() -> dict[str, str]:
    """The versions of the program and of what it stands on."""
    wanted = ("fliegende3d", "panda3d", "numpy", "numba", "shapely", "PySDL2", "pysdl2-dll", "av")
    found = {"python": sys.version.split()[0]}
    for name in wanted:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return found
