"""The table's top, stone and tiles of the terrace, the city beyond, clouds, and noise for shaders."""
