"""Why an action is refused: a key and its numbers, which the screens turn into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite


class RefusalKey(StrEnum):
    """The reasons for a refusal; the numbers that come with each are given in brackets."""

    UNKNOWN_ACTION = "unknown_action"
    """Not an action of this game."""
    MALFORMED = "malformed"
    """A field of the action has a wrong type or is no finite number [field]."""
    GAME_OVER = "game_over"
    """The game has ended."""
    FOREIGN_SEAT = "foreign_seat"
    """Nobody sits there [seat, players]."""
    NOT_NOW = "not_now"
    """No such decision is pending [phase]."""
    NOT_YOUR_TURN = "not_your_turn"
    """The decision is another seat's [seat, expected]."""
    STALE = "stale"
    """The action was meant for another card than the present one [card, expected]."""
    ILLEGAL_PLACE = "illegal_place"
    """The place breaks limits of the layout, listed in ``limits``."""
    CARD_NOT_ON_TABLE = "card_not_on_table"
    """No such card lies on the table [card]."""
    SAME_CARD = "same_card"
    """A card cannot be exchanged with itself [card]."""
    UNCHANGED = "unchanged"
    """The card lies there already [card]."""
    NO_CHANGES_LEFT = "no_changes_left"
    """The dealer has made all changes [changes]."""
    WRONG_CARPET = "wrong_carpet"
    """Another carpet is to fly [carpet, expected]."""
    LANDED_CARD_UNKNOWN = "landed_card_unknown"
    """The landing names a card that did not lie on the table [card]."""
    LANDED_CARD_TWICE = "landed_card_twice"
    """The landing names a card twice [card]."""
    LANDED_CARD_MISSING = "landed_card_missing"
    """The landing says nothing of a card that lay on the table [card]."""
    LANDED_CARD_BEYOND_TABLE = "landed_card_beyond_table"
    """The landing puts a card beyond the table's edge without saying that it fell [card]."""
    LANDED_CARPET_UNKNOWN = "landed_carpet_unknown"
    """The landing names a carpet that has not flown in this round [carpet]."""
    LANDED_CARPET_TWICE = "landed_carpet_twice"
    """The landing names a carpet, or a pair of carpets, twice or with itself [carpet]."""
    LANDED_COVERAGE_UNKNOWN = "landed_coverage_unknown"
    """The landing covers a card that is not on the table any more [carpet, card]."""
    LANDED_COVERAGE_TWICE = "landed_coverage_twice"
    """The landing gives one carpet's cover of one card twice [carpet, card]."""
    LANDED_AREA_IMPOSSIBLE = "landed_area_impossible"
    """A covered area is negative or larger than a card [carpet, card, area_mm2, most_mm2]."""
    NOT_IN_DUEL = "not_in_duel"
    """The seat has no part in this duel [seat]."""
    ALREADY_CHOSEN = "already_chosen"
    """The seat has chosen already [seat]."""
    GENIE_NOT_OWNED = "genie_not_owned"
    """The seat does not hold that genie [genie]."""
    LAMPS_NOT_OWNED = "lamps_not_owned"
    """The seat does not hold so many lamps [lamps, most]."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    """The seat has no decision that could be taken back [seat]."""


class Limit(StrEnum):
    """The limits of a layout."""

    GAP = "gap"
    """Too close to another card."""
    REACH = "reach"
    """Too far from all other cards."""
    AREA = "area"
    """Not wholly inside the landing area."""
    STRANDED = "stranded"
    """Moving the card away would leave another card, or several, out of reach of the rest."""
    ROTATION = "rotation"
    """Turned by other than quarter turns, where the rule set asks for these."""


@dataclass(frozen=True, slots=True)
class BrokenLimit:
    """One broken limit and by how much.

    ``by_mm`` is how far the card is from keeping the limit [mm]: how much the gap falls short (an overlap's depth
    added), exceeds the reach, or sticks out of the area. For a rotation it is how far the farthest corner is from
    where the nearest quarter turn would put it. ``card`` is the id of the other card concerned, if there is one.
    """

    limit: Limit
    by_mm: float
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that the rules do not allow; the state is as it was."""

    key: RefusalKey
    numbers: Mapping[str, int | float | str] = field(default_factory=dict)
    limits: tuple[BrokenLimit, ...] = ()


def finite(value: object) -> bool:
    """Tell whether a value is a finite number (truth values are not numbers)."""
    if type(value) is float:
        return isfinite(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return isfinite(value)
    except OverflowError:
        return False


def whole(value: object) -> bool:
    """Tell whether a value is a whole number (truth values are not numbers)."""
    return type(value) is int or (isinstance(value, int) and not isinstance(value, bool))


def of_type(value: object, kind: type) -> bool:
    """Tell whether a value really has the type that its annotation promises: actions may come from anywhere."""
    return isinstance(value, kind)
