"""The window or offscreen buffer that everything is drawn into, and the engine behind it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from direct.showbase.DirectObject import DirectObject
from direct.showbase.ShowBase import ShowBase
from numpy.typing import NDArray
from panda3d.core import (
    ConfigPage,
    Filename,
    GraphicsBuffer,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    GraphicsPipeSelection,
    GraphicsStateGuardian,
    GraphicsWindow,
    NodePath,
    PNMImage,
    RenderState,
    TransformState,
    WindowProperties,
    load_prc_file_data,
    unload_prc_file,
)

from fliegende3d.presentation.graphics.driver import Driver, Profile, ask_driver
from fliegende3d.presentation.quiet import quiet_libraries

Size = tuple[int, int]

SMALLEST_SIZE = 16  # pixels; a minimised window may report less
LARGEST_SIZE = 8192  # pixels; the smallest texture limit of GL 3.3 drivers in use

PLAIN_PIPELINE_NOTICE = "graphics.notice.plain_pipeline"  # key of the text catalogue

# Each pose of a moving mesh leaves an entry in the engine's cache; its usual 5000 entries would hold a gigabyte.
# Without flipping at once every picture would wait for the next frame before it is on the screen.
SHARED_CONFIGURATION = """
textures-power-2 none
gl-coordinate-system default
dpi-aware true
notify-level-device fatal
notify-level-egldisplay fatal
print-pipe-types false
geom-cache-size 256
auto-flip true
"""


class HostError(RuntimeError):
    """No window or buffer could be opened with any of the display modules."""


class _Base(ShowBase):
    """ShowBase with a chosen display module instead of the configured one."""

    def __init__(self, modules: tuple[str, ...], kind: str, properties: WindowProperties) -> None:
        self._modules = modules
        load_type: Any = {"windowType": kind}
        self._wanted = properties
        super().__init__(fStartDirect=True, **load_type)

    def makeDefaultPipe(self, printPipeTypes: bool | None = None) -> None:  # noqa: N802 (the engine's name)
        for module in self._modules:
            pipe = _make_pipe(module)
            if pipe is not None:
                self.pipe = pipe
                self.pipeList.append(pipe)
                return
        raise HostError(f"none of the display modules {', '.join(self._modules)} can be used on this machine")

    def openDefaultWindow(self, *arguments: Any, **options: Any) -> Any:  # noqa: N802 (the engine's name)
        if self.windowType == "onscreen":
            if not self.pipeList:
                self.makeDefaultPipe()
            asked = (self._wanted.get_x_size(), self._wanted.get_y_size())
            self._wanted.set_size(*fitting(asked, _display_size(self.pipe)))
        options["props"] = self._wanted
        return super().openDefaultWindow(*arguments, **options)


class Host(DirectObject):
    """One window or buffer with its engine. Owns it: `destroy()` gives everything back.

    Attributes:
        base: the engine's application object (task manager, messenger, `render2d`, `aspect2d`, input).
        output: the window or buffer that the player sees.
        driver: what the driver can do.
        notice: key of a text to show once after the start, or None.
    """

    base: ShowBase
    output: GraphicsOutput
    driver: Driver
    notice: str | None

    def __init__(self, base: ShowBase, pages: tuple[ConfigPage, ...]) -> None:
        super().__init__()
        output = base.win
        if output is None:
            raise HostError("the window could not be opened")
        self.base = base
        self.output = output
        self._pages = pages
        self._resize_listeners: list[Callable[[Size], None]] = []
        base.graphicsEngine.open_windows()
        self.driver = ask_driver(self.guardian)
        self.notice = None if self.driver.runs_shaders else PLAIN_PIPELINE_NOTICE
        base.camNode.set_active(False)
        base.set_background_color(0.0, 0.0, 0.0, 1.0)
        self._size = self.size
        self.accept("window-event", self._window_changed)

    @property
    def engine(self) -> GraphicsEngine:
        """The engine that renders all buffers of this host."""
        engine: GraphicsEngine = self.base.graphicsEngine
        return engine

    @property
    def guardian(self) -> GraphicsStateGuardian:
        """The graphics state guardian (GL context) shared by all buffers of this host."""
        guardian = self.output.get_gsg()
        if guardian is None:
            raise HostError("the window has no graphics context")
        return guardian

    @property
    def pipe(self) -> GraphicsPipe:
        """The display module's pipe."""
        pipe = self.output.get_pipe()
        if pipe is None:
            raise HostError("the window has no pipe")
        return pipe

    @property
    def overlay(self) -> NodePath[Any]:
        """Root of flat drawing above the scene: x and z run from -1 to 1 (`aspect2d` lies below it)."""
        overlay: NodePath[Any] = self.base.render2d
        return overlay

    @property
    def size(self) -> Size:
        """Width and height of the output in pixels."""
        return max(self.output.get_x_size(), SMALLEST_SIZE), max(self.output.get_y_size(), SMALLEST_SIZE)

    @property
    def aspect_ratio(self) -> float:
        """Width divided by height."""
        width, height = self.size
        return width / height

    @property
    def is_open(self) -> bool:
        """False once the player has closed the window."""
        return self.output.is_valid()

    def on_resize(self, listener: Callable[[Size], None]) -> Callable[[], None]:
        """Call `listener((width, height))` after each change of size; returns a function that ends this."""
        self._resize_listeners.append(listener)

        def stop() -> None:
            if listener in self._resize_listeners:
                self._resize_listeners.remove(listener)

        return stop

    def gather_input(self) -> None:
        """Send the events of what the window and its devices met while the last frame was drawn.

        The engine's own tasks do the same, but only on the way to the next picture: too late to be seen in it.
        """
        self.base.dgTrav.traverse(self.base.dataRootNode)
        self.base.eventMgr.doEvents()

    def render_frame(self) -> None:
        """Draw one frame of everything, without running tasks (`base.taskMgr.step()` does both)."""
        self.engine.render_frame()
        # A task of the application does this for windows; without it every change of a shader's input stays in memory.
        TransformState.garbage_collect()
        RenderState.garbage_collect()

    def screenshot(self, path: Path) -> None:
        """Write the frame drawn last as a picture; the name's ending chooses PNG or JPEG.

        Raises:
            OSError: if the picture cannot be read back or written.
        """
        image = self._grab()
        partial = path.with_name(f".{path.stem}.part{path.suffix}")
        if not image.write(Filename.from_os_specific(str(partial))):
            raise OSError(f"the screenshot cannot be written to {path}")
        os.replace(partial, path)

    def pixels(self) -> NDArray[np.uint8]:
        """The frame drawn last: red, green, blue, 0..255, shape (height, width, 3), first row on top."""
        texture = self.output.get_screenshot()
        if texture is None:
            raise OSError("the frame cannot be read back")
        raw = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8)
        picture = raw.reshape(texture.get_y_size(), texture.get_x_size(), 3)
        return np.ascontiguousarray(picture[::-1])

    def resize(self, size: Size) -> None:
        """Ask for another size in pixels; listeners hear of it once it is so.

        Raises:
            ValueError: if a side is outside 16..8192 pixels.
        """
        width, height = size
        if not all(SMALLEST_SIZE <= side <= LARGEST_SIZE for side in size):
            raise ValueError(f"size {width}x{height} is outside {SMALLEST_SIZE}..{LARGEST_SIZE} pixels")
        if isinstance(self.output, GraphicsBuffer):
            if not self.driver.runs_shaders:
                return  # software buffers keep the size that they were made with
            self.output.set_size(width, height)
            self._window_changed(None)
        elif isinstance(self.output, GraphicsWindow):
            properties = WindowProperties()
            properties.set_size(width, height)
            self.output.request_properties(properties)

    def destroy(self) -> None:
        """Close the window or buffer and the engine's application object."""
        self.ignore_all()
        self._resize_listeners.clear()
        self.base.destroy()
        for page in self._pages:
            unload_prc_file(page)
        self._pages = ()

    def _grab(self) -> PNMImage:
        image = PNMImage()
        if not self.output.get_screenshot(image):
            raise OSError("the frame cannot be read back")
        image.remove_alpha()
        return image

    def _window_changed(self, window: GraphicsOutput | None) -> None:
        if window is not None and window != self.output:
            return
        if self.size == self._size:
            return
        self._size = self.size
        self.base.adjustWindowAspectRatio(self.aspect_ratio)
        for listener in tuple(self._resize_listeners):
            listener(self._size)


def open_window(
    title: str,
    size: Size = (1280, 720),
    *,
    fullscreen: bool = False,
    profile: Profile = Profile.CORE,
    vertical_sync: bool = True,
) -> Host:
    """Open a window that can be resized, no larger than the display.

    `fullscreen` is borderless and never switches the display's mode.

    Raises:
        HostError: if no display module works.
    """
    properties = WindowProperties()
    properties.set_title(title)
    properties.set_size(*size)
    pages = _configure(profile, f"sync-video {'true' if vertical_sync else 'false'}")
    host = _opened(("pandagl", "p3tinydisplay"), "onscreen", properties, pages)
    if fullscreen:
        set_fullscreen(host, True)
    return host


def open_offscreen(
    size: Size = (1280, 720), *, profile: Profile = Profile.CORE, modules: tuple[str, ...] | None = None
) -> Host:
    """Open a buffer without any window: for tests, the gallery and video export.

    `modules` are display modules in order of preference.

    Raises:
        HostError: if no display module works.
    """
    properties = WindowProperties()
    properties.set_size(*size)
    pages = _configure(profile, "audio-library-name null")
    return _opened(modules or ("p3headlessgl", "pandagl", "p3tinydisplay"), "offscreen", properties, pages)


def _opened(modules: tuple[str, ...], kind: str, properties: WindowProperties, pages: tuple[ConfigPage, ...]) -> Host:
    """Open a window or buffer without the chatter of display and sound libraries.

    Raises:
        HostError: if none of the display modules can.
    """
    try:
        with quiet_libraries():
            return Host(_Base(modules, kind, properties), pages)
    except HostError:
        raise
    except Exception as error:  # the engine says with a bare Exception that a window does not open
        raise HostError(f"the display modules {', '.join(modules)} open nothing here ({error})") from error


def set_fullscreen(host: Host, on: bool, *, window_size: Size = (1280, 720)) -> None:
    """Switch between a borderless window over the whole display and an ordinary one of `window_size`."""
    if not isinstance(host.output, GraphicsWindow):
        return
    properties = WindowProperties()
    if host.pipe.type.name.startswith("glx"):
        # Window managers of X take the frame away only for their own full-screen state. At the display's own size the
        # engine asks for that and leaves the mode as it is.
        properties.set_fullscreen(on)
    else:
        properties.set_undecorated(on)
    if on:
        properties.set_origin(0, 0)
        properties.set_size(host.pipe.get_display_width(), host.pipe.get_display_height())
    else:
        properties.set_origin(-2, -2)  # -2 asks the engine to centre the window
        properties.set_size(*fitting(window_size, _display_size(host.pipe)))
    host.output.request_properties(properties)


def fitting(size: Size, display: Size) -> Size:
    """Return a window's size [pixels] with no side longer than the display's; a side of 0 is not known."""
    width, height = (
        min(side, limit) if limit >= SMALLEST_SIZE else side for side, limit in zip(size, display, strict=True)
    )
    return width, height


def _display_size(pipe: GraphicsPipe) -> Size:
    return pipe.get_display_width(), pipe.get_display_height()


def _make_pipe(module: str) -> GraphicsPipe | None:
    """A valid pipe of the module, or None. The software module has several kinds: one needs no display."""
    selection = GraphicsPipeSelection.get_global_ptr()
    pipe = selection.make_module_pipe(module)
    if pipe is not None and pipe.is_valid():
        return pipe
    if module == "p3tinydisplay":
        for index in range(selection.get_num_pipe_types()):
            kind = selection.get_pipe_type(index)
            if not kind.get_name().startswith("Tiny"):
                continue
            other: GraphicsPipe | None = selection.make_pipe(kind)
            if other is not None and other.is_valid():
                return other
    return None


def _configure(profile: Profile, extra: str) -> tuple[ConfigPage, ...]:
    version = "gl-version 3 3" if profile is Profile.CORE else "gl-version"
    page = load_prc_file_data("fliegende3d", f"{SHARED_CONFIGURATION}{version}\n{extra}\n")
    return (page,) if page is not None else ()
