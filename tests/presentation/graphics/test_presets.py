"""Quality presets: checked on load, and an automatic choice that comes to rest."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliegende3d.presentation.graphics.driver import Driver
from fliegende3d.presentation.graphics.presets import NAMES, AutomaticChoice, PresetError, load_graphics
from fliegende3d.resources import find

CARD = Driver("NVIDIA", "GeForce", "4.6", 460, 16)
PROCESSOR = Driver("Mesa", "llvmpipe (LLVM 15)", "4.5", 450, 16)


def test_every_step_up_costs_at_least_as_much_in_every_respect() -> None:
    presets = [load_graphics().preset(name) for name in NAMES]
    for cheaper, dearer in itertools.pairwise(presets):
        assert cheaper.shadow_taps <= dearer.shadow_taps
        assert cheaper.occlusion_taps <= dearer.occlusion_taps
        assert cheaper.texture_share <= dearer.texture_share
        assert cheaper.samples <= dearer.samples
        assert cheaper.dust <= dearer.dust


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "shadow_size = 1024",
            "shadow_size = 12",
            r"preset\.low\.shadow_size is 12; needed is a whole number",
        ),
        ("samples = 1", "samples = 3", r"preset\.low\.samples is 3; needed is one of 1, 2, 4, 8"),
        ("pile = false", 'pile = "no"', r"preset\.low\.pile is 'no'; needed is true or false"),
        ("slow_frame_ms = 24.0", "slow_frame_ms = 0", r"automatic\.slow_frame_ms is 0; needed is a number from 1"),
        ('software = "low"', 'software = "best"', r"automatic\.software is 'best'; needed is one of low"),
        ("[preset.medium]", "[preset.middle]", r"preset\.medium\.shadow_size is None"),
    ],
)
def test_a_wrong_value_names_file_key_and_range(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = find("config", "graphics.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "broken.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PresetError, match=complaint) as caught:
        load_graphics(path)
    assert str(path) in str(caught.value)


def test_an_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(PresetError, match="low, medium, high, ultra and auto"):
        load_graphics().preset("best")


@pytest.mark.parametrize("renderer", ["llvmpipe (LLVM 15)", "softpipe", "Mesa swrast", "Software Rasterizer"])
def test_drawing_by_the_processor_is_known_by_the_renderers_name(renderer: str) -> None:
    assert Driver("Mesa", renderer, "4.5", 450, 16).is_software


def test_a_drawing_processor_starts_low_and_a_graphics_card_high() -> None:
    file = load_graphics()
    assert file.first_choice(PROCESSOR).name == "low"
    assert file.first_choice(Driver("unknown", "tinydisplay", "unknown", 0, 1)).name == "low"
    assert file.first_choice(CARD).name == "high"


def test_slow_frames_step_down_one_preset_at_a_time() -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, CARD)
    changes = [choice.frame(0.050) for _ in range(3 * file.automatic.sample_frames)]
    assert [change.name for change in changes if change is not None] == ["medium", "low"]


def test_where_the_lowest_preset_is_sluggish_the_picture_gets_smaller_and_comes_to_rest() -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, PROCESSOR)
    # A frame of the full picture takes 100 ms; of a smaller one in proportion to its pixels.
    changes = []
    for _ in range(10 * file.automatic.sample_frames):
        changed = choice.frame(0.100 * choice.preset.resolution_share**2)
        changes += [changed] if changed is not None else []
    # sqrt(0.9 * 60 / 100): the share at which a frame takes nine tenths of 60 ms
    assert [change.resolution_share for change in changes] == [pytest.approx(0.7348, abs=1e-3)]
    assert changes[0].name == "low"


def test_very_slow_frames_are_noticed_within_seconds_and_the_picture_stays_above_the_least_size() -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, PROCESSOR)
    changes = [choice.frame(0.330) for _ in range(200)]
    assert any(change is not None for change in changes[: round(6.0 / 0.330)])
    assert choice.preset.resolution_share == file.automatic.least_resolution_share
    assert sum(change is not None for change in changes) == 1


def test_frames_of_40_ms_keep_the_whole_picture() -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, PROCESSOR)
    assert not any(choice.frame(0.040) for _ in range(500))


def test_one_slow_frame_among_fast_ones_changes_nothing() -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, CARD)
    changes = [choice.frame(2.0 if k == 5 else 0.010) for k in range(file.automatic.sample_frames)]
    assert not any(changes)


@given(st.lists(st.sampled_from([0.003, 0.010, 0.050]), min_size=1, max_size=40))
def test_the_choice_never_swings_back_and_forth(blocks: list[float]) -> None:
    file = load_graphics()
    choice = AutomaticChoice(file, CARD)
    ranks = [NAMES.index(choice.preset.name)]
    for time in blocks:
        for _ in range(file.automatic.sample_frames):
            choice.frame(time)
        ranks.append(NAMES.index(choice.preset.name))
    steps = [after - before for before, after in itertools.pairwise(ranks) if after != before]
    assert all(abs(step) == 1 for step in steps)
    assert sum(step > 0 for step in steps) <= 1
    assert sorted(steps, reverse=True) == steps
