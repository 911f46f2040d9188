"""The acts of a game: laying, aiming, watching, judging, duelling, counting. One is on at a time."""
