"""The wind of the next flight, and what players are told of it."""

from __future__ import annotations

import math

from fliegende3d.flight import WindField
from fliegende3d.game.aiming import TURNS
from fliegende3d.game.session import WIND, Session
from fliegende3d.presentation.text import Texts
from fliegende3d.rules import Side

# Below this mean speed [m/s] a wind is called calm.
CALM = 0.02
STRENGTHS = ((0.2, "faint"), (0.7, "light"), (2.0, "fresh"), (math.inf, "strong"))


def wind_now(session: Session) -> WindField:
    """Return the wind that the next carpet will fly in."""
    number = sum(entry.flight is not None for entry in session.history)
    return session.tabletop.wind_field(session.stream_seed(WIND, number))


def wind_in_words(texts: Texts, session: Session, side: Side) -> str:
    """Return the wind's name, how strong it is, and from where a player at a side feels it."""
    field = wind_now(session)
    name, speed = texts(f"wind.{session.wind}"), field.wind.speed
    if speed < CALM:
        return texts("hud.wind_calm", name=name)
    towards = field.direction - TURNS[side] - math.pi / 2.0
    sector = round(math.remainder(towards, 2.0 * math.pi) / (math.pi / 2.0)) % 4
    strength = next(key for limit, key in STRENGTHS if speed < limit)
    origin = texts(f"hud.wind_from_{sector}")
    return texts("hud.wind", name=name, strength=texts(f"hud.wind_{strength}"), origin=origin)
