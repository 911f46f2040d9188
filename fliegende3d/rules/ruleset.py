"""The rule set of a game: shipped presets, house rules, range checks, and the table's measures that rules need."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, Self

from fliegende3d.rules.cards import CARDS, FEWEST_PLAYERS, CardKind
from fliegende3d.rules.errors import RulesError

STANDARD = "standard"
_RULES_FILE, _TABLE_FILE = "rules.toml", "table.toml"

Value = bool | int | float | str | tuple[int, ...]


class RuleSetError(RulesError):
    """A rule file or stored rule set is corrupt; the message names the file, the key and what is allowed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One field of the rule set: its dotted key, its type, and what is allowed."""

    key: str
    attribute: str
    type: type[bool] | type[int] | type[float] | type[str] | type[tuple[int, ...]]
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    count: int = 0

    @property
    def allowed(self) -> str:
        """What is allowed, in words for an error message."""
        if self.type is bool:
            return "true or false"
        if self.choices:
            return "one of " + ", ".join(f'"{choice}"' for choice in self.choices)
        noun = "a whole number" if self.type is int else "a number"
        if self.count:
            return f"{self.count} whole numbers from {self.low:g} to {self.high:g}, none below the one before"
        return f"{noun} from {self.low:g} to {self.high:g}"

    def checked(self, value: object) -> Value | None:
        """Return the value in its proper type, or None if it is not allowed."""
        if self.type is bool:
            return value if isinstance(value, bool) else None
        if self.choices:
            return value if isinstance(value, str) and value in self.choices else None
        if self.count:
            return self._checked_row(value)
        if isinstance(value, bool) or not isinstance(value, int if self.type is int else (int, float)):
            return None
        return self.type(value) if self._in_range(value) else None  # type: ignore[arg-type]

    def _in_range(self, value: object) -> bool:
        return isinstance(value, (int, float)) and self.low <= value <= self.high

    def _checked_row(self, value: object) -> tuple[int, ...] | None:
        if not isinstance(value, (list, tuple)) or len(value) != self.count:
            return None
        if any(isinstance(item, bool) or not isinstance(item, int) or not self._in_range(item) for item in value):
            return None
        return tuple(value) if list(value) == sorted(value) else None


SETTINGS: tuple[Setting, ...] = (
    Setting("card.width_mm", "card_width_mm", float, 59, 59),
    Setting("card.length_mm", "card_length_mm", float, 91, 91),
    Setting("setup.first_dealer", "first_dealer", str, choices=("random", "first_seat")),
    Setting("stages.each_of_two", "stages_each_of_two", int, 1, 2),
    Setting("stages.each_of_more", "stages_each_of_more", int, 1, 2),
    Setting("layout.cards", "layout_cards", int, 4, 12),
    Setting("layout.minimum_gap_mm", "minimum_gap_mm", float, 0, 20),
    Setting("layout.reach_mm", "reach_mm", float, 30, 150),
    Setting("layout.any_rotation", "any_rotation", bool),
    Setting("rearranging.changes", "changes", int, 0, 6),
    Setting("flight.two_carpets", "two_carpets", str, choices=("in_turn", "together")),
    Setting("flight.throw_line_distance_mm", "throw_line_distance_mm", float, 100, 480),
    Setting("flight.barren_limit", "barren_limit", int, 4, 60),
    Setting("lying.minimum_area_mm2", "minimum_area_mm2", float, 0.1, 500),
    Setting("lying.through_carpets", "through_carpets", bool),
    Setting("lying.fallen_cards", "fallen_cards", str, choices=("set_aside", "thrower_takes")),
    Setting("duels.order", "duel_order", str, choices=("reading", "laid")),
    Setting("duels.row_depth_mm", "row_depth_mm", float, 20, 150),
    Setting("stage_end.leftovers", "leftovers", str, choices=("leave", "dealer_takes")),
    Setting("stage_end.secret_lamps", "secret_lamps", bool),
    Setting("scoring.spice_bazaar", "spice_bazaar_pair", int, 1, 20),
    Setting("scoring.carpet_bazaar", "carpet_bazaar_pair", int, 1, 20),
    Setting("scoring.camel_bazaar", "camel_bazaar_pair", int, 1, 20),
    Setting("scoring.adventures", "adventure_sets", tuple, 0, 50, count=5),
    Setting("scoring.tie", "tie", str, choices=("shared", "fewer_deserts")),
)
"""Every field of a rule set that a house rule may change."""

_TABLE_KEYS = {
    "table.half_width": "half_width",
    "table.half_depth": "half_depth",
    "landing_area.half_width": "landing_half_width",
    "landing_area.half_depth": "landing_half_depth",
    "throw_line.south_north": "line_south_north",
    "throw_line.east_west": "line_east_west",
}
_LARGEST_TABLE_M = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMeasures:
    """The table's measures that rules need, in metres from the table's centre."""

    half_width: float
    half_depth: float
    landing_half_width: float
    landing_half_depth: float
    line_south_north: float
    line_east_west: float

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the measures from a table file such as ``config/table.toml``.

        Raises:
            RuleSetError: if the file cannot be read or a measure is missing or out of range.
        """
        return cls.from_dict(_flat(_read_toml(path)), source=str(path))

    @classmethod
    def from_dict(cls, values: Mapping[str, object], *, source: str = "the stored table") -> Self:
        """Check plain values by dotted key and make measures of them.

        Raises:
            RuleSetError: if a measure is missing or out of range.
        """
        measures: dict[str, float] = {}
        for key, attribute in _TABLE_KEYS.items():
            value = values.get(key)
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not number or not 0 < value <= _LARGEST_TABLE_M:  # type: ignore[operator]
                allowed = f"a number of metres above 0, at most {_LARGEST_TABLE_M:g}"
                raise RuleSetError(f"{source}: {key} is {value!r}; allowed is {allowed}")
            measures[attribute] = float(value)  # type: ignore[arg-type]
        return cls(**measures)

    def to_dict(self) -> dict[str, float]:
        """Return the measures by dotted key, as ``from_dict`` takes them."""
        return {key: getattr(self, attribute) for key, attribute in _TABLE_KEYS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All rules that a group may choose, checked. ``config/rules.toml`` documents each field."""

    name: str
    card_width_mm: float
    card_length_mm: float
    first_dealer: str
    stages_each_of_two: int
    stages_each_of_more: int
    layout_cards: int
    minimum_gap_mm: float
    reach_mm: float
    any_rotation: bool
    changes: int
    two_carpets: str
    throw_line_distance_mm: float
    barren_limit: int
    minimum_area_mm2: float
    through_carpets: bool
    fallen_cards: str
    duel_order: str
    row_depth_mm: float
    leftovers: str
    secret_lamps: bool
    spice_bazaar_pair: int
    carpet_bazaar_pair: int
    camel_bazaar_pair: int
    adventure_sets: tuple[int, ...]
    tie: str
    table: TableMeasures

    @classmethod
    def load(
        cls,
        config: Path,
        *,
        preset: str | None = None,
        house_rules: Path | None = None,
        overrides: Mapping[str, object] | None = None,
    ) -> Self:
        """Read a rule set: a shipped preset, then a file of house rules if given, then single overrides by dotted key.

        ``config`` is the folder that holds ``rules.toml`` and ``table.toml``. A file of house rules has the sections
        of ``rules.toml``, only the keys that differ, and may name the preset it starts from with
        ``preset = "family"`` at its top; ``preset`` goes before that.

        Raises:
            RuleSetError: if a file cannot be read, a key is unknown or a value out of range.
        """
        shipped = config / _RULES_FILE
        document = _read_toml(shipped)
        house: dict[str, object] = {}
        if house_rules is not None:
            house = _read_toml(house_rules)
            named = house.pop("preset", None)
            if named is not None and not isinstance(named, str):
                raise RuleSetError(f"{house_rules}: preset is {named!r}; allowed is the name of a preset in quotes")
            preset = preset or named
        chosen = preset or STANDARD
        presets = _presets(document, shipped)
        if chosen not in presets:
            raise RuleSetError(f"{house_rules or shipped}: preset is {chosen!r}; {near(chosen, presets)}")
        values = _checked(_flat(document), source=str(shipped))
        values |= _checked(presets[chosen], source=f"{shipped} [presets.{chosen}]")
        if house_rules is not None:
            values |= _checked(_flat(house), source=str(house_rules))
        values |= _checked(overrides or {}, source="house rules")
        name = f"{chosen}, changed" if house or overrides else chosen
        table = TableMeasures.load(config / _TABLE_FILE)
        return cls._build(name, values, table, source=str(house_rules or shipped))

    @classmethod
    def presets(cls, config: Path) -> tuple[str, ...]:
        """Return the names of the presets in the folder's ``rules.toml``.

        Raises:
            RuleSetError: if the file is corrupt.
        """
        shipped = config / _RULES_FILE
        return tuple(_presets(_read_toml(shipped), shipped))

    @classmethod
    def from_dict(cls, stored: Mapping[str, object], *, source: str = "the stored rule set") -> Self:
        """Rebuild a rule set from what ``to_dict`` returned.

        Raises:
            RuleSetError: if anything is missing, unknown or out of range.
        """
        if not isinstance(stored, Mapping):
            raise RuleSetError(f"{source}: allowed is a table of keys and values, not {type(stored).__name__}")
        rest = dict(stored)
        name, table = rest.pop("name", None), rest.pop("table", None)
        if not isinstance(name, str):
            raise RuleSetError(f"{source}: name is {name!r}; allowed is a text")
        if not isinstance(table, Mapping):
            raise RuleSetError(f"{source}: table is {table!r}; allowed is a table of measures")
        measures = TableMeasures.from_dict(table, source=source)
        return cls._build(name, _checked(rest, source=source), measures, source=source)

    @classmethod
    def _build(cls, name: str, values: Mapping[str, Value], table: TableMeasures, *, source: str) -> Self:
        missing = [setting.key for setting in SETTINGS if setting.key not in values]
        if missing:
            raise RuleSetError(f"{source}: {missing[0]} is missing; allowed is {_SETTING[missing[0]].allowed}")
        fields: dict[str, Any] = {setting.attribute: values[setting.key] for setting in SETTINGS}
        rules = cls(name=name, table=table, **fields)
        rules._check_together(source)
        return rules

    def _check_together(self, source: str) -> None:
        """Check what no single field can tell: the deck suffices, cards fit, throw lines keep their distance."""
        for players in (2, 3, 4):
            needed = self.stages(players) * self.layout_cards
            if needed > len(CARDS):
                key = "stages.each_of_two" if players == FEWEST_PLAYERS else "stages.each_of_more"
                raise RuleSetError(
                    f"{source}: {key} and layout.cards need {needed} cards with {players} players; "
                    f"allowed are at most {len(CARDS)}"
                )
        if self.reach_mm < self.minimum_gap_mm + _ROOM_TO_LAY_MM:
            raise RuleSetError(
                f"{source}: layout.reach_mm is {self.reach_mm:g}; allowed is at least layout.minimum_gap_mm "
                f"+ {_ROOM_TO_LAY_MM:g} = {self.minimum_gap_mm + _ROOM_TO_LAY_MM:g}"
            )
        table = self.table
        for key, line, area in (
            ("throw_line.south_north", table.line_south_north, table.landing_half_depth),
            ("throw_line.east_west", table.line_east_west, table.landing_half_width),
        ):
            nearest = area + self.throw_line_distance_mm / 1000
            if line < nearest - 1e-9:
                raise RuleSetError(
                    f"{source}: {key} is {line:g}; allowed is at least the landing area's edge plus "
                    f"flight.throw_line_distance_mm = {nearest:g}"
                )
        if table.landing_half_width > table.half_width or table.landing_half_depth > table.half_depth:
            raise RuleSetError(f"{source}: landing_area is larger than the table; allowed is at most the table's size")
        if self.layout_cards > self.room_for_cards():
            raise RuleSetError(
                f"{source}: landing_area has room for {self.room_for_cards()} cards that are laid badly; "
                f"layout.cards is {self.layout_cards}, allowed is at most that"
            )

    def room_for_cards(self) -> int:
        """Return a cautious estimate of how many cards always find a place, however badly the earlier ones lie.

        Each laid card is given a square as wide as its diagonal plus a corridor just too narrow for one more card.
        """
        corridor = (self.card_width_mm + 2 * self.minimum_gap_mm) / 1000
        cell = (self.card_width_mm**2 + self.card_length_mm**2) ** 0.5 / 1000 + corridor
        width, depth = 2 * self.table.landing_half_width + corridor, 2 * self.table.landing_half_depth + corridor
        return int(width * depth / cell**2)

    def stages(self, players: int) -> int:
        """Return how many stages a game has: everyone deals equally often."""
        each = self.stages_each_of_two if players == FEWEST_PLAYERS else self.stages_each_of_more
        return each * players

    def bazaar_pair(self, kind: CardKind) -> int:
        """Return the points for a pair of one kind of bazaar."""
        value: int = getattr(self, f"{kind.value}_pair")
        return value

    def to_dict(self) -> dict[str, object]:
        """Return plain values that JSON and TOML can hold; ``from_dict`` takes them back."""
        stored: dict[str, object] = {"name": self.name}
        for setting in SETTINGS:
            value = getattr(self, setting.attribute)
            stored[setting.key] = list(value) if isinstance(value, tuple) else value
        stored["table"] = self.table.to_dict()
        return stored


_SETTING = {setting.key: setting for setting in SETTINGS}
_ROOM_TO_LAY_MM = 5.0
"""How much wider the reach must be than the smallest gap, so that a hand can find a place between them."""


def _checked(values: Mapping[str, object], *, source: str) -> dict[str, Value]:
    checked: dict[str, Value] = {}
    for key, value in values.items():
        setting = _SETTING.get(key)
        if setting is None:
            raise RuleSetError(f"{source}: {key} is unknown; {near(key, _SETTING)}")
        good = setting.checked(value)
        if good is None or (isinstance(good, float) and not isfinite(good)):
            raise RuleSetError(f"{source}: {key} is {value!r}; allowed is {setting.allowed}")
        checked[key] = good
    return checked


def near(word: str, known: Iterable[str]) -> str:
    """Return the end of an error message that offers the known words near to an unknown one."""
    words = list(known)
    close = get_close_matches(word, words, n=3, cutoff=0.5)
    return f"near are {', '.join(close)}" if close else f"known are {', '.join(words)}"


def _presets(document: dict[str, object], source: Path) -> dict[str, Mapping[str, object]]:
    presets = document.pop("presets", None)
    if not isinstance(presets, dict) or not all(isinstance(values, dict) for values in presets.values()):
        raise RuleSetError(f"{source}: presets is missing or not a table; allowed is [presets.NAME] with dotted keys")
    return presets


def _flat(document: Mapping[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for section, content in document.items():
        if isinstance(content, dict):
            flat |= {f"{section}.{key}": value for key, value in content.items()}
        else:
            flat[section] = content
    return flat


def _read_toml(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise RuleSetError(f"{path}: cannot be read ({error.strerror}); a readable TOML file would be right") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: is not TOML: {error}") from error
