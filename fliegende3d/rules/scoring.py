"""Final scoring: the best placing of lamps and adventure sets, and a sheet that shows every point card by card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from fliegende3d.rules.cards import ADVENTURES, BAZAARS, Card, CardKind
from fliegende3d.rules.ruleset import RuleSet
from fliegende3d.rules.state import GameState

TREASURE_POINTS = 3
DESERT_POINTS = -5


class LineKey(StrEnum):
    """What a line of a score sheet counts."""

    PALACES = "palaces"
    BAZAAR_PAIR = "bazaar_pair"
    BAZAAR_SINGLE = "bazaar_single"
    ADVENTURE_SET = "adventure_set"
    TREASURE = "treasure"
    DESERT = "desert"
    DESERT_CANCELLED = "desert_cancelled"
    PALACE_LEFT = "palace_left"


@dataclass(frozen=True, slots=True)
class LampUse:
    """What a lamp stands for; as a desert it lies on one and cancels it."""

    lamp: Card
    stands_for: CardKind


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Some points and the cards that made them. ``lamps`` says what each lamp among the cards stands for."""

    key: LineKey
    points: int
    cards: tuple[Card, ...]
    lamps: tuple[LampUse, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's final points: the total, its parts, what each lamp stands for, and line by line the cards."""

    total: int
    palaces: int
    bazaars: int
    adventures: int
    treasures: int
    deserts: int
    lamps: tuple[LampUse, ...]
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class FinalScores:
    """The sheets by seat and the winning seats."""

    sheets: tuple[ScoreSheet, ...]
    winners: tuple[int, ...]


_PARTS = {
    LineKey.PALACES: "palaces",
    LineKey.PALACE_LEFT: "palaces",
    LineKey.BAZAAR_PAIR: "bazaars",
    LineKey.BAZAAR_SINGLE: "bazaars",
    LineKey.ADVENTURE_SET: "adventures",
    LineKey.TREASURE: "treasures",
    LineKey.DESERT: "deserts",
    LineKey.DESERT_CANCELLED: "deserts",
}


def score_sheet(cards: Sequence[Card], rules: RuleSet, *, palace_points: int = 0) -> ScoreSheet:
    """Return the sheet of a hand with its lamps and sets placed for the highest possible total.

    Among equally good placings lamps go to spice, carpet, camel bazaars, adventures, treasures and deserts in this
    order. Palaces in the hand count nothing: their points were made when they left the game.
    """
    held: dict[CardKind, list[Card]] = {kind: [] for kind in CardKind}
    for card in cards:
        held[card.kind].append(card)
    lamps = held[CardKind.LAMP]
    _, shares = _best_shares({kind: len(cards) for kind, cards in held.items()}, len(lamps), rules)
    waiting = iter(lamps)
    lines: list[ScoreLine] = []
    if palace_points:
        lines.append(ScoreLine(LineKey.PALACES, palace_points, ()))
    for kind, share in zip(BAZAARS, shares, strict=False):
        uses = tuple(LampUse(next(waiting), kind) for _ in range(share))
        lines += _bazaar_lines(held[kind], uses, rules.bazaar_pair(kind))
    wild = [next(waiting) for _ in range(shares[_ADVENTURES])]
    lines += _adventure_lines({kind: list(held[kind]) for kind in ADVENTURES}, wild, rules.adventure_sets)
    lines += [ScoreLine(LineKey.TREASURE, TREASURE_POINTS, (card,)) for card in held[CardKind.TREASURE]]
    for _ in range(shares[_TREASURES]):
        use = LampUse(next(waiting), CardKind.TREASURE)
        lines.append(ScoreLine(LineKey.TREASURE, TREASURE_POINTS, (use.lamp,), (use,)))
    for desert in held[CardKind.DESERT]:
        lamp = next(waiting, None)
        if lamp is None:
            lines.append(ScoreLine(LineKey.DESERT, DESERT_POINTS, (desert,)))
        else:
            use = LampUse(lamp, CardKind.DESERT)
            lines.append(ScoreLine(LineKey.DESERT_CANCELLED, 0, (desert, lamp), (use,)))
    lines += [ScoreLine(LineKey.PALACE_LEFT, 0, (card,)) for card in held[CardKind.PALACE]]
    parts = dict.fromkeys(("palaces", "bazaars", "adventures", "treasures", "deserts"), 0)
    for line in lines:
        parts[_PARTS[line.key]] += line.points
    uses = tuple(use for line in lines for use in line.lamps)
    return ScoreSheet(sum(parts.values()), **parts, lamps=uses, lines=tuple(lines))


_ADVENTURES, _TREASURES = 3, 4
"""Where the lamps' shares of adventures and treasures stand, after the three bazaars and before the deserts."""


def final_points(kinds: Iterable[CardKind], rules: RuleSet) -> int:
    """Return the highest total that a hand of these kinds can reach, without the sheet; palaces count nothing."""
    counts = dict.fromkeys(CardKind, 0)
    for kind in kinds:
        counts[kind] += 1
    return _best_shares(counts, counts[CardKind.LAMP], rules)[0] + DESERT_POINTS * counts[CardKind.DESERT]


def _best_shares(counts: Mapping[CardKind, int], lamps: int, rules: RuleSet) -> tuple[int, list[int]]:
    """Return the highest total, and how many lamps go to each bazaar, to adventures, treasures and deserts for it.

    The total leaves the deserts' own points out: a lamp on a desert counts as what it saves.
    """
    every = range(lamps + 1)
    adventures = tuple(sorted((counts[kind] for kind in ADVENTURES), reverse=True))
    gains = [
        *([rules.bazaar_pair(kind) * ((counts[kind] + share) // 2) for share in every] for kind in BAZAARS),
        [_best_sets(adventures, share, rules.adventure_sets)[0] for share in every],
        [TREASURE_POINTS * (counts[CardKind.TREASURE] + share) for share in every],
        [-DESERT_POINTS * share for share in range(min(lamps, counts[CardKind.DESERT]) + 1)],
    ]
    if not lamps:
        return sum(row[0] for row in gains), [0] * len(gains)
    best: list[tuple[int, list[int]]] = [(gain, [share]) for share, gain in enumerate(gains[-1])]
    for row in reversed(gains[:-1]):
        joined: list[tuple[int, list[int]]] = []
        for total in every:
            points, share = max(
                (row[share] + best[total - share][0], share) for share in range(total + 1) if total - share < len(best)
            )
            joined.append((points, [share, *best[total - share][1]]))
        best = joined
    return best[lamps]


@lru_cache(maxsize=8192)
def _best_sets(counts: tuple[int, ...], wild: int, values: tuple[int, ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the most points from splitting adventures into sets, and the sets as pairs (cards, lamps).

    ``counts`` are the cards of each kind in descending order. A set of r cards may always take the r kinds with most
    cards left: if it held a rarer kind instead, that card could be exchanged with the commoner kind's card of a set
    that lacks the rarer one, and no set would change its size.
    """
    if not wild and not counts[0]:
        return 0, ()
    kinds = sum(count > 0 for count in counts)
    best: tuple[int, tuple[tuple[int, int], ...]] = (-1, ())
    for cards in range(kinds, -1, -1):
        rest = tuple(sorted((*(count - 1 for count in counts[:cards]), *counts[cards:]), reverse=True))
        for lamps in range(0 if cards else 1, min(wild, len(counts) - cards) + 1):
            points, sets = _best_sets(rest, wild - lamps, values)
            points += values[cards + lamps - 1]
            if points > best[0]:
                best = (points, ((cards, lamps), *sets))
    return best


def _bazaar_lines(cards: list[Card], lamps: tuple[LampUse, ...], pair: int) -> list[ScoreLine]:
    """Pair a bazaar's cards, then the lamps that stand for it; a single one scores nothing."""
    row: list[tuple[Card, tuple[LampUse, ...]]] = [(card, ()) for card in cards]
    row += [(use.lamp, (use,)) for use in lamps]
    lines = []
    for start in range(0, len(row), 2):
        group = row[start : start + 2]
        key, points = (LineKey.BAZAAR_PAIR, pair) if len(group) == 2 else (LineKey.BAZAAR_SINGLE, 0)
        uses = tuple(use for _, uses in group for use in uses)
        lines.append(ScoreLine(key, points, tuple(card for card, _ in group), uses))
    return lines


def _adventure_lines(held: dict[CardKind, list[Card]], wild: list[Card], values: tuple[int, ...]) -> list[ScoreLine]:
    """Lay out the best sets with actual cards; a lamp stands for the first kind that its set lacks."""
    counts = tuple(sorted((len(cards) for cards in held.values()), reverse=True))
    _, sets = _best_sets(counts, len(wild), values)
    lamps = iter(wild)
    lines = []
    for size, lamp_count in sets:
        commonest = sorted(ADVENTURES, key=lambda kind: -len(held[kind]))[:size]
        taken = [held[kind].pop(0) for kind in ADVENTURES if kind in commonest]
        lacking = [kind for kind in ADVENTURES if kind not in commonest][:lamp_count]
        uses = tuple(LampUse(next(lamps), kind) for kind in lacking)
        points = values[size + lamp_count - 1]
        lines.append(ScoreLine(LineKey.ADVENTURE_SET, points, (*taken, *(use.lamp for use in uses)), uses))
    return lines


def final_scores(state: GameState) -> FinalScores:
    """Return everybody's score sheet as the hands are now, and who is ahead; at the end of a game: who has won."""
    sheets = tuple(
        score_sheet(hand, state.rules, palace_points=points)
        for hand, points in zip(state.hands, state.palace_points, strict=True)
    )
    deserts = [sum(card.kind is CardKind.DESERT for card in hand) for hand in state.hands]
    return FinalScores(sheets, winning([sheet.total for sheet in sheets], deserts, rules=state.rules))


def winning(totals: Sequence[int], deserts: Sequence[int], *, rules: RuleSet) -> tuple[int, ...]:
    """Return the positions of the winners: most points, then as the rule set settles ties."""
    best = max(totals)
    winners = [position for position, total in enumerate(totals) if total == best]
    if rules.tie == "fewer_deserts":
        fewest = min(deserts[position] for position in winners)
        winners = [position for position in winners if deserts[position] == fewest]
    return tuple(winners)
