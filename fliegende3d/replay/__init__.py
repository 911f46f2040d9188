"""Recordings of games: what happened, kept, checked and played back."""
