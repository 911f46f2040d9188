"""House rules: every number and choice of the rules that may be changed, within what the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.simple import PanelScreen
from fliegende3d.presentation.ui.controls import Button, Choice, Slider
from fliegende3d.presentation.ui.elements import Element, Label
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.resources import folder
from fliegende3d.rules import SETTINGS, RuleSet, RuleSetError, Setting
from fliegende3d.settings import HouseValue

# Numbers with a fraction move by this much; whole ones by one.
FINE_STEP = 1.0
# The smallest area that counts reaches from a speck to a tenth of a card: its steps are small at the start.
SMALL_STEP = 0.5


def changeable() -> tuple[Setting, ...]:
    """Return the settings that leave a choice."""
    return tuple(
        setting for setting in SETTINGS if setting.choices or setting.type is bool or setting.low < setting.high
    )


def text_key(setting: Setting) -> str:
    """Return the name of a setting's text."""
    return f"house.{setting.key.replace('.', '_')}"


class HouseRulesScreen(PanelScreen):
    """Shows every rule with its value; what differs from the preset is kept."""

    title_key = "house.title"
    width = 1240.0

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._settings = changeable()

    def _rules(self) -> RuleSet:
        """The rules in use; kept changes that no longer fit (another preset, an older version) are left out."""
        game = self.app.settings.game
        try:
            return RuleSet.load(folder("config"), preset=game.rules, overrides=game.house)
        except RuleSetError:
            return RuleSet.load(folder("config"))

    def body(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        rules = self._rules()
        rows: list[Element] = [Label(text=self.words("house.note"), style=TextStyle.SMALL)]
        for setting in self._settings:
            rows += self._rows(setting, getattr(rules, setting.attribute))
        return rows

    def buttons(self) -> Sequence[Element]:
        """See ``PanelScreen``."""
        return [Button(key="house.reset", label=self.words("house.reset"), on_press=self._reset)]

    def _rows(self, setting: Setting, value: object) -> list[Element]:
        if setting.count and isinstance(value, tuple):
            return [self._part(setting, value, index) for index in range(setting.count)]
        if setting.type is bool:
            options, values = ("common.off", "common.on"), (False, True)
            return [self._choice(setting, [self.words(o) for o in options], values, bool(value))]
        if setting.choices:
            names = [self.words(f"{text_key(setting)}_{choice}") for choice in setting.choices]
            return [self._choice(setting, names, setting.choices, str(value))]
        return [self._number(setting, float(value) if isinstance(value, int | float) else setting.low)]

    def _choice(
        self, setting: Setting, names: Sequence[str], values: Sequence[HouseValue], value: HouseValue
    ) -> Element:
        return Choice(
            key=f"house.{setting.key}",
            label=self.words(text_key(setting)),
            options=names,
            index=list(values).index(value),
            on_change=lambda index: self._put(setting, values[index]),
        )

    def _number(self, setting: Setting, value: float) -> Element:
        whole = setting.type is int
        step = 1.0 if whole else SMALL_STEP if setting.low < 1.0 < setting.high else FINE_STEP

        def put(new: float) -> None:
            self._put(setting, round(new) if whole else round(max(setting.low, new), 3))

        shown = self.app.texts.number(value, decimals=0 if whole else 1)
        return self._slider(f"house.{setting.key}", self.words(text_key(setting)), setting, value, step, shown, put)

    def _part(self, setting: Setting, values: tuple[int, ...], index: int) -> Element:
        def put(new: float) -> None:
            changed = list(values)
            changed[index] = round(new)
            self._put(setting, changed)

        label = self.words(text_key(setting), n=index + 1)
        value = values[index]
        return self._slider(f"house.{setting.key}.{index}", label, setting, value, 1.0, str(value), put)

    def _slider(
        self,
        key: str,
        label: str,
        setting: Setting,
        value: float,
        step: float,
        shown: str,
        put: Callable[[float], None],
    ) -> Element:
        return Slider(
            key=key,
            label=label,
            value=value,
            low=setting.low,
            high=setting.high,
            step=step,
            shown=shown,
            on_change=put,
        )

    def _put(self, setting: Setting, value: HouseValue) -> None:
        """Change a rule, unless the rules would not fit together any more."""
        game = self.app.settings.game
        house = {**game.house, setting.key: value}
        try:
            RuleSet.load(folder("config"), preset=game.rules, overrides=house)
        except RuleSetError as error:
            self.app.refuse(self.words("house.refused", reason=str(error)))
            return
        self._keep(house)

    def _reset(self) -> None:
        self._keep({})

    def _keep(self, house: dict[str, HouseValue]) -> None:
        settings = self.app.settings
        game = msgspec.structs.replace(settings.game, house=house)
        self.app.change_settings(msgspec.structs.replace(settings, game=game))
