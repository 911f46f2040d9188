"""The rules of the game: frozen state, actions, events, scoring. Standard library only."""
