"""Rule files: what is shipped, what a house may change, and how corrupt files are told."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fliegende3d.rules import SETTINGS, RuleSet, RuleSetError, TableMeasures
from tests.rules.positions import CONFIG, MEASURES, STANDARD


@pytest.fixture
def config(tmp_path: Path) -> Path:
    for name in ("rules.toml", "table.toml"):
        shutil.copy(CONFIG / name, tmp_path / name)
    return tmp_path


def test_the_standard_rules_are_those_of_the_printed_game_and_our_choices() -> None:
    rules = RuleSet.load(CONFIG)
    assert rules.name == "standard"
    assert (rules.card_width_mm, rules.card_length_mm) == (59, 91)
    assert (rules.layout_cards, rules.minimum_gap_mm, rules.reach_mm, rules.any_rotation) == (12, 10, 59, True)
    assert (rules.changes, rules.barren_limit, rules.throw_line_distance_mm) == (2, 12, 300)
    assert (rules.minimum_area_mm2, rules.through_carpets, rules.fallen_cards) == (1, True, "set_aside")
    assert (rules.duel_order, rules.leftovers, rules.secret_lamps) == ("reading", "leave", True)
    assert (rules.spice_bazaar_pair, rules.carpet_bazaar_pair, rules.camel_bazaar_pair) == (5, 6, 7)
    assert rules.adventure_sets == (1, 3, 6, 10, 15)
    assert (rules.tie, rules.first_dealer, rules.two_carpets) == ("shared", "random", "in_turn")
    assert [rules.stages(players) for players in (2, 3, 4)] == [4, 3, 4]


def test_the_family_rules_are_shorter() -> None:
    family = RuleSet.load(CONFIG, preset="family")
    assert family.name == "family"
    assert family.stages(2) == 2
    assert family.layout_cards < STANDARD.layout_cards
    assert RuleSet.presets(CONFIG) == ("standard", "family")


def test_every_setting_is_in_the_shipped_file_with_its_meaning_and_range() -> None:
    lines = (CONFIG / "rules.toml").read_text(encoding="utf-8").splitlines()
    for setting in SETTINGS:
        line = next(line for line in lines if line.startswith(setting.key.split(".")[1] + " "))
        assert "#" in line, setting.key
        comment = line.split("#", 1)[1]
        if setting.type in (int, float) and setting.low != setting.high:
            assert f"{setting.low:g} to {setting.high:g}" in comment, setting.key
        for choice in setting.choices:
            assert f'"{choice}"' in comment, setting.key


def test_a_house_rule_file_changes_only_what_it_names(config: Path) -> None:
    house = config / "house.toml"
    house.write_text('preset = "family"\n[layout]\ncards = 8\n[scoring]\nadventures = [1, 2, 4, 8, 16]\n')
    rules = RuleSet.load(config, house_rules=house)
    family = RuleSet.load(config, preset="family")
    assert rules.name == "family, changed"
    assert (rules.layout_cards, rules.adventure_sets) == (8, (1, 2, 4, 8, 16))
    changed = {key for key in rules.to_dict() if rules.to_dict()[key] != family.to_dict()[key]}
    assert changed == {"name", "layout.cards", "scoring.adventures"}


def test_an_explicit_preset_goes_before_the_files(config: Path) -> None:
    house = config / "house.toml"
    house.write_text('preset = "family"\n')
    assert RuleSet.load(config, house_rules=house, preset="standard").layout_cards == 12
    assert RuleSet.load(config, house_rules=house).name == "family"


def test_single_overrides_go_before_everything(config: Path) -> None:
    house = config / "house.toml"
    house.write_text("[layout]\ncards = 8\n")
    rules = RuleSet.load(config, house_rules=house, overrides={"layout.cards": 6})
    assert (rules.layout_cards, rules.name) == (6, "standard, changed")


def test_a_rule_set_survives_being_stored() -> None:
    for rules in (STANDARD, RuleSet.load(CONFIG, preset="family", overrides={"scoring.adventures": [0, 0, 1, 2, 50]})):
        assert RuleSet.from_dict(rules.to_dict()) == rules


def test_whole_numbers_are_taken_for_lengths() -> None:
    rules = RuleSet.load(CONFIG, overrides={"layout.minimum_gap_mm": 12})
    assert rules.minimum_gap_mm == 12.0
    assert isinstance(rules.minimum_gap_mm, float)


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("layout.cards", 3, "a whole number from 4 to 12"),
        ("layout.cards", 13, "a whole number from 4 to 12"),
        ("layout.cards", 12.0, "a whole number from 4 to 12"),
        ("layout.cards", True, "a whole number from 4 to 12"),
        ("layout.cards", "12", "a whole number from 4 to 12"),
        ("layout.minimum_gap_mm", -0.1, "a number from 0 to 20"),
        ("layout.minimum_gap_mm", 20.1, "a number from 0 to 20"),
        ("layout.minimum_gap_mm", float("nan"), "a number from 0 to 20"),
        ("layout.minimum_gap_mm", float("inf"), "a number from 0 to 20"),
        ("layout.minimum_gap_mm", False, "a number from 0 to 20"),
        ("layout.any_rotation", 1, "true or false"),
        ("card.width_mm", 60, "a number from 59 to 59"),
        ("lying.fallen_cards", "burnt", 'one of "set_aside", "thrower_takes"'),
        ("lying.fallen_cards", None, 'one of "set_aside", "thrower_takes"'),
        ("scoring.adventures", [1, 3, 6, 10], "5 whole numbers from 0 to 50, none below the one before"),
        ("scoring.adventures", [1, 3, 6, 10, 9], "5 whole numbers from 0 to 50, none below the one before"),
        ("scoring.adventures", [1, 3, 6, 10, 51], "5 whole numbers from 0 to 50, none below the one before"),
        ("scoring.adventures", [True, 3, 6, 10, 15], "5 whole numbers from 0 to 50, none below the one before"),
        ("scoring.adventures", [1.0, 3, 6, 10, 15], "5 whole numbers from 0 to 50, none below the one before"),
        ("scoring.adventures", 15, "5 whole numbers from 0 to 50, none below the one before"),
    ],
)
def test_a_value_out_of_range_is_told_with_key_value_and_range(key: str, value: object, allowed: str) -> None:
    with pytest.raises(RuleSetError) as error:
        RuleSet.load(CONFIG, overrides={key: value})
    assert str(error.value) == f"house rules: {key} is {value!r}; allowed is {allowed}"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_the_ends_of_each_range_are_allowed_and_beyond_is_not(setting: object) -> None:
    assert setting in SETTINGS
    for rule in SETTINGS:
        if rule is not setting or rule.type not in (int, float):
            continue
        assert rule.checked(rule.type(rule.low)) == rule.low
        assert rule.checked(rule.type(rule.high)) == rule.high
        assert rule.checked(rule.type(rule.low - 1)) is None
        assert rule.checked(rule.type(rule.high + 1)) is None


def test_an_unknown_key_is_told_with_the_near_ones() -> None:
    with pytest.raises(RuleSetError, match=r"layout\.card is unknown; near are .*layout\.cards"):
        RuleSet.load(CONFIG, overrides={"layout.card": 12})


def test_an_unknown_preset_is_told_with_the_known_ones() -> None:
    with pytest.raises(RuleSetError, match="'famly'; near are family"):
        RuleSet.load(CONFIG, preset="famly")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"stages.each_of_more": 2}, "stages.each_of_more and layout.cards need 72 cards with 3 players"),
        ({"stages.each_of_more": 2, "layout.cards": 7}, "need 56 cards with 4 players; allowed are at most 52"),
        ({"layout.minimum_gap_mm": 20, "layout.cards": 12}, "landing_area has room for 11 cards"),
        ({"layout.minimum_gap_mm": 20, "layout.reach_mm": 30, "layout.cards": 9}, None),
        ({"flight.throw_line_distance_mm": 481}, "a number from 100 to 480"),
    ],
)
def test_rules_that_do_not_fit_together_are_told(overrides: dict[str, object], message: str | None) -> None:
    if message is None:
        assert RuleSet.load(CONFIG, overrides=overrides).reach_mm == 30
        return
    with pytest.raises(RuleSetError, match=re.escape(message)):
        RuleSet.load(CONFIG, overrides=overrides)


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(config: Path) -> None:
        text = (config / name).read_text(encoding="utf-8")
        assert old in text
        (config / name).write_text(text.replace(old, new), encoding="utf-8")

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit("rules.toml", "[layout]", "[layout"), "rules.toml: is not TOML"),
        (lambda config: (config / "rules.toml").write_bytes(b"\xff\xfe\x00"), "rules.toml: is not TOML"),
        (lambda config: (config / "rules.toml").unlink(), "rules.toml: cannot be read"),
        (lambda config: (config / "rules.toml").write_text(""), "rules.toml: presets is missing"),
        (edit("rules.toml", "cards = 12", "cards = 99"), "rules.toml: layout.cards is 99; allowed is"),
        (edit("rules.toml", "changes = 2", "chances = 2"), "rules.toml: rearranging.chances is unknown; near are"),
        (edit("rules.toml", "\nany_rotation = true", "\n#"), "rules.toml: layout.any_rotation is missing"),
        (edit("rules.toml", '"layout.cards" = 9', '"layout.cards" = 1'), "[presets.family]: layout.cards is 1"),
        (edit("rules.toml", "[presets.standard]", "presets.standard = 3"), "presets"),
        (edit("table.toml", "[landing_area]", "[landing_aria]"), "table.toml: landing_area.half_width is None"),
        (edit("table.toml", "half_depth = 0.27", "half_depth = -1"), "table.toml: landing_area.half_depth is -1"),
        (edit("table.toml", "half_depth = 0.27", "half_depth = true"), "table.toml: landing_area.half_depth is True"),
        (edit("table.toml", "half_depth = 0.27", "half_depth = nan"), "table.toml: landing_area.half_depth is nan"),
        (edit("table.toml", "half_depth = 0.27", "half_depth = 0.15"), "landing_area has room for"),
        (edit("table.toml", "half_depth = 0.27", "half_depth = 0.7"), "throw_line.south_north is"),
        (lambda config: (config / "table.toml").unlink(), "table.toml: cannot be read"),
    ],
)
def test_a_corrupt_file_is_told_with_its_name_and_what_would_be_right(
    config: Path, change: Callable[[Path], None], message: str
) -> None:
    change(config)
    with pytest.raises(RuleSetError, match=re.escape(message)):
        RuleSet.load(config, preset="family")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("preset = 3", "house.toml: preset is 3"),
        ('preset = "none"', "house.toml: preset is 'none'"),
        ("layout = 3", "house.toml: layout is unknown"),
        ("[layout]\ncards = 1", "house.toml: layout.cards is 1; allowed is a whole number from 4 to 12"),
        ("[layout.deep]\ncards = 1", "house.toml: layout.deep is unknown"),
        ("oops", "house.toml: is not TOML"),
    ],
)
def test_a_corrupt_house_rule_file_is_told(config: Path, text: str, message: str) -> None:
    house = config / "house.toml"
    house.write_text(text)
    with pytest.raises(RuleSetError, match=re.escape(message)):
        RuleSet.load(config, house_rules=house)


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {**STANDARD.to_dict(), "name": 3},
        {**STANDARD.to_dict(), "table": None},
        {**STANDARD.to_dict(), "table": {}},
        {**STANDARD.to_dict(), "layout.cards": 0},
        {**STANDARD.to_dict(), "extra": 1},
        {key: value for key, value in STANDARD.to_dict().items() if key != "layout.cards"},
        {**STANDARD.to_dict(), "table": {**MEASURES.to_dict(), "landing_area.half_width": 0.8}},
        {**STANDARD.to_dict(), "table": {**MEASURES.to_dict(), "table.half_width": 0.2}},
        "standard",
    ],
)
def test_a_corrupt_stored_rule_set_is_an_error(stored: object) -> None:
    with pytest.raises(RuleSetError, match="the stored rule set"):
        RuleSet.from_dict(stored)  # type: ignore[arg-type]


def test_the_tables_measures_survive_being_stored() -> None:
    assert TableMeasures.from_dict(MEASURES.to_dict()) == MEASURES


def test_room_for_cards_is_worked_out_from_the_area() -> None:
    # A cell is the diagonal 108.45 mm plus 79 mm; the area, widened by 79 mm, is 739 mm x 619 mm: 13.02 cells.
    assert STANDARD.room_for_cards() == 13
