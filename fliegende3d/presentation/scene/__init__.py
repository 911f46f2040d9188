"""The place of the game: terrace, table, cards, carpets, light, and what is drawn onto them for the player."""
