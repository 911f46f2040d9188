"""The players' eye in a game: it glides to a view, or to where it sees all that matters beside the panels."""

from __future__ import annotations

from collections.abc import Sequence

from fliegende3d.presentation.scene.view import View
from fliegende3d.presentation.screens.framing import Framing, fitted, shows
from fliegende3d.presentation.screens.viewpoint import Glide, ahead_of
from fliegende3d.presentation.ui.painting import Rect

# So often it is looked whether the panels still leave everything in sight [s].
FRAMING_TIME = 0.25


class Eye:
    """Where the eye is, where it goes, and what it is to show."""

    def __init__(self, start: View) -> None:
        self.glide = Glide(start, start)
        self._framing: Framing | None = None
        self._gently = False
        self._size = (0, 0)
        self._since = 0.0

    @property
    def ahead(self) -> tuple[float, float]:
        """The direction over the table that is up in the picture that the eye goes to: a unit vector."""
        to = self._framing or self.glide.end
        return ahead_of(to.eye, to.look_at, to.up)

    def stand(self, view: View) -> None:
        """Be at a view already."""
        self.glide = Glide(view, view)

    def look(self, view: View, *, cut: bool) -> None:
        """Set out for a view; ``cut`` is there at once."""
        self._framing = None
        self.glide.go(view, cut=cut)

    def frame(self, framing: Framing, *, gently: bool = False) -> None:
        """Show all of this from the next ``fit`` on; ``gently`` stays where it is if it sees everything already."""
        self._framing, self._gently, self._since = framing, gently, FRAMING_TIME

    def due(self, dt: float, size: tuple[int, int]) -> bool:
        """Let time pass; tell whether it is to be looked if everything is still in sight of a window [px]."""
        self._since += dt
        return self._since >= FRAMING_TIME or self._size != size

    def fit(self, obstacles: Sequence[Rect], size: tuple[int, int], *, cut: bool) -> None:
        """Set out for the view that shows what is framed beside the obstacles [px] of a window [px]."""
        framing = self._framing
        resized, self._size, self._since = size != self._size, size, 0.0
        if framing is None:
            return
        if self._gently and not resized and shows(self.glide.end, framing, obstacles, size):
            return
        self._gently = True
        self.glide.go(fitted(framing, obstacles, size), cut=cut)
