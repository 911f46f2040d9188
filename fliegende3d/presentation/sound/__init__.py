"""Sound: effects placed in the room, loops that follow what happens, captions, and silence without a device."""
