"""The flight of a cloth carpet in moving air, from the hand to rest."""
