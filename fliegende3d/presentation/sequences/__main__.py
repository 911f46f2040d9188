"""`python -m fliegende3d.presentation.sequences DIR`: strips of real throws, each searched for and checked."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from fliegende3d.commands.files import InputError
from fliegende3d.commands.films import parse_size
from fliegende3d.flight import load_wind
from fliegende3d.presentation.graphics.host import HostError, open_offscreen
from fliegende3d.presentation.graphics.presets import NAMES
from fliegende3d.presentation.scene.stage import Stage
from fliegende3d.presentation.sequences.catalogue import SEQUENCES, Found, Studio
from fliegende3d.presentation.sequences.filming import Set

TIME_OF_DAY = 0.62
SETTLING_FRAMES, FRAME = 40, 1.0 / 30.0  # frames in which pennants and dust find their way
LIST = "sequences.json"


def render(
    folder: Path, names: Sequence[str], *, size: tuple[int, int], preset: str, films: bool, layout: int
) -> list[str]:
    """Search for the named sequences and draw them into a folder; returns the names that no throw was found for.

    Raises:
        HostError: if nothing can be drawn on this machine.
        OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    host = open_offscreen(size)
    stage = Stage(host, preset=preset)
    missing, told = [], {}
    try:
        stage.set_time_of_day(TIME_OF_DAY)
        stage.set_wind(load_wind("garden", 1).sample)
        for _ in range(SETTLING_FRAMES):
            stage.update(FRAME)
        scenery, studio = Set(host, stage), Studio(layout)
        for wanted in SEQUENCES:
            if wanted.name not in names:
                continue
            found = studio.search(wanted)
            if found is None:
                missing.append(wanted.name)
                continue
            times = scenery.strip(found, folder / f"{wanted.name}.png")
            if films:
                scenery.film(found, folder / f"{wanted.name}.mp4")
            told[wanted.name] = _record(found, times)
            print(f"{wanted.name}: {found.finding.words}", flush=True)
    finally:
        stage.destroy()
        host.destroy()
    (folder / LIST).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return missing


def _record(found: Found, times: Sequence[float]) -> dict[str, object]:
    """What was found, how it was checked, and all that is needed to fly it again."""
    return {
        "checked": found.finding.words,
        "try": found.seed,
        "moments_s": [round(time, 3) for time in times],
        "events": [
            {
                "time_s": round(event.time, 3),
                "kind": event.kind.value,
                "speed_m_s": round(event.speed, 3),
                "card": event.card,
                "carpet": event.carpet,
            }
            for event in found.flown.path.events
        ],
        **found.flown.trial.as_json(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Render what the command line asks for; returns the exit code."""
    known = tuple(wanted.name for wanted in SEQUENCES)
    parser = argparse.ArgumentParser(prog="python -m fliegende3d.presentation.sequences", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--only", nargs="*", choices=known, metavar="NAME", help=", ".join(known))
    parser.add_argument("--size", default="480x360", help="of one moment in pixels (default: %(default)s)")
    parser.add_argument("--preset", default="high", choices=NAMES)
    parser.add_argument("--films", action="store_true", help="also write each as a film at half speed")
    parser.add_argument("--layout", type=int, default=1, help="seed of the laid table (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        size = parse_size(options.size)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        missing = render(
            options.folder,
            options.only or known,
            size=size,
            preset=options.preset,
            films=options.films,
            layout=options.layout,
        )
    except (HostError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for name in missing:
        print(f"{name}: no throw was found", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
