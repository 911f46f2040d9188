"""Settings with live preview: every change is used and kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.devices.events import Command, CommandPressed
from fliegende3d.presentation.screens.hand_screen import hand_rows
from fliegende3d.presentation.screens.names import seat_name
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.text import available_languages
from fliegende3d.presentation.ui.controls import Button, Choice, Slider
from fliegende3d.presentation.ui.elements import Element, Label, Row, Rule
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.settings import SEATS

PAGES = ("access", "video", "sound", "controls")
PRESETS = ("auto", "low", "medium", "high", "ultra")


class SettingsScreen(PanelScreen):
    """Pages of settings; the shoulder buttons and page keys turn them too."""

    title_key = "settings.title"
    width = 1240.0
    # As high as the longest ordinary page, so that nothing jumps when pages are turned.
    height = 985.0

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.page = PAGES[0]
        self.first_focus = f"settings.page_{self.page}"
        # Whose way of throwing is shown.
        self._seat = 0

    def head(self) -> Element:
        """See ``PanelScreen``: the pages' names."""
        tabs = [
            Button(
                key=f"settings.page_{page}",
                label=self.words(f"settings.page_{page}"),
                on_press=partial(self._turn, page),
                selected=page == self.page,
            )
            for page in PAGES
        ]
        return Row(children=tabs)

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        content: dict[str, Callable[[], Sequence[Element]]] = {
            "access": self._access,
            "video": self._video,
            "sound": self._sound,
            "controls": self._controls,
        }
        return content[self.page]()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Screen``."""
        if pressed.command in (Command.TILT_LEFT, Command.TILT_RIGHT) and not pressed.repeat:
            step = 1 if pressed.command is Command.TILT_RIGHT else -1
            self._turn(PAGES[(PAGES.index(self.page) + step) % len(PAGES)])
            return True
        return super().command(pressed)

    def _turn(self, page: str) -> None:
        self.page = page
        self.first_focus = f"settings.page_{page}"
        # A page begins at its top.
        self.app.surface.interaction.offsets.clear()
        self.app.refresh()

    # Pages

    def _access(self) -> Sequence[Element]:
        languages = ("auto", *available_languages())
        access = self.app.settings.access
        return [
            Choice(
                key="settings.language",
                label=self.words("settings.language"),
                options=[self.words(f"language.{code}") for code in languages],
                index=languages.index(self.app.settings.language) if self.app.settings.language in languages else 0,
                on_change=lambda i: self._replace(language=languages[i]),
            ),
            Slider(
                key="settings.interface_scale",
                label=self.words("settings.interface_scale"),
                value=access.interface_scale,
                low=0.75,
                high=3.0,
                step=0.05,
                shown=f"{self.app.texts.number(access.interface_scale * 100)} %",
                on_change=lambda value: self._part("access", interface_scale=round(value, 2)),
            ),
            self._switch("access", "high_contrast", note=True),
            self._switch("access", "reduced_motion", note=True),
            self._switch("access", "hold_to_reveal", note=True),
            self._switch("sound", "captions", note=True),
        ]

    def _video(self) -> Sequence[Element]:
        video = self.app.settings.video
        return [
            Choice(
                key="settings.preset",
                label=self.words("settings.preset"),
                options=[self.words(f"preset.{name}") for name in PRESETS],
                index=PRESETS.index(video.preset) if video.preset in PRESETS else 0,
                on_change=lambda i: self._part("video", preset=PRESETS[i]),
                note=self.words(f"preset.{video.preset if video.preset in PRESETS else PRESETS[0]}_note"),
            ),
            self._switch("video", "fullscreen", note=True),
            self._switch("video", "vertical_sync", note=True),
            self._drawn(),
        ]

    def _drawn(self) -> Element:
        """What is drawn now: the automatic choice is seen, and how large the picture is."""
        width, height = self.app.host.size
        preset = self.words(f"preset.{self.app.stage.preset}")
        text = self.words("settings.drawn", preset=preset, width=width, height=height)
        return Label(text=text, style=TextStyle.SMALL, colour=self.app.surface.theme.muted)

    def _sound(self) -> Sequence[Element]:
        silent = [] if self.app.sounds.works else [self._notice("no_sound")]
        return [*silent, *(self._share("sound", name) for name in ("master", "effects", "ambience", "music"))]

    def _notice(self, name: str) -> Element:
        text = self.words(f"settings.{name}")
        return Label(text=text, style=TextStyle.SMALL, colour=self.app.surface.theme.warning)

    def _controls(self) -> Sequence[Element]:
        players = self.app.settings.game.players
        names = [
            seat_name(self.app.texts, seat, players[seat][0] if seat < len(players) else "") for seat in range(SEATS)
        ]
        return [
            Button(key="settings.keys", label=self.words("controls.title"), on_press=self._open_controls),
            Choice(
                key="settings.hand",
                label=self.words("settings.hand"),
                options=names,
                index=self._seat,
                on_change=self._look_at,
            ),
            *hand_rows(self.app, self._seat),
            Rule(),
            self._share("controls", "rumble"),
            *([] if self.app.pads.can_rumble() else [self._notice("no_rumble")]),
            self._number("controls", "inner_dead_zone", 0.0, 0.5, 0.01),
            self._number("controls", "outer_dead_zone", 0.6, 1.0, 0.01),
            self._number("controls", "aim_exponent", 1.0, 3.0, 0.1),
            self._number("controls", "flick_exponent", 1.0, 3.0, 0.1),
        ]

    def _look_at(self, seat: int) -> None:
        self._seat = seat
        self.app.refresh()

    def _open_controls(self) -> None:
        from fliegende3d.presentation.screens.controls_screen import ControlsScreen

        self.app.push(ControlsScreen(self.app))

    # Kinds of settings

    def _switch(self, part: str, name: str, *, note: bool = False) -> Element:
        value: bool = getattr(getattr(self.app.settings, part), name)
        return Choice(
            key=f"settings.{name}",
            label=self.words(f"settings.{name}"),
            options=[self.words("common.off"), self.words("common.on")],
            index=int(value),
            on_change=lambda i: self._part(part, **{name: bool(i)}),
            note=self.words(f"settings.{name}_note") if note else "",
        )

    def _share(self, part: str, name: str) -> Element:
        value: float = getattr(getattr(self.app.settings, part), name)
        return Slider(
            key=f"settings.{name}",
            label=self.words(f"settings.{name}"),
            value=value,
            low=0.0,
            high=1.0,
            step=0.05,
            shown=f"{self.app.texts.number(value * 100)} %",
            on_change=lambda v: self._part(part, **{name: round(v, 2)}),
        )

    def _number(self, part: str, name: str, low: float, high: float, step: float) -> Element:
        value: float = getattr(getattr(self.app.settings, part), name)
        return Slider(
            key=f"settings.{name}",
            label=self.words(f"settings.{name}"),
            value=value,
            low=low,
            high=high,
            step=step,
            shown=self.app.texts.number(value, decimals=2),
            on_change=lambda v: self._part(part, **{name: round(v, 3)}),
        )

    def _part(self, part: str, **changes: object) -> None:
        changed = msgspec.structs.replace(getattr(self.app.settings, part), **changes)
        self._replace(**{part: changed})

    def _replace(self, **changes: object) -> None:
        self.app.change_settings(msgspec.structs.replace(self.app.settings, **changes))
