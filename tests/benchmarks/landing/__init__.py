"""How often throws land where they were aimed, over many random layouts: a command of its own, see `__main__`."""
