"""Pictures and films on disk: PNG, GIF and MP4, written whole or not at all."""
