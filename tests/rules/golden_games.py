"""The golden games: whole games kept as text, so that a change of the rules shows in review as changed lines.

``python -m tests.rules.golden_games`` writes them anew, for when the notation or the rules change on purpose.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from fliegende3d.rules import RuleSet, draw_setup, start_game, to_text
from tests.rules.positions import NAMES, STANDARD
from tests.rules.random_play import steps

GOLDEN = Path(__file__).parent / "golden"
GAMES = {"two_players": (2, 12), "three_players": (3, 33), "four_players": (4, 11)}
"""Name of each golden game: how many play, and the seed of its chance."""


def transcript(players: int, seed: int, rules: RuleSet = STANDARD) -> str:
    """Return the text of a random game."""
    random = Random(seed)
    setup = draw_setup(NAMES[:players], rules, random=random)
    actions = [action for action, _, _ in steps(start_game(setup)[0], random)]
    return to_text(setup, actions)


def main() -> None:
    """Write all golden games."""
    for name, (players, seed) in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(transcript(players, seed), encoding="utf-8")


if __name__ == "__main__":
    main()
