"""Compilation of the kernels that take part in contact."""

from __future__ import annotations

from fliegende3d.flight.compiled import inner_kernel as inner_contact_kernel
from fliegende3d.flight.compiled import kernel as contact_kernel

__all__ = ["contact_kernel", "inner_contact_kernel"]
