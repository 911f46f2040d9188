"""Windows and buffers, the drawing pipeline, quality presets, textures and meshes."""
