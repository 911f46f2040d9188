"""`python -m fliegende3d.art`: rebuilds the game's textures, byte for byte, into `models/` or another folder."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fliegende3d.art.catalogue import recipes
from fliegende3d.art.checksums import write_checksums
from fliegende3d.resources import folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what the command line asks for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fliegende3d.art", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to build, for instance card/palace; default all")
    parser.add_argument("--out", type=Path, help="folder to write to (default: models)")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    options = parser.parse_args(arguments)
    known = recipes()
    if options.list:
        print("\n".join(known))
        return 0
    unknown = [name for name in options.names if name not in known]
    if unknown:
        print(f"unknown name {unknown[0]!r}; --list prints the {len(known)} known ones", file=sys.stderr)
        return 2
    target = options.out or folder("models")
    for name in options.names or known:
        start = time.perf_counter()
        known[name](target)
        print(f"{name}  {time.perf_counter() - start:.1f} s", flush=True)
    write_checksums(target)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
