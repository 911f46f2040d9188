"""Pointer, keyboard and controllers: time-stamped events in one form, whatever the device."""
