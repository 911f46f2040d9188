"""A film plays in a browser's video element. Slow, and only where Chromium is installed."""

from __future__ import annotations

import http.server
import json
import shutil
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[2] / "replay" / "golden" / "two-calm.teppich"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
LONGEST_WAIT = 240
PAGE = """<!doctype html><title>waiting</title><video muted preload="auto" src="film.mp4"></video><pre></pre>
<script>
const video = document.querySelector("video"), said = document.querySelector("pre");
video.addEventListener("canplaythrough", () => { said.textContent = JSON.stringify(
    {event: "canplaythrough", width: video.videoWidth, height: video.videoHeight, seconds: video.duration}); });
video.addEventListener("error", () => { said.textContent = JSON.stringify(
    {event: "error", why: video.error.message}); });
</script>"""

BROWSER = next((path for path in map(shutil.which, BROWSERS) if path), None)
PROBE = shutil.which("ffprobe")

pytestmark = [pytest.mark.display, pytest.mark.slow]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short film with sound, made by the command."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    words = ["replay", str(GOLDEN), "--export", str(path), "--size", "321x181", "--seconds", "6"]
    subprocess.run([sys.executable, "-m", "fliegende3d", *words], check=True, timeout=LONGEST_WAIT)
    return path


@pytest.mark.skipif(BROWSER is None, reason=f"none of {', '.join(BROWSERS)} is installed")
def test_a_browser_can_play_it_through(film: Path, tmp_path: Path) -> None:
    (film.parent / "page.html").write_text(PAGE, encoding="utf-8")
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(film.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        words = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
        found = subprocess.run(
            [str(BROWSER), *words, f"--user-data-dir={tmp_path}", f"http://127.0.0.1:{server.server_port}/page.html"],
            capture_output=True,
            text=True,
            timeout=LONGEST_WAIT,
            check=True,
        )
        server.shutdown()
    said = json.loads(found.stdout.split("<pre>")[1].split("</pre>")[0])
    assert said["event"] == "canplaythrough", said
    assert (said["width"], said["height"]) == (320, 180)
    assert 2.0 < said["seconds"] <= 6.5


@pytest.mark.skipif(PROBE is None, reason="ffprobe is not installed")
def test_an_independent_reader_finds_what_a_film_should_be(film: Path) -> None:
    words = ["-v", "error", "-show_streams", "-show_format", "-of", "json", str(film)]
    found = json.loads(subprocess.run([str(PROBE), *words], capture_output=True, check=True).stdout)
    video, audio = found["streams"]
    assert (video["codec_name"], video["pix_fmt"], video["profile"]) == ("h264", "yuv420p", "High")
    assert (video["width"], video["height"]) == (320, 180)
    assert video["r_frame_rate"] == "30/1"
    assert (audio["codec_name"], audio["sample_rate"], audio["channels"]) == ("aac", "48000", 1)
    seconds = float(found["format"]["duration"])
    assert float(video["duration"]) == pytest.approx(int(video["nb_frames"]) / 30.0, abs=0.01)
    assert float(audio["duration"]) == pytest.approx(float(video["duration"]), abs=0.05)
    assert 2.0 < seconds <= 6.5
    assert "mp4" in found["format"]["format_name"]
