"""Make the golden recordings anew: ``python -m tests.replay.golden_games``. Only when the physics was meant to change.

Each game is a few stages of short rules played by bots, so that the files stay small and verify in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fliegende3d import resources
from fliegende3d.game.players import bots
from fliegende3d.game.session import Session
from fliegende3d.rules import GeniesShown, RuleSet

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """One game: how it is begun and after how many flights it is left; 0 plays it to its end."""

    name: str
    players: int
    level: str
    seed: int
    wind: str
    flights: int
    duel: bool = False


GAMES = (
    Golden("two-calm", 2, "expert", 3, "calm", 6),
    Golden("three-garden", 3, "practised", 5, "garden", 6),
    Golden("four-sandstorm", 4, "novice", 8, "sandstorm", 5),
    Golden("four-duel", 4, "expert", 2, "room", 4, duel=True),
)


def play(golden: Golden) -> Session:
    """Play one of the games."""
    rules = RuleSet.load(resources.folder("config"), preset="family")
    session = Session.new(bots(golden.players, [golden.level]), rules, seed=golden.seed, wind=golden.wind)
    shown = False
    while not session.over:
        entry = session.advance()
        shown = shown or any(isinstance(event, GeniesShown) for event in entry.events)
        if golden.flights and session.flights >= golden.flights and (shown or not golden.duel):
            break
    return session


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for golden in GAMES:
        session = play(golden)
        path = FOLDER / f"{golden.name}.teppich"
        path.unlink(missing_ok=True)
        session.save(path)
        print(f"{path.name}: {path.stat().st_size} bytes, {session.flights} flights, {len(session.history)} steps")


if __name__ == "__main__":
    main()
