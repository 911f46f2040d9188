"""Headless games: sessions, players, bots, saves."""
