"""The screens: each describes what it shows and answers what the player does."""
