"""The interface toolkit: theme, text, elements, layout, focus and drawing in a pixel-space scene."""
