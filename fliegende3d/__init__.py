"""Fliegende Teppiche in 3D: a table, twelve cards, and carpets that fly."""

__version__ = "0.1.0"
