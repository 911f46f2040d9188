"""Pictures: descriptions come back as they were, bad ones are refused in a sentence; a carpet alone has clean edges."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliegende3d.presentation.graphics.host import Host, open_offscreen
from fliegende3d.presentation.replay.cutout import matted
from fliegende3d.presentation.replay.film import FilmMaker, FilmOptions, export_carpets
from fliegende3d.presentation.replay.photo import Photo, PhotoError
from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.text import load_texts
from fliegende3d.replay.director import Plan, Shot
from fliegende3d.replay.playback import Playback
from fliegende3d.replay.recording import load
from fliegende3d.replay.shots import ShotKind
from fliegende3d.replay.timeline import IN_HAND

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "two-calm.teppich"
SIZE = (320, 180)
PLACE = st.floats(-2.0, 2.0).map(lambda value: round(value, 6))


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("looks")


@given(
    x=PLACE,
    y=PLACE,
    z=st.floats(0.1, 2.0),
    degrees=st.floats(10.0, 90.0),
    stops=st.floats(-2.0, 2.0),
    time=st.none() | st.floats(0.0, 1.0),
)
@settings(max_examples=40)
def test_a_description_comes_back_as_it_was(
    looks: Path, x: float, y: float, z: float, degrees: float, stops: float, time: float | None
) -> None:
    photo = Photo(View((x, y, z), (3.0, 3.0, 0.0), math.radians(degrees)), 0.6, stops, time)
    again = Photo.load(written(looks, photo.to_bytes()))
    assert again.view is not None
    assert again.view.eye == (x, y, z)
    assert again.view.field_of_view == pytest.approx(math.radians(degrees))
    assert (again.focus, again.exposure, again.time_of_day) == (0.6, stops, time)


def written(looks: Path, data: bytes) -> Path:
    path = looks / "look.json"
    path.write_bytes(data)
    return path


GOOD = {"eye": [0.0, -1.0, 0.5], "look_at": [0.0, 0.0, 0.0]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exposure": 9.0}, "exposure"),
        ({"focus": 0.0}, "focus"),
        ({"time_of_day": 2}, "time_of_day"),
        ({"field_of_view": 200.0}, "field_of_view"),
        ({"eye": [0.0, 0.0, -1.0]}, "eye"),
        ({"eye": [0.0, 0.0]}, "eye"),
        ({"look_at": [0.0, -1.0, 0.5]}, "make no picture"),
        ({"up": [0.0, 2.0, -1.0]}, "make no picture"),
        ({"zoom": 2.0}, "zoom"),
    ],
)
def test_a_wrong_description_is_refused_and_names_what_is_wrong(
    looks: Path, change: dict[str, object], message: str
) -> None:
    with pytest.raises(PhotoError, match=message):
        Photo.load(written(looks, json.dumps(GOOD | change).encode()))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 9_000, b"{}", b"[1, 2]", b'{"eye": [NaN, 0, 1]}'])
def test_what_is_no_description_is_refused(looks: Path, data: bytes) -> None:
    with pytest.raises(PhotoError, match="no description of a picture"):
        Photo.load(written(looks, data))


def test_a_missing_description_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        Photo.load(tmp_path / "none.json")


def test_matting_finds_colour_and_coverage_that_were_mixed() -> None:
    random = np.random.default_rng(3)
    colour = random.random((6, 8, 3)).astype(np.float32)
    coverage = random.choice([0.0, 0.25, 0.5, 1.0], (6, 8)).astype(np.float32)
    share = coverage[..., None]
    dark, bright = np.full_like(colour, 0.05), np.full_like(colour, 0.8)
    found = matted(share * colour + (1 - share) * dark, share * colour + (1 - share) * bright, dark, bright, samples=1)
    assert np.abs(found[..., 3] / 255.0 - coverage).max() < 0.003
    seen = coverage > 0.0
    assert np.abs(found[..., :3] / 255.0 - colour)[seen].max() < 0.012
    assert (found[~seen] == 0).all()


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    made = open_offscreen(SIZE)
    yield made
    made.destroy()


def maker(host: Host, photo: Photo | None = None) -> tuple[FilmMaker, float]:
    """A film of the first flight while it is in the air, and when."""
    playback = Playback(load(GOLDEN))
    segment = playback.timeline.segment_of_flight(0)
    index = playback.timeline.segments.index(segment)
    plan = Plan.of([Shot(ShotKind.CHASE, segment.start, segment.end, 1.0, index, 0)])
    options = FilmOptions(captions=False, photo=photo)
    return FilmMaker(host, playback, plan, load_texts("en"), options), IN_HAND + 0.1


@pytest.mark.display
def test_exposure_focus_lens_and_light_change_the_picture_as_they_should(host: Host) -> None:
    view = View((0.2, -0.5, 0.3), (0.0, 0.0, 0.02), math.radians(40.0))
    wanted = {
        "plain": Photo(view),
        "bright": Photo(view, exposure=1.0),
        "dark": Photo(view, exposure=-1.0),
        "near": Photo(view, focus=0.2),
        "night": Photo(view, time_of_day=1.0),
        "narrow": Photo(View(view.eye, view.look_at, math.radians(15.0))),
    }
    seen = {}
    for name, photo in wanted.items():
        film, moment = maker(host, photo)
        seen[name] = film.picture(moment).astype(float)
        film.close()
    plain = seen["plain"]
    # Twice the light is 2 to the power of 1 / 2.2 in the numbers of a picture, where nothing is clipped.
    free = (plain > 30.0) & (plain < 150.0)
    assert np.median(seen["bright"][free] / plain[free]) == pytest.approx(2.0 ** (1.0 / 2.2), abs=0.03)
    assert np.median(seen["dark"][free] / plain[free]) == pytest.approx(2.0 ** (-1.0 / 2.2), abs=0.03)
    assert sharpness(seen["near"]) < 0.8 * sharpness(plain)
    assert np.abs(seen["night"] - plain).mean() > 10.0
    assert np.abs(seen["narrow"] - plain).mean() > 5.0


def sharpness(picture: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    return float(np.abs(np.diff(picture, axis=1)).mean())


@pytest.mark.display
def test_a_carpet_alone_has_no_ground_and_no_dark_fringe(host: Host, tmp_path: Path) -> None:
    film, moment = maker(host)
    export_carpets(film, host, tmp_path / "carpet.png", at=moment, samples=2)
    film.close()
    with av.open(str(tmp_path / "carpet.png")) as container:
        picture = next(container.decode(video=0)).to_ndarray(format="rgba").astype(int)
    assert picture.shape == (SIZE[1] // 2, SIZE[0] // 2, 4)
    coverage = picture[..., 3]
    assert 0.002 < (coverage > 128).mean() < 0.5
    assert (picture[coverage == 0] == 0).all()
    whole, edge = picture[coverage > 250][:, :3], picture[(coverage > 40) & (coverage < 200)][:, :3]
    assert len(whole) > 20
    assert len(edge) > 5
    assert np.median(edge.sum(1)) > 0.6 * np.median(whole.sum(1))
