"""Pictures of every moment, carpet, card, preset and hour, drawn by one command to be looked at."""
