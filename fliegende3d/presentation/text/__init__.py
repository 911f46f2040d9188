"""Every word that a player reads: catalogues, plurals, named placeholders, the pseudo-locale."""

from fliegende3d.presentation.text.catalogue import CatalogueError, Texts, available_languages, load_texts

__all__ = ["CatalogueError", "Texts", "available_languages", "load_texts"]
