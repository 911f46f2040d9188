"""What was remarkable in a game: the longest throw, the fastest, the one that covered most."""

from __future__ import annotations

import math

import numpy as np

from fliegende3d.game.session import Flight, Session
from fliegende3d.presentation.text import Texts


def _flights(session: Session) -> list[Flight]:
    return [entry.flight for entry in session.history if entry.flight is not None]


def _length(flight: Flight) -> float:
    path = flight.trajectory.centre_of_mass
    return float(np.hypot(*(path[-1, :2] - path[0, :2])))


def _covered(flight: Flight) -> int:
    return sum(c.carpet == flight.carpet and c.area_above_mm2 > 1.0 for c in flight.facts.coverage)


def highlight_lines(texts: Texts, session: Session) -> list[str]:
    """Return sentences about the game's remarkable throws; none for a game that was resumed without flights."""
    flights = _flights(session)
    if not flights:
        return []
    names = session.state.names
    longest = max(flights, key=_length)
    fastest = max(flights, key=lambda flight: math.hypot(*flight.throw.velocity))
    widest = max(flights, key=_covered)
    lines = [
        texts("end.longest", name=names[longest.seat], metres=texts.number(_length(longest), decimals=2)),
        texts(
            "end.fastest",
            name=names[fastest.seat],
            speed=texts.number(math.hypot(*fastest.throw.velocity), decimals=1),
        ),
    ]
    if _covered(widest) > 1:
        lines.append(texts("end.widest", name=names[widest.seat], n=_covered(widest)))
    return lines
