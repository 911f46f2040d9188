"""Recordings on the screen: the director's cameras, films, and the viewer."""
