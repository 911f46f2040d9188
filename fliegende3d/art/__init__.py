"""Builds every texture of the game from code: `python -m fliegende3d.art`. Never imported at run time."""
